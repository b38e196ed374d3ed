import { getMessageDirection } from "../../request/channel.ts";
import { isFalseSchema } from "../../request/media/media-types.ts";
import type { ChannelModel, MessageModel } from "../../spec/model/channel-model.ts";
import {
  describeSchemaType,
  flattenSchema,
  type SchemaSource,
  isNull,
  resolveSchema,
  getSchemaName,
} from "../../spec/model/flatten-schema.ts";
import type {
  MediaTypeModel,
  OperationModel,
  ParameterModel,
  PartPositionModel,
  PartPositionsModel,
  SchemeRequirement,
} from "../../spec/model/operation-model.ts";
import type { FlatSchema, SchemaLimits, SchemaModel } from "../../spec/model/schema-model.ts";
import { truncateEnd } from "../../text/message.ts";
import type { BodyView, ChoiceView, FieldSection, FieldView, SchemeView } from "../view/endpoint-page.ts";
import type { ViewNode } from "../view/page-view.ts";

/** The data needed to build the fields of one endpoint. */
export interface FieldContext extends SchemaSource {
  /** Renders Markdown from a specification. */
  readonly describe: (markdown: string) => readonly ViewNode[];
  /**
   * Returns the anchor, without `#`, for the field with this path. For example, `["user", "name"]` becomes `user.name`.
   */
  readonly getAnchor: (names: readonly string[]) => string;
  /**
   * Determines which fields are left out. Responses don't show `writeOnly` fields, and requests don't show `readOnly`
   * fields.
   */
  readonly direction: "request" | "response";
  /** The number of fields that the page can still show. Decreases with each field. */
  readonly budget: { fieldCount: number };
}

const maxFieldDepth = 8;
const maxFields = 3000;
const maxValues = 200;
const maxValueLength = 400;

export function createFieldBudget(): { fieldCount: number } {
  return { fieldCount: maxFields };
}

/** Returns the view of a path, query, header, or cookie parameter. */
export function createParameterView(parameter: ParameterModel, context: FieldContext): FieldView {
  const schema = parameter.schema;
  const schemaView = schema ? createFieldView(parameter.name, schema, context, [], [], parameter.required) : undefined;
  const description = parameter.description;
  const [example] = parameter.examples;
  return {
    name: parameter.name,
    anchor: context.getAnchor([parameter.name]),
    type: schema ? describeSchemaType(schema, context) : "any value",
    limits: [],
    location: parameter.location,
    ...schemaView,
    required: parameter.required,
    deprecated: parameter.deprecated || schemaView?.deprecated === true,
    ...(description !== undefined && { description: context.describe(description) }),
    ...(example && example.value !== undefined && { example: toJson(example.value) }),
  };
}

/** Returns the view of a body with this media type. */
export function createBodyView(mediaType: string, schema: SchemaModel | undefined, context: FieldContext): BodyView {
  if (!schema) return { type: mediaType, fields: [] };
  const view = createFieldView("", schema, context, [], [], false);
  const isFlatObject =
    view.children !== undefined && view.choices === undefined && !flattenSchema(context, schema).items;
  return isFlatObject
    ? { type: mediaType, fields: view.children ?? [] }
    : { type: mediaType, fields: [], wholeField: view };
}

/**
 * Returns the view of a value with its nested fields. `parentPath` contains the names of the enclosing fields, and
 * `outerSchemaNames` contains the names of the enclosing schemas. The outermost name comes first.
 */
export function createFieldView(
  name: string,
  schema: SchemaModel,
  context: FieldContext,
  parentPath: readonly string[],
  outerSchemaNames: readonly string[],
  isRequired: boolean,
): FieldView {
  context.budget.fieldCount--;
  const flatSchema = flattenSchema(context, schema);
  const target = resolveTarget(schema, context);
  const path = name === "" ? parentPath : [...parentPath, name];
  const isRecursive = flatSchema.name !== undefined && outerSchemaNames.includes(flatSchema.name);
  const ancestors = flatSchema.name === undefined ? outerSchemaNames : [...outerSchemaNames, flatSchema.name];
  const exceedsLimit =
    parentPath.length >= maxFieldDepth || ancestors.length > maxFieldDepth * 2 || context.budget.fieldCount <= 0;
  const innerViews = isRecursive || exceedsLimit ? {} : createInnerViews(flatSchema, context, path, ancestors);
  const hasChildren = flatSchema.properties.size > 0 || flatSchema.choices.length > 0;
  const description = schema.description ?? flatSchema.description;
  const values = flatSchema.enum?.filter((value) => value !== null || !flatSchema.nullable);
  const example = [schema, target].flatMap((candidate) => candidate?.examples ?? [])[0];
  const defaultValue = schema.default ?? target?.default;
  return {
    name,
    anchor: path.length === 0 ? "" : context.getAnchor(path),
    type: describeSchemaType(schema, context),
    required: isRequired,
    deprecated: schema.deprecated || target?.deprecated === true,
    ...((schema.readOnly || target?.readOnly) && { readOnly: true }),
    ...((schema.writeOnly || target?.writeOnly) && { writeOnly: true }),
    ...(defaultValue && { default: toJson(defaultValue.value) }),
    ...(example !== undefined && { example: toJson(example) }),
    ...(values && { values: values.slice(0, maxValues).map(toJson) }),
    limits: formatLimits({ ...target?.limits, ...schema.limits }),
    ...readFieldLabels(schema, target),
    ...(description !== undefined && description !== "" && { description: context.describe(description) }),
    ...(isRecursive && hasChildren && flatSchema.name !== undefined && { sameAs: flatSchema.name }),
    ...(exceedsLimit && !isRecursive && hasChildren && { isTruncated: true as const }),
    ...innerViews,
    location: schema.location,
  };
}

