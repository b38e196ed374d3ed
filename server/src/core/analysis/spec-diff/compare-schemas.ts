import {
  describeSchemaType,
  flattenSchema,
  type HasSchemas,
  namedSchema,
} from "../../spec/model/flatten-schema.ts";
import type {
  FlatProperty,
  FlatSchema,
  SchemaLimits,
  SchemaModel,
  SchemaType,
} from "../../spec/model/schema-model.ts";
import { compareVariants, type SpecIdentity } from "./compare-variants.ts";
import { type Finding, formatAsCode, formatListAsCode } from "./difference.ts";

/** The schema of a value in one version, and the schema's resolved properties. */
export interface ComparedSide {
  readonly schema: SchemaModel;
  readonly flat: FlatSchema;
  readonly models: HasSchemas;
}

/** Returns the types of a value except null, or undefined if the type isn't restricted. */
export function typesOf(flat: FlatSchema): ReadonlySet<SchemaType> | undefined {
  const types = flat.types.filter((type) => type !== "null");
  if (types.length > 0) return new Set(types);
  if (flat.properties.size > 0) return new Set<SchemaType>(["object"]);
  return flat.items ? new Set<SchemaType>(["array"]) : undefined;
}

/** Whether every value of the first types is also valid for the second types. An integer is also a number. */
export function isSubtype(
  types: ReadonlySet<SchemaType> | undefined,
  others: ReadonlySet<SchemaType> | undefined,
): boolean {
  if (!others) return true;
  if (!types) return false;
  return [...types].every((type) => others.has(type) || (type === "integer" && others.has("number")));
}

/**
 * The keywords for limits, and the words that messages use for them. If a minimum increases or a maximum decreases, the
 * schema becomes stricter.
 */
const limits = [
  ["minimum", "lower", "be at least"],
  ["exclusiveMinimum", "lower", "be greater than"],
  ["maximum", "upper", "be at most"],
  ["exclusiveMaximum", "upper", "be less than"],
  ["minLength", "lower", "have a length of at least"],
  ["maxLength", "upper", "have a length of at most"],
  ["minItems", "lower", "have an item count of at least"],
  ["maxItems", "upper", "have an item count of at most"],
  ["minProperties", "lower", "have a field count of at least"],
  ["maxProperties", "upper", "have a field count of at most"],
] as const;

/** Returns descriptions of the limits that changed, for example, "must now be at most `100` (was `50`)". */
export function changedLimits(
  one: ComparedSide,
  other: ComparedSide,
): readonly { readonly words: string; readonly isTighter: boolean }[] {
  const [before, after] = [limitsOf(one), limitsOf(other)];
  const changed = limits.flatMap(([key, side, phrase]) => {
    const [was, now] = [before[key], after[key]];
    if (was === now || isIdle(key, was, now)) return [];
    if (now === undefined)
      return [{ words: `no longer has to ${phrase} ${formatAsCode(String(was))}`, isTighter: false }];
    const isTighter = was === undefined || (side === "lower" ? now > was : now < was);
    const since = was === undefined ? "" : ` (was ${formatAsCode(String(was))})`;
    return [{ words: `must now ${phrase} ${formatAsCode(String(now))}${since}`, isTighter }];
  });
  if (before.pattern !== after.pattern)
    changed.push(
      after.pattern === undefined
        ? { words: "no longer has to match a pattern", isTighter: false }
        : { words: `must now match the pattern ${formatAsCode(after.pattern)}`, isTighter: true },
    );
  return changed;
}

/**
 * Whether a minimum length or count has the same effect in both versions. A minimum of 0 has no effect, so it's
 * equivalent to a missing minimum.
 */
function isIdle(key: string, was: number | undefined, now: number | undefined): boolean {
  return /^min(Length|Items|Properties)$/.test(key) && (was ?? 0) === (now ?? 0);
}

