import type { VNode } from "preact";
import type { FrameChoice, FrameLevel } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { useOwnId } from "../components/use-id.ts";
import { FrameGlyph } from "./frame-glyph.tsx";
import { languageName } from "./language-name.ts";
import { ChromeLink, LinkIcon } from "./link-parts.tsx";
import { usePopup } from "./use-popup.ts";

interface SwitcherProps {
  readonly level: FrameLevel;
  /** Where the same page is in another language or version, by the index of the choice. */
  readonly same?: ReadonlyMap<number, string>;
}

const levelNames: Readonly<Partial<Record<FrameLevel["kind"], string>>> = {
  product: "Product",
  language: "Language",
  version: "Version",
  dropdown: "Section",
};

/** A choice between products, versions, languages or sections: the present one on a button, all of them in a list below. */
export function Switcher({ level, same }: SwitcherProps): VNode | null {
  const { root, open, setOpen, onKeyDown } = usePopup();
  const id = useOwnId();
  const { kind, choices } = level;
  const current = choices[level.current ?? -1];
  const name = levelNames[kind] ?? "Section";
  if (choices.length === 0) return null;
  return (
    <div ref={root} class={`dw-site-switcher dw-site-switcher-${kind}`} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="dw-site-switcher-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {current && <span class="dw-site-unseen">{name}: </span>}
        {kind === "language" && <FrameGlyph name="globe" />}
        <LinkIcon icon={current?.icon} color={current?.color} />
        <span class="dw-site-switcher-words">
          <span>{current ? labelOf(kind, current) : name}</span>
          {kind !== "version" && current?.description !== undefined && (
            <span class="dw-site-choice-description">{current.description}</span>
          )}
        </span>
        {current?.tag !== undefined && <span class="dw-site-tag">{current.tag}</span>}
        <Glyph name="down" class="dw-site-switcher-arrow" />
      </button>
      <div id={id} class="dw-site-popup" data-popup hidden={!open}>
        <ul aria-label={name}>
          {choices.map((choice, index) => {
            const href = same?.get(index) ?? choice.href;
            return (
              <li key={index}>
                <ChoiceLink
                  kind={kind}
                  choice={{ ...choice, ...(href !== undefined && { href }) }}
                  current={index === level.current}
                  onChosen={() => setOpen(false)}
                />
                {choice.menu && (
                  <ul class="dw-site-choice-menu" aria-label={choice.label}>
                    {choice.menu.map((item, place) => (
                      <li key={place}>
                        <ChoiceLink
                          kind="item"
                          choice={item}
                          current={index === level.current && place === choice.currentItem}
                          onChosen={() => setOpen(false)}
                        />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

interface ChoiceLinkProps {
  readonly kind: FrameLevel["kind"];
  readonly choice: FrameChoice;
  readonly current: boolean;
  readonly onChosen: () => void;
}

/** One line of a list of choices. */
export function ChoiceLink({ kind, choice, current, onChosen }: ChoiceLinkProps): VNode {
  return (
    <div class="dw-site-choice" onClick={onChosen}>
      <ChromeLink link={choice} class="dw-site-choice-link" current={current ? "true" : undefined}>
        <LinkIcon icon={choice.icon} color={choice.color} />
        <span class="dw-site-choice-words">
          <span class="dw-site-choice-label">{labelOf(kind, choice)}</span>
          {choice.description !== undefined && (
            <span class="dw-site-choice-description">{choice.description}</span>
          )}
        </span>
        {choice.tag !== undefined && <span class="dw-site-tag">{choice.tag}</span>}
        {kind === "version" && choice.isDefault && choice.tag === undefined && (
          <span class="dw-site-tag dw-site-tag-quiet">Default</span>
        )}
        {choice.external && <Glyph name="outward" class="dw-site-choice-mark" />}
        {current && <Glyph name="check" class="dw-site-choice-mark" />}
      </ChromeLink>
    </div>
  );
}

function labelOf(kind: FrameLevel["kind"], { label }: FrameChoice): string {
  return kind === "language" ? languageName(label) : label;
}
