import type { Spot } from "../resolve-ref.ts";
import { entriesOf, entryOf, type SpecFiles, textOf, valueAt } from "../spec-tree.ts";
import { isReadableFormat } from "./channel-model.ts";
import { ModelReader, isWithinBudget } from "./model-reader.ts";
import { operationSpot, type RequestedOperation } from "./read-operation.ts";
import { SchemaGatherer } from "./schema-keywords.ts";
import {
  type AnswerModel,
  plainObjectOf,
  type SpecifiedResponse,
  type SpecifiedMedia,
} from "./schema-model.ts";

const maxAnswers = 200;
const maxMedia = 100;

/**
 * Returns the specified responses of an operation, or undefined if the specification has no operation with that name.
 */
export function buildResponseModel(files: SpecFiles, requested: RequestedOperation): AnswerModel | undefined {
  const reader = new ModelReader(files);
  const operation = operationSpot(reader, requested);
  if (!operation) return undefined;
  const gatherer = new SchemaGatherer(files, reader.refStandsAlone);
  const answers: SpecifiedResponse[] = [];
  for (const { key, value } of entriesOf(valueAt(operation.node, "responses"))) {
    const spot = key.startsWith("x-") ? undefined : reader.follow(isWithinBudget(operation, value));
    if (!spot || answers.length >= maxAnswers) continue;
    const at = { file: spot.file, range: spot.node.range };
    // A response to HEAD has no body, regardless of the specification (RFC 9110, section 9.3.2).
    const content = requested.method === "HEAD" ? [] : mediaOf(reader, spot, gatherer);
    answers.push({ status: key, at, content });
  }
  return { answers, schemas: gatherer.gathered() };
}

function mediaOf(reader: ModelReader, answer: Spot, gatherer: SchemaGatherer): readonly SpecifiedMedia[] {
  const content = [...entriesOf(valueAt(answer.node, "content"))].slice(0, maxMedia);
  return content.flatMap(({ key, keyRange, value }): SpecifiedMedia[] => {
    const spot = reader.follow(isWithinBudget(answer, value));
    if (!spot) return [];
    const schemaAt = (name: string) => {
      const node = entryOf(spot.node, name)?.value;
      return node && gatherer.inside(spot, node);
    };
    const at = { file: answer.file, range: keyRange };
    const encoding = plainObjectOf(valueAt(spot.node, "encoding"));
    return [
      {
        type: key,
        at,
        schema: schemaAt("schema"),
        itemSchema: schemaAt("itemSchema"),
        ...(reader.version.startsWith("3.2") && { saysHowFormsAre: true as const }),
        ...(Object.keys(encoding).length > 0 && { encoding }),
      },
    ];
  });
}

const maxMessages = 200;

/**
 * Returns the messages of a channel as responses whose `status` is the message key, for validation like responses. A
 * message has no content if its payload isn't specified or uses another schema language. Returns undefined if the
 * channel doesn't exist.
 */
export function messageChecks(files: SpecFiles, channel: string): AnswerModel | undefined {
  const reader = new ModelReader(files);
  const { root } = reader;
  const entry = entryOf(valueAt(root?.node, "channels"), channel);
  const spot = root && entry && reader.follow(isWithinBudget(root, entry.value));
  if (!spot) return undefined;
  const gatherer = new SchemaGatherer(files, reader.refStandsAlone);
  const answers: SpecifiedResponse[] = [];
  for (const { key, value } of [...entriesOf(valueAt(spot.node, "messages"))].slice(0, maxMessages)) {
    const message = reader.follow(isWithinBudget(spot, value));
    if (!message) continue;
    const at = { file: message.file, range: message.node.range };
    const payload = payloadSpot(reader, message);
    const schema = payload && gatherer.indexOf(payload);
    // The caller determines the media type of the message.
    const content = schema === undefined ? [] : [{ type: "*/*", at, schema, itemSchema: undefined }];
    answers.push({ status: key, at, content });
  }
  return { answers, schemas: gatherer.gathered() };
}

/** Returns the schema, which may be within an object that names its schema language. */
function payloadSpot(reader: ModelReader, message: Spot): Spot | undefined {
  const node = valueAt(message.node, "payload");
  if (!node) return undefined;
  const spot = isWithinBudget(message, node);
  const followed = reader.follow(spot) ?? spot;
  const format = textOf(valueAt(followed.node, "schemaFormat"));
  if (format === undefined) return spot;
  const inner = valueAt(followed.node, "schema");
  return inner && isReadableFormat(format) ? isWithinBudget(followed, inner) : undefined;
}
