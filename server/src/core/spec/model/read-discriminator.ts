import type { RefOrigin } from "../resolve-ref.ts";
import { entriesOf, textOf, valueAt, entryOf } from "../spec-node.ts";
import type { Spot } from "../resolve-ref.ts";
import type { ModelReader } from "./model-reader.ts";
import type { SchemaDraft } from "./read-schema.ts";
import type { SchemaId } from "./schema-model.ts";

const mostValues = 500;

/** The property that tells which of several schemas holds, and which value chooses which, where that is written. */
export function readDiscriminator(draft: SchemaDraft, reader: ModelReader, spot: Spot): void {
  const property = textOf(valueAt(spot.node, "propertyName"));
  if (property === undefined) return;
  const mapping: { value: string; schema: SchemaId }[] = [];
  for (const { key, value } of entriesOf(valueAt(spot.node, "mapping"))) {
    if (mapping.length >= mostValues) break;
    const target = textOf(value);
    const found = target === undefined ? "lost" : reader.named(...asReference(reader, target, spot));
    if (typeof found === "object") mapping.push({ value: key, schema: found.ref });
  }
  draft.discriminator = { property, mapping };
}

/** Values that choose by the names of the schemas themselves, of those that no value is written for. */
export function withOwnNames(draft: SchemaDraft): void {
  const { discriminator, oneOf, anyOf } = draft;
  if (!discriminator) return;
  const chosen = new Set(discriminator.mapping.map(({ schema }) => schema));
  const own = [...oneOf, ...anyOf].flatMap(({ ref }) =>
    ref === undefined || chosen.has(ref) ? [] : [{ value: ref.slice(ref.lastIndexOf("/") + 1), schema: ref }],
  );
  draft.discriminator = {
    ...discriminator,
    mapping: [...discriminator.mapping, ...own].slice(0, mostValues),
  };
}

/** A bare name means the schema of that name in the specification's own file, where there is one. */
function asReference(reader: ModelReader, target: string, spot: Spot): [string, RefOrigin] {
  const { entry } = reader.files;
  const schemas = valueAt(valueAt(reader.root?.node, "components"), "schemas");
  return /^[\w.-]+$/.test(target) && entryOf(schemas, target)
    ? [`#/components/schemas/${target}`, { file: entry }]
    : [target, spot];
}
