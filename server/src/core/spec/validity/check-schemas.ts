import { locate, valueRange } from "../error-location.ts";
import { resolveRef } from "../resolve-ref.ts";
import { entriesOf, itemsOf, type SpecFiles, type SpecNode, type SpecTree } from "../spec-tree.ts";
import { type FoundFault, formatList, formatTypes, formatValue, nameOfPath } from "./validator-errors.ts";

/**
 * Reports problems within schemas of OpenAPI 3.1 and 3.2, for which the published schema accepts any object: the types
 * of values according to JSON Schema 2020-12. Services accept them as they are, so these problems are tolerated, but
 * it's undefined how such a field is displayed. `document` contains the plain values.
 */
export function* checkSchemas(document: unknown, root: SpecNode): Generator<void, readonly FoundFault[]> {
  // In a custom dialect, these keys may have any meaning.
  if (!isTable(document) || document["jsonSchemaDialect"] !== undefined) return [];
  const check = new SchemaCheck();
  yield* check.searchInSteps(document, [], maxStepDepth);
  return check.wrong.map(({ path, name, ...fault }) => {
    const at = locate(root, path);
    const written = name ?? (at.node.kind === "scalar" ? String(at.node.value) : "");
    return { ...fault, path, name: written, range: valueRange(at), isTolerated: true };
  });
}

const maxFound = 500;
/** Deep enough for `components.schemas.User` and `paths./users.get`. */
const maxStepDepth = 3;
/** The number of maps and lists visited per step, which takes some 10 ms. */
const stepSize = 10_000;
const typeNames = ["string", "number", "integer", "boolean", "array", "object", "null"];

type Path = readonly string[];

/** Keys outside schemas that contain a schema. */
const holdsOne = new Set(["schema", "itemSchema"]);

/** Keys of a schema by their content. */
const holdsSchema = new Set([
  "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems",
  "unevaluatedProperties",
]); // prettier-ignore
const holdsSchemas = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const listsSchemas = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Keys outside schemas that contain data or names chosen by the author. */
const data = new Set(["example", "examples", "default", "value", "enum"]);

interface Wrong extends Pick<FoundFault, "kind" | "path" | "expected" | "types" | "candidates"> {
  /** Undefined for the value itself. */
  readonly name?: string;
}

class SchemaCheck {
  readonly wrong: Wrong[] = [];
  /** Values that are in several positions through a YAML anchor are visited once. */
  readonly #seen = new Set<object>();

  #sinceStep = 0;

  /** Finds schemas in `schema` and `itemSchema`, and by name in `components.schemas`. */
  *searchInSteps(value: unknown, path: Path, depth: number): Generator<void> {
    for (const [key, part] of this.#partsOf(value)) {
      const at = [...path, key];
      if (data.has(key) || key.startsWith("x-")) continue;
      if (key === "schemas" && path.length === 1 && path[0] === "components")
        yield* this.#eachInSteps(part, at);
      else if (holdsOne.has(key)) this.#schema(part, at);
      else if (depth > 0) yield* this.searchInSteps(part, at, depth - 1);
      else this.#search(part, at);
      yield* this.#step();
    }
  }

  /** Searches like `searchInSteps`, for deeper levels. */
  #search(value: unknown, path: Path): void {
    for (const [key, part] of this.#partsOf(value)) {
      if (data.has(key) || key.startsWith("x-")) continue;
      if (holdsOne.has(key)) this.#schema(part, [...path, key]);
      else this.#search(part, [...path, key]);
    }
  }

  *#eachInSteps(value: unknown, path: Path): Generator<void> {
    for (const [key, part] of this.#partsOf(value)) {
      this.#schema(part, [...path, key]);
      yield* this.#step();
    }
  }

  #eachSchema(value: unknown, path: Path): void {
    for (const [key, part] of this.#partsOf(value)) this.#schema(part, [...path, key]);
  }

  #schema(value: unknown, path: Path): void {
    if (typeof value === "boolean") return;
    if (!isTable(value)) return this.#wrongType(path, ["object", "boolean"]);
    if (this.#isKnown(value)) return;
    for (const [key, part] of Object.entries(value)) {
      const at = [...path, key];
      if (holdsSchema.has(key)) this.#schema(part, at);
      else if (holdsSchemas.has(key))
        if (isTable(part)) this.#eachSchema(part, at);
        else this.#wrongType(at, ["object"]);
      else if (listsSchemas.has(key))
        if (Array.isArray(part)) this.#eachSchema(part, at);
        else this.#wrongType(at, ["array"]);
      else if ((key === "required" || key === "enum") && !Array.isArray(part)) this.#wrongType(at, ["array"]);
      else if (key === "type") this.#type(part, at);
    }
  }

  #type(value: unknown, path: Path): void {
    if (isTable(value)) return this.#wrongType(path, ["string", "array"]);
    for (const [index, name] of [value].flat().entries())
      if (typeof name !== "string" || !typeNames.includes(name))
        this.#add({
          kind: "wrong-value",
          path: Array.isArray(value) ? [...path, String(index)] : path,
          expected: formatList(typeNames.slice(0, -1).map(formatValue)),
          candidates: typeNames,
        });
  }

  #wrongType(path: Path, types: readonly string[]): void {
    this.#add({ kind: "wrong-type", path, name: nameOfPath(path), expected: formatTypes(types), types });
  }

  #add(wrong: Wrong): void {
    if (this.wrong.length < maxFound) this.wrong.push(wrong);
  }

  /** Returns the entries of a map or list that hasn't been visited yet. */
  #partsOf(value: unknown): readonly (readonly [string, unknown])[] {
    return isObject(value) && !this.#isKnown(value) ? Object.entries(value) : [];
  }

  #isKnown(value: object): boolean {
    if (this.#seen.has(value)) return true;
    this.#seen.add(value);
    this.#sinceStep++;
    return false;
  }

  *#step(): Generator<void> {
    if (this.#sinceStep < stepSize) return;
    this.#sinceStep = 0;
    yield;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object";
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}

