import { deepStrictEqual } from "node:assert/strict";
import { shopApi, versionOf } from "../../../../../test/harness/version-of.ts";
import { readJson } from "../../config/json/json-tree.ts";
import { formatPhrase } from "../../text/phrase.ts";
import { compareValue } from "./compare-value.ts";

type Json = Readonly<Record<string, unknown>>;

/** Returns the kind, name, expected value, and fix text of each drift in a body. */
function findDrifts(schema: Json, value: unknown): string[] {
  const content = { "application/json": { schema } };
  const operation = { requestBody: { content }, responses: { 204: { description: "ok" } } };
  const { models } = versionOf(shopApi({ "/a": { post: operation } }));
  const body = models.operations.get("POST /a")?.body;
  const read = body?.content[0]?.schema;
  const { root } = readJson("", JSON.stringify(value));
  if (!body || !read || !root) throw new Error("no body");
  const part = { schema: read, direction: "request", container: "the request body", location: body.location } as const;
  return compareValue(root, part, models).map(({ kind, name, expected, suggestedName = "", fix }) =>
    [
      kind,
      name,
      expected ? formatPhrase(expected) : suggestedName,
      ...(fix?.kind === "replace" ? [`→ ${fix.text}`] : []),
    ].join(" "),
  );
}

const text = { type: "string" };
const createObject = (properties: Json, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});
const nullSchema = { type: "null" };

describe("drift detection for values that match several types", () => {
  const kinds = {
    oneOf: [
      createObject({ kind: { const: "card" }, number: text }, ["kind", "number"]),
      createObject({ kind: { const: "bank" }, iban: text }, ["kind", "iban"]),
    ],
  };
  const table: readonly (readonly [what: string, found: string[], expected: string[]])[] = [
    [
      "compares an object with the only alternative that isn't null",
      findDrifts({ anyOf: [createObject({ a: text }, ["a"]), nullSchema] }, {}),
      ["missing-field a "],
    ],
    [
      "accepts null if it's an alternative",
      findDrifts({ anyOf: [createObject({ a: text }, ["a"]), nullSchema] }, null),
      [],
    ],
    [
      "compares a value with a single alternative",
      findDrifts({ oneOf: [{ enum: ["all", "last"] }] }, "alll"),
      ['wrong-value  one of "all", "last" → all'],
    ],
    [
      "suggests no value if several values end with the written one",
      findDrifts({ oneOf: [{ enum: ["FI_ADDRESS", "MY_ADDRESS"] }] }, "ADDRESS"),
      ['wrong-value  one of "FI_ADDRESS", "MY_ADDRESS"'],
    ],
    [
      "accepts another case if the description says that it doesn't matter",
      findDrifts(createObject({ a: { enum: ["Gmail"], description: "Case-insensitive." }, b: { enum: ["Gmail"] } }), {
        a: "GMAIL",
        b: "GMAIL",
      }),
      ['wrong-value b "Gmail" → Gmail'],
    ],
    [
      "suggests only names for the type of the value",
      findDrifts(
        { ...createObject({ image_url: text, size: text }), additionalProperties: false },
        { size: "a", image_urls: ["a"] },
      ),
      ["unknown-field image_urls "],
    ],
    [
      "lists the first of many allowed values",
      findDrifts(createObject({ a: { enum: ["proposal", "confirmation", "cancellation", "refund", "review"] } }), {
        a: "other",
      }),
      ['wrong-value a one of "proposal", "confirmation", or 3 more'],
    ],
    [
      "reports a value whose type doesn't match any alternative",
      findDrifts(createObject({ a: { oneOf: [text, { type: "array", items: text }] } }), { a: 42 }),
      ['wrong-type a a string or an array → "42"'],
    ],
    [
      "reports a discriminator value that doesn't select an alternative",
      findDrifts(kinds, { kind: "cash", number: "1" }),
      ['wrong-value kind one of "card", "bank"'],
    ],
    [
      "reports only what's wrong in every alternative",
      findDrifts(
        {
          anyOf: [createObject({ id: text, a: text }, ["id", "a"]), createObject({ id: text, b: text }, ["id", "b"])],
        },
        { id: 7 },
      ),
      ['wrong-type id a string → "7"'],
    ],
    [
      "converts a value only to a value of the enum",
      [
        ...findDrifts(createObject({ ratio: { type: "string", enum: ["portrait", "square"] } }), { ratio: 0 }),
        ...findDrifts(createObject({ code: { type: "string", enum: ["1", "2"] } }), { code: 1 }),
        ...findDrifts(createObject({ count: { type: "integer", enum: [10] } }), { count: "7" }),
      ],
      ["wrong-type ratio a string", 'wrong-type code a string → "1"', "wrong-type count an integer → 10"],
    ],
    [
      "reports nothing if one alternative accepts the value",
      findDrifts({ anyOf: [createObject({ a: text }, ["a"]), createObject({ b: text })] }, { b: "x" }),
      [],
    ],
    ["reports nothing if an alternative can't be resolved", findDrifts({ anyOf: [{ $ref: "#/gone" }, text] }, 7), []],
    [
      "compares a value with the alternative that defines its fields",
      findDrifts(
        {
          oneOf: [
            createObject({ ids: text }, ["ids"]),
            createObject({ filter: createObject({ state: { enum: ["on"] } }), name: text }, ["filter"]),
          ],
        },
        { filter: { state: "onn" }, name: "x" },
      ),
      ['wrong-value filter.state "on" → on'],
    ],
    [
      "compares a value with the only alternative that has its type",
      findDrifts({ oneOf: [text, createObject({ kind: { enum: ["a"] } }, ["kind"])] }, { kind: "b" }),
      ['wrong-value kind "a" → a'],
    ],
  ];
  for (const [caseName, found, expected] of table) it(caseName, () => deepStrictEqual(found, expected));
});

