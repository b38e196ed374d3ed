import { readSpecTree } from "../../server/src/core/spec/read-spec.ts";
import type { SpecFiles } from "../../server/src/core/spec/spec-tree.ts";

/**
 * Returns a specification and its other files. The first file is the specification itself. Every path that is requested
 * is added to `requested`.
 */
export function specFilesOf(
  texts: Readonly<Record<string, string>>,
  requested: (path: string) => void = () => undefined,
): SpecFiles {
  const trees = new Map(Object.entries(texts).map(([path, text]) => [path, readSpecTree(path, text)]));
  const [entry = ""] = trees.keys();
  return {
    entry,
    getTree: (path) => {
      requested(path);
      return trees.get(path);
    },
  };
}
