import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createSuggestionSource, suggestImports } from "./fixes.ts";

describe("fewGuesses", () => {
  it("computes one suggestion per name for at most a few hundred names", () => {
    const guess = createSuggestionSource();
    let requestCount = 0;
    const request = () => {
      requestCount++;
      return requestCount === 2 ? undefined : "near";
    };
    assert.deepEqual(
      ["a", "b", "a", "b"].map((name) => guess(name, request)),
      ["near", undefined, "near", undefined],
    );
    assert.equal(requestCount, 2);
    for (let i = 0; i < 1000; i++) guess(`name ${i}`, request);
    assert.equal(requestCount, 200);
    assert.equal(guess("name 999", request), undefined);
    assert.equal(guess("a", request), "near");
  });
});

describe("importsFor", () => {
  it("returns components exported by code files and snippets, with the page's own folders first", () => {
    const site = siteOf(
      new Map([
        ["docs.json", "{}"],
        ["snippets/box.jsx", "export const Box = () => <p />;\nexport const size = 1;"],
        ["en/box.jsx", "export const Box = () => <p />;"],
        ["snippets/note.mdx", "export const Box = () => <p />;"],
        ["page.mdx", "export const Box = () => <p />;"],
      ]),
    );
    const listFiles = (name: string) =>
      suggestImports(site, name, "en/a.mdx").map(({ file, importedName: imported }) => `${file} ${imported}`);
    assert.deepEqual(listFiles("Box"), ["en/box.jsx Box", "snippets/box.jsx Box", "snippets/note.mdx Box"]);
    assert.deepEqual(listFiles("size"), []);
    assert.deepEqual(listFiles("Note"), ["snippets/note.mdx default"]);
  });

  it("prefers the folder from which the page imports the most files", () => {
    const imports = ["query/a", "query/b", "body/a"].map((name, i) => `import A${i} from "/snippets/${name}.mdx";`);
    const site = siteOf(
      new Map([
        ["snippets/body/sort.mdx", "a"],
        ["snippets/query/sort.mdx", "a"],
        ["snippets/sort.mdx", "a"],
        ["page.mdx", imports.join("\n")],
      ]),
    );
    assert.deepEqual(
      suggestImports(site, "Sort", "page.mdx").map(({ file }) => file),
      ["snippets/query/sort.mdx", "snippets/body/sort.mdx", "snippets/sort.mdx"],
    );
  });

  it("prefers exactly this name in code, then files that other pages import", () => {
    const site = siteOf(
      new Map([
        ["a/config.mdx", "a"],
        ["b/c/config.mdx", "b"],
        ["snippets/x/Config.mdx", "c"],
        ["snippets/y/z/table.jsx", "export const Config = () => <p />;"],
        ["other.mdx", 'import Config from "/b/c/config.mdx";\nimport { Config as C } from "/snippets/y/z/table.jsx";'],
        ["snippets/config.mdx", "d"],
      ]),
    );
    assert.deepEqual(
      suggestImports(site, "Config", "a/page.mdx").map(({ file }) => file),
      ["snippets/y/z/table.jsx", "snippets/x/Config.mdx", "b/c/config.mdx", "snippets/config.mdx"],
    );
  });
});
