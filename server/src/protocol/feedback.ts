/**
 * Messages for finding the paths and snippets of reader feedback on the site. The server gets paths, code, and numbers,
 * but never an API key, a comment, or a contact.
 */
import { notification, notification0, request } from "./message.ts";
import type { LocalizedMessage } from "../core/text/message.ts";
import type { PlaceRange } from "./site.ts";

export type { LocalizedMessage };
export type { Translate } from "../core/text/message.ts";

/**
 * Returns the file for each path of a feedback entry, in the same order. With `git` (initializationOptions), it follows
 * renames in the history.
 */
export const joinFeedback = request<JoinFeedback, JoinedPath[]>("docwright/joinFeedback");
export interface JoinFeedback {
  /**
   * The paths as the service reports them, at most 10,000: `/guides/start`, `https://docs.example.com/de/start?x#y`.
   */
  readonly paths: readonly string[];
}
export type JoinedPath = JoinedPage | JoinedOperation | UnjoinedPath;
export interface JoinedPage {
  readonly kind: "page";
  readonly uri: string;
  /** The range of the title in frontmatter, or of the first line. */
  readonly range: PlaceRange;
  readonly title: string;
  /** `/guides/start`. */
  readonly url: string;
  /**
   * How the page was found: by its URL, a redirect, a rename in the Git history, or as the nearest version or language.
   */
  readonly by: "address" | "redirect" | "rename" | "version" | "language";
  /** The labels of the navigation sections and groups above the page, such as `["Guides", "Basics"]`. */
  readonly groups: readonly string[];
}
/** A page that the service generates from a specification. */
export interface JoinedOperation {
  readonly kind: "operation";
  /** The URI of the specification. */
  readonly uri: string;
  readonly range: PlaceRange;
  readonly title: string;
  readonly url: string;
  /** `GET /users`. */
  readonly operation: string;
  readonly by: JoinedPage["by"];
  readonly groups: readonly string[];
}
export interface UnjoinedPath {
  readonly kind: "unknown";
  /** A sentence, such as “No page on this site has ever had this URL.” */
  readonly reason: string;
  /** The reason as sentences that are translated when they're shown. */
  readonly localizedReasons?: readonly LocalizedMessage[];
}

/** Notifies a client that has requested `joinFeedback` or `placeSnippets` that the results may have changed. */
export const feedbackJoinsChanged = notification0("docwright/feedbackJoinsChanged");

/** Finds the code blocks that snippets are about in the editor's current text. The results are in the same order. */
export const placeSnippets = request<PlaceSnippets, LocatedSnippet[]>("docwright/placeSnippets");
export interface PlaceSnippets {
  readonly uri: string;
  readonly snippets: readonly SnippetToPlace[];
}
export interface SnippetToPlace {
  readonly code: string;
  readonly filename?: string;
  readonly lang?: string;
  /**
   * The time when the reader saw the page, in milliseconds since 1970. With `git`, the block is located in the version
   * from that time.
   */
  readonly time?: number;
  /** The anchor that the server returned last time, used to find a block that has changed since. */
  readonly anchor?: SnippetAnchor;
}
export interface LocatedSnippet {
  /** The URI of the file from which the page imports the block. Absent if the block is in the page itself. */
  readonly uri?: string;
  /** The range of the block with its fences. Absent if the block was removed or can't be distinguished from others. */
  readonly range?: PlaceRange;
  /** The anchor to send with the next request. Absent if there is no range. */
  readonly anchor?: SnippetAnchor;
}
/** The position and surroundings of a block. */
export interface SnippetAnchor {
  /** The block's code when it was last found. */
  readonly code: string;
  readonly lang?: string;
  readonly filename?: string;
  /** The slugs of the headings above the block. */
  readonly headings: readonly string[];
  /** The zero-based index of the block under its heading. */
  readonly ordinal: number;
  /** The zero-based index among the blocks on the page with the same code. */
  readonly nth?: number;
  /**
   * The nearest nonblank lines before and after the block, with at most 80 characters each. Empty at the start or end
   * of a page.
   */
  readonly before?: string;
  readonly after?: string;
  /**
   * Marks of the blocks around it, of which there are at most 40. They prevent this block from being confused with one
   * that was recognized as a different block.
   */
  readonly others?: readonly string[];
}

/** Returns the URIs of the files that import a file, directly or indirectly, at most 200. */
export const pagesShowing = request<PagesShowing, string[]>("docwright/pagesShowing");
export interface PagesShowing {
  readonly uri: string;
}

/** Sends readers' ratings of each page to the server, for hovers and the navigation tree. */
export const feedbackRatings = notification<FeedbackRatings>("docwright/feedbackRatings");
export interface FeedbackRatings {
  readonly pages: readonly RatedPage[];
}
export interface RatedPage {
  /** The URI of the page's file, or of the specification. */
  readonly uri: string;
  /** The operation of a generated page, such as `GET /users`. */
  readonly operation?: string;
  readonly up: number;
  readonly down: number;
  /** The number of open entries that have a comment. */
  readonly open: number;
  /** The label for that number in the editor's language, such as `3 open comments`. */
  readonly label?: string;
}
