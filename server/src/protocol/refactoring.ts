/** Edits that rename or delete parts of a site. */
import { request, request0 } from "./message.ts";
import type { Position, WorkspaceEdit } from "vscode-languageserver-protocol";

/** An edit that hasn't been applied yet, or a sentence that explains why there is none. */
export type PlannedEdit =
  { readonly ok: true; readonly edit: WorkspaceEdit } | { readonly ok: false; readonly reason: string };

/**
 * Returns the edit that changes the text of a heading and preserves its anchor by adding it after the heading. The
 * server writes no files. The code action for this passes `HeadingToRename` to the editor's `docwright.renameHeading`.
 */
export const renameHeading = request<RenameHeading, PlannedEdit>("docwright/renameHeading");
export interface RenameHeading {
  readonly uri: string;
  /** A position in the heading's text. */
  readonly position: Position;
  readonly newName: string;
}
export interface HeadingToRename extends Omit<RenameHeading, "newName"> {
  readonly name: string;
}

/**
 * Returns the edit that changes the title of a page in the navigation where the title is defined: in its frontmatter,
 * or in the specification if the page is generated from an operation. The server writes no files.
 */
export const renameRow = request<RenameRow, PlannedEdit>("docwright/renameRow");
export interface RenameRow {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  /** Slug of the navigation row: `guides/start`. */
  readonly slug: string;
  readonly title: string;
}

/** For each site, returns the files that readers don't see anything of. */
export const unusedFiles = request0<UnusedFiles[]>("docwright/unusedFiles");
export interface UnusedFiles {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** Sorted by path. */
  readonly files: readonly {
    /** Paths relative to the root. */
    readonly path: string;
    readonly uri: string;
    /** `page`: published, but nothing links to it. */
    readonly kind: "media" | "snippet" | "page";
    /** Whether other files refer to it that are unused themselves. */
    readonly isNamed: boolean;
    readonly bytes: number;
  }[];
}

/**
 * Returns the edit that deletes files of a site and removes references to them from the navigation. The author confirms
 * redirects and the deletion of files that only the deleted ones use. The server writes no files.
 */
export const deleteFiles = request<DeleteFiles, PlannedEdit>("docwright/deleteFiles");
export interface DeleteFiles {
  readonly root: string;
  /** Paths relative to the root. */
  readonly files: readonly string[];
}
