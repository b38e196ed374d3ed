import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { getHover } from "./hover.ts";

const drawing = "<svg/>";

/** Returns the hover at `$0`, and the text that it applies to. */
function getReported(
  marked: string,
  profile?: ProfileName,
): { readonly about: string; readonly markdown: string } {
  const { files, cursor } = parseFixture(marked);
  assert.ok(cursor, "no $0");
  const site = siteOf(files, profile);
  const findIcon = (_library: string, name: string) => (name === "rocket" ? drawing : undefined);
  const found = getHover({ site, file: cursor.file, offset: cursor.offset, findIcon });
  if (!found) return { about: "", markdown: "" };
  const text = files.get(cursor.file) ?? "";
  return { about: text.slice(found.range.start, found.range.end), markdown: found.markdown };
}

function tells(marked: string, about: string, ...parts: readonly string[]): void {
  const { about: range, markdown } = getReported(marked);
  assert.equal(range, about);
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

const nav = (elements: string) => `${pages}//- docs.json\n{ "navigation": ${elements} }`;

describe("hover in docs.json", () => {
  it("doesn't report that a remote specification has no local copy until that is certain", () => {
    const url = "https://kept.example.com/openapi";
    const text = JSON.stringify({ navigation: { groups: [{ group: "A", openapi: url }] } });
    const site = siteOf(new Map([["docs.json", text]]));
    const about = (known: typeof site) =>
      getHover({ site: known, file: "docs.json", offset: text.indexOf("kept"), findIcon: () => undefined })
        ?.markdown ?? "";
    const copies = new Map([["web/kept.json", { url, fetchedAt: 0, isStale: false }]]);
    assert.match(about(site), /isn't checked/);
    assert.match(about({ ...site, loaded: { pages: true, specs: false } }), /is checking for a local copy/);
    assert.match(about({ ...site, copies }), /is checking for a local copy/);
  });

  it("explains a setting", () => {
    tells(
      '{ "api": { "playground": { "disp$0lay": "auth" } } }',
      '"display"',
      "**`display`** text",
      "- `auth`: Shows the form",
      "Default: `interactive`",
    );
    tells('{ "api": { "playground": { "display": "au$0th" } } }', '"auth"', "`auth`: Shows the form");
    tells('{ "name$0": 3 }', '"name"', "Name of the project");
    assert.equal(getReported('{ "nonsen$0se": 3 }').markdown, "");
  });

  it("shows the overridden value and its location", () => {
    tells(
      nav(
        '{ "directory": "card",\n "groups": [{ "group": "Outer", "directory": "accordion", "pages": [\n{ "group": "Inner", "direc$0tory": "none", "pages": [] }] }] }',
      ),
      '"directory"',
      "If omitted: `accordion`, from Outer (docs\\.json, line 2).",
    );
    tells(
      nav('{ "directory": "card",\n "groups": [{ "group": "Outer", "direct$0ory": "none", "pages": [] }] }'),
      '"directory"',
      "If omitted: `card`, from the top of the navigation (docs\\.json, line 1).",
    );
  });

  it("shows inherited values on an element's name", () => {
    tells(
      nav(
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
    const docs = nav(
      '{ "tabs": [{ "tab": "Learn", "groups": [{ "group": "Begin", "pages": ["guides/st$0art"] }] }] }',
    );
    tells(
      docs,
      '"guides/start"',
      "**Start \\*here\\***",
      "First steps",
      "In the navigation: Learn › Begin",
      "`guides/start.mdx`",
    );
    assert.equal(getReported(nav('{ "pages": ["guides/strat$0"] }')).markdown, "");
    // If an element has both, the service shows the tabs and ignores the pages.
    const ignored = nav(
      '{ "pages": ["guides/st$0art"], "tabs": [{ "tab": "Learn", "pages": ["guides/plain"] }] }',
    );
    tells(ignored, '"guides/start"', "Not in the navigation");
  });

  it("shows an operation with its summary, parameters, and security", () => {
    tells(
      nav('{ "openapi": "api/eggs.json", "pages": ["GET /eggs/$0{id}", "PUT /eggs/{id}"] }'),
      '"GET /eggs/{id}"',
      "`GET /eggs/{id}` — Get \\<an\\> egg",
      "- `id` path, integer, required",
      "- `fresh` query, boolean",
      "Security: `key`",
      "Responses: `200`",
    );
    tells(
      nav('{ "openapi": "api/eggs.json", "pages": ["GET /eggs/{id}", "PUT /eggs/$0{id}"] }'),
      '"PUT /eggs/{id}"',
      "Hidden",
      "Body, required: `application/json`",
      "Security: `a` and `b` or none",
    );
    tells(
      nav('{ "openapi": "api/eg$0gs.json", "pages": ["GET /eggs/{id}"] }'),
      '"api/eggs.json"',
      "**Egg API**",
      "OpenAPI 3\\.1\\.0, 2 operations",
    );
  });

  it("previews an icon, a color, and a link", () => {
    tells(
      nav('{ "groups": [{ "group": "A", "icon": "roc$0ket", "pages": [] }] }'),
      '"rocket"',
      "data:image/svg+xml,%3Csvg%2F%3E",
      "Font Awesome",
    );
    tells(
      '{ "colors": { "primary": "#ff$0ff00" } }',
      '"#ffff00"',
      "On the light background `#ffffff`: 1:1, hard to see",
      "dark",
    );
    tells(
      nav(
        '{ "pages": ["guides/plain"] }, "navbar": { "links": [{ "label": "A", "href": "/guides/st$0art#install-it" }] }',
      ),
      '"/guides/start#install-it"',
      "**Start",
      "At the heading `Install it`",
    );
    tells(
      nav(
        '{ "pages": ["guides/plain"] }, "redirects": [{ "source": "/old", "destination": "/guides/sta$0rt" }]',
      ),
      '"/guides/start"',
      "**Start",
    );
  });

  it("shows the page for an entry in a file that docs.json includes", () => {
    tells(
      `${pages}//- docs.json\n{ "navigation": { "$ref": "nav.json" } }\n//- nav.json\n{ "groups": [{ "group": "A", "pages": ["guides/st$0art"] }] }`,
      '"guides/start"',
      "In the navigation: A",
    );
  });
});

describe("hover in .docwright.json", () => {
  const settings = (text: string) => `${pages}//- docs.json\n{}\n//- .docwright.json\n${text}`;

  it("explains settings and rules", () => {
    tells(settings('{ "base$0Path": "/docs" }'), '"basePath"', "**`basePath`**");
    tells(
      settings('{ "rules": { "link/page-not-$0found": "off" } }'),
      '"link/page-not-found"',
      "**`link/page-not-found`**",
    );
  });
});

describe("hover in frontmatter", () => {
  const page = (field: string, settings = "{}") =>
    `${pages}//- docs.json\n${settings}\n//- p.mdx\n---\n${field}\n---\n`;

  it("explains a field and its default", () => {
    tells(page("mo$0de: wide"), "mode", "**`mode`**", "- `wide`: Hides the table of contents");
    tells(
      page("play$0ground: none", '{\n "api": { "playground": { "display": "simple" } } }'),
      "playground",
      "If omitted: `simple`, from `api.playground.display` (docs\\.json, line 2).",
    );
    tells(
      page("boo$0st: 2", '{ "navigation": { "groups": [{ "group": "G", "boost": 3, "pages": ["p"] }] } }'),
      "boost",
      "If omitted: 3, from G (docs\\.json, line 1).",
    );
    assert.equal(getReported(page("my$0own: 1")).markdown, "");
  });

  it("shows what a value refers to", () => {
    tells(page("openapi: GET /eg$0gs/{id}"), "GET /eggs/{id}", "Get \\<an\\> egg");
    tells(page("icon: roc$0ket"), "rocket", "data:image/svg+xml");
    tells(page("mode: wi$0de"), "wide", "`wide`: Hides the table of contents");
  });
});

describe("hover in a page", () => {
  const page = (text: string) =>
    `${pages}//- docs.json\n{ "variables": { "version": "2.1" } }\n//- notes.mdx\nexport const Big = ({ size, colour }) => <b>{size}</b>\n\n# Hello\n//- p.mdx\n${text}`;

  it("shows a component with its props on both the opening and closing tag", () => {
    tells(page('<Ca$0rd title="x">a</Card>'), "Card", "**`<Card>`**", "- `href`");
    tells(page('<Card title="x">a</Ca$0rd>'), "</Card>", "**`<Card>`**");
    tells(page('<Tabs><Ta$0b title="x">a</Tab></Tabs>'), "Tab", "- `title`, required", "Use inside `<Tabs>`");
    assert.equal(getReported(page("<Unkno$0wn />")).markdown, "");
  });

  it("shows a prop and what its value refers to", () => {
    tells(page('<Card ti$0tle="x" />'), "title", "**`title`** text");
    tells(page('<Card icon="roc$0ket" />'), "rocket", "data:image/svg+xml");
    tells(page('<Card href="/guides/st$0art" />'), "/guides/start", "**Start");
  });

  it("shows a snippet's component with its props", () => {
    tells(
      page('import Notes, { Big } from "/notes.mdx"\n\n<Bi$0g size="1" />'),
      "Big",
      "From `notes.mdx`",
      "Props: `size`, `colour`",
    );
    tells(page('import Notes, { Big } from "/no$0tes.mdx"\n'), "/notes.mdx", "Exports `Big`");
  });

  it("shows the target of a link", () => {
    tells(page("[a](/guides/st$0art)"), "/guides/start", "**Start", "First steps");
    tells(page('<Frame caption="[a](/guides/st$0art)" />'), "/guides/start", "**Start");
    tells(
      page("[a](./guides/start#inst$0all-it)"),
      "./guides/start#install-it",
      "At the heading `Install it`",
    );
    assert.equal(getReported(page("[a](https://exam$0ple.com)")).markdown, "");
  });

  it("shows a folder's index page and resolves snippet links relative to the page that includes the snippet", () => {
    const more =
      '//- docs.json\n{ "navigation": { "pages": ["index", "g/index", "g/a"] } }\n//- index.mdx\n---\ntitle: Home\n---\n//- g/index.mdx\n---\ntitle: Group\n---\n## Part\n//- g/a.mdx\nimport Note from "/snippets/n.mdx";\n';
    tells(`${more}[x](/$0g)`, "/g", "**Group**", "File: `g/index.mdx`");
    tells(`${more}[x](/g#pa$0rt)`, "/g#part", "**Group**", "At the heading `Part`");
    tells(`${more}[x](/$0)`, "/", "**Home**");
    tells(`${more}//- snippets/n.mdx\n[x](./ind$0ex)`, "./index", "**Group**");
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
      tells(page(text), "{{version}}", "`version` is `2.1`");
    for (const text of ["```\n{{oth$0er}}\n```", "<div style={{vers$0ion}} />"])
      assert.equal(getReported(page(text)).markdown, "");
    const config = '{ "name": "T {{v$0}}", "variables": { "v": "2" }, "navigation": { "pages": [] } }';
    tells(`//- docs.json\n${config}`, "{{v}}", "`v` is `2`");
  });

  it("escapes hostile text", () => {
    const { markdown } = getReported(
      `//- docs.json\n{ "navigation": { "pages": ["p$0"] } }\n//- p.mdx\n---\ntitle: "[x](command:a) <img src=x> \`y\`"\n---\n`,
    );
    assert.ok(!/\[x\]\(|<img/.test(markdown.replace(/\\./g, "")), markdown);
  });
});
