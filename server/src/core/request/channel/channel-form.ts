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

/** What somebody fills in to talk on a channel of AsyncAPI over a WebSocket: plain data that is sent to the page. */
export interface ChannelForm {
  /** What is remembered of it stands under this: `asyncapi/live.yaml quayWatch`. */
  readonly key: string;
  /** `/ports/{portCode}/quays` */
  readonly address: string;
  /** `ws://localhost:4010/live`; those of other protocols are left out. */
  readonly servers: readonly ServerForm[];
  readonly security: readonly (readonly SchemeForm[])[];
  readonly parameters: readonly ChannelParameterForm[];
  /** What the WebSocket binding wants in the address and the headers of the opening. */
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
  /** What the person does with it, the other side of what the described application does; `both` where nothing says. */
  readonly direction: "send" | "receive" | "both";
  readonly contentType: string | undefined;
  readonly schema: SchemaModel | undefined;
  readonly examples: readonly FormExample[];
  /** What stands in the editor at first. */
  readonly text: string;
  readonly at: SpecPlace;
}

/** What the relay opens in place of the page, by the same rules as a request. */
export interface SocketOpening {
  /** Chosen by the page: letters, digits, `-` and `_`, at most 64. */
  readonly id: string;
  /** `ws://localhost:4010/live/ports/DEHAM/quays`; may hold `{{secret:NAME}}`, put in by the relay. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly protocols: readonly string[];
  /** As in `RelayOptions`: of a certificate that the person has agreed to. */
  readonly tlsFingerprint?: string;
}

export type SocketEvent =
  /** `sent`: the headers of the opening, with secrets as names. */
  | {
      readonly kind: "open";
      readonly protocol: string;
      readonly address?: string;
      readonly sent: readonly (readonly [string, string])[];
    }
  /** `at`: milliseconds since 1970. Bytes in base64. Longer ones are cut at 1 MB. */
  | { readonly kind: "message"; readonly at: number; readonly text: string; readonly isCut?: true }
  | { readonly kind: "bytes"; readonly at: number; readonly base64: string; readonly isCut?: true }
  | { readonly kind: "closed"; readonly code: number; readonly reason: string };

/** A message that is held against what the channel says of it. */
export interface MessageToCheck {
  /** Absent: against each that comes in this direction. */
  readonly message?: string;
  readonly direction: "send" | "receive";
  readonly text: string;
}

/**
 * What a reader does with a message of a channel, which is the other side of what the described application does;
 * `both` where nothing says, or both is said. An answer on the same channel goes the other way.
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
 * What somebody fills in to talk on this channel: plain data, the same for the same channel. Undefined where none of its
 * servers speaks WebSocket.
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

/** The fields that the WebSocket binding describes, an object's schema each (WebSockets Bindings 0.1.0). */
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

/** How a payload is written. Where no content type is named, as JSON. */
export function messageText(value: unknown, contentType: string | undefined): string {
  const isJson = contentType === undefined || isJsonType(contentType);
  return (!isJson && plainTextOf(value)) || JSON.stringify(value, null, 2);
}
