import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createConfigHints, type HintKind } from "./inlay-hints.ts";

const spec = `//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/users": { "get": { "summary": "Users", "responses": {} } } } }
`;

type Within = { readonly start: number; readonly end: number };

/** Returns the hints of a kind. Each hint is prefixed with the string that it follows. */
function listHints(kind: HintKind, text: string, file = "docs.json", visiblePart?: Within): string[] {
  const { files } = parseFixture(text);
  const own = files.get(file) ?? "";
  return createConfigHints(siteOf(files), file, visiblePart ?? { start: 0, end: own.length }, [kind]).map(
    ({ offset, label }) => {
      const before = /"([^"]*)"$/.exec(own.slice(0, offset))?.[1] ?? "?";
      return `${before} ← ${label}`;
    },
  );
}

const listInherited = (text: string, file?: string, visiblePart?: Within) =>
  listHints("inheritedValues", text, file, visiblePart);

const tab = '"tab": "API", "openapi": "api.json", "boost": 2, "directory": "card"';
const groups = `[
  { "group": "Users", "pages": ["GET /users", "a", "api.json GET /users"] },
  { "group": "Own", "openapi": "other.json", "boost": 1, "directory": "none", "pages": ["a"] }
]`;
const site = `//- docs.json
{ "navigation": { "tabs": [{ ${tab}, "groups": ${groups} }] } }
//- a.mdx
a
${spec}`;
/** The same site with its groups in another file. */
const splitSite = site.replace(groups, '{ "$ref": "groups.json" }') + `//- groups.json\n${groups}\n`;

describe("inlay hints for inherited values", () => {
  it("appear after labels if the value is set in another file and differs from the default", () =>
    assert.deepEqual(listInherited(splitSite, "groups.json"), [
      "Users ← openapi: api.json",
      "Users ← directory: card",
      "Users ← boost: 2",
    ]));

  it("don't appear if a parent has the same value in its own text", () => {
    assert.deepEqual(listInherited(site), []);
    assert.deepEqual(
      listInherited(
        '{ "navigation": { "boost": 3, "groups": [{ "group": "A", "pages": [] }, { "group": "B", "pages": [] }] } }',
      ),
      [],
    );
  });

  it("aren't repeated below an element that shows them", () =>
    assert.deepEqual(
      listInherited(
        `//- docs.json
{ "navigation": { "tabs": [{ "tab": "API", "openapi": "api.json", "groups": { "$ref": "groups.json" } }] } }
//- groups.json
[{ "group": "Users", "pages": [{ "group": "Admins", "pages": [{ "group": "Owners", "pages": [] }] }] }]
${spec}`,
        "groups.json",
      ),
      ["Users ← openapi: api.json"],
    ));

  it("show which of several specifications defines an operation", () =>
    assert.deepEqual(
      listInherited(`//- docs.json
{ "navigation": { "groups": [{ "group": "Users", "openapi": ["other.json", "api.json"], "pages": ["GET /users"] }] } }
//- other.json
{ "openapi": "3.1.0", "info": { "title": "B", "version": "1" }, "paths": { "/tides": { "get": { "responses": {} } } } }
${spec}`),
      ["GET /users ← api.json"],
    ));

  it("show their source and link to it", () => {
    const { files } = parseFixture(splitSite);
    const text = files.get("docs.json") ?? "";
    const [first] = createConfigHints(siteOf(files), "groups.json", { start: 0, end: groups.length }, [
      "inheritedValues",
    ]);
    // Periods in the tooltip may be escaped, because it's Markdown.
    assert.equal(first?.tooltip.replace(/\\/g, ""), "From API (docs.json, line 1).");
    assert.equal(text.slice(first.sourceLocation?.range.start, first.sourceLocation?.range.end), '"api.json"');
  });

  it("don't appear outside the requested range or where nothing is inherited", () => {
    assert.deepEqual(
      listInherited(
        '{ "navigation": { "groups": [{ "group": "A", "boost": 1, "pages": [{ "group": "B", "pages": [] }] }] } }',
      ),
      [],
    );
    assert.deepEqual(listInherited(site, "docs.json", { start: 0, end: 20 }), []);
  });

  it("appear in the file that contains the element", () => {
    const splitConfig = `//- docs.json
{ "navigation": { "boost": 3, "groups": { "$ref": "groups.json" } } }
//- groups.json
[{ "group": "A", "pages": [] }]`;
    assert.deepEqual(listInherited(splitConfig), []);
    assert.deepEqual(listInherited(splitConfig, "groups.json"), ["A ← boost: 3"]);
  });
});

describe("inlay hints for titles", () => {
  it("appear after entries for pages, root pages, and operations", () =>
    assert.deepEqual(
      listHints(
        "titles",
        `//- docs.json
{ "navigation": { "groups": [
  { "group": "Guides", "root": "guides/index", "pages": ["/guides/start", "./guides/start.mdx", "guides/untitled", "guides/gone", "https://example.com"] },
  { "group": "API", "openapi": "api.json", "pages": ["GET /users", "GET /nothing"] }
] } }
//- guides/index.mdx
---
title: All guides
---
//- guides/start.mdx
---
title: "Start here:\\n in five minutes, without an account or a card"
---
//- guides/untitled.mdx
Text.
${spec}`,
      ),
      [
        "guides/index ← All guides",
        "/guides/start ← Start here: in five minutes, without an…",
        "./guides/start.mdx ← Start here: in five minutes, without an…",
        "GET /users ← Users",
      ],
    ));

  it("appear once in a file that is included twice", () =>
    assert.deepEqual(
      listHints(
        "titles",
        `//- docs.json
{ "navigation": { "groups": [{ "group": "A", "pages": { "$ref": "shared.json" } }, { "group": "B", "pages": { "$ref": "shared.json" } }] } }
//- shared.json
["start"]
//- start.mdx
---
title: Start
---
`,
        "shared.json",
      ),
      ["start ← Start"],
    ));

  it("can't change the text direction of the line", () => {
    const text = `//- docs.json
{ "navigation": { "pages": ["start"] } }
//- start.mdx
---
title: "a\\u202eb\\u0007"
---
`;
    assert.deepEqual(listHints("titles", text), ["start ← a\\u{202e}b\\u{7}"]);
  });

  it("have no location for a remote specification", () => {
    const url = "https://api.example.com/openapi.json";
    const docs = `{ "navigation": { "openapi": "${url}", "pages": ["GET /users"] } }`;
    const site = siteOf(
      new Map([
        ["docs.json", docs],
        [url, spec.slice(spec.indexOf("{"))],
      ]),
    );
    const hint = createConfigHints(site, "docs.json", { start: 0, end: docs.length }, ["titles"]);
    assert.deepEqual(
      hint.map(({ label, sourceLocation: from }) => [label, from]),
      [["Users", undefined]],
    );
  });

  it("show the file that contains the title and link to it", () => {
    const { files } = parseFixture(site);
    const text = files.get("docs.json") ?? "";
    const titles = createConfigHints(siteOf(files), "docs.json", { start: 0, end: text.length }, ["titles"]);
    assert.deepEqual(
      titles.map(({ tooltip, sourceLocation: from }) => [tooltip, from?.file]),
      [
        ["The title in `api.json`.", "api.json"],
        ["The title in `api.json`.", "api.json"],
      ],
    );
  });
});
