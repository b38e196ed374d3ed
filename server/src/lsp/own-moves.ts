import type { FileRename, WorkspaceEdit } from "vscode-languageserver/node";

/** A preview may stand open for a while before it is agreed to. In milliseconds. */
const longest = 30 * 60_000;

/**
 * Files that move because an edit of ours says so. Editors ask about every file that moves, also about these, and what
 * follows is in the edit already.
 */
export class OwnMoves {
  readonly #until = new Map<string, number>();

  /** The same edit. */
  remember(edit: WorkspaceEdit): WorkspaceEdit {
    for (const change of edit.documentChanges ?? [])
      if ("kind" in change && change.kind === "rename") this.#until.set(keyOf(change), Date.now() + longest);
    return edit;
  }

  /** The others; ours are asked about once. */
  without(files: readonly FileRename[]): readonly FileRename[] {
    return files.filter((file) => {
      const until = this.#until.get(keyOf(file));
      this.#until.delete(keyOf(file));
      return until === undefined || until < Date.now();
    });
  }
}

function keyOf({ oldUri, newUri }: Pick<FileRename, "oldUri" | "newUri">): string {
  return `${decodeURIComponent(oldUri)}\n${decodeURIComponent(newUri)}`;
}
