import type { TextRange } from "../../text/text-edit.ts";
import { entryOf, itemsOf, type SpecNode } from "../spec-node.ts";
import type { SpecFaultKind } from "../spec-fault.ts";
import { listInWords, typesInWords, valueInWords } from "./fault-words.ts";
import { locate, nameRange, pathOfPointer, valueRange, type LocatedValue } from "./located-error.ts";
import type { ValidatorError } from "./spec-checks.ts";

/** A fault before it is known whom it concerns. */
export interface FoundFault {
  readonly kind: SpecFaultKind;
  /** Of the value that is wrong, or that lacks a key or has one too many. */
  readonly path: readonly string[];
  readonly range: TextRange;
  readonly name: string;
  readonly expected: string;
  readonly isTolerated?: boolean;
  readonly first?: TextRange;
  /** Values or keys of which one was perhaps meant. */
  readonly candidates?: readonly string[];
}

type Explain = (
  params: ValidatorError["params"],
  at: LocatedValue,
  error: ValidatorError,
) => Omit<FoundFault, "path"> & { readonly path?: readonly string[] };

/** What an error of a validator means, in the document's own terms; undefined where it says nothing by itself. */
export function faultOfError(error: ValidatorError, root: SpecNode): FoundFault | undefined {
  const at = locate(root, pathOfPointer(error.instancePath));
  if (error.propertyName !== undefined) return wrongName(error.propertyName, error, at);
  const explain = explanations[error.keyword];
  if (!explain) return undefined;
  const found = { path: at.path, ...explain(error.params, at, error) };
  return found.kind === "unknown-key" ? { ...found, candidates: keysOf(error.parentSchema) } : found;
}

const explanations: Readonly<Record<string, Explain | undefined>> = {
  type: ({ type }, at) => ({
    kind: "wrong-type",
    range: valueRange(at),
    name: nameOf(at),
    expected: typesInWords([type].flat().map(String)),
  }),
  required: ({ missingProperty, instead }, at) => ({
    kind: "missing-key",
    range: nameRange(at),
    name: String(missingProperty),
    expected: Array.isArray(instead) ? instead.map(String).join(", ") : "",
  }),
  dependencies: ({ missingProperty }, at) => missing(missingProperty, at),
  dependentRequired: ({ missingProperty }, at) => missing(missingProperty, at),
  additionalProperties: ({ additionalProperty }, at) => unknownKey(String(additionalProperty), at),
  unevaluatedProperties: ({ unevaluatedProperty }, at) => unknownKey(String(unevaluatedProperty), at),
  "false schema": (_params, at) => misplaced(at),
  enum: ({ allowedValues }, at) => wrongValue([allowedValues].flat(), at),
  const: ({ allowedValue }, at) => wrongValue([allowedValue], at),
  pattern: ({ pattern }, at) => ({
    kind: "wrong-form",
    range: valueRange(at),
    name: nameOf(at),
    expected: formOf(String(pattern)),
  }),
  minItems: ({ limit }, at) => tooFew(limit, at),
  minProperties: ({ limit }, at) => tooFew(limit, at),
  minLength: ({ limit }, at) => tooFew(limit, at),
  maxProperties: ({ limit }, at) => outOfRange(`at most ${String(limit)}`, at),
  maxItems: ({ limit }, at) => outOfRange(`at most ${String(limit)}`, at),
  minimum: ({ limit }, at) => outOfRange(`${String(limit)} or more`, at),
  maximum: ({ limit }, at) => outOfRange(`${String(limit)} or less`, at),
  exclusiveMinimum: ({ limit }, at) => outOfRange(`more than ${String(limit)}`, at),
  uniqueItems: ({ i, j }, at) => twice(Math.max(Number(i), Number(j)), Math.min(Number(i), Number(j)), at),
  oneOf: (_params, at) => noChoice(at),
  anyOf: (_params, at) => noChoice(at),
  not: (_params, at) => noChoice(at),
};

