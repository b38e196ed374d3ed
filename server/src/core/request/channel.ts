import type {
  ChannelModel,
  ChannelParameterModel,
  ChannelServerModel,
  MessageModel,
} from "../spec/model/channel-model.ts";
import type { SourceLocation, WholeChannel } from "../spec/model/operation-model.ts";
import { createEmptySchema, type SchemaId, type SchemaModel } from "../spec/model/schema-model.ts";
import { getOwnProperty, isPlainRecord } from "../text/plain-record.ts";
import type { RequestResult } from "./build/build-context.ts";
import { type BuildEnvironment, buildRequest } from "./build/build-request.ts";
import { collectSchemas } from "./form/body-form.ts";
import { toFormExamples, createDefaultParameter, createUndescribedParameters } from "./form/parameter-form.ts";
import {
  type FormExample,
  type FormSettings,
  type ParameterForm,
  type RequestForm,
  type SchemeForm,
  type ServerForm,
  createServerForms,
} from "./form/request-form.ts";
import type { RequestValues } from "./form/request-values.ts";
import { createSampleOfSchema } from "./form/sample-value.ts";
import { createChannelSecurity } from "./form/security-form.ts";
import { isJsonType, toParameterText } from "./media/encoding.ts";

/**
 * The form for sending and receiving messages on an AsyncAPI channel over a WebSocket. It's plain data, because it's
 * sent to the webview.
 */
export interface ChannelForm {
  /** The key that form values are stored under, such as `asyncapi/live.yaml quayWatch`. */
  readonly key: string;
  /** The channel's address, such as `/ports/{portCode}/quays`. */
  readonly address: string;
  /** The server URLs, such as `ws://localhost:4010/live`. Servers with other protocols are omitted. */
  readonly servers: readonly ServerForm[];
  readonly security: readonly (readonly SchemeForm[])[];
  readonly parameters: readonly ChannelParameterForm[];
  /**
   * The query parameters of the handshake, as defined by the WebSocket binding. `headers` contains the handshake's
   * headers.
   */
  readonly query: readonly BindingField[];
  readonly headers: readonly BindingField[];
  readonly messages: readonly MessageForm[];
  readonly schemas: Readonly<Record<SchemaId, SchemaModel>>;
  readonly settings: FormSettings;
}

export interface ChannelParameterForm {
  readonly name: string;
  readonly anchor: string;
  readonly description: string | undefined;
  readonly values: readonly string[];
  readonly initial: string;
}

export interface BindingField {
  readonly name: string;
  readonly required: boolean;
  readonly initial: string;
}

export interface MessageForm {
  /** The message's key under the channel's `messages`. */
  readonly id: string;
  readonly title: string;
  /**
   * The direction from the client's point of view. AsyncAPI describes the application, whose direction is the opposite.
   * The value is `both` if the specification defines neither direction or both.
   */
  readonly direction: "send" | "receive" | "both";
  readonly contentType: string | undefined;
  readonly schema: SchemaModel | undefined;
  readonly examples: readonly FormExample[];
  /** The initial text in the editor. */
  readonly text: string;
  readonly location: SourceLocation;
}

export type SocketEvent =
  /** The connection is open. `sentHeaders` contains the handshake's headers, with placeholders for secrets. */
  | {
      readonly kind: "open";
      readonly protocol: string;
      readonly address?: string;
      readonly sentHeaders: readonly (readonly [string, string])[];
    }
  /**
   * A message that was received or sent, either as text (`message`) or as Base64-encoded bytes (`bytes`). `at` is the
   * time in milliseconds since 1970. Messages over 1 MB are truncated.
   */
  | { readonly kind: "message"; readonly timestamp: number; readonly text: string; readonly isTruncated?: true }
  | { readonly kind: "bytes"; readonly timestamp: number; readonly base64: string; readonly isTruncated?: true }
  | { readonly kind: "closed"; readonly code: number; readonly reason: string };

/**
 * Returns whether a client sends or receives a channel's message, which is the opposite of what the described
 * application does. Returns `both` if the specification defines neither direction or both. A reply on the same channel
 * is sent in the opposite direction from its request.
 */
