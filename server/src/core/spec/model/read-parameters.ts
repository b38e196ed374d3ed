import type { Spot } from "../resolve-ref.ts";
import { entriesOf, isTrue, itemsOf, textOf, valueAt, type SpecNode } from "../spec-node.ts";
import { within, type ModelReader } from "./model-reader.ts";
import type { ParameterModel } from "./operation-model.ts";
import { readExamples, readMedia } from "./read-media.ts";
import { readSchema } from "./read-schema.ts";

/** The parameters of a path and of its operation, which wins where both name one; in the order of the file. */
export function readParameters(reader: ModelReader, owners: readonly Spot[]): readonly ParameterModel[] {
  const byKey = new Map<string, ParameterModel>();
  for (const owner of owners)
    for (const item of itemsOf(valueAt(owner.node, "parameters"))) {
      if (!reader.mayRead()) break;
      const spot = reader.follow(within(owner, item));
      const name = textOf(valueAt(spot?.node, "name"));
      const place = textOf(valueAt(spot?.node, "in"));
      if (spot && name !== undefined && place !== undefined)
        byKey.set(`${place} ${name}`, readParameter(reader, spot, name, place));
    }
  return [...byKey.values()];
}

/** The headers of an answer: parameters whose name is their key. */
export function readHeaders(reader: ModelReader, owner: Spot): readonly ParameterModel[] {
  return [...entriesOf(valueAt(owner.node, "headers"))].flatMap(({ key, value }) => {
    const spot = reader.mayRead() ? reader.follow(within(owner, value)) : undefined;
    return spot ? [readParameter(reader, spot, key, "header")] : [];
  });
}

function readParameter(reader: ModelReader, spot: Spot, name: string, place: string): ParameterModel {
  const { node } = spot;
  const schema = valueAt(node, "schema");
  const [content] = schema ? [] : readMedia(reader, spot);
  const examples = readExamples(reader, spot);
  return {
    name,
    in: place,
    at: { file: spot.file, range: node.range },
    required: isTrue(valueAt(node, "required")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    description: textOf(valueAt(node, "description")),
    style: textOf(valueAt(node, "style")),
    explode: flagOf(valueAt(node, "explode")),
    allowReserved: isTrue(valueAt(node, "allowReserved")),
    ...(isTrue(valueAt(node, "allowEmptyValue")) && { allowEmptyValue: true }),
    schema: schema ? readSchema(reader, within(spot, schema), "inside") : content?.schema,
    mediaType: content?.type,
    ...(place === "querystring" && content && { encoding: content.encoding }),
    examples: content && examples.length === 0 ? content.examples : examples,
  };
}

function flagOf(node: SpecNode | undefined): boolean | undefined {
  return node?.kind === "scalar" && typeof node.value === "boolean" ? node.value : undefined;
}
