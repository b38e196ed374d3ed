import type { Spot } from "../resolve-ref.ts";
import { plainObjectOf } from "./plain-object.ts";
import { entriesOf, entryOf, textOf, valueAt } from "../spec-node.ts";
import { exampleValue } from "./example-value.ts";
import { within, type ModelReader } from "./model-reader.ts";
import type { ExampleModel, MediaModel } from "./operation-model.ts";
import { readSchema } from "./read-schema.ts";

/** The media types under `content`, each with its schema and examples. */
export function readMedia(reader: ModelReader, owner: Spot): readonly MediaModel[] {
  return [...entriesOf(valueAt(owner.node, "content"))].flatMap(({ key, value }): MediaModel[] => {
    const spot = reader.mayRead() ? reader.follow(within(owner, value)) : undefined;
    if (!spot) return [];
    const schema = valueAt(spot.node, "schema");
    const itemSchema = valueAt(spot.node, "itemSchema");
    const media: MediaModel = {
      type: key,
      schema: schema && readSchema(reader, within(spot, schema), "inside"),
      ...(itemSchema && { itemSchema: readSchema(reader, within(spot, itemSchema), "inside") }),
      examples: readExamples(reader, spot),
      encoding: plainObjectOf(valueAt(spot.node, "encoding")),
    };
    return [media];
  });
}

/** `example` and the named `examples` of a parameter or media type. */
export function readExamples(reader: ModelReader, owner: Spot): readonly ExampleModel[] {
  const single = entryOf(owner.node, "example");
  const examples: ExampleModel[] = single
    ? [
        {
          name: "",
          summary: undefined,
          value: exampleValue(single.value),
          at: { file: owner.file, range: single.value.range },
        },
      ]
    : [];
  for (const { key, value } of entriesOf(valueAt(owner.node, "examples"))) {
    const spot = reader.mayRead() ? reader.follow(within(owner, value)) : undefined;
    if (!spot) continue;
    const given = valueKeys.map((name) => valueAt(spot.node, name)).find((node) => node !== undefined);
    examples.push({
      name: key,
      summary: textOf(valueAt(spot.node, "summary")),
      value: given && exampleValue(given),
      at: { file: spot.file, range: (given ?? spot.node).range },
    });
  }
  return examples;
}

/** The last two are of OpenAPI 3.2. */
const valueKeys = ["value", "dataValue", "serializedValue"];
