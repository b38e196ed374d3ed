import { problemsInSteps, subjectsOf } from "../../server/src/core/rules/run-rules.ts";
import { movedFiles, type FileMove } from "../../server/src/core/features/move/moved-files.ts";
import { counterpartMoves, planMove } from "../../server/src/core/features/move/plan-move.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { afterMove } from "../../test/harness/move-in-site.ts";
import { randomFrom } from "../recall/random.ts";
import { drawMove } from "./draw-move.ts";
import { SiteReading, type Texts } from "./read-site.ts";
import { textsOf } from "./texts-of.ts";

export interface MoveProof {
  readonly made: number;
  readonly refused: number;
  /** Problems that the site has after a move and did not have, and the other way round. */
  readonly added: readonly string[];
  readonly lost: readonly string[];
  /** Moves that going back did not undo to the last byte. */
  readonly notRestored: readonly string[];
  readonly milliseconds: readonly number[];
}

/** Every move is made from the site as it is on the disk; redirects are left out, so that going back can restore it. */
export async function proveMoves(folder: string, count: number, seed: number): Promise<MoveProof> {
  const texts = textsOf(folder);
  const reading = new SiteReading("mintlify");
  const site = reading.read(texts);
  const before = problemsOf(site, new Map());
  const random = randomFrom(`${String(seed)} ${folder}`);
  const [added, lost, notRestored, milliseconds] = [[], [], [], []] as [
    string[],
    string[],
    string[],
    number[],
  ];
  let [made, refused] = [0, 0];
  while (made < count && refused < 10 * count) {
    const move = drawMove(site, random);
    const moves = [move, ...counterpartMoves(site, [move])];
    const start = performance.now();
    const answer = planMove(site, moves, { textOf: (file) => texts.get(file) });
    milliseconds.push(performance.now() - start);
    if (!answer.ok) {
      refused++;
      continue;
    }
    made++;
    const name = `${move.from} → ${move.to}`;
    const there = afterMove(texts, answer.plan, false);
    const after = reading.read(there);
    const found = problemsOf(after, new Map());
    const wanted = problemsOf(site, movedFiles(site.files, moves), before);
    for (const [key, number] of found)
      if (number > (wanted.get(key) ?? 0)) added.push(`${name}: ${key} ${wanted.get(key) ?? 0} → ${number}`);
    for (const [key, number] of wanted)
      if (number > (found.get(key) ?? 0)) lost.push(`${name}: ${key} ${number} → ${found.get(key) ?? 0}`);
    const different = whatDiffers(texts, goneBack(after, there, moves));
    if (different.length > 0) notRestored.push(`${name}: ${different.slice(0, 3).join(", ")}`);
  }
  return { made, refused, added, lost, notRestored, milliseconds };
}

function goneBack(after: Site, there: Texts, moves: readonly FileMove[]): Texts | undefined {
  const back = moves.map(({ from, to }) => ({ from: to, to: from }));
  const answer = planMove(after, back, { textOf: (file) => there.get(file) });
  return answer.ok ? afterMove(there, answer.plan, false) : undefined;
}

function whatDiffers(texts: Texts, back: Texts | undefined): string[] {
  if (!back) return ["the way back is refused"];
  return [...texts].flatMap(([file, text]) => {
    const now = back.get(file);
    if (now === text) return [];
    const at = text.split("").findIndex((unit, i) => now?.[i] !== unit);
    return [
      `${file}: ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 40))} is ${JSON.stringify(now?.slice(Math.max(0, at - 30), at + 40))}`,
    ];
  });
}

const kept = new WeakMap<Site, Map<string, number>>();

/** How many problems of each kind each file has, by the name that the file has after the move. */
function problemsOf(
  site: Site,
  moved: ReadonlyMap<string, string>,
  known?: ReadonlyMap<string, number>,
): Map<string, number> {
  if (known) {
    const mapped = [...known].map(([key, count]): [string, number] => {
      const [code = "", file = ""] = key.split(" in ");
      return [`${code} in ${moved.get(file) ?? file}`, count];
    });
    return new Map(mapped);
  }
  const counts = kept.get(site) ?? new Map<string, number>();
  for (const subject of subjectsOf(site)) {
    const steps = problemsInSteps(subject, site, { onRuleFailed: (error) => console.error(error) });
    let step = steps.next();
    while (!step.done) step = steps.next();
    for (const { code, at } of step.value) {
      const key = `${code} in ${at.file}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}
