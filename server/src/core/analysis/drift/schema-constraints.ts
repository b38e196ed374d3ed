import { isNull } from "../../spec/model/flatten-schema.ts";
import type {
  MediaTypeModel,
  OperationModel,
  ResponseModel,
  SourceLocation,
  SpecModels,
} from "../../spec/model/operation-model.ts";
import type { PropertyModel, SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import { type Phrase, toVerbatim } from "../../text/phrase.ts";
import { findTypo } from "../../text/similarity.ts";
import type { Direction } from "./page-drift.ts";

/** The constraints on a value, with references and `allOf` resolved. */
export interface SchemaConstraints {
  /** The allowed types. Undefined if the schema doesn't restrict the type. */
  readonly types: ReadonlySet<SchemaType> | undefined;
  readonly nullable: boolean;
  readonly enum: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, PropertyModel>;
  readonly required: ReadonlySet<string>;
  /** Whether the schema disallows names that are neither in `properties` nor in any of the alternatives. */
  readonly isClosed: boolean;
  /** Whether the schema is only `type: object`, so authors describe the object's names elsewhere. */
  readonly isFreeForm: boolean;
  readonly items: SchemaModel | undefined;
  /** Lists of alternatives. A value must match one alternative from each list. */
  readonly choices: readonly (readonly SchemaModel[])[];
}

const maxParts = 200;

/** Returns the constraints of a schema, or undefined if the schema contains a reference that can't be resolved. */
export function getConstraints(schema: SchemaModel, models: SpecModels): SchemaConstraints | undefined {
  const parts: SchemaModel[] = [];
  if (!collectParts(schema, models, parts)) return undefined;
  const types = parts.filter((part) => part.types.length > 0).map((part) => part.types);
  const properties = new Map(
    parts.flatMap((part) => part.properties).map((property) => [property.name, property] as const),
  );
  const isOpen = parts.some(
    ({ additionalProperties, patternProperties, not, prefixItems }) =>
      (additionalProperties !== undefined && additionalProperties !== false) ||
      (patternProperties?.length ?? 0) > 0 ||
      not !== undefined ||
      prefixItems !== undefined,
  );
  const choices = parts.flatMap(getChoices);
  const required = new Set(parts.flatMap((part) => part.required));
  return {
    types: types.length > 0 ? new Set(types.at(-1)) : undefined,
    nullable:
      types.length === 0 ||
      parts.some(({ oneOf, anyOf }) => [...oneOf, ...anyOf].some(isNull)) ||
      parts.some(({ nullable }) => nullable),
    enum: parts.find((part) => part.enum)?.enum ?? getConstant(parts),
    properties,
    required,
    isClosed: !isOpen,
    isFreeForm:
      types.at(-1)?.includes("object") === true &&
      properties.size + required.size + choices.length === 0 &&
      parts.every(({ additionalProperties }) => additionalProperties !== false),
    items: parts.find((part) => part.items)?.items,
    choices,
  };
}

function getConstant(parts: readonly SchemaModel[]): readonly unknown[] | undefined {
  const constantValue = parts.find((part) => part.constant)?.constant;
  return constantValue && [constantValue.value];
}

/**
 * Collects the schema and all schemas that apply to the same value: the targets of references, the schemas under
 * `allOf`, and the single alternative of any choice that has only one. Returns false if a reference can't be resolved.
 */
function collectParts(schema: SchemaModel, models: SpecModels, parts: SchemaModel[]): boolean {
  if (schema.unresolvedRef !== undefined || parts.length > maxParts) return false;
  if (parts.includes(schema)) return true;
  parts.push(schema);
  if (schema.ref !== undefined) {
    const target = models.schemas.get(schema.ref);
    if (!target || !collectParts(target, models, parts)) return false;
  }
  const onlyAlternatives = [schema.oneOf, schema.anyOf].flatMap((choice) => findOnlyAlternative(choice) ?? []);
  return [...schema.allOf, ...onlyAlternatives].every((part) => collectParts(part, models, parts));
}

/** Returns the only alternative other than null, or undefined if there isn't exactly one. */
function findOnlyAlternative(choice: readonly SchemaModel[]): SchemaModel | undefined {
  const nonNullAlternatives = choice.filter((schema) => !isNull(schema));
  return nonNullAlternatives.length === 1 ? nonNullAlternatives[0] : undefined;
}

function getChoices({ oneOf, anyOf }: SchemaModel): (readonly SchemaModel[])[] {
  return [oneOf, anyOf]
    .filter((choice) => !findOnlyAlternative(choice))
    .map((choice) => choice.filter((schema) => !isNull(schema)))
    .filter((choice) => choice.length > 0);
}

/**
 * Returns the names of all properties that the value can have in any alternative, including nested alternatives, or
 * undefined if an alternative allows any name.
 */
export function collectChoiceNames(
  constraints: SchemaConstraints,
  models: SpecModels,
): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const visitedSchemas = new Set<SchemaModel>();
  const visit = (choices: SchemaConstraints["choices"]): boolean =>
    choices.every((choice) =>
      choice.every((schema) => {
        if (visitedSchemas.has(schema) || visitedSchemas.size > maxParts) return true;
        visitedSchemas.add(schema);
        const choiceConstraints = getConstraints(schema, models);
        if (!choiceConstraints?.isClosed || choiceConstraints.isFreeForm) return false;
        for (const name of choiceConstraints.properties.keys()) names.add(name);
        return visit(choiceConstraints.choices);
      }),
    );
  return visit(constraints.choices) ? names : undefined;
}

