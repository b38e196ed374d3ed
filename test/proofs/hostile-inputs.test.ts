import { ok } from "node:assert/strict";
import { checkSyntax } from "../../server/src/core/page/syntax/check-syntax.ts";
import { isTriviallyValid } from "../../server/src/core/page/syntax/trivially-valid.ts";
import { parseMarkdownTree, parseMdxTree, readMdx } from "../../server/src/core/page/syntax/mdx-parser.ts";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { canResolveQuickly } from "../../server/src/core/spec/validity/check-schemas.ts";
import { readWholeSpec } from "../../server/src/core/spec/read-spec.ts";
import { assertGrowsWithLength } from "../harness/grows-with-length.ts";
import { assertQuick } from "../harness/assert-quick.ts";
import { siteOf } from "../harness/site-of.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

type Files = Readonly<Record<string, string>>;

const json = (value: unknown): string => JSON.stringify(value);
const inLine = (text: string): string => text.replace(/[\r\n"]/g, " ");
const page = (body: string, fields = ""): string => `---\ntitle: T\n${fields}---\n\n${body}\n`;
const config = { name: "A", theme: "mint", colors: { primary: "#123456" }, navigation: { pages: ["index"] } };
const operation = { operationId: "a", summary: "A", responses: { 200: { description: "d" } } };
const spec = {
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  servers: [{ url: "https://a.example" }],
  paths: { "/a": { get: operation } },
};
const sound: Files = {
  "docs.json": json({ ...config, api: { openapi: "s.json" } }),
  "index.mdx": page("Text"),
  "s.json": json(spec),
};
const inBody = (body: string): Files => ({ "index.mdx": page(body) });
const inFields = (fields: string): Files => ({ "index.mdx": page("Text", fields) });
const inConfig = (settings: object): Files => ({ "docs.json": json({ ...config, ...settings }) });
const inSpec = (parts: object): Files => ({ "s.json": json({ ...spec, ...parts }) });

/** Each position in a site where authors can write text, as a function that inserts the text. */
const places: Readonly<Record<string, (text: string) => Files>> = {
  "a page": inBody,
  "a heading": (text) => inBody(`## ${inLine(text)}\n\n## ${inLine(text)}`),
  "a link": (text) => inBody(`[a](/${inLine(text)})\n\n[b](${inLine(text)}#${inLine(text)})`),
  "a link to the web": (text) => inBody(`[a](https://${inLine(text)})`),
  "an image": (text) => inBody(`![${inLine(text)}](/${inLine(text)}.png)`),
  "a table": (text) => inBody(`| a | b |\n|---|---|\n| ${inLine(text)} | b |`),
  "a prop": (text) => inBody(`<Card title="${inLine(text)}" href="${inLine(text)}" icon="${inLine(text)}" />`),
  "an expression": (text) => inBody(`{${text}}`),
  "a comment": (text) => inBody(`{/* docwright-ignore ${text} */}`),
  "an HTML comment": (text) => inBody(`<!-- ${text} -->`),
  "a code block": (text) => inBody(`\`\`\`json ${inLine(text)}\n${text}\n\`\`\``),
  "a request with curl": (text) => inBody(`\`\`\`bash\ncurl -X POST https://a.example/a -d '${text}'\n\`\`\``),
  "a request in JavaScript": (text) => inBody(`\`\`\`js\nfetch("https://a.example/a", { body: ${text} })\n\`\`\``),
  "an import": (text) => inBody(`import { ${inLine(text)} } from "/snippets/${inLine(text)}.mdx"`),
  "an export": (text) => inBody(`export const a = ${text}`),
  "raw frontmatter": (text) => ({ "index.mdx": `---\n${text}\n---\n\nText\n` }),
  "frontmatter values": (text) =>
    inFields(`description: ${json(text)}\nopenapi: ${json(`GET /${text}`)}\nicon: ${json(text)}\nurl: ${json(text)}\n`),
  "a frontmatter key": (text) => inFields(`${json(text)}: 1\nx: [${inLine(text)}]\n`),
  "raw docs.json": (text) => ({ "docs.json": `{"name": ${text}` }),
  "docs.json values": (text) =>
    inConfig({
      name: text,
      theme: text,
      logo: { light: text, href: text },
      favicon: `/${text}`,
      background: { image: text, color: { light: text } },
      fonts: { family: text, source: text },
      variables: { a: text },
    }),
  "docs.json keys": (text) => inConfig({ [text]: { [text]: text }, navigation: { pages: ["index"], [text]: [] } }),
  "docs.json pages": (text) =>
    inConfig({
      navigation: {
        groups: [{ group: text, root: text, icon: text, openapi: text, pages: ["index", text, `/${text}.mdx`] }],
      },
    }),
  "docs.json redirects": (text) =>
    inConfig({
      redirects: [text, `/${text}`, "/:slug*"].map((source) => ({ source, destination: `/${text}` })),
    }),
  "docs.json links": (text) =>
    inConfig({ navbar: { links: [{ label: text, href: text }] }, footer: { socials: { [text]: text } } }),
  "docs.json references": (text) =>
    inConfig({ a: { $ref: text }, b: { $ref: `#${text}` }, c: { $ref: `a.json#/${text}` } }),
  "docs.json API settings": (text) =>
    inConfig({ api: { openapi: [text, `/${text}.json`], mdx: { server: text, auth: { name: text } } } }),
  "a raw specification": (text) => ({ "s.json": `{"openapi": "3.1.0", "info": ${text}` }),
  "a raw YAML specification": (text) => ({
    "s.yaml": `openapi: 3.1.0\ninfo:\n  title: A\n  version: "1"\npaths: ${text}`,
  }),
  "specification values": (text) =>
    inSpec({
      info: { title: text, version: text, description: text },
      servers: [{ url: text }, { url: `https://{${text}}` }],
      tags: [{ name: text }],
      components: { schemas: { A: { type: "string", pattern: text, format: text, example: text } } },
    }),
  "specification keys": (text) =>
    inSpec({
      paths: { [`/${text}`]: { get: operation }, [`/{${text}}`]: { get: operation } },
      components: { schemas: { [text]: { type: text } }, securitySchemes: { [text]: { type: text } } },
      [text]: text,
    }),
  "specification references": (text) =>
    inSpec({
      paths: {
        "/a": { get: { responses: { 200: { $ref: text }, 201: { $ref: `#${text}` } } } },
        "/b": { $ref: `a.json#/${text}` },
      },
    }),
  "raw settings": (text) => ({ ".docwright.json": text }),
  "settings values": (text) => ({
    ".docwright.json": json({
      rules: { [text]: text },
      ignore: [text],
      overrides: [{ files: [text], rules: { [text]: text } }],
      profile: text,
      sites: [text],
      basePath: text,
      siteUrl: text,
      keyPrefix: text,
      [text]: text,
    }),
  }),
  "ignored files": (text) => ({ ".mintignore": text }),
  "a snippet": (text) => ({
    "index.mdx": page('import A from "/snippets/a.mdx"\n\n<A />'),
    "snippets/a.mdx": text,
  }),
  "a component": (text) => ({ "snippets/a.jsx": `export const A = () => <p>${text}</p>\n${text}` }),
  "mint.json": (text) => ({
    "mint.json": json({ name: text, navigation: [{ group: text, pages: [text] }], [text]: text }),
  }),
};

/** The tokens that are repeated to create long texts. */
// prettier-ignore
const tokens = [
  ..."/\\`*_[](){}<>\"'|&#-+=~$%?:@.,;^! \t\n\r0aA".split(""),
  "![", "](", "[a](", "[a][", "[^a]", "[a]: b\n", "<A>", "<A>\n", "</A>", "<A/>", "<A ", "<A b=", "<A b={", "<a href=\"",
  "{{", "{a}", "{{a}}", "{`${", "`${", "{/*", "*/", "<!--", "-->", "/* ", "// ", "**a", "_a*", "*a_", "a_", "&amp;", "&#x",
  "%2F", "%25", "../", "./", "..\\", "a/", ":a/", ":a*", "**/", "*/", "+(", "?(", "a ", "a\n", "- ", "- a\n", "> ", "1. ",
  "| a ", "|-", "```\n", "```a\n", "~~~\n", "$$\n", "$a", "# a\n", "a\n=\n", "---\n", "a: ", "a: b\n", "? a\n", "&a ",
  "*a ", "<<: ", "!!a ", "import a from 'b'\n", "export ", "export const a = 1\n", "é", "😀", "\ud83d", "\u0000", "\\u0041",
  "\\\"", "\"a\":", "\"a\",", "[1,", "{\"a\":", "{\"a\":1},", "true", "1e", "www.a.b ", "https://a.b/ ", "a@b.c ", "rgb(", "#fff",
  "curl ", "-d ", " \\\n", "fetch(", "()=>{", "\n\n", "    a\n", "GET ",
];

/** Texts of about this length that don't consist of a single repeated token. */
const patterns: Readonly<Record<string, (length: number) => string>> = {
  "runs of backticks": (length) => runs("`", length),
  "runs of backticks on separate lines": (length) => runs("`", length, "\r\n"),
  "runs of dollar signs": (length) => runs("$", length),
  "runs of asterisks": (length) => runs("*", length),
  "increasingly nested lists": (length) => runs(" ", length, "- a\n"),
  "nested brackets": (length) => "[".repeat(length / 2) + "]".repeat(length / 2),
  "nested braces": (length) => "{".repeat(length / 2) + "}".repeat(length / 2),
  "nested tags": (length) => "<A>".repeat(length / 7) + "</A>".repeat(length / 7),
  "mismatched tags": (length) => "<a>".repeat(length / 7) + "</b>".repeat(length / 7),
  "unique names": (length) => Array.from({ length: length / 6 }, (_, i) => `a${i}`).join("/"),
  "unique tags": (length) => Array.from({ length: length / 7 }, (_, i) => `<A${i}>`).join(""),
  "spaces before a word": (length) => `${" ".repeat(length)}a`,
};

function runs(mark: string, length: number, after = " "): string {
  return Array.from({ length: Math.sqrt(2 * length) }, (_, i) => mark.repeat(i + 1)).join(after);
}

/** Returns combinations of the texts and positions: all of them, or `count` of them that are selected by the seed. */
function cases(count: number): readonly { name: string; files: (length: number) => ReadonlyMap<string, string> }[] {
  const texts: readonly (readonly [string, (length: number) => string])[] = [
    ...tokens.map((token) => [json(token), (length: number) => token.repeat(length / token.length)] as const),
    ...Object.entries(patterns),
  ];
  const all = Object.entries(places).flatMap(([place, put]) =>
    texts.map(([text, make]) => ({
      name: `${text} in ${place}`,
      files: (length: number) => new Map(Object.entries({ ...sound, ...put(make(length)) })),
    })),
  );
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => i % step === seedOf(0) % step);
}

describe("processing time for hostile inputs", () => {
  it("is linear for each text in each position, in all code that parses and checks a site", () => {
    for (const { name, files } of cases(chooseByMode(60, Infinity)))
      try {
        assertGrowsWithLength({
          work: (length) => {
            const made = files(length);
            return () => {
              const site = siteOf(made, undefined, { parsesPages: false });
              for (const path of ["index.mdx", "snippets/a.mdx"]) isTriviallyValid(made.get(path) ?? "");
              for (const problem of findSiteProblems(site).slice(0, 100)) createFixes(problem, site);
            };
          },
          from: 2000,
          tries: 2,
          most: 32,
          enough: 250,
        });
      } catch (error) {
        throw new Error(name, { cause: error });
      }
  }).timeout(chooseByMode(300_000, 7_200_000));
});

describe("hostile inputs that used to block a check", () => {
  it("are parsed within a second: pairs of single quotes in docs.json", () => {
    const files = new Map([["docs.json", `{"name": ${"'".repeat(60_000)}`]]);
    assertQuick(1000, () => siteOf(files));
  });

  for (const mark of ["`", "$"])
    for (const between of [" ", "\n", "\r\n", "\r"])
      it(`are parsed within a second: runs of 1 to 1,400 ${mark}, separated by ${JSON.stringify(between)}`, () => {
        const text = runs(mark, (1400 * 1401) / 2, between);
        assertQuick(1000, () => {
          ok(!isTriviallyValid(text));
          ok(readMdx(text).kind === "too-complex");
        });
      });

  for (const mark of [
    "[x]",
    "[x][y]",
    "![x]",
    "[x](",
    "[^1]",
    "[a](<b> 'c') ",
    "**a",
    "_a ",
    "~~a",
    "<A/>a b ",
    "{x} a b ",
  ])
    it(`are parsed within a second: a paragraph of 50,000 ${JSON.stringify(mark)}`, () => {
      const text = `<Note>a</Note>\n\n${mark.repeat(50_000)}`;
      assertQuick(1000, () => {
        ok(!isTriviallyValid(text));
        ok(readMdx(text).kind === "too-complex");
      });
      const shorter = `<Note>a</Note>\n\n${mark.repeat(11_000)}`;
      ok(!parseMdxTree(shorter, { singleDollarMaths: true }));
      ok(parseMarkdownTree(shorter).children.length > 0);
    }).timeout(30_000);

  it("are still read if their marks are spread over many paragraphs, table cells, and lines of code", () => {
    const rows = "| [a](/b) | `c` | **d** |\n".repeat(2000);
    const code = `\`\`\`json\n${'  { "a": ["b"], "c_d": "*" },\n'.repeat(5000)}\`\`\`\n`;
    const text = `${"[x] **a** {b}\n\n".repeat(5000)}| a | b | c |\n|---|---|---|\n${rows}\n${code}`;
    ok(readMdx(text).kind === "read");
  }).timeout(60_000);

  it("are checked within a few seconds without a complete parse: 20,000 unclosed unknown tags", () => {
    const text = page("<A>".repeat(20_000));
    assertQuick(3000, () => {
      const [problem] = checkSyntax(text);
      ok(problem?.kind === "too-complex");
      const site = {
        ...siteOf(new Map([...Object.entries(sound), ["index.mdx", text]]), undefined, {
          parsesPages: false,
        }),
        syntax: new Map([["index.mdx", [problem]]]),
      };
      const problems = findSiteProblems(site);
      for (const each of problems) createFixes(each, site);
      ok(problems.length < 1100, `${problems.length} problems`);
    });
  }).timeout(60_000);

  it("aren't resolved a second time: a reference of 100,000 slashes", () => {
    const text = json({
      ...spec,
      components: { schemas: { A: { $ref: `#${"/".repeat(100_000)}` } } },
    });
    const read = readWholeSpec("s.json", text, () => undefined);
    ok(read);
    ok(!canResolveQuickly(read.files, true));
    ok(!canResolveQuickly(read.files, false));
  });
});
