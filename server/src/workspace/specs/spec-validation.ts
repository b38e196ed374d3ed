import SwaggerParser from "@apidevtools/swagger-parser";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SpecFiles } from "../../core/spec/spec-tree.ts";
import { getValidatorName, type SpecChecks, type ValidityProblem } from "../../core/spec/validity/analyze-spec.ts";
import {
  hasCircularValue,
  findProblemAfterReferences,
  canResolveQuickly,
} from "../../core/spec/validity/check-schemas.ts";
import { createJsonDocument } from "../../core/spec/validity/validate-in-steps.ts";

/**
 * The code that the specification worker needs only for validation. In the bundle, this code is in a separate file that
 * isn't loaded until the first specification is validated. Most of it is generated code that takes a while to load.
 */
export { validators } from "./compiled-validators.cjs";

const maxMilliseconds = 3_000;

/**
 * Returns the errors that the validator used by most other tools finds in a specification that Docwright considers
 * valid. That validator checks the document with its references resolved, so it detects references to the wrong kind of
 * object. Returns at most one problem. Returns no problems for unknown versions or for documents that take too long to
 * resolve. The validator gets a copy of the document and can't read files or make connections.
 */
export async function validateWithValidator(
  files: SpecFiles,
  outline: SpecOutline,
  { validators }: SpecChecks,
): Promise<readonly ValidityProblem[]> {
  const validatorName = getValidatorName(outline);
  const tree = files.getTree(files.entry);
  const validator =
    validatorName === "openapi-3.0" || validatorName === "openapi-3.1" ? validators[validatorName]?.() : undefined;
  if (!validator || !tree?.root || tree.error || !canResolveQuickly(files, validatorName === "openapi-3.1")) return [];
  // The placeholder for a circular reference may not be valid at its position.
  if (hasCircularValue(tree)) return [];
  const resolvedDocument = await resolveDocument(removeSiblingsOfReferences(createJsonDocument(tree)));
  if (resolvedDocument === undefined || validator(resolvedDocument)) return [];
  const problem = findProblemAfterReferences(validator.errors ?? [], files);
  return problem ? [problem] : [];
}

/**
 * Removes the siblings of each `$ref`, in place. According to OpenAPI, the siblings are ignored (3.0.4 §4.7.23), but
 * the resolver would merge them into the target, where they may be invalid.
 */
function removeSiblingsOfReferences(document: unknown): unknown {
  const visitedObjects = new Set<object>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object" || visitedObjects.has(value)) return;
    visitedObjects.add(value);
    const record = value as Record<string, unknown>;
    if (typeof record["$ref"] === "string") {
      for (const key of Object.keys(record)) if (key !== "$ref") delete record[key];
      return;
    }
    for (const child of Object.values(record)) visit(child);
  };
  visit(document);
  return document;
}

/**
 * Returns the document with its references resolved, or undefined if the document is too large or a reference can't be
 * resolved. References that can't be resolved are reported elsewhere.
 */
async function resolveDocument(document: unknown): Promise<unknown> {
  if (document === null || typeof document !== "object") return undefined;
  try {
    return await new SwaggerParser().dereference("", document as Parameters<SwaggerParser["dereference"]>[1], {
      resolve: { external: false, file: false, http: false },
      dereference: { circular: "ignore" },
      timeoutMs: maxMilliseconds,
    });
  } catch {
    return undefined;
  }
}
