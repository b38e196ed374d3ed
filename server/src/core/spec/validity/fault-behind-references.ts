import type { SpecFault } from "../spec-fault.ts";
import type { SpecFiles } from "../spec-files.ts";
import { entryOf, itemsOf, textOf, type SpecNode } from "../spec-node.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { distinctErrors } from "./distinct-errors.ts";
import { FaultyOperations } from "./faulty-operations.ts";
import { nameRange, pathOfPointer } from "./located-error.ts";
import { ownTarget } from "./own-target.ts";
import type { ValidatorError } from "./spec-checks.ts";

/**
 * The first thing that a validator finds wrong in a document with its references resolved. Everything that is
 * written there is valid where it stands, so the reference that brought the wrong thing in is what is wrong: the last
 * one on the way. Undefined when there is no way from the root to that place.
 */
export function faultBehindReferences(
  errors: readonly ValidatorError[],
  files: SpecFiles,
): SpecFault | undefined {
  const [error] = distinctErrors(errors);
  const tree = files.treeOf(files.entry);
  if (!error || !tree?.root) return undefined;
  const { root } = tree;
  const { range, name, path } = lastReference(files, root, pathOfPointer(error.instancePath));
  const operation = new FaultyOperations(tree, root).operationAt(path);
  return {
    kind: "second-verdict",
    file: files.entry,
    range,
    path,
    name,
    expected: "",
    isTolerated: false,
    ...(operation ? { operation } : {}),
  };
}

/** References that lead to nothing but references. */
const longestChain = 100;

interface Way {
  readonly range: TextRange;
  readonly name: string;
  readonly path: readonly string[];
}

/** The last reference followed on the way, else where the way ends. */
function lastReference(files: SpecFiles, root: SpecNode, path: readonly string[]): Way {
  let node: SpecNode = root;
  let way: Way = { range: nameRange({ path: [], node: root, entry: undefined }), name: "", path: [] };
  let isBehindReference = false;
  const follow = (at: readonly string[]) => {
    for (let steps = 0; steps < longestChain; steps++) {
      const reference = entryOf(node, "$ref")?.value;
      const text = textOf(reference);
      const target = text === undefined ? undefined : ownTarget(files, text);
      if (!reference || text === undefined || !target) return;
      // Beneath a reference the path no longer says where in the file it is.
      way = { range: reference.range, name: text, path: isBehindReference ? way.path : at };
      isBehindReference = true;
      node = target;
    }
  };
  for (const [index, key] of path.entries()) {
    follow(path.slice(0, index));
    const entry = entryOf(node, key);
    const next = entry?.value ?? itemsOf(node)[Number(key)];
    if (!next) break;
    node = next;
    if (!isBehindReference)
      way = { range: nameRange({ path: [], node, entry }), name: key, path: path.slice(0, index + 1) };
  }
  follow(path);
  return way;
}
