import type { CheckedSchema, SchemaIndex, SpecifiedResponses } from "../../spec/model/schema-model.ts";
import { getOwnProperty, isPlainRecord } from "../../text/plain-record.ts";
import { createMessage } from "../../text/message.ts";
import { checkArray, checkObject, checkScalar } from "./json-schema-keywords.ts";
import { type Mismatch, Findings, Instance, type ValidationOutcome, validOutcome } from "./json-schema-outcome.ts";
import { formatValueChoices, formatJsonValue, createWrongTypeMessage } from "./mismatch-messages.ts";

/** Checks the keywords that combine schemas: `allOf`, `anyOf`, `oneOf`, `not`, and `if`. */
export function checkChoices(
  checker: ValueChecker,
  schema: CheckedSchema,
  instance: Instance,
  findings: Findings,
): void {
  for (const index of schema.allOf ?? []) findings.merge(checker.check(index, instance));
  if (schema.anyOf) checkChoice(checker, schema, "anyOf", schema.anyOf, instance, findings);
  if (schema.oneOf) checkChoice(checker, schema, "oneOf", schema.oneOf, instance, findings);
  if (schema.not !== undefined) {
    const { mismatches, unverifiableReason } = checker.check(schema.not, instance);
    if (unverifiableReason !== undefined) findings.unverifiableReason ??= unverifiableReason;
    else if (mismatches.length === 0)
      findings.addMismatch(
        "not",
        createMessage("matches the schema under `not`, so the specification doesn't allow it"),
      );
  }
  if (schema.if === undefined) return;
  const condition = checker.check(schema.if, instance);
  findings.unverifiableReason ??= condition.unverifiableReason;
  if (condition.mismatches.length === 0) findings.merge({ ...condition, warnings: [] });
  const appliedIndex = condition.mismatches.length === 0 ? schema.then : schema.else;
  if (appliedIndex !== undefined && condition.unverifiableReason === undefined)
    findings.merge(checker.check(appliedIndex, instance));
}

