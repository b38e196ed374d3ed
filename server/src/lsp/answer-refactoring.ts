import type { CancellationToken, Connection } from "vscode-languageserver/node";
import {
  deleteFiles,
  renameHeading,
  renameRow,
  unusedFiles,
  upgradeSettings,
  type DeleteFiles,
  type PlannedEdit,
  type RenameHeading,
  type RenameRow,
  type UpgradedSettings,
  type UpgradeSettings,
} from "../protocol.ts";
import { renamedHeading } from "./rename-heading.ts";
import { renamedRow } from "./rename-row.ts";
import type { Session } from "./session.ts";
import { upgradedSettings } from "./upgrade-settings.ts";
import { deletedFiles, unusedFilesOf } from "./unused-files.ts";

/** Edits that an editor asks for with words or choices of a person: one line for each method. */
export function answerRefactoring(connection: Connection, session: Session): void {
  connection.onRequest<PlannedEdit, void>(renameHeading, (request: RenameHeading, token: CancellationToken) =>
    renamedHeading(request, token, session),
  );
  connection.onRequest<PlannedEdit, void>(renameRow, (request: RenameRow) => renamedRow(request, session));
  connection.onRequest<UpgradedSettings, void>(upgradeSettings, (request: UpgradeSettings) =>
    upgradedSettings(request, session),
  );
  connection.onRequest(unusedFiles, () => unusedFilesOf(session));
  connection.onRequest<PlannedEdit, void>(deleteFiles, (request: DeleteFiles) =>
    deletedFiles(request, session),
  );
}
