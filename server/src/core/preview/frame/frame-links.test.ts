import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ViewNode } from "../view/page-view.ts";
import { parseInlineText } from "./frame-links.ts";

const site = siteOf(
  new Map([
    ["docs.json", '{ "navigation": { "pages": ["a"] } }'],
    ["a.mdx", ""],
  ]),
);

/** Formats nodes as HTML for readability. */
function formatNodes(nodes: readonly ViewNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      const props = Object.entries(node.props ?? {}).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
      return `<${node.tag}${props.join("")}>${formatNodes(node.children ?? [])}</${node.tag}>`;
    })
    .join("");
}

const cases: Readonly<Record<string, string>> = {
  "plain text": "plain text",
  "**bold** and *soft* and `co*de*`": "<strong>bold</strong> and <em>soft</em> and <code>co*de*</code>",
  "__bold__ _soft_ snake_case_name": "<strong>bold</strong> <em>soft</em> snake_case_name",
  "[a *b*](/a) [out](https://acme.com)":
    '<a href="/a">a <em>b</em></a> <a href="https://acme.com" external=true>out</a>',
  '<a href="/a">one</a><b>two</b><br/>': '<a href="/a">one</a><strong>two</strong><br></br>',
  "[x](javascript:alert) <a href='javascript:alert(1)'>y</a>": "<a>x</a> <a>y</a>",
  "<script>alert(1)</script><Card title=x>in</Card>": "alert(1)in",
  "2 * 3 * 4, **not closed, [neither": "2 * 3 * 4, **not closed, [neither",
  "\\*kept\\* &amp; &lt;": "*kept* & <",
  "**a *b** c*": "<strong>a *b</strong> c*",
  "one\n\ntwo": "one<br></br><br></br>two",
};

describe("inlineText", () => {
  for (const [text, expected] of Object.entries(cases))
    it(`renders ${JSON.stringify(text)}`, () => assert.equal(formatNodes(parseInlineText(site, text)), expected));

  it("is fast, regardless of the text, and limits nesting", () => {
    for (const piece of ["[", "**", "<a>", "](", "`", "_a_ ", "<a href='", "\\"]) {
      assertQuick(200, () => parseInlineText(site, piece.repeat(100_000)), piece);
    }
  });
});
