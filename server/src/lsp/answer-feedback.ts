import type { Connection } from "vscode-languageserver/node";
import {
  feedbackRatings,
  joinFeedback,
  pagesShowing,
  placeSnippets,
  type FeedbackRatings,
  type JoinedPath,
  type JoinFeedback,
  type PagesShowing,
  type PlacedSnippet,
  type PlaceSnippets,
} from "../protocol.ts";
import { urisShowing } from "./pages-showing.ts";
import { placedSnippets } from "./place-snippets.ts";
import type { Session } from "./session.ts";

/** What an editor asks and tells about readers' feedback: one line for each method. */
export function answerFeedback(connection: Connection, session: Session): void {
  connection.onRequest<JoinedPath[], void>(joinFeedback, ({ paths }: JoinFeedback) =>
    session.feedback.answer(paths),
  );
  connection.onRequest<PlacedSnippet[], void>(placeSnippets, (request: PlaceSnippets) =>
    placedSnippets(request, session),
  );
  connection.onRequest<string[], void>(pagesShowing, (request: PagesShowing) =>
    urisShowing(request, session),
  );
  connection.onNotification(feedbackRatings, (ratings: FeedbackRatings) => session.ratings.keep(ratings));
}
