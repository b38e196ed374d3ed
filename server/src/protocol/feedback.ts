/**
 * Where paths and snippets of readers' feedback are in the site. The server gets paths, code, and numbers; never a
 * key, a comment, or a contact.
 */
import { notification, notification0, request } from "./message.ts";
import type { LocalizedMessage } from "../core/text/message.ts";
import type { PlaceRange } from "./site.ts";

export type { LocalizedMessage };
export type { Translate } from "../core/text/message.ts";

/**
 * The file behind each path of an entry, in the same order. With `git` (initializationOptions), renames in the
 * history are followed.
 */
export const joinFeedback = request<JoinFeedback, JoinedPath[]>("docwright/joinFeedback");
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
  readonly said?: readonly LocalizedMessage[];
}

/** To a client that has requested `joinFeedback`: the results may be others now. */
export const feedbackJoinsChanged = notification0("docwright/feedbackJoinsChanged");

/** The code blocks that snippets are about, in the text as it is in the editor, in the same order. */
export const placeSnippets = request<PlaceSnippets, LocatedSnippet[]>("docwright/placeSnippets");
export interface PlaceSnippets {
  readonly uri: string;
  readonly snippets: readonly SnippetToPlace[];
}
export interface SnippetToPlace {
  readonly code: string;
  readonly filename?: string;
  readonly lang?: string;
  /** What was answered last time, so that a block that has changed since is found again. */
  readonly anchor?: SnippetAnchor;
}
export interface LocatedSnippet {
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

/** URIs of the files that show a file because they import it, however deep, at most 200. */
export const pagesShowing = request<PagesShowing, string[]>("docwright/pagesShowing");
export interface PagesShowing {
  readonly uri: string;
}

/** To the server: what readers think of each page, for hover and the navigation tree. */
export const feedbackRatings = notification<FeedbackRatings>("docwright/feedbackRatings");
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
