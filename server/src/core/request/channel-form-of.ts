import type {
  ChannelModel,
  ChannelParameterModel,
  ChannelServerModel,
  MessageModel,
} from "../spec/model/channel-model.ts";
import type { WholeChannel } from "../spec/model/operation-model.ts";
import type { BindingField, ChannelForm, ChannelParameterForm, MessageForm } from "./channel-form.ts";
import { channelSecurity } from "./channel-security.ts";
import { isJsonType } from "./json-text.ts";
import { messageDirection } from "./message-direction.ts";
import { formExamples } from "./parameter-forms.ts";
import { isPlainRecord, ownOf } from "../text/plain-record.ts";
import { plainTextOf } from "./plain-text-of.ts";
import { reachableSchemas } from "./reachable-schemas.ts";
import type { FormSettings, ServerForm } from "./request-form.ts";
import { sampleOfSchema } from "./sample-value.ts";
import { serverForms } from "./server-forms.ts";

const mostMessages = 200;
const mostFields = 200;

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
    .slice(0, mostMessages)
    .map((message) => messageForm(channel, message, { schemas }, settings));
  const binding = ownOf(channel.bindings, "ws");
  return {
    key,
    address: channel.address ?? "",
    servers: serverForms(servers.map(serverOf)),
    security: channelSecurity({ ...channel, servers }),
    parameters: channel.parameters
      .slice(0, mostFields)
      .map((parameter) => parameterForm(parameter, settings)),
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
  { name, description, values, default: usual, examples }: ChannelParameterModel,
  { prefill }: FormSettings,
): ChannelParameterForm {
  const only = values.length === 1 ? values[0] : undefined;
  const initial = (prefill ? examples[0] : undefined) ?? usual ?? only ?? "";
  return { name, anchor: name, description, values, initial };
}

/** The fields that the WebSocket binding describes, an object's schema each (WebSockets Bindings 0.1.0). */
function bindingFields(binding: unknown, part: "query" | "headers"): readonly BindingField[] {
  const schema = isPlainRecord(binding) ? ownOf(binding, part) : undefined;
  const properties = isPlainRecord(schema) ? ownOf(schema, "properties") : undefined;
  if (!isPlainRecord(schema) || !isPlainRecord(properties)) return [];
  const required = ownOf(schema, "required");
  return Object.entries(properties)
    .slice(0, mostFields)
    .map(([name, property]) => ({
      name,
      required: Array.isArray(required) && required.includes(name),
      initial: isPlainRecord(property) ? initialText(property) : "",
    }));
}

function initialText(property: Readonly<Record<string, unknown>>): string {
  const values = ownOf(property, "enum");
  const only: unknown = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
  return plainTextOf(ownOf(property, "default") ?? ownOf(property, "const") ?? only) ?? "";
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
