import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { driftMissingField } from "./missing-field.ts";
import { driftWrongRequired } from "./wrong-required.ts";

interface Descriptions {
  readonly account?: string;
  readonly kind?: string;
  readonly limit?: string;
}

/** Returns a site in which `kind` is required and `account` is optional in the body, and the query has an optional `limit`. */
function createSite(text: string, { account = "", kind = "", limit = "" }: Descriptions = {}): string {
  const spec = {
    openapi: "3.1.0",
    info: { title: "Pay", version: "1" },
    servers: [{ url: "https://pay.example.com" }],
    paths: {
      "/payments": {
        post: {
          parameters: [{ name: "limit", in: "query", description: limit, schema: { type: "integer" } }],
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["kind"],
                  properties: {
                    kind: { type: "string", description: kind },
                    account: { type: "string", description: account },
                  },
                },
              },
            },
          },
          responses: { 200: { description: "ok" } },
        },
      },
    },
  };
  return `//- docs.json
{ "navigation": { "pages": ["pay"] } }
//- pay.mdx
---
openapi: POST /payments
---

${text}
//- api.json
${JSON.stringify(spec)}
`;
}

const kind = '<ParamField body="kind" type="string" required />';
const createAccount = (text: string, attribute = "required") =>
  `${kind}\n\n<ParamField body="account" type="string" ${attribute}>\n${text}\n</ParamField>\n`;

describe("fields that are required under a condition", () => {
  it("are reported without a condition", () => {
    for (const text of [
      "The account.",
      "Required for all payments.",
      "This is the only required value.",
      "True if a card is required.",
      "Whether a card is required for guests.",
      "Sets that a card is required for guests.",
      "Start of the period. Use either ISO 8601 or a Unix timestamp.",
      "One of low, normal, and high (required).",
      "If true, orders ship at once, and the name is required to be unique.",
    ])
      checkRule(driftWrongRequired, createSite(createAccount(text, "[|required|]"), { account: text }));
  });

  for (const condition of [
    "Required if `kind` is `bank`.",
    "**Required** when you pay by bank transfer.",
    "The account (required for bank transfers).",
    "Only required without a card.",
    "If `kind` is `bank`, this is required.",
    "Either `account` or `card` must be set.",
    "One of `account` and `card` is required.",
    "Unless you pay by card, this field is required.",
  ]) {
    it(`aren't reported if the page says: ${condition}`, () => {
      checkRule(driftWrongRequired, createSite(createAccount(condition)));
    });

    it(`aren't reported if the specification says: ${condition}`, () => {
      checkRule(driftWrongRequired, createSite(createAccount("The account."), { account: condition }));
      checkRule(
        driftWrongRequired,
        createSite('<ParamField query="limit" type="integer" required />', { limit: condition }),
      );
    });
  }

  it("can be missing from a sample", () => {
    const createSample = (brace: string) =>
      `<RequestExample>\n\`\`\`json\n${brace} "account": "DE" }\n\`\`\`\n</RequestExample>`;
    checkRule(driftMissingField, createSite(createSample("[|{|]"), { kind: "The kind." }));
    checkRule(driftMissingField, createSite(createSample("{"), { kind: "Required if there's a card." }));
  });

  it("are reported if only the next field has a condition", () => {
    const next = '<ParamField body="limit" type="string">\nRequired if `kind` is `bank`.\n</ParamField>';
    checkRule(driftWrongRequired, createSite(`${createAccount("The account.", "[|required|]")}\n${next}`));
  });

  it("aren't reported if the page describes one of several uses of the operation", () => {
    const addPage = (path: string) =>
      createSite(createAccount("The account.", "[|required|]")) +
      `//- ${path}\n---\ntitle: Pay by card\nopenapi: POST /payments\n---\n\nPay.\n`;
    checkRule(driftWrongRequired, addPage("de/pay.mdx"));
    // A page outside the navigation isn't another use that readers see.
    checkRule(driftWrongRequired, addPage("card.mdx"));
    const listedPage = addPage("card.mdx").replace('"pay"', '"pay", "card"');
    assert.ok(listedPage.includes('"pay", "card"'));
    checkRule(driftWrongRequired, listedPage.replace(/\[\||\|\]/g, ""));
  });

  it("aren't reported if an object inside the body has a field with the same name and flag", () => {
    const createSpec = (required: readonly string[]) => {
      const inner = { type: "object", required, properties: { sessionId: { type: "string" } } };
      const schema = {
        type: "object",
        required: ["kind"],
        properties: {
          kind: { type: "string" },
          sessionId: { type: "string" },
          events: { type: "array", items: { oneOf: [{ type: "object" }, inner] } },
        },
      };
      return {
        openapi: "3.1.0",
        info: { title: "Pay", version: "1" },
        paths: {
          "/payments": {
            post: {
              requestBody: { content: { "application/json": { schema } } },
              responses: { 200: { description: "ok" } },
            },
          },
        },
      };
    };
    const createFixture = (attribute: string, required: readonly string[]) =>
      `//- docs.json\n{ "navigation": { "pages": ["pay"] } }\n//- api.json\n${JSON.stringify(createSpec(required))}\n//- pay.mdx\n---\nopenapi: POST /payments\n---\n\n${kind}\n\n<ParamField body="sessionId" type="string" ${attribute} />\n`;
    checkRule(driftWrongRequired, createFixture("[|required|]", []));
    checkRule(driftWrongRequired, createFixture("required", ["sessionId"]));
    // If the page documents the object's fields, the field outside it is another one.
    const innerField = '<ParamField body="sessionId" type="string" required />';
    const events = `<ParamField body="events" type="array">\n  <Expandable>\n    ${innerField}\n  </Expandable>\n</ParamField>\n`;
    checkRule(driftWrongRequired, `${createFixture("[|required|]", ["sessionId"])}\n${events}`);
  });

  it("names the consequence for code if a field of the response is optional", () => {
    const schema = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, free: { type: "boolean" } },
    };
    const response = { description: "OK", content: { "application/json": { schema } } };
    const spec = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Pay", version: "1" },
      paths: { "/plans": { get: { responses: { 200: response } } } },
    });
    const [problem] = checkRule(
      driftWrongRequired,
      `//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- api.json\n${spec}\n//- page.mdx\n---\nopenapi: GET /plans\n---\n\n<ResponseField name="id" required />\n\n<ResponseField name="free" [|required|] />\n`,
    );
    assert.match(problem?.message ?? "", /is always present according to this page, but optional in `api\.json`/);
  });
});
