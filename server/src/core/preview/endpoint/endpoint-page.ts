import { usesWebSocket } from "../../request/channel.ts";
import type { FormSettings, SourceField } from "../../request/form/request-form.ts";
import type { SchemaSource } from "../../spec/model/flatten-schema.ts";
import type {
  MediaTypeModel,
  OperationModel,
  ResponseModel,
  ServerModel,
  WholeChannel,
  WholeOperation,
} from "../../spec/model/operation-model.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { RenderTools } from "../drawing.ts";
import type { EndpointPage, FieldSection, PlaygroundDisplay, SchemeView, ServerView } from "../view/endpoint-page.ts";
import type { ViewNode } from "../view/page-view.ts";
import {
  buildResponseSamples,
  createSamples,
  type SampleRequest,
  buildSampleRequest,
  resolveServerUrl,
} from "./endpoint-samples.ts";
import {
  createBodyView,
  type FieldContext,
  createMessageSections,
  createFieldBudget,
  createParameterView,
  createPartViews,
  createSecurityViews,
} from "./field-views.ts";

/** Returns the sample request for an endpoint whose fields are documented on the page itself. */
export function buildFieldRequest(
  method: string,
  url: string,
  fields: readonly SourceField[],
  { onlyRequired, authMethod, authName }: EndpointFacts,
): SampleRequest {
  const requestedFields = fields.filter(({ required }) => required || !onlyRequired);
  const getValuesAt = (location: SourceField["location"]) =>
    requestedFields
      .filter((field) => field.location === location)
      .map(({ name, example }) => ({ name, value: example ?? `<${name}>` }));
  const body = getValuesAt("body");
  const apiKeyHeaders = authMethod === "key" ? [{ name: authName ?? "x-api-key", value: "<api-key>" }] : [];
  const authorizationHeaders =
    authMethod === "bearer" || authMethod === "basic"
      ? [
          {
            name: "Authorization",
            value: authMethod === "basic" ? "Basic <encoded-value>" : "Bearer <token>",
          },
        ]
      : [];
  const sendsBody = body.length > 0 && !/^(?:GET|HEAD)$/.test(method);
  return {
    method,
    url,
    query: getValuesAt("query"),
    headers: [
      ...apiKeyHeaders,
      ...authorizationHeaders,
      ...getValuesAt("header"),
      ...(sendsBody ? [{ name: "Content-Type", value: "application/json" }] : []),
    ],
    cookies: getValuesAt("cookie"),
    body: sendsBody
      ? {
          kind: "text",
          type: "application/json",
          text: JSON.stringify(Object.fromEntries(body.map(({ name, value }) => [name, value])), null, 2),
        }
      : undefined,
  };
}

/**
 * Returns the endpoint that a page documents, as readers see it. The cost of this function is proportional to the size
 * of the operation and the schemas it references.
 */
export function createEndpointPage(source: EndpointSource, renderTools: EndpointRenderTools): EndpointPage {
  switch (source.kind) {
    case "operation":
      return createOperationPage(source.wholeOperation, source.facts, renderTools);
    case "channel":
      return createChannelPage(source.model, source.facts, renderTools);
    case "page":
      return createDocumentedPage(source, source.facts, renderTools);
  }
}

function createOperationPage(
  { operation, schemas }: WholeOperation,
  facts: EndpointFacts,
  renderTools: EndpointRenderTools,
): EndpointPage {
  const context = createContext({ schemas }, renderTools);
  const request = buildSampleRequest(
    operation,
    { schemas },
    { onlyRequired: facts.onlyRequired, server: operation.servers[0] },
  );
  return {
    kind: operation.isWebhook ? "webhook" : "operation",
    method: operation.method,
    path: operation.path,
    linkPath: facts.anchorFormat === "path" ? operation.path : "",
    servers: operation.servers.map((server) => createServerView(server, renderTools)),
    deprecated: operation.deprecated,
    display: operation.isWebhook ? { kind: "none" } : facts.display,
    security: operation.isWebhook
      ? []
      : facts.isAuthSetByPage
        ? createAuthViews(facts)
        : createSecurityViews(operation, context),
    sections: [
      ...createParameterSections(operation, context),
      ...createBodySection(operation, context),
      ...operation.responses.map((response) => createResponseSection(response, createResponseContext(context))),
    ],
    requests:
      operation.isWebhook || facts.hasRequestExample
        ? []
        : createSamples(operation.extensions, request, facts, renderTools),
    responses: facts.hasResponseExample ? [] : buildResponseSamples(operation, { schemas }, facts, renderTools),
    location: operation.location,
    isTruncated: operation.isTruncated || context.budget.fieldCount <= 0,
  };
}

