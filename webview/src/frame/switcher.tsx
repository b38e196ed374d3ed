import type { VNode } from "preact";
import type { FrameChoice, FrameLevel } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/icon.tsx";
import { useUniqueId } from "../components/tabs.tsx";
import { ChromeLink, FrameGlyph, LinkIcon } from "./links.tsx";
import { usePopup } from "../components/popup.ts";

/**
 * The names of the service's languages, each in the language itself, from the Unicode CLDR, with an initial capital
 * letter. The names are hard-coded because loading its own table takes a browser 20 ms before the first paint.
 */
// prettier-ignore
const languageNames: Readonly<Record<string, string>> = {
  "ar": "العربية", "ca": "Català", "cs": "Čeština", "cn": "简体中文", "zh-Hant": "繁體中文", "nl": "Nederlands",
  "en": "English", "fi": "Suomi", "fr": "Français", "de": "Deutsch", "he": "עברית", "hi": "हिन्दी", "hu": "Magyar",
  "id": "Indonesia", "it": "Italiano", "jp": "日本語", "ko": "한국어", "lv": "Latviešu", "no": "Norsk", "pl": "Polski",
  "pt-BR": "Português (Brasil)", "ro": "Română", "ru": "Русский", "es": "Español", "sv": "Svenska", "tr": "Türkçe",
  "uk": "Українська", "uz": "O‘zbek", "vi": "Tiếng Việt", "zh": "中文", "zh-Hans": "简体中文", "zh-CN": "中文（中国）",
  "zh-TW": "中文（台灣）", "fr-CA": "Français canadien", "fr-ca": "Français canadien", "ja": "日本語", "ja-jp": "日本語",
  "ja-JP": "日本語 (日本)", "pt": "Português", "da": "Dansk",
};

/** Returns a language's name in that language, such as `Deutsch` for `de`, or the code if the language is unknown. */
export function getLanguageName(code: string): string {
  if (Object.hasOwn(languageNames, code)) return languageNames[code] ?? code;
  try {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}

interface SwitcherProps {
  readonly level: FrameLevel;
  /** The URL of the same page in another language or version, by the index of the choice. */
  readonly counterparts?: ReadonlyMap<number, string>;
}

const levelNames: Readonly<Partial<Record<FrameLevel["kind"], string>>> = {
  product: "Product",
  language: "Language",
  version: "Version",
  dropdown: "Section",
};

/**
 * A switcher between products, versions, languages, or sections. Its button shows the current choice and opens a list
 * of all choices.
 */
export function Switcher({ level, counterparts }: SwitcherProps): VNode | null {
  const { root, open, setOpen, onKeyDown } = usePopup();
  const id = useUniqueId();
  const { kind, choices } = level;
  const currentChoice = choices[level.current ?? -1];
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
        {currentChoice && <span class="dw-site-unseen">{name}: </span>}
        {kind === "language" && <FrameGlyph name="globe" />}
        <LinkIcon icon={currentChoice?.icon} color={currentChoice?.color} />
        <span class="dw-site-switcher-words">
          <span>{currentChoice ? getLabel(kind, currentChoice) : name}</span>
          {kind !== "version" && currentChoice?.description !== undefined && (
            <span class="dw-site-choice-description">{currentChoice.description}</span>
          )}
        </span>
        {currentChoice?.tag !== undefined && <span class="dw-site-tag">{currentChoice.tag}</span>}
        <Glyph name="down" class="dw-site-switcher-arrow" />
      </button>
      <div id={id} class="dw-site-popup" data-popup hidden={!open}>
        <ul aria-label={name}>
          {choices.map((choice, index) => {
            const href = counterparts?.get(index) ?? choice.href;
            return (
              <li key={index}>
                <ChoiceLink
                  kind={kind}
                  choice={{ ...choice, ...(href !== undefined && { href }) }}
                  isCurrent={index === level.current}
                  onChosen={() => setOpen(false)}
                />
                {choice.menu && (
                  <ul class="dw-site-choice-menu" aria-label={choice.label}>
                    {choice.menu.map((item, itemIndex) => (
                      <li key={itemIndex}>
                        <ChoiceLink
                          kind="item"
                          choice={item}
                          isCurrent={index === level.current && itemIndex === choice.currentItemIndex}
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
  readonly isCurrent: boolean;
  readonly onChosen: () => void;
}

/** One item in a list of choices. */
export function ChoiceLink({ kind, choice, isCurrent, onChosen }: ChoiceLinkProps): VNode {
  return (
    <div class="dw-site-choice" onClick={onChosen}>
      <ChromeLink link={choice} class="dw-site-choice-link" current={isCurrent ? "true" : undefined}>
        <LinkIcon icon={choice.icon} color={choice.color} />
        <span class="dw-site-choice-words">
          <span class="dw-site-choice-label">{getLabel(kind, choice)}</span>
          {choice.description !== undefined && <span class="dw-site-choice-description">{choice.description}</span>}
        </span>
        {choice.tag !== undefined && <span class="dw-site-tag">{choice.tag}</span>}
        {kind === "version" && choice.isDefault && choice.tag === undefined && (
          <span class="dw-site-tag dw-site-tag-quiet">Default</span>
        )}
        {choice.isExternal && <Glyph name="outward" class="dw-site-choice-mark" />}
        {isCurrent && <Glyph name="check" class="dw-site-choice-mark" />}
      </ChromeLink>
    </div>
  );
}

function getLabel(kind: FrameLevel["kind"], { label }: FrameChoice): string {
  return kind === "language" ? getLanguageName(label) : label;
}
