import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { type PageCursor, pageCursorAt } from "../cursor/page-cursor.ts";
import { completeCodeMeta, completeLanguages, completeVariables } from "./complete-code.ts";
import {
  completeClosingTags,
  completeComponents,
  completeProps,
  completePropValues,
} from "./complete-components.ts";
import { completeConfig, completeSiteSettings } from "./complete-config.ts";
import { completeFrontmatter } from "./complete-frontmatter.ts";
import { completeExports, completeImportSources } from "./complete-imports.ts";
import { completeLinks, completeMedia } from "./complete-links.ts";
import {
  type Completion,
  type CompletionRequest,
  type Completions,
  type DelegatedFeatures,
  noCompletions,
  noFeaturesDelegated,
  type Offer,
  type TypedRange,
  withoutDelegated,
} from "./completion.ts";
import { pageCaret, type PageCaret } from "./context.ts";
import { chooseOffers } from "./ranking.ts";

/** Returns the completion items at an offset on a page. */
function completePage(
  { site, file, text, offset }: CompletionRequest,
  delegated: DelegatedFeatures = noFeaturesDelegated,
): Completions {
  const cursor = pageCursorAt(text, offset);
  if (cursor.kind === "text") return noCompletions;
  const range = cursor.kind === "frontmatter" ? cursor.at : withoutAnchor(cursor, offset, text);
  const offers = offersAt(pageCaret(site, file, text, offset), cursor);
  const chosen = chooseOffers(withoutDelegated(offers, cursor, delegated), range.typed);
  const isTarget = cursor.kind === "link" || cursor.kind === "image";
  const closedOffers = isTarget
    ? chosen.offers.map((offer) => addClosing(offer, cursor.needsClosing))
    : chosen.offers;
  return {
    items: closedOffers.map((offer) => toCompletion(offer, range, text)),
    isComplete: chosen.isComplete,
  };
}

function offersAt(caret: PageCaret, cursor: Exclude<PageCursor, { kind: "text" }>): Offer[] {
  switch (cursor.kind) {
    case "frontmatter":
      return completeFrontmatter(caret, cursor.at);
    case "tag-name":
      return completeComponents(caret, cursor);
    case "closing-tag":
      return completeClosingTags(caret, cursor);
    case "attribute-name":
      return completeProps(caret, cursor);
    case "attribute-value":
      return completePropValues(caret, cursor);
    case "link":
      return completeLinks(caret, cursor.typed, cursor.text);
    case "image":
      return completeMedia(caret, cursor.typed, cursor.text);
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
function addClosing(offer: Offer, needsClosing: boolean): Offer {
  const target = offer.text.replace(/[ ()<>]/g, (char) =>
    encodeURIComponent(char).replace("(", "%28").replace(")", "%29"),
  );
  return { ...offer, text: `${target}${needsClosing ? ")" : ""}` };
}

/**
 * Returns the range to replace. If the link already has an anchor after the caret, the range excludes that anchor to
 * preserve it.
 */
function withoutAnchor(
  cursor: Exclude<PageCursor, { kind: "text" | "frontmatter" }>,
  offset: number,
  text: string,
): TypedRange {
  const { replace, typed } = cursor;
  const isLink =
    cursor.kind === "link" || (cursor.kind === "attribute-value" && /^(href|url)$/.test(cursor.attribute));
  const hash = isLink ? text.slice(offset, replace.end).indexOf("#") : -1;
  return hash < 0 || typed.includes("#")
    ? { replace, typed }
    : { replace: { start: replace.start, end: offset + hash }, typed };
}

function toCompletion({ more, ...offer }: Offer, { replace }: TypedRange, text: string): Completion {
  const quote = /^["']/.exec(text.slice(replace.start, replace.end))?.[0] ?? "";
  return {
    ...offer,
    edit: { range: replace, newText: offer.text },
    more: more ?? [],
    filter: `${quote}${offer.label}${offer.searchText === undefined ? "" : ` ${offer.searchText}`}`,
  };
}

/**
 * Returns the completion items at an offset in any of the site's files, with the most likely items first. `text` is the
 * current text, which may be incomplete. Offers for the features in `delegated` are omitted, because other editor extensions
 * provide them.
 */
export function complete(
  site: Site,
  file: SitePath,
  text: string,
  offset: number,
  delegated: DelegatedFeatures = noFeaturesDelegated,
): Completions {
  const request = { site, file, text, offset };
  if (file === ".docwright.json") return completeSiteSettings(request);
  if (/\.mdx?$/i.test(file)) return completePage(request, delegated);
  return /\.json$/i.test(file) ? completeConfig(request) : noCompletions;
}
