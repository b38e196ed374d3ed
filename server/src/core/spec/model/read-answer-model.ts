import type { Spot } from "../resolve-ref.ts";
import type { SpecFiles } from "../spec-files.ts";
import { entriesOf, entryOf, valueAt } from "../spec-node.ts";
import type { AnswerModel, SpecifiedAnswer, SpecifiedMedia } from "./checked-schema.ts";
import { ModelReader, within } from "./model-reader.ts";
import { plainObjectOf } from "./plain-object.ts";
import { operationSpot, type WantedOperation } from "./read-operation.ts";
import { SchemaGatherer } from "./schema-gatherer.ts";

const mostAnswers = 200;
const mostMedia = 100;

/** What an operation says of its answers; undefined where the specification has no operation of that name. */
export function answerModel(files: SpecFiles, wanted: WantedOperation): AnswerModel | undefined {
  const reader = new ModelReader(files);
  const operation = operationSpot(reader, wanted);
  if (!operation) return undefined;
  const gatherer = new SchemaGatherer(files, reader.refStandsAlone);
  const answers: SpecifiedAnswer[] = [];
  for (const { key, value } of entriesOf(valueAt(operation.node, "responses"))) {
    const spot = key.startsWith("x-") ? undefined : reader.follow(within(operation, value));
    if (!spot || answers.length >= mostAnswers) continue;
    const at = { file: spot.file, range: spot.node.range };
    // An answer to HEAD has no body, whatever is said of it (RFC 9110, section 9.3.2).
    const content = wanted.method === "HEAD" ? [] : mediaOf(reader, spot, gatherer);
    answers.push({ status: key, at, content });
  }
  return { answers, schemas: gatherer.gathered() };
}

function mediaOf(reader: ModelReader, answer: Spot, gatherer: SchemaGatherer): readonly SpecifiedMedia[] {
  const content = [...entriesOf(valueAt(answer.node, "content"))].slice(0, mostMedia);
  return content.flatMap(({ key, keyRange, value }): SpecifiedMedia[] => {
    const spot = reader.follow(within(answer, value));
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
