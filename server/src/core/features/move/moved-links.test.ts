import assert from "node:assert/strict";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";

/** Returns the text of the page `a.mdx` after the page `old.mdx` moves to `new.mdx`. */
function moveAndRead(text: string, to = "new.mdx"): string | undefined {
  const files = new Map([
    ["docs.json", '{ "navigation": { "pages": ["a", "old"] } }'],
    ["a.mdx", text],
    ["old.mdx", ""],
  ]);
  return moveInSite(files, [{ from: "old.mdx", to }]).get("a.mdx");
}

describe("links with entities", () => {
  const cases: Readonly<Record<string, readonly [before: string, after: string]>> = {
    "a Markdown link": ["[a](/old?x=&amp;lt;#&amp;)", "[a](/new?x=&amp;lt;#&)"],
    "a link definition": ["[a]\n\n[a]: /old?x=&amp;#35;", "[a]\n\n[a]: /new?x=&amp;#35;"],
    "an attribute": ['<a href="/old?x=1&amp;lt;=2">a</a>', '<a href="/new?x=1&amp;lt;=2">a</a>'],
    "a string in braces": ['<a href={"/old?x=&amp;lt;"}>a</a>', '<a href={"/new?x=&amp;lt;"}>a</a>'],
    "a frontmatter field": ["---\nurl: /old?x=&amp;lt;\n---\n", "---\nurl: /new?x=&amp;lt;\n---\n"],
  };
  for (const [caseName, [before, after]] of Object.entries(cases))
    it(`lead to the same query after a move: ${caseName}`, () => assert.equal(moveAndRead(before), after));

  it("are written if the new path contains a character reference", () => {
    const text = moveAndRead('[a](/old) <a href="/old">a</a> <a href={"/old"}>a</a>', "q&lt;a.mdx");
    assert.equal(text, '[a](/q&amp;lt;a) <a href="/q&amp;lt;a">a</a> <a href={"/q&lt;a"}>a</a>');
  });
});
