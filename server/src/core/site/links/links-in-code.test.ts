import assert from "node:assert/strict";
import { assertQuickWith } from "../../../../../test/harness/assert-quick.ts";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findUnusedFiles, planDelete } from "../../features/move/plan-delete.ts";
import { planMove } from "../../features/move/plan-move.ts";
import { findReferences } from "../../features/references/find-references.ts";
import { findSiteProblems } from "../../rules/engine/run-rules.ts";
import { type Site, applyFile } from "../site.ts";
import { scanScript } from "../../page/scan-script.ts";
import { maxPages, resolveScriptLinks } from "./links.ts";

const createPage = (title: string, body = "") => `---\ntitle: ${title}\n---\n\n${body}\n`;
const createImport = (source: string) => `import { Links } from "${source}";\n\n<Links />`;

const createFiles = (code: string, others: Readonly<Record<string, string>> = {}) =>
  new Map(
    Object.entries({
      "docs.json": '{ "navigation": { "pages": ["g/a", "g/b"] } }',
      "g/a.mdx": createPage("A", createImport("/snippets/links.jsx")),
      "g/b.mdx": createPage("B", "## Part"),
      "snippets/links.jsx": code,
      "images/key.png": "",
      ...others,
    }),
  );
const createLinks = (jsx: string) => `export const Links = () => ${jsx};\n`;
const movePage = (code: string, others?: Readonly<Record<string, string>>) =>
  moveInSite(createFiles(code, others), [{ from: "g/b.mdx", to: "h/c.mdx" }]).get("snippets/links.jsx");
const listProblems = (files: ReadonlyMap<string, string>) =>
  findSiteProblems(siteOf(files)).flatMap(({ code, at }) =>
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
    it(`updates ${where}`, () => assert.equal(movePage(createLinks(before)), createLinks(after)));

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
    it(`doesn't change ${what}`, () => assert.equal(movePage(createLinks(code)), createLinks(code)));

  it("updates files that are imported only by other code, even if the import omits the extension", () => {
    const inner = 'export const Inner = () => <a href="/g/b">B</a>;\n';
    const others = { "snippets/links.jsx": 'export { Inner as Links } from "../parts/inner";\n' };
    const files = createFiles("", { ...others, "parts/inner.tsx": inner });
    const moved = moveInSite(files, [{ from: "g/b.mdx", to: "h/c.mdx" }]);
    assert.equal(moved.get("parts/inner.tsx"), inner.replace("/g/b", "/h/c"));
    assert.deepEqual(listProblems(new Map([...files].filter(([path]) => path !== "g/b.mdx"))), [
      "link/page-not-found /g/b",
    ]);
  });

  it("doesn't change code that no page shows, except snippets", () => {
    const code = createLinks('<a href="/g/b">B</a>');
    const unused = { "g/a.mdx": createPage("A"), "app/menu.jsx": code };
    const moved = moveInSite(createFiles(code, unused), [{ from: "g/b.mdx", to: "h/c.mdx" }]);
    assert.equal(moved.get("app/menu.jsx"), code);
    assert.equal(moved.get("snippets/links.jsx"), createLinks('<a href="/h/c">B</a>'));
  });

  it("updates image paths", () => {
    const moved = moveInSite(createFiles(createLinks('<img src="/images/key.png" />')), [
      { from: "images/key.png", to: "images/new.png" },
    ]);
    assert.equal(moved.get("snippets/links.jsx"), createLinks('<img src="/images/new.png" />'));
  });

  it("updates links in a moved code file and restores them if the file moves back", () => {
    const files = createFiles(createLinks('<a href="/g/b">B</a>'));
    const there = moveInSite(files, [
      { from: "snippets/links.jsx", to: "snippets/parts/links.jsx" },
      { from: "g/b.mdx", to: "h/c.mdx" },
    ]);
    assert.equal(there.get("snippets/parts/links.jsx"), createLinks('<a href="/h/c">B</a>'));
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
    const moved = moveInSite(createFiles(createLinks('<a href="./b">B</a>')), move);
    assert.equal(moved.get("snippets/links.jsx"), createLinks('<a href="../g/b">B</a>'));
  });

  it("makes the code file's relative links root-relative if a page in another folder also shows it", () => {
    const others = { "g/d.mdx": createPage("D", createImport("../snippets/links.jsx")) };
    const moved = moveInSite(createFiles(createLinks('<a href="./b">B</a>'), others), move);
    assert.equal(moved.get("snippets/links.jsx"), createLinks('<a href="/g/b">B</a>'));
  });
});

