import type { Connection } from "vscode-languageserver/node";
import { upgradeSettings } from "../protocol/migration.ts";
import { deleteFiles, renameHeading, renameRow, unusedFiles } from "../protocol/refactoring.ts";
import { renamedHeading } from "./rename-heading.ts";
import { renamedRow } from "./rename-row.ts";
import type { Session } from "./session.ts";
import { upgradedSettings } from "./upgrade-settings.ts";
import { deletedFiles, unusedFilesOf } from "./unused-files.ts";

/** Edits that an editor asks for with words or choices of a person: one line for each method. */
export function answerRefactoring(connection: Connection, session: Session): void {
  connection.onRequest(renameHeading, (request, token) => renamedHeading(request, token, session));
  connection.onRequest(renameRow, (request) => renamedRow(request, session));
  connection.onRequest(upgradeSettings, (request) => upgradedSettings(request, session));
  connection.onRequest(unusedFiles, () => unusedFilesOf(session));
  connection.onRequest(deleteFiles, (request) => deletedFiles(request, session));
}
