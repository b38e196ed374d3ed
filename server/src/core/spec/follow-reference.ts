import type { SitePath } from "../text/text-range.ts";
import { findReferenced } from "./find-referenced.ts";
import { placeOfReference } from "./place-of-reference.ts";
import type { SpecFiles } from "./spec-files.ts";
import { textOf, valueAt, type SpecNode } from "./spec-node.ts";

const mostHops = 20;

/** A node and the file it stands in. */
export interface NodeInFile {
  readonly file: SitePath;
  readonly node: SpecNode;
}

/** Where the `$ref` of a node leads in the end, over as many files as it takes; the node itself when it has none. */
export function followReference(files: SpecFiles, from: NodeInFile): NodeInFile | undefined {
  let place: NodeInFile | undefined = from;
  for (let hops = 0; place && hops < mostHops; hops++) {
    const reference = textOf(valueAt(place.node, "$ref"));
    if (reference === undefined) return place;
    const { file, pointer } = placeOfReference(reference, place.file);
    const node: SpecNode | undefined =
      file === undefined ? undefined : findReferenced(files.treeOf(file)?.root, pointer);
    place = file !== undefined && node ? { file, node } : undefined;
  }
  return undefined;
}
