import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { driftMissingField } from "../../rules/drift/missing-field.ts";
import { driftUnknownField } from "../../rules/drift/unknown-field.ts";
import { driftWrongMethod } from "../../rules/drift/wrong-method.ts";
import type { Site } from "../../site/site.ts";
import { findPageDrift } from "./page-drift.ts";

const fence = "```";
const node = "https://node.example.com";

/** Returns a specification with one operation, `POST /rpc`, whose body has these properties. */
function createSpec(properties: Readonly<Record<string, object>>, servers: readonly string[] = [node]): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Node", version: "1" },
    servers: servers.map((url) => ({ url })),
    paths: {
      "/rpc": {
        post: {
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: Object.keys(properties),
                  properties: { ...properties, id: {} },
                },
              },
            },
          },
          responses: { 200: { description: "ok" } },
        },
      },
    },
  });
}

/** Returns the specification of a JSON-RPC method, with the schema of its first parameter. */
function createRpc(method: object, first: object, servers?: readonly string[]): string {
  const params = { type: "array", items: first };
  return createSpec({ jsonrpc: { type: "string", enum: ["2.0"] }, method, params }, servers);
}

const address = { type: "string" };
const filter = { type: "object", properties: { fromBlock: { type: "string" } } };
const chain = {
  "balance.json": createRpc({ const: "eth_getBalance" }, address),
  "logs.json": createRpc({ type: "string", enum: ["eth_getLogs"] }, filter),
};

/** Returns a site with a page of the first specification that contains the sample. */
function createSite(specs: Readonly<Record<string, string>>, sample: string, ignoredFiles: readonly string[] = []) {
  const names = Object.keys(specs);
  const files = {
    "docs.json": JSON.stringify({
      navigation: {
        pages: ["page", ...names.filter((name) => !ignoredFiles.includes(name)).map((name) => `of-${name}`)],
      },
    }),
    "page.mdx": `---\nopenapi: ${names[0]} POST /rpc\n---\n\n${sample}\n`,
    ...Object.fromEntries(
      names
        .filter((name) => !ignoredFiles.includes(name))
        .map((name) => [`of-${name}.mdx`, `---\nopenapi: ${name} POST /rpc\n---\n`]),
    ),
    ...specs,
  };
  return siteOf(new Map(Object.entries(files)), "standard");
}

function findPageDrifts(site: Site) {
  const outline = site.pages.get("page.mdx");
  const references = site.references.get("page.mdx");
  if (!outline || !references) throw new Error("no page");
  return findPageDrift(site, { outline, references });
}

/** Returns the drifts of a page of the first specification, in the form `<specification> <kind> <name> <expected>`. */
function findDrifts(specs: Readonly<Record<string, string>>, sample: string, ignoredFiles: readonly string[] = []) {
  return findPageDrifts(createSite(specs, sample, ignoredFiles)).map(
    ({ spec, kind, name, expected }) => `${spec.path} ${kind} ${name} ${JSON.stringify(expected ?? "")}`,
  );
}

const createCurl = (body: object, url = node) =>
  `${fence}bash\ncurl ${url}/rpc -d '${JSON.stringify(body)}'\n${fence}\n`;
const createExample = (body: object) =>
  `<RequestExample>\n${fence}json\n${JSON.stringify(body)}\n${fence}\n</RequestExample>\n`;
const createCall = (method: string, params: unknown = [], jsonrpc = "2.0") => ({
  jsonrpc,
  id: 1,
  method,
  params,
});

