import { toCode, type Phrase, toVerbatim } from "../../text/phrase.ts";
import { locateValue, type LocatedValue, getNameRange, parsePointer, getValueRange } from "../resolve-ref.ts";
import { getEntry, getItems, type SpecNode } from "../spec-tree.ts";
import type { ValidityProblem, ValidatorError } from "./analyze-spec.ts";

/**
 * Reduces a validator's errors to one per problem, in the order in which the validator found them. If a value doesn't
 * match any of several alternatives, the validator reports the errors for all of them. Only the errors for the
 * alternative with the deepest match are kept, because the author most likely meant that alternative.
 */
export function reduceErrors(errors: readonly ValidatorError[]): readonly ValidatorError[] {
  const reducedErrors: ValidatorError[] = [];
  for (const error of errors) {
    if (error.keyword === "if") continue;
    if (error.keyword === "propertyNames" && reducedErrors.at(-1)?.propertyName !== undefined) continue;
    if (error.keyword !== "oneOf" && error.keyword !== "anyOf") reducedErrors.push(error);
    else reducedErrors.push(...findIntendedErrors(error, takeNestedErrors(reducedErrors, error)));
  }
  return removeConsequences(reducedErrors);
}

/**
 * Removes and returns the errors for a choice's alternatives. These errors directly precede the error for the choice
 * itself.
 */
function takeNestedErrors(errors: ValidatorError[], { instancePath, schemaPath }: ValidatorError): ValidatorError[] {
  let firstIndex = errors.length;
  while (
    firstIndex > 0 &&
    isNestedIn(errors[firstIndex - 1], instancePath) &&
    errors[firstIndex - 1]?.schemaPath !== schemaPath
  )
    firstIndex--;
  return errors.splice(firstIndex);
}

function isNestedIn(error: ValidatorError | undefined, path: string): boolean {
  if (!error) return false;
  return error.instancePath === path || error.instancePath.startsWith(`${path}/`);
}

function findIntendedErrors(
  choice: ValidatorError,
  branchErrors: readonly ValidatorError[],
): readonly ValidatorError[] {
  const deeperErrors = branchErrors.filter(({ instancePath }) => instancePath !== choice.instancePath);
  if (deeperErrors.length > 0) {
    const maxDepth = Math.max(...deeperErrors.map(getDepth));
    return deeperErrors.filter((error) => getDepth(error) === maxDepth).slice(0, 1);
  }
  const missingKeyErrors = branchErrors.filter(({ keyword }) => keyword === "required");
  if (branchErrors.length > 0 && missingKeyErrors.length === branchErrors.length)
    return [joinErrors(choice, missingKeyErrors)];
  // The author probably doesn't mean an alternative of another type, so an error in an alternative for this type is
  // more informative.
  const sameTypeErrors = branchErrors.filter(({ keyword }) => keyword !== "type" && keyword !== "not");
  const clearestError = sameTypeErrors.find(({ keyword }) => keyword === "enum") ?? sameTypeErrors[0];
  if (clearestError) return [clearestError];
  const types = branchErrors.flatMap(({ params }) => params["type"]);
  return types.length > 0 ? [{ ...choice, keyword: "type", params: { type: types } }] : [choice];
}

/**
 * Combines errors about different missing keys into one error that names all of these keys. Any one of the keys would
 * be sufficient.
 */
function joinErrors(choice: ValidatorError, missingKeyErrors: readonly ValidatorError[]): ValidatorError {
  const names = [...new Set(missingKeyErrors.map(({ params }) => String(params["missingProperty"])))];
  return { ...choice, keyword: "required", params: { missingProperty: names[0], instead: names.slice(1) } };
}

/**
 * Removes errors that are consequences of other errors. These are unknown keys that would be known if the surrounding
 * value were valid (ajv treats the keys of an alternative that doesn't match as unknown), more errors about a value
 * with a completely wrong type, and errors that two checks report.
 */
function removeConsequences(errors: readonly ValidatorError[]): readonly ValidatorError[] {
  const wrongTypePaths = new Set<string>();
  const invalidPaths = new Set<string>();
  for (const { keyword, instancePath } of errors) {
    if (keyword === "type") wrongTypePaths.add(instancePath);
    if (keyword === "unevaluatedProperties") continue;
    for (let path = instancePath; !invalidPaths.has(path); path = path.slice(0, path.lastIndexOf("/"))) {
      invalidPaths.add(path);
      if (path === "") break;
    }
  }
  const reportedIdentities = new Set<string>();
  return errors.filter((error) => {
    const { keyword, instancePath, params } = error;
    if (keyword === "unevaluatedProperties" && conditionalKeys.has(String(params["unevaluatedProperty"])))
      if (invalidPaths.has(instancePath)) return false;
    if (keyword !== "type" && wrongTypePaths.has(instancePath)) return false;
    const identity = `${instancePath}\n${keyword}\n${JSON.stringify(params)}\n${error.propertyName ?? ""}`;
    if (reportedIdentities.has(identity)) return false;
    reportedIdentities.add(identity);
    return true;
  });
}

