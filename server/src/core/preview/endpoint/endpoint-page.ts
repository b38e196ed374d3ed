import { usesWebSocket } from "../../request/channel.ts";
import type { FormSettings, SourceField } from "../../request/form/request-form.ts";
import type { SchemaSource } from "../../spec/model/flatten-schema.ts";
import type {
  MediaModel,
  OperationModel,
  ResponseModel,
  ServerModel,
  WholeChannel,
  WholeOperation,
} from "../../spec/model/operation-model.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { DrawingTools } from "../drawing.ts";
import type {
  EndpointPage,
  FieldSection,
  PlaygroundDisplay,
  SchemeView,
  ServerView,
} from "../view/endpoint-page.ts";
import type { ViewNode } from "../view/page-view.ts";
import {
  buildResponseSamples,
  requestSamples,
  type SampleRequest,
  sampleRequest,
  serverUrl,
} from "./endpoint-samples.ts";
import {
  bodyView,
  type FieldReading,
  messageSections,
  newFieldBudget,
  parameterView,
  partViews,
  securityViews,
} from "./field-views.ts";

/** Returns the sample request for an endpoint whose fields are documented on the page itself. */
export function requestOfFields(
  method: string,
  url: string,
  fields: readonly SourceField[],
  { onlyRequired, authMethod, authName }: EndpointFacts,
): SampleRequest {
  const requested = fields.filter(({ required }) => required || !onlyRequired);
  const getValuesAt = (location: SourceField["location"]) =>
    requested
      .filter((field) => field.location === location)
      .map(({ name, example }) => ({ name, value: example ?? `<${name}>` }));
  const body = getValuesAt("body");
  const key = authMethod === "key" ? [{ name: authName ?? "x-api-key", value: "<api-key>" }] : [];
  const token =
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
      ...key,
      ...token,
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
export function readEndpointPage(source: EndpointSource, drawing: EndpointDrawing): EndpointPage {
  switch (source.kind) {
    case "operation":
      return operationPage(source.whole, source.facts, drawing);
    case "channel":
      return channelPage(source.model, source.facts, drawing);
    case "page":
      return documentedEndpointPage(source, source.facts, drawing);
  }
}

function operationPage(
  { operation, schemas }: WholeOperation,
  facts: EndpointFacts,
  drawing: EndpointDrawing,
): EndpointPage {
  const reading = readingOf({ schemas }, drawing);
  const request = sampleRequest(
    operation,
    { schemas },
    { onlyRequired: facts.onlyRequired, server: operation.servers[0] },
  );
  return {
    kind: operation.isWebhook ? "webhook" : "operation",
    method: operation.method,
    path: operation.path,
    linkPath: facts.anchors === "path" ? operation.path : "",
    servers: operation.servers.map((server) => serverView(server, drawing)),
    deprecated: operation.deprecated,
    display: operation.isWebhook ? { kind: "none" } : facts.display,
    security: operation.isWebhook
      ? []
      : facts.isAuthOfPage
        ? authOf(facts)
        : securityViews(operation, reading),
    sections: [
      ...parameterSections(operation, reading),
      ...bodySection(operation, reading),
      ...operation.responses.map((response) => responseSection(response, responseReading(reading))),
    ],
    requests:
      operation.isWebhook || facts.hasRequestExample
        ? []
        : requestSamples(operation.extensions, request, facts, drawing),
    answers: facts.hasResponseExample ? [] : buildResponseSamples(operation, { schemas }, facts, drawing),
    at: operation.at,
    isCut: operation.isCut || reading.remaining.fields <= 0,
  };
}

/**
 * Returns the settings for reading response fields, whose anchors differ from those of parameters, because a response
 * field may have the same name as a parameter.
 */
function responseReading(reading: FieldReading): FieldReading {
  return {
    ...reading,
    direction: "response",
    anchorOf: (names) => reading.anchorOf(["response", ...names]),
  };
}

function channelPage(
  { channel, schemas }: WholeChannel,
  facts: EndpointFacts,
  drawing: EndpointDrawing,
): EndpointPage {
  const reading = readingOf({ schemas }, drawing);
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
    sections: messageSections(channel, reading),
    requests: [],
    answers: [],
    at: channel.at,
    isCut: channel.isCut || reading.remaining.fields <= 0,
  };
}

