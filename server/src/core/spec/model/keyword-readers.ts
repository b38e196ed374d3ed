import type { Spot } from "../resolve-ref.ts";
import { entriesOf, isTrue, itemsOf, textOf, textsOf, valueAt, type SpecNode } from "../spec-node.ts";
import type { NamedSchema, SchemaIndex } from "./checked-schema.ts";
import { exampleValue } from "./example-value.ts";
import { within } from "./model-reader.ts";
import { readXml } from "./read-xml.ts";
import type { CheckedDraft, SchemaGatherer } from "./schema-gatherer.ts";

type KeywordReader = (draft: CheckedDraft, value: SpecNode, spot: Spot, gatherer: SchemaGatherer) => void;

const single = [
  "additionalProperties", "unevaluatedProperties", "propertyNames", "contains", "unevaluatedItems", "not", "if", "then",
  "else",
] as const; // prettier-ignore
const listed = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const named = ["properties", "patternProperties", "dependentSchemas"] as const;
const numbers = [
  "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
  "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
] as const; // prettier-ignore

/** How each keyword is read. A value that cannot be one of the keyword says nothing here: the specification's own check tells it. */
export const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ...single.map((key): [string, KeywordReader] => [
    key,
    (draft, value, spot, gatherer) => {
      if (isSchema(value)) draft[key] = gatherer.inside(spot, value);
    },
  ]),
  ...listed.map((key): [string, KeywordReader] => [
    key,
    (draft, value, spot, gatherer) => {
      if (value.kind === "list") draft[key] = schemasOf(value, spot, gatherer);
    },
  ]),
  ...named.map((key): [string, KeywordReader] => [
    key,
    (draft, value, spot, gatherer) => {
      if (value.kind === "map") draft[key] = namedSchemas(value, spot, gatherer);
    },
  ]),
  ...numbers.map((key): [string, KeywordReader] => [
    key,
    (draft, value) => {
      if (value.kind === "scalar" && typeof value.value === "number" && Number.isFinite(value.value))
        draft.numbers = { ...draft.numbers, [key]: value.value };
    },
  ]),
  [
    "type",
    (draft, value) => {
      const one = textOf(value);
      if (one !== undefined || value.kind === "list")
        draft.types = one === undefined ? textsOf(value) : [one];
    },
  ],
  [
    "items",
    (draft, value, spot, gatherer) => {
      // A list is how drafts before 2020-12 wrote `prefixItems`.
      if (value.kind === "list") draft.prefixItems = schemasOf(value, spot, gatherer);
      else if (isSchema(value)) draft.items = gatherer.inside(spot, value);
    },
  ],
  [
    "enum",
    (draft, value) => {
      const list = exampleValue(value);
      if (Array.isArray(list)) draft.enum = list as readonly unknown[];
      else if (value.kind === "list") draft.untold = "The list under `enum` is longer than is looked at.";
    },
  ],
  [
    "const",
    (draft, value) => {
      const constant = exampleValue(value);
      if (constant === undefined) draft.untold = "The value under `const` is larger than is looked at.";
      else draft.constant = { value: constant };
    },
  ],
  ["xml", (draft, value) => void (draft.xml = readXml(value))],
  ["format", (draft, value) => setText(draft, "format", value)],
  ["pattern", (draft, value) => setText(draft, "pattern", value)],
  [
    "uniqueItems",
    (draft, value) => {
      if (isTrue(value)) draft.uniqueItems = true;
    },
  ],
  [
    "writeOnly",
    (draft, value) => {
      if (isTrue(value)) draft.writeOnly = true;
    },
  ],
  ["required", readRequired],
  [
    "dependentRequired",
    (draft, value) => {
      draft.dependentRequired = [...entriesOf(value)].map(({ key, value: needs }) => [key, textsOf(needs)]);
    },
  ],
  ["discriminator", readDiscriminator],
]);

function isSchema(node: SpecNode): boolean {
  return node.kind === "map" || (node.kind === "scalar" && typeof node.value === "boolean");
}

function schemasOf(list: SpecNode, spot: Spot, gatherer: SchemaGatherer): readonly SchemaIndex[] {
  return itemsOf(list)
    .filter(isSchema)
    .map((node) => gatherer.inside(spot, node));
}

function namedSchemas(map: SpecNode, spot: Spot, gatherer: SchemaGatherer): readonly NamedSchema[] {
  return [...entriesOf(map)].flatMap(({ key, value }): NamedSchema[] =>
    isSchema(value) ? [[key, gatherer.inside(spot, value)]] : [],
  );
}

function setText(draft: CheckedDraft, key: "format" | "pattern", value: SpecNode): void {
  const text = textOf(value);
  if (text !== undefined) draft[key] = text;
}

/** OpenAPI: what is `writeOnly` and required is required of requests alone. */
function readRequired(draft: CheckedDraft, value: SpecNode, spot: Spot, gatherer: SchemaGatherer): void {
  const properties = valueAt(spot.node, "properties");
  draft.required = [...new Set(textsOf(value))].filter((name) => {
    const property = valueAt(properties, name);
    return !property || !gatherer.isWriteOnly(within(spot, property));
  });
}

const mostValues = 500;

/** Values with the schemas that they choose: those that are written, then each schema by its own name. */
function readDiscriminator(draft: CheckedDraft, value: SpecNode, spot: Spot, gatherer: SchemaGatherer): void {
  const property = textOf(valueAt(value, "propertyName"));
  if (property === undefined) return;
  const mapping: NamedSchema[] = [];
  for (const { key, value: target } of [...entriesOf(valueAt(value, "mapping"))].slice(0, mostValues)) {
    const text = textOf(target);
    const chosen = text === undefined ? undefined : chosenBy(text, spot, gatherer);
    if (chosen !== undefined) mapping.push([key, chosen]);
  }
  const branches = [...itemsOf(valueAt(spot.node, "oneOf")), ...itemsOf(valueAt(spot.node, "anyOf"))];
  for (const branch of branches.slice(0, mostValues)) {
    const reference = textOf(valueAt(branch, "$ref"));
    const chosen = reference === undefined ? undefined : gatherer.named(reference, spot);
    const isMapped = mapping.some(([, schema]) => schema === chosen);
    if (reference !== undefined && chosen !== undefined && !isMapped)
      mapping.push([reference.slice(reference.lastIndexOf("/") + 1), chosen]);
  }
  draft.discriminator = { property, mapping };
}

/** A bare name means the schema of that name in the specification's own file, where there is one. */
function chosenBy(target: string, spot: Spot, gatherer: SchemaGatherer): SchemaIndex | undefined {
  const own = /^[\w.-]+$/.test(target)
    ? gatherer.named(`#/components/schemas/${target}`, { file: gatherer.files.entry })
    : undefined;
  return own ?? gatherer.named(target, spot);
}
