import { messageDirection } from "../../request/channel/channel-form.ts";
import type { ChannelModel, MessageModel } from "../../spec/model/channel-model.ts";
import type { FieldSection } from "../view/endpoint-page.ts";
import { bodyView, type FieldReading } from "./field-views.ts";

/** The parameters of a channel's address, then its messages: those sent, those received, the rest. */
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
