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

/**
 * Request to the server: another title for a page in the navigation, where it is written: in its frontmatter, or for a
 * page that the service makes of an operation in the specification. Nothing is written. Params: `RenameRow`, result:
 * `PlannedEdit`.
 */
export const renameRow = "docwright/renameRow";
export interface RenameRow {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  /** `guides/start`, as the row of the navigation has it. */
  readonly slug: string;
  readonly title: string;
}