/** Returns the contents of a value: properties, array items, or alternatives. */
function createInnerViews(
  flatSchema: FlatSchema,
  context: FieldContext,
  path: readonly string[],
  outerSchemaNames: readonly string[],
): Pick<FieldView, "children" | "choices"> {
  if (flatSchema.items) return createItemViews(flatSchema.items, context, path, outerSchemaNames);
  const children = createMemberViews(flatSchema, context, path, outerSchemaNames);
  const choices = flatSchema.choices.flatMap((choiceSchemas) =>
    choiceSchemas
      .filter((choice) => !isNull(choice))
      .map((choice, index) => createChoiceView(choice, index, context, path, outerSchemaNames)),
  );
  return {
    ...(children.length > 0 && { children }),
    ...(choices.length > 0 && { choices }),
  };
}

function createItemViews(
  items: SchemaModel,
  context: FieldContext,
  path: readonly string[],
  outerSchemaNames: readonly string[],
): Pick<FieldView, "children" | "choices"> {
  const { children, choices, sameAs, isTruncated } = createFieldView("", items, context, path, outerSchemaNames, false);
  return {
    ...(children && { children }),
    ...(choices && { choices }),
    ...(sameAs !== undefined && { sameAs }),
    ...(isTruncated && { isTruncated }),
  };
}

function createMemberViews(
  flatSchema: FlatSchema,
  context: FieldContext,
  path: readonly string[],
  outerSchemaNames: readonly string[],
): readonly FieldView[] {
  const members: FieldView[] = [];
  for (const { name, required, schema } of flatSchema.properties.values()) {
    const target = resolveTarget(schema, context);
    const excludedFlag = context.direction === "request" ? "readOnly" : "writeOnly";
    if (schema[excludedFlag] || target?.[excludedFlag]) continue;
    if (context.budget.fieldCount <= 0) break;
    members.push(createFieldView(name, schema, context, path, outerSchemaNames, required));
  }
  const additionalSchema = flatSchema.additionalProperties;
  if (typeof additionalSchema === "object" && context.budget.fieldCount > 0)
    members.push({ ...createFieldView("{key}", additionalSchema, context, path, outerSchemaNames, false) });
  return members;
}

function createChoiceView(
  choice: SchemaModel,
  index: number,
  context: FieldContext,
  path: readonly string[],
  outerSchemaNames: readonly string[],
): ChoiceView {
  const view = createFieldView("", choice, context, path, outerSchemaNames, false);
  const title =
    choice.title ??
    resolveTarget(choice, context)?.title ??
    getRefName(choice) ??
    (view.type === "object" ? `Option ${index + 1}` : view.type);
  return view.children && !view.choices ? { title, fields: view.children } : { title, fields: [], wholeField: view };
}

function resolveTarget(schema: SchemaModel, { schemas }: SchemaSource): SchemaModel | undefined {
  let current = schema;
  for (let remainingSteps = 50; current.ref !== undefined && remainingSteps > 0; remainingSteps--) {
    const next = schemas.get(current.ref);
    if (!next) return undefined;
    current = next;
  }
  return current === schema ? undefined : current;
}

function getRefName({ ref }: SchemaModel): string | undefined {
  return ref === undefined ? undefined : getSchemaName(ref);
}

