import type { Case } from "./case.ts";
import { pageCase, pageWith, type PageRow } from "./page-case.ts";

const one = ["error mdx/syntax"];

// A syntax error is reported at its actual position (the opening tag, not the end of the file), and parsing continues
// after it. The expected syntax is strict MDX as parsed by remark-mdx with GFM and math.
const rows: readonly PageRow[] = [
  ["an unclosed tag", "<Note>\n\nx", one],
  ["an unclosed tag in the middle of a line", "Text <Badge>x", one],
  ["a closing tag without an opening one", "x\n\n</Note>", one],
  ["a closing tag with another name", '<Card title="A">\n  x\n</Crad>', one],
  ["tags closed in the wrong order", "<Note>\n<Tip>\nx\n</Note>\n</Tip>", "fault"],
  ["an HTML line break", "one<br>two", one],
  ["an HTML image", '<img src="https://e.com/a.png" alt="a">', one],
  ["an HTML horizontal rule", "<hr>", one],
  ["an HTML comment", "<!-- note -->", one],
  ["an HTML comment over several lines", "Text\n\n<!--\nnote\n-->\n\nText", one],
  ["a URL in angle brackets", "See <https://e.com>.", one],
  ["an email address in angle brackets", "Write to <a@e.com>.", one],
  ["a less-than sign before a number", "if a <5 then", one],
  ["a less-than sign surrounded by spaces", "if a < 5 then", "clean"],
  ["a left arrow", "a <- b", one],
  ["a less-than-or-equal sign", "a <= b", one],
  ["greater-than signs", "a > b and c >= d and a => b", "clean"],
  ["an unclosed brace", "a { b", one],
  ["an unpaired closing brace, which MDX treats as text", "a } b", "clean"],
  ["an invalid expression", "a {b c} d", one],
  ["an empty expression", "a {} d", "clean"],
  ["a comment", "{/* a */}", "clean"],
  ["a comment over several lines", "{/*\n  a\n\n  b\n*/}", "clean"],
  ["escaped braces", "a \\{ b \\}", "clean"],
  ["an escaped angle bracket", "a \\<b", "clean"],
  ["entities", "a &lt;b&gt; &#123;c&#125;", "clean"],
  ["braces in inline code", "`{a` and `<b>` and ``{ ` }``", "clean"],
  ["braces in a code block", "```js\nif (a < b) {\n```", "clean"],
  ["braces in an unclosed code block at the end", "```js\nif (a < b) {", "clean"],
  ["a string with a brace", '{"{"}', "clean"],
  ["an attribute without quotes", "<Card title=A>x</Card>", one],
  ["an attribute with an unclosed quote", '<Card title="A>x</Card>', one],
  ["an attribute with an empty expression", "<Card title={}>x</Card>", one],
  ["an attribute over several lines", '<Card\n  title="A"\n  icon="star"\n>\n  x\n</Card>', "clean"],
  ["an object as an attribute", '<div style={{ color: "red" }}>x</div>', "clean"],
  ["an element as an attribute", '<Card title="A" icon={<svg />}>x</Card>', "clean"],
  ["a greater-than sign in an attribute", '<Card title="a > b">x</Card>', "clean"],
  ["a brace in an attribute", '<Card title="a { b">x</Card>', "clean"],
  ["a closing tag at the end of a paragraph", "<Note>\n\ntext</Note>", one],
  ["an opening and a closing tag on the same line", "<Note>text</Note>", "clean"],
  ["a list in a component", "<Note>\n\n- a\n- b\n\n</Note>", "clean"],
  ["a list in a component without blank lines", "<Note>\n- a\n- b\n</Note>", "clean"],
  ["a component in a list", "- a\n\n  <Note>x</Note>\n\n- b", "clean"],
  ["a table with a component", "| a | b |\n|---|---|\n| <Badge>x</Badge> | y |", "clean"],
  ["a tag that is closed after the emphasis that contains it", "**<b>x**</b>", "fault"],
  ["a formula with braces", "$$\na_{n} = \\frac{1}{n}\n$$", "clean"],
  ["an invalid import", "import from nowhere\n\nx", "fault"],
  ["a line of prose that starts with “import”", "Text\nimport a thing", "clean"],
  ["a truncated export", "export const a = {\n\nx", "fault"],
  ["an export with blank lines", "export const a = {\n\n  b: 1,\n\n};\n\nx", "clean"],
  ["an exported component", "export const A = ({ b }) => (\n  <div>\n    {b}\n  </div>\n);\n\n<A b={1} />", "clean"],
  // Published pages can have Windows line endings.
  ["Windows line endings", "<Note>\r\n  x\r\n</Note>\r\n\r\ny", "clean"],
  ["Windows line endings and an error", "x\r\n\r\n<Note>\r\n  x\r\n", one],
  // The parser continues after an error, so that the rest of the page has diagnostics.
  [
    "a broken link after an error",
    "one<br>two\n\n[x](/nowhere)",
    ["error mdx/syntax", "warning link/page-not-found `/nowhere`"],
  ],
  [
    "a broken link before an error",
    "[x](/nowhere)\n\n<Note>\n\nx",
    ["error mdx/syntax", "warning link/page-not-found `/nowhere`"],
  ],
  [
    "an unknown component after an error",
    "one<br>two\n\n<Zebra />",
    ["error mdx/syntax", "warning mdx/unknown-component `Zebra`"],
  ],
  ["two errors", "one<br>two\n\n<!-- c -->", ["error mdx/syntax", "error mdx/syntax"]],
  ["three errors", "one<br>two\n\na { b\n\n<!-- c -->", "fault"],
  // MDX has no indented code, so a closing fence can be indented by any number of spaces. (CommonMark allows at most
  // three.)
  [
    "a closing fence that is indented further than its block, and another block",
    "<Note>\n    ```js\n    a\n            ```\n</Note>\n\n```js\nb\n```",
    "clean",
  ],
  [
    "a code block that is closed by the fence of an indented block inside it",
    "```yaml\nrun: |\n    ```sh\n    ls\n    ```\nend: 1\n```",
    ["warning mdx/syntax"],
  ],
  ["a longer fence around an indented block", "````yaml\n    ```sh\n    ls\n    ```\n````", "clean"],
  // For these texts, a single error with a position is sufficient.
  ["4,000 unclosed braces", "{".repeat(4000), "fault"],
  ["500 unclosed tags", "<Note>\n".repeat(500), "fault"],
];

