import { misspell } from "../recall/misspell.ts";
import type { Random } from "../recall/random.ts";
import type { EndpointPage, PageField } from "./endpoint-page.ts";
import type { Inject, Injection } from "./injection.ts";
import type { CleanPage } from "./make-page.ts";

/** Returns the kinds of drift that can be added to the fields that a page describes individually. */
export function fieldInjections(): [string, Inject][] {
  return [
    ["required field missing: fields", fieldMissing],
    ["field too many: fields", fieldExtra],
    ["field renamed: fields", fieldRenamed],
    ["wrong type: fields", fieldType],
    ["wrong required: fields", fieldRequired],
  ];
}

function fieldMissing({ page }: CleanPage, random: Random): Injection | undefined {
  const field = random.pick(
    page.fields.filter(
      (one) => one.required && page.fields.some((other) => other !== one && other.place === one.place),
    ),
  );
  if (!field) return undefined;
  const fields = page.fields.filter((one) => one !== field);
  return {
    page: { ...page, fields },
    at: fields.filter(({ place }) => place === field.place).map(keyOf),
    codes: ["drift/missing-field"],
    what: `without ${field.place} ${field.name}`,
  };
}

function fieldExtra({ page }: CleanPage, random: Random): Injection | undefined {
  const beside = random.pick(page.fields.filter(isClosedSection));
  if (!beside) return undefined;
  const field = { ...beside, name: `${random.word(4)}_${random.word(5)}`, required: false };
  return {
    page: { ...page, fields: page.fields.flatMap((one) => (one === beside ? [one, field] : [one])) },
    at: [keyOf(field)],
    codes: ["drift/unknown-field"],
    what: `with ${field.place} ${field.name}`,
  };
}

function fieldRenamed({ page }: CleanPage, random: Random): Injection | undefined {
  const field = random.pick(page.fields.filter((one) => isClosedSection(one) && one.name.length > 2));
  if (!field) return undefined;
  const name = misspell(field.name, random);
  if (!/^[\w-]+$/.test(name)) return undefined;
  if (page.fields.some((one) => one.place === field.place && one.name === name)) return undefined;
  return {
    page: withField(page, field, { ...field, name }),
    at: [keyOf({ ...field, name })],
    codes: ["drift/unknown-field"],
    what: `${field.name} as ${name}`,
  };
}

/**
 * Whether no other fields are allowed at the field's location. Returns false for headers, because authors also document
 * headers that aren't in the specification.
 */
function isClosedSection({ place, isOpen }: PageField): boolean {
  return place !== "header" && !isOpen;
}

function fieldType({ page }: CleanPage, random: Random): Injection | undefined {
  const field = random.pick(page.fields.filter(({ type }) => type !== undefined));
  const was = field?.type;
  if (!field || was === undefined) return undefined;
  // A page that states `number` for an integer isn't considered wrong.
  const others = ["string", "integer", "boolean", "array", "object", "number"].filter(
    (type) =>
      type !== was && !(was.endsWith("[]") && type === "array") && !(was === "integer" && type === "number"),
  );
  const type = random.pick(others);
  return {
    page: withField(page, field, { ...field, type }),
    at: [keyOf(field)],
    codes: ["drift/wrong-type"],
    what: `${field.name}: ${was} as ${type ?? ""}`,
  };
}

function fieldRequired({ page }: CleanPage, random: Random): Injection | undefined {
  // A response field without its `required` flag isn't considered a drift, because few authors mark response fields as
  // required.
  const field = random.pick(page.fields.filter(({ place, required }) => place !== "response" || !required));
  if (!field) return undefined;
  return {
    page: withField(page, field, { ...field, required: !field.required }),
    at: [keyOf(field)],
    codes: ["drift/wrong-required"],
    what: `${field.name} as ${field.required ? "optional" : "required"}`,
  };
}

function keyOf({ place, name }: PageField): string {
  return `field:${place}:${name}`;
}

function withField(page: EndpointPage, field: PageField, other: PageField): EndpointPage {
  return { ...page, fields: page.fields.map((one) => (one === field ? other : one)) };
}
