import { type JsonNode, type JsonObject, readJson } from "../../config/json/json-tree.ts";
import {
  ignoresCase,
  type MediaTypeModel,
  type OperationModel,
  type SourceLocation,
  type SpecModels,
} from "../../spec/model/operation-model.ts";
import type { PropertyModel, SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import type { OperationOutline, ParameterSummary } from "../../spec/spec-outline.ts";
import { derive } from "../../text/maps.ts";
import { formatPhrase, type Phrase, toVerbatim } from "../../text/phrase.ts";
import { createRenameFix, createTypeFix, createValueFix } from "./fixes.ts";
import type { ComparedPart, Direction, Drift } from "./page-drift.ts";
import {
  collectChoiceNames,
  findIntendedNames,
  type SchemaConstraints,
  getConstraints,
  formatSchemaTypes,
  formatDriftValues,
  isPlaceholder,
  statesCondition,
} from "./schema-constraints.ts";

/** The types or values that the schema allows at a node. */
export type Allowance =
  | { readonly node: JsonNode; readonly types: ReadonlySet<SchemaType> }
  | { readonly node: JsonNode; readonly values: readonly unknown[] };

export type AllowancesByDrift = Map<Drift, Allowance>;

/**
 * Returns the problems that a value has regardless of which of several schemas it's compared with. Each item of
 * `driftLists` contains the problems with one schema. The message of a returned problem lists the values that any of
 * the schemas allow.
 */
export function findCommonDrifts(
  driftLists: readonly (readonly Drift[])[],
  allowancesByDrift: AllowancesByDrift,
): readonly Drift[] {
  const [firstDrifts, ...otherLists] = driftLists;
  if (!firstDrifts || otherLists.length === 0) return firstDrifts ?? [];
  return firstDrifts.flatMap((drift) => {
    const equivalentDrifts = otherLists.map((drifts) => drifts.find((other) => isSameProblem(drift, other)));
    const allDrifts = [drift, ...equivalentDrifts.filter((other) => other !== undefined)];
    return allDrifts.length === driftLists.length ? mergeDrifts(allDrifts, allowancesByDrift) : [];
  });
}

function isSameProblem(drift: Drift, other: Drift): boolean {
  return (
    drift.kind === other.kind &&
    drift.name === other.name &&
    drift.range.start === other.range.start &&
    drift.range.end === other.range.end
  );
}

function mergeDrifts(drifts: readonly Drift[], allowancesByDrift: AllowancesByDrift): Drift[] {
  const [drift] = drifts;
  if (!drift) return [];
  if (drifts.every((other) => getExpectationKey(other) === getExpectationKey(drift))) return [drift];
  const allowances = drifts.flatMap((sourceDrift) => allowancesByDrift.get(sourceDrift) ?? []);
  const [firstAllowance] = allowances;
  if (!firstAllowance || allowances.length < drifts.length) return [];
  const { node } = firstAllowance;
  const values = [...new Set(allowances.flatMap((allowance) => ("values" in allowance ? allowance.values : [])))];
  const types = new Set(allowances.flatMap((allowance) => ("types" in allowance ? [...allowance.types] : [])));
  const mergedDrift: Drift = {
    ...drift,
    expected: types.size > 0 ? formatSchemaTypes(types) : formatDriftValues(values),
    fix: types.size > 0 ? createTypeFix(node, types) : createValueFix(node, values),
  };
  allowancesByDrift.set(mergedDrift, types.size > 0 ? { node, types } : { node, values });
  return [mergedDrift];
}

/** Returns a string that identifies the value or name that a drift expects so that drifts can be compared. */
function getExpectationKey({ expected, suggestedName = "" }: Drift): string {
  return expected === undefined ? suggestedName : formatPhrase(expected);
}

/**
 * Removes problems that result from other problems. For example, if a name is misspelled, the correctly spelled name
 * isn't also reported as missing.
 */
export function removeConsequences(drifts: readonly Drift[]): readonly Drift[] {
  const intendedFieldKeys = new Set(
    drifts
      .filter(({ kind, suggestedName }) => kind === "unknown-field" && suggestedName !== undefined)
      .map(
        ({ container, name, suggestedName = "" }) =>
          `${formatPhrase(container)}\n${getParentPrefix(name)}${suggestedName}`,
      ),
  );
  return drifts.filter(
    ({ kind, container, name }) =>
      kind !== "missing-field" || !intendedFieldKeys.has(`${formatPhrase(container)}\n${name}`),
  );
}

/**
 * Returns the prefix for names inside the same parent, such as `user.` for `user.name`, or an empty string if the name
 * has no parent.
 */
function getParentPrefix(name: string): string {
  return name.slice(0, name.lastIndexOf(".") + 1);
}

/**
 * The maximum number of steps in a comparison. The limit is needed because nested choices multiply the number of steps.
 */
const maxSteps = 20_000;
const maxItems = 20;
const maxDrifts = 50;

/**
 * Compares a value with its schema and returns the differences in page order. Skips everything that's uncertain, such
 * as ambiguous choices, unresolved references, and placeholders such as `"<id>"`. If parts of the value couldn't be
 * read, set `isPartial` so that no names are reported as missing. Adds the types and values that the schema allows to
 * `allowancesByDrift`.
 */
export function compareValue(
  node: JsonNode,
  part: ComparedPart,
  models: SpecModels,
  isPartial = false,
  allowancesByDrift: AllowancesByDrift = new Map(),
): readonly Drift[] {
  const comparison = new Comparison(part, models, isPartial, allowancesByDrift);
  comparison.compareValue(node, part.schema, "", part.location, false);
  return comparison.isIncomplete ? [] : removeConsequences(comparison.drifts).slice(0, maxDrifts);
}

/**
 * Whether an example in the specification differs from the operation in the same way. It's then unclear whether the
 * page or the definition is wrong.
 */
export function contradictsExample(drift: Drift, operation: OperationModel, models: SpecModels): boolean {
  if (drift.direction === "request" && formatPhrase(drift.container) !== bodyPhrase) return false;
  return findExampleDrifts(models)(operation).has(getDriftKey(drift));
}

export const bodyPhrase = "the request body";

const findExampleDrifts = derive((models: SpecModels) =>
  derive(({ body, responses }: OperationModel): ReadonlySet<string> => {
    const drifts = [
      ...(body?.content ?? []).flatMap((mediaType) => compareExamples(mediaType, "request", body?.location, models)),
      ...responses.flatMap(({ status, content, location }) => {
        const container = status.startsWith("2") ? undefined : createResponsePhrase(status);
        return content.flatMap((mediaType) => compareExamples(mediaType, "response", location, models, container));
      }),
    ];
    return new Set(drifts.map(getDriftKey));
  }),
);

function compareExamples(
  { type, schema, examples }: MediaTypeModel,
  direction: Direction,
  location: SourceLocation | undefined,
  models: SpecModels,
  container: Phrase = bodyPhrase,
): readonly Drift[] {
  if (!schema || !location || !/json/i.test(type)) return [];
  const target = schema.ref === undefined ? undefined : models.schemas.get(schema.ref);
  const values = [...examples.map(({ value }) => value), ...schema.examples, ...(target?.examples ?? [])];
  return values.slice(0, maxExamples).flatMap((value) => {
    const { root } = readJson("", JSON.stringify(value) ?? "");
    return root && root.kind !== "string" ? compareValue(root, { schema, direction, container, location }, models) : [];
  });
}

const maxExamples = 20;

/** Returns the phrase for the body of a response, such as `the 404 response`. */
export function createResponsePhrase(status: string): Phrase {
  return { phrase: "the {status} response", values: { status } };
}

/**
 * Returns a key that is the same for drifts of a sample and of documented fields, which don't contain brackets. Fields
 * document the successful response, so only other responses have their status in the key.
 */
function getDriftKey({ kind, direction, name, actual, isRequired, container }: Drift): string {
  const commonKind = kind === "wrong-required" && isRequired === true ? "missing-field" : kind;
  const value = kind === "wrong-value" && actual !== undefined ? formatPhrase(actual) : "";
  const containerText = formatPhrase(container);
  const keyPrefix =
    direction === "response" && /\b(?!2)[1-9]\S* response$/.test(containerText) ? containerText : direction;
  return [keyPrefix, commonKind, name.replaceAll("[]", "").replace(/^\./, ""), value].join("\n");
}

class Comparison {
  drifts: Drift[] = [];
  isIncomplete = false;
  readonly #part: ComparedPart;
  readonly #models: SpecModels;
  readonly #isPartial: boolean;
  /** The types or values that the schema allows at the node of each drift. */
  readonly #allowancesByDrift: AllowancesByDrift;
  #stepCount = 0;

  constructor(part: ComparedPart, models: SpecModels, isPartial: boolean, allowancesByDrift: AllowancesByDrift) {
    this.#allowancesByDrift = allowancesByDrift;
    this.#part = part;
    this.#models = models;
    this.#isPartial = isPartial;
  }

  compareValue(node: JsonNode, schema: SchemaModel, name: string, at: SourceLocation, areNamesChecked: boolean): void {
    if (++this.#stepCount > maxSteps) this.isIncomplete = true;
    if (this.isIncomplete) return;
    const constraints = getConstraints(schema, this.#models);
    if (!constraints) return;
    if (!this.#checkType(node, schema, constraints, name, at)) return;
    if (node.kind === "object") this.#compareObject(node, constraints, name, at, areNamesChecked);
    if (node.kind === "array" && constraints.items)
      for (const item of node.items.slice(0, maxItems))
        this.compareValue(item, constraints.items, `${name}[]`, at, false);
    for (const choice of constraints.choices) this.#compareChoice(node, choice, name, at);
  }

  /** Checks the type and enum of a value, and returns whether to compare its contents as well. */
  #checkType(
    node: JsonNode,
    schema: SchemaModel,
    constraints: SchemaConstraints,
    name: string,
    location: SourceLocation,
  ): boolean {
    if (node.kind === "null") return false;
    if (node.kind === "string" && isPlaceholder(node.value)) return false;
    const { types } = constraints;
    if (types && types.size > 0 && !getTypes(node).some((type) => types.has(type))) {
      const actualPhrase = formatSchemaTypes([getTypes(node).at(-1) ?? "string"]);
      const expectedPhrase = formatSchemaTypes(types);
      this.#report("wrong-type", node.range, name, location, {
        expected: expectedPhrase,
        actual: actualPhrase,
        fix: createTypeFix(node, types, constraints.enum),
      });
      this.#addAllowance({ node, types });
      return false;
    }
    const isAllowed = (value: unknown) =>
      isSameScalar(node, value) || (isSameIgnoringCase(node, value) && ignoresCase(schema, this.#models));
    if (constraints.enum && !constraints.enum.some(isAllowed) && isScalar(node)) {
      const actualPhrase = toVerbatim(JSON.stringify(node.value));
      const expectedPhrase = formatDriftValues(constraints.enum);
      const fix = createValueFix(node, constraints.enum);
      this.#report("wrong-value", node.range, name, location, { expected: expectedPhrase, actual: actualPhrase, fix });
      this.#addAllowance({ node, values: constraints.enum });
      return false;
    }
    return true;
  }

  #compareObject(
    node: JsonObject,
    constraints: SchemaConstraints,
    name: string,
    location: SourceLocation,
    areNamesChecked: boolean,
  ): void {
    const choiceNames =
      constraints.choices.length > 0 ? collectChoiceNames(constraints, this.#models) : new Set<string>();
    const isClosed =
      !areNamesChecked &&
      constraints.isClosed &&
      choiceNames !== undefined &&
      constraints.properties.size + choiceNames.size > 0;
    const specifiedProperties = node.properties.filter(
      ({ key }) => constraints.properties.has(key) || choiceNames?.has(key),
    );
    // If most of an object's names are unknown, the object probably represents something else, such as a sample for
    // another operation.
    const isLikelyMatch = specifiedProperties.length > 0 && specifiedProperties.length * 2 >= node.properties.length;
    const unknownNames = new Set(
      node.properties
        .map(({ key }) => key)
        .filter((key) => isClosed && !constraints.properties.has(key) && !choiceNames.has(key) && !isPlaceholder(key)),
    );
    const valuesByName = new Map(node.properties.map(({ key, value }) => [key, value]));
    const unusedNames = [...constraints.properties.keys(), ...(choiceNames ?? [])].filter(
      (unusedName) => !valuesByName.has(unusedName),
    );
    const intendedNames = findIntendedNames(
      [...unknownNames],
      unusedNames,
      (unusedName) => {
        const property = constraints.properties.get(unusedName);
        return property !== undefined && constraints.required.has(unusedName) && !this.#canBeOmitted(property);
      },
      (key, unusedName) => {
        const property = constraints.properties.get(unusedName);
        return property === undefined || this.#matchesType(valuesByName.get(key), property);
      },
    );
    for (const { key, keyRange, value } of node.properties) {
      const specifiedProperty = constraints.properties.get(key);
      const path = name === "" ? key : `${name}.${key}`;
      if (specifiedProperty) {
        if (value) this.compareValue(value, specifiedProperty.schema, path, specifiedProperty.location, false);
      } else if (unknownNames.has(key)) {
        const { name: nearestName, isCertain = false } = intendedNames.get(key) ?? {};
        const intendedProperty = nearestName === undefined ? undefined : constraints.properties.get(nearestName);
        if (!isLikelyMatch && !this.#matchesType(value, intendedProperty)) continue;
        const fix = nearestName !== undefined && isCertain ? createRenameFix(keyRange, key, nearestName) : undefined;
        const suggestion = nearestName !== undefined && { suggestedName: nearestName, isCertain };
        this.#report("unknown-field", keyRange, path, location, { ...suggestion, fix });
      }
    }
    // While the alternatives of a choice are compared, missing fields are reported even if most names are unknown,
    // because these results are only used to find the best alternative.
    if (!this.#isPartial && (isLikelyMatch || areNamesChecked || node.properties.length === 0))
      this.#reportMissingFields(node, constraints, name);
  }

  /** Whether the value has one of the types that the property accepts. */
  #matchesType(value: JsonNode | undefined, property: PropertyModel | undefined): boolean {
    const types = property && getConstraints(property.schema, this.#models)?.types;
    return value !== undefined && property !== undefined && (!types || getTypes(value).some((type) => types.has(type)));
  }

  #reportMissingFields(node: JsonObject, constraints: SchemaConstraints, name: string): void {
    const presentNames = new Set(node.properties.map(({ key }) => key));
    if (presentNames.has("...") || presentNames.has("…")) return;
    for (const requiredName of constraints.required) {
      const property = constraints.properties.get(requiredName);
      if (!property || presentNames.has(requiredName) || this.#canBeOmitted(property)) continue;
      const path = name === "" ? requiredName : `${name}.${requiredName}`;
      const openBraceRange = { start: node.range.start, end: node.range.start + 1 };
      const missingProperty = { node, property };
      this.#report("missing-field", openBraceRange, path, property.location, { missingProperty, fix: undefined });
    }
  }

  #canBeOmitted({ schema }: PropertyModel): boolean {
    const target = schema.ref === undefined ? undefined : this.#models.schemas.get(schema.ref);
    if (statesCondition(schema.description)) return true;
    return this.#part.direction === "request"
      ? schema.readOnly || target?.readOnly === true
      : schema.writeOnly || target?.writeOnly === true;
  }

  /**
   * Accepts the value if it matches any alternative. Otherwise, reports the problems with the only plausible
   * alternative or, if several are plausible, only the problems that they all have in common.
   */
  #compareChoice(node: JsonNode, choice: readonly SchemaModel[], name: string, location: SourceLocation): void {
    const previousDrifts = this.drifts;
    const results: AlternativeResult[] = [];
    for (const schema of choice) {
      this.drifts = [];
      this.compareValue(node, schema, name, location, true);
      results.push({ schema, drifts: this.drifts });
      if (this.isIncomplete || this.drifts.length === 0) break;
    }
    this.drifts = previousDrifts;
    if (this.isIncomplete || results.some(({ drifts }) => drifts.length === 0)) return;
    if (node.kind === "object" && node.properties.length > 0 && this.#hasOnlyUndefinedFields(node, choice)) return;
    const intendedResults = results.filter(
      ({ drifts }) => !drifts.some((drift) => drift.name === name || isDiscriminatorDrift(drift, name)),
    );
    const possibleResults = results.filter(
      ({ drifts }) => !drifts.some(({ kind, range }) => kind === "wrong-type" && range === node.range),
    );
    const bestResults =
      [this.#findNearestResults(node, intendedResults), possibleResults, results].find(
        (candidates) => candidates.length > 0,
      ) ?? [];
    const driftLists = bestResults.map(({ drifts }) => drifts);
    this.drifts.push(...findCommonDrifts(driftLists, this.#allowancesByDrift));
  }

  /** Returns the results whose schemas define the largest number of the object's names. */
  #findNearestResults(node: JsonNode, results: readonly AlternativeResult[]): readonly AlternativeResult[] {
    if (node.kind !== "object" || results.length < 2) return results;
    const counts = results.map(({ schema }) => this.#countSpecifiedNames(node, schema));
    const maxCount = Math.max(...counts);
    return results.filter((_, i) => counts[i] === maxCount);
  }

  /** Whether none of the alternatives define any of the object's names. */
  #hasOnlyUndefinedFields(node: JsonObject, choice: readonly SchemaModel[]): boolean {
    return choice.every((schema) => this.#countSpecifiedNames(node, schema) === 0);
  }

  #countSpecifiedNames(node: JsonObject, schema: SchemaModel): number {
    const constraints = getConstraints(schema, this.#models);
    const choiceNames = constraints && collectChoiceNames(constraints, this.#models);
    return node.properties.filter(({ key }) => constraints?.properties.has(key) || choiceNames?.has(key)).length;
  }

  #addAllowance(allowance: Allowance): void {
    const drift = this.drifts.at(-1);
    if (drift) this.#allowancesByDrift.set(drift, allowance);
  }

  #report(
    kind: Drift["kind"],
    range: Drift["range"],
    name: string,
    location: SourceLocation,
    details: Pick<Drift, "expected" | "actual" | "suggestedName" | "isCertain" | "missingProperty" | "fix">,
  ): void {
    const { container, direction } = this.#part;
    this.drifts.push({ kind, range, name, container, direction, location, ...details });
  }
}

/**
 * Whether the drift is a wrong enum value in one of the object's own properties. Such a value suggests that the author
 * meant a different alternative.
 */
function isDiscriminatorDrift({ kind, name }: Drift, parentName: string): boolean {
  const key = name.slice(parentName === "" ? 0 : parentName.length + 1);
  return kind === "wrong-value" && !/[.[]/.test(key);
}

/** One of the alternatives for a value, and the differences between the value and that alternative. */
interface AlternativeResult {
  readonly schema: SchemaModel;
  readonly drifts: readonly Drift[];
}

function isScalar(node: JsonNode): node is Extract<JsonNode, { value: unknown }> {
  return node.kind === "string" || node.kind === "number" || node.kind === "boolean";
}

function getTypes(node: JsonNode): readonly SchemaType[] {
  if (node.kind === "number") return Number.isInteger(node.value) ? ["integer", "number"] : ["number"];
  return [node.kind];
}

function isSameScalar(node: JsonNode, value: unknown): boolean {
  return isScalar(node) && node.value === value;
}

function isSameIgnoringCase(node: JsonNode, value: unknown): boolean {
  return node.kind === "string" && typeof value === "string" && node.value.toLowerCase() === value.toLowerCase();
}

/**
 * Whether any segment can't be the value of its path parameter. For example, `latest` can't be the `{id}` of
 * `/payments/{id}` if IDs are UUIDs. Segments that may be placeholders are accepted. Only the last segments are
 * compared if there are more segments than the path has.
 */
export function contradictsParameters(
  { path, request }: Pick<OperationOutline, "path" | "request">,
  segments: readonly string[],
): boolean {
  const templateSegments = path.split("/").filter((segment) => segment !== "");
  const pathSegments = segments.slice(-templateSegments.length);
  return templateSegments.some((template, i) => {
    const name = /^\{([^{}]+)\}$/.exec(template)?.[1];
    const parameter = request.parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
    const segment = pathSegments[i] ?? "";
    return parameter !== undefined && !mayBePlaceholder(segment) && !acceptsSegment(parameter, segment);
  });
}

/**
 * Whether the segment may be a placeholder for a value, such as `:id`, `<id>`, `$ID`, `USER_ID`, `user_id`, or
 * `your-id`.
 */
function mayBePlaceholder(segment: string): boolean {
  return /[^\w.~-]|^[A-Z][A-Z\d_]*$|^(?:your|my)[-_]|(?:^|[-_])id$|Id$|x{3}|\.{3}/.test(segment);
}

function acceptsSegment({ type, constraints: limits }: ParameterSummary, segment: string): boolean {
  if (limits?.values && !limits.values.includes(segment)) return false;
  if (type === "integer" && !/^-?\d+$/.test(segment)) return false;
  if (type === "number" && !/^-?\d+(?:\.\d+)?$/.test(segment)) return false;
  if (type === "boolean" && !/^(?:true|false)$/.test(segment)) return false;
  // Samples often contain made-up values with the wrong number of characters, but a plain word is another path.
  if (/^(?:uuid|date|date-time)$/.test(limits?.format ?? "") && /^[a-z]+(?:[-_][a-z]+)*$/i.test(segment)) return false;
  return toSimplePattern(limits?.pattern)?.test(segment) ?? true;
}

/**
 * Returns a regular expression for a pattern that consists of fixed text and at most one class of characters. Other
 * patterns can take very long.
 */
function toSimplePattern(pattern: string | undefined): RegExp | undefined {
  const isSimple =
    pattern !== undefined &&
    /^\^[\w-]*(?:(?:\[[^[\]\\^]{1,50}\]|\\[dw])(?:\+|\*|\{\d{1,3}(?:,\d{0,3})?\})?)?\$$/.test(pattern);
  try {
    return isSimple ? new RegExp(pattern) : undefined;
  } catch {
    return undefined;
  }
}
