/**
 * What the extension asks the server about readers' feedback: where paths and snippets stand. The server is told paths,
 * code and numbers; never a key, a comment or a contact. Types and names only.
 */
import type { Said } from "./core/text/said.ts";
import type { PlaceRange } from "./protocol.ts";

export type { Said };
export type { Say } from "./core/text/say.ts";

/**
 * Request to the server: the file behind each path of an entry. Params: `JoinFeedback`, result: `JoinedPath[]` in the
 * same order. With `git` (initializationOptions) renames of the past are followed.
 */
export const joinFeedback = "docwright/joinFeedback";
export interface JoinFeedback {
  /** As the service tells them, at most 10,000: `/guides/start`, `https://docs.example.com/de/start?x#y`. */
  readonly paths: readonly string[];
}
export type JoinedPath = JoinedPage | JoinedOperation | UnjoinedPath;
export interface JoinedPage {
  readonly kind: "page";
  readonly uri: string;
  /** Of its title in frontmatter, else of its first line. */
  readonly range: PlaceRange;
  readonly title: string;
  /** `/guides/start`. */
  readonly url: string;
  /** How it was found: by its address, a redirect, a rename in git's history, as the nearest version or language. */
  readonly by: "address" | "redirect" | "rename" | "version" | "language";
  /** Labels of the navigation above it: `["Guides", "Basics"]`. */
  readonly groups: readonly string[];
}
/** A page that the service makes of a specification. */
export interface JoinedOperation {
  readonly kind: "operation";
  /** Of the specification. */
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
  /** A sentence: “No page of this site has had this address.” */
  readonly reason: string;
  /** The same, to be said in the language of the editor: one behind the other. */
  readonly said?: readonly Said[];
}

/** Notification to a client that has asked to join: the answers may be others now. No params. */
export const feedbackJoinsChanged = "docwright/feedbackJoinsChanged";

/**
 * Request to the server: the code blocks that snippets are about, in the text as it is in the editor. Params:
 * `PlaceSnippets`, result: `PlacedSnippet[]` in the same order.
 */
export const placeSnippets = "docwright/placeSnippets";
export interface PlaceSnippets {
  readonly uri: string;
  readonly snippets: readonly AskedSnippet[];
}
export interface AskedSnippet {
  readonly code: string;
  readonly filename?: string;
  readonly lang?: string;
  /** What was answered last time, so that a block that has changed since is found again. */
  readonly anchor?: SnippetAnchor;
}
export interface PlacedSnippet {
  /** Of the file that the page imports the block from; absent when the page itself has it. */
  readonly uri?: string;
  /** Of the block with its fences; absent when the page has none that is like it. */
  readonly range?: PlaceRange;
  /** Told again with the next question; absent without a range. */
  readonly anchor?: SnippetAnchor;
}
/** Where a block stood and what stood around it. */
export interface SnippetAnchor {
  /** The block's own code when it was last found. */
  readonly code: string;
  readonly lang?: string;
  readonly filename?: string;
  /** Slugs of the headings above it. */
  readonly headings: readonly string[];
  /** The how manieth block under its heading, from 0. */
  readonly ordinal: number;
  /** The how manieth on the page of those with the same code, from 0. */
  readonly nth?: number;
  /** The line with text before the block and the one behind it, at most 80 characters each; empty at the ends of a page. */
  readonly before?: string;
  readonly after?: string;
  /** Marks of the blocks around it: what was known as another block then is not taken for this one. At most 40. */
  readonly others?: readonly string[];
}

/**
 * Request to the server: the files that show a file because they import it, however deep, at most 200. Params:
 * `PagesShowing`, result: `string[]`, their URIs.
 */
export const pagesShowing = "docwright/pagesShowing";
export interface PagesShowing {
  readonly uri: string;
}

/** Notification to the server: what readers think of each page, for hover and the navigation tree. Params: `FeedbackRatings`. */
export const feedbackRatings = "docwright/feedbackRatings";
export interface FeedbackRatings {
  readonly pages: readonly RatedPage[];
}
export interface RatedPage {
  /** Of the page's file, or of the specification. */
  readonly uri: string;
  /** For pages that the service makes: `GET /users`. */
  readonly operation?: string;
  readonly up: number;
  readonly down: number;
  /** Entries with words that still ask for work. */
  readonly open: number;
  /** How many these are, in the language of the editor: `3 open comments`. */
  readonly words?: string;
}
