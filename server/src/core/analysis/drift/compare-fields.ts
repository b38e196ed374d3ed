import type { JsonNode } from "../../config/json/json-tree.ts";
import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { SampleRequest } from "../../page/samples/read-curl.ts";
import type { OperationModel, ParameterModel, SpecModels } from "../../spec/model/operation-model.ts";
import type { SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import { toCode, type PhraseText } from "../../text/phrase.ts";
import { findTypo } from "../../text/similarity.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { parseSampleUrl } from "./called-operations.ts";
import { type AllowancesByDrift, compareValue, removeConsequences } from "./compare-value.ts";
import type { Drift, DriftFix } from "./page-drift.ts";
import type { LoadedOperation } from "./same-path-operations.ts";
import {
  formatSchemaTypes,
  formatTypeAttribute,
  getConstraints,
  parseTypes,
  type SchemaConstraints,
  getSchemaFields,
  getSpecifiedFields,
  findIntendedNames,
  normalizeName,
  type IntendedName,
  type SpecifiedField,
  type SpecifiedFields,
} from "./schema-constraints.ts";
import { groupBy } from "../../text/maps.ts";

/**
 * Compares the fields documented on a page with the operation. Reports unknown names, mismatched types, and mismatched
 * `required` flags. Also reports missing required fields if other fields at the same level are documented.
 */
export function compareFields(
  fields: readonly DocumentedField[],
  operation: OperationModel,
  models: SpecModels,
): readonly Drift[] {
  if (isUndescribed(operation)) return [];
  const fieldsByLocation = groupBy(fields, (field) => field.location);
  return [...fieldsByLocation].flatMap(([location, siblingFields]) => {
    const specifiedFields = getSpecifiedFields(location, operation, models);
    return specifiedFields ? removeConsequences(compareSiblingFields(siblingFields, specifiedFields, "", models)) : [];
  });
}

/** Whether the operation consists only of texts. The page then describes its parameters, body, and responses. */
function isUndescribed({ parameters, body, responses }: OperationModel): boolean {
  return parameters.length + responses.length === 0 && body === undefined;
}

function compareSiblingFields(
  siblingFields: readonly DocumentedField[],
  specifiedFields: SpecifiedFields,
  prefix: string,
  models: SpecModels,
): Drift[] {
  const drifts: Drift[] = [];
  const unknownFields = siblingFields.filter((field) => isUnknownField(field, specifiedFields));
  // If most of the names are unknown, the page probably documents something else, such as another operation or the
  // contents of a wrapper object. A query string has no wrapper.
  const knownCount = siblingFields.length - unknownFields.length;
  const isQuery = siblingFields[0]?.location === "query";
  const isRelevant = knownCount > 0 && (unknownFields.length <= knownCount || isQuery);
  const intendedNames = findIntendedFields(unknownFields, siblingFields, specifiedFields);
  let innerFields: ReadonlySet<string> | undefined;
  // Pages often document the fields of an object in a separate section, without the object.
  const isInnerField = ({ name, required }: DocumentedField): boolean => {
    if (prefix !== "" || typeof required !== "boolean") return false;
    innerFields ??= collectInnerFields(siblingFields, specifiedFields, models);
    return innerFields.has(createFieldKey(name, required));
  };
  for (const field of siblingFields) {
    const specifiedField = specifiedFields.fields.get(normalizeName(field.location, field.name));
    if (specifiedField)
      drifts.push(...compareField(field, specifiedField, specifiedFields, prefix, models, isInnerField));
    else if (isUnknownField(field, specifiedFields)) {
      const drift = createUnknownFieldDrift(field, intendedNames.get(field.name), specifiedFields, prefix);
      if (isRelevant || drift.fix) drifts.push(drift);
    }
  }
  if (!siblingFields.some(({ hasSpreadProps: isOpen }) => isOpen))
    drifts.push(...findMissingFields(siblingFields, specifiedFields, prefix));
  return drifts.sort((a, b) => a.range.start - b.range.start);
}

/**
 * Whether the specification definitely doesn't define the field. Only names at this level are checked. For example,
 * `user.name` isn't checked, because it documents a field of `user`.
 */
function isUnknownField({ location, name }: DocumentedField, specifiedFields: SpecifiedFields): boolean {
  if (specifiedFields.fields.has(normalizeName(location, name))) return false;
  return specifiedFields.isClosed && !specifiedFields.alternativeNames.has(name) && /^[\w$-]+$/.test(name);
}

function compareField(
  field: DocumentedField,
  specifiedField: SpecifiedField,
  specifiedFields: SpecifiedFields,
  prefix: string,
  models: SpecModels,
  isInnerField: (field: DocumentedField) => boolean,
): Drift[] {
  const drifts: Drift[] = [];
  const name = prefix + field.name;
  const commonProperties = {
    name,
    container: specifiedFields.container,
    direction: specifiedFields.direction,
    location: specifiedField.location,
  };
  const constraints = specifiedField.schema && getConstraints(specifiedField.schema, models);
  if (field.type && constraints) {
    const documentedTypes = parseTypes(field.type.text);
    const types = constraints.types && new Set<SchemaType>([...constraints.types].filter((type) => type !== "null"));
    if (documentedTypes && types && types.size > 0 && ![...documentedTypes].some((type) => types.has(type))) {
      const text = formatTypeAttribute(types);
      drifts.push({
        kind: "wrong-type",
        range: field.type.range,
        ...commonProperties,
        expected: formatSchemaTypes(types),
        actual: toCode(field.type.text),
        fix: text === undefined ? undefined : { kind: "replace", range: field.type.range, text },
      });
    }
  }
  const requiredDrift = compareRequiredFlag(field, specifiedField, specifiedFields);
  if (requiredDrift && !isInnerField(field)) drifts.push({ ...requiredDrift, ...commonProperties });
  const innerFields =
    field.children.length > 0 && specifiedField.schema
      ? getInnerFields(specifiedField.schema, constraints, specifiedFields, models)
      : undefined;
  if (innerFields) {
    const hasRequiredFields = specifiedFields.hasRequiredFields || innerFields.hasRequiredFields;
    drifts.push(
      ...compareSiblingFields(
        field.children,
        { ...innerFields, container: specifiedFields.container, hasRequiredFields },
        `${name}.`,
        models,
      ),
    );
  }
  return drifts;
}

function getInnerFields(
  schema: SchemaModel,
  constraints: SchemaConstraints | undefined,
  specifiedFields: SpecifiedFields,
  models: SpecModels,
): SpecifiedFields | undefined {
  const innerSchema =
    constraints && constraints.properties.size === 0 && constraints.items ? constraints.items : schema;
  return getSchemaFields(innerSchema, specifiedFields.container, specifiedFields.direction, models);
}

function compareRequiredFlag(
  field: DocumentedField,
  specifiedField: SpecifiedField,
  { direction, hasRequiredFields }: SpecifiedFields,
): Pick<Drift, "kind" | "range" | "isRequired" | "fix"> | undefined {
  // In a response, `required` means that the field is always present. Few authors document this, so a missing
  // `required` isn't reported. Many specifications don't state it either.
  if (field.hasSpreadProps || field.required === "unknown" || specifiedField.required === undefined) return undefined;
  if (field.required === specifiedField.required) return undefined;
  if (direction === "response" && (!field.required || !hasRequiredFields)) return undefined;
  const attribute = field.tag.attributes.find(({ name }) => name === "required");
  const fullRange: TextRange = attribute
    ? { start: attribute.nameRange.start, end: attribute.value?.fullRange.end ?? attribute.nameRange.end }
    : field.nameRange;
  const fix: DriftFix = attribute
    ? { kind: "remove", range: { start: fullRange.start - 1, end: fullRange.end } }
    : { kind: "insert", offset: getAttributesEnd(field), text: " required", name: "required" };
  return {
    kind: "wrong-required",
    range: fullRange,
    isRequired: specifiedField.required,
    fix,
  };
}

/**
 * Returns the keys of the fields in objects and lists at this level. Leaves out objects whose fields the page documents,
 * because a field with the same name outside them is then a different field.
 */
function collectInnerFields(
  siblingFields: readonly DocumentedField[],
  { fields }: SpecifiedFields,
  models: SpecModels,
): ReadonlySet<string> {
  const documentedObjects = new Set(
    siblingFields
      .filter(({ children }) => children.length > 0)
      .map(({ location, name }) => normalizeName(location, name)),
  );
  const keys = new Set<string>();
  let schemaCount = 0;
  const addFields = (schema: SchemaModel | undefined, depth: number): void => {
    if (!schema || depth > maxInnerDepth || ++schemaCount > maxInnerSchemas) return;
    const constraints = getConstraints(schema, models);
    if (!constraints) return;
    for (const name of constraints.properties.keys()) keys.add(createFieldKey(name, constraints.required.has(name)));
    addFields(constraints.items, depth + 1);
    for (const alternative of constraints.choices.flat()) addFields(alternative, depth + 1);
  };
  for (const [name, { schema }] of fields) if (!documentedObjects.has(name)) addFields(schema, 0);
  return keys;
}

function createFieldKey(name: string, isRequired: boolean): string {
  return `${name}\n${isRequired}`;
}

/** The maximum number of nested lists and alternatives in which fields are searched. */
const maxInnerDepth = 3;

/** The maximum number of schemas in which fields are searched. */
const maxInnerSchemas = 2000;

/** Returns the offset after the last attribute, including its quotes or braces. */
function getAttributesEnd({ tag }: DocumentedField): number {
  const lastAttribute = tag.attributes.at(-1);
  return lastAttribute ? (lastAttribute.value?.fullRange.end ?? lastAttribute.nameRange.end) : tag.nameRange.end;
}

function findIntendedFields(
  unknownFields: readonly DocumentedField[],
  siblingFields: readonly DocumentedField[],
  { fields, alternativeNames }: SpecifiedFields,
): ReadonlyMap<string, IntendedName> {
  const documentedNames = new Set(siblingFields.map(({ location, name }) => normalizeName(location, name)));
  const undocumentedFields = [...fields].filter(([name]) => !documentedNames.has(name)).map(([, field]) => field);
  const requiredNames = new Set(
    undocumentedFields
      .filter(({ required, canBeOmitted }) => required === true && !canBeOmitted)
      .map(({ name }) => name),
  );
  return findIntendedNames(
    unknownFields.map(({ name }) => name),
    [
      ...undocumentedFields.map(({ name }) => name),
      ...[...alternativeNames].filter((name) => !documentedNames.has(name)),
    ],
    (name) => requiredNames.has(name),
  );
}

function createUnknownFieldDrift(
  field: DocumentedField,
  intendedName: IntendedName | undefined,
  specifiedFields: SpecifiedFields,
  prefix: string,
): Drift {
  const [firstField] = specifiedFields.fields.values();
  return {
    kind: "unknown-field",
    range: field.nameRange,
    name: prefix + field.name,
    container: specifiedFields.container,
    direction: specifiedFields.direction,
    ...(intendedName && { suggestedName: intendedName.name, isCertain: intendedName.isCertain }),
    location: firstField?.location ?? { file: "", range: { start: 0, end: 0 } },
    fix: intendedName?.isCertain ? { kind: "replace", range: field.nameRange, text: intendedName.name } : undefined,
  };
}

function findMissingFields(
  siblingFields: readonly DocumentedField[],
  specifiedFields: SpecifiedFields,
  prefix: string,
): Drift[] {
  const documentedNames = new Set(siblingFields.map(({ location, name }) => normalizeName(location, name)));
  const lastField = siblingFields.at(-1);
  if (!lastField) return [];
  // Required fields are reported as missing only if at least one other field at this level is documented. A name such
  // as `user.name` belongs to another level.
  const hasSpecifiedField = siblingFields.some(({ location, name }) =>
    specifiedFields.fields.has(normalizeName(location, name)),
  );
  return [...specifiedFields.fields.values()].flatMap((field): Drift[] => {
    if (
      !hasSpecifiedField ||
      field.required !== true ||
      field.canBeOmitted ||
      documentedNames.has(normalizeName(lastField.location, field.name))
    )
      return [];
    if ([...documentedNames].some((name) => name.startsWith(`${field.name}.`))) return [];
    return [
      {
        kind: "missing-field",
        range: lastField.tag.nameRange,
        name: prefix + field.name,
        container: specifiedFields.container,
        direction: specifiedFields.direction,
        location: field.location,
        fix: undefined,
        missingField: { precedingField: lastField, name: field.name, schema: field.schema },
      },
    ];
  });
}

/** Compares the query, headers, and JSON body of a sample request with the operation that it calls. */
export function compareRequest(
  request: SampleRequest,
  { operation, models }: LoadedOperation,
  allowancesByDrift: AllowancesByDrift,
): readonly Drift[] {
  if (isUndescribed(operation)) return [];
  const queryDrifts = removeConsequences(compareQuery(request, operation, models));
  const bodyDrifts = compareBody(request.body, { operation, models }, allowancesByDrift, request.hasOpenBody);
  // A field in the query string instead of the body is one mistake.
  const misplacedNames = new Set(queryDrifts.flatMap(({ kind, name }) => (kind === "unknown-field" ? [name] : [])));
  const bodyNames = new Set(request.body?.kind === "object" ? request.body.properties.map(({ key }) => key) : []);
  // A body with an omission, such as `{ "input": { ... } }`, can't be parsed.
  const isInBody = (name: string) =>
    bodyNames.has(name) || (!request.body && request.bodyText?.includes(JSON.stringify(name)) === true);
  return [
    ...queryDrifts.filter(({ kind, name }) => kind !== "missing-field" || !isInBody(name)),
    ...findMissingHeaders(request, operation),
    ...bodyDrifts.filter(({ kind, name }) => kind !== "missing-field" || !misplacedNames.has(name)),
  ];
}

function compareQuery(request: SampleRequest, operation: OperationModel, models: SpecModels): Drift[] {
  const url = parseSampleUrl(request.url);
  if (!url) return [];
  const queryParameters = operation.parameters.filter((parameter) => parameter.in === "query");
  const literalParameters = queryParameters.filter(({ name }) => !isPlaceholderName(name));
  const acceptsAnyParameter =
    literalParameters.length < queryParameters.length ||
    operation.parameters.some(
      (parameter) => parameter.in === "querystring" || (parameter.in === "query" && acceptsAnyName(parameter, models)),
    );
  const specifiedNames = new Set(literalParameters.map(({ name }) => removeBrackets(name)));
  const sentParameters = [...url.query, ...request.query];
  const presentNames = new Set(sentParameters.map(({ name }) => removeBrackets(name)));
  const credentialNames = new Set(operation.security.flat().map(({ scheme }) => scheme?.["name"]));
  const drifts: Drift[] = [];
  for (const { name, range } of acceptsAnyParameter ? [] : sentParameters) {
    if (specifiedNames.has(removeBrackets(name)) || credentialNames.has(name) || /[<{$]/.test(name) || isOmission(name))
      continue;
    const nearestName = findTypo(
      name,
      literalParameters.map((parameter) => parameter.name).filter((other) => !presentNames.has(removeBrackets(other))),
    );
    drifts.push({
      kind: "unknown-field",
      range,
      name,
      container: "the query string",
      direction: "request",
      ...(nearestName !== undefined && { suggestedName: nearestName, isCertain: true }),
      location: operation.location,
      fix: nearestName === undefined ? undefined : { kind: "replace", range, text: nearestName },
    });
  }
  if (sentParameters.some(({ name }) => isOmission(name))) return drifts;
  // If the query contains code, such as `?${params}` or `"…?" + new URLSearchParams(…)`, it may contain unknown
  // parameters.
  if (request.url.isOpen && (sentParameters.length === 0 || sentParameters.some(({ name }) => name.includes("$"))))
    return drifts;
  for (const parameter of literalParameters)
    if (parameter.required && !parameter.deprecated && !presentNames.has(removeBrackets(parameter.name)))
      drifts.push(createMissingParameterDrift(parameter, request.url.range, "the query string"));
  return drifts;
}

/** Whether a name in a sample marks omitted parameters, for example, in `?...` or `?id=1&…`. */
function isOmission(name: string): boolean {
  return /\.{3}|…/.test(name);
}

/** Whether a parameter's name is a placeholder for other names, such as `$ANY_QUERY_PARAMS`, `<name>`, or `*`. */
function isPlaceholderName(name: string): boolean {
  return /^(?:\$[A-Z][A-Z\d_]*|<.*>|\{.*\}|\*)$/.test(name);
}

/** Returns a parameter name without brackets, such as `filter` for `filter[name]` and `tags` for `tags[]`. */
function removeBrackets(name: string): string {
  const bracketIndex = name.indexOf("[");
  return bracketIndex > 0 ? name.slice(0, bracketIndex) : name;
}

/**
 * Whether the parameter is an object whose fields are serialized as separate parameters. If so, any parameter name can
 * be valid.
 */
function acceptsAnyName({ schema, style, explode }: ParameterModel, models: SpecModels): boolean {
  const constraints = schema && getConstraints(schema, models);
  if (!schema || !constraints) return true;
  return (
    (constraints.types?.has("object") ?? constraints.properties.size > 0) && style !== "deepObject" && explode !== false
  );
}

/** Headers that clients set automatically, such as curl and browsers, or that are used for authentication. */
const implicitHeaders = new Set(
  "accept,accept-encoding,authorization,connection,content-length,content-type,host,origin,referer,transfer-encoding,user-agent".split(
    ",",
  ),
);

function findMissingHeaders(request: SampleRequest, operation: OperationModel): Drift[] {
  if (request.hasOpenHeaders) return [];
  const presentNames = new Set(request.headers.map(({ name }) => name.toLowerCase()));
  const queryNames = new Set([...(parseSampleUrl(request.url)?.query ?? []), ...request.query].map(({ name }) => name));
  const requestNames = new Set([...presentNames, ...[...queryNames].map((name) => name.toLowerCase())]);
  const sentParameters = operation.parameters.filter(({ name, in: location }) =>
    location === "query" ? queryNames.has(name) : location === "header" && presentNames.has(name.toLowerCase()),
  );
  return operation.parameters
    .filter((parameter) => parameter.in === "header" && parameter.required && !parameter.deprecated)
    .filter(({ name }) => !implicitHeaders.has(name.toLowerCase()) && !presentNames.has(name.toLowerCase()))
    .filter((parameter) => !mentionsOtherName(parameter, requestNames))
    .filter(({ name }) => !sentParameters.some((other) => mentionsOtherName(other, new Set([name.toLowerCase()]))))
    .filter(({ name }) => !isOtherSchemeSent(operation, name, requestNames))
    .map((parameter) => createMissingParameterDrift(parameter, request.url.range, "the request headers"));
}

/** Whether the header is part of one security alternative, and the request contains the names of another one. */
function isOtherSchemeSent(
  { security }: OperationModel,
  headerName: string,
  requestNames: ReadonlySet<string>,
): boolean {
  const alternatives = security.map((schemes) =>
    schemes.map(({ scheme }) => {
      const name = scheme?.["name"];
      return typeof name === "string" ? name.toLowerCase() : "authorization";
    }),
  );
  const isInAlternative = (names: readonly string[]) => names.includes(headerName.toLowerCase());
  return (
    alternatives.some(isInAlternative) &&
    alternatives.some((names) => !isInAlternative(names) && names.every((name) => requestNames.has(name)))
  );
}

/** Whether the description of the parameter names one of these other parameters, such as its earlier name. */
function mentionsOtherName({ description = "" }: ParameterModel, otherNames: ReadonlySet<string>): boolean {
  if (!alternativePattern.test(description)) return false;
  const words = new Set(description.toLowerCase().match(/[a-z][\w-]*/g));
  return [...otherNames].some((name) => /[-_]/.test(name) && !implicitHeaders.has(name) && words.has(name));
}

const alternativePattern = /\b(?:alternativ\w*|accept\w*|either|former\w*|instead|legacy|or|previous\w*|replac\w*)\b/i;

function createMissingParameterDrift(parameter: ParameterModel, range: Drift["range"], container: PhraseText): Drift {
  const { name, location } = parameter;
  return {
    kind: "missing-field",
    range,
    name,
    container,
    direction: "request",
    location,
    fix: undefined,
  };
}

/** Compares a JSON body with the body that the operation requires. */
export function compareBody(
  node: JsonNode | undefined,
  { operation: { body }, models }: LoadedOperation,
  allowancesByDrift: AllowancesByDrift,
  isPartial = false,
): readonly Drift[] {
  const schema = body?.content.find(({ type }) => /json/i.test(type))?.schema;
  if (!node || !schema || !body) return [];
  const part = { schema, direction: "request", container: "the request body", location: body.location } as const;
  return compareValue(node, part, models, isPartial, allowancesByDrift);
}
