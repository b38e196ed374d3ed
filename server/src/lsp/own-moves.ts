import type { MadeMove } from "../core/features/move/made-move.ts";
import type { MadeRename } from "../core/features/things/made-rename.ts";
import type { FileDelete, FileRename, WorkspaceEdit } from "vscode-languageserver/node";
import { RecentEdits } from "./recent-edits.ts";

/** A preview may stand open for a while before it is agreed to. In milliseconds. */
const longest = 30 * 60_000;

/**
 * Files that move or go because an edit of ours says so. Editors ask about every file that does, also about these, and what
 * follows is in the edit already.
 */
export class OwnMoves {
  readonly #until = new Map<string, number>();
  /** What moves and renames of ours have made, for the way back. */
  readonly made = new RecentEdits<MadeMove>();
  readonly renames = new RecentEdits<MadeRename>();

  /** The same edit. */
  remember(edit: WorkspaceEdit): WorkspaceEdit {
    for (const change of edit.documentChanges ?? [])
      if ("kind" in change && change.kind !== "create") this.#until.set(keyOf(change), Date.now() + longest);
    return edit;
  }

  /** The others; ours are asked about once. */
  without(files: readonly FileRename[]): readonly FileRename[] {
    return files.filter((file) => !this.#isOwn(keyOf(file)));
  }

  withoutDeleted(files: readonly FileDelete[]): readonly FileDelete[] {
    return files.filter((file) => !this.#isOwn(keyOf(file)));
  }

  #isOwn(key: string): boolean {
    const until = this.#until.get(key);
    this.#until.delete(key);
    return until !== undefined && until >= Date.now();
  }
}

function keyOf(file: FileRename | FileDelete): string {
  if ("uri" in file) return decodeURIComponent(file.uri);
  return `${decodeURIComponent(file.oldUri)}\n${decodeURIComponent(file.newUri)}`;
}
