import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { scanPage } from "./scan-page.ts";

function listHeadings(text: string): string[] {
  return scanPage("p.mdx", text).references.headings.map(({ depth, text: words, id }) => `${depth} ${words} #${id}`);
}

function listLinks(text: string): string[] {
  return scanPage("p.mdx", text).references.links.map(({ kind, target, range, component }) => {
    strictEqual(text.slice(range.start, range.end), target);
    return [kind, component, target].filter((part) => part !== undefined).join(" ");
  });
}

function listImports(text: string): string[] {
  return scanPage("p.mdx", text).references.imports.map(({ source, names, range }) => {
    strictEqual(text.slice(range.start, range.end), source);
    return `${source}: ${names.map(({ importedName, localName }) => `${importedName} as ${localName}`).join(", ")}`;
  });
}

describe("scanPage: headings", () => {
  const cases: [string, string, string[]][] = [
    [
      "include ATX headings",
      "# One\n## Two ##\n### Three\n#### F\n##### Fi\n###### Six\n####### Seven\n#No",
      ["1 One #one", "2 Two #two", "3 Three #three", "4 F #f", "5 Fi #", "6 Six #"],
    ],
    [
      "include setext headings",
      "One\ntwo\n===\n\nThree\n---\n\n---\n\n- item\n---\n",
      ["1 One\ntwo #one-two", "2 Three #three"],
    ],
    ["can be empty", "#\n##   \n", ["1  #", "2  #"]],
    [
      "can have custom IDs",
      "## Install {#get-it}\n## Install {#get-it}\n## Install",
      ["2 Install #get-it", "2 Install #get-it-2", "2 Install #install"],
    ],
    ["have numbered IDs if they repeat", "# A\n# A\n# a", ["1 A #a", "1 A #a-2", "1 a #a-3"]],
    [
      "can contain markup",
      "# The `foo_bar()` **bold** _it_ [link](/x) ![i](y) <Badge>New</Badge> snake_case_here \\*",
      ["1 The foo_bar() bold it link  New snake_case_here * #the-foo_bar-bold-it-link-new-snake_case_here"],
    ],
    ["can contain entities", "# A &amp; B &lt;T&gt;", ["1 A & B <T> #a-&-b-<t>"]],
    [
      "are found in components and lists",
      "<Tab>\n  ## Inner\n</Tab>\n- ## Item\n> # Quote",
      ["2 Inner #inner", "2 Item #item", "1 Quote #quote"],
    ],
    [
      "aren't found in code",
      "```md\n# no\n```\n~~~~\n# no\n~~~\n# no\n~~~~\n# yes\n````\n```\n# no\n```\n````\n1. ```\n   # no\n   ```\n",
      ["1 yes #yes"],
    ],
    ["aren't found after an unclosed fence", "```\n# no", []],
    ["aren't found in comments", "{/*\n# no\n*/}\n<!--\n# no\n\n# no\n-->\n# yes", ["1 yes #yes"]],
    ["aren't found in frontmatter", "---\n# no\ntitle: x\n---\n# yes", ["1 yes #yes"]],
    ["aren't found in attributes", '<Code code={`\n\n# no\n`} />\n# yes\n<A b="\n# no\n" />', ["1 yes #yes"]],
    ["aren't found in imports and exports", "export const a = `\n# no\n\n# no\n`\n\n# yes", ["1 yes #yes"]],
    ["are found with every type of line ending", "# a\r\n# b\r# c\n", ["1 a #a", "1 b #b", "1 c #c"]],
  ];
  for (const [name, text, expected] of cases) it(name, () => deepStrictEqual(listHeadings(text), expected));

  it("have ranges that cover the original text", () => {
    const text = "\uFEFF---\r\ntitle: x\r\n---\r\n##  The `x` ##\r\n";
    const [heading] = scanPage("p.mdx", text).references.headings;
    strictEqual(text.slice(heading?.range.start, heading?.range.end), "The `x`");
    strictEqual(heading?.id, "the-x");
  });
});

