import assert from "node:assert/strict";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { ImportedFiles, computeSourceChange, applySourceChange } from "./page-source.ts";

describe("files that a page imports", () => {
  const listNames = (page: string) => Array.from({ length: 150 }, (_, i) => `snippets/${page}${i}.mdx`);
  const createFiles = () =>
    new ImportedFiles({
      disk: createMemoryDisk(
        "/site",
        new Map([...listNames("a"), ...listNames("b")].map((name) => [name, `Text of ${name}.`])),
      ),
    });

  it("are limited to 200 for a page, regardless of what earlier pages imported", () => {
    const imports = createFiles();
    imports.beginPage("a.mdx");
    imports.load(listNames("a"));
    assert.equal(imports.texts.size, 150);
    imports.load(listNames("b"));
    assert.equal(imports.texts.size, 200);
    imports.beginPage("b.mdx");
    imports.load(listNames("b"));
    assert.equal(imports.texts.get("snippets/b149.mdx"), "Text of snippets/b149.mdx.");
    assert.equal(imports.texts.size, 150);
  });

  it("are the same object until the page changes", () => {
    const imports = createFiles();
    imports.beginPage("a.mdx");
    imports.load(listNames("a"));
    const { texts } = imports;
    imports.beginPage("a.mdx");
    assert.equal(imports.texts, texts);
  });
});

const readSource = (path: string, files: Readonly<Record<string, string | null>>): PageSource => ({
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
      readSource("a.mdx", {}),
      readSource("a.mdx", { "x.mdx": "x", "y.mdx": null }),
      readSource("a.mdx", { "x.mdx": "x, typed", "y.mdx": null }),
      readSource("b.mdx", {}),
      readSource("b.mdx", { "y.mdx": "y" }),
    ];
    let pageSource: PageSource | undefined;
    let there: PageSource | undefined;
    for (const page of pages) {
      there = applySourceChange(there, computeSourceChange(pageSource, page));
      pageSource = page;
      assert.deepEqual(there, page);
    }
  });

  it("omits unchanged files", () => {
    const page = readSource("a.mdx", { "x.mdx": "x" });
    assert.deepEqual(computeSourceChange(page, { ...page, files: new Map(page.files), text: "Typed." }), {
      path: "a.mdx",
      text: "Typed.",
    });
  });
});