function checkChoice(
  checker: ValueChecker,
  schema: CheckedSchema,
  keyword: "anyOf" | "oneOf",
  branches: readonly SchemaIndex[],
  instance: Instance,
  findings: Findings,
): void {
  const branch = findSelectedBranch(checker, schema, branches, instance.value);
  if (branch === "unknown") {
    const { property = "", mapping = [] } = schema.discriminator ?? {};
    const value = (instance.value as Readonly<Record<string, unknown>>)[property];
    const values = formatValueChoices(mapping.map(([name]) => name));
    findings.addMismatch(
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
  if (branch !== undefined) {
    findings.merge(checker.check(branch, instance));
    return;
  }
  const outcomes = branches.map((index) => checker.check(index, instance));
  const unverifiableReason = outcomes.find((each) => each.unverifiableReason !== undefined)?.unverifiableReason;
  const matchingOutcomes = outcomes.filter(({ mismatches }) => mismatches.length === 0);
  for (const each of matchingOutcomes) findings.merge(each);
  findings.unverifiableReason ??= unverifiableReason;
  if (matchingOutcomes.length === 0) reportNoMatch(keyword, outcomes, instance, findings);
  else if (keyword === "oneOf" && matchingOutcomes.length > 1 && unverifiableReason === undefined) {
    const matchingNumbers = outcomes.flatMap(({ mismatches }, i) => (mismatches.length === 0 ? [String(i + 1)] : []));
    findings.addMismatch(
      "oneOf",
      createMessage("matches schemas {0} under `oneOf`, but the specification allows exactly one", {
        list: matchingNumbers,
        last: "and",
      }),
    );
  }
}

/**
 * Returns the alternative that the discriminator's value selects. OpenAPI doesn't require a check against the other
 * alternatives. Returns `unknown` if the value doesn't select any of them, and undefined if the discriminator doesn't
 * determine an alternative.
 */
function findSelectedBranch(
  checker: ValueChecker,
  { discriminator }: CheckedSchema,
  branches: readonly SchemaIndex[],
  value: unknown,
): SchemaIndex | "unknown" | undefined {
  if (!discriminator || !isPlainRecord(value)) return undefined;
  const { property, mapping } = discriminator;
  const name = getOwnProperty(value, property);
  if (typeof name !== "string") return undefined;
  const targetIndex = mapping.find(([each]) => each === name)?.[1];
  const mapsAllBranches = branches.every((index) => {
    const { ref } = checker.getSchema(index) ?? {};
    return ref !== undefined && mapping.some(([, schemaIndex]) => schemaIndex === ref);
  });
  if (targetIndex === undefined) return mapsAllBranches ? "unknown" : undefined;
  return branches.find((index) => checker.getSchema(index)?.ref === targetIndex);
}

/**
 * Reports that the value doesn't match any of the alternatives. If one of them was clearly intended, reports the more
 * specific mismatches with it instead.
 */
function reportNoMatch(
  keyword: "anyOf" | "oneOf",
  outcomes: readonly ValidationOutcome[],
  instance: Instance,
  findings: Findings,
): void {
  const intendedOutcome = findIntendedOutcome(outcomes, instance);
  if (intendedOutcome) {
    findings.mergeChild(intendedOutcome);
    return;
  }
  const types = [...new Set(outcomes.flatMap(({ mismatches }) => mismatches.filter(isAtInstance).flatMap(getTypes)))];
  const areAllTypeErrors = outcomes.every(({ mismatches }) =>
    mismatches.some((each) => isAtInstance(each) && each.keyword === "type"),
  );
  const text =
    areAllTypeErrors && types.length > 0
      ? createWrongTypeMessage(instance.value, types)
      : createMessage("doesn't match any of the {0} schemas under `{1}`", outcomes.length, keyword);
  findings.addMismatch(keyword, text);

  function isAtInstance(mismatch: Mismatch): boolean {
    return mismatch.instance === instance;
  }
}

function getTypes({ keyword, schema }: Mismatch): readonly string[] {
  return keyword === "type" ? (schema.types ?? []) : [];
}

/**
 * Returns the result for the alternative that was clearly intended, or undefined if there is none. This is the only
 * alternative that allows the value's type or, if several allow it, the only one whose constants match.
 */
function findIntendedOutcome(
  outcomes: readonly ValidationOutcome[],
  instance: Instance,
): ValidationOutcome | undefined {
  const sameTypeOutcomes = outcomes.filter(
    ({ mismatches }) => !mismatches.some((each) => each.instance === instance && each.keyword === "type"),
  );
  if (sameTypeOutcomes.length === 1) return sameTypeOutcomes[0];
  const sameConstantOutcomes = sameTypeOutcomes.filter(
    ({ mismatches }) => !mismatches.some(({ keyword }) => keyword === "const" || keyword === "enum"),
  );
  return sameConstantOutcomes.length === 1 ? sameConstantOutcomes[0] : undefined;
}

export interface CheckOptions {
  /** Returns whether text matches a pattern, or undefined if that can't be determined. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
  /** The maximum number of steps for the entire check. */
  readonly fuel?: number;
}

/** Thrown if a check exceeds its maximum number of steps. */
export class OutOfFuelError extends Error {}

const defaultFuel = 2_000_000;
/** The maximum number of nested schemas. */
const maxDepth = 900;

const subschemaKeys = [
  "ref", "properties", "patternProperties", "dependentSchemas", "prefixItems", "allOf", "anyOf", "oneOf",
  "additionalProperties", "unevaluatedProperties", "propertyNames", "items", "contains", "unevaluatedItems", "not", "if",
] as const satisfies readonly (keyof CheckedSchema)[]; // prettier-ignore

/**
 * Checks a value against one of the model's schemas. Throws `OutOfFuelError` if the check takes too many steps.
 * Recurses as deeply as the value is nested.
 */
export function checkValue(
  { schemas }: Pick<SpecifiedResponses, "schemas">,
  schemaIndex: SchemaIndex,
  value: unknown,
  options: CheckOptions,
): ValidationOutcome {
  return new ValueChecker(schemas, options).check(schemaIndex, new Instance(value));
}

/**
 * Checks values against schemas by traversing both. Never runs code from a schema. Each value is checked against each
 * schema only once, so nested alternatives and circular references don't multiply the number of steps.
 */
export class ValueChecker {
  readonly matches: CheckOptions["matches"];
  readonly #schemas: readonly CheckedSchema[];
  #fuel: number;
  #depth = 0;
  readonly #hasSubschemasByIndex: (boolean | undefined)[] = [];

  constructor(schemas: readonly CheckedSchema[], { matches, fuel = defaultFuel }: CheckOptions) {
    this.#schemas = schemas;
    this.matches = matches;
    this.#fuel = fuel;
  }

  getSchema(index: SchemaIndex): CheckedSchema | undefined {
    return this.#schemas[index];
  }

  readonly spendSteps = (steps: number): void => {
    this.#fuel -= steps;
    if (this.#fuel < 0) throw new OutOfFuelError();
  };

  /** Returns the result of checking a value against a schema. The result is cached. */
  check(index: SchemaIndex, instance: Instance): ValidationOutcome {
    const cachedOutcome = instance.getOutcome(index);
    if (cachedOutcome) return cachedOutcome.outcome ?? validOutcome;
    const schema = this.#schemas[index];
    if (!schema) return validOutcome;
    if (this.#depth >= maxDepth)
      return { ...validOutcome, unverifiableReason: createMessage("The schemas are nested too deeply.") };
    this.spendSteps(1);
    // The result for a schema without subschemas isn't cached, because checking the value again is just as fast.
    if (!this.#hasSubschemas(index, schema)) return this.#checkSchema(schema, instance);
    instance.setOutcome(index, undefined);
    this.#depth++;
    const outcome = this.#checkSchema(schema, instance);
    this.#depth--;
    instance.setOutcome(index, outcome);
    return outcome;
  }

  /** Whether the schema contains or references other schemas. */
  #hasSubschemas(index: SchemaIndex, schema: CheckedSchema): boolean {
    return (this.#hasSubschemasByIndex[index] ??= subschemaKeys.some((key) => schema[key] !== undefined));
  }

  #checkSchema(schema: CheckedSchema, instance: Instance): ValidationOutcome {
    const findings = new Findings(instance, schema);
    if (schema.unverifiableReason !== undefined) findings.unverifiableReason = schema.unverifiableReason;
    if (schema.isFalseSchema)
      findings.addMismatch("", createMessage("is present, but the specification doesn't allow a value here"));
    if (schema.ref !== undefined) findings.merge(this.check(schema.ref, instance));
    const { value } = instance;
    checkScalar(this, schema, value, findings);
    if (Array.isArray(value)) checkArray(this, schema, instance, value, findings);
    else if (typeof value === "object" && value !== null)
      checkObject(this, schema, instance, value as Readonly<Record<string, unknown>>, findings);
    checkChoices(this, schema, instance, findings);
    this.#checkUnevaluatedMembers(schema, instance, findings);
    return findings.outcome;
  }

  /**
   * Checks the properties and items that haven't been evaluated, either by another keyword in this schema or by another
   * schema for the same value.
   */
  #checkUnevaluatedMembers(schema: CheckedSchema, instance: Instance, findings: Findings): void {
    const { value } = instance;
    const { unevaluatedItems, unevaluatedProperties } = schema;
    // If part of the value couldn't be checked, it's unknown which properties and items have been evaluated.
    if (findings.unverifiableReason !== undefined) return;
    if (unevaluatedItems !== undefined && Array.isArray(value))
      for (const [i, item] of value.entries()) {
        if (findings.hasItem(i)) continue;
        this.checkAdditionalValue(
          "unevaluatedItems",
          unevaluatedItems,
          instance.getChild(String(i), item, i),
          findings,
        );
        findings.addItem(i);
      }
    if (unevaluatedProperties !== undefined && isPlainRecord(value))
      for (const [i, [name, each]] of Object.entries(value).entries()) {
        if (findings.hasName(name)) continue;
        this.checkAdditionalValue(
          "unevaluatedProperties",
          unevaluatedProperties,
          instance.getChild(name, each, i),
          findings,
        );
        findings.addName(name);
      }
  }

  /** Checks an additional property or item. If the schema doesn't allow any, reports a mismatch with `keyword`. */
  checkAdditionalValue(keyword: string, index: SchemaIndex, child: Instance, findings: Findings): void {
    if (this.#schemas[index]?.isFalseSchema)
      findings.addMismatch(keyword, createMessage("isn't allowed by the specification"), child);
    else findings.mergeChild(this.check(index, child));
  }
}
