import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { getHover } from "./hover.ts";

const svg = "<svg/>";

/** Returns the hover at `$0`, and the text that it applies to. */
function getReported(
  fixture: string,
  profile?: ProfileName,
): { readonly rangeText: string; readonly markdown: string } {
  const { files, cursor } = parseFixture(fixture);
  assert.ok(cursor, "no $0");
  const site = siteOf(files, profile);
  const findIcon = (_library: string, name: string) => (name === "rocket" ? svg : undefined);
  const hover = getHover({ site, file: cursor.file, offset: cursor.offset, findIcon });
  if (!hover) return { rangeText: "", markdown: "" };
  const text = files.get(cursor.file) ?? "";
  return { rangeText: text.slice(hover.range.start, hover.range.end), markdown: hover.markdown };
}

function assertHover(fixture: string, rangeText: string, ...parts: readonly string[]): void {
  const { rangeText: range, markdown } = getReported(fixture);
  assert.equal(range, rangeText);
  for (const part of parts) assert.ok(markdown.includes(part), `no "${part}" in:\n${markdown}`);
}

const pages = `
//- guides/start.mdx
---
title: Start *here*
description: First steps.
---
## Install it
//- guides/plain.mdx
//- api/eggs.json
{ "openapi": "3.1.0", "info": { "title": "Egg API", "version": "1" }, "security": [{ "key": [] }], "paths": {
  "/eggs/{id}": { "parameters": [{ "$ref": "#/components/parameters/Id" }],
    "get": { "summary": "Get <an> egg", "parameters": [{ "name": "fresh", "in": "query", "schema": { "type": "boolean" } }], "responses": { "200": {} } },
    "put": { "summary": "Replace", "x-hidden": true, "security": [{ "a": [], "b": [] }, {}],
      "requestBody": { "required": true, "content": { "application/json": {} } }, "responses": {} } } },
  "components": { "parameters": { "Id": { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } } } } }
`;

const createDocs = (elements: string) => `${pages}//- docs.json\n{ "navigation": ${elements} }`;

