import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import type { FileMove } from "./moved-links.ts";
import { findCounterpartMoves, planMove } from "./plan-move.ts";

/** Asserts the text of each file after the move. Files that aren't listed in `after` must be unchanged. */
function assertMove(from: string, to: string, before: string, after: string, addsRedirects = false): void {
  const files = parseFixture(before).files;
  const expected = parseFixture(after).files;
  const found = moveInSite(files, [{ from, to }], addsRedirects);
  for (const [file, text] of expected) assert.equal(found.get(file), text, file);
  for (const [file, text] of found) if (!expected.has(file)) assert.equal(text, files.get(file), `${file} was changed`);
}

/** Neither a map nor the file system guarantees the order of files. */
const sortFiles = (files: ReadonlyMap<string, string>) => [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));

const createConfig = (pages: string, more = "") => `{ "navigation": { "pages": [${pages}] }${more} }`;

const createRedirects = (...pairs: readonly (readonly [from: string, to: string])[]) =>
  `, "redirects": [${pairs.map(([from, to]) => `{ "source": "${from}", "destination": "${to}" }`).join(", ")}]`;

describe("moving a page", () => {
  it("updates the page's navigation entries and preserves their format", () =>
    assertMove(
      "guides/start.mdx",
      "learn/begin.mdx",
      '//- docs.json\n{ "navigation": { "languages": [\n  { "language": "en", "pages": ["guides/start", "other"] },\n  { "language": "fr", "groups": [{ "group": "G", "root": "guides/start.mdx", "pages": ["/guides/start"] }] }\n] } }\n//- guides/start.mdx\nHi\n//- other.mdx\nHi',
      '//- docs.json\n{ "navigation": { "languages": [\n  { "language": "en", "pages": ["learn/begin", "other"] },\n  { "language": "fr", "groups": [{ "group": "G", "root": "learn/begin.mdx", "pages": ["/learn/begin"] }] }\n] } }\n//- learn/begin.mdx\nHi',
    ));

  it("updates links in every format and preserves queries and fragments", () =>
    assertMove(
      "guides/start.mdx",
      "learn/begin.mdx",
      `//- docs.json\n${createConfig('"guides/start", "guides/b"')}\n//- guides/start.mdx\nHi\n//- guides/b.mdx\n[a](/guides/start#x) [b](./start?y=1) [c](start.mdx) [d](../guides/start/)\n<Card href="/guides/start">x</Card>\n\n[e]: /guides/start\n\n[f](/guides/started) [g](https://example.com/guides/start)`,
      `//- docs.json\n${createConfig('"learn/begin", "guides/b"')}\n//- learn/begin.mdx\nHi\n//- guides/b.mdx\n[a](/learn/begin#x) [b](../learn/begin?y=1) [c](../learn/begin.mdx) [d](../learn/begin/)\n<Card href="/learn/begin">x</Card>\n\n[e]: /learn/begin\n\n[f](/guides/started) [g](https://example.com/guides/start)`,
    ));

  it("preserves the targets of relative links on the page", () =>
    assertMove(
      "guides/start.mdx",
      "learn/deep/start.mdx",
      `//- docs.json\n${createConfig('"guides/start", "guides/b"')}\n//- guides/start.mdx\n[b](./b) [root](/guides/b) ![p](../images/p.png) [self](#top) [web](https://e.com)\n//- guides/b.mdx\nHi\n//- images/p.png\nx`,
      `//- docs.json\n${createConfig('"learn/deep/start", "guides/b"')}\n//- learn/deep/start.mdx\n[b](../../guides/b) [root](/guides/b) ![p](../../images/p.png) [self](#top) [web](https://e.com)`,
    ));

  it("updates imports of the page and imports on the page", () =>
    assertMove(
      "snippets/note.mdx",
      "snippets/parts/hint.mdx",
      `//- docs.json\n${createConfig('"a"')}\n//- a.mdx\nimport Note from "/snippets/note.mdx";\nimport B from "./snippets/note.mdx";\n\n<Note />\n//- snippets/note.mdx\nimport { x } from "./x.jsx";\n\nHi\n//- snippets/x.jsx\nimport Note from "./note.mdx";\nexport const x = 1;`,
      `//- docs.json\n${createConfig('"a"')}\n//- a.mdx\nimport Note from "/snippets/parts/hint.mdx";\nimport B from "./snippets/parts/hint.mdx";\n\n<Note />\n//- snippets/parts/hint.mdx\nimport { x } from "../x.jsx";\n\nHi\n//- snippets/x.jsx\nimport Note from "./parts/hint.mdx";\nexport const x = 1;`,
    ));

  it("updates dynamic imports in pages and code", () => {
    const createSite = (pages: string, chart: string, relativePath: string, file: string) =>
      `//- docs.json\n${createConfig(pages)}\n//- g/a.mdx\nexport const Chart = lazy(() => import("/snippets/${chart}.jsx"));\n\n<Box load={() => import('../snippets/${chart}')} /> {import(/* x */ \`../snippets/${chart}.jsx\`)}\n\n\`import("/snippets/chart.jsx")\` import("/snippets/chart.jsx") {/* import("/snippets/chart.jsx") */} {"import('/snippets/chart.jsx')"}\n\n\`\`\`js\nimport("/snippets/chart.jsx");\n\`\`\`\n//- snippets/all.jsx\nexport const all = [import("./${relativePath}.jsx"), import(\`./${relativePath}.jsx\`), require('./${relativePath}')];\n//- snippets/${file}.jsx\nexport const x = () => import("${chart === "chart" ? "./all.jsx" : "../all.jsx"}");`;
    assertMove(
      "snippets/chart.jsx",
      "snippets/parts/plot.jsx",
      createSite('"g/a"', "chart", "chart", "chart"),
      createSite('"g/a"', "parts/plot", "parts/plot", "parts/plot"),
    );
  });

  it("preserves the targets of dynamic imports on the page", () =>
    assertMove(
      "g/a.mdx",
      "a.mdx",
      `//- docs.json\n${createConfig('"g/a"')}\n//- g/a.mdx\n{import("./chart.jsx")} {import("/g/chart.jsx")} {import("react")}\n//- g/chart.jsx\nexport default 1;`,
      `//- docs.json\n${createConfig('"a"')}\n//- a.mdx\n{import("./g/chart.jsx")} {import("/g/chart.jsx")} {import("react")}`,
    ));

  it("points redirects directly to the new path and removes a redirect that would hide the page", () =>
    assertMove(
      "a.mdx",
      "b.mdx",
      `//- docs.json\n${createConfig('"a"', ', "redirects": [\n  { "source": "/old", "destination": "/a#x" },\n  { "source": "/b", "destination": "/a" },\n  { "source": "/c", "destination": "/d" }\n]')}\n//- a.mdx\nHi`,
      `//- docs.json\n${createConfig('"b"', ', "redirects": [\n  { "source": "/old", "destination": "/b#x" },\n  { "source": "/c", "destination": "/d" }\n]')}\n//- b.mdx\nHi`,
    ));

  it("adds a redirect from the old path if requested", () =>
    assertMove(
      "a.mdx",
      "b.mdx",
      `//- docs.json\n${createConfig('"a"', ', "redirects": [{ "source": "/x", "destination": "/y" }]')}\n//- a.mdx\nHi`,
      `//- docs.json\n${createConfig('"b"', ', "redirects": [{ "source": "/x", "destination": "/y" }, { "source": "/a", "destination": "/b" }]')}\n//- b.mdx\nHi`,
      true,
    ));

  it("uses the long path of an index page whose short path belongs to another page after the move", () => {
    const links = "[index](/g) [index](/g/index) [other](/other)";
    assertMove(
      "other.mdx",
      "g.mdx",
      `//- docs.json\n${createConfig('"a", "g/index", "other"')}\n//- a.mdx\n${links}\n//- g/index.mdx\nHi\n//- other.mdx\nHi`,
      `//- docs.json\n${createConfig('"a", "g/index", "g"')}\n//- a.mdx\n[index](/g/index) [index](/g/index) [other](/g)\n//- g.mdx\nHi`,
    );
    assertMove(
      "other.mdx",
      "a/index.mdx",
      `//- docs.json\n${createConfig('"a", "other"')}\n//- a.mdx\n[a](/a) [other](/other)\n//- other.mdx\nHi`,
      `//- docs.json\n${createConfig('"a", "a/index"')}\n//- a.mdx\n[a](/a) [other](/a/index)\n//- a/index.mdx\nHi`,
    );
  });

  for (const [caseName, list] of [
    ["that would hide the page", '{ "source": "/x", "destination": "/a" }, { "source": "/h/a", "destination": "/b" ]'],
    ["that wouldn't hide the page", '{ "source": "/x", "destination": "/y" ]'],
  ] as const)
    it(`lists a redirect to add manually if a redirect ${caseName} isn't closed`, () => {
      const docs = `{ "navigation": { "pages": ["a", "b"] }, "redirects": [${list} }`;
      const { files } = parseFixture(`//- docs.json\n${docs}\n//- a.mdx\nHi\n//- b.mdx\nHi`);
      const moved = [{ from: "a.mdx", to: "h/a.mdx" }];
      const result = planMove(siteOf(files), moved, { readText: (file) => files.get(file) });
      assert.ok(result.ok);
      assert.deepEqual([result.plan.redirects, result.plan.redirectList], [[], []]);
      assert.deepEqual(result.plan.manualRedirects, [{ source: "/a", destination: "/h/a" }]);
    });

  it("adds redirects to the long path of an index page whose short path belongs to another page", () => {
    assertMove(
      "a.mdx",
      "g/index.mdx",
      `//- docs.json\n${createConfig('"a", "g"', createRedirects(["/old", "/a"]))}\n//- a.mdx\nHi\n//- g.mdx\n[a](/a)`,
      `//- docs.json\n${createConfig('"g/index", "g"', createRedirects(["/old", "/g/index"], ["/a", "/g/index"]))}\n//- g/index.mdx\nHi\n//- g.mdx\n[a](/g/index)`,
      true,
    );
    assertMove(
      "g/b.mdx",
      "g.mdx",
      `//- docs.json\n${createConfig('"g/index", "g/b"', createRedirects(["/old", "/g#top"]))}\n//- g/index.mdx\n[index](/g)\n//- g/b.mdx\nHi`,
      `//- docs.json\n${createConfig('"g/index", "g"', createRedirects(["/old", "/g/index#top"], ["/g/b", "/g"]))}\n//- g/index.mdx\n[index](/g/index)\n//- g.mdx\nHi`,
      true,
    );
  });

  it("doesn't add or remove a redirect from an index page's short path if another page has that path", () => {
    assertMove(
      "g/index.mdx",
      "b.mdx",
      `//- docs.json\n${createConfig('"g/index", "g"', createRedirects(["/x", "/y"]))}\n//- g/index.mdx\nHi\n//- g.mdx\nHi`,
      `//- docs.json\n${createConfig('"b", "g"', createRedirects(["/x", "/y"], ["/g/index", "/b"]))}\n//- b.mdx\nHi`,
      true,
    );
    assertMove(
      "a.mdx",
      "g/index.mdx",
      `//- docs.json\n${createConfig('"a", "g"', createRedirects(["/g", "/y"]))}\n//- a.mdx\nHi\n//- g.mdx\nHi`,
      `//- docs.json\n${createConfig('"g/index", "g"', createRedirects(["/g", "/y"], ["/a", "/g/index"]))}\n//- g/index.mdx\nHi`,
      true,
    );
  });

  it("redirects to the home page at its public path", () =>
    assertMove(
      "a.mdx",
      "index.mdx",
      `//- docs.json\n${createConfig('"a"', createRedirects(["/x", "/y"]))}\n//- a.mdx\nHi`,
      `//- docs.json\n${createConfig('"index"', createRedirects(["/x", "/y"], ["/a", "/"]))}\n//- index.mdx\nHi`,
      true,
    ));

  it("adds only one redirect for a short path if both its page and the index page move", () => {
    const files = parseFixture(
      `//- docs.json\n${createConfig('"g", "g/index"')}\n//- g.mdx\nHi\n//- g/index.mdx\nHi`,
    ).files;
    const result = planMove(siteOf(files), [
      { from: "g.mdx", to: "b.mdx" },
      { from: "g/index.mdx", to: "c.mdx" },
    ]);
    assert.ok(result.ok);
    assert.deepEqual(result.plan.redirectList, [
      { source: "/g", destination: "/b" },
      { source: "/g/index", destination: "/c" },
    ]);
  });

  it("restores every byte, including redirects, when the page moves back", () => {
    const files = parseFixture(
      `//- docs.json\n${createConfig('"guides/a", "guides/b"', ', "redirects": [\n    { "source": "/x", "destination": "/guides/a" }\n  ]')}\n//- guides/a.mdx\n[b](./b) [b](./b.mdx)\n//- guides/b.mdx\n[a](/guides/a/) [c](./b#c)`,
    ).files;
    const movedFiles = moveInSite(files, [{ from: "guides/a.mdx", to: "learn/a.mdx" }], true);
    const restoredFiles = moveInSite(movedFiles, [{ from: "learn/a.mdx", to: "guides/a.mdx" }], false);
    assert.deepEqual(sortFiles(restoredFiles), sortFiles(files));
  });

  it("finds the page's counterparts in other languages", () => {
    const files = parseFixture(
      '//- docs.json\n{ "navigation": { "languages": [{ "language": "en", "pages": ["guides/a", "guides/b"] }, { "language": "fr", "pages": ["fr/guides/a", "fr/guides/b"] }] } }\n//- guides/a.mdx\nHi\n//- guides/b.mdx\nHi\n//- fr/guides/a.mdx\nHi\n//- fr/guides/b.mdx\nHi',
    ).files;
    const found = findCounterpartMoves(siteOf(files), [{ from: "guides/a.mdx", to: "learn/start.mdx" }]);
    assert.deepEqual(found, [{ from: "fr/guides/a.mdx", to: "fr/learn/start.mdx" }]);
  });
});

