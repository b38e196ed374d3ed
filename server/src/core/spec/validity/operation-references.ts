import type { SitePath } from "../../text/text-edit.ts";
import { followSpot, refOf } from "../resolve-ref.ts";
import type { SpecFiles } from "../spec-files.ts";
import type { SpecNode } from "../spec-node.ts";
import type { FoundFault } from "./fault-of-error.ts";
import { methodKeys } from "./faulty-operations.ts";
import { locate } from "./located-error.ts";

/**
 * Without those that find a `$ref` in the place of an operation, where it names one in another file. No version of
 * OpenAPI has a reference there; specifications of many files use it all the same, to be put together by a tool, and
 * that services which read one file only do not follow it is told elsewhere (openapi/external-ref). What it names is
 * judged as an operation.
 */
export function withoutFollowed(
  faults: readonly FoundFault[],
  files: SpecFiles,
  file: SitePath,
  root: SpecNode,
): readonly FoundFault[] {
  return faults.filter(({ kind, name, path }) => {
    if (kind !== "unknown-key" || name !== "$ref") return true;
    const isOperation = methodKeys.has(path.at(-1) ?? "") || path.at(-2) === "additionalOperations";
    const reference = isOperation ? refOf(locate(root, path).node) : undefined;
    if (reference === undefined || reference.startsWith("#")) return true;
    return followSpot(files, { file, node: locate(root, path).node })?.node.kind !== "map";
  });
}
