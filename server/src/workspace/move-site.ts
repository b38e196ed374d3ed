import { type FileMove, movedFiles } from "../core/features/move/moved-links.ts";
import { type MoveAnswer, type MovePlan, planMove } from "../core/features/move/plan-move.ts";
import { type MadeMove, siteBefore } from "../core/features/move/undo-move.ts";
import type { Site } from "../core/site/site.ts";
import { canBeSpec } from "../core/spec/detect-spec.ts";
import { isRemoteSpec } from "../core/spec/remote-spec.ts";
import type { SpecReference } from "../core/spec/spec-tree.ts";
import type { FileEdit, SitePath } from "../core/text/text-edit.ts";
import { readFile, type SiteFiles, textOf } from "./read-frame.ts";
import { largestSpecRead } from "./spec-protocol.ts";
import type { SpecReader } from "./spec-reader.ts";

/** What follows when files of a site move (`planMove`), with what has to be read for it. Nothing is written. */
export async function planSiteMove(
  site: Site,
  moves: readonly FileMove[],
  from: SiteFiles,
  specs: Pick<SpecReader, "references">,
  earlier: readonly MadeMove[] = [],
): Promise<MoveAnswer> {
  const concernsSpecs = [...movedFiles(site.files, moves).keys()].some((file) => canBeSpec(file));
  const references = concernsSpecs ? await referencesOf(site, from, specs) : [];
  return planMove(site, moves, { textOf: textsFrom(from), specReferences: references, earlier });
}

/** The texts of files that moves may edit, specifications among them. */
export function textsFrom(from: SiteFiles): (file: SitePath) => string | undefined {
  return (file) => textOf(readFile(from, file, largestSpecRead));
}

/** Files that several specifications pull in are told of by each. */
function once(references: readonly SpecReference[]): readonly SpecReference[] {
  const byPlace = new Map(references.map((one) => [`${String(one.range.start)} ${one.file}`, one]));
  return [...byPlace.values()];
}

export type PlanWithMore =
  | { readonly ok: true; readonly plan: MovePlan; readonly own: MovePlan }
  | { readonly ok: false; readonly reason: string };

/** The plan of a move together with moves that come along, and that of the move alone; without them where they cannot go. */
export async function planWithMore(
  site: Site,
  moves: readonly FileMove[],
  also: readonly FileMove[],
  from: SiteFiles,
  specs: Pick<SpecReader, "references">,
  earlier: readonly MadeMove[],
): Promise<PlanWithMore> {
  const own = await planSiteMove(site, moves, from, specs, earlier);
  if (!own.ok) return own;
  const all = also.length > 0 ? await planSiteMove(site, [...moves, ...also], from, specs, earlier) : own;
  return { ok: true, plan: all.ok ? all.plan : own.plan, own: own.plan };
}

/**
 * What follows when files have already gone elsewhere (`movedOutside`): the plan of the move, with its edits where the
 * files lie now.
 */
export async function planRepair(
  site: Site,
  moves: readonly FileMove[],
  from: SiteFiles,
  specs: Pick<SpecReader, "references">,
): Promise<MoveAnswer> {
  const now = new Map(moves.map((move) => [move.from, move.to]));
  const old = new Map(moves.map((move) => [move.to, move.from]));
  const read = (file: SitePath) => textOf(readFile(from, now.get(file) ?? file, largestSpecRead));
  const concernsSpecs = moves.some(({ from: file }) => canBeSpec(file));
  const references = concernsSpecs ? await referencesOf(site, from, specs) : [];
  const answer = planMove(siteBefore(site, moves, read), moves, {
    textOf: read,
    specReferences: references.map((one) => ({ ...one, file: old.get(one.file) ?? one.file })),
  });
  if (!answer.ok) return answer;
  const placed = (edits: readonly FileEdit[]) =>
    edits.map((edit) => ({ ...edit, file: now.get(edit.file) ?? edit.file }));
  const { plan } = answer;
  return { ok: true, plan: { ...plan, edits: placed(plan.edits), redirects: placed(plan.redirects) } };
}

async function referencesOf(
  site: Site,
  from: SiteFiles,
  specs: Pick<SpecReader, "references">,
): Promise<readonly SpecReference[]> {
  const references: SpecReference[] = [];
  for (const spec of site.specs.values())
    if (!isRemoteSpec(spec.path)) references.push(...(await specs.references(from, spec)));
  return once(references);
}
