/** What an editor asks when something of a site is to be another or to go. Types and names only. */
import type { Position, WorkspaceEdit } from "vscode-languageserver/node";

/** An edit that nobody has made yet, or a sentence that says why there is none. */
export type PlannedEdit =
  { readonly ok: true; readonly edit: WorkspaceEdit } | { readonly ok: false; readonly reason: string };

/**
 * Request to the server: other words for a heading whose anchor stays, as it is written behind it. Nothing is written.
 * Params: `RenameHeading`, result: `PlannedEdit`. The code action that leads to it hands `AskedHeading` to the editor's
 * `docwright.renameHeading`.
 */
export const renameHeading = "docwright/renameHeading";
export interface RenameHeading {
  readonly uri: string;
  /** In its words. */
  readonly position: Position;
  readonly newName: string;
}
export interface AskedHeading extends Omit<RenameHeading, "newName"> {
  readonly name: string;
}