function limitsOf({ schema, models }: ComparedSide): SchemaLimits {
  const named = namedSchema(models, schema);
  return { ...named?.limits, ...schema.limits };
}

const maxSteps = 20_000;
const maxFindings = 200;

/**
 * Whether readers send or receive the value. Relaxing a schema is harmless for values that readers send, but it can
 * break code that receives them.
 */
export type Direction = "request" | "response";

/** The location of a value. */
export interface ComparedParent {
  readonly place: string;
  readonly direction: Direction;
  /** The parameter's name. Empty for a body or a response. */
  readonly name: string;
  /** The name of the location in messages, such as "query parameter `limit`" or "the request body". */
  readonly label: string;
}

export interface Versions {
  readonly before: HasSchemas;
  readonly after: HasSchemas;
  readonly same: SpecIdentity;
}

/**
 * Compares two schemas for a value, and collects the changes that readers notice. `isPartial` is set if the comparison
 * stopped early.
 */
export class SchemaComparison {
  readonly findings: Finding[] = [];
  isPartial = false;
  readonly holder: ComparedParent;
  readonly versions: Versions;
  /** The pairs of named schemas that are currently being compared. Used to detect circular references. */
  readonly #comparing = new Set<string>();
  #steps = 0;

  constructor(holder: ComparedParent, versions: Versions) {
    this.holder = holder;
    this.versions = versions;
  }

  value(before: SchemaModel, after: SchemaModel, name: string): void {
    if (this.versions.same.ofSchemas(before, after)) return;
    if (++this.#steps > maxSteps || this.findings.length >= maxFindings) {
      this.isPartial = true;
      return;
    }
    const pair =
      before.ref === undefined || after.ref === undefined ? undefined : `${before.ref} ${after.ref}`;
    if (pair !== undefined && this.#comparing.has(pair)) return;
    if (pair !== undefined) this.#comparing.add(pair);
    this.#flat(before, after, name);
    if (pair !== undefined) this.#comparing.delete(pair);
  }

  #flat(before: SchemaModel, after: SchemaModel, name: string): void {
    const one: ComparedSide = {
      schema: before,
      flat: flattenSchema(this.versions.before, before),
      models: this.versions.before,
    };
    const other: ComparedSide = {
      schema: after,
      flat: flattenSchema(this.versions.after, after),
      models: this.versions.after,
    };
    // A schema that is missing or truncated might allow any value.
    if (isUnknown(one) || isUnknown(other)) return;
    this.#words(one, other, name);
    if (!compareVariants(this, one, other, name)) return;
    if (!this.#types(one, other, name)) return;
    this.#values(one, other, name);
    this.#properties(one.flat, other.flat, name);
    if (one.flat.items && other.flat.items) this.value(one.flat.items, other.flat.items, `${name}[]`);
    this.#otherFields(one.flat, other.flat, name);
  }

  /** Compares the types of a value. Returns false if the contents can't be compared. */
  #types(one: ComparedSide, other: ComparedSide, name: string): boolean {
    const [before, after] = [typesOf(one.flat), typesOf(other.flat)];
    const isWider = isSubtype(before, after);
    const isNarrower = isSubtype(after, before);
    if (!isWider || !isNarrower) {
      const isSafe = this.holder.direction === "request" ? isWider : isNarrower;
      const now = describeSchemaType(other.schema, other.models);
      const was = describeSchemaType(one.schema, one.models);
      const words =
        now === was ? "now has a different type" : `is now ${formatAsCode(now)} (was ${formatAsCode(was)})`;
      this.report("type", isSafe, name, words);
      return before !== undefined && after !== undefined && [...after].some((type) => before.has(type));
    }
    if (before && after && one.flat.nullable !== other.flat.nullable) {
      const isSafe = other.flat.nullable === (this.holder.direction === "request");
      this.report(
        "nullable",
        isSafe,
        name,
        `can ${other.flat.nullable ? "now" : "no longer"} be ${formatAsCode("null")}`,
      );
    }
    return true;
  }

