import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import type { SnippetToLocate, SnippetAnchor } from "../../protocol/feedback.ts";
import { findImportingFiles, findBlockByAnchor, findBlockByCode, findSnippetBlock } from "./snippet-anchor.ts";

const files = {
  "docs.json": JSON.stringify({ name: "Docs", navigation: { pages: ["start", "guide"] } }),
  "start.mdx": 'import Keys from "/snippets/keys.mdx";\n\n<Keys />\n',
  "guide.mdx": 'import Setup from "./snippets/setup.mdx";\n\n<Setup />\n',
  "snippets/setup.mdx": 'import Keys from "./keys.mdx";\nimport Start from "../start.mdx";\n\n<Keys />\n',
  "snippets/keys.mdx": 'import Setup from "./setup.mdx";\n\nKeys\n',
};
const site = siteOf(new Map(Object.entries(files)));

describe("pagesShowing", () => {
  it("returns each direct or indirect importer of a file once, even if files import each other", () => {
    assert.deepEqual(findImportingFiles(site, "snippets/keys.mdx"), ["start.mdx", "snippets/setup.mdx", "guide.mdx"]);
    assert.deepEqual(findImportingFiles(site, "guide.mdx"), []);
    assert.deepEqual(findImportingFiles(site, "nothing.mdx"), []);
  });
});

const docs = JSON.stringify({
  name: "Docs",
  navigation: { pages: ["start"] },
  variables: { apiHost: "api.widgets.example", version: "2.1" },
});
const call = "curl https://{{apiHost}}/v1/widgets\ncurl https://{{ apiHost }}/v1/gadgets";
const siteFiles = {
  "docs.json": docs,
  "start.mdx": `import Keys from "/snippets/keys.mdx";

# Start

\`\`\`bash
${call}
\`\`\`

\`\`\`bash
echo {{unknown}} {{version}}
\`\`\`

<Keys />
`,
  "snippets/keys.mdx": `import Deep from "./deep.mdx";

\`\`\`bash
export WIDGETS_KEY=secret
\`\`\`

<Deep />
`,
  "snippets/deep.mdx": `import Keys from "./keys.mdx";

\`\`\`js
await rotate(keys);
\`\`\`
`,
  "other.mdx": "```js\nnowhere(imported);\n```\n",
};

/** Returns the file and the line of the fence, such as `snippets/keys.mdx 3`. */
function placeCode(code: string, more: Record<string, string> = {}, anchor?: SnippetAnchor): string | undefined {
  const all = new Map(Object.entries({ ...siteFiles, ...more }));
  const site = siteOf(all);
  const block =
    findBlockByAnchor(site, "start.mdx", { code, ...(anchor && { anchor }) }) ??
    findBlockByCode(site, "start.mdx", { code }, new Map());
  return block && `${block.file} ${(all.get(block.file) ?? "").slice(0, block.range.start).split("\n").length}`;
}

describe("search for code on a page and in the files it imports", () => {
  it("finds a code block by its rendered text, in which variables are replaced by their values", () => {
    const seenCode = "curl https://api.widgets.example/v1/widgets\ncurl https://api.widgets.example/v1/gadgets";
    assert.equal(placeCode(seenCode), "start.mdx 5");
    assert.equal(placeCode("echo {{unknown}} 2.1"), "start.mdx 10");
  });

  it("finds a code block in a file that the page imports, directly or indirectly", () => {
    assert.equal(placeCode("export WIDGETS_KEY=secret"), "snippets/keys.mdx 3");
    assert.equal(placeCode("await rotate(keys);"), "snippets/deep.mdx 3");
    assert.equal(placeCode("nowhere(imported);"), undefined);
  });

  it("prefers identical code over similar code, and the page over the files it imports, if there's an anchor", () => {
    const long = Array.from({ length: 12 }, (_, at) => `step_${at}(widget, ${at});`).join("\n");
    const createBlock = (code: string) => `\n\`\`\`js\n${code}\n\`\`\`\n`;
    const anchor = { code: long, lang: "js", headings: [], ordinal: 0 };
    const like = { "start.mdx": siteFiles["start.mdx"] + createBlock(`${long}\nlast();`) };
    assert.match(placeCode(long, like, anchor) ?? "", /^start/);
    assert.match(placeCode(long, { ...like, "snippets/keys.mdx": createBlock(long) }, anchor) ?? "", /^snippets\/keys/);
    const both = {
      "start.mdx": siteFiles["start.mdx"] + createBlock(long),
      "snippets/keys.mdx": createBlock(long),
    };
    assert.match(placeCode(long, both, anchor) ?? "", /^start/);
  });

  it("doesn't guess if there's neither an anchor nor a history", () => {
    const call = "```js\nawait rotate(keys, 2);\n```\n";
    assert.equal(placeCode("await rotate(keys, 1);", { "snippets/deep.mdx": call }), undefined);
    assert.equal(
      placeCode("export WIDGETS_KEY=secret", { "snippets/deep.mdx": siteFiles["snippets/keys.mdx"] }),
      undefined,
    );
  });
});

