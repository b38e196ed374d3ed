import type { RatePage } from "../core/features/hover/describe-page.ts";
import type { FeedbackRatings as Ratings, RatedPage } from "../protocol/feedback.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { join } from "node:path";
import { pathOfUri } from "./file-uri.ts";

const mostPages = 100_000;

/** What readers think of each page, as the editor has told it last; it is kept in memory alone. */
export class FeedbackRatings {
  #byPage: ReadonlyMap<string, RatedPage> = new Map();

  /** Whatever is no rating is left out. */
  keep({ pages }: Ratings): void {
    const known = new Map<string, RatedPage>();
    const given: readonly unknown[] = Array.isArray(pages) ? pages.slice(0, mostPages) : [];
    for (const page of given.filter(isRated)) {
      const path = pathOfUri(page.uri);
      if (path !== undefined) known.set(keyOf(path, page.operation), page);
    }
    this.#byPage = known;
  }

  /** For the features of one site; undefined while nothing is known, so that these do not look. */
  of(live: LiveSite): RatePage | undefined {
    if (this.#byPage.size === 0) return undefined;
    return (file, operation) => this.#byPage.get(keyOf(join(live.root, file), operation));
  }
}

function keyOf(path: string, operation: string | undefined): string {
  return `${path}\n${operation ?? ""}`;
}

function isRated(page: unknown): page is RatedPage {
  if (typeof page !== "object" || page === null) return false;
  const { uri, operation, up, down, open, words }: { readonly [K in keyof RatedPage]?: unknown } = page;
  return (
    typeof uri === "string" &&
    (operation === undefined || typeof operation === "string") &&
    (words === undefined || (typeof words === "string" && words.length <= 100)) &&
    [up, down, open].every((count) => typeof count === "number" && Number.isSafeInteger(count) && count >= 0)
  );
}
