import { speaksWebSocket } from "../../request/channel/channel-form.ts";
import type { HasSchemas } from "../../spec/model/flatten-schema.ts";
import type { MediaModel, OperationModel, ResponseModel, ServerModel, WholeChannel, WholeOperation } from "../../spec/model/operation-model.ts";
import type { EndpointPage, FieldSection, SchemeView, ServerView } from "../view/endpoint-page.ts";
import type { EndpointDrawing } from "./endpoint-drawing.ts";
import { answerSamples, requestSamples } from "./endpoint-samples.ts";
import type { EndpointFacts, EndpointSource } from "./endpoint-source.ts";
import { bodyView, type FieldReading, newFieldBudget, parameterView } from "./field-views.ts";
import { messageSections } from "./message-sections.ts";
import { requestOfFields } from "./page-request.ts";
import { partViews } from "./part-views.ts";
import { sampleRequest, serverUrl } from "./sample-request.ts";
import { securityViews } from "./security-views.ts";

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
    answers: facts.hasResponseExample ? [] : answerSamples(operation, { schemas }, facts, drawing),
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
  const isWhole = /^https?:/i.test(path);
  const [base] = facts.servers;
  const request = requestOfFields(
    method,
    isWhole || !base ? path : serverUrl(base).replace(/\/$/, "") + path,
    fields,
    facts,
  );
  return {
    kind: "operation",
    method,
    path: isWhole ? pathOf(path) : path,
    linkPath: facts.anchors === "path" ? (isWhole ? pathOf(path) : path) : "",
    servers: isWhole
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
