/** Edits that rename or delete parts of a site. */
import { request, request0 } from "./message.ts";
import type { Position, WorkspaceEdit } from "vscode-languageserver-protocol";

/** An edit that nobody has made yet, or a sentence that says why there is none. */
export type PlannedEdit =
  { readonly ok: true; readonly edit: WorkspaceEdit } | { readonly ok: false; readonly reason: string };

/**
 * The edit that gives a heading another text and keeps its anchor, which is written after it. Nothing is written.
 * The code action that leads here passes `HeadingToRename` to the editor's `docwright.renameHeading`.
 */
export const renameHeading = request<RenameHeading, PlannedEdit>("docwright/renameHeading");
export interface RenameHeading {
  readonly uri: string;
  /** In its words. */
  readonly position: Position;
  readonly newName: string;
}
export interface HeadingToRename extends Omit<RenameHeading, "newName"> {
  readonly name: string;
}

/**
 * The edit that gives a page in the navigation another title where it is written: in its frontmatter, or in the
 * specification if the page is generated from an operation. Nothing is written.
 */
export const renameRow = request<RenameRow, PlannedEdit>("docwright/renameRow");
export interface RenameRow {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  /** `guides/start`, as the row of the navigation has it. */
  readonly slug: string;
  readonly title: string;
}

/** For each site, the files that readers don't see anything of. */
export const unusedFiles = request0<UnusedFiles[]>("docwright/unusedFiles");
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
 * The edit that deletes files of a site and removes what names them in the navigation. The author confirms the
 * deletion of what only they use, and redirects. Nothing is written.
 */
export const deleteFiles = request<DeleteFiles, PlannedEdit>("docwright/deleteFiles");
export interface DeleteFiles {
  readonly root: string;
  /** From the root. */
  readonly files: readonly string[];
}
