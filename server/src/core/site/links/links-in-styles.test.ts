import assert from "node:assert/strict";
import { assertGrowsWithLength } from "../../../../../test/harness/grows-with-length.ts";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findUnusedFiles, planDelete } from "../../features/move/plan-delete.ts";
import { findReferences } from "../../features/references/find-references.ts";
import { scanStyleSheet } from "../../page/scan-style.ts";
import { findSiteProblems } from "../../rules/engine/run-rules.ts";
import { scanPage } from "../../page/scan-page.ts";
import { applyFile } from "../site.ts";

const createPage = (body = "") => `---\ntitle: A\n---\n\n${body}\n`;
const createFiles = (files: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries({
      "docs.json": '{ "navigation": { "pages": ["guides/a"] } }',
      "guides/a.mdx": createPage(),
      "images/bg.png": "",
      "fonts/own.woff2": "",
      "styles/parts.css": "",
      ...files,
    }),
  );

describe("moving a file that a style sheet refers to", () => {
  const move = [{ from: "images/bg.png", to: "media/dark.png" }];
  const sheet = "styles/site.css";
  const cases: Readonly<Record<string, readonly [before: string, after: string]>> = {
    "an absolute path": ["url(/images/bg.png)", "url(/media/dark.png)"],
    "a relative path": ["url(../images/bg.png)", "url(../media/dark.png)"],
    "double quotes": ['url( "../images/bg.png" )', 'url( "../media/dark.png" )'],
    "single quotes": ["URL('/images/bg.png?v=2#x')", "URL('/media/dark.png?v=2#x')"],
    "several layers": [
      "linear-gradient(red, blue), url(/images/bg.png), url(/images/bg.png)",
      "linear-gradient(red, blue), url(/media/dark.png), url(/media/dark.png)",
    ],
    "an image set": [
      'image-set("/images/bg.png" type("image/png"), url(/images/bg.png) 2x, "/images/bg.png" 3x)',
      'image-set("/media/dark.png" type("image/png"), url(/media/dark.png) 2x, "/media/dark.png" 3x)',
    ],
    escapes: ["url(/images/b\\g.png) url(/images\\/bg.png)", "url(/images/b\\g.png) url(/media/dark.png)"],
    "a comment before the path": [
      "/* url(/images/bg.png) */ url(/images/bg.png)",
      "/* url(/images/bg.png) */ url(/media/dark.png)",
    ],
  };
  for (const [what, [before, after]] of Object.entries(cases))
    it(`updates ${what}`, () => {
      const createCss = (value: string) => `.a {\r\n  background: ${value};\r\n}\r\n`;
      assert.equal(moveInSite(createFiles({ [sheet]: createCss(before) }), move).get(sheet), createCss(after));
    });

  const unchanged: readonly string[] = [
    ".a::before { content: 'url(/images/bg.png)' }",
    ".a { background: url(https://example.com/images/bg.png) }",
    ".a { background: url(//example.com/images/bg.png) }",
    ".a { background: url(data:image/png;base64,/images/bg.png) }",
    ".a { background: url(../../images/bg.png) }",
    ".a { background: my-url(/images/bg.png) }",
    ".a { background: url(/images/bg.png",
    '.a { background: url("/images/bg.png\n") }',
    "/* .a { background: url(/images/bg.png) }",
    '.a { background: type("/images/bg.png") }',
  ];
  for (const css of unchanged)
    it(`doesn't change ${JSON.stringify(css)}`, () => {
      assert.equal(moveInSite(createFiles({ [sheet]: css }), move).get(sheet), css);
    });

  it("encodes characters that would end the URL", () => {
    const moved = moveInSite(createFiles({ [sheet]: "a { b: url(/images/bg.png) }" }), [
      { from: "images/bg.png", to: "images/it's (new).png" },
    ]);
    assert.equal(moved.get(sheet), "a { b: url(/images/it%27s%20%28new%29.png) }");
  });
});

describe("moving a style sheet", () => {
  it("updates its relative paths and the imports of other style sheets", () => {
    const files = createFiles({
      "styles/site.css": `@import "parts.css";
@import url('./parts.css') screen;
@font-face { font-family: Own; src: url(../fonts/own.woff2) format("woff2"), url(/fonts/own.woff2) }
.a { background: url(gone.png) }`,
      "styles/parts.css": '@import "./site.css";',
    });
    const moved = moveInSite(files, [{ from: "styles/site.css", to: "css/v2/main.css" }]);
    assert.equal(
      moved.get("css/v2/main.css"),
      `@import "../../styles/parts.css";
@import url('../../styles/parts.css') screen;
@font-face { font-family: Own; src: url(../../fonts/own.woff2) format("woff2"), url(/fonts/own.woff2) }
.a { background: url(gone.png) }`,
    );
    assert.equal(moved.get("styles/parts.css"), '@import "../css/v2/main.css";');
  });

  it("doesn't change relative paths if the entire folder moves", () => {
    const files = createFiles({ "a/styles/site.css": "b { c: url(../img/x.png) }", "a/img/x.png": "" });
    const moved = moveInSite(files, [{ from: "a", to: "b" }]);
    assert.equal(moved.get("b/styles/site.css"), "b { c: url(../img/x.png) }");
  });
});

