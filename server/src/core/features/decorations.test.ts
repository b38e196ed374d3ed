import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { createEndpointTokens, findColors, formatColor } from "./decorations.ts";

function listColors(text: string, file = "docs.json"): string[] {
  const { files } = parseFixture(text);
  return findColors(siteOf(files), file).map(({ range, color: { red, green, blue, alpha } }) => {
    const parts = [red, green, blue].map((part) => Math.round(255 * part)).join(" ");
    return `${files.get(file)?.slice(range.start, range.end)} = ${parts} ${alpha.toFixed(2)}`;
  });
}

describe("colors in docs.json", () => {
  it("are found in settings that take colors", () =>
    assert.deepEqual(
      listColors(
        '{ "name": "#ffffff", "colors": { "primary": "#FF8000", "light": "#0f0", "dark": "red" }, "background": { "color": { "light": "#00000080" } }, "variables": { "x": "#123456" } }',
      ),
      ["#FF8000 = 255 128 0 1.00", "#0f0 = 0 255 0 1.00", "#00000080 = 0 0 0 0.50"],
    ));

  it("are located in the file that contains them", () => {
    const text = '//- docs.json\n{ "colors": { "$ref": "colors.json" } }\n//- colors.json\n{ "primary": "#010203" }';
    assert.deepEqual(listColors(text), []);
    assert.deepEqual(listColors(text, "colors.json"), ["#010203 = 1 2 3 1.00"]);
  });

  it("keep the length and letter case of the previous value", () => {
    const orange = { red: 1, green: 128 / 255, blue: 0, alpha: 0.5 };
    assert.equal(formatColor(orange, "#ABCDEF"), "#FF8000");
    assert.equal(formatColor(orange, "#abcdef"), "#ff8000");
    assert.equal(formatColor(orange, "#123456"), "#ff8000");
    assert.equal(formatColor(orange, "#ABCDEF00"), "#FF800080");
    assert.equal(formatColor(orange, "#abc"), "#ff8000");
    assert.equal(formatColor({ red: 1, green: 0, blue: 0.2, alpha: 1 }, "#abc"), "#f03");
  });

  it("stay valid regardless of the values that an editor sends", () =>
    assert.equal(formatColor({ red: 7, green: -1, blue: NaN, alpha: 1 }, "#abcdef"), "#ff0000"));
});

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
