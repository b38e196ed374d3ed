import assert from "node:assert/strict";
import { plainRenderTools, type RenderTools } from "./drawing.ts";
import type { PageSource } from "./source/page-source.ts";
import { renderPage } from "./render-page.ts";

const createSource = (text: string): PageSource => ({
  path: "start.mdx",
  text,
  files: new Map(),
  facts: {
    variables: new Map(),
    iconLibrary: "fontawesome",
    singleDollarMaths: false,
    codeThemes: { light: "github-light-default", dark: "github-dark-default" },
    isMintlify: false,
  },
  audience: { reader: "human", signedIn: false, groups: [] },
});

const createCode = (name: string): string => `\`\`\`ts\n${name}\n\`\`\``;

/** Returns a drawing that highlights a limited number of code blocks per rendering and leaves the others plain. */
function createSlowTools() {
  let [left, plainCount] = [0, 0];
  const colored: string[] = [];
  const tools: RenderTools = {
    ...plainRenderTools,
    highlight: (text) => {
      if (left <= 0) {
        plainCount++;
        return undefined;
      }
      left--;
      colored.push(text.trim());
      return [[[text, 0]]];
    },
    deferral: { getCount: () => plainCount, isDue: () => left > 0 },
  };
  return { drawing: tools, colored, allow: (count: number) => (left = count) };
}

describe("deferred rendering", () => {
  const text = ["one", "two", "three", "four", "five"].map(createCode).join("\n\nWords.\n\n");

  it("restarts at the top with each new render and highlights each block once", () => {
    const { drawing, colored, allow } = createSlowTools();
    let page = renderPage(createSource(text), drawing);
    assert.deepEqual([page.isPreliminary, colored], [true, []]);
    for (const [expected, isRough] of [
      [["one", "two"], true],
      [["one", "two", "three", "four"], true],
      [["one", "two", "three", "four", "five"], false],
    ] as const) {
      allow(2);
      page = renderPage(createSource(text), drawing, page);
      assert.deepEqual([colored, page.isPreliminary], [expected, isRough]);
    }
    allow(9);
    assert.equal(renderPage(createSource(text), drawing, page).isPreliminary, false);
    assert.equal(colored.length, 5);
  });

  it("doesn't block typing and preserves existing blocks, whether they're highlighted or not", () => {
    const { drawing, colored, allow } = createSlowTools();
    allow(2);
    const page = renderPage(createSource(text), drawing);
    allow(0);
    const next = renderPage(createSource(`${text}\n\nMore words.`), drawing, page);
    assert.equal(next.isPreliminary, true);
    assert.deepEqual(colored, ["one", "two"]);
    const [before, newBlocks] = [page.view.blocks, next.view.blocks];
    assert.deepEqual(newBlocks.slice(0, before.length), before);
  });

  it("produces the same result as immediate rendering, including in exports and footnotes", () => {
    const pageText = `export const box = <div>{"x"}</div>\n\n${text}\n\nA note.[^1]\n\n[^1]: See\n\n    \`\`\`ts\n    note\n    \`\`\`\n`;
    const slowTools = createSlowTools();
    let page = renderPage(createSource(pageText), slowTools.drawing);
    for (let i = 0; i < 20 && page.isPreliminary; i++) {
      slowTools.allow(1);
      page = renderPage(createSource(pageText), slowTools.drawing, page);
    }
    const quickTools = createSlowTools();
    quickTools.allow(99);
    assert.equal(page.isPreliminary, false);
    assert.deepEqual(page.view.blocks, renderPage(createSource(pageText), quickTools.drawing).view.blocks);
  });
});
