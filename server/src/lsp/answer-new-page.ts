import type { CancellationToken, Connection } from "vscode-languageserver/node";
import {
  checkNewPage,
  newPage,
  newPageChoices,
  type AskNewPageChoices,
  type CheckedNewPage,
  type CheckNewPage,
  type NewPageChoices,
  type NewPageEdit,
  type NewPageRequest,
} from "../protocol.ts";
import { checkedNewPage } from "./checked-new-page.ts";
import { newPageChoicesAt } from "./new-page-choices.ts";
import { newPageEdit } from "./new-page.ts";
import type { Session } from "./session.ts";

/** What is asked while a person makes a page: one line for each method. */
export function answerNewPage(connection: Connection, session: Session): void {
  connection.onRequest<NewPageChoices, void>(
    newPageChoices,
    (request: AskNewPageChoices, token: CancellationToken) => newPageChoicesAt(request, token, session),
  );
  connection.onRequest<CheckedNewPage, void>(checkNewPage, (request: CheckNewPage) =>
    checkedNewPage(request, session),
  );
  connection.onRequest<NewPageEdit, void>(newPage, (request: NewPageRequest) =>
    newPageEdit(request, session),
  );
}
