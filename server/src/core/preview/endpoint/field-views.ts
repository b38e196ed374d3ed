import { messageDirection } from "../../request/channel.ts";
import { isNever } from "../../request/media/media-types.ts";
import type { ChannelModel, MessageModel } from "../../spec/model/channel-model.ts";
import {
  describeSchemaType,
  flattenSchema,
  type HasSchemas,
  isNull,
  namedSchema,
  schemaName,
} from "../../spec/model/flatten-schema.ts";
import type {
  MediaModel,
  OperationModel,
  ParameterModel,
  PositionModel,
  PositionsModel,
  SecurityNeed,
} from "../../spec/model/operation-model.ts";
import type { FlatSchema, SchemaLimits, SchemaModel } from "../../spec/model/schema-model.ts";
import { truncateEnd } from "../../text/message.ts";
import type { BodyView, ChoiceView, FieldSection, FieldView, SchemeView } from "../view/endpoint-page.ts";
import type { ViewNode } from "../view/page-view.ts";

/** The data needed to build the fields of one endpoint. */
export interface FieldReading extends HasSchemas {
  /** Renders Markdown from a specification. */
  readonly describe: (markdown: string) => readonly ViewNode[];
  /**
   * Returns the anchor, without `#`, for the field with this path. For example, `["user", "name"]` becomes `user.name`.
   */
  readonly anchorOf: (names: readonly string[]) => string;
  /**
   * Determines which fields are left out. Responses don't show `writeOnly` fields, and requests don't show `readOnly`
   * fields.
   */
  readonly direction: "request" | "response";
  /** The number of fields that the page can still show. Decreases with each field. */
  readonly left: { fields: number };
}

const maxFieldDepth = 8;
const maxFields = 3000;
const maxValues = 200;
const maxValueLength = 400;

export function newFieldBudget(): { fields: number } {
  return { fields: maxFields };
}

/** Returns the view of a path, query, header, or cookie parameter. */
export function parameterView(parameter: ParameterModel, reading: FieldReading): FieldView {
  const schema = parameter.schema;
  const own = schema ? fieldView(parameter.name, schema, reading, [], [], parameter.required) : undefined;
  const description = parameter.description;
  const [example] = parameter.examples;
  return {
    name: parameter.name,
    anchor: reading.anchorOf([parameter.name]),
    type: schema ? describeSchemaType(schema, reading) : "any value",
    limits: [],
    at: parameter.at,
    ...own,
    required: parameter.required,
    deprecated: parameter.deprecated || own?.deprecated === true,
    ...(description !== undefined && { description: reading.describe(description) }),
    ...(example && example.value !== undefined && { example: asJson(example.value) }),
  };
}

/** Returns the view of a body with this media type. */
export function bodyView(type: string, schema: SchemaModel | undefined, reading: FieldReading): BodyView {
  if (!schema) return { type, fields: [] };
  const full = fieldView("", schema, reading, [], [], false);
  const isPlainObject =
    full.children !== undefined && full.choices === undefined && !flattenSchema(reading, schema).items;
  return isPlainObject ? { type, fields: full.children ?? [] } : { type, fields: [], whole: full };
}

/**
 * Returns the view of a value with its nested fields. `names` contains the names of the enclosing fields, and `seen`
 * contains the names of the enclosing schemas. The outermost name comes first.
 */