describe("drift detection for renamed fields", () => {
  const integer = { type: "integer" };
  const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      "reports a required field whose name contains the unknown one only once",
      findDrifts(createObject({ city: text, zip: text }, ["city", "zip"]), { city: "a", zip_code: "1" }),
      ["unknown-field zip_code zip → zip"],
    ],
    [
      "compares the words of names in camel case",
      findDrifts(createObject({ city: text, payorCode: text }, ["payorCode"]), { city: "a", code: "1" }),
      ["unknown-field code payorCode → payorCode"],
    ],
    [
      "doesn't choose between several required fields",
      findDrifts(createObject({ city: text, job_id: text, user_id: text }, ["job_id", "user_id"]), {
        city: "a",
        id: "1",
      }),
      ["missing-field job_id ", "missing-field user_id ", "unknown-field id "],
    ],
    [
      "suggests neither an optional field nor one of another type",
      findDrifts(createObject({ city: text, street: text, zip: text, count: integer }, ["count"]), {
        city: "a",
        street: "b",
        zip_code: "1",
        item_count: "x",
      }),
      ["missing-field count ", "unknown-field item_count ", "unknown-field zip_code "],
    ],
    [
      "names the only missing field, without a fix, if it ends with the same word",
      findDrifts(createObject({ email: text, amount: integer, event_id: text }, ["email", "amount", "event_id"]), {
        email: "a@example.com",
        sale_amount: 7,
        order_id: "1",
      }),
      ["unknown-field order_id event_id", "unknown-field sale_amount amount → amount"],
    ],
    [
      "names a missing field with a similar name, without a fix, if it has another type",
      findDrifts(createObject({ city: text, entry_ids: { type: "array", items: text } }, ["entry_ids"]), {
        city: "a",
        entry_id: "1",
      }),
      ["unknown-field entry_id entry_ids"],
    ],
    [
      "suggests no field that ends with the same word if several names are unknown or missing",
      [
        ...findDrifts(createObject({ city: text, size: text, event_id: text }, ["event_id"]), {
          city: "a",
          size: "b",
          order_id: "1",
          owner_id: "2",
        }),
        ...findDrifts(createObject({ city: text, event_id: text, user_id: text }, ["event_id", "user_id"]), {
          city: "a",
          order_id: "1",
        }),
      ].toSorted(),
      [
        "missing-field event_id ",
        "missing-field event_id ",
        "missing-field user_id ",
        "unknown-field order_id ",
        "unknown-field order_id ",
        "unknown-field owner_id ",
      ],
    ],
    [
      "doesn't suggest a field that requests leave out",
      findDrifts(createObject({ city: text, event_id: { ...text, readOnly: true } }, ["event_id"]), {
        city: "a",
        order_id: "1",
      }),
      ["unknown-field order_id "],
    ],
  ];
  for (const [caseName, found, expected] of table) it(caseName, () => deepStrictEqual(found.toSorted(), expected));
});
