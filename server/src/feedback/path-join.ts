import type { Said } from "../core/text/message.ts";
import type { SitePath, TextRange } from "../core/text/text-edit.ts";

/** What a path of the service names on a site. */
export type PathJoin = PageJoin | OperationJoin | NoJoin;

/** How a page was found; of several steps the least sure. `version` and `language`: the nearest of those that there are. */
export type FoundBy = "address" | "redirect" | "rename" | "version" | "language";

interface FoundJoin {
  /** Of the page, or the specification. */
  readonly file: SitePath;
  /** Of the title in frontmatter, else of the first line; of an operation's method. */
  readonly range: TextRange;
  readonly title: string;
  /** `/guides/start`. */
  readonly url: string;
  readonly by: FoundBy;
  /** Labels of the navigation above it: `["Guides", "Basics"]`. */
  readonly groups: readonly string[];
}

export interface PageJoin extends FoundJoin {
  readonly kind: "page";
}

/** A page that the service makes of a specification. */
export interface OperationJoin extends FoundJoin {
  readonly kind: "operation";
  /** `GET /users`; `WEBHOOK order.paid` and `CHANNEL chat` for what has no method. */
  readonly operation: string;
}

export interface NoJoin {
  readonly kind: "unknown";
  /** A sentence: “No page of this site has had this address.” */
  readonly reason: string;
  /** The same, to be said in another language. */
  readonly said: readonly Said[];
}
