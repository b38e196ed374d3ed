import type { Drawn } from "./draw-injections.ts";
import type { Edit } from "./fault-kind.ts";

/** Characters that must lie between two faults in one file. */
const distance = 200;
/** Faults in the configuration at a time: its parts depend on one another more than pages do. */
const maxInConfig = 8;

/** Injections into one site that a single run of the engine can judge, as none is near another. */
export function batchesOf(drawn: readonly Drawn[]): readonly (readonly Drawn[])[] {
  const batches: Drawn[][] = [];
  for (const one of drawn) {
    const open = one.kind.alone ? undefined : batches.find((batch) => fits(one, batch));
    if (open) open.push(one);
    else batches.push([one]);
  }
  return batches;
}

function fits(one: Drawn, batch: readonly Drawn[]): boolean {
  if (batch.some(({ kind }) => kind.alone || wayOf(kind) !== wayOf(one.kind))) return false;
  const config = new Set(one.site.config.paths);
  const inConfig = (drawn: Drawn) => drawn.injection.edits.some(({ path }) => config.has(path));
  if (inConfig(one) && batch.filter(inConfig).length >= maxInConfig) return false;
  return batch.every((other) => apart(one, other, config));
}

/** Faults of one batch are looked for by one run. */
function wayOf({ options = [], committed }: Drawn["kind"]): string {
  return [...options, committed ? "committed" : ""].join(" ");
}

function apart(one: Drawn, other: Drawn, config: ReadonlySet<string>): boolean {
  const paths = pathsOf(one);
  const common = pathsOf(other).filter((path) => paths.includes(path));
  return common.every(
    (path) =>
      config.has(path) &&
      one.injection.edits.every((a) =>
        other.injection.edits.every((b) => a.path !== b.path || farFrom(a, b)),
      ),
  );
}

function pathsOf({ injection: { edits, marks, remove = [] } }: Drawn): readonly string[] {
  return [...edits, ...marks].map(({ path }) => path).concat(remove);
}

function farFrom(a: Edit, b: Edit): boolean {
  return a.end + distance < b.start || b.end + distance < a.start;
}