describe("moving a page or the snippet that it includes", () => {
  const snippet = "[next](./b#x) ![key](./key.png) [top](#top) [all](/guides/b)";
  const page = 'import Note from "/snippets/note.mdx";\n\n<Note />';
  const createSite = (pages: readonly string[], others = "") =>
    `//- docs.json\n${createConfig([...pages, "guides/b"].map((each) => `"${each}"`).join(", "))}\n${pages
      .map((each) => `//- ${each}.mdx\n${page}`)
      .join("\n")}\n//- guides/b.mdx\n## X\n//- guides/key.png\n-${others}`;

  it("updates the snippet's relative links, which are resolved from the page's folder", () =>
    assertMove(
      "guides/a.mdx",
      "learn/a.mdx",
      `${createSite(["guides/a"])}\n//- snippets/note.mdx\n${snippet}`,
      `${createSite(["learn/a"])}\n//- snippets/note.mdx\n[next](../guides/b#x) ![key](../guides/key.png) [top](#top) [all](/guides/b)`,
    ));

  it("makes the snippet's links root-relative if another page also includes it", () =>
    assertMove(
      "guides/a.mdx",
      "learn/a.mdx",
      `${createSite(["guides/a", "guides/c"])}\n//- snippets/note.mdx\n${snippet}`,
      `${createSite(["learn/a", "guides/c"])}\n//- snippets/note.mdx\n[next](/guides/b#x) ![key](/guides/key.png) [top](#top) [all](/guides/b)`,
    ));

  it("updates links in nested snippets and in legacy snippet tags", () =>
    assertMove(
      "guides/a.mdx",
      "learn/a.mdx",
      `//- docs.json\n${createConfig('"guides/a", "guides/b"')}\n//- guides/a.mdx\nimport Note from "/snippets/note.mdx";\n\n<Note />\n\n<Snippet file="old.mdx" />\n//- guides/b.mdx\nHi\n//- snippets/note.mdx\nimport Inner from "./inner.mdx";\n\n<Inner />\n//- snippets/inner.mdx\n[b](./b)\n//- snippets/old.mdx\n[b](b)`,
      `//- docs.json\n${createConfig('"learn/a", "guides/b"')}\n//- learn/a.mdx\nimport Note from "/snippets/note.mdx";\n\n<Note />\n\n<Snippet file="old.mdx" />\n//- snippets/inner.mdx\n[b](../guides/b)\n//- snippets/old.mdx\n[b](../guides/b)`,
    ));

  it("leaves links unchanged if their target pages move too", () =>
    assertMove(
      "guides",
      "learn",
      `${createSite(["guides/a"])}\n//- snippets/note.mdx\n[next](./b) ![key](./key.png)`,
      `${createSite(["guides/a"]).replaceAll("guides", "learn")}`,
    ));

  it("leaves links unchanged if the snippet moves", () =>
    assertMove(
      "snippets/note.mdx",
      "snippets/parts/hint.mdx",
      `${createSite(["guides/a"])}\n//- snippets/note.mdx\n${snippet}`,
      `${createSite(["guides/a"]).replace("/snippets/note.mdx", "/snippets/parts/hint.mdx")}\n//- snippets/parts/hint.mdx\n${snippet}`,
    ));

  it("updates links on any number of pages, even beyond the rules' limit", () => {
    const pages = Array.from({ length: 60 }, (_, i) => `guides/a${String(i + 10)}`);
    assertMove(
      "guides/a69.mdx",
      "learn/a69.mdx",
      `${createSite(pages)}\n//- snippets/note.mdx\n[next](./b)`,
      `${createSite(pages.with(-1, "learn/a69"))}\n//- snippets/note.mdx\n[next](/guides/b)`,
    );
  });

  it("reports links for which no single path would work on all pages", () => {
    const { files } = parseFixture(
      `${createSite(["guides/a", "other/c"], "\n//- other/b.mdx\nHi")}\n//- snippets/note.mdx\n[next](./b)`,
    );
    const result = planMove(siteOf(files), [{ from: "guides/a.mdx", to: "learn/a.mdx" }]);
    assert.ok(result.ok);
    assert.deepEqual(
      result.plan.remainingLinks.map(({ file, url, why }) => [file, url, why]),
      [["snippets/note.mdx", "./b", "differs-by-page"]],
    );
    assert.deepEqual(
      result.plan.edits.map(({ file }) => file),
      ["docs.json"],
    );
  });
});

