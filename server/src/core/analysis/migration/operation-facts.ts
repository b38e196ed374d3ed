import type { FieldValue, Page } from "../../page/page.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getPageEndpoints, type Resolution } from "../../site/specs/operation-references.ts";
import { isReadable, findOperationsAtUrl } from "../../site/specs/specs.ts";
import { flattenSchema, resolveSchema } from "../../spec/model/flatten-schema.ts";
import type { MediaTypeModel, OperationModel, ParameterModel, SpecModels } from "../../spec/model/operation-model.ts";
import type { SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import type { OperationName } from "../../spec/validity/analyze-spec.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { ExampleView, FieldView } from "./endpoint-view.ts";

/** A value that both JSON and YAML can represent. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/**
 * Converts a frontmatter value to plain data. Dates are converted to text. Returns undefined if the value can't be
 * converted.
 */
export function toPlainFieldValue(value: FieldValue): PlainValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (value instanceof Date) return formatDate(value);
  if (isList(value)) {
    const items = value.map(toPlainFieldValue);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const entries = [...value].map(([key, item]) => [key, toPlainFieldValue(item)] as const);
  if (entries.some(([key, item]) => item === undefined || key === "__proto__")) return undefined;
  return Object.fromEntries(entries.flatMap(([key, item]) => (item === undefined ? [] : [[key, item]])));
}

function isList(value: readonly FieldValue[] | ReadonlyMap<string, FieldValue>): value is readonly FieldValue[] {
  return Array.isArray(value);
}

/** Converts a value from a specification to plain data. Omits everything that can't be represented as plain data. */
export function toPlainValue(value: unknown, depth = 0): PlainValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (depth > 50) return undefined;
  if (Array.isArray(value)) return value.flatMap((item: unknown) => toPlainValue(item, depth + 1) ?? []);
  if (typeof value !== "object") return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const plainItem = toPlainValue(item, depth + 1);
      return plainItem === undefined ? [] : [[key, plainItem] as const];
    }),
  );
}

function formatDate(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text;
}

/** Returns a string that is the same for equal values. The order of keys is ignored. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** The content of a page generated from an operation. */
export interface OperationFacts {
  readonly description: string;
  readonly deprecated: boolean;
  readonly fields: readonly FieldView[];
  readonly examples: readonly ExampleView[];
  /** The code samples that the specification defines. */
  readonly samples: readonly string[];
  /**
   * The headers, query parameters, and cookies used for authorization. Each item consists of the location and name,
   * such as `header authorization`.
   */
  readonly authorizationFields: ReadonlySet<string>;
  /** The base URLs as written in the specification. */
  readonly serverUrls: readonly string[];
}

const maxFields = 3_000;
const maxDepth = 8;

/** Collects everything about an operation that an author's page can also document. */
export function collectFacts(operation: OperationModel, models: SpecModels): OperationFacts {
  const context: FactsContext = { models, fields: [], fieldKeys: new Set(), activeSchemas: new Set() };
  for (const parameter of operation.parameters) addParameter(parameter, context);
  const body = findMainMediaType(operation.body?.content ?? []);
  if (body) addSchema("body", body, context);
  for (const { status, content } of operation.responses) {
    const mediaType = findMainMediaType(content);
    if (mediaType) addSchema(`answer ${status}`, mediaType, context);
  }
  return {
    description: collapseWhitespace(operation.description ?? ""),
    deprecated: operation.deprecated,
    fields: context.fields,
    examples: [
      ...(operation.body?.content ?? []).flatMap((mediaType) => createExampleViews("request", mediaType)),
      ...operation.responses.flatMap(({ status, content }) =>
        content.flatMap((mediaType) => createExampleViews(`answer ${status}`, mediaType)),
      ),
    ],
    samples: getSamples(operation),
    authorizationFields: getAuthorizationFields(operation),
    serverUrls: operation.servers.map(({ url }) => url),
  };
}

/** Collapses whitespace, because comparisons ignore line breaks. */
export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

interface FactsContext {
  readonly models: SpecModels;
  readonly fields: FieldView[];
  /** The location and name of each field in `fields`. */
  readonly fieldKeys: Set<string>;
  /** The named schemas that are currently being read. Used to detect circular references. */
  readonly activeSchemas: Set<SchemaModel>;
}