/**
 * Maps the type names that authors use, in lowercase, to the types that each name can mean. Any other name, such as
 * `User` or `file`, is ambiguous.
 */
const typesByName: ReadonlyMap<string, readonly SchemaType[]> = new Map<string, readonly SchemaType[]>([
  ["string", ["string"]],
  ["str", ["string"]],
  ["text", ["string"]],
  ["uuid", ["string"]],
  ["date", ["string"]],
  ["datetime", ["string"]],
  ["date-time", ["string"]],
  ["email", ["string"]],
  ["url", ["string"]],
  ["uri", ["string"]],
  // `number` on a page is also correct if the specification requires `integer`.
  ["number", ["number", "integer"]],
  ["float", ["number"]],
  ["double", ["number"]],
  ["integer", ["integer"]],
  ["int", ["integer"]],
  ["int32", ["integer"]],
  ["int64", ["integer"]],
  ["long", ["integer"]],
  ["boolean", ["boolean"]],
  ["bool", ["boolean"]],
  ["object", ["object"]],
  ["map", ["object"]],
  ["dict", ["object"]],
  ["array", ["array"]],
  ["list", ["array"]],
]);

/** Returns the types that a field's `type="…"` can mean, or undefined if any part of the text is ambiguous. */
export function parseTypes(text: string): ReadonlySet<SchemaType> | undefined {
  const types = new Set<SchemaType>();
  for (const part of text.toLowerCase().split(/\s*\|\s*|\s+or\s+/)) {
    const typeName = part.trim();
    if (typeName === "null") continue;
    if (/\[\]$|^(array|list)\s*(<|of\b)/.test(typeName)) types.add("array");
    else {
      const possibleTypes = typesByName.get(typeName.replace(/^(nullable|optional)\s+/, ""));
      if (!possibleTypes) return undefined;
      for (const type of possibleTypes) types.add(type);
    }
  }
  return types.size > 0 ? types : undefined;
}

/**
 * Returns the text that authors usually write in `type="…"` for these types, or undefined if there isn't exactly one
 * type.
 */
export function formatTypeAttribute(types: ReadonlySet<SchemaType>): string | undefined {
  const typeList = [...types];
  return typeList.length === 1 ? typeList[0] : undefined;
}

const typePhrases: Readonly<Record<SchemaType, Phrase>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  object: "an object",
  array: "an array",
  null: toVerbatim("null"),
};

/** Formats types as a phrase, such as `a string or an integer`. */
export function formatSchemaTypes(types: Iterable<SchemaType>): Phrase {
  return [...types].map((type) => typePhrases[type]).reduce((phrase, next) => ({ anyOf: [phrase, next] }));
}

