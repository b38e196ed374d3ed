import { misspell } from "../recall/misspell.ts";
import type { Random } from "../recall/random.ts";
import type { EndpointPage } from "./endpoint-page.ts";
import type { Inject } from "./injection.ts";
import { isWorse } from "./is-drift.ts";
import type { Json } from "./read-api.ts";
import { getKind, type ValueLocation } from "./sample-json.ts";

/** Returns the kinds of drift that can be added to any JSON on a page. */
export function listJsonInjections(): [string, Inject][] {
  return jsonParts.flatMap((part): [string, Inject][] => {
    const kindLabels = { body: "JSON body", answer: "JSON answer", curl: "curl body", fetch: "fetch body" }[part];
    return [
      [`required field missing: ${kindLabels}`, createInject(part, removeMember)],
      [`field too many: ${kindLabels}`, createInject(part, addMember)],
      [`field renamed: ${kindLabels}`, createInject(part, renameMember)],
      [`wrong type: ${kindLabels}`, createInject(part, changeType)],
      [`wrong value of a list: ${kindLabels}`, createInject(part, changeValue)],
    ];
  });
}

const jsonParts = ["body", "answer", "curl", "fetch"] as const;
type JsonPart = (typeof jsonParts)[number];

interface JsonChange {
  readonly value: Json;
  readonly at: string;
  readonly code: string;
  readonly what: string;
  /** Whether a JSON Schema validator can confirm the drift. */
  readonly isInvalid: boolean;
}

type ChangeJson = (value: Json, spots: ReadonlyMap<string, ValueLocation>, random: Random) => JsonChange | undefined;

function createInject(part: JsonPart, change: ChangeJson): Inject {
  return (cleanPage, random) => {
    const { page, operation, api } = cleanPage;
    const sample = part === "answer" ? cleanPage.answer : cleanPage.body;
    const schema = part === "answer" ? operation.answer?.schema : operation.body;
    if (!sample || !schema || typeof sample.value !== "object") return undefined;
    const changedValue = change(sample.value, sample.spots, random);
    if (!changedValue || (changedValue.isInvalid && isWorse(api, schema, sample.value, changedValue.value) !== true))
      return undefined;
    const { value } = changedValue;
    const endpointPage: EndpointPage =
      part === "body"
        ? { ...page, body: value }
        : part === "answer"
          ? { ...page, answer: page.answer && { ...page.answer, value } }
          : { ...page, [part]: page[part] && { ...page[part], body: value } };
    return {
      page: endpointPage,
      at: [`${part}:${changedValue.at}`],
      codes: [changedValue.code],
      what: changedValue.what,
    };
  };
}

function listSpots<K extends ValueLocation["kind"]>(
  spots: ReadonlyMap<string, ValueLocation>,
  kind: K,
): readonly (readonly [string, Extract<ValueLocation, { kind: K }>])[] {
  return [...spots].filter((entry): entry is [string, Extract<ValueLocation, { kind: K }>] => entry[1].kind === kind);
}

function removeMember(value: Json, spots: ReadonlyMap<string, ValueLocation>, random: Random): JsonChange | undefined {
  const found = random.pick(listSpots(spots, "object").filter(([, { required }]) => required.length > 0));
  const name = found && random.pick(found[1].required);
  if (!found || name === undefined) return undefined;
  const changed = changeAt(value, found[0], (object) => {
    const { [name]: _gone, ...rest } = object as Readonly<Record<string, Json>>;
    return rest;
  });
  // If an object with a single field loses this field, the remaining object can no longer be recognized.
  return {
    value: changed,
    at: found[0],
    code: "drift/missing-field",
    what: `without ${name}`,
    isInvalid: true,
  };
}