  #values(one: ComparedSide, other: ComparedSide, name: string): void {
    const isRequest = this.holder.direction === "request";
    const [before, after] = [one.flat.enum, other.flat.enum];
    if (before && after) {
      const removed = missingIn(after, before);
      const fresh = missingIn(before, after);
      if (fresh.length > 0) this.report("values", true, name, `can now be ${formatListAsCode(fresh, "or")}`);
      if (removed.length > 0)
        this.report("values", !isRequest, name, `can no longer be ${formatListAsCode(removed, "or")}`);
    } else if (after)
      this.report("values", !isRequest, name, `is now limited to ${formatListAsCode(missingIn([], after))}`);
    else if (before) this.report("values", true, name, "is no longer limited to a list of values");
    const formats = [formatOf(one), formatOf(other)] as const;
    if (formats[0] !== formats[1]) {
      const words =
        formats[1] === undefined
          ? `no longer has the format ${formatAsCode(formats[0] ?? "")}`
          : `now has the format ${formatAsCode(formats[1])}${formats[0] === undefined ? "" : ` (was ${formatAsCode(formats[0])})`}`;
      if (formats[0] === undefined || formats[1] === undefined) this.say("format", name, words);
      else this.report("format", false, name, words);
    }
    for (const { words, isTighter } of changedLimits(one, other))
      this.report("limits", !(isRequest && isTighter), name, words);
    this.#default(one, other, name);
  }

  /** Compares the default values, which apply if readers omit a value. */
  #default(one: ComparedSide, other: ComparedSide, name: string): void {
    const [before, after] = [defaultOf(one), defaultOf(other)];
    if (before === after) return;
    const words =
      after === undefined ? "no longer has a default" : `now has the default ${formatAsCode(after)}`;
    const was = before === undefined ? "" : ` (was ${formatAsCode(before)})`;
    if (before === undefined || after === undefined || this.holder.direction === "response")
      this.say("default", name, words + was);
    else this.report("default", false, name, words + was);
  }

  #words(one: ComparedSide, other: ComparedSide, name: string): void {
    if (isDeprecated(other) !== isDeprecated(one)) this.deprecation(isDeprecated(other), name);
    if (one.flat.description !== other.flat.description)
      this.say("description", name, "has a different description");
    if (examplesOf(one) !== examplesOf(other)) this.say("example", name, "has a different example");
  }

  #properties(before: FlatSchema, after: FlatSchema, name: string): void {
    const { direction } = this.holder;
    const pathOf = (key: string) => (name === "" ? key : `${name}.${key}`);
    const here = (property: FlatProperty | undefined, models: HasSchemas) =>
      property && isFor(property.schema, direction, models) ? property : undefined;
    for (const key of new Set([...after.properties.keys(), ...before.properties.keys()])) {
      const one = here(before.properties.get(key), this.versions.before);
      const other = here(after.properties.get(key), this.versions.after);
      if (one && other) {
        this.required(one.required, other.required, pathOf(key));
        this.value(one.schema, other.schema, pathOf(key));
      } else if (other) {
        this.added(pathOf(key), other.required && !before.required.has(key));
        if (before.required.has(key)) this.required(true, other.required, pathOf(key));
      } else if (one) this.report("removed", false, pathOf(key), "was removed");
    }
    // A name can be required even if no property defines it.
    for (const key of new Set([...after.required, ...before.required])) {
      const isRequired = after.required.has(key);
      const isCompared = after.properties.has(key) || (before.properties.has(key) && !isRequired);
      if (!isCompared) this.required(before.required.has(key), isRequired, pathOf(key));
    }
  }

  #otherFields(before: FlatSchema, after: FlatSchema, name: string): void {
    const [one, other] = [before.additionalProperties, after.additionalProperties];
    if (typeof one === "object" && typeof other === "object") return this.value(one, other, `${name}.*`);
    const isClosed = [one === false, other === false] as const;
    if (isClosed[0] === isClosed[1] || this.holder.direction === "response") return;
    if (isClosed[1]) this.report("other-fields", false, name, "now accepts only the listed fields");
    else this.report("other-fields", true, name, "now accepts fields other than those listed");
  }

  required(before: boolean, after: boolean, name: string): void {
    if (before === after) return;
    const isRequest = this.holder.direction === "request";
    const words = isRequest
      ? after
        ? "is now required"
        : "is no longer required"
      : after
        ? "is now always present"
        : "is no longer always present";
    this.report(after ? "required" : "optional", isRequest !== after, name, words);
  }

  added(name: string, isRequired: boolean): void {
    const isRequest = this.holder.direction === "request";
    this.report(
      "added",
      !(isRequest && isRequired),
      name,
      isRequest && isRequired ? "was added and is required" : "was added",
    );
  }

  deprecation(isDeprecatedNow: boolean, name: string): void {
    if (isDeprecatedNow) this.say("deprecated", name, "is deprecated");
    else this.say("no-longer-deprecated", name, "is no longer deprecated");
  }

  report(kind: Finding["kind"], isSafe: boolean, name: string, words: string): void {
    this.#push(kind, isSafe ? "addition" : "breaking", name, words);
  }

  /** Reports a change that affects the wording of the docs but not the API. */
  say(kind: Finding["kind"], name: string, words: string): void {
    this.#push(kind, "wording", name, words);
  }

  #push(kind: Finding["kind"], weight: Finding["weight"], path: string, words: string): void {
    const { place, label, name } = this.holder;
    const full =
      name === ""
        ? path
        : path === ""
          ? name
          : `${name}${path.startsWith("[") || path.startsWith(".") ? "" : "."}${path}`;
    const subject = path === "" ? label : `${formatAsCode(path)} in ${label}`;
    const section = kind === "added" || kind === "removed" || kind === "deprecated" ? kind : "changed";
    this.findings.push({ kind, weight, section, place, name: full, text: `${subject} ${words}` });
  }
}

