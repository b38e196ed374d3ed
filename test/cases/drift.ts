import type { Case, Verdict } from "./case.ts";

const ok = { responses: { 200: { description: "ok" } } };
const query = (name: string, type: string) => ({ name, in: "query", schema: { type } });
const shop = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.com" }],
  paths: {
    "/orders": {
      get: {
        summary: "List orders",
        parameters: [query("limit", "integer"), query("cursor", "string")],
        ...ok,
      },
      post: { summary: "Create order", parameters: [query("dry_run", "boolean")], ...ok },
    },
  },
};

/** Returns a case about a page of `GET /orders` with this text. */
function onPage(name: string, body: string, both: Verdict): Case {
  return {
    name,
    nav: { pages: ["index", "list"] },
    files: {
      "shop.json": shop,
      "list.mdx": `---\ntitle: List orders\ndescription: All of them.\nopenapi: shop.json GET /orders\n---\n\n${body}\n`,
    },
    both,
  };
}

const limit = '<ParamField query="limit" type="integer">Most of them.</ParamField>';
const dryRun = '<ParamField query="dry_run" type="boolean">Only check.</ParamField>';
const unknownQuery = ["status", "sort", "search"].map((name) => limit.replace("limit", name)).join("\n\n");
const cursor = limit.replace("limit", "cursor").replace("integer", "string");
/** Returns a case about a sample request without the required header, whose description names its earlier name. */
function headerCase(name: string, header: string, both: Verdict): Case {
  const parameter = { name: "Sign-In", in: "header", required: true, schema: { type: "string" } };
  const get = { parameters: [{ ...parameter, description: "Also accepted as X-Sign-In." }], ...ok };
  return {
    name,
    nav: { pages: ["index", "list"] },
    files: {
      "shop.json": { ...shop, paths: { "/me": { get } } },
      "list.mdx": `---\ntitle: Me\ndescription: You.\nopenapi: shop.json GET /me\n---\n\n\`\`\`bash\ncurl https://shop.example.com/me -H '${header}: a'\n\`\`\`\n`,
    },
    both,
  };
}

/** Returns a case about a sample request without the header `X-Key` of an operation with these parameters or schemes. */
function keyCase(name: string, operation: object, sample: string, both: Verdict): Case {
  const schemes = {
    header: { type: "apiKey", in: "header", name: "X-Key" },
    query: { type: "apiKey", in: "query", name: "key" },
  };
  const key = { name: "X-Key", in: "header", required: true, schema: { type: "string" } };
  const { parameters = [], ...other } = operation as { readonly parameters?: readonly object[] };
  const get = { parameters: [key, ...parameters], ...other, ...ok };
  return {
    name,
    nav: { pages: ["index", "list"] },
    files: {
      "shop.json": { ...shop, components: { securitySchemes: schemes }, paths: { "/me": { get } } },
      "list.mdx": `---\ntitle: Me\ndescription: You.\nopenapi: shop.json GET /me\n---\n\n${sample}\n`,
    },
    both,
  };
}

const curlWithKey = "```bash\ncurl 'https://shop.example.com/me?key=a'\n```";
const alternativeKey = { ...query("key", "string"), description: "Alternative to using the X-Key header." };
const schemeOf = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, []]));
/** Returns a sample that calls `fetch` with these options. */
function formatFetch(options: string): string {
  return `\`\`\`js\nconst made = new Headers(meta);\nfetch("https://shop.example.com/me" // who\n, { ${options} });\n\`\`\``;
}

/** Returns a case about a page without an `id` and the specification's examples, by status. */
function responseCase(name: string, examples: Readonly<Record<string, unknown>>, both: Verdict): Case {
  const schema = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "string" }, title: { type: "string" } },
  };
  const responses = Object.fromEntries(
    Object.entries(examples).map(([status, example]) => [
      status,
      { description: "ok", content: { "application/json": { schema, example } } },
    ]),
  );
  return {
    name,
    nav: { pages: ["index", "list"] },
    files: {
      "shop.json": { ...shop, paths: { "/me": { get: { summary: "Me", responses } } } },
      "list.mdx":
        '---\ntitle: Me\ndescription: You.\nopenapi: shop.json GET /me\n---\n\n<ResponseField name="title" type="string">A</ResponseField>\n',
    },
    both,
  };
}

/**
 * The operation's own parameters. If most of the parameters on a page aren't the operation's own, the page describes
 * something else.
 */
const own = `${limit}\n\n${cursor}`;
const unknown = (name: string) => [`warning drift/unknown-field \`${name}\``];

const products = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.com" }],
  paths: {
    "/products": {
      post: {
        summary: "Create product",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["key"],
                properties: { key: { type: "string" }, title: { type: "string" }, quantity: { type: "integer" } },
              },
            },
          },
        },
        ...ok,
      },
    },
  },
};

