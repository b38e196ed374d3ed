import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { createDocumentLinks, type LinkDestination } from "./document-links.ts";

const spec = `//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/users": { "get": { "summary": "List users", "responses": {} } } } }
`;

/** Asserts that exactly the marked parts of `file` are links, and that they lead to `expected` in this order. */
function expectTargets(text: string, file: string, expected: readonly string[]): void {
  const { files, marks } = parseFixture(text);
  const site = siteOf(files);
  const links = createDocumentLinks(site, file);
  assert.deepEqual(
    links.map(({ range }) => range),
    marks.filter((mark) => mark.file === file).map(({ range }) => range),
  );
  const formatTarget = (to: LinkDestination) => {
    if (to.kind === "web") return to.url;
    const { start } = to.at.range;
    return start === 0 ? to.at.file : `${to.at.file}: ${files.get(to.at.file)?.slice(start).split("\n")[0]}`;
  };
  assert.deepEqual(
    links.map(({ destination: to }) => formatTarget(to)),
    expected,
  );
}

describe("links in a page", () => {
  it("open pages, headings, files, and websites", () =>
    expectTargets(
      `//- docs.json
{ "navigation": { "pages": ["a", "guides/b"] } }
//- a.mdx
[b]([|/guides/b#set-it-up|]) [self]([|#here|]) ![p]([|/p.png|]) [w]([|https://example.com/x|])

<Card title="B" href="[|/guides/b|]" />

## Here
//- guides/b.mdx
## Set it up
//- p.png
x`,
      "a.mdx",
      ["guides/b.mdx: Set it up", "a.mdx: Here", "p.png", "https://example.com/x", "guides/b.mdx"],
    ));

  it("open imports and legacy snippets", () =>
    expectTargets(
      `//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
import Note from "[|/snippets/note.mdx|]";
import { x } from "lodash";

<Snippet file="[|old.mdx|]" />
//- snippets/note.mdx
n
//- snippets/old.mdx
o`,
      "a.mdx",
      ["snippets/note.mdx", "snippets/old.mdx"],
    ));

  it("open the specification and the operation from frontmatter", () =>
    expectTargets(
      `//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
---
openapi: "[|api.json|] [|GET /users|]"
---
${spec}`,
      "a.mdx",
      ["api.json", 'api.json: "get": { "summary": "List users", "responses": {} } } } }'],
    ));

  it("aren't created for missing targets, app links, scripts, or targets outside the site", () =>
    expectTargets(
      `//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
[a](/none) [b](mailto:a@b.c) [c](javascript:alert) [d](../../etc/passwd) [e](file:///etc/passwd) [f](/../x) \`[g](/a)\``,
      "a.mdx",
      [],
    ));
});

describe("links in docs.json", () => {
  it("open pages, URLs, files, redirects, and operations", () =>
    expectTargets(
      `//- docs.json
{
  "favicon": "[|/p.png|]",
  "navigation": {
    "groups": [
      { "group": "G", "root": "[|b|]", "pages": ["[|a|]", "none", "[|b|]"] },
      { "group": "API", "openapi": "[|api.json|]", "pages": ["[|GET /users|]"] }
    ]
  },
  "navbar": { "links": [{ "label": "x", "href": "[|https://example.com|]" }] },
  "redirects": [{ "source": "/old", "destination": "[|/a|]" }]
}
//- a.mdx
a
//- b.mdx
b
//- p.png
x
${spec}`,
      "docs.json",
      [
        "p.png",
        "b.mdx",
        "a.mdx",
        "b.mdx",
        "api.json",
        'api.json: "get": { "summary": "List users", "responses": {} } } } }',
        "https://example.com",
        "a.mdx",
      ],
    ));

  it("are located in the file that contains them", () => {
    const text = `//- docs.json
{ "navigation": { "$ref": "[|nav.json|]" } }
//- nav.json
{ "pages": ["[|a|]"] }
//- a.mdx
a`;
    expectTargets(text, "docs.json", ["nav.json"]);
    expectTargets(text, "nav.json", ["a.mdx"]);
    expectTargets(text, "other.json", []);
  });
});