describe("moving a page back", () => {
  it("finds an unlisted translation by its path", () => {
    const files = parseFixture(
      '//- docs.json\n{ "navigation": { "languages": [{ "language": "en", "pages": ["start"] }, { "language": "fr", "pages": ["fr/start"] }] } }\n//- start.mdx\nHi\n//- fr/start.mdx\nHi\n//- support.mdx\nHi\n//- fr/support.mdx\nHi',
    ).files;
    const found = findCounterpartMoves(siteOf(files), [{ from: "support.mdx", to: "help/support.mdx" }]);
    assert.deepEqual(found, [{ from: "fr/support.mdx", to: "fr/help/support.mdx" }]);
  });

  const assertRestored = (page: string, from: string, to: string) => {
    const { files } = parseFixture(
      `//- docs.json\n{ "navigation": { "pages": ["a/one", "a/two", "b/x", "b/y", "it's/x"] } }\n//- a/one.mdx\n${page}\n//- a/two.mdx\n![key](./key.png)\n//- b/x.mdx\n[y](y) [y](y) [y](y)\n//- b/y.mdx\nHi\n//- it's/x.mdx\nHi\n//- a/key.png\n-\n//- img/two words/k.png\n-`,
    );
    const movedFiles = moveInSite(files, [{ from, to }]);
    assert.notDeepEqual(sortFiles(movedFiles), sortFiles(files));
    assert.deepEqual(sortFiles(moveInSite(movedFiles, [{ from: to, to: from }])), sortFiles(files));
  };

  it("restores the leading dot of an image link if other images in the folder have one", () =>
    assertRestored("![key](./key.png)", "a/one.mdx", "c/one.mdx"));

  it("preserves spaces in a path", () =>
    assertRestored('<img src="/img/two words/k.png" />', "img/two words/k.png", "img/two words/other.png"));

  it("preserves relative links between the pages in a folder whose new name contains a space", () =>
    assertMove(
      "guides",
      "my guides",
      `//- docs.json\n${createConfig('"guides/a", "guides/b"')}\n//- guides/a.mdx\n[b](b) [b](./b#x) ![k](k.png)\n//- guides/b.mdx\n[a](a)\n//- guides/k.png\nx`,
      `//- docs.json\n${createConfig('"my guides/a", "my guides/b"')}\n//- my guides/a.mdx\n[b](b) [b](./b#x) ![k](k.png)\n//- my guides/b.mdx\n[a](a)\n//- my guides/k.png\nx`,
    ));

  it("renames a page in a folder whose name contains a space", () =>
    assertMove(
      "my guides/a.mdx",
      "my guides/c.mdx",
      `//- docs.json\n${createConfig('"my guides/a", "my guides/b"')}\n//- my guides/a.mdx\nHi\n//- my guides/b.mdx\n[a](a) [a](./a#x) [a](../my%20guides/a)`,
      `//- docs.json\n${createConfig('"my guides/c", "my guides/b"')}\n//- my guides/c.mdx\nHi\n//- my guides/b.mdx\n[a](c) [a](./c#x) [a](../my%20guides/c)`,
    ));

  it("encodes a quote in a new name, which would end a value in single quotes", () =>
    assertMove(
      "new.mdx",
      "what's-new.mdx",
      `//- docs.json\n${createConfig('"new", "b"')}\n//- new.mdx\nHi\n//- b.mdx\n---\nurl: '/new'\n---\n<Card href='/new' /> <Card href={'/new#x'} /> [a](/new 'New')`,
      `//- docs.json\n${createConfig('"what\'s-new", "b"')}\n//- what's-new.mdx\nHi\n//- b.mdx\n---\nurl: '/what%27s-new'\n---\n<Card href='/what%27s-new' /> <Card href={'/what%27s-new#x'} /> [a](/what%27s-new 'New')`,
    ));

  it("preserves a quote that the link's syntax allows", () =>
    assertRestored("[a](/it's/x) <Card href=\"/it's/x\" />", "it's/x.mdx", "it's/y.mdx"));

  it("changes the quotes of an import and a `<Snippet>` if the new name contains the same quote", () =>
    assertMove(
      "snippets/note.mdx",
      "snippets/it's.mdx",
      `//- docs.json\n${createConfig('"a"')}\n//- a.mdx\nimport A from '/snippets/note.mdx';\nimport B from "./snippets/note.mdx";\n\n<A /> <Snippet file='note.mdx' /> <Snippet file="note.mdx" />\n//- snippets/note.mdx\nHi\n//- snippets/x.jsx\nimport A from './note';`,
      `//- docs.json\n${createConfig('"a"')}\n//- a.mdx\nimport A from "/snippets/it's.mdx";\nimport B from "./snippets/it's.mdx";\n\n<A /> <Snippet file="it's.mdx" /> <Snippet file="it's.mdx" />\n//- snippets/it's.mdx\nHi\n//- snippets/x.jsx\nimport A from "./it's";`,
    ));

  it("encodes characters that were written as entities or escapes", () =>
    assertMove(
      "img/a b.png",
      "img/c d.png",
      `//- docs.json\n${createConfig('"a"')}\n//- a.mdx\n![k](/img/a&#32;b.png) ![k](/img/a&#32;b.png?x=\\)) <img src="/img/a b.png?x=&quot;" />\n//- img/a b.png\n-`,
      `//- docs.json\n${createConfig('"a"')}\n//- a.mdx\n![k](/img/c%20d.png) ![k](/img/c%20d.png?x=%29) <img src="/img/c%20d.png?x=%22" />\n//- img/c d.png\n-`,
    ));

  it("encodes an ideographic space as UTF-8", () =>
    assertMove(
      "a.mdx",
      "入門\u3000編.mdx",
      `//- docs.json\n${createConfig('"a", "b"')}\n//- a.mdx\nHi\n//- b.mdx\n[a](/a)`,
      `//- docs.json\n${createConfig('"入門\u3000編", "b"')}\n//- 入門\u3000編.mdx\nHi\n//- b.mdx\n[a](/入門%E3%80%80編)`,
    ));

  it("allows a page below /mcp to move back", () => assertRestored("Hi", "a/one.mdx", "mcp/one.mdx"));
});

