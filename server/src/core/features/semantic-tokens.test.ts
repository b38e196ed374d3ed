import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { createEndpointTokens } from "./semantic-tokens.ts";

const spec = `//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/users/{id}": { "get": { "summary": "One user", "responses": {} } } } }
`;

function listTokens(text: string, file: string): string[] {
  const { files } = parseFixture(text);
  return createEndpointTokens(siteOf(files), file).map(
    ({ kind, range }) => `${kind} ${files.get(file)?.slice(range.start, range.end)}`,
  );
}

describe("semantic tokens for operation references", () => {
  it("cover references in docs.json, whether or not the operation exists", () =>
    assert.deepEqual(
      listTokens(
        `//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users/{id}/x{y}", "a", "api.json POST /none"] }] } }
//- a.mdx
a
${spec}`,
        "docs.json",
      ),
      [
        "file api.json",
        "method GET",
        "path /users/",
        "parameter {id}",
        "path /x",
        "parameter {y}",
        "file api.json",
        "method POST",
        "path /none",
      ],
    ));

  it("cover references in frontmatter, with or without quotes", () => {
    for (const quote of ["", '"', "'"])
      assert.deepEqual(
        listTokens(
          `//- docs.json\n{}\n//- a.mdx\n---\nopenapi: ${quote}api.json get /users/{id}${quote}\n---\n${spec}`,
          "a.mdx",
        ),
        ["file api.json", "method get", "path /users/", "parameter {id}"],
      );
    assert.deepEqual(listTokens(`//- docs.json\n{}\n//- a.mdx\n---\nopenapi-schema: User\n---\n${spec}`, "a.mdx"), [
      "name User",
    ]);
  });

  it("omit text that isn't a reference", () => {
    assert.deepEqual(listTokens(`//- docs.json\n{}\n//- a.mdx\n---\nopenapi: "GET users"\n---\n${spec}`, "a.mdx"), []);
    assert.deepEqual(listTokens('{ "navigation": { "pages": ["get started", "a"] } }', "docs.json"), []);
  });

  it("can be limited to a range", () => {
    const text = '{ "navigation": { "pages": ["GET /a", "GET /b"] } }';
    const site = siteOf(parseFixture(text).files);
    const start = text.indexOf("GET /b");
    assert.deepEqual(
      createEndpointTokens(site, "docs.json", { start, end: start + 1 }).map(({ range }) =>
        text.slice(range.start, range.end),
      ),
      ["GET", "/b"],
    );
  });
});
