import assert from "node:assert/strict";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { sourceChange, withSourceChange } from "./source-change.ts";

const source = (path: string, files: Readonly<Record<string, string | null>>): PageSource => ({
  path,
  text: `Text of ${path}.`,
  files: new Map(Object.entries(files)),
  facts: {
    variables: new Map(),
    iconLibrary: "fontawesome",
    singleDollarMaths: true,
    codeThemes: { light: "a", dark: "b" },
    isMintlify: true,
  },
  audience: { reader: "human", signedIn: false, groups: [] },
});

describe("what the rendering thread is told of a page", () => {
  it("makes the same page there, whatever came and went", () => {
    const pages = [
      source("a.mdx", {}),
      source("a.mdx", { "x.mdx": "x", "y.mdx": null }),
      source("a.mdx", { "x.mdx": "x, typed", "y.mdx": null }),
      source("b.mdx", {}),
      source("b.mdx", { "y.mdx": "y" }),
    ];
    let told: PageSource | undefined;
    let there: PageSource | undefined;
    for (const page of pages) {
      there = withSourceChange(there, sourceChange(told, page));
      told = page;
      assert.deepEqual(there, page);
    }
  });

  it("says nothing of files that stay", () => {
    const page = source("a.mdx", { "x.mdx": "x" });
    assert.deepEqual(sourceChange(page, { ...page, files: new Map(page.files), text: "Typed." }), {
      path: "a.mdx",
      text: "Typed.",
    });
  });
});