function missing(key: unknown, at: LocatedValue): ReturnType<Explain> {
  return { kind: "missing-key", range: nameRange(at), name: String(key), expected: "" };
}

function unknownKey(key: string, at: LocatedValue): ReturnType<Explain> {
  const range = entryOf(at.node, key)?.keyRange ?? nameRange(at);
  const last = at.path.at(-1);
  if (at.path.length === 1 && last === "paths")
    return { kind: "wrong-form", range, name: key, expected: "a path that begins with `/`" };
  if (last === "responses" && !key.startsWith("x-"))
    return {
      kind: "wrong-form",
      range,
      name: key,
      expected: "a status code, `2XX` or the like, or `default`",
    };
  return { kind: "unknown-key", range, name: key, expected: "" };
}

/** A key that may not stand beside another one. */
function misplaced(at: LocatedValue): ReturnType<Explain> {
  return {
    kind: "unknown-key",
    path: at.path.slice(0, -1),
    range: nameRange(at),
    name: nameOf(at),
    expected: "beside",
  };
}

function wrongValue(allowed: readonly unknown[], at: LocatedValue): ReturnType<Explain> {
  return {
    kind: "wrong-value",
    range: valueRange(at),
    name: at.node.kind === "scalar" ? String(at.node.value) : nameOf(at),
    expected: listInWords(allowed.map(valueInWords)),
    candidates: allowed.filter((value) => typeof value === "string"),
  };
}

function tooFew(limit: unknown, at: LocatedValue): ReturnType<Explain> {
  return { kind: "too-few", range: valueRange(at), name: nameOf(at), expected: String(limit) };
}

function outOfRange(expected: string, at: LocatedValue): ReturnType<Explain> {
  return { kind: "wrong-form", range: valueRange(at), name: nameOf(at), expected };
}

function twice(second: number, first: number, at: LocatedValue): ReturnType<Explain> {
  const items = itemsOf(at.node);
  const range = items[second]?.range ?? nameRange(at);
  const firstRange = items[first]?.range;
  return {
    kind: "not-unique",
    range,
    name: nameOf(at),
    expected: "",
    ...(firstRange ? { first: firstRange } : {}),
  };
}

function noChoice(at: LocatedValue): ReturnType<Explain> {
  return { kind: "no-choice-fits", range: valueRange(at), name: nameOf(at), expected: "" };
}

/** A key that is made of what no name is made of. */
function wrongName(name: string, { params }: ValidatorError, at: LocatedValue): FoundFault {
  const range = entryOf(at.node, name)?.keyRange ?? nameRange(at);
  const pattern = typeof params["pattern"] === "string" ? params["pattern"] : "";
  return { kind: "wrong-form", path: at.path, range, name, expected: formOf(pattern) };
}

/** What a pattern of the published schemas asks for. */
function formOf(pattern: string): string {
  if (pattern.startsWith("^3")) return "a version such as `3.1.0`";
  if (/^\^\[\^?\w.*\]\+?\*?\$$/.test(pattern) && pattern.includes("a-z"))
    return "letters, digits, `.`, `-` and `_` alone";
  return "";
}

/** The keys that a definition has names for, those of patterns that list words among them. */
function keysOf(definition: unknown): readonly string[] {
  const { properties, patternProperties } = Object(definition) as Record<string, object | undefined>;
  const listed = Object.keys(patternProperties ?? {}).flatMap(
    (pattern) => /^\^\((\w+(?:\|\w+)+)\)\$$/.exec(pattern)?.[1]?.split("|") ?? [],
  );
  return [...Object.keys(properties ?? {}), ...listed];
}

/** The key a value stands behind; of an item the key of its list. */
function nameOf({ path, entry }: LocatedValue): string {
  if (entry) return entry.key;
  return path.findLast((key) => !/^\d+$/.test(key)) ?? "";
}
