import { createMoveRecord, type MoveRecord } from "../../server/src/core/features/move/undo-move.ts";
import { findMovedFiles, type FileMove } from "../../server/src/core/features/move/moved-links.ts";
import { findCounterpartMoves, planMove } from "../../server/src/core/features/move/plan-move.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { afterMove } from "../../test/harness/move-in-site.ts";
import { createRandom } from "../recall/random.ts";
import { drawMove } from "./draw-move.ts";
import { explainDifference } from "./explain-move.ts";
import { moveCounts, countProblems, describeDifferences } from "./problem-counts.ts";
import type { SiteReading, Texts } from "./read-site.ts";

export interface MoveProof {
  made: number;
  refused: number;
  /** The number of moves that added redirects from the old paths. */
  redirected: number;
  /** The number of moves that can't meet the requirements, by reason. */
  readonly explained: Record<string, number>;
  /** The problems that a move added or removed. */
  readonly explanations: string[];
  readonly added: string[];
  readonly lost: string[];
  /** The moves that weren't reverted byte for byte by moving back. */
  readonly notRestored: string[];
  /** The moves that can be reverted only because the first move is stored. */
  readonly notByTextAlone: string[];
  readonly milliseconds: number[];
}

/**
 * Makes moves, each of them starting from the site's original state on disk. Redirects aren't added, so moving back can
 * restore the site.
 */
export function proveMoves(reading: SiteReading, texts: Texts, count: number, seed: string): MoveProof {
  const site = reading.read(texts);
  const before = countProblems(site);
  const random = createRandom(seed);
  const withRedirects = createRandom(`${seed} redirects`);
  const proof: MoveProof = {
    made: 0,
    refused: 0,
    redirected: 0,
    explained: {},
    explanations: [],
    added: [],
    lost: [],
    notRestored: [],
    notByTextAlone: [],
    milliseconds: [],
  };
  while (proof.made < count && proof.refused < 10 * count) {
    const move = drawMove(site, random);
    const moves = [move, ...findCounterpartMoves(site, [move])];
    const start = performance.now();
    const result = planMove(site, moves, { readText: (file) => texts.get(file) });
    proof.milliseconds.push(performance.now() - start);
    if (!result.ok) {
      proof.refused++;
      continue;
    }
    proof.made++;
    const name = `${move.from} → ${move.to}`;
    const files = findMovedFiles(site.files, moves);
    const expectedCounts = moveCounts(before, files);
    const there = afterMove(texts, result.plan, false);
    const after = reading.read(there);
    const actualCounts = countProblems(after);
    const [added, lost] = [listMore(actualCounts, expectedCounts), listMore(expectedCounts, actualCounts)];
    const record = createMoveRecord(site, result.plan, (file) => texts.get(file));
    const back = moveBack(after, there, moves, [record]);
    const different = describeDifferences(texts, back);
    const why = added.length + lost.length + different.length > 0 && explainDifference(texts, back, before, files);
    if (why) {
      proof.explained[why] = (proof.explained[why] ?? 0) + 1;
      proof.explanations.push(`${name}: ${why}: ${[...added, ...lost, ...different].slice(0, 3).join("; ")}`);
    } else {
      proof.added.push(...added.map((text) => `${name}: ${text}`));
      proof.lost.push(...lost.map((text) => `${name}: ${text}`));
      if (different.length > 0) proof.notRestored.push(`${name}: ${different.slice(0, 3).join(", ")}`);
      const unrelatedDifferences = describeDifferences(texts, moveBack(after, there, moves, []));
      if (unrelatedDifferences.length > 0)
        proof.notByTextAlone.push(`${name}: ${unrelatedDifferences.slice(0, 3).join(", ")}`);
    }
    if (!withRedirects.nextChance(0.3)) continue;
    proof.redirected++;
    const led = afterMove(texts, result.plan, true);
    for (const text of listMore(countProblems(reading.read(led)), actualCounts))
      if (!why) proof.added.push(`${name}, with redirects: ${text}`);
    for (const address of findLostUrls(led, result.plan.redirectList))
      proof.lost.push(`${name}, with redirects: nothing leads on from ${address}`);
  }
  return proof;
}

function listMore(counts: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .filter(([key, number]) => number > (others.get(key) ?? 0))
    .map(([key, number]) => `${key} ${String(others.get(key) ?? 0)} → ${String(number)}`);
}

/** Returns the paths that the plan redirects but docs.json doesn't. These paths are determined without product code. */
function findLostUrls(texts: Texts, addresses: readonly { source: string; destination: string }[]): string[] {
  const all = JSON.stringify([...texts].filter(([path]) => path.endsWith(".json") && !path.includes("openapi")));
  return addresses
    .filter(
      ({ source, destination }) =>
        ![source, destination].every((url) => all.includes(JSON.stringify(url).slice(1, -1))),
    )
    .map(({ source }) => source);
}

function moveBack(
  after: Site,
  moved: Texts,
  moves: readonly FileMove[],
  earlier: readonly MoveRecord[],
): Texts | undefined {
  const back = moves.map(({ from, to }) => ({ from: to, to: from }));
  const result = planMove(after, back, { readText: (file) => moved.get(file), earlierMoves: earlier });
  return result.ok ? afterMove(moved, result.plan, false) : undefined;
}
