import {
  describeSchemaType,
  flattenSchema,
  type SchemaSource,
  resolveSchema,
} from "../../spec/model/flatten-schema.ts";
import type { FlatProperty, FlatSchema, SchemaLimits, SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import { compareVariants, type SpecIdentity } from "./compare-variants.ts";
import { type Finding, formatAsCode, formatListAsCode } from "./difference.ts";

/** The schema of a value in one version, and the schema's resolved properties. */
export interface ComparedSide {
  readonly schema: SchemaModel;
  readonly flatSchema: FlatSchema;
  readonly models: SchemaSource;
}

/** Returns the types of a value except null, or undefined if the type isn't restricted. */
export function getTypes(flatSchema: FlatSchema): ReadonlySet<SchemaType> | undefined {
  const types = flatSchema.types.filter((type) => type !== "null");
  if (types.length > 0) return new Set(types);
  if (flatSchema.properties.size > 0) return new Set<SchemaType>(["object"]);
  return flatSchema.items ? new Set<SchemaType>(["array"]) : undefined;
}

/** Whether every value of the first types is also valid for the second types. An integer is also a number. */
export function isSubtype(
  types: ReadonlySet<SchemaType> | undefined,
  otherTypes: ReadonlySet<SchemaType> | undefined,
): boolean {
  if (!otherTypes) return true;
  if (!types) return false;
  return [...types].every((type) => otherTypes.has(type) || (type === "integer" && otherTypes.has("number")));
}

/**
 * The keywords for limits, whether they're lower or upper limits, and the phrases that messages use for them. If a
 * minimum increases or a maximum decreases, the schema becomes stricter.
 */
const limitPhrases = [
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
export function describeChangedLimits(
  oldSide: ComparedSide,
  newSide: ComparedSide,
): readonly { readonly text: string; readonly isTighter: boolean }[] {
  const [oldLimits, newLimits] = [getLimits(oldSide), getLimits(newSide)];
  const changedLimits = limitPhrases.flatMap(([key, side, phrase]) => {
    const [oldLimit, newLimit] = [oldLimits[key], newLimits[key]];
    if (oldLimit === newLimit || hasSameEffect(key, oldLimit, newLimit)) return [];
    if (newLimit === undefined)
      return [{ text: `no longer has to ${phrase} ${formatAsCode(String(oldLimit))}`, isTighter: false }];
    const isTighter = oldLimit === undefined || (side === "lower" ? newLimit > oldLimit : newLimit < oldLimit);
    const previousText = oldLimit === undefined ? "" : ` (was ${formatAsCode(String(oldLimit))})`;
    return [{ text: `must now ${phrase} ${formatAsCode(String(newLimit))}${previousText}`, isTighter }];
  });
  if (oldLimits.pattern !== newLimits.pattern)
    changedLimits.push(
      newLimits.pattern === undefined
        ? { text: "no longer has to match a pattern", isTighter: false }
        : { text: `must now match the pattern ${formatAsCode(newLimits.pattern)}`, isTighter: true },
    );
  return changedLimits;
}

/**
 * Whether a minimum length or count has the same effect in both versions. A minimum of 0 has no effect, so it's
 * equivalent to a missing minimum.
 */
function hasSameEffect(key: string, oldLimit: number | undefined, newLimit: number | undefined): boolean {
  return /^min(Length|Items|Properties)$/.test(key) && (oldLimit ?? 0) === (newLimit ?? 0);
}

function getLimits({ schema, models }: ComparedSide): SchemaLimits {
  const target = resolveSchema(models, schema);
  return { ...target?.limits, ...schema.limits };
}

const maxSteps = 20_000;
const maxFindings = 200;

/**
 * Whether readers send or receive the value. Relaxing a schema is harmless for values that readers send, but it can
 * break code that receives them.
 */
export type Direction = "request" | "response";

/** The location of a value. */
export interface ValueLocation {
  readonly location: string;
  readonly direction: Direction;
  /** The parameter's name. Empty for a body or a response. */
  readonly name: string;
  /** The name of the location in messages, such as "query parameter `limit`" or "the request body". */
  readonly label: string;
}

export interface Versions {
  readonly oldModels: SchemaSource;
  readonly newModels: SchemaSource;
  readonly specIdentity: SpecIdentity;
}

/**
 * Compares two schemas for a value, and collects the changes that readers notice. `isPartial` is set if the comparison
 * stopped early.
 */
export class SchemaComparison {
  readonly findings: Finding[] = [];
  isPartial = false;
  readonly valueLocation: ValueLocation;
  readonly versions: Versions;
  /** The pairs of named schemas that are currently being compared. Used to detect circular references. */
  readonly #activePairKeys = new Set<string>();
  #stepCount = 0;

  constructor(valueLocation: ValueLocation, versions: Versions) {
    this.valueLocation = valueLocation;
    this.versions = versions;
  }

  compareSchemas(oldSchema: SchemaModel, newSchema: SchemaModel, name: string): void {
    if (this.versions.specIdentity.isSameSchema(oldSchema, newSchema)) return;
    if (++this.#stepCount > maxSteps || this.findings.length >= maxFindings) {
      this.isPartial = true;
      return;
    }
    const pairKey =
      oldSchema.ref === undefined || newSchema.ref === undefined ? undefined : `${oldSchema.ref} ${newSchema.ref}`;
    if (pairKey !== undefined && this.#activePairKeys.has(pairKey)) return;
    if (pairKey !== undefined) this.#activePairKeys.add(pairKey);
    this.#compareFlatSchemas(oldSchema, newSchema, name);
    if (pairKey !== undefined) this.#activePairKeys.delete(pairKey);
  }

  #compareFlatSchemas(oldSchema: SchemaModel, newSchema: SchemaModel, name: string): void {
    const oldSide: ComparedSide = {
      schema: oldSchema,
      flatSchema: flattenSchema(this.versions.oldModels, oldSchema),
      models: this.versions.oldModels,
    };
    const newSide: ComparedSide = {
      schema: newSchema,
      flatSchema: flattenSchema(this.versions.newModels, newSchema),
      models: this.versions.newModels,
    };
    // A schema that is missing or truncated might allow any value.
    if (isUnresolved(oldSide) || isUnresolved(newSide)) return;
    this.#compareMetadata(oldSide, newSide, name);
    if (!compareVariants(this, oldSide, newSide, name)) return;
    if (!this.#compareTypes(oldSide, newSide, name)) return;
    this.#compareValues(oldSide, newSide, name);
    this.#compareProperties(oldSide.flatSchema, newSide.flatSchema, name);
    if (oldSide.flatSchema.items && newSide.flatSchema.items)
      this.compareSchemas(oldSide.flatSchema.items, newSide.flatSchema.items, `${name}[]`);
    this.#compareAdditionalProperties(oldSide.flatSchema, newSide.flatSchema, name);
  }

  /** Compares the types of a value. Returns false if the contents can't be compared. */
  #compareTypes(oldSide: ComparedSide, newSide: ComparedSide, name: string): boolean {
    const [oldTypes, newTypes] = [getTypes(oldSide.flatSchema), getTypes(newSide.flatSchema)];
    const isWider = isSubtype(oldTypes, newTypes);
    const isNarrower = isSubtype(newTypes, oldTypes);
    if (!isWider || !isNarrower) {
      const isSafe = this.valueLocation.direction === "request" ? isWider : isNarrower;
      const newType = describeSchemaType(newSide.schema, newSide.models);
      const oldType = describeSchemaType(oldSide.schema, oldSide.models);
      const text =
        newType === oldType
          ? "now has a different type"
          : `is now ${formatAsCode(newType)} (was ${formatAsCode(oldType)})`;
      this.report("type", isSafe, name, text);
      return oldTypes !== undefined && newTypes !== undefined && [...newTypes].some((type) => oldTypes.has(type));
    }
    if (oldTypes && newTypes && oldSide.flatSchema.nullable !== newSide.flatSchema.nullable) {
      const isSafe = newSide.flatSchema.nullable === (this.valueLocation.direction === "request");
      this.report(
        "nullable",
        isSafe,
        name,
        `can ${newSide.flatSchema.nullable ? "now" : "no longer"} be ${formatAsCode("null")}`,
      );
    }
    return true;
  }

  #compareValues(oldSide: ComparedSide, newSide: ComparedSide, name: string): void {
    const isRequest = this.valueLocation.direction === "request";
    const [oldValues, newValues] = [oldSide.flatSchema.enum, newSide.flatSchema.enum];
    if (oldValues && newValues) {
      const removedValues = findMissingValues(newValues, oldValues);
      const addedValues = findMissingValues(oldValues, newValues);
      if (addedValues.length > 0)
        this.report("values", true, name, `can now be ${formatListAsCode(addedValues, "or")}`);
      if (removedValues.length > 0)
        this.report("values", !isRequest, name, `can no longer be ${formatListAsCode(removedValues, "or")}`);
    } else if (newValues)
      this.report(
        "values",
        !isRequest,
        name,
        `is now limited to ${formatListAsCode(findMissingValues([], newValues))}`,
      );
    else if (oldValues) this.report("values", true, name, "is no longer limited to a list of values");
    const formats = [getFormat(oldSide), getFormat(newSide)] as const;
    if (formats[0] !== formats[1]) {
      const text =
        formats[1] === undefined
          ? `no longer has the format ${formatAsCode(formats[0] ?? "")}`
          : `now has the format ${formatAsCode(formats[1])}${formats[0] === undefined ? "" : ` (was ${formatAsCode(formats[0])})`}`;
      if (formats[0] === undefined || formats[1] === undefined) this.addTextFinding("format", name, text);
      else this.report("format", false, name, text);
    }
    for (const { text, isTighter } of describeChangedLimits(oldSide, newSide))
      this.report("limits", !(isRequest && isTighter), name, text);
    this.#compareDefault(oldSide, newSide, name);
  }

  /** Compares the default values, which apply if readers omit a value. */
  #compareDefault(oldSide: ComparedSide, newSide: ComparedSide, name: string): void {
    const [oldDefault, newDefault] = [formatDefault(oldSide), formatDefault(newSide)];
    if (oldDefault === newDefault) return;
    const text =
      newDefault === undefined ? "no longer has a default" : `now has the default ${formatAsCode(newDefault)}`;
    const oldText = oldDefault === undefined ? "" : ` (was ${formatAsCode(oldDefault)})`;
    if (oldDefault === undefined || newDefault === undefined || this.valueLocation.direction === "response")
      this.addTextFinding("default", name, text + oldText);
    else this.report("default", false, name, text + oldText);
  }

  #compareMetadata(oldSide: ComparedSide, newSide: ComparedSide, name: string): void {
    if (isDeprecated(newSide) !== isDeprecated(oldSide)) this.reportDeprecation(isDeprecated(newSide), name);
    if (oldSide.flatSchema.description !== newSide.flatSchema.description)
      this.addTextFinding("description", name, "has a different description");
    if (getExamplesKey(oldSide) !== getExamplesKey(newSide))
      this.addTextFinding("example", name, "has a different example");
  }

  #compareProperties(oldSchema: FlatSchema, newSchema: FlatSchema, name: string): void {
    const { direction } = this.valueLocation;
    const getPath = (key: string) => (name === "" ? key : `${name}.${key}`);
    const filterProperty = (property: FlatProperty | undefined, models: SchemaSource) =>
      property && isApplicable(property.schema, direction, models) ? property : undefined;
    for (const key of new Set([...newSchema.properties.keys(), ...oldSchema.properties.keys()])) {
      const oldProperty = filterProperty(oldSchema.properties.get(key), this.versions.oldModels);
      const newProperty = filterProperty(newSchema.properties.get(key), this.versions.newModels);
      if (oldProperty && newProperty) {
        this.compareRequiredFlag(oldProperty.required, newProperty.required, getPath(key));
        this.compareSchemas(oldProperty.schema, newProperty.schema, getPath(key));
      } else if (newProperty) {
        this.reportAddedField(getPath(key), newProperty.required && !oldSchema.requiredNames.has(key));
        if (oldSchema.requiredNames.has(key)) this.compareRequiredFlag(true, newProperty.required, getPath(key));
      } else if (oldProperty) this.report("removed", false, getPath(key), "was removed");
    }
    // A name can be required even if no property defines it.
    for (const key of new Set([...newSchema.requiredNames, ...oldSchema.requiredNames])) {
      const isRequired = newSchema.requiredNames.has(key);
      const isCompared = newSchema.properties.has(key) || (oldSchema.properties.has(key) && !isRequired);
      if (!isCompared) this.compareRequiredFlag(oldSchema.requiredNames.has(key), isRequired, getPath(key));
    }
  }

  #compareAdditionalProperties(before: FlatSchema, after: FlatSchema, name: string): void {
    const [oldSchema, newSchema] = [before.additionalProperties, after.additionalProperties];
    if (typeof oldSchema === "object" && typeof newSchema === "object")
      return this.compareSchemas(oldSchema, newSchema, `${name}.*`);
    const closedFlags = [oldSchema === false, newSchema === false] as const;
    if (closedFlags[0] === closedFlags[1] || this.valueLocation.direction === "response") return;
    if (closedFlags[1]) this.report("other-fields", false, name, "now accepts only the listed fields");
    else this.report("other-fields", true, name, "now accepts fields other than those listed");
  }

  compareRequiredFlag(wasRequired: boolean, isRequired: boolean, name: string): void {
    if (wasRequired === isRequired) return;
    const isRequest = this.valueLocation.direction === "request";
    const text = isRequest
      ? isRequired
        ? "is now required"
        : "is no longer required"
      : isRequired
        ? "is now always present"
        : "is no longer always present";
    this.report(isRequired ? "required" : "optional", isRequest !== isRequired, name, text);
  }

  reportAddedField(name: string, isRequired: boolean): void {
    const isRequest = this.valueLocation.direction === "request";
    this.report(
      "added",
      !(isRequest && isRequired),
      name,
      isRequest && isRequired ? "was added and is required" : "was added",
    );
  }

  reportDeprecation(isDeprecatedNow: boolean, name: string): void {
    if (isDeprecatedNow) this.addTextFinding("deprecated", name, "is deprecated");
    else this.addTextFinding("no-longer-deprecated", name, "is no longer deprecated");
  }

  report(kind: Finding["kind"], isSafe: boolean, name: string, text: string): void {
    this.#addFinding(kind, isSafe ? "addition" : "breaking", name, text);
  }

  /** Reports a change that affects the wording of the docs but not the API. */
  addTextFinding(kind: Finding["kind"], name: string, text: string): void {
    this.#addFinding(kind, "wording", name, text);
  }

  #addFinding(kind: Finding["kind"], impact: Finding["weight"], path: string, text: string): void {
    const { location, label, name } = this.valueLocation;
    const fullName =
      name === ""
        ? path
        : path === ""
          ? name
          : `${name}${path.startsWith("[") || path.startsWith(".") ? "" : "."}${path}`;
    const subject = path === "" ? label : `${formatAsCode(path)} in ${label}`;
    const section = kind === "added" || kind === "removed" || kind === "deprecated" ? kind : "changed";
    this.findings.push({ kind, weight: impact, section, place: location, name: fullName, text: `${subject} ${text}` });
  }
}

