import assert, { strictEqual } from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { scanPage } from "../page/scan-page.ts";
import { scanScript } from "../page/scan-script.ts";
import { isSameOutline, isSameScript, createSiteView, applyFile } from "./site.ts";

describe("sameOutline", () => {
  const page =
    '---\ntitle: T\n---\nimport A from "/a.mdx"\n\nexport const b = "c"\nexport const D = ({ e }) => <p/>\n\n# H\n\n<Step title="S"/>\n<Snippet file="f.mdx"/>\n\n![g](/h.png)\n\n```\ni\n```\n\nText.\n';
  const isSame = (other: string) => isSameOutline(scanPage("p.mdx", page).outline, scanPage("p.mdx", other).outline);

  it("is true if only prose, links, and code change", () => {
    strictEqual(isSame(page.replace("Text.", "More, [j](/k).")), true);
    strictEqual(isSame(page.replace("\ni\n", "\nj\n")), true);
  });

  const changes: [string, string, string][] = [
    ["a field", "title: T", "title: U"],
    ["an import", "/a.mdx", "/b.mdx"],
    ["an exported string", '"c"', '"d"'],
    ["an exported name", "const b", "const bb"],
    ["a prop", "{ e }", "{ f }"],
    ["props that can no longer be determined", "{ e }", "e"],
    ["a prop that becomes a link", "<p/>", "<a href={e}/>"],
    ["a prop of a snippet that becomes a link", "Text.", "Text {e}. <a href={e}>x</a>"],
    ["a heading", "# H", "# I"],
    ["the level of a heading", "# H", "## H"],
    ["the former anchor of a heading", "# H", "# H[](#g)"],
    ["an anchor", '"S"', '"R"'],
    ["a snippet", "f.mdx", "g.mdx"],
    ["the number of a snippet's tags", "Text.", "Text. <A/> <A/>"],
    ["an image", "/h.png", "/i.png"],
    ["a code block", "```\ni\n```", "i"],
  ];
  for (const [name, from, to] of changes)
    it(`is false if there's a change to ${name}`, () => strictEqual(isSame(page.replace(from, to)), false));
});

describe("sameScript", () => {
  const isSame = (a: string, b: string) => isSameScript(scanScript("a.js", a).outline, scanScript("a.js", b).outline);
  it("compares only the parts that other files can see", () => {
    strictEqual(isSame("export const a = () => 1", "export const a = () => 2"), true);
    strictEqual(isSame("export const a = 1", "export const b = 1"), false);
    strictEqual(isSame("export const A = (p) => p.to", "export const A = (p) => <a href={p.to} />"), false);
    strictEqual(isSame("import './a'", "import './b'"), false);
    strictEqual(isSame("export * from './a'", "import './a'"), false);
  });
});

const site = siteOf(
  new Map([
    ["docs.json", '{ "navigation": { "pages": ["a"] } }'],
    ["a.mdx", "A"],
  ]),
);

describe("createSiteView", () => {
  it("computes a view again only if one of its parts changes", () => {
    let count = 0;
    const view = createSiteView(["config", "pages"], ({ pages }) => {
      count++;
      return pages.size;
    });
    const withoutFiles = { ...site, files: new Set<string>() };
    assert.deepEqual([view(site), view(withoutFiles), count], [1, 1, 1]);
    const { site: withoutPage } = applyFile(site, { kind: "page", path: "a.mdx", page: undefined });
    assert.deepEqual([view(withoutPage), view(site), count], [0, 1, 2]);
  });

  it("gives the computation only the parts that it names", () => {
    const view = createSiteView(["config", "overlays"], (parts) => Object.keys(parts));
    assert.deepEqual(view(site), ["config", "overlays"]);
  });

  it("distinguishes a missing part from an empty one, and caches undefined views", () => {
    let count = 0;
    const view = createSiteView(["config", "overlays"], ({ overlays }) => {
      count++;
      return overlays?.size;
    });
    const { config } = site;
    assert.deepEqual([view({ config }), view({ config }), count], [undefined, undefined, 1]);
    assert.deepEqual([view({ config, overlays: new Map() }), count], [0, 2]);
  });
});

describe("applyFile", () => {
  /** Counts how often all entries are visited. */
  class CountingMap<Key, Value> extends Map<Key, Value> {
    count = 0;
    override [Symbol.iterator](): MapIterator<[Key, Value]> {
      this.count++;
      return super[Symbol.iterator]();
    }
  }

  it("doesn't copy the maps of all pages if one page changes", () => {
    const files = Array.from({ length: 100 }, (_, i) => [`${String(i)}.mdx`, "# A\n"] as const);
    const large = siteOf(new Map([["docs.json", "{}"], ...files]));
    const counted = { pages: new CountingMap(large.pages), references: new CountingMap(large.references) };
    const page = scanPage("50.mdx", "# B\n");
    const changed = applyFile({ ...large, ...counted }, { kind: "page", path: "50.mdx", page }).site;
    assert.deepEqual([counted.pages.count, counted.references.count], [0, 0]);
    assert.deepEqual([changed.pages.get("50.mdx"), changed.references.get("50.mdx")], [page.outline, page.references]);
  });
});