function addMember(value: Json, spots: ReadonlyMap<string, ValueLocation>, random: Random): JsonChange | undefined {
  const found = random.pick(listSpots(spots, "object").filter(([, { isOpen }]) => !isOpen));
  if (!found) return undefined;
  const name = `${random.nextWord(4)}_${random.nextWord(5)}`;
  const changed = changeAt(value, found[0], (object) => ({
    ...(object as Readonly<Record<string, Json>>),
    [name]: "amber",
  }));
  return {
    value: changed,
    at: `${found[0]}/${name}`,
    code: "drift/unknown-field",
    what: `with ${name}`,
    isInvalid: false,
  };
}

function renameMember(value: Json, spots: ReadonlyMap<string, ValueLocation>, random: Random): JsonChange | undefined {
  const found = random.pick(
    listSpots(spots, "object").filter(
      ([pointer, { isOpen }]) => !isOpen && listNamesAt(value, pointer).some((name) => name.length > 2),
    ),
  );
  const name = found && random.pick(listNamesAt(value, found[0]).filter((one) => one.length > 2));
  if (!found || name === undefined) return undefined;
  const wrong = misspell(name, random);
  if (found[1].names.includes(wrong) || wrong === name) return undefined;
  const changed = changeAt(value, found[0], (object) =>
    Object.fromEntries(
      Object.entries(object as Readonly<Record<string, Json>>).map(([key, memberValue]) => [
        key === name ? wrong : key,
        memberValue,
      ]),
    ),
  );
  return {
    value: changed,
    at: `${found[0]}/${wrong}`,
    code: "drift/unknown-field",
    what: `${name} as ${wrong}`,
    isInvalid: false,
  };
}

function changeType(value: Json, spots: ReadonlyMap<string, ValueLocation>, random: Random): JsonChange | undefined {
  const found = random.pick(
    listSpots(spots, "value").filter(
      ([pointer, { types, values }]) => pointer !== "" && types.length > 0 && values.length === 0,
    ),
  );
  if (!found) return undefined;
  const { types } = found[1];
  const others: readonly Json[] = ["ten", 42, 2.5, true, ["amber"]];
  const wrong = random.pick(
    others.filter((one) => !types.includes(getKind(one)) && !(types.includes("number") && typeof one === "number")),
  );
  if (wrong === undefined) return undefined;
  const changed = changeAt(value, found[0], () => wrong);
  return {
    value: changed,
    at: found[0],
    code: "drift/wrong-type",
    what: `${found[0]} is ${JSON.stringify(wrong)}`,
    isInvalid: true,
  };
}

function changeValue(value: Json, spots: ReadonlyMap<string, ValueLocation>, random: Random): JsonChange | undefined {
  const found = random.pick(
    listSpots(spots, "value").filter(([, { values }]) => values.some((one) => typeof one === "string")),
  );
  const knownValue = found && random.pick(found[1].values.filter((one) => typeof one === "string"));
  if (!found || typeof knownValue !== "string") return undefined;
  const wrong = random.nextChance(0.5) && knownValue.length > 2 ? misspell(knownValue, random) : random.nextWord(7);
  if (found[1].values.includes(wrong)) return undefined;
  const changed = changeAt(value, found[0], () => wrong);
  return {
    value: changed,
    at: found[0],
    code: "drift/wrong-value",
    what: `${found[0]} is ${wrong}`,
    isInvalid: true,
  };
}

/** Returns the value with the part at a JSON Pointer replaced. */
function changeAt(value: Json, pointer: string, change: (value: Json) => Json): Json {
  if (pointer === "") return change(value);
  const [, head = "", ...rest] = pointer.split("/");
  const subPath = rest.map((part) => `/${part}`).join("");
  if (Array.isArray(value))
    return value.map((item, i) => (String(i) === head ? changeAt(item as Json, subPath, change) : (item as Json)));
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>).map(([key, memberValue]) => [
      key,
      key === head ? changeAt(memberValue, subPath, change) : memberValue,
    ]),
  );
}

function listNamesAt(value: Json, pointer: string): readonly string[] {
  let found: Json = value;
  for (const part of pointer.split("/").slice(1)) found = (found as Readonly<Record<string, Json>>)[part] ?? null;
  return typeof found === "object" && found !== null && !Array.isArray(found) ? Object.keys(found) : [];
}
