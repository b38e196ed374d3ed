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

describe("relative links on an index page that work from the folder above", () => {
  const links = "[a](tour) [b](./tour#part) [c](tour.mdx) [d](/tour)";

  /** Returns the text of the page `file` after the move. `guides/index.mdx` contains the links to `tour.mdx`. */
  const moveTour = (from: string, to: string, file: string, more: Readonly<Record<string, string>> = {}) => {
    const pages = { "guides/index.mdx": links, "tour.mdx": "## Part", ...more };
    const slugs = Object.keys(pages).map((name) => name.replace(".mdx", ""));
    const config = JSON.stringify({ navigation: { pages: slugs } });
    return moveInSite(new Map([["docs.json", config], ...Object.entries(pages)]), [{ from, to }]).get(file);
  };

  it("stay unchanged when the folder is renamed", () => {
    assert.equal(moveTour("guides", "handbook", "handbook/index.mdx"), links);
    assert.equal(moveTour("guides/index.mdx", "handbook/index.mdx", "handbook/index.mdx"), links);
    assert.equal(moveTour("guides/index.mdx", "handbook.mdx", "handbook.mdx"), links);
  });

  it("are relative to the folder above the new folder", () =>
    assert.equal(
      moveTour("guides/index.mdx", "a/b/index.mdx", "a/b/index.mdx"),
      "[a](../tour) [b](../tour#part) [c](../tour.mdx) [d](/tour)",
    ));

  it("are relative to the new folder if the page isn't an index page anymore", () =>
    assert.equal(
      moveTour("guides/index.mdx", "guides/intro.mdx", "guides/intro.mdx"),
      "[a](../tour) [b](../tour#part) [c](../tour.mdx) [d](/tour)",
    ));

  it("follow the page that they lead to", () =>
    assert.equal(
      moveTour("tour.mdx", "start/visit.mdx", "guides/index.mdx"),
      "[a](start/visit) [b](./start/visit#part) [c](start/visit.mdx) [d](/start/visit)",
    ));

  it("become absolute if the new folder has another page with this path", () =>
    assert.equal(
      moveTour("guides/index.mdx", "handbook/index.mdx", "handbook/index.mdx", { "handbook/tour.mdx": "" }),
      "[a](/tour) [b](/tour#part) [c](/tour.mdx) [d](/tour)",
    ));

  it("are relative to the page's own folder if they work from there", () =>
    assert.equal(
      moveTour("guides/index.mdx", "a/b/index.mdx", "a/b/index.mdx", { "guides/tour.mdx": "" }),
      "[a](../../guides/tour) [b](../../guides/tour#part) [c](../../guides/tour.mdx) [d](/tour)",
    ));
});