const page = `---
title: Install
---

import Note from "/snippets/note.mdx";

## Set up

<CodeGroup>
\`\`\`bash npm
npm install widgets
\`\`\`

\`\`\`bash yarn
yarn add widgets
\`\`\`
</CodeGroup>

<Tabs>
  <Tab title="Python">
    \`\`\`python title="app.py" {1,3}
    import widgets
    client = widgets.Client(token)  # [!code highlight]

    for widget in client.list(limit=10):
        print(widget.name)
    \`\`\`
  </Tab>
</Tabs>

1. Call it:

   > ~~~js
   > const answer = await call("/widgets");
   > console.log(answer.items.length);
   > ~~~

## Again

\`\`\`bash npm
npm install widgets
\`\`\`
`;

const scanText = (text: string) => scanPage("page.mdx", text).references;
/**
 * Returns the first line of the block that was found, with its line number (starting at 1), or undefined if no block
 * was found.
 */
function findPlaced(text: string, snippet: SnippetToLocate): string | undefined {
  const block = findSnippetBlock(scanText(text), snippet);
  if (!block) return undefined;
  const line = text.slice(0, block.range.start).split("\n").length;
  return `${line}: ${text.slice(block.range.start, block.range.end).split("\n")[0]}`;
}
function getAnchor(text: string, snippet: SnippetToLocate): SnippetAnchor {
  const block = findSnippetBlock(scanText(text), snippet);
  assert.ok(block);
  return block.anchor;
}

const python = `import widgets
client = widgets.Client(token)

for widget in client.list(limit=10):
    print(widget.name)`;

describe("placeSnippet", () => {
  it("finds a code block by its rendered code, without indentation, service markers, or quote markers", () => {
    assert.equal(findPlaced(page, { code: python }), '21: ```python title="app.py" {1,3}');
    assert.equal(
      findPlaced(page, { code: `\r\n${python.replaceAll("\n", "  \r\n")}\r\n\r\n` }),
      '21: ```python title="app.py" {1,3}',
    );
    assert.equal(
      findPlaced(page, { code: 'const answer = await call("/widgets");\nconsole.log(answer.items.length);' }),
      "33: ~~~js",
    );
    assert.equal(findPlaced(page.replaceAll("\n", "\r\n"), { code: python })?.slice(0, 13), "21: ```python");
  });

  it("returns a range that includes both fences", () => {
    const block = findSnippetBlock(scanText(page), { code: "yarn add widgets" });
    assert.equal(block && page.slice(block.range.start, block.range.end), "```bash yarn\nyarn add widgets\n```");
  });

  it("distinguishes blocks with the same code by title and language", () => {
    const two = "```js a.js\nrun(now);\n```\n\n```ts b.ts\nrun(now);\n```\n\n```ts c.ts\nrun(now);\n```\n";
    assert.equal(findPlaced(two, { code: "run(now);" }), undefined);
    assert.equal(findPlaced(two, { code: "run(now);", lang: "TS" }), undefined);
    assert.equal(findPlaced(two, { code: "run(now);", lang: "JS" }), "1: ```js a.js");
    assert.equal(findPlaced(two, { code: "run(now);", lang: "ts", filename: "c.ts" }), "9: ```ts c.ts");
  });

  it("returns undefined for other code", () => {
    for (const code of [
      "npm install gadgets",
      "npm uninstall widgets",
      "",
      " \n",
      "import widgets",
      `${python}\nprint(1)`,
      "🙂",
      "{}",
    ])
      assert.equal(findPlaced(page, { code }), undefined, code);
    assert.equal(findPlaced("No code here.", { code: python }), undefined);
  });
});