/**
 * Returns the context for response fields, whose anchors differ from those of parameters, because a response field may
 * have the same name as a parameter.
 */
function createResponseContext(context: FieldContext): FieldContext {
  return {
    ...context,
    direction: "response",
    getAnchor: (names) => context.getAnchor(["response", ...names]),
  };
}

function createChannelPage(
  { channel, schemas }: WholeChannel,
  facts: EndpointFacts,
  renderTools: EndpointRenderTools,
): EndpointPage {
  const context = createContext({ schemas }, renderTools);
  return {
    kind: "channel",
    method: "",
    path: channel.address ?? channel.id,
    linkPath: "",
    servers: [],
    deprecated: false,
    // A channel can't be tried out in the preview if none of its servers use WebSocket.
    display: channel.servers.some(usesWebSocket) ? facts.display : { kind: "none" },
    security: [],
    sections: createMessageSections(channel, context),
    requests: [],
    responses: [],
    location: channel.location,
    isTruncated: channel.isTruncated || context.budget.fieldCount <= 0,
  };
}

function createDocumentedPage(
  { method, path, fields }: Extract<EndpointSource, { kind: "page" }>,
  facts: EndpointFacts,
  renderTools: EndpointRenderTools,
): EndpointPage {
  const isFullUrl = /^https?:/i.test(path);
  const [firstServer] = facts.servers;
  const request = buildFieldRequest(
    method,
    isFullUrl || !firstServer ? path : resolveServerUrl(firstServer).replace(/\/$/, "") + path,
    fields,
    facts,
  );
  return {
    kind: "operation",
    method,
    path: isFullUrl ? extractPath(path) : path,
    linkPath: facts.anchorFormat === "path" ? (isFullUrl ? extractPath(path) : path) : "",
    servers: isFullUrl
      ? [{ url: extractOrigin(path), variables: [] }]
      : facts.servers.map((server) => createServerView(server, renderTools)),
    deprecated: false,
    display: facts.display,
    security: createAuthViews(facts),
    sections: [],
    requests: facts.hasRequestExample ? [] : createSamples({}, request, facts, renderTools),
    responses: [],
    isTruncated: false,
  };
}

function createContext(models: SchemaSource, { describe }: EndpointRenderTools): FieldContext {
  return {
    ...models,
    describe,
    direction: "request",
    budget: createFieldBudget(),
    // The anchors of nested fields include the names of their parents.
    getAnchor: (names) => names.join("."),
  };
}

const parameterLocations = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["querystring", "Query string"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
] as const;

function createParameterSections(operation: OperationModel, context: FieldContext): FieldSection[] {
  return parameterLocations.flatMap(([kind, title]): FieldSection[] => {
    const fields = operation.parameters
      .filter((parameter) => parameter.in === kind)
      .map((parameter) => createParameterView(parameter, context));
    return fields.length === 0 ? [] : [{ kind, title, bodies: [{ type: "", fields }] }];
  });
}

function createBodySection({ body }: OperationModel, context: FieldContext): FieldSection[] {
  if (!body) return [];
  return [
    {
      kind: "body",
      title: "Body",
      required: body.required,
      ...renderDescription(body.description, context),
      bodies: body.content.map((mediaType) => createMediaTypeView(mediaType, context)),
    },
  ];
}

function createResponseSection(response: ResponseModel, context: FieldContext): FieldSection {
  return {
    kind: "response",
    title: response.status,
    ...renderDescription(response.description, context),
    bodies: response.content.map((mediaType) => createMediaTypeView(mediaType, context)),
  };
}

