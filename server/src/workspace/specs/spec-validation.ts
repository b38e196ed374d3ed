import SwaggerParser from "@apidevtools/swagger-parser";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SpecFiles } from "../../core/spec/spec-tree.ts";
import type { SpecFault } from "../../core/spec/validity/analyze-spec.ts";
import { containsItself } from "../../core/spec/validity/check-schemas.ts";
import { faultBehindReferences, isQuicklyResolved } from "../../core/spec/validity/reference-errors.ts";
import { plainDocument } from "../../core/spec/validity/validate-in-steps.ts";
import { checkName, type SpecChecks } from "../../core/spec/validity/validate-spec.ts";

/**
 * What the specification worker needs for judging and for nothing else. It is a file of its own in the bundle, loaded
 * when the first specification is judged: most of it is generated code that takes a while to read.
 */
export { validators } from "./compiled-validators.cjs";

const milliseconds = 3_000;

/**
 * What the validator of most other tools finds in a specification that ours calls valid: it looks at the document
 * with its references resolved, so a reference to a thing of another kind than belongs there shows. At most one
 * fault, and none where it cannot say: versions it does not know, documents that take long when resolved. It is
 * given a copy of the document and nothing to read others with: no file is opened and no connection made.
 */
export async function crossCheck(
  files: SpecFiles,
  outline: SpecOutline,
  { validators }: SpecChecks,
): Promise<readonly SpecFault[]> {
  const name = checkName(outline);
  const tree = files.treeOf(files.entry);
  const validator = name === "openapi-3.0" || name === "openapi-3.1" ? validators[name]?.() : undefined;
  if (!validator || !tree?.root || tree.fault || !isQuicklyResolved(files, name === "openapi-3.1")) return [];
  // What stands for it where it would hold itself may be out of place.
  if (containsItself(tree)) return [];
  const resolved = await resolvedDocument(withBareReferences(plainDocument(tree)));
  if (resolved === undefined || validator(resolved)) return [];
  const fault = faultBehindReferences(validator.errors ?? [], files);
  return fault ? [fault] : [];
}

/**
 * Takes away what stands beside a `$ref`, in place: the specification says that it is ignored (3.0.4 §4.7.23), and
 * the resolver would mix it into what the reference names, where it may be out of place.
 */
function withBareReferences(document: unknown): unknown {
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object" || seen.has(value)) return;
    seen.add(value);
    const table = value as Record<string, unknown>;
    if (typeof table["$ref"] === "string") {
      for (const key of Object.keys(table)) if (key !== "$ref") delete table[key];
      return;
    }
    for (const part of Object.values(table)) visit(part);
  };
  visit(document);
  return document;
}

/** Undefined when a reference leads nowhere, which is told elsewhere, or the document is too much. */
async function resolvedDocument(document: unknown): Promise<unknown> {
  if (document === null || typeof document !== "object") return undefined;
  try {
    return await new SwaggerParser().dereference(
      "",
      document as Parameters<SwaggerParser["dereference"]>[1],
      {
        resolve: { external: false, file: false, http: false },
        dereference: { circular: "ignore" },
        timeoutMs: milliseconds,
      },
    );
  } catch {
    return undefined;
  }
}