/** Valid and invalid MDX. */
export const mdxSyntax: readonly Case[] = [
  ...rows.map(pageCase),
  {
    name: "an error in a snippet",
    files: {
      "index.mdx": pageWith('import A from "/snippets/a.mdx";\n\n<A />'),
      "snippets/a.mdx": "one<br>two\n",
    },
    both: ["error mdx/syntax"],
  },
  // Few readers see a page that they don't find in the navigation. Snippets are part of other pages.
  {
    name: "an error on a page outside the navigation",
    files: { "lost.mdx": pageWith("one<br>two") },
    both: ["warning mdx/syntax"],
  },
  {
    name: "an error on a hidden page",
    nav: { pages: ["index", "a"] },
    files: { "a.mdx": pageWith("one<br>two", "hidden: true\n") },
    both: ["warning mdx/syntax"],
  },
  {
    name: "an error on a page in a hidden group",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        { group: "B", hidden: true, pages: [{ group: "C", pages: ["a"] }] },
      ],
    },
    files: { "a.mdx": pageWith("one<br>two") },
    both: ["warning mdx/syntax"],
  },
  {
    name: "an error on a page that a tab opens",
    nav: {
      tabs: [
        { tab: "A", pages: ["index"] },
        { tab: "B", href: "/a" },
      ],
    },
    files: { "a.mdx": pageWith("one<br>two") },
    both: ["error mdx/syntax"],
  },
  // The line ends the list item and its code block, and is parsed as MDX (CommonMark 0.31, 5.2).
  {
    name: "code in a list item that isn't indented",
    files: { "index.mdx": pageWith("1. Run this:\n   ```sh\nnpm i\n   ```\n\nThen go on.") },
    both: ["warning mdx/syntax `npm i`"],
    offers: ["Indent code"],
  },
  {
    name: "code in a list item that isn't indented and isn't valid MDX",
    files: { "index.mdx": pageWith('1. Send this:\n   ```json\n{ "a": 1 }\n   ```\n\nThen go on.') },
    both: ['error mdx/syntax `{ "a": 1 }`'],
    offers: ["Indent code"],
  },
  // A fence in a string of the code ends the block (CommonMark 0.31, 4.5).
  {
    name: "a block in a string of a code block",
    files: {
      "index.mdx": pageWith('```python\na = """\n```python\nb\n```\n"""\nc\n```\n\nThen go on.\n\n## Next'),
    },
    both: ["warning mdx/syntax"],
  },
  {
    name: "a closing fence after code",
    files: { "index.mdx": pageWith("```\nnpm i```\n\nThen go on:\n\n```sh\nls\n```") },
    both: ["warning mdx/syntax"],
    offers: ["Move ``` to its own line"],
  },
  {
    name: "a closing fence with a language",
    files: { "index.mdx": pageWith("```sh\nnpm i\n```python\n\n## Next\n\nThen go on:\n\n```sh\nls\n```") },
    both: ["warning mdx/syntax"],
    offers: ["Change to ```"],
  },
  {
    name: "a fence after a table",
    files: { "index.mdx": pageWith("| A |\n|---|\n| 1 |\n```\n\n---\n\n## Next\n\n```sh\nls\n```") },
    both: ["warning mdx/syntax"],
    offers: ["Remove ```"],
  },
  {
    name: "a page in a code block",
    files: {
      "index.mdx": pageWith('```jsx\n<Columns>\n  <Card title="A">\n    B\n  </Card>\n</Columns>\n```'),
    },
    both: ["warning mdx/syntax"],
    offers: ["Remove ```jsx"],
  },
  {
    name: "a fence at the end of a page",
    files: { "index.mdx": pageWith("```sh\nls\n```\n\nThen go on.\n\n```") },
    both: ["warning mdx/syntax"],
    offers: ["Remove ```"],
  },
  // Files with the extension .md or .mdx that aren't pages of the site, such as README and CONTRIBUTING.
  { name: "HTML comments in README.md", files: { "README.md": "<!-- a -->\n\na <br> b {\n" }, both: "clean" },
  {
    name: "an error in an ignored page",
    files: { ".mintignore": "drafts/\n", "drafts/a.mdx": pageWith("one<br>two") },
    both: "clean",
  },
  { name: "an error in node_modules", files: { "node_modules/x/a.mdx": "a <br> b {\n" }, both: "clean" },
];