/** Returns a case about a page of `POST /products` that shows a request with this body. */
function requestCase(name: string, body: string, both: Verdict, comment = "", after = ""): Case {
  return {
    name,
    nav: { pages: ["index", "create"] },
    files: {
      "shop.json": products,
      "create.mdx": `---\ntitle: Create product\ndescription: How to.\nopenapi: shop.json POST /products\n---\n\n\`\`\`js\n${comment}\nawait fetch("https://shop.example.com/products", {\n  method: "POST",\n  body: ${body},\n});\n\`\`\`\n\n${after}`,
    },
    both,
  };
}

/** Returns a case about a page that shows a request without a required field, followed by this text. */
function followedBy(name: string, after: string, both: Verdict): Case {
  return requestCase(name, 'JSON.stringify({ title: "Lamp" })', both, "", after);
}

const errorResponse = '```json\n{ "error": { "code": "missing_key", "message": "The key is missing." } }\n```\n';
const missingField = ["warning drift/missing-field"];

/**
 * Returns a case about a page that shows a request to `POST /products`, which only the page `create` refers to. `create`
 * is in the navigation only if `listed` contains it.
 */
function hiddenCase(name: string, listed: readonly string[], create: string, sample: string, both: Verdict): Case {
  return {
    name,
    nav: { pages: ["index", ...listed] },
    files: {
      "shop.json": products,
      "create.mdx": `---\ntitle: Create product\ndescription: How to.\nopenapi: POST /products\n---\n\n${create}\n`,
      "guide.mdx": `---\ntitle: Guide\ndescription: How to.\n---\n\n${sample}\n`,
    },
    both,
  };
}

const incompleteRequest =
  "```bash\ncurl -X POST https://shop.example.com/products -H 'Content-Type: application/json' -d '{ \"title\": \"Lamp\" }'\n```";

/** Returns a case about pages with this text of `POST /products`, whose specification contains these examples. */
function exampleCase(name: string, examples: object, texts: readonly string[], more: Partial<Case>): Case {
  const { post } = products.paths["/products"];
  const { schema } = post.requestBody.content["application/json"];
  const json = { "application/json": { schema, ...examples } };
  const responses = { 200: { description: "ok", content: { "application/json": { schema } } } };
  const paths = { "/products": { post: { ...post, requestBody: { required: true, content: json }, responses } } };
  return {
    name,
    nav: { pages: ["index", "create", ...texts.slice(1).map((_, i) => `guide-${i}`)] },
    files: {
      "shop.json": { ...products, paths },
      ...Object.fromEntries(
        texts.map((text, i) => [
          i === 0 ? "create.mdx" : `guide-${i - 1}.mdx`,
          `---\ntitle: Page ${i}\ndescription: How to.\n${i === 0 ? "openapi: POST /products\n" : ""}---\n\n${text}\n`,
        ]),
      ),
    },
    ...more,
  };
}

const misspelledRequest = incompleteRequest.replace('"title": "Lamp"', '"key": "k", "quantty": 2');
const titleField = '<ResponseField name="title" type="string">The title.</ResponseField>';
const keyField = '<ParamField body="key" type="string" required>The key.</ParamField>';

/** Returns the specification of a JSON-RPC method, which has the same method and path as all others. */
function rpcMethod(method: string, params: object): object {
  const properties = {
    jsonrpc: { const: "2.0" },
    id: { type: "integer" },
    method: { const: method },
    params,
  };
  const schema = { type: "object", required: ["method", "params"], properties };
  return {
    openapi: "3.1.0",
    info: { title: method, version: "1" },
    servers: [{ url: "https://node.example.com" }],
    paths: {
      "/rpc": {
        post: { summary: method, requestBody: { content: { "application/json": { schema } } }, ...ok },
      },
    },
  };
}

/** Returns a case about a page of the JSON-RPC method `getBalance` that shows a request with this body. */
function rpcCase(name: string, body: string, both: Verdict): Case {
  return {
    name,
    files: {
      "balance.json": rpcMethod("getBalance", { type: "array", items: { type: "string" } }),
      "block.json": rpcMethod("getBlock", { type: "array", items: { type: "integer" } }),
      "balance.mdx": `---\ntitle: getBalance\ndescription: How to.\nopenapi: balance.json POST /rpc\n---\n\n\`\`\`bash\ncurl https://node.example.com/rpc -d '${body}'\n\`\`\`\n`,
      "block.mdx": "---\ntitle: getBlock\ndescription: How to.\nopenapi: block.json POST /rpc\n---\n",
    },
    nav: { pages: ["index", "balance", "block"] },
    both,
  };
}