/** Keys of a parameter, header, or security scheme that are allowed only together with certain other keys. */
const conditionalKeys: ReadonlySet<string> = new Set([
  "style", "explode", "allowReserved", "allowEmptyValue", "example", "examples", "schema", "content",
  "name", "in", "scheme", "bearerFormat", "flows", "openIdConnectUrl", "oauth2MetadataUrl",
]); // prettier-ignore

function getDepth({ instancePath }: ValidatorError): number {
  return instancePath.split("/").length;
}

const typeNames: Readonly<Record<string, Phrase | undefined>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "`true` or `false`",
  array: "a list",
  object: "an object",
  null: toCode("null"),
};

/** Formats types in terms that authors use, such as `a string or a list`. */
export function formatTypes(types: readonly string[]): Phrase {
  return formatList([...new Set(types)].map((type) => typeNames[type] ?? toVerbatim(type)));
}

/** Formats a value as written. */
export function formatValue(value: unknown): Phrase {
  return toCode(typeof value === "string" ? value : JSON.stringify(value));
}

const maxValues = 6;

/** Formats a list as `a, b, or c`. If the list is long, formats only its first items. */
export function formatList(parts: readonly Phrase[]): Phrase {
  const [firstPart = toVerbatim(""), ...otherParts] = parts;
  if (otherParts.length === 0) return firstPart;
  return {
    anyOf: parts.length > maxValues ? [...parts.slice(0, maxValues), "another allowed value"] : parts,
  };
}

/** Additional data about a problem that is needed only to fix it. */
interface FixHints {
  /** The allowed JSON types. Set if the value has the wrong type. */
  readonly types?: readonly string[];
  /** Whether the key must be a path that starts with a slash. */
  readonly isPath?: true;
  /** The values or keys that the author may have meant. */
  readonly candidates?: readonly string[];
}

type ProblemDetails = Omit<ValidityProblem, "file" | "isTolerated" | "operation" | "users" | "fix">;

/** A problem whose affected operations haven't been determined yet. By default, the problem isn't tolerated. */
export interface FoundProblem extends ProblemDetails, FixHints {
  readonly isTolerated?: boolean;
}

/** Returns the problem without the data that is needed only to fix it. */
export function omitHints({
  types: _types,
  isPath: _isPath,
  candidates: _candidates,
  ...details
}: FoundProblem): ProblemDetails & Pick<ValidityProblem, "isTolerated"> {
  return { isTolerated: false, ...details };
}

type Explainer = (
  params: ValidatorError["params"],
  locatedValue: LocatedValue,
  error: ValidatorError,
) => Omit<FoundProblem, "path"> & { readonly path?: readonly string[] };

/** Describes a validator error in terms of the document, or returns undefined if the error alone isn't informative. */
export function toValidityProblem(error: ValidatorError, root: SpecNode): FoundProblem | undefined {
  const locatedValue = locateValue(root, parsePointer(error.instancePath));
  if (error.propertyName !== undefined) return explainWrongName(error.propertyName, error, locatedValue);
  const explain = explainersByKeyword[error.keyword];
  if (!explain) return undefined;
  const explainedProblem = { path: locatedValue.path, ...explain(error.params, locatedValue, error) };
  return explainedProblem.kind === "unknown-key"
    ? { ...explainedProblem, candidates: listKeys(error.parentSchema) }
    : explainedProblem;
}