describe("placeSnippet with an earlier anchor", () => {
  const npm = { code: "npm install widgets", filename: "npm", lang: "bash" };

  it("follows the block if the rest of the page changes", () => {
    const second = page.slice(0, 40) + page.slice(40).replace("npm install widgets", "npm i gadgets");
    const anchor = getAnchor(second, npm);
    assert.deepEqual(anchor.headings, ["again"]);
    assert.equal(findPlaced(page, { ...npm, anchor }), "40: ```bash npm");
    assert.equal(findPlaced(`# More\n\n${page}`, { ...npm, anchor }), "42: ```bash npm");
    assert.equal(
      findPlaced(page.replace("```bash yarn", "```js\nnew();\n```\n\n```bash yarn"), { ...npm, anchor }),
      "44: ```bash npm",
    );
  });

  it("follows a short block that has changed, even if another block now contains its old code", () => {
    const anchor = getAnchor(page.slice(0, page.indexOf("## Again")), npm);
    const edited = page.replace("npm install widgets", "npm install --global widgets");
    assert.equal(findPlaced(edited, { ...npm, anchor }), "10: ```bash npm");
    const next = getAnchor(edited, { ...npm, anchor });
    assert.equal(next.code, "npm install --global widgets");
    const again = edited.replace("npm install --global widgets", "npm add --global widgets@2");
    assert.equal(findPlaced(again, { ...npm, anchor: next }), "10: ```bash npm");
  });

  it("follows a block that is moved", () => {
    const anchor = getAnchor(page, { code: python });
    const block = page.slice(page.indexOf("    ```python"), page.indexOf("  </Tab>"));
    const moved = `${page.replace(block, "")}\n## Last\n\n${block.replaceAll("\n    ", "\n").trim()}\n`;
    assert.equal(findPlaced(moved, { code: python, anchor })?.split(" ")[1], "```python");
  });

  it("doesn't select a different block in place of a removed one", () => {
    const yarn = { code: "yarn add widgets", filename: "yarn", lang: "bash" };
    const anchor = getAnchor(page, yarn);
    const without = page.replace("```bash yarn\nyarn add widgets\n```\n", "");
    assert.equal(findPlaced(without, { ...yarn, anchor }), undefined);
  });

  it("accepts any value as an anchor", () => {
    const anchor = {
      code: "x".repeat(200_000),
      headings: ["__proto__"],
      ordinal: -1e9,
      nth: 1e9,
      others: ["", "zz"],
    };
    assert.equal(findPlaced(page, { code: "yarn add widgets", anchor }), "14: ```bash yarn");
  });
});

it("placeSnippet finds 200 snippets among 200 blocks quickly", () => {
  const createCode = (at: number) =>
    Array.from({ length: 12 }, (_, line) => `const a${line} = await client.call${at}({ id: ${at * line} });`).join(
      "\n",
    );
  const text = Array.from({ length: 200 }, (_, at) => `## Part ${at}\n\n\`\`\`ts\n${createCode(at)}\n\`\`\`\n`).join(
    "\n",
  );
  const references = scanText(text);
  const snippets = Array.from({ length: 200 }, (_, at) => ({
    code: createCode(at),
    anchor: { ...getAnchor(text, { code: createCode(at) }), code: createCode(at).replace("await", "yield") },
  }));
  assertQuick(5000, () => {
    for (const snippet of snippets) assert.ok(findSnippetBlock(references, snippet));
  });
});
