import type { VNode } from "preact";
import { MenuChip } from "./menu-chip.tsx";
import { useMoments } from "./moment-words.ts";
import { useSay } from "./panel-words.ts";
import { VisibleText } from "./visible-text.tsx";

interface ChoiceChipProps<Name extends string> {
  readonly label: string;
  readonly choices: readonly { readonly name: Name; readonly label: string; readonly count?: number }[];
  readonly chosen: readonly Name[];
  readonly onChange: (chosen: readonly Name[]) => void;
}

/** A filter of which several may be chosen; none lets everything through. */
export function ChoiceChip<Name extends string>({
  label,
  choices,
  chosen,
  onChange,
}: ChoiceChipProps<Name>): VNode {
  const say = useSay();
  const { number, list } = useMoments();
  const names = chosen.map((name) => choices.find((choice) => choice.name === name)?.label ?? name);
  const value = names.length > 2 ? say("chosenCount", names.length) : list(names);
  return (
    <MenuChip label={label} value={names.length > 0 ? value : undefined}>
      {() =>
        choices.map(({ name, label: words, count }) => (
          <label key={name} class="dwf-choice">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, name] : chosen.filter((each) => each !== name))
              }
            />
            <span class="dwf-choice-name">
              <VisibleText text={words} />
            </span>
            {count !== undefined && <span class="dwf-count">{number(count)}</span>}
          </label>
        ))
      }
    </MenuChip>
  );
}
