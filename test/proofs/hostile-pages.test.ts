import assert from "node:assert/strict";
import { scanPage } from "../../server/src/core/page/scan-page.ts";
import { findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { assertQuickWith } from "../harness/assert-quick.ts";
import { siteOf } from "../harness/site-of.ts";

/**
 * A description, the content of a page, and the expected errors and warnings in the form `CODE at TEXT`. Long texts are
 * truncated.
 */
type Row = readonly [what: string, text: string, problems: readonly string[], files?: Readonly<Record<string, string>>];

const count = (n: number, make: (i: number) => string, between = "\n"): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(between);
const fields = (what: string, yaml: string, problems: readonly string[], files = {}): Row => [
  what,
  `---\n${yaml}\n---\n\nText.\n`,
  problems,
  files,
];
const body = (what: string, text: string, problems: readonly string[], files = {}): Row => [
  what,
  `---\ntitle: T\n---\n\n${text}\n`,
  problems,
  files,
];
const bomb = (levels: number) =>
  `title: T\nl0: &l0 [x]\n${count(levels, (i) => `l${i + 1}: &l${i + 1} [${count(9, () => `*l${i}`, ", ")}]`)}`;
const part = (name: string, of: string) => ({
  [`snippets/${name}.mdx`]: `import P from "/snippets/${of}.mdx"\n\n<P />\n`,
});
const spec = {
  "spec.json":
    '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }], "paths": { "/x": { "get": { "responses": { "200": { "description": "ok" } } } } } }',
};

/** Invalid frontmatter (rows 47 to 68 in the catalog of invalid input), including attacks on the parser. */
const frontmatter: readonly Row[] = [
  ...["js", "javascript", "JS", " js", "coffee", "json", "toml", "constructor", "__proto__"].map((language): Row => [
    `47 ---${language}`,
    `---${language}\n{ title: require("fs") }\n---\n\nText.\n`,
    [`frontmatter/language-not-allowed at ---${language}`],
  ]),
  ["48 an unclosed fence", "---\ntitle: T\n\nText.\n", ["frontmatter/syntax at ---"]],
  ["49 four dashes", "----\ntitle: T\n----\n\nText.\n", []],
  ["49 a leading space", " ---\ntitle: T\n---\n\nText.\n", []],
  ["49 text before the fence", "Text\n\n---\ntitle: T\n---\n\nText.\n", []],
  ...["\r\n", "\r", "\n"].map((eol): Row => [
    `50 lines ending in ${JSON.stringify(eol)}`,
    `\ufeff---\ntitle: T\nboost: no\n---\n\n[a](/gone)\n`.replaceAll("\n", eol),
    ["frontmatter/wrong-type at no", "link/page-not-found at /gone"],
  ]),
  fields("51 a tab", "title: T\nseo:\n\tindexing: all", ["frontmatter/syntax at \t"]),
  fields("52 a duplicate field", 'title: A\n"title": B', ['frontmatter/duplicate-key at "title"']),
  fields("53 a list", "- a\n- b", ["frontmatter/not-a-map at - a\n- b"]),
  fields("53 text", "just text", ["frontmatter/not-a-map at just text"]),
  fields("53 a number", "42", ["frontmatter/not-a-map at 42"]),
  fields("54 an alias bomb with 8 levels", bomb(8), ["frontmatter/too-large at ---"]),
  fields("54 an alias bomb with 20 levels", bomb(20), ["frontmatter/too-large at ---"]),
  fields("55 150 aliases", `title: T\na: &a b\nkeywords: [${count(150, () => "*a", ", ")}]`, []),
  fields("56 a self-referencing alias", "title: T\na: &a [*a]", ["frontmatter/too-large at ---"]),
  fields(
    "57 merged keys",
    `title: T\nbase: &b {${count(4000, (i) => `k${i}: 1`, ", ")}}\n${count(90, (i) => `m${i}:\n  <<: *b`)}`,
    ["frontmatter/too-large at ---"],
  ),
  fields("58 20,000 keys", `title: T\n${count(20_000, (i) => `k${i}: 1`)}`, []),
  fields("58 over 256 KB", `title: T\ndescription: ${"a".repeat(300_000)}`, ["frontmatter/too-large at ---"]),
  ...["no", "012", "2024-01-01", "1_000", ".inf"].map((value) => fields(`59 title: ${value}`, `title: ${value}`, [])),
  fields("59 title: true", "title: true", ["frontmatter/wrong-type at true"]),
  fields("59 title: [a]", "title: [a]", ["frontmatter/wrong-type at [a]"]),
  ...['!!js/function "() => 1"', "!!binary aGVsbG8=", "!foo x"].map((value) =>
    fields(`60 title: ${value}`, `title: ${value}`, [`frontmatter/syntax at ${value.split(" ", 1)[0] ?? ""}`]),
  ),
  fields("61 a second YAML document", "title: T\n...\nb: c", ["frontmatter/syntax at ..."]),
  ["61 a second fence", "---\ntitle: A\n---\ntitle: B\n---\n\nText.\n", []],
  fields("62 800 levels", `title: T\na: ${"[".repeat(800)}${"]".repeat(800)}`, ["frontmatter/too-large at ---"]),
  fields("62 50,000 levels", `title: T\na: ${"[".repeat(50_000)}`, ["frontmatter/too-large at ---"]),
  ...(
    [
      ["get /x", "openapi/method-not-uppercase at get"],
      ["GET", "openapi/malformed-reference at GET"],
      ["GET  /x", undefined],
      ["spec.json GET /x", undefined],
      ["../../s.json GET /x", "openapi/spec-outside-site at ../../s.json"],
      ["/etc/passwd GET /x", "openapi/spec-not-found at /etc/passwd"],
      ["http://h/s.json GET /x", undefined],
    ] as const
  ).map(([value, problem]) =>
    fields(`63 openapi: ${value}`, `title: T\nopenapi: "${value}"`, problem ? [problem] : [], spec),
  ),
  ...["GET javascript:alert(1)", "GET //h/x", "FOO /x", "GET"].map((value) =>
    fields(`64 api: ${value}`, `title: T\napi: "${value}"`, [`frontmatter/api-malformed at "${value}"`]),
  ),
  fields(
    "65 both api and openapi",
    'title: T\napi: "GET https://a.example/x"\nopenapi: "GET /x"',
    ["frontmatter/several-targets at api"],
    spec,
  ),
  fields("67 groups as a string", "title: T\ngroups: admin", ["frontmatter/wrong-type at admin"]),
  [
    "68 a lone surrogate in the title",
    "---\ntitle: \ud83d\n---\n\n[a](/gone)\n",
    ["frontmatter/syntax at \ud83d", "link/page-not-found at /gone"],
  ],
  [
    "68 a surrogate pair in the title",
    "---\ntitle: \ud83d\ude80\n---\n\n\ud83d\ude80 [a](/gone)\n",
    ["link/page-not-found at /gone"],
  ],
];

const unsafe = "link/unsafe-scheme";
const missing = "link/file-not-found";

/** Invalid Markdown and MDX (rows 69 to 82 in the catalog), including text that takes long to parse. */
const markdown: readonly Row[] = [
  body("69 nested blockquotes", ">".repeat(4000), []),
  body(
    "69 nested lists",
    count(400, (i) => `${"  ".repeat(i)}- a`),
    [],
  ),
  body("69 unclosed links", "[a](".repeat(4000), []),
  body("69 footnotes", `${count(4000, (i) => `[^${i}]`, " ")}\n\n${count(4000, (i) => `[^${i}]: a`)}`, []),
  body(
    "69 backticks",
    count(100, (i) => `${"`".repeat(i + 1)} a`, " "),
    [],
  ),
  body("70 unclosed braces", "{".repeat(4000), ["mdx/syntax at {"]),
  body("70 unclosed components", "<Card>\n".repeat(2000), ["mdx/syntax at <Card"]),
  body("70 an unclosed export", "export const a = {\n  b: 1,", ["mdx/syntax at export const a = {"]),
  body("71 code", '{process.exit()} {require("child_process").execSync("x")} {await import("node:fs")}', []),
  body("71 code in an export", 'export const x = fetch("https://a.example");\n\n{x}', []),
  body("71 a file above the site", "import x from '../../.env'\n\n{x}", ["mdx/import-outside-site at ../../.env"]),
  body("71 a system file", "import x from 'file:///etc/passwd'\n\n{x}", ["mdx/package-import at file:///etc/passwd"]),
  body("71 a Node.js module", "import fs from 'node:fs'\n\n{fs.a()}", ["mdx/package-import at node:fs"]),
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "&#106;avascript:alert(1)",
    "java&Tab;script:x",
    "javascript&colon;x",
    "data:text/html,a",
    "vbscript:x",
    "command:x",
    "file:///etc/passwd",
  ].flatMap((url) => [
    body(`73 [x](${url})`, `[x](${url})`, [`${unsafe} at ${url}`]),
    body(`73 <a href="${url}">`, `<a href="${url}">x</a>`, [`${unsafe} at ${url}`]),
  ]),
  body("73 a tab in a tag's link", '<a href="java\tscript:x">x</a>', [`${unsafe} at java\tscript:x`]),
  body("73 a tab in a link, which ends it", "[x](java\tscript:x)", []),
  body("73 an editor link", "[x](vscode://file/x)", []),
  body("73 a definition", "[x]\n\n[x]: javascript:a", [`${unsafe} at javascript:a`]),
  body("73 a card", '<Card title="a" href={"javascript:a"}>x</Card>', [`${unsafe} at javascript:a`]),
  body("73 an SVG image", '<svg><a xlinkHref="javascript:a">x</a></svg>', [`${unsafe} at javascript:a`]),
  body("73 a form", '<form action="javascript:a"><button formAction="/search" /></form>', [
    `${unsafe} at javascript:a`,
  ]),
  body("73 a frame", '<iframe src="javascript:a" title="a" />', [`${unsafe} at javascript:a`]),
  body("73 an inline image", "![x](data:image/png;base64,AAAA)", []),
  body("73 an HTML page as an image", "![x](data:text/html,a)", [`${unsafe} at data:text/html,a`]),
  ...["../../../etc/passwd", "/etc/passwd", "..%2f..%2fetc/passwd"].map((url) =>
    body(`75 ![a](${url})`, `![a](${url})`, [`${missing} at ${url}`]),
  ),
  body("75 a file on a drive", "![a](C:\\Windows\\a.png)", [`${unsafe} at C:\\Windows\\a.png`]),
  body("75 another host", "![a](//srv.example/share/a.png)", []),
  body("80 a line of one megabyte", "word and ".repeat(115_000), []),
  body("80 100,000 headings, and a link to the last", `${"# Head\n\n".repeat(100_000)}[a](#head-99999)`, []),
  body("81 a lone surrogate", "a \ud800 [x](/gone) b", ["link/page-not-found at /gone"]),
  body("81 NUL", "a \u0000 [x](/gone) b", ["link/page-not-found at /gone"]),
  body("81 many invalid characters", "\ufffd\u0000\ud800".repeat(30_000), []),
  body("82 a page that includes itself", 'import Me from "/index.mdx"\n\n<Me />', ["mdx/misplaced-component at Me"]),
  body(
    "82 two snippets that include each other",
    'import P from "/snippets/a.mdx"\n\n<P />',
    ["mdx/misplaced-component at P", "mdx/misplaced-component at P"],
    { ...part("a", "b"), ...part("b", "a") },
  ),
  body(
    "82 a thousand snippets in a cycle",
    'import P from "/snippets/p0.mdx"\n\n<P />',
    [],
    Object.assign({}, ...Array.from({ length: 1000 }, (_, i) => part(`p${i}`, `p${(i + 1) % 1000}`))) as Record<
      string,
      string
    >,
  ),
];

describe("hostile pages", function () {
  this.timeout(60_000);
  for (const [what, text, expected, others] of [...frontmatter, ...markdown])
    it(`have each problem reported once, at the right position, within a second: ${what.slice(0, 80)}`, () => {
      const files = new Map(
        Object.entries({
          "docs.json": '{ "navigation": { "pages": ["index"] } }',
          "index.mdx": text,
          ...others,
        }),
      );
      // The page is checked without the full MDX parse, which runs in a worker thread.
      let problems: ReturnType<typeof findSiteProblems> = [];
      assertQuickWith(
        1000,
        () => siteOf(files),
        (site) => {
          scanPage("index.mdx", text);
          problems = findSiteProblems(site);
        },
      );
      const reported = problems
        .filter(({ severity }) => severity === "error" || severity === "warning")
        .map(({ code, at }) => `${code} at ${files.get(at.file)?.slice(at.range.start, at.range.end) ?? ""}`);
      assert.deepEqual(reported.toSorted(), expected.toSorted());
    });
});
