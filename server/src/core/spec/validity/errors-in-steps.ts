import { entriesOf, valueAt, type SpecNode } from "../spec-node.ts";
import { emptyDocument } from "./empty-document.ts";
import type { SpecValidator, ValidatorError } from "./spec-checks.ts";

/** How much text is validated in one step, in UTF-16 units: some 20 ms. */
const longestStep = 200_000;
/** As many errors as a validator keeps of one document. */
const mostErrors = 1_000;

type Table = Readonly<Record<string, unknown>>;

/**
 * What a validator finds wrong in a document. A long one is given to it piece by piece: what stands under `paths` and
 * the like is judged a few names at a time in documents that hold nothing else, and the rest without them. No rule of
 * OpenAPI or AsyncAPI that a schema can tell looks at two names of such a map at once.
 */
export function* errorsInSteps(
  document: unknown,
  root: SpecNode,
  name: string,
  validator: SpecValidator,
  longest = longestStep,
): Generator<void, readonly ValidatorError[]> {
  const judge = (value: unknown) => (validator(value) ? [] : (validator.errors ?? []));
  if (!isTable(document) || root.range.end - root.range.start <= longest) return judge(document);
  const errors: ValidatorError[] = [];
  for (const section of sections)
    for (const piece of piecesOf(valueIn(document, section), nodeIn(root, section), longest)) {
      errors.push(...judge({ ...emptyDocument(name), ...wrapped(piece, section) }));
      yield;
      if (errors.length >= mostErrors) return errors.slice(0, mostErrors);
    }
  const emptied = sections.reduce<Table>(
    (rest, section) => (canBeSplit(valueIn(document, section)) ? withEmpty(rest, section) : rest),
    document,
  );
  return [...judge(emptied), ...errors].slice(0, mostErrors);
}

/** Maps of names to things that have nothing to do with one another. */
const sections: readonly (readonly string[])[] = [
  ["paths"],
  ["webhooks"],
  ["channels"],
  ["operations"],
  ...[
    "schemas",
    "responses",
    "parameters",
    "examples",
    "requestBodies",
    "headers",
    "messages",
    "channels",
  ].map((key) => ["components", key]),
];

function* piecesOf(value: unknown, node: SpecNode | undefined, longest: number): Generator<Table> {
  if (!canBeSplit(value)) return;
  let piece: [string, unknown][] = [];
  let length = 0;
  for (const { key, value: part } of entriesOf(node)) {
    if (!Object.hasOwn(value, key)) continue;
    const own = part.range.end - part.range.start;
    if (piece.length > 0 && length + own > longest) {
      yield Object.fromEntries(piece);
      [piece, length] = [[], 0];
    }
    piece.push([key, value[key]]);
    length += own;
  }
  if (piece.length > 0) yield Object.fromEntries(piece);
}

/** A reference in the place of a map would change what all of it is. */
function canBeSplit(value: unknown): value is Table {
  return isTable(value) && !Object.hasOwn(value, "$ref");
}

function withEmpty(document: Table, [key = "", ...rest]: readonly string[]): Table {
  const inner = document[key];
  return { ...document, [key]: rest.length > 0 && isTable(inner) ? withEmpty(inner, rest) : {} };
}

function wrapped(value: Table, [key = "", ...rest]: readonly string[]): Table {
  return { [key]: rest.length > 0 ? wrapped(value, rest) : value };
}

function valueIn(document: Table, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  );
}

function nodeIn(root: SpecNode, path: readonly string[]): SpecNode | undefined {
  return path.reduce<SpecNode | undefined>(valueAt, root);
}

function isTable(value: unknown): value is Table {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