export function getMessageDirection(
  { id: channel, operations }: Pick<ChannelModel, "id" | "operations">,
  id: string,
): "send" | "receive" | "both" {
  const actions = new Set<"send" | "receive">();
  for (const { action, messages, reply } of operations) {
    if (messages.includes(id)) actions.add(action);
    const isReplyOnSameChannel = reply && (reply.channel === undefined || reply.channel === channel);
    if (isReplyOnSameChannel && reply.messages.includes(id)) actions.add(action === "send" ? "receive" : "send");
  }
  if (actions.size !== 1) return "both";
  return actions.has("receive") ? "send" : "receive";
}

const maxMessages = 200;
const maxFields = 200;

/**
 * Returns the form for a channel as plain data, or undefined if none of the channel's servers uses WebSocket. The
 * result depends only on the arguments.
 */
export function createChannelForm(
  { channel, schemas }: WholeChannel,
  settings: FormSettings,
  key: string,
): ChannelForm | undefined {
  const servers = channel.servers.filter(usesWebSocket);
  if (servers.length === 0) return undefined;
  const messages = channel.messages
    .slice(0, maxMessages)
    .map((message) => createMessageForm(channel, message, { schemas }, settings));
  const binding = getOwnProperty(channel.bindings, "ws");
  return {
    key,
    address: channel.address ?? "",
    servers: createServerForms(servers.map(createServerForm)),
    security: createChannelSecurity({ ...channel, servers }),
    parameters: channel.parameters.slice(0, maxFields).map((parameter) => createParameterForm(parameter, settings)),
    query: listBindingFields(binding, "query"),
    headers: listBindingFields(binding, "headers"),
    messages,
    schemas: collectSchemas(messages, undefined, schemas),
    settings,
  };
}

export function usesWebSocket({ protocol }: Pick<ChannelServerModel, "protocol">): boolean {
  return /^wss?$/i.test(protocol);
}

function createServerForm({ host, protocol, pathname, description, variables }: ChannelServerModel): ServerForm {
  const path = pathname === undefined || pathname === "" || pathname.startsWith("/") ? pathname : `/${pathname}`;
  return { url: `${protocol.toLowerCase()}://${host}${path ?? ""}`, description, variables: variables ?? [] };
}

function createParameterForm(
  { name, description, values, default: defaultValue, examples }: ChannelParameterModel,
  { prefillsExamples }: FormSettings,
): ChannelParameterForm {
  const onlyValue = values.length === 1 ? values[0] : undefined;
  const initial = (prefillsExamples ? examples[0] : undefined) ?? defaultValue ?? onlyValue ?? "";
  return { name, anchor: name, description, values, initial };
}

/**
 * Returns the query parameters or headers that the WebSocket binding defines as properties of an object schema
 * (WebSockets Bindings 0.1.0).
 */
function listBindingFields(binding: unknown, bindingPart: "query" | "headers"): readonly BindingField[] {
  const schema = isPlainRecord(binding) ? getOwnProperty(binding, bindingPart) : undefined;
  const properties = isPlainRecord(schema) ? getOwnProperty(schema, "properties") : undefined;
  if (!isPlainRecord(schema) || !isPlainRecord(properties)) return [];
  const required = getOwnProperty(schema, "required");
  return Object.entries(properties)
    .slice(0, maxFields)
    .map(([name, property]) => ({
      name,
      required: Array.isArray(required) && required.includes(name),
      initial: isPlainRecord(property) ? getInitialText(property) : "",
    }));
}

function getInitialText(property: Readonly<Record<string, unknown>>): string {
  const values = getOwnProperty(property, "enum");
  const onlyValue: unknown = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
  return toParameterText(getOwnProperty(property, "default") ?? getOwnProperty(property, "const") ?? onlyValue) ?? "";
}

