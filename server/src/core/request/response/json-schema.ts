import type { CheckedSchema, SchemaIndex, SpecifiedResponses } from "../../spec/model/schema-model.ts";
import { getOwn, isPlainRecord } from "../../text/plain-record.ts";
import { createMessage } from "../../text/message.ts";
import { checkArray, checkObject, checkScalar } from "./json-schema-keywords.ts";
import {
  type Fault,
  Findings,
  Instance,
  type ValidationOutcome,
  validOutcome,
} from "./json-schema-outcome.ts";
import { formatChoices, formatJsonValue, wrongTypeMessage } from "./mismatch-messages.ts";

/** Checks the keywords that combine schemas: `allOf`, `anyOf`, `oneOf`, `not`, and `if`. */
export function checkChoices(
  check: ValueCheck,
  schema: CheckedSchema,
  instance: Instance,
  found: Findings,
): void {
  for (const index of schema.allOf ?? []) found.merge(check.check(index, instance));
  if (schema.anyOf) checkChoice(check, schema, "anyOf", schema.anyOf, instance, found);
  if (schema.oneOf) checkChoice(check, schema, "oneOf", schema.oneOf, instance, found);
  if (schema.not !== undefined) {
    const { faults, unverifiable } = check.check(schema.not, instance);
    if (unverifiable !== undefined) found.unverifiable ??= unverifiable;
    else if (faults.length === 0)
      found.fault(
        "not",
        createMessage("matches the schema under `not`, so the specification doesn't allow it"),
      );
  }
  if (schema.if === undefined) return;
  const condition = check.check(schema.if, instance);
  found.unverifiable ??= condition.unverifiable;
  if (condition.faults.length === 0) found.merge({ ...condition, warnings: [] });
  const next = condition.faults.length === 0 ? schema.then : schema.else;
  if (next !== undefined && condition.unverifiable === undefined) found.merge(check.check(next, instance));
}

function checkChoice(
  check: ValueCheck,
  schema: CheckedSchema,
  keyword: "anyOf" | "oneOf",
  branches: readonly SchemaIndex[],
  instance: Instance,
  found: Findings,
): void {
  const chosen = chosenBranch(check, schema, branches, instance.value);
  if (chosen === "unknown") {
    const { property = "", mapping = [] } = schema.discriminator ?? {};
    const value = (instance.value as Readonly<Record<string, unknown>>)[property];
    const values = formatChoices(mapping.map(([name]) => name));
    found.fault(
      keyword,
      createMessage(
        "has {0} as `{1}`, but the specification allows only {2}",
        formatJsonValue(value),
        property,
        values,
      ),
    );
    return;
  }
  if (chosen !== undefined) {
    found.merge(check.check(chosen, instance));
    return;
  }
  const outcomes = branches.map((index) => check.check(index, instance));
  const unverifiable = outcomes.find((each) => each.unverifiable !== undefined)?.unverifiable;
  const fitting = outcomes.filter(({ faults }) => faults.length === 0);
  for (const each of fitting) found.merge(each);
  found.unverifiable ??= unverifiable;
  if (fitting.length === 0) reportNoMatch(keyword, outcomes, instance, found);
  else if (keyword === "oneOf" && fitting.length > 1 && unverifiable === undefined) {
    const numbers = outcomes.flatMap(({ faults }, i) => (faults.length === 0 ? [String(i + 1)] : []));
    found.fault(
      "oneOf",
      createMessage("matches schemas {0} under `oneOf`, but the specification allows exactly one", {
        list: numbers,
        last: "and",
      }),
    );
  }
}

/**
 * Returns the alternative that the discriminator's value selects. OpenAPI doesn't require a check against the other
 * alternatives.
 */
