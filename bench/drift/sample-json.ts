import type { Random } from "../recall/random.ts";
import { toRecord } from "../recall/read-specs.ts";
import { resolveReference, type Json } from "./read-api.ts";

type Values = Readonly<Record<string, unknown>>;

/** Information about an object or a scalar value in a sample. The information is stored by the value's JSON Pointer. */
export type ValueLocation =
  | {
      readonly kind: "object";
      /** All names that the specification defines at this position. */
      readonly names: readonly string[];
      readonly required: readonly string[];
      /** Whether other names are also allowed. */
      readonly isOpen: boolean;
      readonly isChoice: boolean;
    }
  | {
      readonly kind: "value";
      readonly types: readonly string[];
      readonly values: readonly unknown[];
      readonly isChoice: boolean;
    };

export interface Sample {
  readonly value: Json;
  readonly spots: ReadonlyMap<string, ValueLocation>;
}

/** A schema with its references and `allOf` merged. */
export interface View {
  readonly types: readonly string[];
  readonly values: readonly unknown[];
  readonly properties: ReadonlyMap<string, Values>;
  readonly required: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly items: Values | undefined;
  readonly choices: readonly (readonly Values[])[];
  readonly parts: readonly Values[];
}

export function getView(root: Values, schema: Values): View | undefined {
  const parts: Values[] = [];
  if (!collectParts(root, schema, parts, 0)) return undefined;
  const getLists = (key: string) =>
    parts.flatMap((part) => (Array.isArray(part[key]) ? [part[key] as readonly unknown[]] : []));
  const types = parts.flatMap((part) => {
    const type = part["type"];
    return typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : [];
  });
  const values = getLists("enum")[0] ?? parts.flatMap((part) => ("const" in part ? [part["const"]] : []));
  return {
    types: [...new Set(types)].filter((type) => type !== "null"),
    values,
    properties: new Map(
      parts.flatMap((part) =>
        Object.entries(toRecord(part["properties"])).map(([name, one]) => [name, toRecord(one)] as const),
      ),
    ),
    required: new Set(getLists("required").flat().map(String)),
    isOpen: parts.some(
      (part) =>
        (part["additionalProperties"] !== undefined && part["additionalProperties"] !== false) ||
        part["patternProperties"] !== undefined,
    ),
    items: parts.map((part) => part["items"]).find((items) => items !== undefined) as Values | undefined,
    choices: [...getLists("oneOf"), ...getLists("anyOf")].map((list) => list.map(toRecord)),
    parts,
  };
}

function collectParts(root: Values, schema: Values, parts: Values[], depth: number): boolean {
  const found = resolveReference(root, schema);
  if (!found || depth > 20 || "if" in found || "not" in found) return false;
  if (parts.includes(found)) return true;
  parts.push(found);
  const all = found["allOf"];
  return !Array.isArray(all) || all.every((part) => collectParts(root, toRecord(part), parts, depth + 1));
}

/** Returns a valid value, or `undefined` if the sampler can't create one. */
export function createSample(root: Values, schema: Values, isRequest: boolean, random: Random): Sample | undefined {
  const sampler = new Sampler(root, isRequest, random);
  try {
    const value = sampler.createValue(schema, "", 0, false);
    return { value, spots: sampler.spots };
  } catch (error) {
    if (error === unsupported) return undefined;
    throw error;
  }
}

const unsupported = new Error("no sample");
const maxDepth = 6;

class Sampler {
  readonly spots = new Map<string, ValueLocation>();
  readonly #root: Values;
  readonly #isRequest: boolean;
  readonly #random: Random;

  constructor(root: Values, isRequest: boolean, random: Random) {
    this.#root = root;
    this.#isRequest = isRequest;
    this.#random = random;
  }