const explainersByKeyword: Readonly<Record<string, Explainer | undefined>> = {
  type: ({ type }, locatedValue) => {
    const types = [type].flat().map(String);
    return {
      kind: "wrong-type",
      range: getValueRange(locatedValue),
      name: getName(locatedValue),
      expected: formatTypes(types),
      types,
      ...recognizeSpecialValue(locatedValue.node, types),
    };
  },
  required: ({ missingProperty, instead }, locatedValue) => ({
    kind: "missing-key",
    range: getNameRange(locatedValue),
    name: String(missingProperty),
    ...(Array.isArray(instead) && { alternativeKeys: instead.map(String).join(", ") }),
  }),
  dependencies: ({ missingProperty }, locatedValue) => explainMissingKey(missingProperty, locatedValue),
  dependentRequired: ({ missingProperty }, locatedValue) => explainMissingKey(missingProperty, locatedValue),
  additionalProperties: ({ additionalProperty }, locatedValue) =>
    explainUnknownKey(String(additionalProperty), locatedValue),
  unevaluatedProperties: ({ unevaluatedProperty }, locatedValue) =>
    explainUnknownKey(String(unevaluatedProperty), locatedValue),
  "false schema": (_params, locatedValue) => explainMisplacedKey(locatedValue),
  enum: ({ allowedValues }, locatedValue) => explainWrongValue([allowedValues].flat(), locatedValue),
  const: ({ allowedValue }, locatedValue) => explainWrongValue([allowedValue], locatedValue),
  pattern: ({ pattern }, locatedValue) => ({
    kind: "wrong-form",
    range: getValueRange(locatedValue),
    name: getName(locatedValue),
    expected: describePattern(String(pattern)),
  }),
  format: ({ format }, locatedValue) => ({
    kind: "wrong-form",
    range: getValueRange(locatedValue),
    name: getName(locatedValue),
    expected: formatDescriptions[String(format)],
    isServiceOnly: true,
  }),
  minItems: (_params, locatedValue) => explainTooFewItems(locatedValue),
  minProperties: (_params, locatedValue) => explainTooFewItems(locatedValue),
  minLength: (_params, locatedValue) => explainTooFewItems(locatedValue),
  maxProperties: ({ limit }, locatedValue) =>
    explainOutOfRange(
      limit === 1
        ? "an object with only one key"
        : { phrase: "an object with at most {limit} keys", values: { limit: String(limit) } },
      locatedValue,
    ),
  maxItems: ({ limit }, locatedValue) =>
    explainOutOfRange(
      limit === 1
        ? "a list with only one item"
        : { phrase: "a list with at most {limit} items", values: { limit: String(limit) } },
      locatedValue,
    ),
  minimum: ({ limit }, locatedValue) =>
    explainOutOfRange({ phrase: "{limit} or more", values: { limit: String(limit) } }, locatedValue),
  maximum: ({ limit }, locatedValue) =>
    explainOutOfRange({ phrase: "{limit} or less", values: { limit: String(limit) } }, locatedValue),
  exclusiveMinimum: ({ limit }, locatedValue) =>
    explainOutOfRange({ phrase: "more than {limit}", values: { limit: String(limit) } }, locatedValue),
  uniqueItems: ({ i, j }, locatedValue) =>
    explainRepeatedItem(Math.max(Number(i), Number(j)), Math.min(Number(i), Number(j)), locatedValue),
  oneOf: (_params, locatedValue) => explainNoMatch(locatedValue),
  anyOf: (_params, locatedValue) => explainNoMatch(locatedValue),
  not: (_params, locatedValue) => explainNoMatch(locatedValue),
};

const formatDescriptions: Readonly<Record<string, Phrase | undefined>> = {
  email: "an email address",
  regex: "a JavaScript regular expression",
  uri: "a complete URL with percent-encoded special characters",
  "uri-reference": "a URL with percent-encoded special characters",
  "schema-format": formatList(
    ["application/vnd.aai.asyncapi;version=3.0.0", "application/schema+json;version=draft-07"].map(formatValue),
  ),
};

/** Recognizes values that the service may accept although their type is wrong. */
function recognizeSpecialValue(
  node: SpecNode,
  types: readonly string[],
): Pick<FoundProblem, "variant" | "isTolerated"> | undefined {
  if (node.kind !== "scalar") return undefined;
  const { value, range } = node;
  if (!value) return { variant: "empty" };
  const isUnquoted = typeof value === "string" && range.end - range.start === value.length;
  if (!isUnquoted || !/^[-+]?\d+(_+\d+)+(\.[\d_]*)?$/.test(value)) return undefined;
  return types.some((type) => type === "number" || type === "integer")
    ? { variant: "underscores", isTolerated: true }
    : undefined;
}

function explainMissingKey(key: unknown, locatedValue: LocatedValue): ReturnType<Explainer> {
  return { kind: "missing-key", range: getNameRange(locatedValue), name: String(key) };
}

