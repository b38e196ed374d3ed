import type { Connection } from "vscode-languageserver/node";
import { explain } from "../protocol/explain.ts";
import { moveFiles, movesToRepair } from "../protocol/move-files.ts";
import { changeNavigation, navigation, publishedPage } from "../protocol/navigation.ts";
import { answerNewPage } from "./answer-new-page.ts";
import { changedNavigation } from "./change-navigation.ts";
import { explained } from "./explain.ts";
import { movedFilesEdit } from "./move-files.ts";
import { movesToRepairIn } from "./moves-to-repair.ts";
import { publishedPage as findPublishedPage } from "./published-page.ts";
import type { Session } from "./session.ts";

/** Where things stand in a site and what puts them elsewhere: one line for each method. */
export function answerMoves(connection: Connection, session: Session): void {
  answerNewPage(connection, session);
  connection.onRequest(explain, (request, token) => explained(request, token, session));
  connection.onRequest(navigation, () => session.navigation.answer(undefined));
  connection.onRequest(changeNavigation, (change) => changedNavigation(change, session));
  connection.onRequest(moveFiles, (request, token) => movedFilesEdit(request, token, session));
  connection.onRequest(movesToRepair, (token) => movesToRepairIn(session, token));
  connection.onRequest(publishedPage, (request, token) => findPublishedPage(request, token, session));
}
