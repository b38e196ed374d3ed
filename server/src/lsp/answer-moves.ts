import type { CancellationToken, Connection } from "vscode-languageserver/node";
import {
  changeNavigation,
  explain,
  moveFiles,
  movesToRepair,
  navigation,
  publishedPage,
  type ChangedNavigation,
  type FindPublishedPage,
  type PublishedPage,
  type ChangeNavigation,
  type Explained,
  type ExplainRequest,
  type MovedFilesEdit,
  type MoveFiles,
  type MovesToRepair,
} from "../protocol.ts";
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
  connection.onRequest<Explained[], void>(explain, (request: ExplainRequest, token: CancellationToken) =>
    explained(request, token, session),
  );
  connection.onRequest(navigation, () => session.navigation.answer(undefined));
  connection.onRequest<ChangedNavigation, void>(changeNavigation, (change: ChangeNavigation) =>
    changedNavigation(change, session),
  );
  connection.onRequest<MovedFilesEdit, void>(moveFiles, (request: MoveFiles, token: CancellationToken) =>
    movedFilesEdit(request, token, session),
  );
  connection.onRequest<MovesToRepair[], void>(movesToRepair, (token: CancellationToken) =>
    movesToRepairIn(session, token),
  );
  connection.onRequest<PublishedPage, void>(
    publishedPage,
    (request: FindPublishedPage, token: CancellationToken) => findPublishedPage(request, token, session),
  );
}
