import type { Spot } from "../resolve-ref.ts";
import { entriesOf, itemsOf, textOf, valueAt } from "../spec-node.ts";
import type { MessageExampleModel, MessageModel } from "./channel-model.ts";
import { exampleValue } from "./example-value.ts";
import { within, type ModelReader } from "./model-reader.ts";
import { extensionsOf, plainObjectOf } from "./plain-object.ts";
import { readSchema } from "./read-schema.ts";
import type { SchemaModel } from "./schema-model.ts";

/** The messages of a channel. What a message does not say itself its traits say. */
export function readMessages(reader: ModelReader, channel: Spot): readonly MessageModel[] {
  return [...entriesOf(valueAt(channel.node, "messages"))].flatMap(({ key, value }) => {
    const spot = reader.mayRead() ? reader.follow(within(channel, value)) : undefined;
    return spot?.node.kind === "map" ? [readMessage(reader, spot, key)] : [];
  });
}

function readMessage(reader: ModelReader, spot: Spot, id: string): MessageModel {
  const traits = itemsOf(valueAt(spot.node, "traits")).flatMap(
    (trait) => reader.follow(within(spot, trait)) ?? [],
  );
  const speakers = [spot, ...traits];
  const said = (key: string) =>
    speakers.map(({ node }) => textOf(valueAt(node, key))).find((text) => text !== undefined);
  const headers = speakers.find(({ node }) => valueAt(node, "headers"));
  const payload = readPayload(reader, spot, "payload");
  return {
    id,
    at: { file: spot.file, range: spot.node.range },
    name: said("name"),
    title: said("title"),
    summary: said("summary"),
    description: said("description"),
    contentType: said("contentType") ?? textOf(valueAt(reader.root?.node, "defaultContentType")),
    headers: headers && readPayload(reader, headers, "headers").schema,
    payload: payload.schema,
    schemaFormat: payload.format,
    examples: readExamples(reader, speakers),
    bindings: plainObjectOf(reader.child(spot, "bindings")?.node),
    extensions: extensionsOf(spot.node),
  };
}

/** Languages that say what a value is in the words of JSON Schema. */
export function isReadableFormat(format: string): boolean {
  return readable.test(format);
}

const readable = /^application\/(vnd\.aai\.asyncapi|schema\+(json|yaml)|vnd\.oai\.openapi)/;

/** A schema, or an object that says in which language its `schema` is written. */
function readPayload(
  reader: ModelReader,
  owner: Spot,
  key: "payload" | "headers",
): { readonly schema: SchemaModel | undefined; readonly format: string | undefined } {
  const node = valueAt(owner.node, key);
  if (!node) return { schema: undefined, format: undefined };
  const spot = within(owner, node);
  const followed = reader.follow(spot) ?? spot;
  const format = textOf(valueAt(followed.node, "schemaFormat"));
  if (format === undefined) return { schema: readSchema(reader, spot, "inside"), format };
  const inner = valueAt(followed.node, "schema");
  const schema =
    inner && isReadableFormat(format) ? readSchema(reader, within(followed, inner), "inside") : undefined;
  return { schema, format };
}

function readExamples(reader: ModelReader, speakers: readonly Spot[]): readonly MessageExampleModel[] {
  const examples: MessageExampleModel[] = [];
  for (const { file, node } of speakers)
    for (const example of itemsOf(valueAt(node, "examples"))) {
      if (!reader.mayRead()) return examples;
      const payload = valueAt(example, "payload");
      const headers = valueAt(example, "headers");
      examples.push({
        name: textOf(valueAt(example, "name")) ?? "",
        summary: textOf(valueAt(example, "summary")),
        value: payload && exampleValue(payload),
        headers: headers && exampleValue(headers),
        at: { file, range: (payload ?? example).range },
      });
    }
  return examples;
}
