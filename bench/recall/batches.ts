import type { Drawn } from "./draw-injections.ts";
import type { Edit } from "./fault-kind.ts";

/** The minimum distance in characters between two problems in the same file. */
const minDistance = 200;
/**
 * The maximum number of problems that are added to the configuration at the same time. Parts of the configuration
 * depend on each other more than pages do.
 */
const maxInConfig = 8;

/**
 * Groups injections into a site so that each group can be checked in a single run of the engine. Injections in the same
 * group aren't close to each other.
 */
export function createBatches(drawn: readonly Drawn[]): readonly (readonly Drawn[])[] {
  const batches: Drawn[][] = [];
  for (const one of drawn) {
    const open = one.kind.alone ? undefined : batches.find((batch) => fits(one, batch));
    if (open) open.push(one);
    else batches.push([one]);
  }
  return batches;
}

function fits(one: Drawn, batch: readonly Drawn[]): boolean {
  if (batch.some(({ kind }) => kind.alone || getRunKey(kind) !== getRunKey(one.kind))) return false;
  const config = new Set(one.site.config.paths);
  const isInConfig = (drawn: Drawn) => drawn.injection.edits.some(({ path }) => config.has(path));
  if (isInConfig(one) && batch.filter(isInConfig).length >= maxInConfig) return false;
  return batch.every((other) => areFarApart(one, other, config));
}

/**
 * Returns the options of an injection as text. All problems in a batch are checked in the same run, so they must have
 * the same options.
 */
function getRunKey({ options = [], committed }: Drawn["kind"]): string {
  return [...options, committed ? "committed" : ""].join(" ");
}

function areFarApart(one: Drawn, other: Drawn, config: ReadonlySet<string>): boolean {
  const paths = listPaths(one);
  const common = listPaths(other).filter((path) => paths.includes(path));
  return common.every(
    (path) =>
      config.has(path) &&
      one.injection.edits.every((a) => other.injection.edits.every((b) => a.path !== b.path || areEditsFarApart(a, b))),
  );
}

function listPaths({ injection: { edits, marks, remove = [] } }: Drawn): readonly string[] {
  return [...edits, ...marks].map(({ path }) => path).concat(remove);
}

function areEditsFarApart(a: Edit, b: Edit): boolean {
  return a.end + minDistance < b.start || b.end + minDistance < a.start;
}
