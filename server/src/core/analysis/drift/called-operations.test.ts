import { deepStrictEqual } from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { callsOf, onlySpec, pageSamples } from "./called-operations.ts";

const paths = {
  "/orders": { get: {}, post: {} },
  "/orders/{id}": { get: {} },
  "/orders/latest": { get: {} },
  "/v2/orders": { get: {} },
  "/{anything}": { get: {} },
};
const api = (servers: readonly string[], title = "Shop") =>
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
function called(code: string, { servers = own, sources = ["api.json"], more = {} }: Given = {}): string[] {
  const fence = "```";
  const files = {
    "docs.json": JSON.stringify({
      navigation: {
        groups: [{ group: "A", pages: ["page"] }, ...sources.map((openapi) => ({ group: "B", openapi }))],
      },
    }),
    "page.mdx": `---\ntitle: A\n---\n\n${fence}${code.includes("curl") ? "bash" : "js"}\n${code}\n${fence}\n`,
    "api.json": api(servers),
    ...more,
  };
  const site = siteOf(new Map(Object.entries(files)), "standard");
  const references = site.references.get("page.mdx");
  if (!references) throw new Error("no page");
  const known = { specs: site.specs, only: onlySpec(site) };
  return callsOf(pageSamples(references).requests, known, undefined).map(
    ({ target: { spec, operation } }) => `${spec.path} ${operation.method} ${operation.path}`,
  );
}

const get = (path: string) => [`api.json GET ${path}`];
const two = { sources: ["api.json", "b.json"], more: { "b.json": api(["https://b.example.com"], "B") } };

describe("operation called in a code block", () => {
  const table: readonly (readonly [what: string, found: string[], expected: readonly string[]])[] = [
    ["is found by its server URL", called("curl https://shop.example.com/v1/orders"), get("/orders")],
    ["is found if the site contains an unused copy of the specification", called("curl https://shop.example.com/v1/orders", { more: { "copy.json": api(own) } }), get("/orders")],
    ["isn't found if the site also uses a copy of the specification", called("curl https://shop.example.com/v1/orders", { sources: ["api.json", "copy.json"], more: { "copy.json": api(own) } }), []],
    ["is found if the base URL is a name in uppercase letters", called("curl -X POST BASE_URL/orders"), ["api.json POST /orders"]],
    ["is found if the base URL is a shell variable", called('curl "$BASE_URL/orders/7" "${OTHER}"'), get("/orders/{id}")],
    ["is found if the base URL is a variable in braces", called("curl ${HOST}/orders/latest"), get("/orders/latest")],
    ["is found if the base URL is a variable that may include the common base path", [...called("curl $HOST/v1/orders"), ...called("curl $HOST/v2/orders")], [...get("/orders"), ...get("/v2/orders")]],
    ["is found if the base URL is an expression", called("await fetch(`${process.env.SHOP_URL}/orders`)"), get("/orders")],
    ["is found if the base URL is a placeholder", [...called("curl '<your-host>/orders'"), ...called("curl '{{baseUrl}}/orders'")], [...get("/orders"), ...get("/orders")]],
    ["is found on a placeholder host", [...called("curl https://your-shop.com/v1/orders"), ...called("curl https://PROJECT_URL/v1/orders")], [...get("/orders"), ...get("/orders")]],
    ["isn't found on a placeholder host without the base path", called("curl https://your-shop.com/orders"), []],
    ["is found on localhost if the API runs there", called("curl http://127.0.0.1:7700/orders", { servers: ["http://localhost:7700"] }), get("/orders")],
    ["is found without a scheme", called("curl localhost:7700/orders", { servers: ["http://localhost:7700"] }), get("/orders")],
    ["is found on localhost if the server URL has variables", [...called("curl http://localhost:1/orders", { servers: ["{scheme}://{host}"] }), ...called("curl http://localhost:1/v1/orders", { servers: ["https://{host}/v1"] }), ...called("curl http://localhost:1/v1/orders", { servers: ["/v1"] }), ...called("curl http://localhost:1/orders", { servers: [] })], [...get("/orders"), ...get("/orders"), ...get("/orders"), ...get("/orders")]],
    ["isn't found on localhost if the API runs elsewhere", called("curl http://localhost:8888/v1/orders"), []],
    ["isn't found for a path that matches only path parameters", called("curl $HOST/health"), []],
    ["isn't found for a longer path", called("curl $HOST/orders/7/lines"), []],
    ["isn't found for a path with an additional prefix", called("curl $HOST/api/admin/orders"), []],
    ["isn't found for a different method", called("curl -X DELETE $HOST/orders"), []],
    ["isn't found on a different host", [...called("curl https://other.example.com/v1/orders"), ...called("curl https://ollama.test/orders")], []],
    ["isn't found for a URL without a host", [...called('fetch("/orders")'), ...called('fetch("orders/7")'), ...called('fetch("api/orders")')], []],
    ["isn't found if the base URL is a variable and two APIs match", called("curl $HOST/orders", two), []],
    ["isn't found if the site also uses a remote specification", called("curl $HOST/orders", { sources: ["api.json", "https://example.com/b.json"] }), []],
    ["isn't found if the site also uses a missing specification", called("curl $HOST/orders", { sources: ["api.json", "gone.json"] }), []],
    ["isn't found in an unused specification", called("curl $HOST/orders", { sources: [] }), []],
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
    deepStrictEqual(called("curl https://a.example/orders/presign", { more }), []);
    deepStrictEqual(called("curl https://a.example/orders/123", { more }), get("/orders/{id}"));
  });

  for (const [what, found, expected] of table) it(what, () => deepStrictEqual(found, expected));
});
