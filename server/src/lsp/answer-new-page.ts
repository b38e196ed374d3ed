import type { Connection } from "vscode-languageserver/node";
import { checkNewPage, newPage, newPageChoices } from "../protocol/new-page.ts";
import { checkedNewPage } from "./checked-new-page.ts";
import { newPageChoicesAt } from "./new-page-choices.ts";
import { newPageEdit } from "./new-page.ts";
import type { Session } from "./session.ts";

/** What is asked while a person makes a page: one line for each method. */
export function answerNewPage(connection: Connection, session: Session): void {
  connection.onRequest(newPageChoices, (request, token) => newPageChoicesAt(request, token, session));
  connection.onRequest(checkNewPage, (request) => checkedNewPage(request, session));
  connection.onRequest(newPage, (request) => newPageEdit(request, session));
}