describe("moving a folder", () => {
  it("updates patterns whose destination starts with the base path", () =>
    assertMove(
      "g",
      "h",
      `//- .docwright.json\n{ "basePath": "/docs" }\n//- docs.json\n${createConfig('"g/a"', createRedirects(["/o/:p", "/docs/g/:p"], ["/q/:p", "/g/:p"], ["/r/:p", "/docs/:p"]))}\n//- g/a.mdx\nHi`,
      `//- docs.json\n${createConfig('"h/a"', createRedirects(["/o/:p", "/docs/h/:p"], ["/q/:p", "/h/:p"], ["/r/:p", "/docs/:p"]))}\n//- h/a.mdx\nHi`,
    ));

  const pages = ["a", "b", "c"].map((name) => `//- guides/${name}.mdx\n[a](/guides/a) [b](./b)`).join("\n");

  it("moves every page in it and adds a single redirect", () =>
    assertMove(
      "guides",
      "learn",
      `//- docs.json\n${createConfig('"guides/a", "guides/b", "guides/c"', ', "redirects": [{ "source": "/x/:rest*", "destination": "/guides/:rest*" }]')}\n${pages}`,
      `//- docs.json\n${createConfig('"learn/a", "learn/b", "learn/c"', ', "redirects": [{ "source": "/x/:rest*", "destination": "/learn/:rest*" }, { "source": "/guides/:slug*", "destination": "/learn/:slug*" }]')}\n${pages.replaceAll("guides", "learn")}`,
      true,
    ));

  /**
   * Returns the redirects that the moves add, sorted by source. The site contains pages in `guides` and the pages in
   * `others`.
   */
  const getRedirects = (others: readonly string[], all: readonly FileMove[]) => {
    const slugs = [...["a", "b", "c"].map((name) => `guides/${name}`), ...others];
    const texts = others.map((slug) => `//- ${slug}.mdx\nHi\n`).join("");
    const entries = slugs.map((slug) => `"${slug}"`).join(", ");
    const { files } = parseFixture(`//- docs.json\n${createConfig(entries)}\n${texts}${pages}`);
    const result = planMove(siteOf(files), all);
    assert.ok(result.ok);
    return sortFiles(new Map(result.plan.redirectList.map(({ source, destination }) => [source, destination])));
  };
  const guides = { from: "guides", to: "learn" };
  const onePerPage = ["a", "b", "c"].map((name) => [`/guides/${name}`, `/learn/${name}`]);

  it("adds a redirect per page if a single one might match a page at the folder's path", () => {
    assert.deepEqual(getRedirects(["guides"], [guides]), onePerPage);
    assert.deepEqual(getRedirects(["x"], [guides, { from: "x.mdx", to: "guides.mdx" }]), [
      ...onePerPage,
      ["/x", "/guides"],
    ]);
  });

  it("adds a redirect per page if a single one would match a page that moves into the folder", () =>
    assert.deepEqual(getRedirects(["x"], [guides, { from: "x.mdx", to: "guides/x.mdx" }]), [
      ...onePerPage,
      ["/x", "/guides/x"],
    ]));

  it("adds a single redirect for a nested folder if the outer folder has a page at its path", () => {
    const deepSlugs = ["a", "b", "c"].map((name) => `guides/deep/${name}`);
    assert.deepEqual(getRedirects(["guides", ...deepSlugs], [guides]), [
      ...onePerPage,
      ["/guides/deep/:slug*", "/learn/deep/:slug*"],
    ]);
  });

  it("updates links to the folder itself, which open the folder's first page", () =>
    assertMove(
      "guides",
      "learn",
      `//- docs.json\n${createConfig('"guides/a", "x"')}\n//- guides/a.mdx\nHi\n//- x.mdx\n[all](/guides) [all](/guides/)`,
      `//- docs.json\n${createConfig('"learn/a", "x"')}\n//- learn/a.mdx\nHi\n//- x.mdx\n[all](/learn) [all](/learn/)`,
    ));

  it("removes the redirect if the folder moves back", () => {
    const files = parseFixture(
      `//- docs.json\n${createConfig('"guides/a", "guides/b", "guides/c"', ', "redirects": [{ "source": "/x", "destination": "/guides/a" }]')}\n${pages}`,
    ).files;
    const movedFiles = moveInSite(files, [{ from: "guides", to: "learn" }], true);
    const restoredFiles = moveInSite(movedFiles, [{ from: "learn", to: "guides" }], false);
    assert.deepEqual(sortFiles(restoredFiles), sortFiles(files));
  });
});