function documentedEndpointPage(
  { method, path, fields }: Extract<EndpointSource, { kind: "page" }>,
  facts: EndpointFacts,
  drawing: EndpointDrawing,
): EndpointPage {
  const isFullUrl = /^https?:/i.test(path);
  const [base] = facts.servers;
  const request = requestOfFields(
    method,
    isFullUrl || !base ? path : serverUrl(base).replace(/\/$/, "") + path,
    fields,
    facts,
  );
  return {
    kind: "operation",
    method,
    path: isFullUrl ? pathOf(path) : path,
    linkPath: facts.anchors === "path" ? (isFullUrl ? pathOf(path) : path) : "",
    servers: isFullUrl
      ? [{ url: originOf(path), variables: [] }]
      : facts.servers.map((server) => serverView(server, drawing)),
    deprecated: false,
    display: facts.display,
    security: authOf(facts),
    sections: [],
    requests: facts.hasRequestExample ? [] : requestSamples({}, request, facts, drawing),
    answers: [],
    isCut: false,
  };
}

function readingOf(models: SchemaSource, { describe }: EndpointDrawing): FieldReading {
  return {
    ...models,
    describe,
    direction: "request",
    remaining: newFieldBudget(),
    // The anchors of nested fields include the names of their parents.
    anchorOf: (names) => names.join("."),
  };
}

const parameterLocations = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["querystring", "Query string"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
] as const;

function parameterSections(operation: OperationModel, reading: FieldReading): FieldSection[] {
  return parameterLocations.flatMap(([kind, title]): FieldSection[] => {
    const fields = operation.parameters
      .filter((parameter) => parameter.in === kind)
      .map((parameter) => parameterView(parameter, reading));
    return fields.length === 0 ? [] : [{ kind, title, bodies: [{ type: "", fields }] }];
  });
}

function bodySection({ body }: OperationModel, reading: FieldReading): FieldSection[] {
  if (!body) return [];
  return [
    {
      kind: "body",
      title: "Body",
      required: body.required,
      ...renderDescription(body.description, reading),
      bodies: body.content.map((media) => mediaView(media, reading)),
    },
  ];
}

function responseSection(response: ResponseModel, reading: FieldReading): FieldSection {
  return {
    kind: "response",
    title: response.status,
    ...renderDescription(response.description, reading),
    bodies: response.content.map((media) => mediaView(media, reading)),
  };
}

function mediaView(media: MediaModel, reading: FieldReading) {
  return partViews(media, reading) ?? bodyView(media.type, media.schema ?? media.itemSchema, reading);
}

function renderDescription(
  text: string | undefined,
  { describe }: FieldReading,
): Pick<FieldSection, "description"> {
  return text === undefined || text === "" ? {} : { description: describe(text) };
}

function serverView({ url, description, variables }: ServerModel, { describe }: EndpointDrawing): ServerView {
  return {
    url,
    ...(description !== undefined && description !== "" && { description: describe(description) }),
    variables: variables.map(({ name, default: initial, values }) => ({ name, default: initial, values })),
  };
}

function authOf({ authMethod, authName }: EndpointFacts): readonly (readonly SchemeView[])[] {
  if (authMethod === undefined || authMethod === "none") return [];
  const base = { name: authMethod, scopes: [], place: "header" } as const;
  if (authMethod === "key") {
    const field = authName ?? "x-api-key";
    return [[{ ...base, kind: "API key", field, anchor: field }]];
  }
  const kind = authMethod === "basic" ? "Basic authentication" : "Bearer token";
  return [[{ ...base, kind, field: "Authorization", anchor: "authorization" }]];
}

function originOf(url: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? url;
}

function pathOf(url: string): string {
  return url.slice(originOf(url).length) || "/";
}

/**
 * The data that an endpoint page is generated from, in addition to the page's text. Contains only plain data so that it
 * can be sent to the rendering worker thread.
 */
export type EndpointSource = EndpointOf & { readonly facts: EndpointFacts };

export type EndpointOf =
  /**
   * An operation. `spec` is the specification that contains it, even if the operation itself is in another file that
   * the specification references.
   */
  | { readonly kind: "operation"; readonly whole: WholeOperation; readonly spec: SitePath }
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
  readonly anchors: "path" | "plain";
  /** `api.examples.languages`, or undefined for the default languages. */
  readonly languages: readonly string[] | undefined;
  /** Whether `api.examples.defaults` is `"required"`. */
  readonly onlyRequired: boolean;
  /** Whether to generate request samples (`api.examples.autogenerate`). */
  readonly makesSamples: boolean;
  /** The site's servers from `server` or `api.mdx.server`, for pages that document their endpoint themselves. */
  readonly servers: readonly ServerModel[];
  /** The page's `authMethod`, or the site's authentication method if the page doesn't set one. */
  readonly authMethod: "bearer" | "basic" | "key" | "none" | undefined;
  /**
   * Whether the page itself sets the authentication method. If so, this method takes precedence over the security of
   * the page's operation.
   */
  readonly isAuthOfPage: boolean;
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
export interface EndpointDrawing {
  readonly describe: (markdown: string) => readonly ViewNode[];
  readonly highlight: DrawingTools["highlight"];
}
