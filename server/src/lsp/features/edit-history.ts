import { isDeepStrictEqual } from "node:util";
import type { FileDelete, FileRename, WorkspaceEdit } from "vscode-languageserver/node";
import type { MoveRecord } from "../../core/features/move/undo-move.ts";
import type { RenamePlan } from "../../core/features/references/rename-targets.ts";
import {
  containsEdits,
  type EditedText,
  type EditedTexts,
  editedTexts,
  type SitePath,
  type TextEdit,
} from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { textsFrom } from "../../workspace/refactoring/move-site.ts";
import type { EditGroup } from "../convert/workspace-edit.ts";

const maxCount = 20;
/** The maximum total length of all texts, in UTF-16 code units. */
const maxText = 20_000_000;

/**
 * The last planned edits to each site, which can be undone. The oldest edits are dropped first. Equal edits are stored
 * only once, because editors request the same edit repeatedly.
 */
export class RecentEditList<Made extends { readonly texts: EditedTexts }> {
  readonly #bySite = new WeakMap<SiteState, readonly Made[]>();

  /** Returns the edits, with the newest last. */
  of(site: SiteState): readonly Made[] {
    return this.#bySite.get(site) ?? [];
  }

  add(site: SiteState, made: Made): void {
    const others = this.of(site).filter((one) => !isDeepStrictEqual(one, made));
    const all = [...others, made].slice(-maxCount);
    let length = 0;
    const first = all.findLastIndex(({ texts }) => {
      for (const { after } of texts.values()) length += after.length;
      return length > maxText;
    });
    this.#bySite.set(site, all.slice(first + 1));
  }
}

/** An edit that moves or deletes files, which the author can still discard. */
interface ProposedMove {
  /** The files that haven't moved or disappeared yet. */
  readonly files: Set<string>;
  /** The texts, by the path of each file before it moves. */
  readonly texts: EditedTexts;
  /** Files that are always edited if the author accepts the edit. */
  readonly required: ReadonlySet<SitePath>;
}

/** Whether the client sends unsaved changes to this file. */
const isSynchronized = (file: SitePath) => /\.(?:mdx?|json|ya?ml)$/.test(file);

/**
 * Tracks files that move or disappear because of an edit from this server. Editors request follow-up edits for every
 * move, even if it's part of an edit that already contains them. Editors don't report whether a proposed edit was
 * applied, but the text of the documents changes before the files move, which shows that it was.
 */
export class EditHistory {
  readonly #proposed = new RecentEditList<ProposedMove>();
  /** Moves and renames made by this server, which can be undone. */
  readonly made = new RecentEditList<MoveRecord>();
  readonly renames = new RecentEditList<RenamePlan>();

  /** Records a proposed edit. The author can leave out the groups that have an annotation. */
  propose(live: SiteState, edit: WorkspaceEdit, groups: readonly EditGroup[]): void {
    const files = (edit.documentChanges ?? []).flatMap((change) =>
      "kind" in change && change.kind !== "create" ? [keyOf(change)] : [],
    );
    const byFile = new Map<SitePath, TextEdit[]>();
    for (const one of groups.flatMap(({ edits }) => edits))
      if (one.kind === "edit") byFile.set(one.file, [...(byFile.get(one.file) ?? []), ...one.edits]);
    // An applied edit can't be recognized unless it changes texts.
    if (files.length === 0 || byFile.size === 0) return;
    const requiredEdits = groups.flatMap(({ edits, annotation }) => (annotation ? [] : edits));
    const required = new Set(requiredEdits.map(({ file }) => file).filter(isSynchronized));
    this.#proposed.add(live, {
      files: new Set(files),
      texts: editedTexts(byFile, textsFrom(live.files)),
      required,
    });
  }

  /**
   * Whether the file moves or disappears because the author accepted an edit from this server. Returns true only once
   * for each file.
   */
  takeRecorded(live: SiteState, file: FileRename | FileDelete): boolean {
    const key = keyOf(file);
    const textOf = textsFrom(live.files);
    const made = this.#proposed
      .of(live)
      .filter(({ files }) => files.has(key))
      .filter(({ texts, required }) => {
        const isMade = ([path, edited]: [SitePath, EditedText]) => containsEdits(edited, textOf(path) ?? "");
        const expected = [...texts].filter(([path]) => required.has(path));
        // The author may have made one of the edits manually.
        return expected.length > 0 ? expected.every(isMade) : [...texts].some(isMade);
      });
    for (const { files } of made) files.delete(key);
    return made.length > 0;
  }
}

function keyOf(file: FileRename | FileDelete): string {
  if ("uri" in file) return decodeURIComponent(file.uri);
  return `${decodeURIComponent(file.oldUri)}\n${decodeURIComponent(file.newUri)}`;
}
