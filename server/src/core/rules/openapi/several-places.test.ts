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
    "one page for each language isn't a duplicate",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["en/users"] },
  { "language": "fr", "pages": ["fr/users"] }
] } }
${page("en/users.mdx", "GET /users")}${page("fr/users.mdx", "GET /users")}${spec()}`,
  ],
  [
    "one entry for each product isn't a duplicate",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "products": [
  { "product": "Cloud", "openapi": "api.json", "pages": ["GET /users"] },
  { "product": "Own", "openapi": "api.json", "pages": ["GET /users"] }
] } }
${spec()}`,
  ],
  [
    "the second entry in one menu has the problem",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "groups": [
  { "group": "A", "openapi": "api.json", "pages": ["GET /users"] },
  { "group": "B", "openapi": "api.json", "pages": [[|"GET /users/"|]] }
] } }
${spec()}`,
  ],
  [
    "a page that isn't in a menu doesn't count as a second page",
    operationOnSeveralPages,
    `//- docs.json
{ "navigation": { "pages": ["users"] } }
${page("users.mdx", "GET /users")}${page("draft.mdx", "GET /users")}${spec()}`,
  ],
  [
    "an operation listed with a lowercase method isn't missing, because the entry has the problem",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["get /users", "POST /users"] }] } }
${spec()}`,
  ],
  [
    "an operation with a page by its address isn't missing, in any case",
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
    "entry and page of different versions go together",
    operationTwice,
    `//- docs.json
{ "navigation": { "versions": [
  { "version": "v1", "pages": ["users"] },
  { "version": "v2", "openapi": "api.json", "pages": ["GET /users"] }
] } }
${page("users.mdx", "GET /users")}${spec()}`,
  ],
  [
    "an href elsewhere makes room for the page",
    operationTwice,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["users", "GET /users"] }] } }
${page("users.mdx", "GET /users")}${spec(`, "x-service": { "href": "/reference/users" }`)}`,
  ],
  [
    "an entry and a page in one menu don't",
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
    "a specification that is generated whole has nothing left out",
    operationUndocumented,
    `//- docs.json\n{ "navigation": { "groups": [{ "group": "A", "openapi": "api.json" }] } }\n${spec()}`,
  ],
  [
    "a specification that nothing uses has nothing left out",
    operationUndocumented,
    `//- docs.json\n{ "navigation": { "pages": [] } }\n${spec()}`,
  ],
  [
    "nothing is reported if a remote specification also generates pages",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "https://x.example/api.json" }, { "group": "B", "pages": ["users"] }] } }
${page("users.mdx", "get /users")}${spec()}`,
  ],
  [
    "operations on a page aren't reported, and others are",
    operationUndocumented,
    `//- docs.json
{ "navigation": { "pages": ["users"] } }
${page("users.mdx", "get /users")}//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, [|"post"|]: {}, "put": { "x-hidden": true }, "patch": { "x-excluded": true } } } }
`,
  ],
];

describe("operations in several locations or in none", () => {
  for (const [name, rule, site] of cases)
    it(name, () => {
      checkRule(rule, site);
    });
});
