import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteFor } from "../../../../../test/harness/site-in-preview.ts";
import { problemsOfSite } from "../engine/run-rules.ts";
import type { Problem, Rule } from "../rule.ts";
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

const problemsIn = (rule: Rule, text: string): Problem[] =>
  problemsOfSite(siteFor(rule, parseFixture(text).files, "standard"), { rules: [rule] });

const tabs = (...names: readonly string[]) =>
  `//- docs.json
{ "navigation": { "tabs": [${names.map((name) => `{ "tab": "${name}", "pages": ["${name}/ping"] }`).join(", ")}] } }
${names.map((name) => page(`${name}/ping.mdx`, "GET /users")).join("")}${spec()}`;

describe("operations in several sections", () => {
  const sections = problemsIn(operationOnSeveralPages, tabs("a", "b", "c"));

  it("are one piece of information that lists all pages, because authors show common operations on purpose", () => {
    assert.deepEqual(
      sections.map(({ severity, at, related }) => [severity, at.file, related.map(({ at }) => at.file)]),
      [["information", "a/ping.mdx", ["b/ping.mdx", "c/ping.mdx"]]],
    );
  });

  it("are information if each section has an entry for them", () => {
    const entries = `{ "tab": "A", "openapi": "api.json", "pages": ["GET /users"] }, { "tab": "B", "openapi": "api.json", "pages": ["GET /users"] }`;
    const problems = problemsIn(
      operationOnSeveralPages,
      `//- docs.json\n{ "navigation": { "tabs": [${entries}] } }\n${spec()}`,
    );
    assert.deepEqual(
      problems.map(({ severity }) => severity),
      ["information"],
    );
  });

  it("are still warnings on the pages of the same section", () => {
    const problems = problemsIn(
      operationOnSeveralPages,
      `//- docs.json
{ "navigation": { "tabs": [{ "tab": "A", "pages": ["a", "b", "c"] }, { "tab": "B", "pages": ["d"] }] } }
${["a", "b", "c", "d"].map((name) => page(`${name}.mdx`, "GET /users")).join("")}${spec()}`,
    );
    assert.deepEqual(
      problems.map(({ severity, at }) => `${severity} ${at.file}`),
      ["warning a.mdx", "warning b.mdx", "warning c.mdx"],
    );
    assert.match(problems[0]?.message ?? "", /on 2 other pages, such as `b.mdx`/);
  });

  it("are probably a wrong path if an operation below has no page", () => {
    const problems = problemsIn(
      operationOnSeveralPages,
      `//- docs.json
{ "navigation": { "pages": ["bank", "bank-instructions"] } }
${page("bank.mdx", "GET /banks/{id}")}${page("bank-instructions.mdx", "GET /banks/{id}")}//- api.json
{ "openapi": "3.1.0", "paths": { "/banks/{id}": { "get": {} }, "/banks/{id}/instructions": { "get": {} } } }
`,
    );
    assert.deepEqual(
      problems.map(({ at, message }) => `${at.file}: ${message}`),
      [
        "bank-instructions.mdx: `GET /banks/{id}` is also on the page `bank.mdx`, but `GET /banks/{id}/instructions` isn't on any page. Did you mean `GET /banks/{id}/instructions` on one of them?",
      ],
    );
  });
});

describe("operations that have several pages or none", () => {
  for (const [name, rule, site] of cases)
    it(name, () => {
      checkRule(rule, site);
    });
});
