/** Moves files of a site. */
import { request, request0 } from "./message.ts";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";

/**
 * Returns the edit that moves a page, a folder, or a file of a site and updates everything that refers to it. The
 * server writes no files.
 */
export const moveFiles = request<MoveFiles, MovedFilesEdit>("docwright/moveFiles");
export interface MoveFiles {
  /** URI of a file or folder in one site. */
  readonly uri: string;
  /** Relative to the site's root, with or without the page's file extension: `guides/first-steps`. */
  readonly to: string;
  /** Whether to also move the page's counterparts in other languages and versions. */
  readonly counterparts: boolean;
  /** By default, `add` for a published site and otherwise `confirm`. */
  readonly redirects?: RedirectChoice;
}
/** `add`: selected; `confirm`: the editor shows all edits first, and the author selects redirects; `omit`: none. */
export type RedirectChoice = "add" | "confirm" | "omit";
export type MovedFilesEdit =
  | {
      readonly ok: true;
      readonly edit: WorkspaceEdit;
      /** Paths that pages lose, and the destinations of redirects from them. */
      readonly redirects: readonly { readonly source: string; readonly destination: string }[];
      /** Number of links that must be updated by hand. */
      readonly left: number;
      /** Whether the site appears to be published. */
      readonly published: boolean;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * For each site, returns the files that were moved outside the editor since the last commit, and the edit that updates
 * everything that refers to them. Requires `git`; sites without such files are left out.
 */
export const movesToRepair = request0<MovesToRepair[]>("docwright/movesToRepair");
export interface MovesToRepair {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** Paths relative to the root. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  readonly edit?: WorkspaceEdit;
  /** Why there's no edit: a sentence. */
  readonly reason?: string;
}