/** Returns a case about a request to `/items/mine`, which the specification defines only with these methods. */
function pathCase(name: string, methods: readonly string[], both: Verdict): Case {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const mine = Object.fromEntries(methods.map((method) => [method, { summary: `${method} mine`, ...ok }]));
  const items = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example.com" }],
    paths: { "/items/{id}": { get: { summary: "Get item", parameters: [id], ...ok } }, "/items/mine": mine },
  };
  return {
    name,
    files: {
      "shop.json": items,
      "index.mdx": `---\ntitle: Mine\n---\n\n\`\`\`bash\ncurl "https://shop.example.com/items/mine?limit=5"\n\`\`\`\n`,
    },
    nav: { groups: [{ group: "API", openapi: "shop.json", pages: ["index"] }] },
    both,
  };
}

/**
 * A page may document several endpoints, so each field belongs to the nearest endpoint. Docwright can't determine
 * whether the page or the specification is wrong.
 */
export const drift: readonly Case[] = [
  onPage("a parameter of the page's operation", limit, "clean"),
  onPage("a parameter that no operation defines", `${own}\n\n${limit.replace("limit", "lines")}`, unknown("lines")),
  // A query string has no object around its parameters, so the page describes this operation.
  onPage(
    "more unknown than known parameters",
    `${own}\n\n${unknownQuery}`,
    ["status", "sort", "search"].flatMap(unknown),
  ),
  onPage("a parameter of another operation", `${own}\n\n${dryRun}`, unknown("dry_run")),
  onPage("a parameter with another type", limit.replace("integer", "boolean"), ["warning drift/wrong-type `boolean`"]),
  onPage("a parameter below the heading of another operation", `${own}\n\n## POST /orders\n\n${dryRun}`, "clean"),
  onPage(
    "a parameter in the section of a request to another operation",
    `${own}\n\n## Create\n\n\`\`\`bash\ncurl -X POST https://shop.example.com/orders\n\`\`\`\n\n${dryRun}`,
    "clean",
  ),
  onPage("a parameter in each of two sections", `## GET /orders\n\n${own}\n\n## POST /orders\n\n${dryRun}`, "clean"),
  onPage(
    "a parameter in the section of another operation",
    `## GET /orders\n\n${own}\n\n${dryRun}\n\n## POST /orders\n\n${dryRun}`,
    unknown("dry_run"),
  ),
  onPage(
    "a parameter below the heading of an operation that isn't in the specification",
    `${own}\n\n## DELETE /baskets\n\n${dryRun}`,
    "clean",
  ),
  requestCase("a body without a required field", 'JSON.stringify({ title: "Lamp" })', ["warning drift/missing-field"]),
  // A comment in place of fields represents fields that readers add themselves.
  requestCase("a comment instead of a body", "JSON.stringify({ /* the request body */ })", "clean"),
  requestCase("an empty body", "JSON.stringify({})", ["warning drift/missing-field"]),
  // Documentation also shows requests that are incorrect on purpose.
  requestCase(
    "a request that a comment calls incorrect",
    'JSON.stringify({ title: "Lamp" })',
    "clean",
    "// ❌ Incorrect",
  ),
  requestCase("a request that a comment calls wrong", 'JSON.stringify({ title: "Lamp" })', "clean", "// Wrong: no key"),
  requestCase(
    "a request with another comment",
    'JSON.stringify({ title: "Lamp" })',
    ["warning drift/missing-field"],
    "// Create a product",
  ),
  // A page that shows the error that a request causes shows an incorrect request on purpose.
  followedBy("a request followed by the error it causes", errorResponse, "clean"),
  followedBy(
    "a request followed by text and an error",
    `The API responds:\n\n${errorResponse.replace("json", "json 422 title")}`,
    "clean",
  ),
  followedBy("a request followed by an HTTP error", "```http\nHTTP/1.1 400 Bad Request\n```\n", "clean"),
  followedBy("a request followed by a response", '```json\n{ "id": 1, "error": null }\n```\n', missingField),
  followedBy("a request followed by another section's error", `## Errors\n\n${errorResponse}`, missingField),
  // Readers can't find a hidden page in the menu. Such a page often belongs to an earlier version of the API.
  hiddenCase("a request to an operation on a hidden page", ["guide"], "", incompleteRequest, "clean"),
  hiddenCase(
    "a request to an operation on a page in the menu",
    ["guide", "create"],
    "",
    incompleteRequest,
    missingField,
  ),
  hiddenCase("a request on the hidden page of its operation", [], incompleteRequest, "Text.", missingField),
  // If the specification contradicts itself, it doesn't show that the page is wrong.
  exampleCase("a request like the specification's example", { example: { title: "Lamp" } }, [incompleteRequest], {
    both: "clean",
  }),
  exampleCase("a request unlike the specification's example", { example: { key: "k" } }, [incompleteRequest], {
    both: missingField,
  }),
  exampleCase("a request that lacks a field on four pages", {}, Array(4).fill(incompleteRequest), {
    both: Array(4).fill("warning drift/missing-field"),
    shown: ["warning drift/missing-field"],
  }),
  exampleCase("a misspelled field on one page", {}, [misspelledRequest], {
    both: ["warning drift/unknown-field"],
    offers: ["Change to `quantity`"],
  }),
  exampleCase("a response without a field", {}, [titleField], { both: missingField }),
  exampleCase(
    "a response without a field that the page documents in the request",
    {},
    [`${keyField}\n\n## Response\n\n${titleField}`],
    { both: "clean" },
  ),
  // `/items/mine` takes precedence over `/items/{id}`, regardless of the method.
  pathCase("a request to a path with the same method", ["get"], unknown("limit")),
  pathCase("a request to a path with another method", ["post"], "clean"),
  // All methods of JSON-RPC have the same path. The value of `method` determines which one a request calls.
  rpcCase("a JSON-RPC request of the page's method", '{ "method": "getBalance", "params": [1] }', [
    "warning drift/wrong-type `1`",
  ]),
  rpcCase("a JSON-RPC request of another method", '{ "method": "getBlock", "params": [1] }', "clean"),
  rpcCase("a wrong JSON-RPC request of another method", '{ "method": "getBlock", "params": ["1"] }', [
    "warning drift/wrong-type `1`",
  ]),
  rpcCase("a JSON-RPC request of an unknown method", '{ "method": "getSlot", "params": [1] }', "clean"),
  headerCase("a request without a required header", "X-Other", ["warning drift/missing-field"]),
  keyCase(
    "a request without a header that clients set",
    { parameters: [{ name: "Content-Length", in: "header", required: true, schema: { type: "integer" } }] },
    "```bash\ncurl https://shop.example.com/me -H 'X-Key: a' -X GET --data-binary @b\n```",
    "clean",
  ),
  {
    name: "a required field of the body in the query string",
    nav: { pages: ["index", "add"] },
    files: {
      "shop.json": {
        ...shop,
        paths: {
          "/teams": {
            post: {
              requestBody: {
                content: {
                  "application/json": {
                    schema: {
                      type: "object",
                      required: ["name", "team_id"],
                      properties: { name: { type: "string" }, team_id: { type: "string" } },
                    },
                  },
                },
              },
              ...ok,
            },
          },
        },
      },
      "add.mdx": `---\ntitle: Add\ndescription: One.\nopenapi: shop.json POST /teams\n---\n\n\`\`\`bash\ncurl -X POST "https://shop.example.com/teams?team_id=1" -d '{"name": "a"}'\n\`\`\`\n`,
    },
    both: ["warning drift/unknown-field"],
  },
  headerCase("a request with the earlier name of a required header", "X-Sign-In", "clean"),
  keyCase(
    "a parameter that is documented as an alternative to a header",
    { parameters: [alternativeKey] },
    curlWithKey,
    "clean",
  ),
  keyCase("a parameter that isn't an alternative to a header", { parameters: [query("key", "string")] }, curlWithKey, [
    "warning drift/missing-field",
  ]),
  keyCase(
    "a request with another security alternative",
    { security: [schemeOf("header"), schemeOf("query")] },
    curlWithKey,
    "clean",
  ),
  keyCase("a request with one of two required keys", { security: [schemeOf("header", "query")] }, curlWithKey, [
    "warning drift/missing-field",
  ]),
  keyCase("headers from a variable", {}, formatFetch("headers: made"), "clean"),
  keyCase("headers without the required one", {}, formatFetch('headers: { "X-Other": "a" }'), [
    "warning drift/missing-field",
  ]),
  responseCase("a page without a field like the example of the response", { 200: { title: "a" } }, "clean"),
  responseCase(
    "a page without a field like the example of another response",
    { 200: { id: "1" }, 404: { title: "a" } },
    ["warning drift/missing-field"],
  ),
  exampleCase(
    "a request without a field that isn't necessary according to the page",
    {},
    [`${incompleteRequest}\n\nThe \`key\` parameter is ignored.`],
    { both: "clean" },
  ),
  exampleCase(
    "a request without a field that the page mentions",
    {},
    [`${incompleteRequest}\n\nThe \`key\` is long.`],
    {
      both: missingField,
    },
  ),
  {
    name: "a request to an operation in a specification that the site doesn't use",
    nav: { pages: ["index", "list"] },
    files: {
      "shop.json": shop,
      "list.mdx": `---\ntitle: List orders\ndescription: All.\napi: GET https://shop.example.com/orders\n---\n\n${own}\n\n${limit.replace("limit", "size")}\n`,
    },
    both: "clean",
  },
];
