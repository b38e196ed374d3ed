import assert from "node:assert/strict";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { memoryDisk } from "../files/disk.ts";
import { ImportedFiles, sourceChange, withSourceChange } from "./page-source.ts";

describe("files that a page imports", () => {
  const names = (page: string) => Array.from({ length: 150 }, (_, i) => `snippets/${page}${i}.mdx`);
  const files = () =>
    new ImportedFiles({
      disk: memoryDisk(
        "/site",
        new Map([...names("a"), ...names("b")].map((name) => [name, `Text of ${name}.`])),
      ),
    });

  it("are limited to 200 for a page, regardless of what earlier pages imported", () => {
    const imports = files();
    imports.beginPage("a.mdx");
    imports.load(names("a"));
    assert.equal(imports.texts.size, 150);
    imports.load(names("b"));
    assert.equal(imports.texts.size, 200);
    imports.beginPage("b.mdx");
    imports.load(names("b"));
    assert.equal(imports.texts.get("snippets/b149.mdx"), "Text of snippets/b149.mdx.");
    assert.equal(imports.texts.size, 150);
  });

  it("are the same object until the page changes", () => {
    const imports = files();
    imports.beginPage("a.mdx");
    imports.load(names("a"));
    const { texts } = imports;
    imports.beginPage("a.mdx");
    assert.equal(imports.texts, texts);
  });
});

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

describe("page data sent to the rendering thread", () => {
  it("can be rebuilt from changes on the receiving side", () => {
    const pages = [
      source("a.mdx", {}),
      source("a.mdx", { "x.mdx": "x", "y.mdx": null }),
      source("a.mdx", { "x.mdx": "x, typed", "y.mdx": null }),
      source("b.mdx", {}),
      source("b.mdx", { "y.mdx": "y" }),
    ];
    let reported: PageSource | undefined;
    let there: PageSource | undefined;
    for (const page of pages) {
      there = withSourceChange(there, sourceChange(reported, page));
      reported = page;
      assert.deepEqual(there, page);
    }
  });

  it("omits unchanged files", () => {
    const page = source("a.mdx", { "x.mdx": "x" });
    assert.deepEqual(sourceChange(page, { ...page, files: new Map(page.files), text: "Typed." }), {
      path: "a.mdx",
      text: "Typed.",
    });
  });
});
