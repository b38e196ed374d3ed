import { resolveRef } from "../resolve-ref.ts";
import type { SpecFiles } from "../spec-files.ts";
import type { SpecNode } from "../spec-node.ts";

/** What a reference of the specification's own file names in that file; undefined for any other. */
export function ownTarget(files: SpecFiles, reference: string): SpecNode | undefined {
  if (!reference.startsWith("#")) return undefined;
  const result = resolveRef(files, reference, { file: files.entry });
  return result.ok && result.target.file === files.entry ? result.target.node : undefined;
}
