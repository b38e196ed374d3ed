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

/**
 * Request to the server, no params: files of which readers see nothing. Result: `UnusedFiles[]`, one for each site.
 */
export const unusedFiles = "docwright/unusedFiles";
export interface UnusedFiles {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly name: string;
  /** In the order of paths. */
  readonly files: readonly {
    /** From the root. */
    readonly path: string;
    readonly uri: string;
    /** `page`: published, but nothing leads there. */
    readonly kind: "media" | "snippet" | "page";
    /** Others name it, which are unused themselves. */
    readonly isNamed: boolean;
    readonly bytes: number;
  }[];
}

/**
 * Request to the server: the edit that deletes files of a site with what names them in the navigation; what only they use
 * and redirects are for the person to agree to. Nothing is written. Params: `DeleteFiles`, result: `PlannedEdit`.
 */
export const deleteFiles = "docwright/deleteFiles";
export interface DeleteFiles {
  readonly root: string;
  /** From the root. */
  readonly files: readonly string[];
}

/**
 * Request to the server: the docs.json that says what a mint.json said, and mint.json gone. Beside a docs.json only the
 * settings that it lacks are taken over, for the person to agree to. Nothing is written. Params: `UpgradeSettings`, result:
 * `UpgradedSettings`.
 */
export const upgradeSettings = "docwright/upgradeSettings";
export interface UpgradeSettings {
  /** Of mint.json. */
  readonly uri: string;
}
export type UpgradedSettings =
  | {
      readonly ok: true;
      readonly edit: WorkspaceEdit;
      /** Whether there is no docs.json yet. */
      readonly isNew: boolean;
      /** Settings at the top that come along. */
      readonly taken: readonly string[];
      /** What does not, by its place in mint.json, and why. */
      readonly left: readonly { readonly path: string; readonly reason: string }[];
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
