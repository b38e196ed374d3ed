import type { SitePath } from "../text/text-edit.ts";
import { referencesIn } from "./references-in.ts";
import { refTarget } from "./ref-target.ts";
import type { SpecFiles } from "./spec-files.ts";
import type { SpecTree } from "./spec-node.ts";

/** How many files a specification may pull in, and of how many UTF-16 units in all. */
export const mostPulledIn = 500;
export const mostPulledInLength = 50_000_000;

/**
 * The specification with every file that its references pull in, however deep. Yields the paths that it needs next;
 * takes their trees, in the same order. What lies beyond the limits is treated as if it were not there.
 */
export function* gatherFiles(
  entry: SitePath,
  tree: SpecTree,
): Generator<
  readonly SitePath[],
  { readonly files: SpecFiles; readonly reads: readonly SitePath[] },
  readonly (SpecTree | undefined)[]
> {
  const trees = new Map<SitePath, SpecTree | undefined>([[entry, tree]]);
  let latest: readonly (readonly [SitePath, SpecTree])[] = [[entry, tree]];
  while (latest.length > 0) {
    const wanted = latest
      .flatMap(([path, one]) => filesNamedIn(path, one))
      .filter((path) => !trees.has(path));
    const next = [...new Set(wanted)].slice(0, Math.max(0, mostPulledIn + 1 - trees.size));
    const found = next.length > 0 ? yield next : [];
    for (const [i, path] of next.entries()) trees.set(path, found[i]);
    latest = next.flatMap((path, i) => {
      const own = found[i];
      return own ? [[path, own] as const] : [];
    });
  }
  return {
    files: { entry, treeOf: (path) => trees.get(path) },
    reads: [...trees.keys()].filter((path) => path !== entry).sort(),
  };
}

function filesNamedIn(path: SitePath, tree: SpecTree): readonly SitePath[] {
  const files = new Set<SitePath>();
  for (const { text } of referencesIn(tree)) {
    if (text.startsWith("#")) continue;
    const target = refTarget(text, path);
    if (target.kind === "inside" && target.file !== path) files.add(target.file);
    if (files.size > mostPulledIn) break;
  }
  return [...files];
}
