import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createSuggestionSource, importsFor } from "./fixes.ts";

describe("fewGuesses", () => {
  it("computes one suggestion per name for at most a few hundred names", () => {
    const guess = createSuggestionSource();
    let requested = 0;
    const ask = () => {
      requested++;
      return requested === 2 ? undefined : "near";
    };
    assert.deepEqual(
      ["a", "b", "a", "b"].map((name) => guess(name, ask)),
      ["near", undefined, "near", undefined],
    );
    assert.equal(requested, 2);
    for (let i = 0; i < 1000; i++) guess(`name ${i}`, ask);
    assert.equal(requested, 200);
    assert.equal(guess("name 999", ask), undefined);
    assert.equal(guess("a", ask), "near");
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
    const files = (name: string) =>
      importsFor(site, name, "en/a.mdx").map(({ file, imported }) => `${file} ${imported}`);
    assert.deepEqual(files("Box"), ["en/box.jsx Box", "snippets/box.jsx Box", "snippets/note.mdx Box"]);
    assert.deepEqual(files("size"), []);
    assert.deepEqual(files("Note"), ["snippets/note.mdx default"]);
  });
});
