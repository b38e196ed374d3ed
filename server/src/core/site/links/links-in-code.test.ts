import assert from "node:assert/strict";
import { assertQuickWith } from "../../../../../test/harness/assert-quick.ts";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findUnused, planDelete } from "../../features/move/plan-delete.ts";
import { planMove } from "../../features/move/plan-move.ts";
import { findReferences } from "../../features/references/find-references.ts";
import { problemsOfSite } from "../../rules/engine/run-rules.ts";
import { type Site, withFile } from "../site.ts";
import { scanScript } from "../../page/scan-script.ts";
import { maxPages, resolvedLinksOfScript } from "./links.ts";

const page = (title: string, body = "") => `---\ntitle: ${title}\n---\n\n${body}\n`;
const including = (source: string) => `import { Links } from "${source}";\n\n<Links />`;

const site = (code: string, others: Readonly<Record<string, string>> = {}) =>
  new Map(
    Object.entries({
      "docs.json": '{ "navigation": { "pages": ["g/a", "g/b"] } }',
      "g/a.mdx": page("A", including("/snippets/links.jsx")),
      "g/b.mdx": page("B", "## Part"),
      "snippets/links.jsx": code,
      "images/key.png": "",
      ...others,
    }),
  );
const links = (jsx: string) => `export const Links = () => ${jsx};\n`;
const afterMove = (code: string, others?: Readonly<Record<string, string>>) =>
  moveInSite(site(code, others), [{ from: "g/b.mdx", to: "h/c.mdx" }]).get("snippets/links.jsx");
const problems = (files: ReadonlyMap<string, string>) =>
  problemsOfSite(siteOf(files)).flatMap(({ code, at }) =>
    code.startsWith("link/") && /\.[jt]sx?$/.test(at.file)
      ? [`${code} ${files.get(at.file)?.slice(at.range.start, at.range.end)}`]
      : [],
  );

