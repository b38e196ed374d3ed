import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { scanPage } from "../../page/scan-page.ts";
import { configOutline, type OutlineNode, pageOutline } from "./document-outline.ts";

/**
 * Formats each node as a line indented by level, and asserts that every range is within its parent's and every name
 * within its own.
 */
function lines(nodes: readonly OutlineNode[], level = 0): string[] {
  return nodes.flatMap(({ kind, name, detail, range, nameRange, children }) => {
    assert.ok(range.start <= nameRange.start && nameRange.end <= range.end, name);
    for (const child of children)
      assert.ok(range.start <= child.range.start && child.range.end <= range.end, child.name);
    const own = `${"  ".repeat(level)}${kind} ${name}${detail === "" ? "" : ` (${detail})`}`;
    return [own, ...lines(children, level + 1)];
  });
}

const outlineOfPage = (text: string) => lines(pageOutline(scanPage("a.mdx", text).references));

describe("page outline", () => {
  it("lists headings as a tree", () =>
    assert.deepEqual(outlineOfPage("# A\n\n### B\n\n## `C` d\n\n# E\n"), [
      "heading A",
      "  heading B",
      "  heading C d",
      "heading E",
    ]));

  it("lists components by title, with the headings in them", () =>
    assert.deepEqual(
      outlineOfPage(
        '## A\n\n<Tabs>\n  <Tab title="npm &amp; co">\n\n### B\n\n  </Tab>\n  <Tab title={x}>y</Tab>\n</Tabs>\n\n<ParamField path="id" />\n\n## C\n',
      ),
      [
        "heading A",
        "  component npm & co (Tab)",
        "    heading B",
        "  component id (ParamField)",
        "heading C",
      ],
    ));

  it("lists exports and ignores code", () =>
    assert.deepEqual(outlineOfPage('export const version = "2";\n\n```md\n# no\n<Card title="x" />\n```\n'), [
      "export version (export)",
    ]));

  it("labels a heading without text", () => assert.deepEqual(outlineOfPage("##\n"), ["heading (empty)"]));
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
    assert.deepEqual(lines(configOutline(site, "docs.json")), [
      "division Guides (tab)",
      "  group Basics (group)",
      "    page a (First)",
      "    group group",
      "      page b",
      "link Blog (tab)",
    ]));

  it("shows the contents of each file", () =>
    assert.deepEqual(lines(configOutline(site, "api-tab.json")), [
      "division API (tab)",
      "  operation GET /users",
      "  page a (First)",
    ]));
});