describe("samples for operations with the same method and path", () => {
  const logs = createCall("eth_getLogs", [{ fromBlock: "0x1" }]);
  const balance = createCall("eth_getBalance", ["0x1"]);

  for (const [kind, sample] of [
    ["request", createCurl],
    ["request example", createExample],
  ] as const) {
    it(`accepts a ${kind} of another operation`, () => deepStrictEqual(findDrifts(chain, sample(logs)), []));

    it(`compares a ${kind} with the operation that it calls`, () =>
      deepStrictEqual(
        [
          ...findDrifts(chain, sample(createCall("eth_getLogs", ["0x1"]))),
          ...findDrifts(chain, sample(createCall("eth_getBalance", [{}]))),
          ...findDrifts(chain, sample({ jsonrpc: "2.0", method: "eth_getLogs" })),
        ],
        [
          'logs.json wrong-type params[] "an object"',
          'balance.json wrong-type params[] "a string"',
          'logs.json missing-field params ""',
        ],
      ));

    it(`doesn't compare a ${kind} of a JSON-RPC method without a specification`, () =>
      deepStrictEqual(
        [
          ...findDrifts(chain, sample(createCall("eth_call", [1]))),
          ...findDrifts({ "balance.json": chain["balance.json"] }, sample(logs)),
          ...findDrifts(chain, sample({ method: "eth_call", params: [1], id: 1 })),
        ],
        [],
      ));
  }

  it("compares other values of a JSON-RPC request", () =>
    deepStrictEqual(findDrifts(chain, createCurl(createCall("eth_getBalance", ["0x1"], "1.0"))), [
      'balance.json wrong-value jsonrpc {"verbatim":"\\"2.0\\""}',
    ]));

  it("doesn't compare several JSON-RPC requests with an operation for one", () =>
    deepStrictEqual(findDrifts(chain, createCurl([balance, logs])), []));

  it("accepts a request that any operation without a fixed method accepts", () => {
    const name = { type: "string", default: "eth_getBalance" };
    const withoutFixedMethod = {
      "balance.json": createRpc(name, address),
      "logs.json": createRpc(name, filter),
    };
    deepStrictEqual(findDrifts(withoutFixedMethod, createCurl(logs)), []);
    deepStrictEqual(findDrifts(withoutFixedMethod, createCurl(createCall("eth_getLogs", [[]]))), [
      'balance.json wrong-type params[] {"anyOf":["a string","an object"]}',
    ]);
  });

  it("doesn't compare a request that may call an operation that overlays change", () => {
    const invalidCall = createCurl(createCall("eth_getBalance", [1]));
    strictEqual(findDrifts(chain, invalidCall).length, 1);
    const overlay = JSON.stringify({
      overlay: "1.0.0",
      info: { title: "O", version: "1" },
      extends: "logs.json",
      actions: [{ target: "$.paths", update: {} }],
    });
    deepStrictEqual(findDrifts({ ...chain, "overlay.json": overlay }, invalidCall, ["overlay.json"]), []);
  });

  it("finds the operations of other methods on the same host only", () => {
    const other = createRpc({ const: "eth_getLogs" }, { type: "integer" }, ["https://other.example.com"]);
    const invalidCall = createCurl(createCall("eth_getLogs", ["0x1"]));
    deepStrictEqual(findDrifts({ ...chain, "logs.json": other }, invalidCall), []);
    deepStrictEqual(
      findDrifts({ ...chain, "logs.json": createRpc({ const: "eth_getLogs" }, { type: "integer" }, []) }, invalidCall),
      ['logs.json wrong-type params[] "an integer"'],
    );
  });

  describe("without JSON-RPC", () => {
    const kinds = {
      "card.json": createSpec({ kind: { const: "card" }, number: { type: "string" } }),
      "bank.json": createSpec({ kind: { enum: ["bank", "iban"] }, iban: { type: "string" } }),
    };

    it("compares a request with the operation whose value it has", () => {
      deepStrictEqual(findDrifts(kinds, createCurl({ kind: "iban", iban: "DE" })), []);
      deepStrictEqual(findDrifts(kinds, createCurl({ kind: "bank" })), ['bank.json missing-field iban ""']);
      deepStrictEqual(findDrifts(kinds, createCurl({ kind: "card", number: 1 })), [
        'card.json wrong-type number "a string"',
      ]);
    });

    it("lists the values of all operations if no operation accepts the value", () =>
      deepStrictEqual(findDrifts(kinds, createCurl({ kind: "crad", number: "1" })), [
        'card.json wrong-value kind {"phrase":"one of {values}","values":{"values":"\\"card\\", \\"bank\\", \\"iban\\""}}',
      ]));

    it("leaves out unused specifications", () =>
      deepStrictEqual(findDrifts(kinds, createCurl({ kind: "iban", number: "1" }), ["bank.json"]), [
        'card.json wrong-value kind {"verbatim":"\\"card\\""}',
      ]));
  });

  it("reports a wrong method without `jsonrpc` if the path has only one operation", () => {
    const paySpecs = {
      "pay.json": createSpec({ method: { enum: ["card", "bank"] }, amount: { type: "integer" }, params: {} }),
    };
    deepStrictEqual(findDrifts(paySpecs, createCurl({ method: "crad", amount: "5", params: {} })), [
      'pay.json wrong-value method {"phrase":"one of {values}","values":{"values":"\\"card\\", \\"bank\\""}}',
      'pay.json wrong-type amount "an integer"',
    ]);
  });

  it("compares samples with hundreds of operations quickly", () => {
    const names = Array.from({ length: 40 }, (_, i) => `field${i}`);
    const fields = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const specs = Object.fromEntries(
      Array.from({ length: 250 }, (_, i) => [`s${i}.json`, createSpec({ kind: { enum: [`k${i}`] }, ...fields })]),
    );
    const sample = createCurl({ kind: "other", ...Object.fromEntries(names.map((name) => [name, 1])) });
    const site = createSite(specs, sample.repeat(20));
    assertQuick(1500, () => deepStrictEqual(findPageDrifts(site).length, 20));
  });
});

