import assert from "node:assert/strict";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { complete } from "../../server/src/core/features/completion/complete.ts";
import { getHover } from "../../server/src/core/features/hover/hover.ts";
import { siteOf } from "../harness/site-of.ts";

/** Texts that would run a command, load an image, or render custom HTML if VS Code rendered them as Markdown. */
const payloads = [
  "[x](command:workbench.action.quit)",
  "![x](https://tracker.example/p.png)",
  "<img src=x onerror=alert(1)>",
  "<a href='command:x'>y</a>",
  "`` ` ``[x](command:a)`",
  "``` [x](command:a)",
  "\\[x](command:a)",
  "<command:a>",
  "[x][y]\n\n[y]: command:a",
  "$(zap) &lt;img src=x&gt;",
  "\u202e[x](command:a)",
  "https://evil.example/a_b",
  "See HTTPS://user@evil.example/`x`).",
  "http://evil-site.example. (www.evil.example)",
  "ftp://evil.example, me.you+x@evil-site.example",
  "**https://evil.example**`https://evil.example",
] as const;

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly children?: readonly MarkdownNode[];
}

function* nodesIn(node: MarkdownNode): Iterable<MarkdownNode> {
  yield node;
  for (const child of node.children ?? []) yield* nodesIn(child);
}

/** Returns the links, images, and HTML in the rendered Markdown. */
function madeBy(markdown: string): string[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return [...nodesIn(tree)]
    .filter(({ type }) => ["link", "image", "html", "definition", "linkReference"].includes(type))
    .filter(({ url }) => !url?.startsWith("https://") || url.includes("evil"))
    .map(({ type, url }) => `${type} ${url ?? ""}`);
}

function siteWith(payload: string): ReadonlyMap<string, string> {
  const json = JSON.stringify(payload);
  return new Map([
    [
      "docs.json",
      `{ "name": ${json}, "description": ${json}, "variables": { "v": ${json} },
  "navigation": { "tabs": [{ "tab": ${json}, "icon": ${json}, "groups": [
    { "group": ${json}, "tag": ${json}, "pages": ["index", "p", ${json}] },
    { "group": "API", "openapi": "api.json", "pages": ["GET /a"] }] }] },
  "redirects": [{ "source": "/old", "destination": ${json} }] }`,
    ],
    [
      "index.mdx",
      `---\ntitle: ${json}\ndescription: ${json}\nicon: ${json}\nopenapi: "GET /a"\n---\nimport Part, { Big } from "/snippets/part.mdx"\n\n## ${payload.split("\n", 1)[0] ?? ""}\n\n[a](/p) [b](/index#x) {{v}} <Big size="1" /> <Part />\n<Card title={${json}} icon=${JSON.stringify(payload.replaceAll('"', ""))} href="/p">\n  x\n</Card>\n`,
    ],
    ["p.mdx", `---\ntitle: ${json}\ndescription: ${json}\nsidebarTitle: ${json}\n---\n\nText.\n`],
    ["snippets/part.mdx", `export const Big = ({ size }) => <p>{size}</p>\n\nText ${payload}\n`],
    [
      "api.json",
      `{ "openapi": "3.1.0", "info": { "title": ${json}, "version": ${json} }, "paths": { "/a": { "get": { "summary": ${json}, "description": ${json}, "tags": [${json}], "operationId": ${json}, "parameters": [{ "name": ${json}, "in": "query", "description": ${json} }], "responses": { "200": { "description": ${json} } } } } } }`,
    ],
  ]);
}

describe("site text in hover and completion", () => {
  it("is tested with a check that detects markup", () => {
    assert.deepEqual(madeBy("[x](command:a) <b>"), ["link command:a", "html "]);
  });

  for (const payload of payloads)
    it(`is plain text: ${JSON.stringify(payload)}`, () => {
      const files = siteWith(payload);
      const site = siteOf(files);
      let reported = 0;
      for (const file of ["docs.json", "index.mdx", "p.mdx"]) {
        const text = files.get(file) ?? "";
        for (let offset = 0; offset <= text.length; offset += 4) {
          const shown = getHover({ site, file, offset, findIcon: () => undefined })?.markdown;
          if (shown !== undefined) assert.deepEqual(madeBy(shown), [], `hover ${file}:${offset}: ${shown}`);
          if (shown !== undefined) reported++;
          if (offset % 16 > 0) continue;
          for (const { label, description: about } of complete(site, file, text, offset).items)
            if (about !== undefined) assert.deepEqual(madeBy(about), [], `${label}: ${about}`);
        }
      }
      assert.ok(reported > 25, `${reported} hovers`);
    });
});
