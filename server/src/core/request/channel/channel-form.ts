import type {
  ChannelModel,
  ChannelParameterModel,
  ChannelServerModel,
  MessageModel,
} from "../../spec/model/channel-model.ts";
import type { SpecPlace, WholeChannel } from "../../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";
import { isPlainRecord, getOwn } from "../../text/plain-record.ts";
import { reachableSchemas } from "../form/body-form.ts";
import { formExamples } from "../form/parameter-form.ts";
import {
  type FormExample,
  type FormSettings,
  type SchemeForm,
  type ServerForm,
  serverForms,
} from "../form/request-form.ts";
import { sampleOfSchema } from "../form/sample-value.ts";
import { channelSecurity } from "../form/security-form.ts";
import { isJsonType, plainTextOf } from "../media/encoding.ts";

/** The form for communicating on an AsyncAPI channel over a WebSocket. It's plain data that is sent to the webview. */
export interface ChannelForm {
  /** The key under which form values are stored: `asyncapi/live.yaml quayWatch`. */
  readonly key: string;
  /** `/ports/{portCode}/quays` */
  readonly address: string;
  /** For example, `ws://localhost:4010/live`. Servers with other protocols are omitted. */
  readonly servers: readonly ServerForm[];
  readonly security: readonly (readonly SchemeForm[])[];
  readonly parameters: readonly ChannelParameterForm[];
  /** The query parameters and headers of the handshake that the WebSocket binding defines. */
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
  /** The key under the channel's `messages`. */
  readonly id: string;
  readonly title: string;
  /**
   * The direction from the client's side, which is opposite to the described application. `both` if the specification
   * doesn't define it.
   */
  readonly direction: "send" | "receive" | "both";
  readonly contentType: string | undefined;
  readonly schema: SchemaModel | undefined;
  readonly examples: readonly FormExample[];
  /** The initial text in the editor. */
  readonly text: string;
  readonly at: SpecPlace;
}

export type SocketEvent =
  /** `sent`: the handshake headers, with placeholders for secrets. */
  | {
      readonly kind: "open";
      readonly protocol: string;
      readonly address?: string;
      readonly sent: readonly (readonly [string, string])[];
    }
  /** `at`: milliseconds since 1970. Bytes are in base64. Messages over 1 MB are truncated. */
  | { readonly kind: "message"; readonly at: number; readonly text: string; readonly isCut?: true }
  | { readonly kind: "bytes"; readonly at: number; readonly base64: string; readonly isCut?: true }
  | { readonly kind: "closed"; readonly code: number; readonly reason: string };

/**
 * Returns what a client does with a channel's message, which is the opposite of what the described application does.
 * `both` if the specification defines neither or both directions. A reply on the same channel goes in the opposite
 * direction.
 */
export function messageDirection(
  { id: channel, operations }: Pick<ChannelModel, "id" | "operations">,
  id: string,
): "send" | "receive" | "both" {
  const actions = new Set<"send" | "receive">();
  for (const { action, messages, reply } of operations) {
    if (messages.includes(id)) actions.add(action);
    const isAnsweredHere = reply && (reply.channel === undefined || reply.channel === channel);
    if (isAnsweredHere && reply.messages.includes(id)) actions.add(action === "send" ? "receive" : "send");
  }
  if (actions.size !== 1) return "both";
  return actions.has("receive") ? "send" : "receive";
}

const maxMessages = 200;
const maxFields = 200;

/**
 * Returns the form for a channel: plain data, identical for the same channel. Undefined if none of its servers uses
 * WebSocket.
 */
export function channelForm(
  { channel, schemas }: WholeChannel,
  settings: FormSettings,
  key: string,
): ChannelForm | undefined {
  const servers = channel.servers.filter(speaksWebSocket);
  if (servers.length === 0) return undefined;
  const messages = channel.messages
    .slice(0, maxMessages)
    .map((message) => messageForm(channel, message, { schemas }, settings));
  const binding = getOwn(channel.bindings, "ws");
  return {
    key,
    address: channel.address ?? "",
    servers: serverForms(servers.map(serverOf)),
    security: channelSecurity({ ...channel, servers }),
    parameters: channel.parameters.slice(0, maxFields).map((parameter) => parameterForm(parameter, settings)),
    query: bindingFields(binding, "query"),
    headers: bindingFields(binding, "headers"),
    messages,
    schemas: reachableSchemas(messages, undefined, schemas),
    settings,
  };
}

export function speaksWebSocket({ protocol }: Pick<ChannelServerModel, "protocol">): boolean {
  return /^wss?$/i.test(protocol);
}

function serverOf({ host, protocol, pathname, description, variables }: ChannelServerModel): ServerForm {
  const path =
    pathname === undefined || pathname === "" || pathname.startsWith("/") ? pathname : `/${pathname}`;
  return { url: `${protocol.toLowerCase()}://${host}${path ?? ""}`, description, variables: variables ?? [] };
}

function parameterForm(
  { name, description, values, default: defaultValue, examples }: ChannelParameterModel,
  { prefill }: FormSettings,
): ChannelParameterForm {
  const only = values.length === 1 ? values[0] : undefined;
  const initial = (prefill ? examples[0] : undefined) ?? defaultValue ?? only ?? "";
  return { name, anchor: name, description, values, initial };
}

/** Returns the fields that the WebSocket binding defines, each with an object's schema (WebSockets Bindings 0.1.0). */
function bindingFields(binding: unknown, part: "query" | "headers"): readonly BindingField[] {
  const schema = isPlainRecord(binding) ? getOwn(binding, part) : undefined;
  const properties = isPlainRecord(schema) ? getOwn(schema, "properties") : undefined;
  if (!isPlainRecord(schema) || !isPlainRecord(properties)) return [];
  const required = getOwn(schema, "required");
  return Object.entries(properties)
    .slice(0, maxFields)
    .map(([name, property]) => ({
      name,
      required: Array.isArray(required) && required.includes(name),
      initial: isPlainRecord(property) ? initialText(property) : "",
    }));
}

function initialText(property: Readonly<Record<string, unknown>>): string {
  const values = getOwn(property, "enum");
  const only: unknown = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
  return plainTextOf(getOwn(property, "default") ?? getOwn(property, "const") ?? only) ?? "";
}

function messageForm(
  channel: ChannelModel,
  message: MessageModel,
  models: Pick<WholeChannel, "schemas">,
  { onlyRequired }: FormSettings,
): MessageForm {
  const { id, contentType, payload: schema, at } = message;
  const examples = formExamples(message.examples);
  const [example] = examples;
  const options = { direction: "request", onlyRequired, begins: true } as const;
  const value = example ? example.value : schema && sampleOfSchema(schema, models, options);
  return {
    id,
    title: message.title ?? message.name ?? id,
    direction: messageDirection(channel, id),
    contentType,
    schema,
    examples,
    text: value === undefined ? "" : messageText(value, contentType),
    at,
  };
}

/** Formats a payload, as JSON if there is no content type. */
export function messageText(value: unknown, contentType: string | undefined): string {
  const isJson = contentType === undefined || isJsonType(contentType);
  return (!isJson && plainTextOf(value)) || JSON.stringify(value, null, 2);
}
