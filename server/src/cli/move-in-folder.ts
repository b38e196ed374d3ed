import type { FileMove } from "../core/features/move/moved-links.ts";
import { counterpartMoves } from "../core/features/move/plan-move.ts";
import type { FileEdit } from "../core/text/text-edit.ts";
import { loadSite } from "../workspace/analysis/load-site.ts";
import { findSites } from "../workspace/files/find-sites.ts";
import { nodeDisk } from "../workspace/files/node-disk.ts";
import { type FileChange, readWhole } from "../workspace/files/write-files.ts";
import { changedTexts } from "../workspace/refactoring/migrate-site.ts";
import { moveFiles, type MoveRefusal, planSiteMove } from "../workspace/refactoring/move-site.ts";
import { keepsChanging, planOnDisk } from "../workspace/refactoring/plan-on-disk.ts";
import { SpecReader } from "../workspace/specs/spec-service.ts";
import type { MoveOutcome } from "./move-lines.ts";
import type { MoveOptions } from "./move-options.ts";
import { findMovePlace } from "./move-places.ts";

export type FolderMove =
  | { readonly ok: true; readonly outcome: MoveOutcome }
  | { readonly ok: false; readonly reason: string; readonly exitCode: 1 | 2 };

const reasons: Readonly<Record<MoveRefusal["reason"], string>> = {
  "changed-meanwhile": "was changed by someone else meanwhile; run the command again",
  "outside-site": "lies outside the site",
  "is-link": "is reached by a link, which is not followed",
  "not-writable": "may not be written",
  "is-there": "is there already",
  absent: "is not there any more",
};

/** Plans a move in a site of the folder, and makes it unless it is only to be shown. */
export async function moveInFolder(folder: string, cwd: string, options: MoveOptions): Promise<FolderMove> {
  const roots = await findSites(folder);
  if (roots.length === 0)
    return {
      ok: false,
      exitCode: 2,
      reason: `there is no docs.json in ${options.folder} or below, so there is no site.`,
    };
  const found = findMovePlace(options.from, options.to, { cwd, folder, roots });
  if (!found.ok) return { ok: false, exitCode: 2, reason: found.reason };
  const { root, move } = found.place;
  const specs = new SpecReader();
  try {
    const from = { disk: nodeDisk(root), ...(options.profile && { profile: options.profile }) };
    const planned = await planOnDisk(from, async (noted) => {
      const loaded = await loadSite({ ...noted, readSpecs: specs.readSpecs });
      const also: readonly FileMove[] = options.counterparts ? counterpartMoves(loaded.site, [move]) : [];
      const answer = await planSiteMove(loaded.site, [move, ...also], noted, specs);
      if (!answer.ok) return { loaded, answer, texts: [] };
      const edits = [...answer.plan.edits, ...(options.redirects ? answer.plan.redirects : [])];
      return { loaded, answer, texts: changedTexts(noted, merged(edits)) ?? [] };
    });
    if (!planned) return { ok: false, exitCode: 1, reason: `nothing was moved: ${keepsChanging}.` };
    const { answer } = planned;
    if (!answer.ok) return { ok: false, exitCode: 1, reason: `nothing was moved: ${answer.reason}` };
    const { plan } = answer;
    const changes = wholeChanges(root, planned.texts);
    const refusal = options.dryRun ? undefined : moveFiles(root, changes, plan.moves);
    if (refusal)
      return {
        ok: false,
        exitCode: 1,
        reason: `nothing was moved: ${refusal.path} ${reasons[refusal.reason]}.`,
      };
    const redirects = options.redirects ? plan.addresses : [];
    return {
      ok: true,
      outcome: { written: !options.dryRun, moves: plan.moves, changes, redirects, left: plan.left },
    };
  } finally {
    await specs.end();
  }
}

/** One edit for each file. */
function merged(edits: readonly FileEdit[]): FileEdit[] {
  const byFile = new Map<string, Extract<FileEdit, { kind: "edit" }>>();
  for (const edit of edits) {
    if (edit.kind !== "edit") continue;
    const known = byFile.get(edit.file);
    byFile.set(edit.file, known ? { ...known, edits: [...known.edits, ...edit.edits] } : edit);
  }
  return [...byFile.values()];
}

/** Texts with their byte order mark. */
function wholeChanges(
  root: string,
  texts: readonly { path: string; before: string | undefined; after: string | undefined }[],
): FileChange[] {
  return texts.map(({ path, before, after }) => {
    const mark = readWhole(root, path)?.startsWith("\ufeff") ? "\ufeff" : "";
    const withMark = (text: string | undefined) => (text === undefined ? undefined : mark + text);
    return { path, before: withMark(before), after: withMark(after) };
  });
}