describe("moving other files", () => {
  it("updates references to an image in docs.json and pages", () =>
    assertMove(
      "logo.svg",
      "images/brand/logo.svg",
      `//- docs.json\n${createConfig('"a"', ', "favicon": "/logo.svg", "logo": { "light": "logo.svg", "dark": "/logo.svg" }')}\n//- a.mdx\n---\n"og:image": /logo.svg\n---\n![x](/logo.svg "t") <img src="/logo.svg" /> <Frame img="./logo.svg" />\n//- logo.svg\n<svg/>`,
      `//- docs.json\n${createConfig('"a"', ', "favicon": "/images/brand/logo.svg", "logo": { "light": "images/brand/logo.svg", "dark": "/images/brand/logo.svg" }')}\n//- a.mdx\n---\n"og:image": /images/brand/logo.svg\n---\n![x](/images/brand/logo.svg "t") <img src="/images/brand/logo.svg" /> <Frame img="./images/brand/logo.svg" />\n//- images/brand/logo.svg\n<svg/>`,
    ));

  it("updates references to a specification and to a file that docs.json includes", () =>
    assertMove(
      "api",
      "reference/api",
      '//- docs.json\n{ "navigation": { "$ref": "api/nav.json" } }\n//- api/nav.json\n{ "groups": [{ "group": "API", "openapi": "api/openapi.json", "pages": ["GET /users", "a"] }] }\n//- a.mdx\n---\nopenapi: "/api/openapi.json GET /users"\n---\n//- api/openapi.json\n{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/users": { "get": { "responses": { "200": { "description": "ok" } } } } } }',
      '//- docs.json\n{ "navigation": { "$ref": "reference/api/nav.json" } }\n//- reference/api/nav.json\n{ "groups": [{ "group": "API", "openapi": "reference/api/openapi.json", "pages": ["GET /users", "a"] }] }\n//- a.mdx\n---\nopenapi: "/reference/api/openapi.json GET /users"\n---\n//- reference/api/openapi.json\n{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/users": { "get": { "responses": { "200": { "description": "ok" } } } } } }',
    ));
});

