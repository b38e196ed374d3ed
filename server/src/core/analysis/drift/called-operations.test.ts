import { deepStrictEqual } from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findCalls, findOnlySpec, readPageSamples } from "./called-operations.ts";

const paths = {
  "/orders": { get: {}, post: {} },
  "/orders/{id}": { get: {} },
  "/orders/latest": { get: {} },
  "/v2/orders": { get: {} },
  "/{anything}": { get: {} },
};
const createApi = (servers: readonly string[], title = "Shop") =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title, version: "1" },
    servers: servers.map((url) => ({ url })),
    paths,
  });
const own = ["https://shop.example.com/v1"];

interface Given {
  readonly servers?: readonly string[];
  readonly sources?: readonly string[];
  readonly more?: Readonly<Record<string, string>>;
}

/**
 * Returns the operations that the calls in `code` definitely match, in the form `<specification> <method> <path>`. The
 * page that contains the code doesn't document an operation itself.
 */
function listCalledOperations(
  code: string,
  { servers = own, sources = ["api.json"], more = {} }: Given = {},
): string[] {
  const fence = "```";
  const files = {
    "docs.json": JSON.stringify({
      navigation: {
        groups: [{ group: "A", pages: ["page"] }, ...sources.map((openapi) => ({ group: "B", openapi }))],
      },
    }),
    "page.mdx": `---\ntitle: A\n---\n\n${fence}${code.includes("curl") ? "bash" : "js"}\n${code}\n${fence}\n`,
    "api.json": createApi(servers),
    ...more,
  };
  const site = siteOf(new Map(Object.entries(files)), "standard");
  const references = site.references.get("page.mdx");
  if (!references) throw new Error("no page");
  const knownSpecs = { specs: site.specs, onlySpec: findOnlySpec(site) };
  return findCalls(readPageSamples(references).requests, knownSpecs, undefined).map(
    ({ target: { spec, operation } }) => `${spec.path} ${operation.method} ${operation.path}`,
  );
}

const get = (path: string) => [`api.json GET ${path}`];
const twoSpecs = {
  sources: ["api.json", "b.json"],
  more: { "b.json": createApi(["https://b.example.com"], "B") },
};

describe("operation called in a code block", () => {
  const table: readonly (readonly [what: string, found: string[], expected: readonly string[]])[] = [
    ["is found by its server URL", listCalledOperations("curl https://shop.example.com/v1/orders"), get("/orders")],
    ["is found if the site contains an unused copy of the specification", listCalledOperations("curl https://shop.example.com/v1/orders", { more: { "copy.json": createApi(own) } }), get("/orders")],
    ["isn't found if the site also uses a copy of the specification", listCalledOperations("curl https://shop.example.com/v1/orders", { sources: ["api.json", "copy.json"], more: { "copy.json": createApi(own) } }), []],
    ["is found if the base URL is a name in uppercase letters", listCalledOperations("curl -X POST BASE_URL/orders"), ["api.json POST /orders"]],
    ["is found if the base URL is a shell variable", listCalledOperations('curl "$BASE_URL/orders/7" "${OTHER}"'), get("/orders/{id}")],
    ["is found if the base URL is a variable in braces", listCalledOperations("curl ${HOST}/orders/latest"), get("/orders/latest")],
    ["is found if the base URL is a variable that may include the common base path", [...listCalledOperations("curl $HOST/v1/orders"), ...listCalledOperations("curl $HOST/v2/orders")], [...get("/orders"), ...get("/v2/orders")]],
    ["is found if the base URL is an expression", listCalledOperations("await fetch(`${process.env.SHOP_URL}/orders`)"), get("/orders")],
    ["is found if the base URL is a placeholder", [...listCalledOperations("curl '<your-host>/orders'"), ...listCalledOperations("curl '{{baseUrl}}/orders'")], [...get("/orders"), ...get("/orders")]],
    ["is found on a placeholder host", [...listCalledOperations("curl https://your-shop.com/v1/orders"), ...listCalledOperations("curl https://PROJECT_URL/v1/orders")], [...get("/orders"), ...get("/orders")]],
    ["isn't found on a placeholder host without the base path", listCalledOperations("curl https://your-shop.com/orders"), []],
    ["is found on localhost if the API runs there", listCalledOperations("curl http://127.0.0.1:7700/orders", { servers: ["http://localhost:7700"] }), get("/orders")],
    ["is found without a scheme", listCalledOperations("curl localhost:7700/orders", { servers: ["http://localhost:7700"] }), get("/orders")],
    ["is found on localhost if the server URL has variables", [...listCalledOperations("curl http://localhost:1/orders", { servers: ["{scheme}://{host}"] }), ...listCalledOperations("curl http://localhost:1/v1/orders", { servers: ["https://{host}/v1"] }), ...listCalledOperations("curl http://localhost:1/v1/orders", { servers: ["/v1"] }), ...listCalledOperations("curl http://localhost:1/orders", { servers: [] })], [...get("/orders"), ...get("/orders"), ...get("/orders"), ...get("/orders")]],
    ["isn't found on localhost if the API runs elsewhere", listCalledOperations("curl http://localhost:8888/v1/orders"), []],
    ["isn't found for a path that matches only path parameters", listCalledOperations("curl $HOST/health"), []],
    ["isn't found for a longer path", listCalledOperations("curl $HOST/orders/7/lines"), []],
    ["isn't found for a path with an additional prefix", listCalledOperations("curl $HOST/api/admin/orders"), []],
    ["isn't found for a different method", listCalledOperations("curl -X DELETE $HOST/orders"), []],
    ["isn't found on a different host", [...listCalledOperations("curl https://other.example.com/v1/orders"), ...listCalledOperations("curl https://ollama.test/orders")], []],
    ["isn't found for a URL without a host", [...listCalledOperations('fetch("/orders")'), ...listCalledOperations('fetch("orders/7")'), ...listCalledOperations('fetch("api/orders")')], []],
    ["isn't found if the base URL is a variable and two APIs match", listCalledOperations("curl $HOST/orders", twoSpecs), []],
    ["isn't found if the site also uses a remote specification", listCalledOperations("curl $HOST/orders", { sources: ["api.json", "https://example.com/b.json"] }), []],
    ["isn't found if the site also uses a missing specification", listCalledOperations("curl $HOST/orders", { sources: ["api.json", "gone.json"] }), []],
    ["isn't found in an unused specification", listCalledOperations("curl $HOST/orders", { sources: [] }), []],
  ]; // prettier-ignore
  it("isn't found if a segment can't be the value of its parameter", () => {
    const id = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
    const document = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      servers: [{ url: "https://a.example" }],
    };
    const more = {
      "api.json": JSON.stringify({ ...document, paths: { "/orders/{id}": { get: { parameters: [id] } } } }),
    };
    deepStrictEqual(listCalledOperations("curl https://a.example/orders/presign", { more }), []);
    deepStrictEqual(listCalledOperations("curl https://a.example/orders/123", { more }), get("/orders/{id}"));
  });

  for (const [caseName, found, expected] of table) it(caseName, () => deepStrictEqual(found, expected));
});
