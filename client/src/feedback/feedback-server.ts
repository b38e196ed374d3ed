import type * as vscode from "vscode";
import type {
  FeedbackRatings,
  JoinedPath,
  JoinFeedback,
  PagesShowing,
  PlacedSnippet,
  PlaceSnippets,
} from "../../../server/src/protocol/feedback.ts";

/**
 * The language server as reader feedback needs it. Methods instead of message types, because this lazily loaded bundle
 * would contain the protocol library a second time. Results are undefined while the server isn't running.
 */
export interface FeedbackServer {
  readonly joinFeedback: (params: JoinFeedback) => Promise<readonly JoinedPath[] | undefined>;
  readonly placeSnippets: (params: PlaceSnippets) => Promise<readonly PlacedSnippet[] | undefined>;
  readonly pagesShowing: (params: PagesShowing) => Promise<readonly string[] | undefined>;
  readonly setFeedbackRatings: (params: FeedbackRatings) => void;
  /** What paths and snippets lead to may be another now. */
  readonly onFeedbackJoinsChanged: vscode.Event<void>;
  /** The server is running, for the first time or again: it doesn't know any earlier request. */
  readonly onDidStart: vscode.Event<void>;
}
