import { findTranslatedLanguage, type TranslatedLanguage } from "../../core/text/display-language.ts";
import type { CountedName, PanelFacts } from "../view/panel-model.ts";
import { type EntryColumns, entryFlag } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";

export interface PanelDocument {
  /** Unique for each document, from `randomBytes(16)`. */
  readonly nonce: string;
  /** URLs of `dist/webview/feedback.js` and `feedback.css`, which the page is allowed to load. */
  readonly script: string;
  readonly style: string;
  readonly language: Pick<PanelLanguage, "tag" | "locale">;
  /** The page's message table from `panel-words`, absent for English. */
  readonly words?: unknown;
}

/**
 * Returns the HTML of the feedback panel. It contains our own script and style, and a policy that forbids all other
 * loading and connections.
 */
export function panelDocument({ nonce, script, style, language, words }: PanelDocument): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="${escaped(language.tag)}" dir="${directionOf(language.tag)}" data-locale="${escaped(language.locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docwright</title>
<link rel="stylesheet" nonce="${escaped(nonce)}" href="${escaped(style)}">
</head>
<body>
<script type="application/json" id="dwf-words">${data(words ?? {})}</script>
<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

/** No translation of the panel is right-to-left yet. Adding one needs only its message table. */
function directionOf(tag: string): "ltr" | "rtl" {
  return /^(ar|fa|he|ur|yi)\b/i.test(tag) ? "rtl" : "ltr";
}

/** Returns JSON that can't close the element that contains it. */
function data(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The language of the panel. */
export interface PanelLanguage {
  /** Its message table, `dist/webview/panel-words/NAME.json.br`; absent for English. */
  readonly table?: TranslatedLanguage;
  /** The language of the messages, for `<html lang>`. */
  readonly tag: string;
  /** Formats dates and numbers. It's the same language as the messages, so a sentence never mixes two languages. */
  readonly locale: string;
}

const tags: Readonly<Record<TranslatedLanguage, string>> = {
  de: "de",
  es: "es",
  fr: "fr",
  ja: "ja",
  "pt-br": "pt-BR",
  "zh-cn": "zh-CN",
};

/** Returns the panel language closest to VS Code's display language (`de-AT`, `pt-br`), or English if there is none. */
export function panelLanguage(displayLanguage: string): PanelLanguage {
  if (/^en\b/i.test(displayLanguage)) return { tag: "en", locale: displayLanguage };
  const table = findTranslatedLanguage(displayLanguage);
  // English sentences need English dates.
  return table ? { table, tag: tags[table], locale: displayLanguage } : { tag: "en", locale: "en" };
}

/** The maximum number of choices. More aren't useful. */
const maxNames = 40;
const maxNameLength = 200;

/** Returns the data shown around the list. */
export function panelFacts({ state, columns }: EntryIndex): PanelFacts {
  let delta = 0;
  for (const flag of columns.flags) if ((flag & entryFlag.isNew) !== 0) delta++;
  const { project, freshness, budget, hasKey } = state;
  return {
    ...(project && { project }),
    hasKey: hasKey ?? true,
    freshness,
    budget,
    total: state.entries.length,
    news: delta,
    sources: counted(columns.sources, columns),
    statuses: counted(columns.statuses, columns),
  };
}

function counted(column: Uint32Array, { names }: EntryColumns): readonly CountedName[] {
  const counts = new Uint32Array(names.length);
  for (const number of column) counts[number] = (counts[number] ?? 0) + 1;
  return names
    .map((name, number) => ({ name, count: counts[number] ?? 0 }))
    .filter(({ name, count }) => count > 0 && name.length <= maxNameLength)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxNames);
}
