import { escapeAttribute, formatLanguageAttributes, type DocumentLanguage } from "../../core/text/page-language.ts";
import type { SiteAnalytics } from "../entries/analytics.ts";
import type { CountedName, PanelAnalytics, PanelData } from "../view/panel-model.ts";
import { type EntryColumns, entryFlags } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";

export interface PanelDocument {
  /** A value from `randomBytes(16)` that is unique for each document. */
  readonly nonce: string;
  /** The URLs of a script and a style in `dist/webview`, which the page is allowed to load. */
  readonly script: string;
  readonly style: string;
  readonly language: DocumentLanguage;
}

/**
 * Returns the HTML for the feedback panel or the Site Overview. The document contains Docwright's own script and style,
 * and a policy that blocks all other resources and connections.
 */
export function createPanelDocument({ nonce, script, style, language }: PanelDocument): string {
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
<html ${formatLanguageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docwright</title>
<link rel="stylesheet" nonce="${escapeAttribute(nonce)}" href="${escapeAttribute(style)}">
</head>
<body>
<script type="module" nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(script)}"></script>
</body>
</html>
`;
}

/** The maximum number of sources and statuses to choose from. A longer list wouldn't be useful. */
const maxNames = 40;
const maxNameLength = 200;

/** Returns the data that the panel shows around the list. */
export function getPanelData({ state, columns }: EntryIndex): PanelData {
  const { isNew, comment } = entryFlags;
  let [newEntryCount, commentCount] = [0, 0];
  for (const flag of columns.flags) {
    if ((flag & isNew) !== 0) newEntryCount++;
    if ((flag & comment) !== 0) commentCount++;
  }
  const { project, freshness, budget, hasKey, analytics } = state;
  return {
    ...(project && { project }),
    hasKey: hasKey ?? true,
    freshness,
    budget,
    entryCount: state.entries.length,
    newEntryCount,
    commentCount,
    ...(analytics && { analytics: removePages(analytics) }),
    sources: countNames(columns.sources, columns),
    statuses: countNames(columns.statuses, columns),
  };
}

/**
 * Returns the analytics without the views of each page. The panel needs the views of only a few pages, and they're sent
 * along with those pages.
 */
function removePages({ views, ...otherAnalytics }: SiteAnalytics): PanelAnalytics {
  return { ...otherAnalytics, ...(views && { views: { human: views.human, ai: views.ai } }) };
}

function countNames(column: Uint32Array, { names }: EntryColumns): readonly CountedName[] {
  const counts = new Uint32Array(names.length);
  for (const number of column) counts[number] = (counts[number] ?? 0) + 1;
  return names
    .map((name, number) => ({ name, count: counts[number] ?? 0 }))
    .filter(({ name, count }) => count > 0 && name.length <= maxNameLength)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxNames);
}
