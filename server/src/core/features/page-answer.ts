import { components } from "../page/components/components.ts";
import type { Offer } from "./completion.ts";
import type { PageCursor } from "./page-caret.ts";

/** What another extension of the editor may answer in pages, so that Docwright leaves it out. */
export const pageAnswers = ["component-completion", "prop-completion", "component-hover"] as const;
export type PageAnswer = (typeof pageAnswers)[number];

/** The answers that others give; none where nothing is known of them. */
export type LeftToOthers = ReadonlySet<PageAnswer>;

export const nothingLeft: LeftToOthers = new Set();

/** What an editor reports, of which only the names that are known count. */
export function readLeft(reported: unknown): LeftToOthers {
  const names: readonly unknown[] = Array.isArray(reported) ? reported : [];
  return names.length === 0 ? nothingLeft : new Set(pageAnswers.filter((answer) => names.includes(answer)));
}

/**
 * The offers that others do not make: components whose import has still to be written, elements of HTML, and
 * values that the site is asked for, as pages, files and icons.
 */
export function withoutLeft(offers: Offer[], cursor: PageCursor, left: LeftToOthers): Offer[] {
  switch (cursor.kind) {
    case "tag-name":
      return left.has("component-completion") ? offers.filter(isOnlyOurs) : offers;
    case "closing-tag":
      return left.has("component-completion") ? [] : offers;
    case "attribute-name":
      return left.has("prop-completion") ? [] : offers;
    case "attribute-value": {
      const prop = components.get(cursor.tag.name)?.props.get(cursor.attribute);
      return left.has("prop-completion") && prop?.values ? [] : offers;
    }
    default:
      return offers;
  }
}

function isOnlyOurs({ kind, label, more }: Offer): boolean {
  return more !== undefined || (kind !== "snippet" && !components.has(label));
}
