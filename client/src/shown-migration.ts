import type * as vscode from "vscode";
import type { EndpointMigration } from "../../server/src/protocol/migration.ts";

/** A migration with its edit as the editor takes it. */
export interface ShownMigration {
  readonly migration: EndpointMigration;
  readonly edit: vscode.WorkspaceEdit | undefined;
}
