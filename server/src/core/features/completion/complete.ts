import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { type PageCursor, findPageCursor } from "../cursor/page-cursor.ts";
import { completeCodeMeta, completeLanguages, completeVariables } from "./complete-code.ts";
import { completeClosingTags, completeComponents, completeProps, completePropValues } from "./complete-components.ts";
import { completeConfig, completeSiteSettings } from "./complete-config.ts";
import { completeFrontmatter } from "./complete-frontmatter.ts";
import { completeExports, completeImportSources } from "./complete-imports.ts";
import { completeLinks, completeMediaFiles } from "./complete-links.ts";
import {
  type Completion,
  type CompletionRequest,
  type Completions,
  type DelegatedFeatures,
  emptyCompletions,
  noDelegatedFeatures,
  type Suggestion,
  type TypedRange,
  removeDelegatedSuggestions,
} from "./completion.ts";
import { createPageCaret, type PageCaret } from "./context.ts";
import { chooseSuggestions } from "./ranking.ts";

/** Returns the completion items at an offset on a page. */
function completePage(
  { site, file, text, offset }: CompletionRequest,
  delegatedFeatures: DelegatedFeatures = noDelegatedFeatures,
): Completions {
  const cursor = findPageCursor(text, offset);
  if (cursor.kind === "text") return emptyCompletions;
  const range = cursor.kind === "frontmatter" ? cursor.frontmatterCursor : getRangeWithoutAnchor(cursor, offset, text);
  const suggestions = suggestAtCaret(createPageCaret(site, file, text, offset), cursor);
  const choice = chooseSuggestions(removeDelegatedSuggestions(suggestions, cursor, delegatedFeatures), range.typedText);
  const isLinkTarget = cursor.kind === "link" || cursor.kind === "image";
  const closedSuggestions = isLinkTarget
    ? choice.suggestions.map((suggestion) => closeLinkTarget(suggestion, cursor.needsClosing))
    : choice.suggestions;
  return {
    items: closedSuggestions.map((suggestion) => toCompletion(suggestion, range, text)),
    isComplete: choice.isComplete,
  };
}

function suggestAtCaret(caret: PageCaret, cursor: Exclude<PageCursor, { kind: "text" }>): Suggestion[] {
  switch (cursor.kind) {
    case "frontmatter":
      return completeFrontmatter(caret, cursor.frontmatterCursor);
    case "tag-name":
      return completeComponents(caret, cursor);
    case "closing-tag":
      return completeClosingTags(caret, cursor);
    case "attribute-name":
      return completeProps(caret, cursor);
    case "attribute-value":
      return completePropValues(caret, cursor);
    case "link":
      return completeLinks(caret, cursor.typedText, cursor.text);
    case "image":
      return completeMediaFiles(caret, cursor.typedText, cursor.text);
    case "import-source":
      return completeImportSources(caret, cursor);
    case "import-name":
      return completeExports(caret, cursor);
    case "variable":
      return completeVariables(caret, cursor);
    case "code-language":
      return completeLanguages(caret, cursor);
    case "code-meta":
      return completeCodeMeta(caret, cursor);
  }
}

/** Encodes characters that would end a Markdown link's target, and adds the closing parenthesis if it's missing. */
function closeLinkTarget(suggestion: Suggestion, needsClosing: boolean): Suggestion {
  const target = suggestion.text.replace(/[ ()<>]/g, (char) =>
    encodeURIComponent(char).replace("(", "%28").replace(")", "%29"),
  );
  return { ...suggestion, text: `${target}${needsClosing ? ")" : ""}` };
}

/**
 * Returns the range to replace. If the link already has an anchor after the caret, the range excludes that anchor to
 * preserve it.
 */
function getRangeWithoutAnchor(
  cursor: Exclude<PageCursor, { kind: "text" | "frontmatter" }>,
  offset: number,
  text: string,
): TypedRange {
  const { replace, typedText } = cursor;
  const isLink = cursor.kind === "link" || (cursor.kind === "attribute-value" && /^(href|url)$/.test(cursor.attribute));
  const hashIndex = isLink ? text.slice(offset, replace.end).indexOf("#") : -1;
  return hashIndex < 0 || typedText.includes("#")
    ? { replace, typedText }
    : { replace: { start: replace.start, end: offset + hashIndex }, typedText };
}

function toCompletion(
  { additionalEdits, ...suggestion }: Suggestion,
  { replace: replaceRange }: TypedRange,
  text: string,
): Completion {
  const quote = /^["']/.exec(text.slice(replaceRange.start, replaceRange.end))?.[0] ?? "";
  return {
    ...suggestion,
    edit: { range: replaceRange, newText: suggestion.text },
    additionalEdits: additionalEdits ?? [],
    filterText: `${quote}${suggestion.label}${suggestion.searchText === undefined ? "" : ` ${suggestion.searchText}`}`,
  };
}

/**
 * Returns the completion items at an offset in any of the site's files, with the most likely items first. `text` is the
 * current text, which may be incomplete. Suggestions for the features in `delegatedFeatures` are omitted, because other
 * editor extensions provide them.
 */
export function complete(
  site: Site,
  file: SitePath,
  text: string,
  offset: number,
  delegatedFeatures: DelegatedFeatures = noDelegatedFeatures,
): Completions {
  const request = { site, file, text, offset };
  if (file === ".docwright.json") return completeSiteSettings(request);
  if (/\.mdx?$/i.test(file)) return completePage(request, delegatedFeatures);
  return /\.json$/i.test(file) ? completeConfig(request) : emptyCompletions;
}