function addParameter(parameter: ParameterModel, context: FactsContext): void {
  const { name, in: location, schema, required, deprecated, description } = parameter;
  const flatSchema = schema && flattenSchema(context.models, schema);
  context.fields.push({
    location,
    name,
    type: formatTypes(flatSchema?.types ?? []),
    required,
    deprecated,
    default: getDefaultText(schema, context.models),
    description: collapseWhitespace(description ?? flatSchema?.description ?? ""),
    isFromPage: false,
  });
  if (schema) addInnerFields(location, name, schema, context, 1);
}

/** Adds the fields of a schema. A value that isn't an object is added as a single field without a name. */
function addSchema(location: string, { schema }: MediaTypeModel, context: FactsContext): void {
  if (!schema) return;
  const fieldCount = context.fields.length;
  addInnerFields(location, "", schema, context, 0);
  if (context.fields.length > fieldCount) return;
  const flatSchema = flattenSchema(context.models, schema);
  if (flatSchema.types.length === 0 || flatSchema.types.includes("object")) return;
  context.fields.push(createFieldView(location, "", schema, false, context));
}

function addInnerFields(
  location: string,
  prefix: string,
  schema: SchemaModel,
  context: FactsContext,
  depth: number,
): void {
  const namedSchema = resolveSchema(context.models, schema) ?? schema;
  if (depth > maxDepth || context.fields.length > maxFields || context.activeSchemas.has(namedSchema)) return;
  context.activeSchemas.add(namedSchema);
  const flatSchema = flattenSchema(context.models, schema);
  for (const { name, schema: propertySchema, required } of flatSchema.properties.values()) {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const key = `${location}\n${path}`;
    if (context.fieldKeys.has(key)) continue;
    context.fieldKeys.add(key);
    context.fields.push(createFieldView(location, path, propertySchema, required, context));
    addInnerFields(location, path, propertySchema, context, depth + 1);
  }
  if (flatSchema.items) addInnerFields(location, prefix, flatSchema.items, context, depth + 1);
  for (const choice of flatSchema.choices.flat()) addInnerFields(location, prefix, choice, context, depth + 1);
  context.activeSchemas.delete(namedSchema);
}

function createFieldView(
  location: string,
  name: string,
  schema: SchemaModel,
  required: boolean,
  { models }: FactsContext,
): FieldView {
  const flatSchema = flattenSchema(models, schema);
  return {
    location,
    name,
    type: formatTypes(flatSchema.types),
    required,
    deprecated: schema.deprecated,
    default: getDefaultText(schema, models),
    description: collapseWhitespace(flatSchema.description ?? ""),
    isFromPage: false,
  };
}

function formatTypes(types: readonly SchemaType[]): string {
  return [...types].sort().join(" or ");
}

function getDefaultText(schema: SchemaModel | undefined, models: SpecModels): string {
  const namedSchema = schema && resolveSchema(models, schema);
  const defaultValue = schema?.default ?? namedSchema?.default;
  if (!defaultValue) return "";
  return typeof defaultValue.value === "string" ? defaultValue.value : toCanonicalJson(defaultValue.value);
}

/**
 * Returns the media type that pages show first: JSON if it's available; otherwise, the first media type in the list.
 */
function findMainMediaType(content: readonly MediaTypeModel[]): MediaTypeModel | undefined {
  return content.find(({ type }) => /json/i.test(type)) ?? content[0];
}

function createExampleViews(subject: string, { examples, schema }: MediaTypeModel): ExampleView[] {
  const values = examples.length > 0 ? examples.map(({ value }) => value) : (schema?.examples ?? []);
  return values
    .filter((value) => value !== undefined)
    .map((value) => ({
      subject,
      text: typeof value === "string" ? value.trim() : toCanonicalJson(value),
    }));
}

function getSamples({ extensions }: OperationModel): readonly string[] {
  const samples = extensions["x-codeSamples"] ?? extensions["x-code-samples"];
  if (!Array.isArray(samples)) return [];
  return samples.flatMap((codeSample: unknown) => {
    const source =
      typeof codeSample === "object" && codeSample !== null && "source" in codeSample ? codeSample.source : undefined;
    return typeof source === "string" ? [source.trim()] : [];
  });
}

function getAuthorizationFields({ security }: OperationModel): ReadonlySet<string> {
  const names = security.flat().map(({ scheme }) => {
    const { type, in: location, name } = scheme ?? {};
    if (type === "apiKey" && typeof location === "string" && typeof name === "string")
      return `${location} ${name.toLowerCase()}`;
    return "header authorization";
  });
  return new Set(names);
}