/** Returns the labels that a vendor extension sets, such as `x-mint: { pre: ["new"] }`. */
function readFieldLabels(schema: SchemaModel, target: SchemaModel | undefined): Pick<FieldView, "pre" | "post"> {
  const extensions = [schema, target].flatMap((candidate) => [
    candidate?.extensions["x-mint"],
    candidate?.extensions["x-service"],
  ]);
  const extension = extensions.find((candidate) => typeof candidate === "object" && candidate !== null);
  const readLabels = (key: "pre" | "post"): readonly string[] => {
    const value: unknown = (extension as Record<string, unknown> | undefined)?.[key];
    return Array.isArray(value) ? value.filter((label) => typeof label === "string") : [];
  };
  const [pre, post] = [readLabels("pre"), readLabels("post")];
  return { ...(pre.length > 0 && { pre }), ...(post.length > 0 && { post }) };
}

const limitFormatters: readonly (readonly [keyof SchemaLimits, (value: number | string) => string])[] = [
  ["minimum", (value) => `at least ${value}`],
  ["exclusiveMinimum", (value) => `more than ${value}`],
  ["maximum", (value) => `at most ${value}`],
  ["exclusiveMaximum", (value) => `less than ${value}`],
  ["multipleOf", (value) => `a multiple of ${value}`],
  ["minLength", (value) => `at least ${formatPlural(value, "character")}`],
  ["maxLength", (value) => `at most ${formatPlural(value, "character")}`],
  ["minItems", (value) => `at least ${formatPlural(value, "item")}`],
  ["maxItems", (value) => `at most ${formatPlural(value, "item")}`],
  ["minProperties", (value) => `at least ${formatPlural(value, "property", "properties")}`],
  ["maxProperties", (value) => `at most ${formatPlural(value, "property", "properties")}`],
  ["pattern", (value) => `matches ${shortenValue(String(value))}`],
];

function formatLimits(limits: SchemaLimits): readonly string[] {
  const formattedLimits = limitFormatters.flatMap(([key, formatLimit]) => {
    const value = limits[key];
    return value === undefined || typeof value === "boolean" ? [] : [formatLimit(value)];
  });
  return limits.uniqueItems ? [...formattedLimits, "unique items"] : formattedLimits;
}

function formatPlural(count: number | string, singular: string, plural = `${singular}s`): string {
  return `${count} ${Number(count) === 1 ? singular : plural}`;
}

/** Formats a value as JSON on a single line, and shortens the result if it's too long. */
function toJson(value: unknown): string {
  return shortenValue(JSON.stringify(value) ?? "");
}

function shortenValue(text: string): string {
  return truncateEnd(text, maxValueLength);
}

const maxPositions = 200;
/** The maximum nesting depth of multipart parts. */
const maxPartDepth = 3;

/**
 * Returns the parts of a multipart body that are identified by position instead of by name: one field for each
 * described position, and one for all that follow (OpenAPI 3.2.0, “Encoding By Position”, “Streaming Sequential Media
 * Types”). Returns undefined if no position is described.
 */