describe("links in code files", () => {
  it("count as references to the linked page and its headings", () => {
    const code = createLinks('<><a href="/g/b#part">1</a><a href="./b">2</a></>');
    const listReferenced = (symbol: Parameters<typeof findReferences>[1]) =>
      findReferences(siteOf(createFiles(code)), symbol).flatMap(({ location: at }) =>
        at.file === "snippets/links.jsx" ? [code.slice(at.range.start, at.range.end)] : [],
      );
    assert.deepEqual(listReferenced({ kind: "page", file: "g/b.mdx" }), ["/g/b#part", "./b"]);
    assert.deepEqual(listReferenced({ kind: "anchor", file: "g/b.mdx", id: "part" }), ["/g/b#part"]);
  });

  it("are reported in the same way as links in pages", () => {
    const code = createLinks(
      '<><a href="/gone">1</a><a href="/g/b#gone">2</a><img src="/gone.png" /><a href="./gone">4</a><a href="/G/b">5</a><a href="/g/b">6</a></>',
    );
    assert.deepEqual(listProblems(createFiles(code)).sort(), [
      "link/anchor-not-found /g/b#gone",
      "link/file-not-found /gone.png",
      "link/page-not-found ./gone",
      "link/page-not-found /gone",
      "link/wrong-case /G/b",
    ]);
  });

  it("aren't reported if no page shows the file", () => {
    const code = createLinks('<a href="/gone">1</a>');
    assert.deepEqual(listProblems(createFiles(code, { "g/a.mdx": createPage("A"), "app/menu.jsx": code })), []);
  });

  it("are reported when the linked page is deleted", () => {
    const { remainingReferences } = planDelete(siteOf(createFiles(createLinks('<a href="/g/b">B</a>'))), ["g/b.mdx"]);
    assert.ok(remainingReferences.some(({ location: at }) => at.file === "snippets/links.jsx"));
  });

  it("have current ranges after an edit, and only their own file is rechecked", () => {
    const before = siteOf(createFiles(createLinks('<a href="/g/b">B</a>')));
    const text = `// Note\n${createLinks('<a href="/g/bb">B</a>')}`;
    const path = "snippets/links.jsx";
    const { site: now, scope } = applyFile(before, { kind: "script", path, script: scanScript(path, text) });
    assert.deepEqual([scope, now.scripts], ["file", before.scripts]);
    const [link] = now.scriptReferences.get(path)?.links ?? [];
    assert.equal(text.slice(link?.range.start, link?.range.end), "/g/bb");
    const emptied = applyFile(now, { kind: "script", path, script: scanScript(path, createLinks("null")) });
    assert.equal(emptied.site.scriptReferences.size, 0);
  });

  it("are found even if they omit the name of an index page", () => {
    const code = createLinks('<><a href="..">1</a><a href="./">2</a></>');
    const others = {
      "index.mdx": createPage("Home"),
      "g/index.mdx": createPage("G"),
      "g/d.mdx": createPage("D", "[1](..) [2](./)"),
    };
    const files = createFiles(code, others);
    const listReferences = (file: string) =>
      findReferences(siteOf(files), { kind: "page", file }).map(
        ({ location: at }) => `${at.file} ${files.get(at.file)?.slice(at.range.start, at.range.end)}`,
      );
    assert.deepEqual(listReferences("index.mdx"), ["g/d.mdx ..", "snippets/links.jsx .."]);
    assert.deepEqual(listReferences("g/index.mdx"), ["g/d.mdx ./", "snippets/links.jsx ./"]);
  });

  it("are resolved only for the pages that need them if many pages show the code file", () => {
    const hrefs = Array.from({ length: 500 }, (_, i) => `<a href="./gone-${i}" />`);
    const code = createLinks(`<>${hrefs.join("")}</>`);
    const files = createFiles(code);
    for (let i = 0; i < 1000; i++) files.set(`g/p${i}.mdx`, createPage("P", createImport("/snippets/links.jsx")));
    const checkTime = (file: string, run: (site: Site) => void) => assertQuickWith(700, () => siteOf(files), run, file);
    checkTime("a list of references", (all) => void findReferences(all, { kind: "page", file: "g/b.mdx" }));
    checkTime("a list of unused files", (all) => void findUnusedFiles(all));
    checkTime(
      "a move",
      (all) => void planMove(all, [{ from: "g/b.mdx", to: "h/b.mdx" }], { readText: (file) => files.get(file) }),
    );
    const all = siteOf(files);
    for (const script of all.scriptReferences.values())
      for (const { targets } of resolveScriptLinks(all, script)) assert.equal(targets.length, maxPages);
  });
});
