import { isDeepStrictEqual } from "node:util";
import type { FileDelete, FileRename, WorkspaceEdit } from "vscode-languageserver/node";
import type { MoveRecord } from "../../core/features/move/undo-move.ts";
import type { RenamePlan } from "../../core/features/references/rename-targets.ts";
import {
  containsEdits,
  type EditedText,
  type EditedFiles,
  applyFileEdits,
  type SitePath,
  type TextEdit,
} from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { createTextReader } from "../../workspace/refactoring/move-site.ts";
import type { EditBasis } from "../convert/edit-basis.ts";
import type { EditGroup } from "../convert/workspace-edit.ts";

const maxEditCount = 20;
/** The maximum total length of the texts of all edits in UTF-16 code units. */
const maxTextLength = 20_000_000;

/**
 * The most recently planned edits to each site, which can be undone. The oldest edits are dropped first. Identical
 * edits are stored only once, because editors may request the same edit several times.
 */
export class RecentEdits<EditRecord extends { readonly texts: EditedFiles }> {
  readonly #editsBySite = new WeakMap<SiteState, readonly EditRecord[]>();

  /** Returns the edits, with the newest last. */
  list(site: SiteState): readonly EditRecord[] {
    return this.#editsBySite.get(site) ?? [];
  }

  add(site: SiteState, newRecord: EditRecord): void {
    const otherRecords = this.list(site).filter((record) => !isDeepStrictEqual(record, newRecord));
    const records = [...otherRecords, newRecord].slice(-maxEditCount);
    let length = 0;
    const lastDroppedIndex = records.findLastIndex(({ texts }) => {
      for (const { content } of texts.values()) length += content.length;
      return length > maxTextLength;
    });
    this.#editsBySite.set(site, records.slice(lastDroppedIndex + 1));
  }
}

/** A proposed edit that moves or deletes files. The author can still discard it. */
interface ProposedMove {
  /** The keys of the files that haven't been moved or deleted yet (see `createChangeKey`). */
  readonly changeKeys: Set<string>;
  /** The text of each edited file after the edit, keyed by the file's path before the move. */
  readonly texts: EditedFiles;
  /** The files that are edited even if the author excludes all optional changes. */
  readonly requiredFiles: ReadonlySet<SitePath>;
}

/** Whether the client sends unsaved changes to this file. */
const isSynchronized = (file: SitePath) => /\.(?:mdx?|json|ya?ml)$/.test(file);

/**
 * Tracks files that are moved or deleted by an edit from this server. Editors request additional edits for every move,
 * even if the move is part of an edit that already contains those additional edits. Editors don't report whether a
 * proposed edit was applied. However, an applied edit can be recognized, because documents change before the files are
 * moved.
 */
export class EditHistory {
  readonly #proposedMoves = new RecentEdits<ProposedMove>();
  /** The moves and renames by this server that can be undone. */
  readonly moves = new RecentEdits<MoveRecord>();
  readonly renames = new RecentEdits<RenamePlan>();

  /** Records a proposed edit. The author can exclude the groups that have an annotation. */
  recordEdit(edit: WorkspaceEdit, groups: readonly EditGroup[], { siteState, readText }: EditBasis): void {
    const changeKeys = (edit.documentChanges ?? []).flatMap((change) =>
      "kind" in change && change.kind !== "create" ? [createChangeKey(change)] : [],
    );
    const editsByFile = new Map<SitePath, TextEdit[]>();
    for (const fileEdit of groups.flatMap(({ edits }) => edits))
      if (fileEdit.kind === "edit")
        editsByFile.set(fileEdit.file, [...(editsByFile.get(fileEdit.file) ?? []), ...fileEdit.edits]);
    // An applied edit can be recognized only if it changes the text of a file.
    if (changeKeys.length === 0 || editsByFile.size === 0) return;
    const requiredEdits = groups.flatMap(({ edits, annotation }) => (annotation ? [] : edits));
    const requiredFiles = new Set(requiredEdits.map(({ file }) => file).filter(isSynchronized));
    this.#proposedMoves.add(siteState, {
      changeKeys: new Set(changeKeys),
      texts: applyFileEdits(editsByFile, readText),
      requiredFiles,
    });
  }

  /**
   * Whether the file is moved or deleted because the author has accepted an edit from this server. Returns true only
   * once for each file.
   */
  takeRecordedChange(siteState: SiteState, file: FileRename | FileDelete): boolean {
    const key = createChangeKey(file);
    const readText = createTextReader(siteState.files);
    const proposedMoves = this.#proposedMoves
      .list(siteState)
      .filter(({ changeKeys }) => changeKeys.has(key))
      .filter(({ texts, requiredFiles }) => {
        const isApplied = ([path, text]: [SitePath, EditedText]) => containsEdits(text, readText(path) ?? "");
        const requiredTexts = [...texts].filter(([path]) => requiredFiles.has(path));
        // The author may have made one of the edits manually.
        return requiredTexts.length > 0 ? requiredTexts.every(isApplied) : [...texts].some(isApplied);
      });
    for (const { changeKeys } of proposedMoves) changeKeys.delete(key);
    return proposedMoves.length > 0;
  }
}

function createChangeKey(file: FileRename | FileDelete): string {
  if ("uri" in file) return decodeURIComponent(file.uri);
  return `${decodeURIComponent(file.oldUri)}\n${decodeURIComponent(file.newUri)}`;
}
