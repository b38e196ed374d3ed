import type { SitePath } from "../text/text-range.ts";
import type { SpecFiles, SpecReference } from "./spec-files.ts";
import { walkReferences } from "./walk-references.ts";

const mostReferences = 200_000;

/** Every `$ref` of a specification and of the files that it pulls in, file by file, in the order they stand. */
export function referencesOf(files: SpecFiles, reads: readonly SitePath[]): readonly SpecReference[] {
  const references: SpecReference[] = [];
  for (const file of [files.entry, ...reads]) {
    const tree = files.treeOf(file);
    if (tree)
      walkReferences(tree, (range, text) => {
        references.push({ file, range, text });
        return references.length < mostReferences;
      });
  }
  return references;
}
