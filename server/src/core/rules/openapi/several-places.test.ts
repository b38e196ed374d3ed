import { checkRule } from "../../../../../test/harness/check-rule.ts";
import type { Rule } from "../rule.ts";
import { operationOnSeveralPages } from "./operation-on-several-pages.ts";
import { operationTwice } from "./operation-twice.ts";
import { operationUndocumented } from "./operation-undocumented.ts";

const spec = (extra = "") =>
  `//- api.json\n{ "openapi": "3.1.0", "paths": { "/users": { "get": { "summary": "List"${extra} }, "post": {} } } }\n`;
const page = (path: string, openapi: string) => `//- ${path}\n---\nopenapi: ${openapi}\n---\n`;

const cases: readonly (readonly [name: string, rule: Rule, site: string])[] = [
  [
    "aren't reported if each language has one page",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["en/users"] },
  { "language": "fr", "pages": ["fr/users"] }
] } }
${page("en/users.mdx", "GET /users")}${page("fr/users.mdx", "GET /users")}${spec()}`,
  ],
  [
    "aren't reported if each product has one entry",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "products": [
  { "product": "Cloud", "openapi": "api.json", "pages": ["GET /users"] },
  { "product": "Own", "openapi": "api.json", "pages": ["GET /users"] }
] } }
${spec()}`,
  ],
  [
    "are reported at the second entry",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "groups": [
  { "group": "A", "openapi": "api.json", "pages": ["GET /users"] },
  { "group": "B", "openapi": "api.json", "pages": [[|"GET /users/"|]] }
] } }
${spec()}`,
  ],
  [
    "aren't reported if the second page isn't in the navigation",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "pages": ["users"] } }
${page("users.mdx", "GET /users")}${page("draft.mdx", "GET /users")}${spec()}`,
  ],
  [
    "aren't reported as missing if an entry has a lowercase method, which is a separate problem",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["get /users", "POST /users"] }] } }
${spec()}`,
  ],
  [
    "aren't reported as missing if a page sets `api`, regardless of the method's letter case",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["POST /users", "a"] }] } }
//- a.mdx
---
api: get /users
---
${spec()}`,
  ],
  [
    "aren't reported if the entry and the page are in different versions",
    operationTwice,
    `//- docs.json
{ "navigation": { "versions": [
  { "version": "v1", "pages": ["users"] },
  { "version": "v2", "openapi": "api.json", "pages": ["GET /users"] }
] } }
${page("users.mdx", "GET /users")}${spec()}`,
  ],
  [
    "aren't reported if `href` moves the generated page",
    operationTwice,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["users", "GET /users"] }] } }
${page("users.mdx", "GET /users")}${spec(`, "x-service": { "href": "/reference/users" }`)}`,
  ],
  [
    "are reported if an entry and a page are in the same navigation",
    operationTwice,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["users", [|"GET /users"|]] }] } }
//- users.mdx
---
openapi: [|GET /users|]
---
${spec()}`,
  ],
  [
    "aren't reported as missing if pages are generated from the entire specification",
    operationUndocumented,
    `//- docs.json\n{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json" }] } }\n${spec()}`,
  ],
  [
    "aren't reported as missing if the specification isn't used",
    operationUndocumented,
    `//- docs.json\n{ "navigation": { "pages": [] } }\n${spec()}`,
  ],
  [
    "aren't reported as missing if pages are also generated from a remote specification",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "https://x.example/api.json" }, { "group": "B", "pages": ["users"] }] } }
${page("users.mdx", "get /users")}${spec()}`,
  ],
  [
    "are reported as missing unless a page documents them",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "pages": ["users"] } }
${page("users.mdx", "get /users")}//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, [|"post"|]: {}, "put": { "x-hidden": true }, "patch": { "x-excluded": true } } } }
`,
  ],
];

describe("operations that have several pages or none", () => {
  for (const [name, rule, site] of cases)
    it(name, () => {
      checkRule(rule, site);
    });
});