export function createPartViews(mediaType: MediaTypeModel, context: FieldContext): BodyView | undefined {
  const { type, schema, itemSchema, positions } = mediaType;
  if (!/^multipart\//i.test(type)) return undefined;
  // It's unknown whether published pages have anchors for positional parts, so these parts have none.
  const unlinkedContext: FieldContext = { ...context, getAnchor: () => "" };
  const fields =
    !schema && itemSchema
      ? [createPositionView("each part", itemSchema, positions?.rest, unlinkedContext)]
      : schema && createPositionViews(schema, positions, unlinkedContext, "");
  return fields && { type, fields };
}

function createPositionViews(
  schema: SchemaModel,
  positions: PartPositionsModel | undefined,
  context: FieldContext,
  prefix: string,
): readonly FieldView[] | undefined {
  const { prefixItems, items } = flattenSchema(context, schema);
  if (prefixItems.length === 0) return undefined;
  const { minItems = 0 } = resolveSchema(context, schema)?.limits ?? {};
  const fields: FieldView[] = [];
  for (const [index, partSchema] of prefixItems.slice(0, maxPositions).entries()) {
    if (context.budget.fieldCount <= 0) break;
    const positionText = `${prefix}${index + 1}`;
    const view = createPositionView(
      `part ${positionText}`,
      partSchema,
      positions?.first[index] ?? positions?.rest,
      context,
      positionText,
    );
    fields.push({ ...view, required: index < minItems });
  }
  if (items && !isFalseSchema(items, context))
    fields.push(
      createPositionView(`parts ${prefix}${prefixItems.length + 1} and later`, items, positions?.rest, context),
    );
  return fields;
}

/**
 * Returns the view of a positional part. `positionText` is the part's position, such as `2.1`, which prefixes the
 * positions of nested parts. If `positionText` is undefined, nested parts aren't shown.
 */
function createPositionView(
  name: string,
  schema: SchemaModel,
  position: PartPositionModel | undefined,
  context: FieldContext,
  positionText?: string,
): FieldView {
  const { contentType } = position ?? {};
  const view = createFieldView("", schema, context, [], [], false);
  const title = schema.title ?? resolveSchema(context, schema)?.title;
  const hasNestedParts =
    positionText !== undefined &&
    positionText.split(".").length <= maxPartDepth &&
    /^\s*multipart\//i.test(contentType ?? "");
  const children = hasNestedParts
    ? createPositionViews(schema, position?.nestedPositions, context, `${positionText}.`)
    : undefined;
  return {
    ...view,
    name,
    // A positional part has no name that describes its purpose, so the schema's title is used.
    ...(!view.description && title !== undefined && { description: context.describe(title) }),
    ...(contentType !== undefined && { limits: [`sent as ${contentType}`, ...view.limits] }),
    ...(children && { children }),
  };
}

/**
 * Returns the alternative authentication methods. Leaves out an alternative without requirements, which makes the
 * others optional.
 */
export function createSecurityViews(
  { security }: Pick<OperationModel, "security">,
  context: FieldContext,
): readonly (readonly SchemeView[])[] {
  return security
    .filter((requirement) => requirement.length > 0)
    .map((alternative) => alternative.map((requirement) => createSchemeView(requirement, context)));
}

function createSchemeView(
  { name, scopes, scheme }: SchemeRequirement,
  { describe, getAnchor: findAnchor }: FieldContext,
): SchemeView {
  const getText = (key: string): string => {
    const value = scheme?.[key];
    return typeof value === "string" ? value : "";
  };
  const description = getText("description");
  return {
    name,
    ...createLocationField(getText("type"), getText("scheme").toLowerCase(), getText("in"), getText("name")),
    ...(description !== "" && { description: describe(description) }),
    scopes,
    anchor: findAnchor([getText("type") === "apiKey" && getText("name") !== "" ? getText("name") : "authorization"]),
  };
}

/** Returns the label of an OpenAPI Security Scheme Object and the location of its credential in a request. */
function createLocationField(
  type: string,
  scheme: string,
  location: string,
  name: string,
): Pick<SchemeView, "kind" | "field" | "location"> {
  const header = { field: "Authorization", location: "header" } as const;
  switch (type) {
    case "apiKey":
      return {
        kind: "API key",
        field: name,
        location: location === "query" || location === "cookie" ? location : "header",
      };
    case "http":
      if (scheme === "basic") return { kind: "Basic authentication", ...header };
      return {
        kind: scheme === "bearer" || scheme === "" ? "Bearer token" : `${scheme} authentication`,
        ...header,
      };
    case "oauth2":
      return { kind: "OAuth 2.0 token", ...header };
    case "openIdConnect":
      return { kind: "OpenID Connect token", ...header };
    case "mutualTLS":
      return { kind: "Client certificate", field: "", location: "none" };
    default:
      return {
        kind: "Unknown authentication method",
        field: "",
        location: "none",
      };
  }
}

/**
 * Returns a section for the parameters in a channel's address, followed by one section for each message. If the
 * specification sets the direction, the title of a message's section states whether clients send or receive the
 * message.
 */
export function createMessageSections(channel: ChannelModel, context: FieldContext): readonly FieldSection[] {
  return [
    ...createParameterSection(channel, context),
    ...channel.messages.map((message) =>
      createMessageSection(message, actionLabels[getMessageDirection(channel, message.id)], context),
    ),
  ];
}

function createParameterSection({ parameters }: ChannelModel, context: FieldContext): FieldSection[] {
  if (parameters.length === 0) return [];
  const fields = parameters.map(({ name, at, description, values, default: defaultValue, examples: [example] }) => ({
    name,
    anchor: context.getAnchor([name]),
    type: "string",
    required: true,
    deprecated: false,
    limits: [],
    ...(values.length > 0 && { values: values.map((value) => JSON.stringify(value)) }),
    ...(defaultValue !== undefined && { default: JSON.stringify(defaultValue) }),
    ...(example !== undefined && { example: JSON.stringify(example) }),
    ...(description !== undefined && { description: context.describe(description) }),
    location: at,
  }));
  return [{ kind: "path", title: "Channel parameters", bodies: [{ type: "", fields }] }];
}

function createMessageSection(message: MessageModel, actionLabel: string, context: FieldContext): FieldSection {
  const text = message.description ?? message.summary;
  const headers = message.headers && createBodyView("", message.headers, context);
  return {
    kind: "message",
    title: `${actionLabel}${message.title ?? message.name ?? message.id}`,
    ...(text !== undefined && { description: context.describe(text) }),
    bodies: [
      { ...createBodyView(message.contentType ?? "", message.payload, context) },
      ...(headers ? [{ ...headers, type: "headers" }] : []),
    ],
  };
}

const actionLabels = { send: "Send: ", receive: "Receive: ", both: "" } as const;