describe("move validation", () => {
  const files = parseFixture(
    `//- docs.json\n${createConfig('"a", "guides/b"')}\n//- a.mdx\nHi\n//- guides/b.mdx\nHi\n//- other.md\nHi`,
  ).files;
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ["a.mdx", "guides/b.mdx", /guides\/b\.mdx already exists/],
    ["a.mdx", "Guides/B.mdx", /differs only in letter case/],
    ["a.mdx", "guides/b.md", /already uses the URL path \/guides\/b\./],
    ["a.mdx", "../a.mdx", /isn't a valid path on this site/],
    ["a.mdx", "guides//a.mdx", /isn't a valid path on this site/],
    ["a.mdx", "guides/b.mdx/a.mdx", /guides\/b\.mdx is a file/],
    ["a.mdx", "a.mdx/a.mdx", /a\.mdx is a file/],
    ["guides", "other.md", /other\.md is a file/],
    ["guides", "", /The name is missing/],
    ["guides", " ", /The name is missing/],
    ["a.mdx", "", /The name is missing/],
    ["a.mdx", ".mdx", /The name is missing/],
    ["a.mdx", "guides/.mdx", /The name is missing/],
    ["a.mdx", " .mdx", /The name is missing/],
    ["a.mdx", "..mdx", /The name is missing/],
    ["a.mdx", "guides/...mdx", /The name is missing/],
    ["other.md", ".MD", /The name is missing/],
    ["a.mdx", "con.mdx", /device name that Windows reserves/],
    ["a.mdx", "what?.mdx", /contains “\?”/],
    ["a.mdx", "a\u202e.mdx", /invisible character/],
    ["a.mdx", "b. /x.mdx", /starts with a space, or ends with a space/],
    ["a.mdx", "a.txt", /no longer be a page/],
    ["a.mdx", "snippets/a.mdx", /are snippets, not pages/],
    ["a.mdx", "llms.txt.mdx/../x.mdx", /isn't a valid path on this site/],
    ["a.mdx", "mcp.mdx", /service itself handles/],
    ["docs.json", "x.json", /determines the site's folder/],
    ["guides", "guides/inner", /into itself/],
    ["nothing.mdx", "x.mdx", /isn't a file or folder/],
  ];
  for (const [from, to, reason] of cases)
    it(`rejects a move from ${from} to ${JSON.stringify(to)} and explains why`, () => {
      const result = planMove(siteOf(files), [{ from, to }]);
      assert.equal(result.ok, false);
      assert.match(formatMessageInEnglish(result.reason), reason);
    });

  it("accepts a move that changes only letter case", () => {
    assert.equal(planMove(siteOf(files), [{ from: "a.mdx", to: "A.mdx" }]).ok, true);
  });
});
