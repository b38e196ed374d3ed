import type { SitePath } from "../text/text-edit.ts";
import type { SpecFiles, SpecReference } from "./spec-files.ts";
import { referencesIn } from "./references-in.ts";

/** Every `$ref` of a specification and of the files that it pulls in, file by file, in the order they stand. */
export function referencesOf(files: SpecFiles, reads: readonly SitePath[]): readonly SpecReference[] {
  return [files.entry, ...reads].flatMap((file) => {
    const tree = files.treeOf(file);
    return tree ? referencesIn(tree).map(({ range, text }) => ({ file, range, text })) : [];
  });
}