/** Formats values as a phrase, such as `one of "asc", "desc"`. A long list contains only the first values. */
export function formatDriftValues(values: readonly unknown[]): Phrase {
  const jsonValues = values.map((value) => JSON.stringify(value));
  const [firstValue = "", ...otherValues] = jsonValues;
  if (otherValues.length === 0) return toVerbatim(firstValue);
  let listText = firstValue;
  let shownCount = 1;
  for (; shownCount < jsonValues.length; shownCount++) {
    const longerText = `${listText}, ${jsonValues[shownCount] ?? ""}`;
    if (longerText.length > maxListLength) break;
    listText = longerText;
  }
  const count = jsonValues.length - shownCount;
  return count === 0
    ? { phrase: "one of {values}", values: { values: listText } }
    : { phrase: "one of {values}, or {count} more", values: { values: listText, count } };
}

/**
 * The maximum length of a list of values. Together with the rest of the message, such a list is still short enough to
 * be shown completely.
 */
const maxListLength = 30;

/** Whether a description of a field states when it's required, as in "Required if `type` is `card`". */
export function statesCondition(description: string | undefined, schema?: SchemaModel): boolean {
  return [description, schema?.description].some((text) => {
    const start = text?.slice(0, maxDescriptionLength) ?? "";
    // "Whether a password is required for guests" describes the value.
    return conditionPattern.test(start) && !/\b(?:whether|(?:determines|indicates|true) (?:if|when))\b/i.test(start);
  });
}

const maxDescriptionLength = 2000;

const conditionPattern = new RegExp(
  [
    String.raw`\b(?:required|mandatory|needed|optional)[*_\`:,]{0,4}\s+(?:only\s+)?(?:if|when|unless|except)\b`,
    String.raw`(?:^|[.;:(*_,–—-]\s*|\b(?:also|only)\s+|\b(?:field|it|parameter|property|this|value) is\s+)(?:required|mandatory|optional)[*_]{0,3}\s+for(?!\s+(?:all|any|authenticat\w*|each|every|the|this)\b)\b`,
    String.raw`(?<!\bthe )\bonly (?:required|mandatory)\b|\bconditionally (?:required|mandatory)\b`,
    String.raw`\b(?:if|when|unless)\b[^.;,\n]{1,120},\s*(?:(?:it|this|this \w+|the (?:field|parameter|property|value)) (?:is|becomes)\s+)?(?:required|mandatory)\b`,
    String.raw`\b(?:either|one of|at least one|exactly one)\b[^.;()\n]{0,120}\b(?:(?:is|are) (?:required|mandatory)|must be (?:given|provided|sent|set|specified))\b`,
    String.raw`\bmust be (?:given|included|present|provided|sent|set|specified) (?:if|when|unless)\b`,
    String.raw`\b(?:provide|specify) either\b`,
  ].join("|"),
  "i",
);

/** A field that the specification defines. */
export interface SpecifiedField {
  readonly name: string;
  readonly schema: SchemaModel | undefined;
  /**
   * Whether the field is required. Undefined if only some of the schema's alternatives require it, or if its
   * description states when it's required.
   */
  readonly required: boolean | undefined;
  readonly location: SourceLocation;
  /**
   * Whether a page can reasonably omit the field because the field is a deprecated parameter or applies only in the
   * opposite direction (request or response). Such a field isn't reported as missing.
   */
  readonly canBeOmitted: boolean;
}

/** The fields at one level: the query, the body, or an object in the body. */
export interface SpecifiedFields {
  readonly fields: ReadonlyMap<string, SpecifiedField>;
  /** The names that only some of the schema's alternatives define. */
  readonly alternativeNames: ReadonlySet<string>;
  readonly isClosed: boolean;
  /**
   * Whether this level or a level around it has required fields. If there are no required fields, the specification may
   * just not state which fields are required.
   */
  readonly hasRequiredFields: boolean;
  readonly direction: Direction;
  /** The part of the operation that contains the fields, such as `the query string`. */
  readonly container: Phrase;
}