describe("moving a file that JSX in code files links to", () => {
  const updated: Readonly<Record<string, readonly [before: string, after: string]>> = {
    "an attribute": ['<a href="/g/b#part">B</a>', '<a href="/h/c#part">B</a>'],
    "a string in braces": [`<a href={'/g/b'}>B</a>`, `<a href={'/h/c'}>B</a>`],
    "a template literal without values": ["<a href={`/g/b`}>B</a>", "<a href={`/h/c`}>B</a>"],
    "a built-in component": ['<Card title="B" href="/g/b" />', '<Card title="B" href="/h/c" />'],
    "another component": ['<Box href="/g/b" />', '<Box href="/h/c" />'],
    "nested code": [
      '<ul>{items.map((x) => (x < 2 ? <li key={x}><a href="/g/b">{x}</a></li> : null))}</ul>',
      '<ul>{items.map((x) => (x < 2 ? <li key={x}><a href="/h/c">{x}</a></li> : null))}</ul>',
    ],
    "both results of a conditional expression": [
      "<a href={isNew ? \"/g/b\" : (isOld ? '/g/b#part' : `/g/b?x=1`)}>B</a>",
      "<a href={isNew ? \"/h/c\" : (isOld ? '/h/c#part' : `/h/c?x=1`)}>B</a>",
    ],
    "a default value and a conditional value": [
      '<><a href={url ?? "/g/b"} /><Card href={isNew && "/g/b"} /></>',
      '<><a href={url ?? "/h/c"} /><Card href={isNew && "/h/c"} /></>',
    ],
    "an object literal in a spread": [
      '<><a {...{ id: "/g/b", href: "/g/b" }} {...(isNew && { "href": isOld ? "/g/b" : x })} /></>',
      '<><a {...{ id: "/g/b", href: "/h/c" }} {...(isNew && { "href": isOld ? "/h/c" : x })} /></>',
    ],
    "a link relative to the page": ['<a href="./b">B</a>', '<a href="../h/c">B</a>'],
  };
  for (const [where, [before, after]] of Object.entries(updated))
    it(`updates ${where}`, () => assert.equal(afterMove(links(before)), links(after)));

  const unchanged: Readonly<Record<string, string>> = {
    "text in strings, comments, and template literals with values":
      '{ const a = "/g/b"; /* <a href="/g/b" /> */ return <a href={`/g/b/${a}`}>/g/b</a>; }',
    "links to other pages and sites": '<><a href="/g/bb" /><a href="https://b.example/g/b" /></>',
    "URLs that are known only when the code runs": '<a href={base + "/g/b"} />',
    "strings that are only part of a URL or of a condition":
      '<><a href={x ? "/g/b" + x : base + (y ? "/g/b" : "")} /><a href={x === "/g/b" ? x : f("/g/b")} /></>',
    "strings that aren't URLs in a spread":
      '<a {...{ href: f("/g/b"), onClick: () => ({ href: "/g/b" }), ["href"]: "/g/b" }} {...f({ href: "/g/b" })} />',
  };
  for (const [what, code] of Object.entries(unchanged))
    it(`doesn't change ${what}`, () => assert.equal(afterMove(links(code)), links(code)));

  it("updates files that are imported only by other code, even if the import omits the extension", () => {
    const inner = 'export const Inner = () => <a href="/g/b">B</a>;\n';
    const others = { "snippets/links.jsx": 'export { Inner as Links } from "../parts/inner";\n' };
    const files = site("", { ...others, "parts/inner.tsx": inner });
    const moved = moveInSite(files, [{ from: "g/b.mdx", to: "h/c.mdx" }]);
    assert.equal(moved.get("parts/inner.tsx"), inner.replace("/g/b", "/h/c"));
    assert.deepEqual(problems(new Map([...files].filter(([path]) => path !== "g/b.mdx"))), [
      "link/page-not-found /g/b",
    ]);
  });

  it("doesn't change code that no page shows, except snippets", () => {
    const code = links('<a href="/g/b">B</a>');
    const unused = { "g/a.mdx": page("A"), "app/menu.jsx": code };
    const moved = moveInSite(site(code, unused), [{ from: "g/b.mdx", to: "h/c.mdx" }]);
    assert.equal(moved.get("app/menu.jsx"), code);
    assert.equal(moved.get("snippets/links.jsx"), links('<a href="/h/c">B</a>'));
  });

  it("updates image paths", () => {
    const moved = moveInSite(site(links('<img src="/images/key.png" />')), [
      { from: "images/key.png", to: "images/new.png" },
    ]);
    assert.equal(moved.get("snippets/links.jsx"), links('<img src="/images/new.png" />'));
  });

  it("updates links in a moved code file and restores them if the file moves back", () => {
    const files = site(links('<a href="/g/b">B</a>'));
    const there = moveInSite(files, [
      { from: "snippets/links.jsx", to: "snippets/parts/links.jsx" },
      { from: "g/b.mdx", to: "h/c.mdx" },
    ]);
    assert.equal(there.get("snippets/parts/links.jsx"), links('<a href="/h/c">B</a>'));
    const back = moveInSite(there, [
      { from: "snippets/parts/links.jsx", to: "snippets/links.jsx" },
      { from: "h/c.mdx", to: "g/b.mdx" },
    ]);
    assert.deepEqual(back, files);
  });
});

describe("moving a page that shows a code file", () => {
  const move = [{ from: "g/a.mdx", to: "h/a.mdx" }];
  it("updates the code file's relative links", () => {
    const moved = moveInSite(site(links('<a href="./b">B</a>')), move);
    assert.equal(moved.get("snippets/links.jsx"), links('<a href="../g/b">B</a>'));
  });

  it("makes the code file's relative links root-relative if a page in another folder also shows it", () => {
    const others = { "g/d.mdx": page("D", including("../snippets/links.jsx")) };
    const moved = moveInSite(site(links('<a href="./b">B</a>'), others), move);
    assert.equal(moved.get("snippets/links.jsx"), links('<a href="/g/b">B</a>'));
  });
});

