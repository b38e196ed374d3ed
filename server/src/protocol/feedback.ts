/**
 * Messages for matching the paths and snippets of reader feedback with the site. The server receives paths, code, and
 * numbers. It never receives an API key, a comment, or contact details.
 */
import { createNotification, createNotification0, createRequest } from "./message.ts";
import type { LocalizedMessage } from "../core/text/message.ts";
import type { LspRange } from "./site.ts";

export type { LocalizedMessage };
export type { Translate } from "../core/text/message.ts";

/**
 * Returns the file that each path in reader feedback refers to, in the same order as the paths. If `git` is set
 * (initializationOptions), renames in the history are followed.
 */
export const joinFeedback = createRequest<JoinFeedbackParams, JoinedPath[]>("docwright/joinFeedback");
export interface JoinFeedbackParams {
  /**
   * The paths as the service reports them, such as `/guides/start` or `https://docs.example.com/de/start?x#y`. At most
   * 10,000.
   */
  readonly paths: readonly string[];
}
export type JoinedPath = JoinedPage | JoinedOperation | UnjoinedPath;
export interface JoinedPage {
  readonly kind: "page";
  readonly uri: string;
  /** The range of the title in the frontmatter or, if there's no title, of the first line. */
  readonly range: LspRange;
  readonly title: string;
  /** The URL on the site, such as `/guides/start`. */
  readonly url: string;
  /**
   * How the page was found: by its URL, through a redirect, through a rename in the Git history, or as the page in the
   * nearest version or language.
   */
  readonly by: "address" | "redirect" | "rename" | "version" | "language";
  /** The labels of the navigation sections and groups that contain the page, such as `["Guides", "Basics"]`. */
  readonly groups: readonly string[];
}
/** A page that the service generates from a specification. */
export interface JoinedOperation {
  readonly kind: "operation";
  /** The URI of the specification. */
  readonly uri: string;
  readonly range: LspRange;
  readonly title: string;
  readonly url: string;
  /** The operation, such as `GET /users`. */
  readonly operation: string;
  readonly by: JoinedPage["by"];
  readonly groups: readonly string[];
}
export interface UnjoinedPath {
  readonly kind: "unknown";
  /** The reason as a sentence, such as “No page on this site has ever had this URL.” */
  readonly reason: string;
  /** The reason as messages, which are translated when they're shown. */
  readonly localizedReasons?: readonly LocalizedMessage[];
}

/** Notifies a client that has requested `joinFeedback` or `locateSnippets` that the results may have changed. */
export const feedbackJoinsChanged = createNotification0("docwright/feedbackJoinsChanged");

/**
 * Finds the code blocks that snippets are about in the editor's current text. The results are in the same order as the
 * snippets.
 */
export const locateSnippets = createRequest<LocateSnippetsParams, LocatedSnippet[]>("docwright/placeSnippets");
export interface LocateSnippetsParams {
  readonly uri: string;
  readonly snippets: readonly SnippetToLocate[];
}
export interface SnippetToLocate {
  readonly code: string;
  readonly filename?: string;
  readonly lang?: string;
  /**
   * The time when the reader saw the page, in milliseconds since 1970. If `git` is set, the block is located in the
   * version of the page that was current at that time.
   */
  readonly time?: number;
  /** The anchor from the server's previous response, which is used to find a block that has changed since then. */
  readonly anchor?: SnippetAnchor;
}
export interface LocatedSnippet {
  /**
   * The URI of the file that contains the block if the page imports the block. Absent if the block is in the page
   * itself.
   */
  readonly uri?: string;
  /**
   * The range of the block, including its fences. Absent if the block was removed or can't be distinguished from
   * others.
   */
  readonly range?: LspRange;
  /** The anchor to send with the next request. Absent if there's no `range`. */
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
  /** The zero-based index of the block among the page's blocks with the same code. */
  readonly nth?: number;
  /**
   * The nearest line before the block that isn't blank. `after` is the nearest such line after the block. Both have at
   * most 80 characters, and they're empty at the start or end of the page.
   */
  readonly before?: string;
  readonly after?: string;
  /**
   * The hashes of the code of nearby blocks, at most 40. They prevent this block from being confused with a block that
   * was recognized as a different one.
   */
  readonly others?: readonly string[];
}

/** Returns the URIs of the files that import a file, directly or indirectly. At most 200 URIs are returned. */
export const listImportingFiles = createRequest<ListImportingFilesParams, string[]>("docwright/pagesShowing");
export interface ListImportingFilesParams {
  readonly uri: string;
}

/** Sends the server the readers' ratings of each page, which are shown in hovers and the navigation tree. */
export const feedbackRatings = createNotification<FeedbackRatings>("docwright/feedbackRatings");
export interface FeedbackRatings {
  readonly pages: readonly RatedPage[];
}
export interface RatedPage {
  /** The URI of the page's file, or of the specification. */
  readonly uri: string;
  /** The operation, such as `GET /users`. Set only for a generated page. */
  readonly operation?: string;
  readonly up: number;
  readonly down: number;
  /** The number of open entries that have a comment. */
  readonly open: number;
  /** The number of open entries as a label in the language of the editor, such as `3 open comments`. */
  readonly label?: string;
}
