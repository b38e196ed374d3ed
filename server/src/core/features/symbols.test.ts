import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { scanPage } from "../page/scan-page.ts";
import { createConfigOutline, findSymbols, type OutlineNode, createPageOutline } from "./symbols.ts";

/**
 * Formats each node as a line that is indented by the node's level. Asserts that every range is within its parent's
 * range and that every name is within its node's range.
 */
function formatLines(nodes: readonly OutlineNode[], level = 0): string[] {
  return nodes.flatMap(({ kind, name, detail, range, nameRange, children }) => {
    assert.ok(range.start <= nameRange.start && nameRange.end <= range.end, name);
    for (const child of children)
      assert.ok(range.start <= child.range.start && child.range.end <= range.end, child.name);
    const own = `${"  ".repeat(level)}${kind} ${name}${detail === "" ? "" : ` (${detail})`}`;
    return [own, ...formatLines(children, level + 1)];
  });
}

const outlinePage = (text: string) => formatLines(createPageOutline(scanPage("a.mdx", text).references));

describe("page outline", () => {
  it("lists headings as a tree", () =>
    assert.deepEqual(outlinePage("# A\n\n### B\n\n## `C` d\n\n# E\n"), [
      "heading A",
      "  heading B",
      "  heading C d",
      "heading E",
    ]));

  it("lists components by title, including the headings inside them", () =>
    assert.deepEqual(
      outlinePage(
        '## A\n\n<Tabs>\n  <Tab title="npm &amp; co">\n\n### B\n\n  </Tab>\n  <Tab title={x}>y</Tab>\n</Tabs>\n\n<ParamField path="id" />\n\n## C\n',
      ),
      ["heading A", "  component npm & co (Tab)", "    heading B", "  component id (ParamField)", "heading C"],
    ));

  it("lists exports and ignores code", () =>
    assert.deepEqual(outlinePage('export const version = "2";\n\n```md\n# no\n<Card title="x" />\n```\n'), [
      "export version (export)",
    ]));

  it("labels a heading without text", () => assert.deepEqual(outlinePage("##\n"), ["heading (empty)"]));
});

describe("docs.json outline", () => {
  const { files } = parseFixture(`//- docs.json
{ "navigation": { "tabs": [
  { "tab": "Guides", "groups": [{ "group": "Basics", "pages": ["a", { "group": " ", "pages": ["b"] }] }] },
  { "tab": "API", "$ref": "api-tab.json" },
  { "tab": "Blog", "href": "https://example.com" }
] } }
//- api-tab.json
{ "tab": "API", "pages": ["GET /users", "a"] }
//- a.mdx
---
title: First
---
//- b.mdx
b`);
  const site = siteOf(files);

  it("shows the navigation with page titles", () =>
    assert.deepEqual(formatLines(createConfigOutline(site, "docs.json")), [
      "division Guides (tab)",
      "  group Basics (group)",
      "    page a (First)",
      "    group group",
      "      page b",
      "link Blog (tab)",
    ]));

  it("shows the contents of each file that docs.json includes", () =>
    assert.deepEqual(formatLines(createConfigOutline(site, "api-tab.json")), [
      "division API (tab)",
      "  operation GET /users",
      "  page a (First)",
    ]));
});

const { files } = parseFixture(`//- docs.json
{ "navigation": { "pages": ["guides/start", "guides/next"] } }
//- guides/start.mdx
---
title: Getting started
---

## Install the CLI

export const PriceTable = () => <b>1</b>;
//- guides/next.mdx
## Über uns
//- snippets/chart.jsx
export const BarChart = () => <b>1</b>;
export const limit = 3;
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
  "paths": { "/users/{id}": { "get": { "summary": "One user", "operationId": "getUser", "responses": {} } } } }
`);
const site = siteOf(files);
const listNames = (query: string) => findSymbols(site, query).map(({ kind, name }) => `${kind} ${name}`);

describe("workspace symbols", () => {
  it("match characters in order, ignoring case", () => {
    assert.deepEqual(listNames("incli"), ["heading Install the CLI"]);
    assert.deepEqual(listNames("install cli"), ["heading Install the CLI"]);
    assert.deepEqual(listNames("pricetable"), ["component PriceTable"]);
    assert.deepEqual(listNames("BarC"), ["component BarChart"]);
    assert.deepEqual(listNames("über"), ["heading Über uns"]);
    assert.deepEqual(listNames("ilcin"), []);
  });

  it("include pages by title or path, labeled with the name that matches", () => {
    assert.deepEqual(listNames("gettings"), ["page Getting started"]);
    assert.deepEqual(listNames("guides/s"), ["page guides/start"]);
    const [found] = findSymbols(site, "guides/s");
    assert.equal(found?.container, "Getting started");
    assert.equal(found.file, "guides/start.mdx");
  });

  it("include operations by method, path, and summary", () => {
    assert.deepEqual(listNames("get/users"), ["operation GET /users/{id}"]);
    assert.deepEqual(listNames("oneuser"), ["operation One user"]);
  });

  it("include all pages for an empty query", () =>
    assert.deepEqual(listNames(""), ["page Getting started", "page guides/next"]));

  it("are sorted by how well they match", () => {
    const largeSite = siteOf(
      parseFixture(`//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
---
title: Page
---

## a u t h

## Reauthorize

## Use auth here

## Authentication

## Auth`).files,
    );
    assert.deepEqual(
      findSymbols(largeSite, "auth").map(({ name }) => name),
      ["Auth", "Authentication", "Use auth here", "Reauthorize", "a u t h"],
    );
  });

  it("include at most 200 results", () => {
    const text = Array.from({ length: 500 }, (_, i) => `## Same ${i}`).join("\n\n");
    const largeSite = siteOf(
      new Map([
        ["docs.json", "{}"],
        ["a.mdx", text],
      ]),
    );
    assert.equal(findSymbols(largeSite, "same").length, 200);
  });
});