describe("scanPage: links", () => {
  const cases: [string, string, string[]][] = [
    [
      "include inline links",
      "See [a](/b), [c](/d \"t\"), [e](</f g>), [h]( ./i#j 'k' ) and [l](m(n)o).",
      ["link /b", "link /d", "link /f g", "link ./i#j", "link m(n)o"],
    ],
    ["include images", "![a](/b.png) [![c](d.svg)](/e)", ["image /b.png", "image d.svg", "link /e"]],
    ["can contain brackets in their text", "[a [b] c](/d) [e]\\(/no) \\[f](/no) [g] (/no)", ["link /d"]],
    ["can span lines", "[a\nb](/c\n 'd')\n\n[e\n\nf](/no)", ["link /c"]],
    [
      "include definitions",
      '[a]: /b "t"\n  [c]: </d e>\n[^1]: /no\n> [f]: g',
      ["definition /b", "definition /d e", "definition g"],
    ],
    ["include autolinks", "<https://a.b/c> <mailto:a@b.c>", ["link https://a.b/c", "link mailto:a@b.c"]],
    [
      "aren't found in code",
      "`[a](/no)` ``[a](/no) ` [a](/no)`` [b](/yes) ` [c](/yes2)\n\n```\n[a](/no)\n```",
      ["link /yes", "link /yes2"],
    ],
    [
      "are found in paragraphs after an unpaired backtick",
      "a ` b\n\n[c](/d) ` e\n- ` [f](/g)\n- ` [h](/i)\n\n| ` [j](/k) | ` [l](/m) |\n|---|---|\n| ` [n](/o) |",
      ["link /d", "link /g", "link /i", "link /k", "link /m", "link /o"],
    ],
    ["aren't found in comments", "{/* [a](/no) <a href='/no'/> */} [b](/yes) <!-- [c](/no) -->", ["link /yes"]],
    [
      "include attributes",
      '<Card title="x" href="/a" img=\'/b.png\' icon={<I/>}>[c](/d)</Card> <img src={"/e.png"}/> <a href={`/f`}>g</a> <a href=/h>i</a>',
      ["link Card /a", "image Card /b.png", "link /d", "image img /e.png", "link a /f", "link a /h"],
    ],
    [
      "include attributes on separate lines",
      '<Card\n  title="a > b"\n\n  {...props}\n  disabled\n  href="/a"\n/> [b](/c)',
      ["link Card /a", "link /c"],
    ],
    [
      "exclude values that require evaluation",
      "<a href={base + '/x'}>a</a> <a href={`${base}/x`}>b</a> <Card {...card('/no')} />",
      [],
    ],
    [
      "include strings that an expression or a spread can evaluate to",
      "<a href={isNew ? '/a' : '/b'}>a</a> <Card {...{href: '/c', title: '/no'}} href={''} img={x ?? ''} />",
      ["link a /a", "link a /b", "link Card /c", "link Card "],
    ],
    [
      "are found in SVG elements that link or load files",
      '<svg><use href="#a"/><linearGradient href="#b"/><image href="/c.png"/><a href="/d"/></svg>',
      ["image image /c.png", "link a /d"],
    ],
    [
      "are found in expressions and exports",
      "{cond && <a href='/a'>don't [x](/no)</a>} [b](/c)\n\nexport const A = () => (\n  <Card href='/d'>\n\n  </Card>\n);\n\n[e](/f)",
      ["link a /a", "link /c", "link Card /d", "link /f"],
    ],
    [
      "are found after incomplete links and tags",
      '[a](/b <Card href="/c\n[d](/e)\n\n<Card href=\n\n[f](/g) {\n\n[h](/i) < b [j](/k) `[l](/m)',
      ["link /e", "link /g", "link /i", "link /k", "link /m"],
    ],
    [
      "are found in values that are rendered as Markdown",
      '<Frame caption="See [a](/b), ![c](/d.png) and `[no](/no)`" hint="[no](/no)"><img src="/e.png"/></Frame> <Prompt description={"[f](/g)"}>[h](/i)</Prompt> <Card title="[no](/no)" />',
      ["link Frame /b", "image Frame /d.png", "image img /e.png", "link Prompt /g", "link /i"],
    ],
    [
      "are found in multiline and unclosed values that are rendered as Markdown",
      "<Frame caption='[a](/b)\n{x [c](/d)\n<Card href=\"/no\" [e](/f' /> [g](/h)",
      ["link Frame /b", "link Frame /d", "link /h"],
    ],
    [
      "aren't found in Markdown values of custom components",
      'import { Frame } from "/f.jsx";\n\nexport const Prompt = () => <a href="/a"/>;\n\n<Frame caption="[no](/no)" /><Prompt description="[no](/no)" />',
      ["link a /a"],
    ],
    [
      "aren't found in Markdown values of custom components that are imported or defined later",
      '<Frame caption="[no](/no)" /><Prompt description="[no](/no)" />\n\nimport { Frame } from "/f.jsx";\n\nexport const Prompt = () => <a href="/a"/>;',
      ["link a /a"],
    ],
    ["are found after a less-than sign", "if a < b and c<d then [e](/f)", ["link /f"]],
    ["can have an empty target", "[a]()", ["link "]],
    ["are found next to emoji and unpaired surrogates", "😀 [a](/😀) \ud83d [b](/c)", ["link /😀", "link /c"]],
  ];
  for (const [name, text, expected] of cases) it(name, () => deepStrictEqual(listLinks(text), expected));
});