/** A page whose frontmatter refers to an endpoint. */
export interface EndpointPage {
  readonly page: Page;
  readonly slug: string;
  readonly field: "openapi" | "api";
  readonly rawReference: string;
  /** The operation. Undefined if the reference is ambiguous or doesn't match any operation. */
  readonly foundOperation: FoundOperation | undefined;
  /** A sentence that explains why no operation was found. */
  readonly reason: string;
}

export interface FoundOperation {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
  readonly kind: "operation" | "webhook";
}

/**
 * All pages that a navigation entry could replace: those with `openapi` or `api` in their frontmatter. Sorted by path.
 */
export const findEndpointPages = derive((site: Site): readonly EndpointPage[] =>
  [...site.pages.values()]
    .flatMap((outline): EndpointPage[] => {
      const references = site.references.get(outline.path);
      const slug = getPageSlug(outline.path);
      if (!references || slug === undefined) return [];
      const page = { outline, references };
      const [endpoint] = getPageEndpoints(site, outline);
      if (endpoint?.field === "openapi")
        return [
          {
            page,
            slug,
            field: "openapi",
            rawReference: endpoint.text,
            ...readResolution(endpoint.resolution),
          },
        ];
      const api = outline.fields.get("api");
      if (endpoint || typeof api !== "string" || api.trim() === "") return [];
      return [{ page, slug, field: "api", rawReference: api, ...findOperationByUrl(site, api) }];
    })
    .sort((a, b) => (a.page.outline.path < b.page.outline.path ? -1 : 1)),
);

/** Maps the path of each specification to the operations whose models are needed for a migration. */
export function findOperationsToMigrate(site: Site): ReadonlyMap<SitePath, readonly OperationName[]> {
  const operationsBySpec = new Map<SitePath, OperationName[]>();
  for (const { foundOperation } of findEndpointPages(site)) {
    if (!foundOperation) continue;
    const { spec, operation, kind } = foundOperation;
    const operationName = { method: operation.method, path: operation.path, isWebhook: kind === "webhook" };
    addToGroup(operationsBySpec, spec.path, operationName);
  }
  return operationsBySpec;
}

type FindResult = Pick<EndpointPage, "foundOperation" | "reason">;

function createNotFoundResult(reason: string): FindResult {
  return { foundOperation: undefined, reason };
}

function readResolution(resolution: Resolution): FindResult {
  switch (resolution.kind) {
    case "found": {
      const { target, spec, candidates } = resolution;
      if (candidates.length > 1)
        return createNotFoundResult(`Several specifications define this operation: ${formatSpecList(candidates)}.`);
      if (target.kind !== "operation" && target.kind !== "webhook")
        return createNotFoundResult("It refers to a part of a specification that isn't an operation.");
      if (!isReadable(spec)) return createNotFoundResult(`The specification ${spec.path} can't be read.`);
      return { foundOperation: { spec, operation: target.operation, kind: target.kind }, reason: "" };
    }
    case "unknown":
      return createNotFoundResult(
        resolution.isRemote
          ? "Its specification is remote and can't be read here."
          : "Its specification can't be read.",
      );
    case "spec-not-found":
    case "spec-outside-site":
      return createNotFoundResult("The specification that it refers to isn't in the site.");
    case "no-spec":
      return createNotFoundResult("The site has no specification.");
    case "target-not-found":
      return createNotFoundResult("None of the site's specifications defines this operation.");
    case "malformed":
      return createNotFoundResult("Its reference isn't a method and a path.");
  }
}

function formatSpecList(specs: readonly SpecOutline[]): string {
  return specs
    .slice(0, 3)
    .map(({ path }) => path)
    .join(", ");
}

/**
 * Finds the operation for a URL. Exactly one specification must contain the operation and have a server whose URL
 * matches the start of this URL.
 */
function findOperationByUrl({ specs }: Site, rawReference: string): FindResult {
  const operations = findOperationsAtUrl(specs, rawReference);
  if (!operations) return createNotFoundResult("Its reference isn't a method and a URL.");
  const [onlyOperation, ...otherOperations] = operations;
  if (!onlyOperation) return createNotFoundResult("None of the site's specifications defines this operation.");
  return otherOperations.length > 0
    ? createNotFoundResult(
        `Several specifications define this operation: ${formatSpecList(operations.map(({ spec }) => spec))}.`,
      )
    : { foundOperation: { ...onlyOperation, kind: "operation" }, reason: "" };
}
