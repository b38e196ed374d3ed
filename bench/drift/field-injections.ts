import { misspell } from "../recall/misspell.ts";
import type { Random } from "../recall/random.ts";
import type { EndpointPage, PageField } from "./endpoint-page.ts";
import type { Inject, Injection } from "./injection.ts";
import type { CleanPage } from "./make-page.ts";

/** Returns the kinds of drift that can be added to the fields that a page describes individually. */
export function listFieldInjections(): [string, Inject][] {
  return [
    ["required field missing: fields", removeField],
    ["field too many: fields", addField],
    ["field renamed: fields", renameField],
    ["wrong type: fields", changeType],
    ["wrong required: fields", changeRequired],
  ];
}

function removeField({ page }: CleanPage, random: Random): Injection | undefined {
  const field = random.pick(
    page.fields.filter(
      (one) => one.required && page.fields.some((other) => other !== one && other.place === one.place),
    ),
  );
  if (!field) return undefined;
  const fields = page.fields.filter((one) => one !== field);
  return {
    page: { ...page, fields },
    at: fields.filter(({ place }) => place === field.place).map(getKey),
    codes: ["drift/missing-field"],
    what: `without ${field.place} ${field.name}`,
  };
}

function addField({ page }: CleanPage, random: Random): Injection | undefined {
  const beside = random.pick(page.fields.filter(isClosedSection));
  if (!beside) return undefined;
  const field = { ...beside, name: `${random.nextWord(4)}_${random.nextWord(5)}`, required: false };
  return {
    page: { ...page, fields: page.fields.flatMap((one) => (one === beside ? [one, field] : [one])) },
    at: [getKey(field)],
    codes: ["drift/unknown-field"],
    what: `with ${field.place} ${field.name}`,
  };
}

function renameField({ page }: CleanPage, random: Random): Injection | undefined {
  const field = random.pick(page.fields.filter((one) => isClosedSection(one) && one.name.length > 2));
  if (!field) return undefined;
  const name = misspell(field.name, random);
  if (!/^[\w-]+$/.test(name)) return undefined;
  if (page.fields.some((one) => one.place === field.place && one.name === name)) return undefined;
  return {
    page: setField(page, field, { ...field, name }),
    at: [getKey({ ...field, name })],
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

function changeType({ page }: CleanPage, random: Random): Injection | undefined {
  const field = random.pick(page.fields.filter(({ type }) => type !== undefined));
  const was = field?.type;
  if (!field || was === undefined) return undefined;
  // A page that states `number` for an integer isn't considered wrong.
  const others = ["string", "integer", "boolean", "array", "object", "number"].filter(
    (type) => type !== was && !(was.endsWith("[]") && type === "array") && !(was === "integer" && type === "number"),
  );
  const type = random.pick(others);
  return {
    page: setField(page, field, { ...field, type }),
    at: [getKey(field)],
    codes: ["drift/wrong-type"],
    what: `${field.name}: ${was} as ${type ?? ""}`,
  };
}

function changeRequired({ page }: CleanPage, random: Random): Injection | undefined {
  // A response field without its `required` flag isn't considered a drift, because few authors mark response fields as
  // required.
  const field = random.pick(page.fields.filter(({ place, required }) => place !== "response" || !required));
  if (!field) return undefined;
  return {
    page: setField(page, field, { ...field, required: !field.required }),
    at: [getKey(field)],
    codes: ["drift/wrong-required"],
    what: `${field.name} as ${field.required ? "optional" : "required"}`,
  };
}

function getKey({ place, name }: PageField): string {
  return `field:${place}:${name}`;
}

function setField(page: EndpointPage, field: PageField, other: PageField): EndpointPage {
  return { ...page, fields: page.fields.map((one) => (one === field ? other : one)) };
}