describe("moving a file that CSS on a page or in a code file refers to", () => {
  const move = [{ from: "images/bg.png", to: "images/dark.png" }];
  const cases: readonly string[] = [
    `<div style={{ backgroundImage: "url('/images/bg.png')" }}>x</div>`,
    `<div style={{ backgroundImage: 'url(\\'/images/bg.png\\')', color: "red" }} />`,
    "<div style={{ backgroundImage: isDark ? `url(/images/bg.png)` : 'none' }} />",
    `<Card style="background: url(/images/bg.png)" title="x" />`,
    `<div style="background: url('../images/bg.png') /* url(/images/bgx.png) */">x</div>`,
    "<style>{`.a { background: url(/images/bg.png) }`}</style>",
    "<style>\n.a { background: url(/images/bg.png) }\n</style>",
    "<style dangerouslySetInnerHTML={{ __html: `.a { background: url(/images/bg.png) }` }} />",
    `export const Box = () => <p style={{ background: "url(/images/bg.png)" }}>x</p>`,
  ];
  for (const text of cases) {
    const after = text.replace("images/bg.png", "images/dark.png");
    assert.notEqual(after, text);
    it(`updates ${JSON.stringify(text)}`, () => {
      assert.equal(
        moveInSite(createFiles({ "guides/a.mdx": createPage(text) }), move).get("guides/a.mdx"),
        createPage(after),
      );
    });
  }
  const unchanged: readonly string[] = [
    '`<div style="background: url(/images/bg.png)">`',
    "```html\n<style>.a { background: url(/images/bg.png) }</style>\n```",
    "In CSS, write url(/images/bg.png).",
    '<div style={{ backgroundImage: "url(" + "/images/bg.png" + ")" }} />',
    "<div style={{ backgroundImage: `url(/images/bg.png${size})` }} />",
    "<div style={{ /* url(/images/bg.png) */ color: 'red' }} />",
  ];
  for (const text of unchanged)
    it(`doesn't change ${JSON.stringify(text)}`, () => {
      assert.equal(
        moveInSite(createFiles({ "guides/a.mdx": createPage(text) }), move).get("guides/a.mdx"),
        createPage(text),
      );
    });

  it("updates JSX in snippets", () => {
    const code = "export const A = () => <p style={{ background: 'url(/images/bg.png)' }} />;\n";
    const files = createFiles({ "snippets/a.jsx": code });
    assert.equal(moveInSite(files, move).get("snippets/a.jsx"), code.replace("bg.png", "dark.png"));
  });
});

describe("files that CSS refers to", () => {
  const files = createFiles({
    "styles/site.css": "@font-face { src: url(../fonts/own.woff2) } .a { background: url(/images/bg.png) }",
    "images/old.png": "",
    "guides/a.mdx": createPage('<div style="background: url(/images/page.png)" />'),
    "images/page.png": "",
  });

  it("are found with all references", () => {
    const listReferences = (file: string) =>
      findReferences(siteOf(files), { kind: "file", file }).map(
        ({ location: at }) => `${at.file} ${files.get(at.file)?.slice(at.range.start, at.range.end)}`,
      );
    assert.deepEqual(listReferences("images/bg.png"), ["styles/site.css /images/bg.png"]);
    assert.deepEqual(listReferences("fonts/own.woff2"), ["styles/site.css ../fonts/own.woff2"]);
    assert.deepEqual(listReferences("images/page.png"), ["guides/a.mdx /images/page.png"]);
  });

  it("are in use, and their deletion is reported", () => {
    const mentions = new Map([["styles/site.css", new Set(["bg.png"])]]);
    const unused = findUnusedFiles({ ...siteOf(files), mentions }).map(({ file }) => file);
    assert.deepEqual(unused, ["images/old.png"]);
    const { remainingReferences } = planDelete(siteOf(files), ["fonts/own.woff2"]);
    assert.deepEqual(
      remainingReferences.map(({ location: at }) => at.file),
      ["styles/site.css"],
    );
  });

  it("aren't checked by rules", () => {
    const gone = createFiles({
      "styles/site.css": ".a { background: url(/images/gone.png) }",
      "guides/a.mdx": createPage('<div style="background: url(/images/gone.png)" />'),
    });
    assert.deepEqual(
      findSiteProblems(siteOf(gone)).filter(({ code }) => code.startsWith("link/")),
      [],
    );
  });

  it("have current ranges after an edit of the style sheet", () => {
    const path = "styles/site.css";
    const text = "/* New */ .a { background: url(/images/bg.png) }";
    const change = { kind: "style-sheet", path, styleSheet: scanStyleSheet(path, text) } as const;
    const { site: now } = applyFile(siteOf(files), change);
    const [{ location } = { location: undefined }] = findReferences(now, { kind: "file", file: "images/bg.png" });
    assert.equal(text.slice(location?.range.start, location?.range.end), "/images/bg.png");
    const { site: emptied } = applyFile(now, { kind: "style-sheet", path, styleSheet: undefined });
    assert.deepEqual(findReferences(emptied, { kind: "file", file: "images/bg.png" }), []);
  });

  for (const [what, part] of Object.entries({
    "unclosed URLs": "url(/a.png",
    "unclosed strings": 'url("/a',
    "unclosed comments": "/* url(",
    "escaped quotes": "url(\\'",
    "nested sets": "image-set(",
    spaces: "url( ",
  }))
    it(`are found in linear time among ${what}`, () => {
      const checkGrowth = (scan: (text: string) => void) =>
        assertGrowsWithLength({
          work: (n) => () => scan(part.repeat(n / part.length)),
          from: 50_000,
          tries: 3,
          most: 24,
          enough: 60,
        });
      checkGrowth((text) => void scanStyleSheet("a.css", text));
      checkGrowth((text) => void scanPage("a.mdx", `<style>${text}</style>`));
      checkGrowth((text) => void scanPage("a.mdx", `<style>{\`${text}\`}</style>`));
      checkGrowth((text) => void scanPage("a.mdx", `<style>${text}`.repeat(20)));
    });
});
