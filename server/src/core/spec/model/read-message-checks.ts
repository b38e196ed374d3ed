import type { Spot } from "../resolve-ref.ts";
import type { SpecFiles } from "../spec-files.ts";
import { entriesOf, entryOf, textOf, valueAt } from "../spec-node.ts";
import type { AnswerModel, SpecifiedAnswer } from "./checked-schema.ts";
import { ModelReader, within } from "./model-reader.ts";
import { isReadableFormat } from "./read-message.ts";
import { SchemaGatherer } from "./schema-gatherer.ts";

const mostMessages = 200;

/**
 * What a channel says of its messages, each as an answer whose `status` is its key, so that it is checked as answers are;
 * without content where its payload is not told, or in a language of its own. Undefined where there is no such channel.
 */
export function messageChecks(files: SpecFiles, channel: string): AnswerModel | undefined {
  const reader = new ModelReader(files);
  const { root } = reader;
  const entry = entryOf(valueAt(root?.node, "channels"), channel);
  const spot = root && entry && reader.follow(within(root, entry.value));
  if (!spot) return undefined;
  const gatherer = new SchemaGatherer(files, reader.refStandsAlone);
  const answers: SpecifiedAnswer[] = [];
  for (const { key, value } of [...entriesOf(valueAt(spot.node, "messages"))].slice(0, mostMessages)) {
    const message = reader.follow(within(spot, value));
    if (!message) continue;
    const at = { file: message.file, range: message.node.range };
    const payload = payloadSpot(reader, message);
    const schema = payload && gatherer.indexOf(payload);
    // By which type a message goes is for whoever checks it to say.
    const content = schema === undefined ? [] : [{ type: "*/*", at, schema, itemSchema: undefined }];
    answers.push({ status: key, at, content });
  }
  return { answers, schemas: gatherer.gathered() };
}

/** The schema, which may stand inside an object that says in which language it is written. */
function payloadSpot(reader: ModelReader, message: Spot): Spot | undefined {
  const node = valueAt(message.node, "payload");
  if (!node) return undefined;
  const spot = within(message, node);
  const followed = reader.follow(spot) ?? spot;
  const format = textOf(valueAt(followed.node, "schemaFormat"));
  if (format === undefined) return spot;
  const inner = valueAt(followed.node, "schema");
  return inner && isReadableFormat(format) ? within(followed, inner) : undefined;
}