// The service replaces an imported snippet with its content, so readers see its fields on the page.
describe("drift/missing-field on a page with snippets", () => {
  const orderSchema = {
    type: "object",
    required: ["item", "size"],
    properties: { item: { type: "string" }, size: { type: "string" } },
  };
  const createApi = (schema: object) => ({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {
      "/orders": {
        post: {
          requestBody: {
            content: {
              "application/json": {
                schema,
              },
            },
          },
          responses: { 204: { description: "ok" } },
        },
      },
    },
  });
  const createSite = (page: string, snippets = "", schema: object = orderSchema) =>
    `//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- api.json\n${JSON.stringify(createApi(schema))}\n//- page.mdx\n---\nopenapi: POST /orders\n---\n\n${page}\n${snippets}`;
  const item = '<ParamField body="item" type="string" required />';
  const size = '<ParamField body="size" type="string" required />';
  const markedItem = item.replace("ParamField", "[|ParamField|]");
  const sizeSnippet = `//- snippets/size.mdx\n${size}\n`;

  it("accepts a field that a snippet documents", () => {
    const page = (shownItem: string, tag: string) => `import Size from "/snippets/size.mdx";\n\n${shownItem}\n\n${tag}`;
    checkRule(driftMissingField, createSite(page(item, "<Size />"), sizeSnippet));
    // The snippet isn't shown, or doesn't document the field.
    checkRule(driftMissingField, createSite(page(markedItem, ""), sizeSnippet));
    checkRule(driftMissingField, createSite(page(markedItem, "<Size />"), "//- snippets/size.mdx\nText.\n"));
  });

  it("reports a field if a snippet documents only another field with the same name", () => {
    const page = `import Size from "/snippets/size.mdx";\n\n${markedItem}\n\n<Size />`;
    const responseField = '<ResponseField name="size" type="string" />';
    const wrap = (tag: string) => `<ParamField body="box" type="object">\n${tag}\n</ParamField>`;
    for (const fields of [responseField, wrap(responseField), wrap(size)])
      checkRule(driftMissingField, createSite(page, `//- snippets/size.mdx\n${fields}\n`));
  });

  it("accepts a field inside another field that the page or the snippet shows", () => {
    const box = '<ParamField body="box" type="object" required>';
    const boxSite = (page: string, snippet: string) =>
      createSite(`import Size from "/snippets/size.mdx";\n\n${page}`, `//- snippets/size.mdx\n${snippet}\n`, {
        type: "object",
        required: ["box"],
        properties: {
          box: {
            type: "object",
            required: ["item", "size"],
            properties: { item: { type: "string" }, size: { type: "string" } },
          },
        },
      });
    const boxItem = '<ResponseField name="item" type="string" required />';
    const markedBoxItem = boxItem.replace("ResponseField", "[|ResponseField|]");
    const responseSize = '<ResponseField name="size" type="string" required />';
    checkRule(driftMissingField, boxSite(`${box}\n${markedBoxItem}\n</ParamField>`, ""));
    checkRule(driftMissingField, boxSite(`${box}\n${boxItem}\n<Size />\n</ParamField>`, responseSize));
    checkRule(
      driftMissingField,
      boxSite(`${box}\n${boxItem}\n</ParamField>\n<Size />`, `${box}\n${size}\n</ParamField>`),
    );
  });

  it("accepts a field that a snippet in a snippet documents, and reads snippets that import each other", () => {
    const page = (shownItem: string) => `import More from "/snippets/more.mdx";\n\n${shownItem}\n\n<More />`;
    const more = 'import Size from "/snippets/size.mdx";\n\n<Size />\n';
    checkRule(driftMissingField, createSite(page(item), `//- snippets/more.mdx\n${more}${sizeSnippet}`));
    const cycle = `//- snippets/more.mdx\n${more}//- snippets/size.mdx\nimport More from "/snippets/more.mdx";\n\n<More />\n`;
    const problems = checkRule(driftMissingField, createSite(page(markedItem), cycle));
    deepStrictEqual(problems.length, 1);
  });
});

