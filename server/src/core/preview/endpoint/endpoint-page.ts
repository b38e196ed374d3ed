import { speaksWebSocket } from "../../request/channel/channel-form.ts";
import type { FormSettings } from "../../request/form/request-form.ts";
import type { HasSchemas } from "../../spec/model/flatten-schema.ts";
import type {
  MediaModel,
  OperationModel,
  ResponseModel,
  ServerModel,
  WholeChannel,
  WholeOperation,
} from "../../spec/model/operation-model.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { Drawing } from "../drawing.ts";
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

/** The request that a page describes in fields of its own. */
export function requestOfFields(
  method: string,
  url: string,
  fields: readonly PageField[],
  { onlyRequired, authMethod, authName }: EndpointFacts,
): SampleRequest {
  const requested = fields.filter(({ required }) => required || !onlyRequired);
  const at = (place: PageField["place"]) =>
    requested
      .filter((each) => each.place === place)
      .map(({ name, example }) => ({ name, value: example ?? `<${name}>` }));
  const body = at("body");
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
    query: at("query"),
    headers: [
      ...key,
      ...token,
      ...at("header"),
      ...(sendsBody ? [{ name: "Content-Type", value: "application/json" }] : []),
    ],
    cookies: at("cookie"),
    body: sendsBody
      ? {
          kind: "text",
          type: "application/json",
          text: JSON.stringify(Object.fromEntries(body.map(({ name, value }) => [name, value])), null, 2),
        }
      : undefined,
  };
}

/** The endpoint that a page documents, as readers find it. Costs what the operation and the schemas it names cost. */
export function readEndpointPage(source: EndpointSource, drawing: EndpointDrawing): EndpointPage {
  switch (source.kind) {
    case "operation":
      return ofOperation(source.whole, source.facts, drawing);
    case "channel":
      return ofChannel(source.whole, source.facts, drawing);
    case "page":
      return ofPage(source, source.facts, drawing);
  }
}

function ofOperation(
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
      ...operation.responses.map((response) => responseSection(response, ofAnswers(reading))),
    ],
    requests:
      operation.isWebhook || facts.hasRequestExample
        ? []
        : requestSamples(operation.extensions, request, facts, drawing),
    answers: facts.hasResponseExample ? [] : buildResponseSamples(operation, { schemas }, facts, drawing),
    at: operation.at,
    isCut: operation.cut || reading.left.fields <= 0,
  };
}

/** A field of an answer may have the name of a parameter. */
function ofAnswers(reading: FieldReading): FieldReading {
  return {
    ...reading,
    direction: "response",
    anchorOf: (names) => reading.anchorOf(["response", ...names]),
  };
}

function ofChannel(
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
    // What speaks no WebSocket cannot be tried out here.
    display: channel.servers.some(speaksWebSocket) ? facts.display : { kind: "none" },
    security: [],
    sections: messageSections(channel, reading),
    requests: [],
    answers: [],
    at: channel.at,
    isCut: channel.cut || reading.left.fields <= 0,
  };
}

function ofPage(
  { method, path, fields }: Extract<EndpointSource, { kind: "page" }>,
  facts: EndpointFacts,
  drawing: EndpointDrawing,
): EndpointPage {
  const isFull = /^https?:/i.test(path);
  const [base] = facts.servers;
  const request = requestOfFields(
    method,
    isFull || !base ? path : serverUrl(base).replace(/\/$/, "") + path,
    fields,
    facts,
  );
  return {
    kind: "operation",
    method,
    path: isFull ? pathOf(path) : path,
    linkPath: facts.anchors === "path" ? (isFull ? pathOf(path) : path) : "",
    servers: isFull
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

function readingOf(models: HasSchemas, { describe }: EndpointDrawing): FieldReading {
  return {
    ...models,
    describe,
    direction: "request",
    left: newFieldBudget(),
    // Nested ones carry what they stand in (specification, “Parameter anchors”).
    anchorOf: (names) => names.join("."),
  };
}

const places = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["querystring", "Query string"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
] as const;

function parameterSections(operation: OperationModel, reading: FieldReading): FieldSection[] {
  return places.flatMap(([kind, title]): FieldSection[] => {
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
      ...described(body.description, reading),
      bodies: body.content.map((media) => mediaView(media, reading)),
    },
  ];
}

function responseSection(response: ResponseModel, reading: FieldReading): FieldSection {
  return {
    kind: "response",
    title: response.status,
    ...described(response.description, reading),
    bodies: response.content.map((media) => mediaView(media, reading)),
  };
}

function mediaView(media: MediaModel, reading: FieldReading) {
  return partViews(media, reading) ?? bodyView(media.type, media.schema ?? media.itemSchema, reading);
}

function described(text: string | undefined, { describe }: FieldReading): Pick<FieldSection, "description"> {
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

/** What the page of an endpoint is made of besides its text: plain data, sent to the thread that renders. */
export type EndpointSource = EndpointOf & { readonly facts: EndpointFacts };

export type EndpointOf =
  /** `spec`: the specification that has it, perhaps in another file that it pulls in. */
  | { readonly kind: "operation"; readonly whole: WholeOperation; readonly spec: SitePath }
  | { readonly kind: "channel"; readonly whole: WholeChannel }
  /** `api: GET /users` in the frontmatter: fields and examples stand in the page. */
  | {
      readonly kind: "page";
      readonly method: string;
      readonly path: string;
      readonly fields: readonly PageField[];
    };

/** A `ParamField` of the page, as far as a sample of the request needs it. */
export interface PageField {
  readonly place: "body" | "query" | "path" | "header" | "cookie" | "auth";
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly example: string | undefined;
}

/** What of docs.json and the page's frontmatter changes how it looks. */
export interface EndpointFacts {
  /** How a parameter is linked to: `path`: behind the endpoint's path (standard), `plain`: its name alone (contracts.md §6). */
  readonly anchors: "path" | "plain";
  /** `api.examples.languages`; absent: the usual ones. */
  readonly languages: readonly string[] | undefined;
  /** `api.examples.defaults: "required"`. */
  readonly onlyRequired: boolean;
  /** `api.examples.autogenerate`. */
  readonly makesSamples: boolean;
  /** Of the site, for pages that describe themselves: `server`, `api.mdx.server`. */
  readonly servers: readonly ServerModel[];
  /** The method of the page (`authMethod`), else of the site. */
  readonly authMethod: "bearer" | "basic" | "key" | "none" | undefined;
  /** The page says so itself, which wins over what its operation says (specification, “Authentication”). */
  readonly isAuthOfPage: boolean;
  /** `api.mdx.auth.name`: the header of a key. */
  readonly authName: string | undefined;
  readonly display: PlaygroundDisplay;
  /** What docs.json says about playgrounds. */
  readonly form: FormSettings;
  /** Pills that `api.params.post` asks for are not told yet apart from the vendor extension. */
  readonly hasRequestExample: boolean;
  readonly hasResponseExample: boolean;
}

/** What the page of an endpoint is drawn with: Markdown of the specification as pieces, code in colours. */
export interface EndpointDrawing {
  readonly describe: (markdown: string) => readonly ViewNode[];
  readonly highlight: Drawing["highlight"];
}
