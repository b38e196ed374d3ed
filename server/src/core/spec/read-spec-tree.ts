import type { SitePath } from "../text/text-edit.ts";
import { largestSpecLength } from "./guess-spec.ts";
import { readJsonTree } from "./read-json-tree.ts";
import { readYamlTree } from "./read-yaml-tree.ts";
import type { SpecTree } from "./spec-node.ts";

/** The tree of a JSON or YAML file, by its name. A text that is too large is not read. */
export function readSpecTree(path: SitePath, text: string): SpecTree {
  if (text.length > largestSpecLength) {
    const fault = { kind: "too-large", text: "it is over 20 MB", range: { start: 0, end: 1 } } as const;
    return { root: undefined, shared: new Set(), fault };
  }
  return /\.json$/i.test(path) ? readJsonTree(path, text) : readYamlTree(text);
}