describe("sample requests with the URL or method of another operation", () => {
  const createOperation = (required: readonly string[], optional: readonly string[] = []) => ({
    requestBody: {
      content: {
        "application/json": {
          schema: {
            type: "object",
            required,
            properties: Object.fromEntries(
              [...required, ...optional].map((name) => [name, { type: name.endsWith("s") ? "array" : "string" }]),
            ),
          },
        },
      },
    },
    responses: { 200: { description: "ok" } },
  });
  const spec = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: node }],
    paths: {
      "/traffic/enrich": { post: createOperation(["order"]) },
      "/traffic/bulk_enrich": { post: createOperation(["orders"]) },
      "/alerts": { post: createOperation(["events", "key"]), patch: createOperation(["alert"], ["events"]) },
    },
  });
  /** Returns a site with one page that documents the operation and contains the samples. */
  const createMarked = (operation: string, ...samples: readonly string[]) =>
    `//- docs.json
{ "navigation": { "pages": ["page"] } }
//- page.mdx
---
openapi: ${operation}
---

${samples.map((sample) => `${fence}bash\n${sample}\n${fence}\n`).join("\n")}
//- api.json
${spec}
`;
  const checkAll = (marked: string) => {
    for (const rule of [driftMissingField, driftUnknownField]) checkRule(rule, marked.replaceAll(/\[\||\|\]/g, ""));
    return checkRule(driftWrongMethod, marked).map(({ message }) => message);
  };
  const bulk = "POST /traffic/bulk_enrich";

  it("reports a wrong URL instead of the fields", () => {
    const marked = createMarked(bulk, `curl [|${node}/traffic/enrich|] -d '{ "orders": [] }'`);
    deepStrictEqual(checkAll(marked), [
      `This request calls \`POST /traffic/enrich\`, but its body is for \`${bulk}\`, which this page documents, so copied requests may fail. Change the URL or the method.`,
    ]);
    const fixed = createMarked(bulk, `curl ${node}/traffic/bulk_enrich -d '{ "orders": [] }'`);
    checkFix(driftWrongMethod, marked, {
      "page.mdx": fixed.split("//- page.mdx\n")[1]?.split("\n//- api.json")[0] ?? "",
    });
  });

  it("reports a wrong method instead of the fields", () => {
    checkAll(createMarked("PATCH /alerts", `curl -X [|POST|] ${node}/alerts -d '{ "alert": "a", "events": [] }'`));
    checkAll(createMarked("PATCH /alerts", `curl [|${node}/alerts|] -d '{ "alert": "a" }'`));
  });

  it("reports the fields of a body that the page's operation doesn't define", () => {
    const sample = `curl ${node}/traffic/enrich -d '{ "order": "a", [|"extra"|]: 1 }'`;
    checkRule(driftUnknownField, createMarked(bulk, sample));
    strictEqual(checkRule(driftWrongMethod, createMarked(bulk, sample).replaceAll(/\[\||\|\]/g, "")).length, 0);
  });

  it("reports the fields of another operation that fit both", () => {
    const creation = `curl ${node}/alerts -d '[|{|] "events": [] }'`;
    const update = `curl -X PATCH ${node}/alerts -d '{ "alert": "a" }'`;
    checkRule(driftMissingField, createMarked("PATCH /alerts", update, creation));
  });
});