describe("scanPage: imports", () => {
  const cases: [string, string, string[]][] = [
    [
      "include default and named imports",
      "import X, { A as B, c } from \"/snippets/x.mdx\"\nimport Y from './y.jsx';",
      ["/snippets/x.mdx: default as X, A as B, c as c", "./y.jsx: default as Y"],
    ],
    [
      "include namespace and side-effect imports",
      "import * as All from 'lodash'\nimport './side.css'",
      ["lodash: * as All", "./side.css: "],
    ],
    [
      "can follow comments and spaces",
      "import A from '/a.mdx'\n// import X from '/x.mdx'; delete if not used\nimport B from '/b.mdx'\n\t/* one\n\ntwo */ \n  import C from '/c.mdx'\n\n  import D from '/d.mdx'\n",
      ["/a.mdx: default as A", "/b.mdx: default as B", "/c.mdx: default as C"],
    ],
    [
      "can be followed by an unclosed comment",
      "import A from '/a.mdx'\n/* text\nimport B from '/b.mdx'",
      ["/a.mdx: default as A"],
    ],
    ["can span lines", "import {\n  A,\n  B,\n} from '/x.mdx'\n\n# h", ["/x.mdx: A as A, B as B"]],
    [
      "can contain comments",
      "import A, {\n  // Don't import\n  B, // b\n  /* 'c'\n\n */ C as D,\n} from /* \"x\" */ '/x.mdx'\n",
      ["/x.mdx: default as A, B as B, C as D"],
    ],
    ["include re-exports", "export { A } from '/x.mdx'\nexport * from './y.mdx'\n", ["/x.mdx: A as A", "./y.mdx: "]],
    [
      "are found only after a heading or a blank line",
      "# h\nimport A from 'a'\n\ntext\nimport B from 'b'\n  import C from 'c'\n",
      ["a: default as A"],
    ],
    ["aren't found in code", "```js\nimport A from 'a'\n```\n", []],
    ["aren't found in prose", "import the \"file\" from here\n\nimportant: 'x'\n\nexport it\n", []],
    [
      "are found after frontmatter",
      "---\ntitle: x\n---\nimport A from 'a'\r\nimport B from 'b'\r\n",
      ["a: default as A", "b: default as B"],
    ],
  ];
  for (const [name, text, expected] of cases) it(name, () => deepStrictEqual(listImports(text), expected));

  it("are returned in the outline", () => {
    const { imports, repeatedImports } = scanPage(
      "p.mdx",
      "import A from '/a.mdx'\nimport B, { C } from '/b.mdx'\n\n<A/> <B/> <C/> <C/>\n\n<A>x</A>\n\n<A/>\n",
    ).outline;
    deepStrictEqual(
      [imports, repeatedImports],
      [
        ["/a.mdx", "/b.mdx"],
        ["/a.mdx", "/a.mdx"],
      ],
    );
  });

  it("are unused if the page doesn't contain any of their names", () => {
    const listUnused = (text: string) => scanPage("p.mdx", text).outline.unusedImports;
    for (const text of [
      "import A from '/a.mdx'\n\n<A />\n",
      "import A from '/a.mdx'\n\n{A}\n",
      "import { A, B } from '/a.jsx'\n\n<B />\n",
      "import { A as B } from '/a.jsx'\n\n<B />\n",
      "import * as All from '/a.jsx'\n\n<All.B />\n",
      "<A />\n\nimport A from '/a.mdx'\n",
      "import A from '/a.mdx'\nimport { B } from '/a.mdx'\n\n<B />\n",
      "import '/a.css'\n",
      "export { A } from '/a.mdx'\n",
      "export * from '/a.mdx'\n",
    ])
      deepStrictEqual(listUnused(text), [], text);
    deepStrictEqual(listUnused("import A from '/a.mdx'\nimport B from '/b.mdx'\n\n<B />\n"), ["/a.mdx"]);
    deepStrictEqual(listUnused("import { A as B } from '/a.jsx'\n\n<A />\n"), ["/a.jsx"]);
    deepStrictEqual(listUnused("import A, { B } from '/a.jsx'\n\nText about Bees.\n"), ["/a.jsx"]);
    deepStrictEqual(listUnused("import A from '/a.mdx'\n\n$A, BA, _A, A1, and A$\n"), ["/a.mdx"]);
    deepStrictEqual(listUnused("import $a from '/a.js'\nimport A from '/b.mdx'\n\n{$a} éA\n"), []);
  });
});

describe("scanPage: outline", () => {
  it("contains only known fields and no positions", () => {
    const { outline } = scanPage("p.mdx", "---\ntitle: T\nauthor: x\nboost: 2\n---\n# H\n");
    deepStrictEqual(
      [...outline.fields],
      [
        ["title", "T"],
        ["boost", 2],
      ],
    );
    deepStrictEqual(outline.headings, [{ depth: 1, text: "H", id: "h" }]);
    const later = scanPage("p.mdx", "---\ntitle: T\nauthor: xyz\nboost: 2\n---\nMore.\n\n# H\n").outline;
    deepStrictEqual(later, outline);
  });

  it("contains the heading anchors that elements set", () => {
    const text = '<div id="tabs">\n  ## Pestañas\n</div>\n<Step id={"two"} title="x" />\n`<a id="no">`\n';
    const { outline, references } = scanPage("p.mdx", text);
    deepStrictEqual(outline.anchors, ["tabs", "two"]);
    deepStrictEqual(
      references.anchors.map(({ range }) => text.slice(range.start, range.end)),
      ["tabs", "two"],
    );
  });

  it("contains the line ending of the first line", () => {
    strictEqual(scanPage("p.mdx", "a\r\nb\n").references.eol, "\r\n");
    strictEqual(scanPage("p.mdx", "a\nb\r\n").references.eol, "\n");
    strictEqual(scanPage("p.mdx", "").references.eol, "\n");
  });
});