/** Whether the schema is empty or contains a reference that can't be resolved. */
function isUnresolved({ schema, flatSchema, models }: ComparedSide): boolean {
  const target = resolveSchema(models, schema);
  return (
    !target ||
    schema.unresolvedRef !== undefined ||
    target.unresolvedRef !== undefined ||
    (target.isTruncated === true && flatSchema.types.length === 0)
  );
}

function findMissingValues(otherValues: readonly unknown[], values: readonly unknown[]): string[] {
  const listedValues = new Set(otherValues.map((value) => JSON.stringify(value)));
  return values
    .filter((value) => value !== null && !listedValues.has(JSON.stringify(value)))
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

function getDirectSchemas({ schema, models }: ComparedSide): readonly SchemaModel[] {
  const target = schema.ref === undefined ? undefined : resolveSchema(models, schema);
  return [schema, ...(target ? [target] : []), ...(target ?? schema).allOf];
}

function getFormat(side: ComparedSide): string | undefined {
  return getDirectSchemas(side).find(({ format }) => format !== undefined)?.format;
}

function formatDefault(side: ComparedSide): string | undefined {
  const defaultValue = getDirectSchemas(side).find((schema) => schema.default)?.default;
  return defaultValue && JSON.stringify(defaultValue.value);
}

function getExamplesKey(side: ComparedSide): string {
  return JSON.stringify(getDirectSchemas(side).find(({ examples }) => examples.length > 0)?.examples ?? []);
}

function isDeprecated(side: ComparedSide): boolean {
  return getDirectSchemas(side).some(({ deprecated }) => deprecated);
}

/**
 * Whether a schema applies in this direction. Read-only fields don't appear in requests, and write-only fields don't
 * appear in responses.
 */
function isApplicable(schema: SchemaModel, direction: Direction, models: SchemaSource): boolean {
  const target = schema.ref === undefined ? undefined : resolveSchema(models, schema);
  const schemas = target ? [schema, target, ...schema.allOf] : [schema, ...schema.allOf];
  return !schemas.some((candidate) => (direction === "request" ? candidate.readOnly : candidate.writeOnly));
}