/**
 * Returns the fields that the specification defines at a location in the operation (`query`, `body`, `response`), or
 * undefined if they can't be determined.
 */
export function getSpecifiedFields(
  location: string,
  operation: OperationModel,
  models: SpecModels,
): SpecifiedFields | undefined {
  if (location === "auth") return undefined;
  if (location === "body") return getBodyFields(operation, models);
  if (location === "response") return getResponseFields(operation, models);
  const parameters = operation.parameters.filter((parameter) => parameter.in === location);
  return {
    fields: new Map(
      parameters.map((parameter) => [
        normalizeName(location, parameter.name),
        {
          name: parameter.name,
          schema: parameter.schema,
          required: statesCondition(parameter.description, parameter.schema) ? undefined : parameter.required,
          location: parameter.location,
          canBeOmitted: parameter.deprecated,
        },
      ]),
    ),
    alternativeNames: new Set(),
    // Headers such as `Authorization` are defined by security schemes instead of parameters.
    isClosed: location === "query" || location === "path",
    hasRequiredFields: true,
    direction: "request",
    container: phrasesByLocation.get(location) ?? toVerbatim(location),
  };
}

const phrasesByLocation: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ["query", "the query string"],
  ["path", "the path"],
  ["header", "the request headers"],
  ["cookie", "the cookies"],
]);

/**
 * Returns a name in the form used for comparisons. Header names are converted to lowercase, because they're
 * case-insensitive.
 */
export function normalizeName(location: string, name: string): string {
  return location === "header" ? name.toLowerCase() : name;
}

/**
 * Maps unknown names to the fields that the author probably meant: the one with the most similar name, or a missing
 * required field that `findRenamedField` finds. A name is uncertain if its type differs, or if only one unknown name and
 * one missing required field are left and both end with the same word, such as `order_id` and `event_id`.
 */
export function findIntendedNames(
  unknownNames: readonly string[],
  unusedNames: readonly string[],
  isRequired: (name: string) => boolean,
  isPossible: (unknownName: string, name: string) => boolean = () => true,
): ReadonlyMap<string, IntendedName> {
  if (unknownNames.length === 0) return new Map();
  const missingNames = unusedNames.filter(isRequired);
  const intendedNames = new Map<string, IntendedName>();
  for (const unknownName of unknownNames) {
    const isCandidate = (name: string) => isPossible(unknownName, name);
    const certainName =
      findTypo(unknownName, unusedNames.filter(isCandidate)) ??
      findRenamedField(unknownName, missingNames.filter(isCandidate));
    const name = certainName ?? findTypo(unknownName, missingNames);
    if (name !== undefined) intendedNames.set(unknownName, { name, isCertain: certainName !== undefined });
  }
  const assignedNames = new Set([...intendedNames.values()].map(({ name }) => name));
  const [otherName = "", ...moreOtherNames] = unknownNames.filter((name) => !intendedNames.has(name));
  const [missingName = "", ...moreMissingNames] = missingNames.filter((name) => !assignedNames.has(name));
  const isOnlyPair = moreOtherNames.length === 0 && moreMissingNames.length === 0;
  const lastWord = splitName(otherName).at(-1);
  if (isOnlyPair && lastWord !== undefined && lastWord === splitName(missingName).at(-1))
    if (isPossible(otherName, missingName)) intendedNames.set(otherName, { name: missingName, isCertain: false });
  return intendedNames;
}

/** The field that the author of an unknown name probably meant. */
export interface IntendedName {
  readonly name: string;
  readonly isCertain: boolean;
}

/**
 * Returns the missing field that an unknown name probably means, such as `zip` for `zip_code`: one of the two names
 * contains all words of the other. Returns undefined if several fields match.
 */
function findRenamedField(name: string, missingNames: Iterable<string>): string | undefined {
  const words = splitName(name);
  const [renamedName, ...otherNames] = [...missingNames].filter((missingName) => {
    const missingWords = splitName(missingName);
    if (words.length === 0 || missingWords.length === 0) return false;
    return words.every((word) => missingWords.includes(word)) || missingWords.every((word) => words.includes(word));
  });
  return otherNames.length === 0 ? renamedName : undefined;
}