function createMediaTypeView(mediaType: MediaTypeModel, context: FieldContext) {
  return (
    createPartViews(mediaType, context) ??
    createBodyView(mediaType.type, mediaType.schema ?? mediaType.itemSchema, context)
  );
}

function renderDescription(text: string | undefined, { describe }: FieldContext): Pick<FieldSection, "description"> {
  return text === undefined || text === "" ? {} : { description: describe(text) };
}

function createServerView({ url, description, variables }: ServerModel, { describe }: EndpointRenderTools): ServerView {
  return {
    url,
    ...(description !== undefined && description !== "" && { description: describe(description) }),
    variables: variables.map(({ name, default: defaultValue, values }) => ({
      name,
      default: defaultValue,
      values,
    })),
  };
}

function createAuthViews({ authMethod, authName }: EndpointFacts): readonly (readonly SchemeView[])[] {
  if (authMethod === undefined || authMethod === "none") return [];
  const commonFields = { name: authMethod, scopes: [], location: "header" } as const;
  if (authMethod === "key") {
    const field = authName ?? "x-api-key";
    return [[{ ...commonFields, kind: "API key", field, anchor: field }]];
  }
  const kind = authMethod === "basic" ? "Basic authentication" : "Bearer token";
  return [[{ ...commonFields, kind, field: "Authorization", anchor: "authorization" }]];
}

function extractOrigin(url: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? url;
}

function extractPath(url: string): string {
  return url.slice(extractOrigin(url).length) || "/";
}

/**
 * The data that an endpoint page is generated from, in addition to the page's text. Contains only plain data so that it
 * can be sent to the rendering worker thread.
 */
export type EndpointSource = EndpointDefinition & { readonly facts: EndpointFacts };

export type EndpointDefinition =
  /**
   * An operation. `spec` is the specification that contains it, even if the operation itself is in another file that
   * the specification references.
   */
  | { readonly kind: "operation"; readonly wholeOperation: WholeOperation; readonly spec: SitePath }
  | { readonly kind: "channel"; readonly model: WholeChannel }
  /** A page with `api: GET /users` in its frontmatter. The page itself documents the endpoint's fields and examples. */
  | {
      readonly kind: "page";
      readonly method: string;
      readonly path: string;
      readonly fields: readonly SourceField[];
    };

/** The settings in docs.json and the page's frontmatter that affect how an endpoint is shown. */
export interface EndpointFacts {
  /**
   * The format of links to parameters. `path` puts the anchor after the endpoint's path (standard profile), and `plain`
   * uses only the parameter's name.
   */
  readonly anchorFormat: "path" | "plain";
  /** `api.examples.languages`, or undefined for the default languages. */
  readonly languages: readonly string[] | undefined;
  /** Whether `api.examples.defaults` is `"required"`. */
  readonly onlyRequired: boolean;
  /** Whether to generate request samples (`api.examples.autogenerate`). */
  readonly generatesSamples: boolean;
  /** The site's servers from `server` or `api.mdx.server`, for pages that document their endpoint themselves. */
  readonly servers: readonly ServerModel[];
  /** The page's `authMethod`, or the site's authentication method if the page doesn't set one. */
  readonly authMethod: "bearer" | "basic" | "key" | "none" | undefined;
  /**
   * Whether the page itself sets the authentication method. If so, this method takes precedence over the security of
   * the page's operation.
   */
  readonly isAuthSetByPage: boolean;
  /** `api.mdx.auth.name`, the header that carries the API key. */
  readonly authName: string | undefined;
  readonly display: PlaygroundDisplay;
  /** The playground settings in docs.json. */
  readonly form: FormSettings;
  /** Whether the page contains a `RequestExample`. */
  readonly hasRequestExample: boolean;
  readonly hasResponseExample: boolean;
}

/** The functions that render the Markdown in a specification and highlight code for an endpoint page. */
export interface EndpointRenderTools {
  readonly describe: (markdown: string) => readonly ViewNode[];
  readonly highlight: RenderTools["highlight"];
}