export function fieldView(
  name: string,
  schema: SchemaModel,
  reading: FieldReading,
  names: readonly string[],
  seen: readonly string[],
  isRequired: boolean,
): FieldView {
  reading.left.fields--;
  const flat = flattenSchema(reading, schema);
  const target = targetOf(schema, reading);
  const path = name === "" ? names : [...names, name];
  const isRecursive = flat.name !== undefined && seen.includes(flat.name);
  const ancestors = flat.name === undefined ? seen : [...seen, flat.name];
  const isTooMuch =
    names.length >= maxFieldDepth || ancestors.length > maxFieldDepth * 2 || reading.left.fields <= 0;
  const inner = isRecursive || isTooMuch ? {} : insideOf(flat, reading, path, ancestors);
  const hasInside = flat.properties.size > 0 || flat.choices.length > 0;
  const description = schema.description ?? flat.description;
  const values = flat.enum?.filter((value) => value !== null || !flat.nullable);
  const example = [schema, target].flatMap((each) => each?.examples ?? [])[0];
  const initial = schema.default ?? target?.default;
  return {
    name,
    anchor: path.length === 0 ? "" : reading.anchorOf(path),
    type: describeSchemaType(schema, reading),
    required: isRequired,
    deprecated: schema.deprecated || target?.deprecated === true,
    ...((schema.readOnly || target?.readOnly) && { readOnly: true }),
    ...((schema.writeOnly || target?.writeOnly) && { writeOnly: true }),
    ...(initial && { default: asJson(initial.value) }),
    ...(example !== undefined && { example: asJson(example) }),
    ...(values && { values: values.slice(0, maxValues).map(asJson) }),
    limits: limitsOf({ ...target?.limits, ...schema.limits }),
    ...labels(schema, target),
    ...(description !== undefined && description !== "" && { description: reading.describe(description) }),
    ...(isRecursive && hasInside && flat.name !== undefined && { sameAs: flat.name }),
    ...(isTooMuch && !isRecursive && hasInside && { isCut: true as const }),
    ...inner,
    at: schema.at,
  };
}

/** Returns the contents of a value: properties, array items, or alternatives. */
function insideOf(
  flat: FlatSchema,
  reading: FieldReading,
  path: readonly string[],
  seen: readonly string[],
): Pick<FieldView, "children" | "choices"> {
  if (flat.items) return insideOfList(flat.items, reading, path, seen);
  const children = membersOf(flat, reading, path, seen);
  const choices = flat.choices.flatMap((list) =>
    list
      .filter((choice) => !isNull(choice))
      .map((choice, index) => choiceView(choice, index, reading, path, seen)),
  );
  return {
    ...(children.length > 0 && { children }),
    ...(choices.length > 0 && { choices }),
  };
}

function insideOfList(
  items: SchemaModel,
  reading: FieldReading,
  path: readonly string[],
  seen: readonly string[],
): Pick<FieldView, "children" | "choices"> {
  const { children, choices, sameAs, isCut } = fieldView("", items, reading, path, seen, false);
  return {
    ...(children && { children }),
    ...(choices && { choices }),
    ...(sameAs !== undefined && { sameAs }),
    ...(isCut && { isCut }),
  };
}

function membersOf(
  flat: FlatSchema,
  reading: FieldReading,
  path: readonly string[],
  seen: readonly string[],
): readonly FieldView[] {
  const members: FieldView[] = [];
  for (const { name, required, schema } of flat.properties.values()) {
    const target = targetOf(schema, reading);
    const isOneWay = reading.direction === "request" ? "readOnly" : "writeOnly";
    if (schema[isOneWay] || target?.[isOneWay]) continue;
    if (reading.left.fields <= 0) break;
    members.push(fieldView(name, schema, reading, path, seen, required));
  }
  const other = flat.additionalProperties;
  if (typeof other === "object" && reading.left.fields > 0)
    members.push({ ...fieldView("{key}", other, reading, path, seen, false) });
  return members;
}

function choiceView(
  choice: SchemaModel,
  index: number,
  reading: FieldReading,
  path: readonly string[],
  seen: readonly string[],
): ChoiceView {
  const view = fieldView("", choice, reading, path, seen, false);
  const title =
    choice.title ??
    targetOf(choice, reading)?.title ??
    nameOf(choice) ??
    (view.type === "object" ? `Option ${index + 1}` : view.type);
  return view.children && !view.choices
    ? { title, fields: view.children }
    : { title, fields: [], whole: view };
}

function targetOf(schema: SchemaModel, { schemas }: HasSchemas): SchemaModel | undefined {
  let at = schema;
  for (let left = 50; at.ref !== undefined && left > 0; left--) {
    const next = schemas.get(at.ref);
    if (!next) return undefined;
    at = next;
  }
  return at === schema ? undefined : at;
}

function nameOf({ ref }: SchemaModel): string | undefined {
  return ref === undefined ? undefined : schemaName(ref);
}