  createValue(schema: Values, pointer: string, depth: number, isChoice: boolean): Json {
    if (depth > maxDepth) throw unsupported;
    const view = getView(this.#root, schema);
    if (!view) throw unsupported;
    const [choice, ...more] = view.choices;
    if (more.length > 0) throw unsupported;
    if (choice) return this.#createChoice(view, choice, pointer, depth);
    if (view.values.length > 0) {
      const value = this.#random.pick(view.values.filter((one) => one !== null)) as Json | undefined;
      if (value === undefined || typeof value === "object") throw unsupported;
      this.spots.set(pointer, { kind: "value", types: [getKind(value)], values: view.values, isChoice });
      return value;
    }
    const [type] = view.types;
    if (type === "object" || (type === undefined && view.properties.size > 0))
      return this.#createObject(view, pointer, depth, isChoice, []);
    if (type === "array") {
      if (!view.items) return [];
      return [this.createValue(view.items, `${pointer}/0`, depth + 1, isChoice)];
    }
    this.spots.set(pointer, { kind: "value", types: view.types, values: [], isChoice });
    return createPlain(type, view, this.#random);
  }

  /** Returns a value for one of the alternatives, merged with the keywords next to the alternatives. */
  #createChoice(view: View, choice: readonly Values[], pointer: string, depth: number): Json {
    const isNull = (schema: Values) => schema["type"] === "null";
    const meant = choice.filter((schema) => !isNull(schema));
    const picked = this.#random.pick(meant);
    if (!picked) throw unsupported;
    if (meant.length === 1 && view.properties.size === 0) return this.createValue(picked, pointer, depth + 1, false);
    const own = getView(this.#root, picked);
    if (!own || own.choices.length > 0) throw unsupported;
    if (own.properties.size === 0 && view.properties.size === 0)
      return this.createValue(picked, pointer, depth + 1, true);
    const others = meant.flatMap((schema) => {
      const other = getView(this.#root, schema);
      return other ? [...other.properties.keys()] : [];
    });
    const both: View = {
      ...own,
      properties: new Map([...view.properties, ...own.properties]),
      required: new Set([...view.required, ...own.required]),
      isOpen: view.isOpen || own.isOpen || meant.some((schema) => getView(this.#root, schema)?.isOpen ?? true),
    };
    return this.#createObject(both, pointer, depth, true, others);
  }

  #createObject(view: View, pointer: string, depth: number, isChoice: boolean, others: readonly string[]): Json {
    const value: Record<string, Json> = {};
    for (const [name, schema] of view.properties) {
      const isRequired = view.required.has(name);
      if (this.#isElsewhere(schema) || /["'\\`]/.test(name) || name === "__proto__") continue;
      if (!isRequired && (depth > 2 || this.#random.nextChance(0.4))) continue;
      const before = new Map(this.spots);
      try {
        value[name] = this.createValue(schema, `${pointer}/${name}`, depth + 1, isChoice);
      } catch (error) {
        if (error !== unsupported || isRequired) throw error;
        this.spots.clear();
        for (const [key, spot] of before) this.spots.set(key, spot);
      }
    }
    this.spots.set(pointer, {
      kind: "object",
      names: [...view.properties.keys(), ...others],
      required: [...view.required].filter((name) => name in value),
      isOpen: view.isOpen || view.properties.size === 0,
      isChoice,
    });
    return value;
  }

  /** Whether the schema is excluded from this direction because it's read-only or write-only. */
  #isElsewhere(schema: Values): boolean {
    const parts = getView(this.#root, schema)?.parts ?? [];
    return [schema, ...parts].some((part) => part[this.#isRequest ? "readOnly" : "writeOnly"] === true);
  }
}

function createPlain(type: string | undefined, { parts }: View, random: Random): Json {
  const getOwn = (key: string) => parts.map((part) => part[key]).find((value) => value !== undefined);
  const least = Number(getOwn("minimum") ?? getOwn("exclusiveMinimum") ?? 0);
  const start = Number.isFinite(least) ? Math.ceil(least) + 1 : 1;
  if (type === "integer") return start + random.nextBelow(3);
  if (type === "number") return start + 0.5;
  if (type === "boolean") return random.nextChance(0.5);
  if (type !== "string" && type !== undefined) throw unsupported;
  if (getOwn("pattern") !== undefined) throw unsupported;
  const byFormat: Readonly<Record<string, string>> = {
    "date-time": "2026-03-04T05:06:07Z",
    date: "2026-03-04",
    email: "ada@example.com",
    uuid: "3f2b8c1e-5d4a-4c6b-9a70-1e2d3c4b5a69",
    uri: "https://example.com/a",
    url: "https://example.com/a",
  };
  const format = getOwn("format");
  return (
    byFormat[typeof format === "string" ? format : ""] ?? ["amber", "birch", "cedar"][random.nextBelow(3)] ?? "amber"
  );
}

export function getKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