describe("hover in docs.json", () => {
  it("doesn't report that a remote specification has no local copy until that is certain", () => {
    const url = "https://kept.example.com/openapi";
    const text = JSON.stringify({ navigation: { groups: [{ group: "A", openapi: url }] } });
    const site = siteOf(new Map([["docs.json", text]]));
    const getMarkdown = (knownSite: typeof site) =>
      getHover({
        site: knownSite,
        file: "docs.json",
        offset: text.indexOf("kept"),
        findIcon: () => undefined,
      })?.markdown ?? "";
    const copies = new Map([["web/kept.json", { url, fetchedAt: 0, isStale: false }]]);
    assert.match(getMarkdown(site), /isn't checked/);
    assert.match(getMarkdown({ ...site, loaded: { pages: true, specs: false } }), /is checking for a local copy/);
    assert.match(getMarkdown({ ...site, copies }), /is checking for a local copy/);
  });

  it("explains a setting", () => {
    assertHover(
      '{ "api": { "playground": { "disp$0lay": "auth" } } }',
      '"display"',
      "**`display`** text",
      "- `auth`: Shows the form",
      "Default: `interactive`",
    );
    assertHover('{ "api": { "playground": { "display": "au$0th" } } }', '"auth"', "`auth`: Shows the form");
    assertHover('{ "name$0": 3 }', '"name"', "Name of the project");
    assert.equal(getReported('{ "nonsen$0se": 3 }').markdown, "");
  });

  it("shows the overridden value and its location", () => {
    assertHover(
      createDocs(
        '{ "directory": "card",\n "groups": [{ "group": "Outer", "directory": "accordion", "pages": [\n{ "group": "Inner", "direc$0tory": "none", "pages": [] }] }] }',
      ),
      '"directory"',
      "If omitted: `accordion`, from Outer (docs\\.json, line 2).",
    );
    assertHover(
      createDocs('{ "directory": "card",\n "groups": [{ "group": "Outer", "direct$0ory": "none", "pages": [] }] }'),
      '"directory"',
      "If omitted: `card`, from the top of the navigation (docs\\.json, line 1).",
    );
  });

  it("shows inherited values on an element's name", () => {
    assertHover(
      createDocs(
        '{ "tabs": [{ "tab": "API", "openapi": "api/eggs.json", "boost": 2, "groups": [{ "group": "Eg$0gs", "pages": ["guides/start", "GET /eggs/{id}"] }] }] }',
      ),
      '"Eggs"',
      "**Eggs**",
      "In API",
      "2 entries below",
      "- `openapi`: `api/eggs.json`, from API (docs\\.json, line 1)",
      "- `boost`: `2`, from API",
    );
  });

  it("shows a page with its title, description, and location", () => {
    const docs = createDocs(
      '{ "tabs": [{ "tab": "Learn", "groups": [{ "group": "Begin", "pages": ["guides/st$0art"] }] }] }',
    );
    assertHover(
      docs,
      '"guides/start"',
      "**Start \\*here\\***",
      "First steps",
      "In the navigation: Learn › Begin",
      "`guides/start.mdx`",
    );
    assert.equal(getReported(createDocs('{ "pages": ["guides/strat$0"] }')).markdown, "");
    // If an element has both, the service shows the tabs and ignores the pages.
    const ignoredFixture = createDocs(
      '{ "pages": ["guides/st$0art"], "tabs": [{ "tab": "Learn", "pages": ["guides/plain"] }] }',
    );
    assertHover(ignoredFixture, '"guides/start"', "Not in the navigation");
  });

  it("shows an operation with its summary, parameters, and security", () => {
    assertHover(
      createDocs('{ "openapi": "api/eggs.json", "pages": ["GET /eggs/$0{id}", "PUT /eggs/{id}"] }'),
      '"GET /eggs/{id}"',
      "`GET /eggs/{id}` — Get \\<an\\> egg",
      "- `id` path, integer, required",
      "- `fresh` query, boolean",
      "Security: `key`",
      "Responses: `200`",
    );
    assertHover(
      createDocs('{ "openapi": "api/eggs.json", "pages": ["GET /eggs/{id}", "PUT /eggs/$0{id}"] }'),
      '"PUT /eggs/{id}"',
      "Hidden",
      "Body, required: `application/json`",
      "Security: `a` and `b` or none",
    );
    assertHover(
      createDocs('{ "openapi": "api/eg$0gs.json", "pages": ["GET /eggs/{id}"] }'),
      '"api/eggs.json"',
      "**Egg API**",
      "OpenAPI 3\\.1\\.0, 2 operations",
    );
  });

  it("previews an icon, a color, and a link", () => {
    assertHover(
      createDocs('{ "groups": [{ "group": "A", "icon": "roc$0ket", "pages": [] }] }'),
      '"rocket"',
      "data:image/svg+xml,%3Csvg%2F%3E",
      "Font Awesome",
    );
    assertHover(
      '{ "colors": { "primary": "#ff$0ff00" } }',
      '"#ffff00"',
      "On the light background `#ffffff`: 1:1, hard to see",
      "dark",
    );
    assertHover(
      createDocs(
        '{ "pages": ["guides/plain"] }, "navbar": { "links": [{ "label": "A", "href": "/guides/st$0art#install-it" }] }',
      ),
      '"/guides/start#install-it"',
      "**Start",
      "At the heading `Install it`",
    );
    assertHover(
      createDocs(
        '{ "pages": ["guides/plain"] }, "redirects": [{ "source": "/old", "destination": "/guides/sta$0rt" }]',
      ),
      '"/guides/start"',
      "**Start",
    );
  });

  it("shows the page for an entry in a file that docs.json includes", () => {
    assertHover(
      `${pages}//- docs.json\n{ "navigation": { "$ref": "nav.json" } }\n//- nav.json\n{ "groups": [{ "group": "A", "pages": ["guides/st$0art"] }] }`,
      '"guides/start"',
      "In the navigation: A",
    );
  });
});

describe("hover in .docwright.json", () => {
  const createSettings = (text: string) => `${pages}//- docs.json\n{}\n//- .docwright.json\n${text}`;

  it("explains settings and rules", () => {
    assertHover(createSettings('{ "base$0Path": "/docs" }'), '"basePath"', "**`basePath`**");
    assertHover(
      createSettings('{ "rules": { "link/page-not-$0found": "off" } }'),
      '"link/page-not-found"',
      "**`link/page-not-found`**",
    );
  });
});

describe("hover in frontmatter", () => {
  const createPage = (field: string, settings = "{}") =>
    `${pages}//- docs.json\n${settings}\n//- p.mdx\n---\n${field}\n---\n`;

  it("explains a field and its default", () => {
    assertHover(createPage("mo$0de: wide"), "mode", "**`mode`**", "- `wide`: Hides the table of contents");
    assertHover(
      createPage("play$0ground: none", '{\n "api": { "playground": { "display": "simple" } } }'),
      "playground",
      "If omitted: `simple`, from `api.playground.display` (docs\\.json, line 2).",
    );
    assertHover(
      createPage("boo$0st: 2", '{ "navigation": { "groups": [{ "group": "G", "boost": 3, "pages": ["p"] }] } }'),
      "boost",
      "If omitted: 3, from G (docs\\.json, line 1).",
    );
    assert.equal(getReported(createPage("my$0own: 1")).markdown, "");
  });

  it("shows what a value refers to", () => {
    assertHover(createPage("openapi: GET /eg$0gs/{id}"), "GET /eggs/{id}", "Get \\<an\\> egg");
    assertHover(createPage("icon: roc$0ket"), "rocket", "data:image/svg+xml");
    assertHover(createPage("mode: wi$0de"), "wide", "`wide`: Hides the table of contents");
  });
});

describe("hover in a page", () => {
  const createPage = (text: string) =>
    `${pages}//- docs.json\n{ "variables": { "version": "2.1" } }\n//- notes.mdx\nexport const Big = ({ size, colour }) => <b>{size}</b>\n\n# Hello\n//- p.mdx\n${text}`;

  it("shows a component with its props on both the opening and closing tag", () => {
    assertHover(createPage('<Ca$0rd title="x">a</Card>'), "Card", "**`<Card>`**", "- `href`");
    assertHover(createPage('<Card title="x">a</Ca$0rd>'), "</Card>", "**`<Card>`**");
    assertHover(
      createPage('<Tabs><Ta$0b title="x">a</Tab></Tabs>'),
      "Tab",
      "- `title`, required",
      "Use inside `<Tabs>`",
    );
    assert.equal(getReported(createPage("<Unkno$0wn />")).markdown, "");
  });

  it("shows a prop and what its value refers to", () => {
    assertHover(createPage('<Card ti$0tle="x" />'), "title", "**`title`** text");
    assertHover(createPage('<Card icon="roc$0ket" />'), "rocket", "data:image/svg+xml");
    assertHover(createPage('<Card href="/guides/st$0art" />'), "/guides/start", "**Start");
  });

  it("shows a snippet's component with its props", () => {
    assertHover(
      createPage('import Notes, { Big } from "/notes.mdx"\n\n<Bi$0g size="1" />'),
      "Big",
      "From `notes.mdx`",
      "Props: `size`, `colour`",
    );
    assertHover(createPage('import Notes, { Big } from "/no$0tes.mdx"\n'), "/notes.mdx", "Exports `Big`");
  });

  it("shows the target of a link", () => {
    assertHover(createPage("[a](/guides/st$0art)"), "/guides/start", "**Start", "First steps");
    assertHover(createPage('<Frame caption="[a](/guides/st$0art)" />'), "/guides/start", "**Start");
    assertHover(
      createPage("[a](./guides/start#inst$0all-it)"),
      "./guides/start#install-it",
      "At the heading `Install it`",
    );
    assert.equal(getReported(createPage("[a](https://exam$0ple.com)")).markdown, "");
  });

  it("shows a folder's index page and resolves snippet links relative to the page that includes the snippet", () => {
    const more =
      '//- docs.json\n{ "navigation": { "pages": ["index", "g/index", "g/a"] } }\n//- index.mdx\n---\ntitle: Home\n---\n//- g/index.mdx\n---\ntitle: Group\n---\n## Part\n//- g/a.mdx\nimport Note from "/snippets/n.mdx";\n';
    assertHover(`${more}[x](/$0g)`, "/g", "**Group**", "File: `g/index.mdx`");
    assertHover(`${more}[x](/g#pa$0rt)`, "/g#part", "**Group**", "At the heading `Part`");
    assertHover(`${more}[x](/$0)`, "/", "**Home**");
    assertHover(`${more}//- snippets/n.mdx\n[x](./ind$0ex)`, "./index", "**Group**");
  });

  it("shows the value of a variable", () => {
    for (const text of [
      "It is {{vers$0ion}}.",
      "`npm i docs@{{vers$0ion}}`",
      "`VERSION={{vers$0ion}}`",
      "Set x={{vers$0ion}} here.",
      "[a](/p?x={{vers$0ion}})",
      '<Card title="a" href="/p?x={{vers$0ion}}" />',
      "---\ntitle: a={{vers$0ion}}\n---\n",
      "```bash docs@{{version}}.sh\nVERSION={{vers$0ion}}\n```",
      "```bash docs@{{vers$0ion}}.sh\nls\n```",
      '<Card title="a {{vers$0ion}}" href="/{{version}}/b" />',
      '<Card title="a" href="/{{vers$0ion}}/b" />',
      "[a](/{{vers$0ion}}/b)",
      "---\ntitle: Docs {{vers$0ion}}\n---\n",
    ])
      assertHover(createPage(text), "{{version}}", "`version` is `2.1`");
    for (const text of ["```\n{{oth$0er}}\n```", "<div style={{vers$0ion}} />"])
      assert.equal(getReported(createPage(text)).markdown, "");
    const config = '{ "name": "T {{v$0}}", "variables": { "v": "2" }, "navigation": { "pages": [] } }';
    assertHover(`//- docs.json\n${config}`, "{{v}}", "`v` is `2`");
  });

  it("escapes hostile text", () => {
    const { markdown } = getReported(
      `//- docs.json\n{ "navigation": { "pages": ["p$0"] } }\n//- p.mdx\n---\ntitle: "[x](command:a) <img src=x> \`y\`"\n---\n`,
    );
    assert.ok(!/\[x\]\(|<img/.test(markdown.replace(/\\./g, "")), markdown);
  });
});
