import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { SpecNode, SpecTree } from "./spec-node.ts";

/** A specification's own tree and those of the files it pulls in, which all stand inside the site. */
export interface SpecFiles {
  readonly entry: SitePath;
  /** Undefined for a file that is not there, may not be read or is not JSON or YAML. */
  readonly treeOf: (path: SitePath) => SpecTree | undefined;
}

/** A node and the file that its ranges count in. */
export interface PlacedNode {
  readonly file: SitePath;
  readonly node: SpecNode;
  /** Its own address, with every reference on the way followed: `users.yaml#/components/schemas/User`. */
  readonly id: string;
  /** The nearest schema around it, or itself, that has an `$id`: what references in it are relative to. */
  readonly base?: PlacedNode | undefined;
}

/** A file that pulls in no others, or whose others are not at hand. */
export function onlyFile(path: SitePath, tree: SpecTree): SpecFiles {
  return { entry: path, treeOf: (wanted) => (wanted === path ? tree : undefined) };
}

/** A `$ref` in a specification: what is needed to follow, list and rename it. */
export interface SpecReference {
  readonly file: SitePath;
  /** The value with its quotes. */
  readonly range: TextRange;
  /** As written: `#/components/schemas/User`. */
  readonly text: string;
}