describe("links in code files", () => {
  it("count as references to the linked page and its headings", () => {
    const code = links('<><a href="/g/b#part">1</a><a href="./b">2</a></>');
    const referenced = (symbol: Parameters<typeof findReferences>[1]) =>
      findReferences(siteOf(site(code)), symbol).flatMap(({ at }) =>
        at.file === "snippets/links.jsx" ? [code.slice(at.range.start, at.range.end)] : [],
      );
    assert.deepEqual(referenced({ kind: "page", file: "g/b.mdx" }), ["/g/b#part", "./b"]);
    assert.deepEqual(referenced({ kind: "anchor", file: "g/b.mdx", id: "part" }), ["/g/b#part"]);
  });

  it("are reported in the same way as links in pages", () => {
    const code = links(
      '<><a href="/gone">1</a><a href="/g/b#gone">2</a><img src="/gone.png" /><a href="./gone">4</a><a href="/G/b">5</a><a href="/g/b">6</a></>',
    );
    assert.deepEqual(problems(site(code)).sort(), [
      "link/anchor-not-found /g/b#gone",
      "link/file-not-found /gone.png",
      "link/page-not-found ./gone",
      "link/page-not-found /gone",
      "link/wrong-case /G/b",
    ]);
  });

  it("aren't reported if no page shows the file", () => {
    const code = links('<a href="/gone">1</a>');
    assert.deepEqual(problems(site(code, { "g/a.mdx": page("A"), "app/menu.jsx": code })), []);
  });

  it("are reported when the linked page is deleted", () => {
    const { uses } = planDelete(siteOf(site(links('<a href="/g/b">B</a>'))), ["g/b.mdx"]);
    assert.ok(uses.some(({ at }) => at.file === "snippets/links.jsx"));
  });

  it("have current ranges after an edit, and only their own file is rechecked", () => {
    const before = siteOf(site(links('<a href="/g/b">B</a>')));
    const text = `// Note\n${links('<a href="/g/bb">B</a>')}`;
    const path = "snippets/links.jsx";
    const { site: now, reach } = withFile(before, { kind: "script", path, script: scanScript(path, text) });
    assert.deepEqual([reach, now.scripts], ["file", before.scripts]);
    const [link] = now.scriptReferences.get(path)?.links ?? [];
    assert.equal(text.slice(link?.range.start, link?.range.end), "/g/bb");
    const emptied = withFile(now, { kind: "script", path, script: scanScript(path, links("null")) });
    assert.equal(emptied.site.scriptReferences.size, 0);
  });

  it("are found even if they omit the name of an index page", () => {
    const code = links('<><a href="..">1</a><a href="./">2</a></>');
    const others = {
      "index.mdx": page("Home"),
      "g/index.mdx": page("G"),
      "g/d.mdx": page("D", "[1](..) [2](./)"),
    };
    const files = site(code, others);
    const references = (file: string) =>
      findReferences(siteOf(files), { kind: "page", file }).map(
        ({ at }) => `${at.file} ${files.get(at.file)?.slice(at.range.start, at.range.end)}`,
      );
    assert.deepEqual(references("index.mdx"), ["g/d.mdx ..", "snippets/links.jsx .."]);
    assert.deepEqual(references("g/index.mdx"), ["g/d.mdx ./", "snippets/links.jsx ./"]);
  });

  it("are resolved only for the pages that need them if many pages show the code file", () => {
    const hrefs = Array.from({ length: 500 }, (_, i) => `<a href="./gone-${i}" />`);
    const code = links(`<>${hrefs.join("")}</>`);
    const files = site(code);
    for (let i = 0; i < 1000; i++) files.set(`g/p${i}.mdx`, page("P", including("/snippets/links.jsx")));
    const time = (file: string, run: (site: Site) => void) =>
      assertQuickWith(700, () => siteOf(files), run, file);
    time("a list of references", (all) => void findReferences(all, { kind: "page", file: "g/b.mdx" }));
    time("a list of unused files", (all) => void findUnused(all));
    time(
      "a move",
      (all) =>
        void planMove(all, [{ from: "g/b.mdx", to: "h/b.mdx" }], { textOf: (file) => files.get(file) }),
    );
    const all = siteOf(files);
    for (const script of all.scriptReferences.values())
      for (const { targets } of resolvedLinksOfScript(all, script)) assert.equal(targets.length, maxPages);
  });
});
