import { deepStrictEqual, equal } from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { countCoverage, getCoverage, getShownPercent } from "./coverage.ts";

const marked = `
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users", "users/create"] }] },
  { "language": "es", "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users"] }] }
] } }
//- users/create.mdx
---
openapi: POST /users
---
//- users/remove.mdx
---
openapi: DELETE /users/{id}
---
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Users", "version": "1" }, "paths": {
  "/users": {
    "get": { "summary": "List", "responses": { "200": { "description": "ok", "content": { "application/json": { "example": [] } } } } },
    "post": { "responses": { "201": { "description": "made" } } },
    "head": { "x-hidden": true, "responses": { "200": { "description": "ok" } } },
    "options": { "x-excluded": true, "responses": { "200": { "description": "ok" } } }
  },
  "/users/{id}": {
    "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
    "delete": { "responses": { "204": { "description": "gone" } } },
    "put": { "deprecated": true, "responses": { "200": { "description": "ok" } } }
  }
} }
//- unused.json
{ "openapi": "3.1.0", "paths": { "/nothing": { "get": {} } } }
`;

describe("coverage", () => {
  const operations = getCoverage(siteOf(parseFixture(marked).files, "standard"));

  it("shows where readers find each operation in a used specification", () => {
    deepStrictEqual(
      operations.map(({ operation, state, locations }) => [
        `${operation.method} ${operation.path}`,
        state,
        ...locations.map(({ slug, language, isInNavigation }) =>
          [slug, language, !isInNavigation && "alone"].filter(Boolean).join(" "),
        ),
      ]),
      [
        ["GET /users", "shown", "api-reference/list en", "api-reference/list es"],
        ["POST /users", "shown", "users/create en"],
        ["HEAD /users", "hidden"],
        ["OPTIONS /users", "excluded"],
        ["DELETE /users/{id}", "page-only", "users/remove alone"],
        ["PUT /users/{id}", "missing"],
      ],
    );
  });

  it("reports whether an error excludes one operation or the entire file", () => {
    const broken = marked.replace('"summary": "List",', '"sumary": "List",');
    const listStates = (profile: "standard" | "mintlify") =>
      getCoverage(siteOf(parseFixture(broken).files, profile)).map(({ state }) => state);
    deepStrictEqual(listStates("standard"), ["faulty", "shown", "hidden", "excluded", "page-only", "missing"]);
    deepStrictEqual(listStates("mintlify"), ["faulty", "faulty", "hidden", "excluded", "faulty", "missing"]);
  });

  const listStatesOf = (text: string, profile: "standard" | "mintlify" = "mintlify") =>
    getCoverage(siteOf(parseFixture(text).files, profile)).map(
      ({ spec, operation, state, locations }) =>
        `${spec.path} ${operation.method} ${state} ${locations.map(({ slug, file = "" }) => `${slug} ${file}`).join()}`,
    );
  const createApi = (path: string) =>
    `//- ${path}\n{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://api.example.com" }], "paths": { "/users": { "get": { "summary": "List", "responses": { "200": { "description": "ok" } } } } } }\n`;
  const createPage = (path: string, field: string) => `//- ${path}\n---\n${field}\n---\n`;
  const group = (fields: string) => `//- docs.json\n{ "navigation": { "groups": [{ "group": "A", ${fields} }] } }\n`;

  it("finds a page that replaces its operation's generated page in the navigation", () => {
    const replacing = createPage("api-reference/list.mdx", "openapi: GET /users");
    const shownStates = ["api.json GET shown api-reference/list api-reference/list.mdx"];
    deepStrictEqual(listStatesOf(group('"openapi": "api.json"') + replacing + createApi("api.json")), shownStates);
    const languages = `//- docs.json\n{ "navigation": { "languages": [{ "language": "en", "groups": [{ "group": "A", "openapi": "api.json" }] }] } }\n`;
    deepStrictEqual(listStatesOf(languages + replacing + createApi("api.json")), shownStates);
  });

  it("reports an operation as ambiguous if its page doesn't specify which specification it's in", () => {
    const site = group('"openapi": "a.json", "pages": ["list"]') + createApi("a.json") + createApi("b.json");
    deepStrictEqual(listStatesOf(`${site}${createPage("list.mdx", "openapi: b.json GET /users")}`), [
      "a.json GET shown api-reference/list ",
      "b.json GET shown list list.mdx",
    ]);
    const both = group('"pages": ["list"]') + createPage("list.mdx", "openapi: GET /users");
    const different = createApi("b.json").replace("api.example.com", "eu.example.com");
    deepStrictEqual(listStatesOf(both + createApi("a.json") + different), [
      "a.json GET ambiguous list list.mdx",
      "b.json GET ambiguous list list.mdx",
    ]);
  });

  it("finds root pages, hidden pages, and pages whose `api` is a URL", () => {
    const used = `"openapi": "api.json", "pages": ["other", "GET /other"]`;
    const address = createPage("list.mdx", "api: GET https://api.example.com/users");
    const where = (fields: string) => listStatesOf(group(`${used}${fields}`) + address + createApi("api.json"));
    deepStrictEqual(where(""), ["api.json GET page-only list list.mdx"]);
    const lowercase = group(used) + address.replace("GET", "get") + createApi("api.json");
    deepStrictEqual(listStatesOf(lowercase), ["api.json GET page-only list list.mdx"]);
    deepStrictEqual(listStatesOf(lowercase, "standard"), ["api.json GET missing "]);
    deepStrictEqual(where(', "root": "list"'), ["api.json GET shown list list.mdx"]);
    deepStrictEqual(where(', "root": "list", "hidden": true'), ["api.json GET page-only list list.mdx"]);
    const hidden = createPage("list.mdx", "openapi: GET /users\nhidden: true");
    deepStrictEqual(
      listStatesOf(group('"openapi": "api.json", "pages": ["list", "GET /x"]') + hidden + createApi("api.json")),
      ["api.json GET page-only list list.mdx"],
    );
  });

  it("counts only operations that are intended for readers", () => {
    const counts = countCoverage(operations);
    deepStrictEqual(counts, { eligibleCount: 4, shownCount: 2, exampleCount: 1, hiddenCount: 2 });
    equal(getShownPercent(counts), 50);
    equal(getShownPercent({ eligibleCount: 3, shownCount: 2, exampleCount: 0, hiddenCount: 0 }), 66);
    equal(getShownPercent({ eligibleCount: 0, shownCount: 0, exampleCount: 0, hiddenCount: 0 }), 100);
  });
});