function splitName(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}

function getBodyFields({ body }: OperationModel, models: SpecModels): SpecifiedFields | undefined {
  const schema = body && findObjectSchema(body.content, models);
  return schema && getSchemaFields(schema, "the request body", "request", models);
}

/**
 * Returns the fields of the successful response, or undefined if there isn't exactly one with fields. Of error
 * responses, only the field names are included, because their fields are often documented elsewhere or not at all.
 */
function getResponseFields({ responses }: OperationModel, models: SpecModels): SpecifiedFields | undefined {
  const isSuccess = ({ status }: ResponseModel) => status.startsWith("2");
  const getFields = ({ content }: ResponseModel): SpecifiedFields[] => {
    const schema = findObjectSchema(content, models);
    const fields = schema && getSchemaFields(schema, "the response", "response", models);
    return fields ? [fields] : [];
  };
  const successFields = responses.filter(isSuccess).flatMap(getFields);
  const [onlyFields] = successFields;
  if (successFields.length !== 1 || !onlyFields) return undefined;
  const errorFields = responses.filter((response) => !isSuccess(response)).flatMap(getFields);
  const errorFieldNames = errorFields.flatMap(({ fields, alternativeNames }) => [
    ...fields.keys(),
    ...alternativeNames,
  ]);
  return { ...onlyFields, alternativeNames: new Set([...onlyFields.alternativeNames, ...errorFieldNames]) };
}

/**
 * Returns the schema that all JSON and form bodies have in common, or its item schema if it describes an array. Returns
 * undefined if the bodies have different schemas.
 */
function findObjectSchema(content: readonly MediaTypeModel[], models: SpecModels): SchemaModel | undefined {
  const mediaTypes = content.filter(({ type }) => /json|x-www-form-urlencoded|form-data/i.test(type));
  const schema = mediaTypes[0]?.schema;
  if (!schema || mediaTypes.some((other) => other.schema?.ref !== schema.ref)) return undefined;
  return getItemSchema(schema, models);
}

function getItemSchema(schema: SchemaModel, models: SpecModels): SchemaModel | undefined {
  const constraints = getConstraints(schema, models);
  if (!constraints) return undefined;
  return constraints.properties.size === 0 && constraints.items ? constraints.items : schema;
}

export function getSchemaFields(
  schema: SchemaModel,
  container: Phrase,
  direction: Direction,
  models: SpecModels,
): SpecifiedFields | undefined {
  const constraints = getConstraints(schema, models);
  const choiceNames = constraints && collectChoiceNames(constraints, models);
  if (!constraints || (constraints.properties.size === 0 && (choiceNames?.size ?? 0) === 0)) return undefined;
  return {
    fields: new Map(
      [...constraints.properties.values()].map(({ name, schema: propertySchema, location }) => [
        name,
        {
          name,
          schema: propertySchema,
          required:
            (constraints.choices.length > 0 && !constraints.required.has(name)) ||
            statesCondition(propertySchema.description)
              ? undefined
              : constraints.required.has(name),
          location,
          canBeOmitted: canOmitField(propertySchema, direction, models),
        },
      ]),
    ),
    alternativeNames: choiceNames ?? new Set(),
    isClosed: constraints.isClosed && choiceNames !== undefined,
    hasRequiredFields: constraints.required.size > 0,
    direction,
    container,
  };
}

function canOmitField(schema: SchemaModel, direction: Direction, models: SpecModels): boolean {
  const target = schema.ref === undefined ? undefined : models.schemas.get(schema.ref);
  const schemas = target ? [schema, target] : [schema];
  return schemas.some((part) => part.deprecated || (direction === "request" ? part.readOnly : part.writeOnly));
}

/** Whether the text is a placeholder that readers replace, such as `<id>`, `{{token}}`, `...`, or `YOUR_KEY`. */
export function isPlaceholder(text: string): boolean {
  return /^\s*[<{[$].*[>}\])]?\s*$|\.\.\.|…|\byour[-_ ]|^x{3,}$|^\*+$/i.test(text);
}