function chosenBranch(
  check: ValueCheck,
  { discriminator }: CheckedSchema,
  branches: readonly SchemaIndex[],
  value: unknown,
): SchemaIndex | "unknown" | undefined {
  if (!discriminator || !isPlainRecord(value)) return undefined;
  const { property, mapping } = discriminator;
  const name = getOwn(value, property);
  if (typeof name !== "string") return undefined;
  const target = mapping.find(([each]) => each === name)?.[1];
  const isFull = branches.every((index) => {
    const { ref } = check.schemaAt(index) ?? {};
    return ref !== undefined && mapping.some(([, schema]) => schema === ref);
  });
  if (target === undefined) return isFull ? "unknown" : undefined;
  return branches.find((index) => check.schemaAt(index)?.ref === target);
}

/**
 * Reports that the value doesn't match any of the alternatives. If one of them was clearly intended, reports the more
 * specific mismatches with it instead.
 */
function reportNoMatch(
  keyword: "anyOf" | "oneOf",
  outcomes: readonly ValidationOutcome[],
  instance: Instance,
  found: Findings,
): void {
  const nearest = intendedOutcome(outcomes, instance);
  if (nearest) {
    found.mergeChild(nearest);
    return;
  }
  const types = [...new Set(outcomes.flatMap(({ faults }) => faults.filter(isOfWhole).flatMap(typesOf)))];
  const isAllTypes = outcomes.every(({ faults }) =>
    faults.some((each) => isOfWhole(each) && each.keyword === "type"),
  );
  const text =
    isAllTypes && types.length > 0
      ? wrongTypeMessage(instance.value, types)
      : createMessage("doesn't match any of the {0} schemas under `{1}`", outcomes.length, keyword);
  found.fault(keyword, text);

  function isOfWhole(fault: Fault): boolean {
    return fault.instance === instance;
  }
}

function typesOf({ keyword, schema }: Fault): readonly string[] {
  return keyword === "type" ? (schema.types ?? []) : [];
}

/**
 * Returns the result for the alternative that was clearly intended, or undefined if there is none. This is the only
 * alternative that allows the value's type or, if several allow it, the only one whose constants match.
 */
function intendedOutcome(
  outcomes: readonly ValidationOutcome[],
  instance: Instance,
): ValidationOutcome | undefined {
  const ofKind = outcomes.filter(
    ({ faults }) => !faults.some((each) => each.instance === instance && each.keyword === "type"),
  );
  if (ofKind.length === 1) return ofKind[0];
  const ofValues = ofKind.filter(
    ({ faults }) => !faults.some(({ keyword }) => keyword === "const" || keyword === "enum"),
  );
  return ofValues.length === 1 ? ofValues[0] : undefined;
}

export interface CheckMeans {
  /** Returns whether text matches a pattern, or undefined if that can't be determined. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
  /** The maximum number of steps for the entire check. */
  readonly fuel?: number;
}

/** Thrown if a check exceeds its maximum number of steps. */
export class OutOfFuel extends Error {}

const defaultFuel = 2_000_000;
/** The maximum number of nested schemas. */
const maxDepth = 900;

const insideKeys = [
  "ref", "properties", "patternProperties", "dependentSchemas", "prefixItems", "allOf", "anyOf", "oneOf",
  "additionalProperties", "unevaluatedProperties", "propertyNames", "items", "contains", "unevaluatedItems", "not", "if",
] as const satisfies readonly (keyof CheckedSchema)[]; // prettier-ignore

/**
 * Checks a value against one of the model's schemas. Throws `OutOfFuel` if the check takes too many steps. Recurses as
 * deeply as the value is nested.
 */
export function checkValue(
  { schemas }: Pick<SpecifiedResponses, "schemas">,
  schema: SchemaIndex,
  value: unknown,
  means: CheckMeans,
): ValidationOutcome {
  return new ValueCheck(schemas, means).check(schema, new Instance(value));
}

/**
 * Checks values against schemas by traversing both. Never runs code from a schema. Each value is checked against each
 * schema only once, so nested alternatives and circular references don't multiply the number of steps.
 */
