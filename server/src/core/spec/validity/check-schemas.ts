import {
  entriesOf,
  itemsOf,
  textOf,
  valueAt,
  type SpecEntry,
  type SpecNode,
  type SpecTree,
} from "../spec-node.ts";
import type { FoundFault } from "./fault-of-error.ts";
import { listInWords, typesInWords, valueInWords } from "./fault-words.ts";
import { valueRange } from "./located-error.ts";

/**
 * What is wrong inside the shapes of OpenAPI 3.1 and 3.2, where the published schema takes any object: kinds of
 * values by JSON Schema 2020-12. Services take them as they are, so these faults are tolerated; what is shown of
 * such a field is anyone's guess.
 */
export function checkSchemas({ root, shared }: SpecTree): readonly FoundFault[] {
  // A dialect of its own may mean anything by these keys.
  if (!root || valueAt(root, "jsonSchemaDialect")) return [];
  const check = new SchemaCheck(shared);
  check.search(root, []);
  return check.faults;
}

const mostFound = 500;
const typeNames = ["string", "number", "integer", "boolean", "array", "object", "null"];

type Path = readonly string[];

/** Keys of a schema by what they hold. */
const holdsSchema = new Set([
  "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems",
  "unevaluatedProperties",
]); // prettier-ignore
const holdsSchemas = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const listsSchemas = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Outside schemas: data, and names that an author chose. */
const data = new Set(["example", "examples", "default", "value", "enum", "x-"]);

class SchemaCheck {
  readonly faults: FoundFault[] = [];
  readonly #shared: ReadonlySet<SpecNode>;
  readonly #seen = new Set<SpecNode>();

  constructor(shared: ReadonlySet<SpecNode>) {
    this.#shared = shared;
  }

  /** Schemas stand under `schema` and `itemSchema`, and by name under `components.schemas`. */
  search(node: SpecNode, path: Path): void {
    if (node.kind === "scalar" || this.#isKnown(node)) return;
    for (const [index, item] of itemsOf(node).entries()) this.search(item, [...path, String(index)]);
    for (const entry of entriesOf(node)) {
      const at = [...path, entry.key];
      if (data.has(entry.key) || entry.key.startsWith("x-")) continue;
      if (entry.key === "schemas" && path.length === 1 && path[0] === "components")
        for (const named of entriesOf(entry.value)) this.#schema(named.value, named, [...at, named.key]);
      else if (entry.key === "schema" || entry.key === "itemSchema") this.#schema(entry.value, entry, at);
      else this.search(entry.value, at);
    }
  }

  #schema(node: SpecNode, entry: SpecEntry | undefined, path: Path): void {
    if (node.kind === "scalar" && typeof node.value === "boolean") return;
    if (node.kind !== "map") return this.#wrongType(node, entry, path, ["object", "boolean"]);
    if (this.#isKnown(node)) return;
    for (const own of entriesOf(node)) {
      const at = [...path, own.key];
      if (holdsSchema.has(own.key)) this.#schema(own.value, own, at);
      else if (holdsSchemas.has(own.key)) this.#schemas(own, at);
      else if (listsSchemas.has(own.key)) this.#listOfSchemas(own, at);
      else this.#plain(own, at);
    }
  }

  #schemas(entry: SpecEntry, path: Path): void {
    if (entry.value.kind !== "map") return this.#wrongType(entry.value, entry, path, ["object"]);
    if (this.#isKnown(entry.value)) return;
    for (const named of entriesOf(entry.value)) this.#schema(named.value, named, [...path, named.key]);
  }

  #listOfSchemas(entry: SpecEntry, path: Path): void {
    if (entry.value.kind !== "list") return this.#wrongType(entry.value, entry, path, ["array"]);
    if (this.#isKnown(entry.value)) return;
    for (const [index, item] of entry.value.items.entries())
      this.#schema(item, undefined, [...path, String(index)]);
  }

  #plain(entry: SpecEntry, path: Path): void {
    const { key, value } = entry;
    if ((key === "required" || key === "enum") && value.kind !== "list")
      this.#wrongType(value, entry, path, ["array"]);
    if (key !== "type") return;
    if (value.kind === "map") return this.#wrongType(value, entry, path, ["string", "array"]);
    for (const named of value.kind === "list" ? value.items : [value]) {
      const name = textOf(named);
      if (name === undefined || !typeNames.includes(name)) this.#noType(named, entry, path);
    }
  }

  #noType(node: SpecNode, entry: SpecEntry, path: Path): void {
    this.#add({
      kind: "wrong-value",
      path,
      range: valueRange({ path, node, entry }),
      name: node.kind === "scalar" ? String(node.value) : entry.key,
      expected: listInWords(typeNames.slice(0, -1).map(valueInWords)),
      candidates: typeNames,
      isTolerated: true,
    });
  }

  #wrongType(node: SpecNode, entry: SpecEntry | undefined, path: Path, types: readonly string[]): void {
    this.#add({
      kind: "wrong-type",
      path,
      range: valueRange({ path, node, entry }),
      name: entry?.key ?? path.findLast((key) => !/^\d+$/.test(key)) ?? "",
      expected: typesInWords(types),
      isTolerated: true,
    });
  }

  #add(fault: FoundFault): void {
    if (this.faults.length < mostFound) this.faults.push(fault);
  }

  #isKnown(node: SpecNode): boolean {
    if (!this.#shared.has(node)) return false;
    if (this.#seen.has(node)) return true;
    this.#seen.add(node);
    return false;
  }
}