/** Whether the schema is empty or contains a reference that can't be resolved. */
function isUnknown({ schema, flat, models }: ComparedSide): boolean {
  const named = namedSchema(models, schema);
  return (
    !named ||
    schema.lost !== undefined ||
    named.lost !== undefined ||
    (named.cut === true && flat.types.length === 0)
  );
}

function missingIn(list: readonly unknown[], all: readonly unknown[]): string[] {
  const known = new Set(list.map((value) => JSON.stringify(value)));
  return all
    .filter((value) => value !== null && !known.has(JSON.stringify(value)))
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

function own({ schema, models }: ComparedSide): readonly SchemaModel[] {
  const named = schema.ref === undefined ? undefined : namedSchema(models, schema);
  return [schema, ...(named ? [named] : []), ...(named ?? schema).allOf];
}

function formatOf(side: ComparedSide): string | undefined {
  return own(side).find(({ format }) => format !== undefined)?.format;
}

function defaultOf(side: ComparedSide): string | undefined {
  const found = own(side).find((schema) => schema.default)?.default;
  return found && JSON.stringify(found.value);
}

function examplesOf(side: ComparedSide): string {
  return JSON.stringify(own(side).find(({ examples }) => examples.length > 0)?.examples ?? []);
}

function isDeprecated(side: ComparedSide): boolean {
  return own(side).some(({ deprecated }) => deprecated);
}

/**
 * Whether a schema applies in this direction. Read-only fields don't appear in requests, and write-only fields don't
 * appear in responses.
 */
function isFor(schema: SchemaModel, direction: Direction, models: HasSchemas): boolean {
  const named = schema.ref === undefined ? undefined : namedSchema(models, schema);
  const all = named ? [schema, named, ...schema.allOf] : [schema, ...schema.allOf];
  return !all.some((one) => (direction === "request" ? one.readOnly : one.writeOnly));
}
