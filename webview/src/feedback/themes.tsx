import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { CommentTheme } from "../../../server/src/feedback/view/panel-model.ts";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { MenuChip } from "./chips.tsx";
import { usePanelStore } from "./panel-context.ts";
import { VisibleText } from "./text.tsx";

interface ThemeRowProps {
  /** `undefined` while they're being found. */
  readonly themes: readonly CommentTheme[] | undefined;
  /** The key of the theme that the list is filtered by. */
  readonly selected: string | undefined;
}

/**
 * The themes of the listed comments in a row of constant height, so that the list doesn't move when they arrive. Themes
 * that don't fit are in a menu.
 */
export function ThemeRow({ themes, selected }: ThemeRowProps): VNode {
  const store = usePanelStore();
  const { number } = formats;
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const fit = (): void => {
      const chips = [...element.children].filter((chip) => chip instanceof HTMLElement);
      for (const chip of chips) chip.dataset["fits"] = String(chip.offsetTop === chips[0]?.offsetTop);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [themes]);
  const select = (key: string): void => {
    const { theme: before, ...rest } = store.state().query;
    store.askFor({ ...rest, ...(before !== key && { theme: key }) });
  };
  return (
    <div class="dwf-themes" role="group" aria-label={translate("Themes")}>
      <span class="dwf-themes-name" title={translate("Words that several of the listed comments contain")}>
        {translate("Themes")}
      </span>
      {themes && themes.length > 0 ? (
        <>
          <div class="dwf-themes-room" ref={room}>
            {themes.map((theme) => (
              <button
                key={theme.key}
                type="button"
                class="dwf-chip"
                aria-pressed={theme.key === selected}
                data-set={theme.key === selected}
                title={describe(theme)}
                onClick={() => select(theme.key)}
              >
                <VisibleText text={theme.label} /> <span class="dwf-count">{number(theme.count)}</span>
              </button>
            ))}
          </div>
          <MenuChip label={translate("All themes")} side="right">
            {(close) =>
              themes.map((theme) => (
                <button
                  key={theme.key}
                  type="button"
                  class="dwf-choice"
                  aria-pressed={theme.key === selected}
                  title={describe(theme)}
                  onClick={() => {
                    select(theme.key);
                    close();
                  }}
                >
                  <span class="dwf-choice-name">
                    <VisibleText text={theme.label} />
                  </span>
                  <span class="dwf-count">{number(theme.count)}</span>
                </button>
              ))
            }
          </MenuChip>
        </>
      ) : (
        themes && <span class="dwf-words">{translate("No themes found in the listed comments.")}</span>
      )}
    </div>
  );
}

function describe({ count, down }: CommentTheme): string {
  return translate("Comments: {0} (not helpful: {1})", count, down);
}
