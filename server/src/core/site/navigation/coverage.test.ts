import { deepStrictEqual, equal } from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { countCoverage, coverage, shownPercent } from "./coverage.ts";

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
  const operations = coverage(siteOf(parseFixture(marked).files, "standard"));

  it("returns where readers find each operation of a used specification", () => {
    deepStrictEqual(
      operations.map(({ operation, state, places }) => [
        `${operation.method} ${operation.path}`,
        state,
        ...places.map(({ slug, language, inNavigation }) =>
          [slug, language, !inNavigation && "alone"].filter(Boolean).join(" "),
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

  it("reports what an error excludes, in one operation or in the whole file", () => {
    const broken = marked.replace('"summary": "List",', '"sumary": "List",');
    const states = (profile: "standard" | "mintlify") =>
      coverage(siteOf(parseFixture(broken).files, profile)).map(({ state }) => state);
    deepStrictEqual(states("standard"), ["faulty", "shown", "hidden", "excluded", "page-only", "missing"]);
    deepStrictEqual(states("mintlify"), ["faulty", "faulty", "hidden", "excluded", "faulty", "missing"]);
  });

  it("counts operations meant for readers", () => {
    const counts = countCoverage(operations);
    deepStrictEqual(counts, { meant: 4, shown: 2, withExample: 1, hidden: 2 });
    equal(shownPercent(counts), 50);
    equal(shownPercent({ meant: 3, shown: 2, withExample: 0, hidden: 0 }), 66);
    equal(shownPercent({ meant: 0, shown: 0, withExample: 0, hidden: 0 }), 100);
  });
});