/** Returns the labels that a vendor extension sets, such as `x-mint: { pre: ["new"] }`. */
function labels(schema: SchemaModel, target: SchemaModel | undefined): Pick<FieldView, "pre" | "post"> {
  const found = [schema, target].flatMap((each) => [
    each?.extensions["x-mint"],
    each?.extensions["x-service"],
  ]);
  const extension = found.find((each) => typeof each === "object" && each !== null);
  const listOf = (key: "pre" | "post"): readonly string[] => {
    const value: unknown = (extension as Record<string, unknown> | undefined)?.[key];
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  };
  const [pre, post] = [listOf("pre"), listOf("post")];
  return { ...(pre.length > 0 && { pre }), ...(post.length > 0 && { post }) };
}

const limitWords: readonly (readonly [keyof SchemaLimits, (value: number | string) => string])[] = [
  ["minimum", (value) => `at least ${value}`],
  ["exclusiveMinimum", (value) => `more than ${value}`],
  ["maximum", (value) => `at most ${value}`],
  ["exclusiveMaximum", (value) => `less than ${value}`],
  ["multipleOf", (value) => `a multiple of ${value}`],
  ["minLength", (value) => `at least ${counted(value, "character")}`],
  ["maxLength", (value) => `at most ${counted(value, "character")}`],
  ["minItems", (value) => `at least ${counted(value, "item")}`],
  ["maxItems", (value) => `at most ${counted(value, "item")}`],
  ["minProperties", (value) => `at least ${counted(value, "property", "properties")}`],
  ["maxProperties", (value) => `at most ${counted(value, "property", "properties")}`],
  ["pattern", (value) => `matches ${shortened(String(value))}`],
];

function limitsOf(limits: SchemaLimits): readonly string[] {
  const reported = limitWords.flatMap(([key, words]) => {
    const value = limits[key];
    return value === undefined || typeof value === "boolean" ? [] : [words(value)];
  });
  return limits.uniqueItems ? [...reported, "unique items"] : reported;
}

function counted(count: number | string, one: string, many = `${one}s`): string {
  return `${count} ${Number(count) === 1 ? one : many}`;
}

/** Formats a value as JSON on a single line, and shortens the result if it's too long. */
function asJson(value: unknown): string {
  return shortened(JSON.stringify(value) ?? "");
}

function shortened(text: string): string {
  return truncateEnd(text, maxValueLength);
}

const maxPlaces = 200;
/** The maximum nesting depth of multipart parts. */
const maxPartDepth = 3;

/**
 * Returns the parts of a multipart body that are identified by position instead of by name: one field for each
 * described position, and one for all that follow (OpenAPI 3.2.0, “Encoding By Position”, “Streaming Sequential Media
 * Types”). Returns undefined if no position is described.
 */
