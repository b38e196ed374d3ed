/**
 * What the parts of a specification are, by the keys they stand behind: enough to say what a `$ref` must name. `[x]` is
 * a list of `x`, `{x}` a map of names to `x`. Keys that are not told hold nothing with references that can be judged.
 */
export type PartKinds = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

const schema = {
  ...of("schema", [
    "items", "additionalItems", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
  ]), // prettier-ignore
  ...of("{schema}", ["properties", "patternProperties", "dependentSchemas", "definitions", "$defs"]),
  ...of("[schema]", ["allOf", "anyOf", "oneOf", "prefixItems"]),
};

/** A parameter, and a header, which is described like one. */
const parameter = { schema: "schema", content: "{mediaType}", examples: "{example}" };

export const openapiParts: PartKinds = {
  document: { paths: "{pathItem}", webhooks: "{pathItem}", components: "components" },
  components: {
    schemas: "{schema}",
    responses: "{response}",
    parameters: "{parameter}",
    examples: "{example}",
    requestBodies: "{requestBody}",
    headers: "{header}",
    securitySchemes: "{securityScheme}",
    links: "{link}",
    callbacks: "{callback}",
    pathItems: "{pathItem}",
    mediaTypes: "{mediaType}",
  },
  pathItem: {
    ...of("operation", ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]),
    additionalOperations: "{operation}",
    parameters: "[parameter]",
  },
  operation: {
    parameters: "[parameter]",
    requestBody: "requestBody",
    responses: "{response}",
    callbacks: "{callback}",
  },
  callback: { "*": "pathItem" },
  parameter,
  header: parameter,
  requestBody: { content: "{mediaType}" },
  mediaType: {
    schema: "schema",
    itemSchema: "schema",
    examples: "{example}",
    encoding: "{encoding}",
    itemEncoding: "encoding",
    prefixEncoding: "[encoding]",
  },
  encoding: { headers: "{header}" },
  response: { headers: "{header}", content: "{mediaType}", links: "{link}" },
  schema,
};

const tagged = { tags: "[tag]", externalDocs: "externalDocs" };
const messageParts = {
  ...tagged,
  headers: "schema",
  correlationId: "correlationId",
  bindings: "messageBindings",
};
const operationParts = { ...tagged, security: "[securityScheme]", bindings: "operationBindings" };

export const asyncapiParts: PartKinds = {
  document: {
    servers: "{server}",
    channels: "{channel}",
    operations: "{operation}",
    components: "components",
  },
  components: {
    schemas: "{schema}",
    servers: "{server}",
    serverVariables: "{serverVariable}",
    channels: "{channel}",
    operations: "{operation}",
    messages: "{message}",
    securitySchemes: "{securityScheme}",
    parameters: "{parameter}",
    correlationIds: "{correlationId}",
    replies: "{reply}",
    replyAddresses: "{replyAddress}",
    externalDocs: "{externalDocs}",
    tags: "{tag}",
    operationTraits: "{operationTrait}",
    messageTraits: "{messageTrait}",
    serverBindings: "{serverBindings}",
    channelBindings: "{channelBindings}",
    operationBindings: "{operationBindings}",
    messageBindings: "{messageBindings}",
  },
  server: {
    ...tagged,
    variables: "{serverVariable}",
    security: "[securityScheme]",
    bindings: "serverBindings",
  },
  channel: {
    ...tagged,
    messages: "{message}",
    parameters: "{parameter}",
    servers: "[server]",
    bindings: "channelBindings",
  },
  operation: {
    ...operationParts,
    channel: "channel",
    messages: "[message]",
    reply: "reply",
    traits: "[operationTrait]",
  },
  operationTrait: operationParts,
  reply: { address: "replyAddress", channel: "channel", messages: "[message]" },
  message: { ...messageParts, payload: "schema", traits: "[messageTrait]" },
  messageTrait: messageParts,
  schema: { ...schema, ...of("{schema}", ["dependencies"]) },
};

/** Under which key of a document a thing of each kind may stand by a name of its own. */
const homes: Readonly<Record<string, readonly string[] | undefined>> = {
  ...homesOf(openapiParts),
  pathItem: ["paths"],
  // The only one whose name there is no choice of: a method.
  operation: ["paths", "/operation"],
};
const asyncapiHomes = homesOf(asyncapiParts);

/** Where a part of this kind is judged alone; undefined for one that no `$ref` may stand for. */
export function homeOf(kind: string, version: string): readonly string[] | undefined {
  if (version.startsWith("asyncapi")) return asyncapiHomes[kind];
  return kind === "mediaType" && version !== "openapi-3.2" ? undefined : homes[kind];
}

function homesOf(kinds: PartKinds): Readonly<Record<string, readonly string[]>> {
  const sections = Object.entries(kinds["components"] ?? {});
  return Object.fromEntries(sections.map(([section, kind]) => [kind.slice(1, -1), ["components", section]]));
}

function of(kind: string, keys: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, kind]));
}