export class ValueCheck {
  readonly matches: CheckMeans["matches"];
  readonly #schemas: readonly CheckedSchema[];
  #fuel: number;
  #depth = 0;
  readonly #deep: (boolean | undefined)[] = [];

  constructor(schemas: readonly CheckedSchema[], { matches, fuel = defaultFuel }: CheckMeans) {
    this.#schemas = schemas;
    this.matches = matches;
    this.#fuel = fuel;
  }

  schemaAt(index: SchemaIndex): CheckedSchema | undefined {
    return this.#schemas[index];
  }

  readonly spend = (steps: number): void => {
    this.#fuel -= steps;
    if (this.#fuel < 0) throw new OutOfFuel();
  };

  /** Returns the result of checking a value against a schema. The result is cached. */
  check(index: SchemaIndex, instance: Instance): ValidationOutcome {
    const known = instance.outcomeOf(index);
    if (known) return known.outcome ?? validOutcome;
    const schema = this.#schemas[index];
    if (!schema) return validOutcome;
    if (this.#depth >= maxDepth)
      return { ...validOutcome, unverifiable: createMessage("The schemas are nested too deeply.") };
    this.spend(1);
    // The result for a schema without subschemas isn't cached, because checking the value again is just as fast.
    if (!this.#isDeep(index, schema)) return this.#against(schema, instance);
    instance.keep(index, undefined);
    this.#depth++;
    const outcome = this.#against(schema, instance);
    this.#depth--;
    instance.keep(index, outcome);
    return outcome;
  }

  /** Whether the schema contains or references other schemas. */
  #isDeep(index: SchemaIndex, schema: CheckedSchema): boolean {
    return (this.#deep[index] ??= insideKeys.some((key) => schema[key] !== undefined));
  }

  #against(schema: CheckedSchema, instance: Instance): ValidationOutcome {
    const found = new Findings(instance, schema);
    if (schema.unverifiable !== undefined) found.unverifiable = schema.unverifiable;
    if (schema.never)
      found.fault("", createMessage("is present, but the specification doesn't allow a value here"));
    if (schema.ref !== undefined) found.merge(this.check(schema.ref, instance));
    const { value } = instance;
    checkScalar(this, schema, value, found);
    if (Array.isArray(value)) checkArray(this, schema, instance, value, found);
    else if (typeof value === "object" && value !== null)
      checkObject(this, schema, instance, value as Readonly<Record<string, unknown>>, found);
    checkChoices(this, schema, instance, found);
    this.#unevaluated(schema, instance, found);
    return found.outcome;
  }

  /**
   * Checks the properties and items that haven't been evaluated, either by another keyword in this schema or by another
   * schema for the same value.
   */
  #unevaluated(schema: CheckedSchema, instance: Instance, found: Findings): void {
    const { value } = instance;
    const { unevaluatedItems, unevaluatedProperties } = schema;
    // If part of the value couldn't be checked, it's unknown which properties and items have been evaluated.
    if (found.unverifiable !== undefined) return;
    if (unevaluatedItems !== undefined && Array.isArray(value))
      for (const [i, item] of value.entries()) {
        if (found.hasItem(i)) continue;
        this.rest("unevaluatedItems", unevaluatedItems, instance.child(String(i), item, i), found);
        found.addItem(i);
      }
    if (unevaluatedProperties !== undefined && isPlainRecord(value))
      for (const [i, [name, each]] of Object.entries(value).entries()) {
        if (found.hasName(name)) continue;
        this.rest("unevaluatedProperties", unevaluatedProperties, instance.child(name, each, i), found);
        found.addName(name);
      }
  }

  /** Checks an additional property or item. If the schema doesn't allow any, reports a mismatch with `keyword`. */
  rest(keyword: string, index: SchemaIndex, child: Instance, found: Findings): void {
    if (this.#schemas[index]?.never)
      found.fault(keyword, createMessage("isn't allowed by the specification"), child);
    else found.mergeChild(this.check(index, child));
  }
}
