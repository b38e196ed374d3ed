import assert from "node:assert/strict";
import { memoryDisk } from "../memory-disk.ts";
import { ImportedFiles } from "./imported-files.ts";

describe("files that a page imports", () => {
  const names = (page: string) => Array.from({ length: 150 }, (_, i) => `snippets/${page}${i}.mdx`);
  const files = () =>
    new ImportedFiles({
      disk: memoryDisk(
        "/site",
        new Map([...names("a"), ...names("b")].map((name) => [name, `Text of ${name}.`])),
      ),
    });

  it("are at most 200 for a page, whatever the pages before it imported", () => {
    const imports = files();
    imports.beginPage("a.mdx");
    imports.want(names("a"));
    assert.equal(imports.texts.size, 150);
    imports.want(names("b"));
    assert.equal(imports.texts.size, 200);
    imports.beginPage("b.mdx");
    imports.want(names("b"));
    assert.equal(imports.texts.get("snippets/b149.mdx"), "Text of snippets/b149.mdx.");
    assert.equal(imports.texts.size, 150);
  });

  it("stay the same value while the page is the same", () => {
    const imports = files();
    imports.beginPage("a.mdx");
    imports.want(names("a"));
    const { texts } = imports;
    imports.beginPage("a.mdx");
    assert.equal(imports.texts, texts);
  });
});
