import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { scanPage } from "./scan-page.ts";

describe("scanPage: code blocks", () => {
  const listBlocks = (text: string): string[] =>
    scanPage("p.mdx", text).references.codeBlocks.map(({ language, meta, metaRange, contentRange: content, range }) => {
      strictEqual(text.slice(metaRange.start, metaRange.end), meta);
      strictEqual(/[`~]/.test(text[range.start] ?? ""), true);
      return [language ?? "none", meta, JSON.stringify(text.slice(content.start, content.end))].join(" | ");
    });
  const cases: [string, string, string[]][] = [
    ["have a language and metadata", '```json title="a b" {1-3}  \n{}\n```', ['json | title="a b" {1-3} | "{}"']],
    ["can be empty and without a language", "```\n```\n~~~~\n\n~~~~\n", ['none |  | ""', 'none |  | ""']],
    ["can have a space before their language", "``` js a\nx\n```", ['js | a | "x"']],
    ["can contain shorter fences", "````md\n```js\nx\n```\n````\n", ['md |  | "```js\\nx\\n```"']],
    ["can be indented", "<Tab>\n    ```js\n    x\n      y\n    ```\n</Tab>", ['js |  | "    x\\n      y"']],
    [
      "are found in lists and blockquotes",
      "1. a\n   ```js\n   x\n   ```\n> ~~~py\n> y\n> ~~~\n",
      ['js |  | "   x"', 'py |  | "> y"'],
    ],
    ["end with the list item that contains them", "- ```js\n  x\ny\n```z\n", ['js |  | "  x"', 'z |  | ""']],
    ["extend to the end of the page if they're unclosed", "```js\nx\n", ['js |  | "x"']],
    ["are found with every type of line ending", "```js\r\nx\r\ny\r\n```\r\n", ['js |  | "x\\r\\ny"']],
    [
      "aren't found in comments, inline code, and exports",
      "{/*\n```\na\n```\n*/}\n\nexport const a = `\n```\n`\n\n`` ```b``` ``\n",
      [],
    ],
    ["can't have backticks in their metadata", "``` a`b\nc\n", []],
  ];
  for (const [name, text, expected] of cases) it(name, () => deepStrictEqual(listBlocks(text), expected));

  it("are counted in the outline", () => {
    strictEqual(scanPage("p.mdx", "```\n```\n\n```\n```\n").outline.codeBlockCount, 2);
  });
});

describe("scanPage: exports", () => {
  const listExports = (text: string): string[] =>
    scanPage("p.mdx", text).references.exports.map((each) => {
      const { name, isComponent, props, text: value, range } = each;
      const source = text.slice(range.start, range.end);
      return [
        source === name ? name : `${name} at ${source}`,
        ...(isComponent ? ["component"] : []),
        ...(props ? [`(${props.join(",")})`] : []),
        ...(value === undefined ? [] : [`"${value}"`]),
      ].join(" ");
    });
  const cases: [string, string, string[]][] = [
    [
      "include the values of strings",
      "export const a = \"2.1\"\n\nexport let b = 'c';\n\nexport const d = `e`\n",
      ['a "2.1"', 'b "c"', 'd "e"'],
    ],
    [
      "include names with other values",
      "export const A = 1\nexport const B = [1]\nexport const C = {d: 1}\nexport const E = <p/>\nexport const f = g()\n",
      ["A", "B", "C", "E", "f"],
    ],
    [
      "include functions with their props",
      'export const A = ({ b, c: d = "}", "e-f": g, h = {} }) => <p/>\n\nexport function I({ j }) {\n  return <p/>;\n}\n\nexport const K = () => {}\nexport const L = async function ({ m }) {}\n',
      ["A component (b,c,e-f,h)", "I component (j)", "K component ()", "L component (m)"],
    ],
    [
      "can have a trailing comma after their props, or an empty list of props",
      "export const A = ({\n  b,\n  c = 1,\n}) => <p/>\nexport const D = ({}) => <p/>\n",
      ["A component (b,c)", "D component ()"],
    ],
    [
      "have no props if the props can't be determined",
      "export const A = (props) => <p/>\nexport const B = ({ c, ...rest }) => <p/>\nexport const D = e => <p/>\n",
      ["A component", "B component", "D component"],
    ],
    [
      "are treated as components if their value is unknown and their name is capitalized",
      "export const A = memo(B)\nexport const c = memo(B)\nexport const D = (1 + 2)\n",
      ["A component", "c", "D component"],
    ],
    [
      "can share a statement",
      'export const a = 1, b = "x, y = 2", c = [d, e = 1], f = { g: 1, h: 2 };\n\nexport let i, j: number = f(k, l), M = memo(i)\n',
      ["a", 'b "x, y = 2"', "c", "f", "i", "j", "M component"],
    ],
    [
      "can be on separate lines and don't include the text after them",
      'export const a = "1",\n  b = `2`,\n\n  c = 3\n\nexport const d = 4\n\nSome text, e = 5, and more\n\nexport let f\n',
      ['a "1"', 'b "2"', "c", "d", "f"],
    ],
    [
      "include default exports",
      "export default function A({ b }) {}\n\nexport default ({ c }) => <p/>\n",
      ["default at A component (b)", "default component (c)"],
    ],
    [
      "include export lists",
      "const a = 1;\n\nexport { B, c as D } from '/x.mdx'\nexport * as E from '/y.mdx'\n\nexport { F, g }\n",
      ["B component", "D component", "E component", "F component", "g"],
    ],
    [
      "can contain blank lines",
      "export const A = () => {\n  const b = `\n\n`;\n\n  return (\n    <p>\n\n      {b}\n    </p>\n  );\n};\n\n# {C}\n",
      ["A component ()"],
    ],
    [
      "can have types",
      "export const A: Kind<{ b: string; c: () => void }> = 1\nexport function C<D>({ e }: F) {}\n",
      ["A", "C component (e)"],
    ],
    [
      "aren't found in code and prose",
      "```\nexport const a = 1\n```\n\ntext\nexport const b = 1\n\n  export const c = 1\n",
      [],
    ],
    ["include only complete names while code is being typed", "export const\n\nexport const a =\n\n# b\n", ["a"]],
  ];
  for (const [name, text, expected] of cases) it(name, () => deepStrictEqual(listExports(text), expected));

  it("are returned in the outline without positions", () => {
    deepStrictEqual(scanPage("p.mdx", 'export const a = "b"\n').outline.exports, [
      { name: "a", isComponent: false, text: "b" },
    ]);
  });
});

describe("scanPage: ignore comments", () => {
  const listIgnores = (text: string): string[] =>
    scanPage("p.mdx", text).references.ignoreComments.map(({ codes, range, lineRange }) => {
      for (const { code, range: place } of codes) strictEqual(text.slice(place.start, place.end), code);
      const [comment, line] = [range, lineRange].map(({ start, end }) => text.slice(start, end));
      return `${codes.map(({ code }) => code).join(" ")} in ${comment} for ${line}`;
    });
  const cases: [string, string, string[]][] = [
    [
      "apply to the next line that isn't blank",
      "{/* docwright-ignore link/page-not-found */}\n\n  [a](/b)\nc",
      ["link/page-not-found in {/* docwright-ignore link/page-not-found */} for   [a](/b)"],
    ],
    [
      "can contain several rule codes and a reason",
      "{/* docwright-ignore a/b, c/* -- as d/e says */} f\ng",
      ["a/b c/* in {/* docwright-ignore a/b, c/* -- as d/e says */} for g"],
    ],
    [
      "are found in frontmatter",
      "---\ntitle: x\n# docwright-ignore a/b\nicon: y\n---\n",
      ["a/b in # docwright-ignore a/b for icon: y"],
    ],
    [
      "are found in lists and components",
      "- {/* docwright-ignore a/b */}\n<A>\n  {/* docwright-ignore c/d */}\n</A>",
      ["a/b in {/* docwright-ignore a/b */} for <A>", "c/d in {/* docwright-ignore c/d */} for </A>"],
    ],
    ["are found at the end of the page", "{/* docwright-ignore a/b */}", ["a/b in {/* docwright-ignore a/b */} for "]],
    ["can omit rule codes", "{/* docwright-ignore */}\na", [" in {/* docwright-ignore */} for a"]],
    [
      "aren't found in other comments or in code",
      "{/* docwright-ignored a/b */} `{/* docwright-ignore a/b */}`\n\n```\n{/* docwright-ignore a/b */}\n```\n# docwright-ignore a/b\n",
      [],
    ],
  ];
  for (const [name, text, expected] of cases) it(name, () => deepStrictEqual(listIgnores(text), expected));
});

describe("scanPage: heading anchors for components", () => {
  const listAnchors = (text: string): readonly string[] => scanPage("p.mdx", text).outline.anchors;
  it("are derived from titles and names", () => {
    deepStrictEqual(
      listAnchors(
        '<Accordion title="How it works"/>\n<Step title="Install it"/>\n<Tab title="npm"/>\n<Update label="v1.2"/>\n<ParamField path="user_id"/>\n<ResponseField name="a.b"/>',
      ),
      ["how-it-works", "install-it", "npm", "v1-2", "param-user-id", "param-a-b"],
    );
  });
  it("are omitted if an ID or flag overrides them or if the title is an expression", () => {
    deepStrictEqual(
      listAnchors('<Step title="a" id="b"/><Step title="c" noAnchor/><Step title={d}/><Card title="e"/>'),
      ["b"],
    );
  });
  it("are derived from parameter names that consist of several words", () => {
    deepStrictEqual(listAnchors('<ParamField body="expiresInDays"/>'), ["param-expires-in-days"]);
  });
  it("are numbered by kind if a title repeats", () => {
    const repeatTag = (tag: string) => listAnchors(`${tag}\n${tag}\n${tag}`);
    deepStrictEqual(repeatTag('<Tab title="a"/>'), ["a", "a-2", "a-3"]);
    deepStrictEqual(repeatTag('<Accordion title="a"/>'), ["a", "a-1", "a-2"]);
    deepStrictEqual(repeatTag('<View title="a"/>'), ["a", "a-1", "a-2"]);
    deepStrictEqual(
      listAnchors('<ParamField body="a"/>\n<ResponseField name="a"/>\n<Param query="a"/>\n<Tab title="param-a"/>'),
      ["param-a", "param-a-1", "param-a-2"],
    );
    deepStrictEqual(
      listAnchors('<Tab title="a"/>\n<Accordion title="a"/>\n<View title="a"/>\n<Accordion title="A."/>'),
      ["a", "a-1"],
    );
  });
  it("consist of words and dashes for accordions, views, and parameters", () => {
    deepStrictEqual(
      listAnchors(
        '<Accordion title="0.35.2"/>\n<View title="a/b: c_d (e)?"/>\n<ParamField query="filter[userIDs].HTTPCode2xx"/>\n<Tab title="c_d"/>',
      ),
      ["0-35-2", "a-b-c-d-e", "param-filter-user-ids-http-code2xx", "c_d"],
    );
  });
  // `generateComponentId` in @mintlify/common 1.0.1176 replaces `&` in the titles of accordions and views only.
  it("contain a word for `&` in titles of accordions and views", () => {
    deepStrictEqual(
      listAnchors('<Accordion title="Users & Groups"/>\n<View title="Q&A"/>\n<Accordion title="R&D: x"/>'),
      ["users-and-groups", "q-and-a", "r-and-d-x"],
    );
    deepStrictEqual(listAnchors('<Step title="Users & Groups"/>'), ["users-&-groups"]);
  });
  it("are located at the title", () => {
    const text = '<Step title="Install it"/>';
    const [anchor] = scanPage("p.mdx", text).references.anchors;
    strictEqual(text.slice(anchor?.range.start, anchor?.range.end), "Install it");
  });
});

describe("scanPage: files", () => {
  it("include links to images, media, icons, and sources", () => {
    const text =
      '<video poster="/a.png" src="/b.mp4"/><img srcSet="/c.png 1x, /d.png 2x"/><Card icon="/e.svg"/><Card icon="star"/><A b={<a href="/f"><img src="/g.png"/></a>}/>';
    deepStrictEqual(
      scanPage("p.mdx", text).references.links.map(({ kind, target, range }) => {
        strictEqual(text.slice(range.start, range.end), target);
        return `${kind} ${target}`;
      }),
      ["image /a.png", "image /b.mp4", "image /c.png", "image /d.png", "image /e.svg", "link /f", "image /g.png"],
    );
  });
  it("include all files that a page shows or that its code refers to", () => {
    const text =
      '![a](/a.png)\n\n[b](/b.pdf) [c](/c) [d](https://x.y/d.png) [e](./e.mdx)\n\nexport const f = ["/f.svg", "no file", "v1.2 x"]\n\n<A b={dark ? "/g.png" : "/h.png"}/>\n';
    deepStrictEqual(scanPage("p.mdx", text).outline.mediaUrls, ["/a.png", "/b.pdf", "/f.svg", "/g.png", "/h.png"]);
  });
  it("include legacy snippets", () => {
    deepStrictEqual(scanPage("p.mdx", '<Snippet file="a.mdx" />\n<Snippet file={b} />').outline.snippets, ["a.mdx"]);
  });
});
