import type { ValidatorError } from "./spec-checks.ts";

/**
 * The errors of a validator with one left for each mistake, in the order of the document's checks. Where a value fits
 * none of several branches, the validator tells why it fits each; what is kept is what it says of the branch that the
 * author most likely meant, which is the one it got deepest into.
 */
export function distinctErrors(errors: readonly ValidatorError[]): readonly ValidatorError[] {
  const kept: ValidatorError[] = [];
  for (const error of errors) {
    if (error.keyword === "if") continue;
    if (error.keyword === "propertyNames" && kept.at(-1)?.propertyName !== undefined) continue;
    if (error.keyword !== "oneOf" && error.keyword !== "anyOf") kept.push(error);
    else kept.push(...meantBranch(error, takeBeneath(kept, error)));
  }
  return withoutEchoes(kept);
}

/** Errors of the branches come right before that of the choice. */
function takeBeneath(kept: ValidatorError[], { instancePath, schemaPath }: ValidatorError): ValidatorError[] {
  let from = kept.length;
  while (from > 0 && isBeneath(kept[from - 1], instancePath) && kept[from - 1]?.schemaPath !== schemaPath)
    from--;
  return kept.splice(from);
}

function isBeneath(error: ValidatorError | undefined, path: string): boolean {
  if (!error) return false;
  return error.instancePath === path || error.instancePath.startsWith(`${path}/`);
}

function meantBranch(choice: ValidatorError, branches: readonly ValidatorError[]): readonly ValidatorError[] {
  const deep = branches.filter(({ instancePath }) => instancePath !== choice.instancePath);
  if (deep.length > 0) {
    const deepest = Math.max(...deep.map(depthOf));
    return deep.filter((error) => depthOf(error) === deepest).slice(0, 1);
  }
  const lacks = branches.filter(({ keyword }) => keyword === "required");
  if (branches.length > 0 && lacks.length === branches.length) return [joined(choice, lacks)];
  // A branch of another kind is not what was meant; one that takes this kind of value says more.
  const ofItsKind = branches.filter(({ keyword }) => keyword !== "type" && keyword !== "not");
  const telling = ofItsKind.find(({ keyword }) => keyword === "enum") ?? ofItsKind[0];
  if (telling) return [telling];
  const types = branches.flatMap(({ params }) => params["type"]);
  return types.length > 0 ? [{ ...choice, keyword: "type", params: { type: types } }] : [choice];
}

/** Either key is missing: one error that names both. */
function joined(choice: ValidatorError, lacks: readonly ValidatorError[]): ValidatorError {
  const names = [...new Set(lacks.map(({ params }) => String(params["missingProperty"])))];
  return { ...choice, keyword: "required", params: { missingProperty: names[0], instead: names.slice(1) } };
}

/**
 * Leaves out what follows from another error: keys that would be known, were the value around them right (ajv
 * counts those of a branch that fails as unknown), anything about a value that is of a wrong kind altogether, and a
 * fault that two ways of checking have both found.
 */
function withoutEchoes(errors: readonly ValidatorError[]): readonly ValidatorError[] {
  const wrongKind = new Set<string>();
  const troubled = new Set<string>();
  for (const { keyword, instancePath } of errors) {
    if (keyword === "type") wrongKind.add(instancePath);
    if (keyword === "unevaluatedProperties") continue;
    for (let path = instancePath; !troubled.has(path); path = path.slice(0, path.lastIndexOf("/"))) {
      troubled.add(path);
      if (path === "") break;
    }
  }
  const seen = new Set<string>();
  return errors.filter((error) => {
    const { keyword, instancePath, params } = error;
    if (keyword === "unevaluatedProperties" && conditionalKeys.has(String(params["unevaluatedProperty"])))
      if (troubled.has(instancePath)) return false;
    if (keyword !== "type" && wrongKind.has(instancePath)) return false;
    const identity = `${instancePath}\n${keyword}\n${JSON.stringify(params)}\n${error.propertyName ?? ""}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/** Keys that may stand in a parameter, a header or a security scheme only beside certain others. */
const conditionalKeys: ReadonlySet<string> = new Set([
  "style", "explode", "allowReserved", "allowEmptyValue", "example", "examples", "schema", "content",
  "name", "in", "scheme", "bearerFormat", "flows", "openIdConnectUrl", "oauth2MetadataUrl",
]); // prettier-ignore

function depthOf({ instancePath }: ValidatorError): number {
  return instancePath.split("/").length;
}