const maxWrongRefs = 500;
/** Deep enough for `components.schemas.User` and `paths./users.get`. */
const maxRefStepDepth = 3;
/** The number of maps and lists visited per step, which takes some 10 ms. */
const refStepSize = 20_000;

/**
 * Reports every `$ref` whose value can't be a reference: a number, a list, or nothing. The published schemas miss these
 * where any object is allowed, but everything that resolves references fails there, including services
 * (bench/spec-agreement.ts). A field named `$ref` has an object as its value and isn't affected. `document` contains
 * the plain values.
 */
export function* checkRefTexts(document: unknown, root: SpecNode): Generator<void, readonly FoundFault[]> {
  const found: (readonly string[])[] = [];
  const seen = new Set<object>();
  const path: string[] = [];
  let sinceStep = 0;
  /** Returns the entries of a value that hasn't been visited yet. */
  const partsOf = (value: unknown): readonly (readonly [string, unknown])[] => {
    if (!isObjectOrList(value) || seen.has(value) || found.length >= maxWrongRefs) return [];
    seen.add(value);
    sinceStep++;
    const parts = Object.entries(value);
    for (const [key, part] of parts)
      if (key === "$ref" && typeof part !== "string" && (Array.isArray(part) || !isObjectOrList(part)))
        if (!Array.isArray(value)) found.push([...path, key]);
    return parts;
  };
  const visit = (value: unknown): void => {
    for (const [key, part] of partsOf(value)) {
      path.push(key);
      visit(part);
      path.pop();
    }
  };
  function* visitInSteps(value: unknown, depth: number): Generator<void> {
    if (sinceStep > refStepSize) {
      sinceStep = 0;
      yield;
    }
    if (depth === 0) return visit(value);
    for (const [key, part] of partsOf(value)) {
      path.push(key);
      yield* visitInSteps(part, depth - 1);
      path.pop();
    }
  }
  yield* visitInSteps(document, maxRefStepDepth);
  return found.map((at) => ({
    kind: "wrong-type",
    path: at,
    range: valueRange(locate(root, at)),
    name: "$ref",
    expected: formatTypes(["string"]),
    types: ["string"],
  }));
}

function isObjectOrList(value: unknown): value is object {
  return value !== null && typeof value === "object";
}

/** Returns the target of a reference within the specification's own file, or undefined for any other reference. */
export function ownTarget(files: SpecFiles, reference: string): SpecNode | undefined {
  if (!reference.startsWith("#")) return undefined;
  const result = resolveRef(files, reference, { file: files.entry });
  return result.ok && result.target.file === files.entry ? result.target.node : undefined;
}

/** Whether a value of the file contains itself through a YAML anchor. */
export function containsItself({ root, shared }: Pick<SpecTree, "root" | "shared">): boolean {
  if (!root || shared.size === 0) return false;
  const open = new Set<SpecNode>();
  const done = new Set<SpecNode>();
  const visit = (node: SpecNode): boolean => {
    if (node.kind === "scalar" || done.has(node)) return false;
    if (open.has(node)) return true;
    const isShared = shared.has(node);
    if (isShared) open.add(node);
    for (const item of itemsOf(node)) if (visit(item)) return true;
    for (const { value } of entriesOf(node)) if (visit(value)) return true;
    if (isShared) {
      open.delete(node);
      done.add(node);
    }
    return false;
  };
  return visit(root);
}