export function partViews(media: MediaModel, reading: FieldReading): BodyView | undefined {
  const { type, schema, itemSchema, positions } = media;
  if (!/^multipart\//i.test(type)) return undefined;
  // It's unknown whether published pages have anchors for positional parts, so these parts have none.
  const unlinked: FieldReading = { ...reading, anchorOf: () => "" };
  const fields =
    !schema && itemSchema
      ? [placeView("each part", itemSchema, positions?.rest, unlinked)]
      : schema && placeViews(schema, positions, unlinked, "");
  return fields && { type, fields };
}

function placeViews(
  schema: SchemaModel,
  positions: PositionsModel | undefined,
  reading: FieldReading,
  prefix: string,
): readonly FieldView[] | undefined {
  const { prefixItems, items } = flattenSchema(reading, schema);
  if (prefixItems.length === 0) return undefined;
  const { minItems = 0 } = namedSchema(reading, schema)?.limits ?? {};
  const fields: FieldView[] = [];
  for (const [at, each] of prefixItems.slice(0, maxPlaces).entries()) {
    if (reading.left.fields <= 0) break;
    const place = `${prefix}${at + 1}`;
    const view = placeView(`part ${place}`, each, positions?.first[at] ?? positions?.rest, reading, place);
    fields.push({ ...view, required: at < minItems });
  }
  if (items && !isNever(items, reading))
    fields.push(
      placeView(`parts ${prefix}${prefixItems.length + 1} and later`, items, positions?.rest, reading),
    );
  return fields;
}

/**
 * Returns the view of a positional part. `place` is the part's position, such as `2.1`, which prefixes the numbers of
 * nested parts. If `place` is undefined, nested parts aren't shown.
 */
function placeView(
  name: string,
  schema: SchemaModel,
  position: PositionModel | undefined,
  reading: FieldReading,
  place?: string,
): FieldView {
  const { contentType } = position ?? {};
  const view = fieldView("", schema, reading, [], [], false);
  const title = schema.title ?? namedSchema(reading, schema)?.title;
  const isInside =
    place !== undefined &&
    place.split(".").length <= maxPartDepth &&
    /^\s*multipart\//i.test(contentType ?? "");
  const inside = isInside ? placeViews(schema, position?.inside, reading, `${place}.`) : undefined;
  return {
    ...view,
    name,
    // A positional part has no name that describes its purpose, so the schema's title is used.
    ...(!view.description && title !== undefined && { description: reading.describe(title) }),
    ...(contentType !== undefined && { limits: [`sent as ${contentType}`, ...view.limits] }),
    ...(inside && { children: inside }),
  };
}

/**
 * Returns the alternative authentication methods. Leaves out an alternative without requirements, which makes the
 * others optional.
 */
export function securityViews(
  { security }: Pick<OperationModel, "security">,
  reading: FieldReading,
): readonly (readonly SchemeView[])[] {
  return security
    .filter((requirement) => requirement.length > 0)
    .map((way) => way.map((need) => schemeView(need, reading)));
}

function schemeView(
  { name, scopes, scheme }: SecurityNeed,
  { describe, anchorOf }: FieldReading,
): SchemeView {
  const text = (key: string): string => {
    const value = scheme?.[key];
    return typeof value === "string" ? value : "";
  };
  const description = text("description");
  return {
    name,
    ...placeOf(text("type"), text("scheme").toLowerCase(), text("in"), text("name")),
    ...(description !== "" && { description: describe(description) }),
    scopes,
    anchor: anchorOf([text("type") === "apiKey" && text("name") !== "" ? text("name") : "authorization"]),
  };
}

/** Returns the label of an OpenAPI Security Scheme Object and the location of its credential in a request. */
function placeOf(
  type: string,
  scheme: string,
  place: string,
  name: string,
): Pick<SchemeView, "kind" | "field" | "place"> {
  const header = { field: "Authorization", place: "header" } as const;
  switch (type) {
    case "apiKey":
      return {
        kind: "API key",
        field: name,
        place: place === "query" || place === "cookie" ? place : "header",
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
      return { kind: "Client certificate", field: "", place: "none" };
    default:
      return {
        kind: "Unknown authentication method",
        field: "",
        place: "none",
      };
  }
}

/**
 * Returns a section for the parameters in a channel's address, followed by one section for each message. If the
 * direction is known, the title of a message's section states whether clients send or receive the message.
 */
export function messageSections(channel: ChannelModel, reading: FieldReading): readonly FieldSection[] {
  return [
    ...parameterSection(channel, reading),
    ...channel.messages.map((message) =>
      messageSection(message, words[messageDirection(channel, message.id)], reading),
    ),
  ];
}

function parameterSection({ parameters }: ChannelModel, reading: FieldReading): FieldSection[] {
  if (parameters.length === 0) return [];
  const fields = parameters.map(
    ({ name, at, description, values, default: initial, examples: [example] }) => ({
      name,
      anchor: reading.anchorOf([name]),
      type: "string",
      required: true,
      deprecated: false,
      limits: [],
      ...(values.length > 0 && { values: values.map((value) => JSON.stringify(value)) }),
      ...(initial !== undefined && { default: JSON.stringify(initial) }),
      ...(example !== undefined && { example: JSON.stringify(example) }),
      ...(description !== undefined && { description: reading.describe(description) }),
      at,
    }),
  );
  return [{ kind: "path", title: "Channel parameters", bodies: [{ type: "", fields }] }];
}

function messageSection(message: MessageModel, word: string, reading: FieldReading): FieldSection {
  const text = message.description ?? message.summary;
  const headers = message.headers && bodyView("", message.headers, reading);
  return {
    kind: "message",
    title: `${word}${message.title ?? message.name ?? message.id}`,
    ...(text !== undefined && { description: reading.describe(text) }),
    bodies: [
      { ...bodyView(message.contentType ?? "", message.payload, reading) },
      ...(headers ? [{ ...headers, type: "headers" }] : []),
    ],
  };
}

const words = { send: "Send: ", receive: "Receive: ", both: "" } as const;
