import type { Connection } from "vscode-languageserver/node";
import { feedbackRatings, joinFeedback, pagesShowing, placeSnippets } from "../protocol/feedback.ts";
import { urisShowing } from "./pages-showing.ts";
import { placedSnippets } from "./place-snippets.ts";
import type { Session } from "./session.ts";

/** What an editor asks and tells about readers' feedback: one line for each method. */
export function answerFeedback(connection: Connection, session: Session): void {
  connection.onRequest(joinFeedback, ({ paths }) => session.feedback.answer(paths));
  connection.onRequest(placeSnippets, (request) => placedSnippets(request, session));
  connection.onRequest(pagesShowing, (request) => urisShowing(request, session));
  connection.onNotification(feedbackRatings, (ratings) => session.ratings.keep(ratings));
}