function explainUnknownKey(key: string, locatedValue: LocatedValue): ReturnType<Explainer> {
  const range = getEntry(locatedValue.node, key)?.keyRange ?? getNameRange(locatedValue);
  const lastKey = locatedValue.path.at(-1);
  if (locatedValue.path.length === 1 && lastKey === "paths")
    return { kind: "wrong-form", range, name: key, expected: "a path that starts with `/`", isPath: true };
  if (lastKey === "responses" && !key.startsWith("x-"))
    return {
      kind: "wrong-form",
      range,
      name: key,
      expected: "a status code, a range such as `2XX`, or `default`",
    };
  return { kind: "unknown-key", range, name: key };
}

/** Explains that a key isn't allowed together with another key. */
function explainMisplacedKey(locatedValue: LocatedValue): ReturnType<Explainer> {
  return {
    kind: "unknown-key",
    path: locatedValue.path.slice(0, -1),
    range: getNameRange(locatedValue),
    name: getName(locatedValue),
    variant: "beside",
  };
}

function explainWrongValue(allowedValues: readonly unknown[], locatedValue: LocatedValue): ReturnType<Explainer> {
  return {
    kind: "wrong-value",
    range: getValueRange(locatedValue),
    name: locatedValue.node.kind === "scalar" ? String(locatedValue.node.value) : getName(locatedValue),
    expected: formatList(allowedValues.map(formatValue)),
    candidates: allowedValues.filter((value) => typeof value === "string"),
  };
}

function explainTooFewItems(locatedValue: LocatedValue): ReturnType<Explainer> {
  return { kind: "too-few", range: getValueRange(locatedValue), name: getName(locatedValue) };
}

function explainOutOfRange(expectedValue: Phrase, locatedValue: LocatedValue): ReturnType<Explainer> {
  return {
    kind: "wrong-form",
    range: getValueRange(locatedValue),
    name: getName(locatedValue),
    expected: expectedValue,
  };
}

function explainRepeatedItem(
  repeatedIndex: number,
  firstIndex: number,
  locatedValue: LocatedValue,
): ReturnType<Explainer> {
  const items = getItems(locatedValue.node);
  const item = items[repeatedIndex];
  const firstRange = items[firstIndex]?.range;
  return {
    kind: "not-unique",
    range: item?.range ?? getNameRange(locatedValue),
    name: item?.kind === "scalar" ? String(item.value) : getName(locatedValue),
    ...(firstRange ? { first: firstRange } : {}),
  };
}

function explainNoMatch(locatedValue: LocatedValue): ReturnType<Explainer> {
  return { kind: "no-choice-fits", range: getValueRange(locatedValue), name: getName(locatedValue) };
}

/** Explains that a key contains characters that aren't allowed in a name. */
function explainWrongName(name: string, { params }: ValidatorError, locatedValue: LocatedValue): FoundProblem {
  const range = getEntry(locatedValue.node, name)?.keyRange ?? getNameRange(locatedValue);
  const pattern = typeof params["pattern"] === "string" ? params["pattern"] : "";
  return { kind: "wrong-form", path: locatedValue.path, range, name, expected: describePattern(pattern) };
}

/** Describes a pattern from the published schemas. Returns undefined if the pattern is unknown. */
function describePattern(pattern: string): Phrase | undefined {
  if (pattern.startsWith("^3")) return "a version such as `3.1.0`";
  if (/^\^\[\^?\w.*\]\+?\*?\$$/.test(pattern) && pattern.includes("a-z"))
    return "a name that contains only letters, digits, `.`, `-`, and `_`";
  return undefined;
}

/** Returns the keys that a definition allows, including the keys in patterns that list alternative words. */
function listKeys(definition: unknown): readonly string[] {
  const { properties, patternProperties } = Object(definition) as Record<string, object | undefined>;
  const patternKeys = Object.keys(patternProperties ?? {}).flatMap(
    (pattern) => /^\^\((\w+(?:\|\w+)+)\)\$$/.exec(pattern)?.[1]?.split("|") ?? [],
  );
  return [...Object.keys(properties ?? {}), ...patternKeys];
}

/** Returns a value's key or, for an item, the key of its list and the item's index. */
function getName({ path, entry }: LocatedValue): string {
  return entry?.key ?? getPathName(path);
}

/** Returns the last key in a path with the indexes that follow it, such as `tags[0]`. */
export function getPathName(path: readonly string[]): string {
  const lastIndex = path.findLastIndex((key) => !/^\d+$/.test(key));
  const indexes = path.slice(lastIndex + 1).map((index) => `[${index}]`);
  return `${path[lastIndex] ?? ""}${indexes.join("")}`;
}
