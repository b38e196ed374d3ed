/**
 * Locates the paths and snippets in reader feedback on the site. The server gets paths, code, and numbers, but never an
 * API key, a comment, or a contact.
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
  /** As the service reports them, at most 10,000: `/guides/start`, `https://docs.example.com/de/start?x#y`. */
  readonly paths: readonly string[];
}
export type JoinedPath = JoinedPage | JoinedOperation | UnjoinedPath;
export interface JoinedPage {
  readonly kind: "page";
  readonly uri: string;
  /** Range of its title in frontmatter, or of its first line. */
  readonly range: PlaceRange;
  readonly title: string;
  /** `/guides/start`. */
  readonly url: string;
  /**
   * How the page was found: by its URL, a redirect, a rename in the Git history, or as the nearest version or language.
   */
  readonly by: "address" | "redirect" | "rename" | "version" | "language";
  /** Labels of the navigation sections and groups above it: `["Guides", "Basics"]`. */
  readonly groups: readonly string[];
}
/** A page that the service generates from a specification. */
export interface JoinedOperation {
  readonly kind: "operation";
  /** URI of the specification. */
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
  /** A sentence: “No page on this site has ever had this URL.” */
  readonly reason: string;
  /** The reason as sentences, to translate where they're shown. */
  readonly localizedReasons?: readonly LocalizedMessage[];
}

/** Tells a client that has requested `joinFeedback` or `placeSnippets` that the results may have changed. */
export const feedbackJoinsChanged = notification0("docwright/feedbackJoinsChanged");

/** Finds the code blocks that snippets are about in the editor's current text, in the same order. */
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
   * When the reader saw the page, in milliseconds since 1970. With `git`, the block is located in the version from that
   * time.
   */
  readonly time?: number;
  /** The anchor that the server returned last time, used to find a block that has changed since. */
  readonly anchor?: SnippetAnchor;
}
export interface LocatedSnippet {
  /** URI of the file that the page imports the block from. Absent if the block is in the page itself. */
  readonly uri?: string;
  /** Range of the block with its fences. Absent if it was removed, or can't be distinguished from others. */
  readonly range?: PlaceRange;
  /** To be sent with the next request. Absent without a range. */
  readonly anchor?: SnippetAnchor;
}
/** Position and surroundings of a block. */
export interface SnippetAnchor {
  /** The block's code when it was last found. */
  readonly code: string;
  readonly lang?: string;
  readonly filename?: string;
  /** Slugs of the headings above it. */
  readonly headings: readonly string[];
  /** Zero-based index of the block under its heading. */
  readonly ordinal: number;
  /** Zero-based index among the blocks on the page with the same code. */
  readonly nth?: number;
  /**
   * The nearest nonblank lines before and after the block, with at most 80 characters each. Empty at the start or end
   * of a page.
   */
  readonly before?: string;
  readonly after?: string;
  /**
   * Marks of the blocks around it, of which there are at most 40. They prevent a block that was recognized as a
   * different one from being mistaken for this one.
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
  /** URI of the page's file, or of the specification. */
  readonly uri: string;
  /** For generated pages: `GET /users`. */
  readonly operation?: string;
  readonly up: number;
  readonly down: number;
  /** Number of open entries that have a comment. */
  readonly open: number;
  /** Label for that number in the editor's language: `3 open comments`. */
  readonly label?: string;
}