function createMessageForm(
  channel: ChannelModel,
  message: MessageModel,
  models: Pick<WholeChannel, "schemas">,
  { onlyRequired }: FormSettings,
): MessageForm {
  const { id, contentType, payload: schema, location } = message;
  const examples = toFormExamples(message.examples);
  const [example] = examples;
  const options = { direction: "request", onlyRequired, isInitialValue: true } as const;
  const value = example ? example.value : schema && createSampleOfSchema(schema, models, options);
  return {
    id,
    title: message.title ?? message.name ?? id,
    direction: getMessageDirection(channel, id),
    contentType,
    schema,
    examples,
    text: value === undefined ? "" : formatChannelMessage(value, contentType),
    location,
  };
}

/** Formats a payload for the editor. A missing content type is treated as JSON. */
export function formatChannelMessage(value: unknown, contentType: string | undefined): string {
  const isJson = contentType === undefined || isJsonType(contentType);
  return (!isJson && toParameterText(value)) || JSON.stringify(value, null, 2);
}

/**
 * Returns the HTTP URL for a WebSocket URL. A WebSocket connection starts as an HTTP request to the same server (RFC
 * 6455, sections 3 and 4.1), so `ws://host` has the origin `http://host`, and `wss://host` has the origin
 * `https://host`. Origins always have their HTTP form. Therefore, an origin applies to both kinds of requests, whether
 * a site declares it, you've allowed it, or a secret is bound to it.
 */
export function toHttpUrl(url: string): string {
  return url.replace(/^(\s*)ws(s?):\/\//i, "$1http$2://");
}

/** Returns the WebSocket URL for an HTTP URL, such as `wss://api.example.com` for `https://api.example.com`. */
export function toWebSocketUrl(url: string): string {
  return url.replace(/^(\s*)http(s?):\/\//i, "$1ws$2://");
}

/**
 * Returns the form for a channel's handshake request (RFC 6455, section 4.1), which you fill in like the form of any
 * other operation. The request uses the GET method, the channel's address as its path, the parameters from the
 * WebSocket binding, and the channel's authentication methods.
 */
export function createHandshakeForm(channel: ChannelForm): RequestForm {
  const parameterForms = channel.parameters.map(createPathParameter);
  return {
    key: channel.key,
    method: "GET",
    path: channel.address,
    servers: channel.servers,
    security: channel.security,
    parameters: [
      ...parameterForms,
      ...createUndescribedParameters(channel.address, parameterForms),
      ...channel.query.map((field) => createBindingParameter(field, "query")),
      ...channel.headers.map((field) => createBindingParameter(field, "header")),
    ],
    body: undefined,
    schemas: channel.schemas,
    settings: channel.settings,
  };
}

/**
 * Builds a handshake request with `buildRequest`, but also accepts `ws://` servers. The returned URL uses `http://`.
 */
export function buildHandshake(form: RequestForm, values: RequestValues, environment: BuildEnvironment): RequestResult {
  const { own } = values.server;
  const { baseUrl, variables } = environment;
  return buildRequest(
    { ...form, servers: form.servers.map((server) => ({ ...server, url: toHttpUrl(server.url) })) },
    { ...values, server: { ...values.server, ...(own !== undefined && { own: toHttpUrl(own) }) } },
    { baseUrl: baseUrl === undefined ? undefined : toHttpUrl(baseUrl), variables },
  );
}

/** A placeholder location. The channel's form doesn't include the locations of its parameters in the specification. */
const noLocation = { file: "", range: { start: 0, end: 0 } };

function createPathParameter({ name, anchor, description, values, initial }: ChannelParameterForm): ParameterForm {
  return {
    ...createDefaultParameter("path", name),
    anchor,
    description,
    ...(initial !== "" && { initial: { value: initial } }),
    ...(values.length > 0 && {
      schema: { ...createEmptySchema(noLocation), types: ["string"], enum: values },
    }),
  };
}

function createBindingParameter(
  { name, required, initial }: BindingField,
  location: "query" | "header",
): ParameterForm {
  return {
    ...createDefaultParameter(location, name),
    required,
    ...(initial !== "" && { initial: { value: initial } }),
  };
}
