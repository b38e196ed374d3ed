/** Moving files of a site. */
import { request, request0 } from "./message.ts";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";

/**
 * The edit that moves a page, a folder, or a file of a site and updates everything that names it. Nothing is
 * written.
 */
export const moveFiles = request<MoveFiles, MovedFilesEdit>("docwright/moveFiles");
export interface MoveFiles {
  /** Of a file or folder of one site. */
  readonly uri: string;
  /** From the site's root, with or without the ending of a page: `guides/first-steps`. */
  readonly to: string;
  /** Whether the page in other languages and versions goes along. */
  readonly counterparts: boolean;
}
export type MovedFilesEdit =
  | {
      readonly ok: true;
      readonly edit: WorkspaceEdit;
      /** Addresses that pages lose, and where redirects would lead from them. */
      readonly redirects: readonly { readonly source: string; readonly destination: string }[];
      /** How many links have to be written anew by hand. */
      readonly left: number;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * For each site, the files that were moved outside of the editor since the last commit, and the edit that updates
 * everything that names them. Only with `git`; sites without such files are left out.
 */
export const movesToRepair = request0<MovesToRepair[]>("docwright/movesToRepair");
export interface MovesToRepair {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly name: string;
  /** Paths from the root. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  readonly edit?: WorkspaceEdit;
  /** Why there is none: a sentence. */
  readonly reason?: string;
}
