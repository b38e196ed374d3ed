import type { Case } from "./case.ts";
import { pageCase, pageWith, type PageRow } from "./page-case.ts";

const noName = (name: string) => [`warning mdx/undefined-name \`{${name}}\``];
const meta = ["warning mdx/code-block-meta"];
const sample = ["hint mdx/code-sample-syntax"];
const noSample = ["no mdx/code-sample-syntax"];
const snippet = { files: { "snippets/a.mdx": "Hello.\n" } };
const script = { files: { "snippets/a.jsx": "export const One = () => <b>x</b>;\nexport const two = 2;\n" } };

const variables = { settings: { variables: { version: "1" } } };

const rows: readonly PageRow[] = [
  // An undefined name in braces, such as `{userId}`, is a warning.
  ["a name in prose", "Send {userId} now.", noName("userId")],
  ["a name in a heading", "## For {userId}", noName("userId")],
  ["a name in a list", "- {userId}", noName("userId")],
  ["a name in a component", "<Note>{userId}</Note>", noName("userId")],
  ["a name in a table", "| a |\n|---|\n| {userId} |", noName("userId")],
  ["a name in inline code", "Send `{userId}` now.", "clean"],
  ["a name in a code block", "```\n{userId}\n```", "clean"],
  ["an escaped name", "Send \\{userId\\} now.", "clean"],
  ["a name in a comment", "{/* userId */}", "clean"],
  ["a name that the page exports", "export const userId = 1;\n\nSend {userId} now.", "clean"],
  ["a name that is exported later on the page", "Send {userId} now.\n\nexport const userId = 1;", "clean"],
  ["a name that a code file exports", 'import { two } from "/snippets/a.jsx";\n\nSend {two} now.', "clean", script],
  // `user` is an empty object if the reader isn't signed in.
  ["the user variable", "Hello {user.firstName}.", "clean"],
  ["literal values", '{"userId"} and {`a`} and {1}', "clean"],
  ["a JavaScript global", "{Math.PI}", "clean"],
  ["a variable in docs.json", "Version {{version}}.", "clean", { settings: { variables: { version: "1" } } }],
  // The service replaces `{{name}}` with a value from docs.json, but leaves unknown names unchanged.
  ["an unknown variable", "Version {{verson}}.", ["warning mdx/undefined-variable `{{verson}}`"], variables],
  ["an unknown variable in a link", "[a](/{{page}})", ["warning mdx/undefined-variable `{{page}}`"], variables],
  ["a template in an attribute", '<Card title="Hi {{customer}}">x</Card>', "clean", variables],
  ["a template in code", "`{{customer}}`\n\n```\n{{customer}}\n```", "clean", variables],
  ["a variable on a site without variables", "Hi {{customer}}.", ["warning mdx/undefined-variable `{{customer}}`"]],
  [
    "a variable in the target of a link on a site without variables",
    "[a](https://e.com/{{name}})",
    ["information mdx/undefined-variable `{{name}}`"],
  ],
  ["a template on a site without variables", '<Card title="Hi {{customer}}">x</Card>', "clean"],
  // According to GFM, “If there are a number of cells greater than the number of cells in the header row, the excess is
  // ignored.”
  ["a row with too many cells", "| a | b |\n|---|---|\n| 1 | 2 | 3 |", ["warning mdx/long-table-row `3`"]],
  ["a pipe in code in a table", "| a | b |\n|---|---|\n| `x|y` | 2 |", ["warning mdx/long-table-row `2`"]],
  [
    "code in a table that a pipe splits, so that MDX parses it",
    "| a | b |\n|---|---|\n| 1 | `{ x: 1 | 2 }` |",
    ["error mdx/syntax `|`"],
  ],
  ["an escaped pipe in a table", "| a | b |\n|---|---|\n| `x\\|y` | 2 |", "clean"],
  ["an additional empty cell", "| a | b |\n|---|---|\n| 1 | 2 | |", "clean"],
  // Mermaid's parser rejects each diagram for which a problem is expected.
  ["a misspelled diagram type", "```mermaid\nFlowchart LR\nA-->B\n```", ["warning mdx/mermaid-syntax `Flowchart`"]],
  [
    "a subgraph without an end",
    "```mermaid\ngraph LR\nsubgraph X\nA-->B\n```",
    ["warning mdx/mermaid-syntax `subgraph`"],
  ],
  ["a diagram with a subgraph", "```mermaid\ngraph LR\nsubgraph X\nA-->B\nend\n```", "clean"],
  ["a diagram of an unknown type", "```mermaid\nnewDiagram\nA\n```", "clean"],
  // A link to a duplicate ID leads to the first element with this ID.
  ["a duplicate ID", '<p id="x">1</p>\n\n<p id="x">2</p>', ["warning mdx/duplicate-id `x`"]],
  // According to HTML, the `name` of an `a` element must be equal to its `id` if it has both.
  ["an ID and the same name on one link", '<a id="x" name="x"></a>\n\n[x](#x)', "clean"],
  ["a name that is the ID of another link", '<a id="x"></a>\n\n<a name="x"></a>', ["warning mdx/duplicate-id `x`"]],
  [
    "a duplicate ID in different tabs",
    '<Tabs>\n  <Tab title="A"><p id="x">1</p></Tab>\n  <Tab title="B"><p id="x">2</p></Tab>\n</Tabs>',
    "clean",
  ],
  ["a prop of a custom component", "export const A = ({ userId }) => <b>{userId}</b>;\n\n<A userId={1} />", "clean"],
  // A missing snippet or export, an import from outside the site, and an import of a package are warnings.
  ["a snippet", 'import A from "/snippets/a.mdx";\n\n<A />', "clean", snippet],
  ["a snippet next to the page", 'import A from "./snippets/a.mdx";\n\n<A />', "clean", snippet],
  ["a snippet in single quotes", "import A from '/snippets/a.mdx'\n\n<A />", "clean", snippet],
  ["a missing snippet", 'import A from "/snippets/nope.mdx";\n\n<A />', ["warning mdx/snippet-not-found"]],
  ["a missing code file", 'import { A } from "/snippets/nope.jsx";\n\n<A />', ["warning mdx/snippet-not-found"]],
  [
    "two missing snippets",
    'import A from "/snippets/x.mdx";\nimport B from "./y.mdx";\n\n<A />\n\n<B />',
    ["warning mdx/snippet-not-found", "warning mdx/snippet-not-found"],
  ],
  ["a snippet in another letter case", 'import A from "/snippets/A.mdx";\n\n<A />', "fault", snippet],
  ["an imported name that the code file exports", 'import { One } from "/snippets/a.jsx";\n\n<One />', "clean", script],
  [
    "an imported name that the code file doesn't export",
    'import { Three } from "/snippets/a.jsx";\n\n<Three />',
    ["warning mdx/export-not-found `Three`"],
    script,
  ],
  [
    "one missing export of two",
    'import { One, Three } from "/snippets/a.jsx";\n\n<One />\n\n<Three />',
    ["warning mdx/export-not-found `Three`"],
    script,
  ],
  [
    "a name that a Markdown snippet exports",
    'import { price } from "/snippets/p.mdx";\n\nIt costs {price}.',
    "clean",
    { files: { "snippets/p.mdx": "export const price = 3;\n" } },
  ],
  ["a snippet outside the site", 'import A from "../../a.mdx";\n\n<A />', ["warning mdx/import-outside-site"]],
  // The service removes the import, so the built-in components are displayed.
  [
    "an import of built-in components from a package",
    'import { Card, CardGroup } from "@mintlify/components";\n\n<CardGroup><Card title="A">x</Card></CardGroup>',
    ["information mdx/package-import"],
  ],
  // Every page can use React and its hooks without an import, so code that imports them works, too.
  [
    "an import of hooks",
    'import React, { useState } from "react";\n\nexport const Count = () => <b>{useState(0)[0]}</b>;\n\n<Count />',
    ["information mdx/package-import"],
  ],
  [
    "an import of hooks under other names",
    'import { useState as state } from "react";\n\nexport const Count = () => <b>{state(0)[0]}</b>;\n\n<Count />',
    ["warning mdx/package-import"],
  ],
  [
    "an import of built-in and other components from a package",
    'import { Card, Star } from "@mintlify/components";\n\n<Card title="A">x</Card>',
    ["warning mdx/package-import"],
  ],
  ["an import from a package", 'import { Star } from "lucide-react";\n\n<Star />', ["warning mdx/package-import"]],
  ["an import in a code block", '```js\nimport A from "/nope.mdx";\n```', "clean"],
  // Unused and legacy snippets are hints.
  ["a snippet that no page imports", "x", ["hint mdx/unused-snippet"], snippet],
  ["an imported snippet", 'import A from "/snippets/a.mdx";\n\n<A />', ["no mdx/unused-snippet"], snippet],
  [
    "a snippet that a snippet imports",
    'import A from "/snippets/a.mdx";\n\n<A />',
    ["no mdx/unused-snippet"],
    {
      files: {
        "snippets/a.mdx": 'import B from "/snippets/b.mdx";\n\n<B />\n',
        "snippets/b.mdx": "Hello.\n",
      },
    },
  ],
  [
    "a legacy snippet",
    '<Snippet file="a.mdx" />',
    ["hint mdx/legacy-snippet"],
    { files: { "_snippets/a.mdx": "Hello.\n" } },
  ],
  [
    "a legacy snippet, which isn't a page",
    '<Snippet file="a.mdx" />',
    ["no nav/page-not-in-navigation", "no mdx/unused-snippet"],
    { files: { "_snippets/a.mdx": "Hello.\n" } },
  ],
  [
    "a legacy snippet that no page shows",
    "x",
    ["hint mdx/unused-snippet", "no nav/page-not-in-navigation"],
    { files: { "_snippets/a.mdx": "Hello.\n" } },
  ],
  [
    "a heading anchor in a legacy snippet",
    '[x](#second-part) [y](#third-part)\n\n<Snippet file="a.mdx" />',
    ["warning link/anchor-not-found `#third-part`"],
    { files: { "_snippets/a.mdx": "## Second part\n" } },
  ],
  ["a missing legacy snippet", '<Snippet file="nope.mdx" />', "fault"],
  // An image without alternative text is a hint.
  ["an image without alternative text", "![](https://e.com/a.png)", ["hint mdx/image-without-alt"]],
  ["an img without alternative text", '<img src="https://e.com/a.png" />', ["hint mdx/image-without-alt"]],
  ["an image with alternative text", "![A cat](https://e.com/a.png)", ["no mdx/image-without-alt"]],
  ["an img with alternative text", '<img src="https://e.com/a.png" alt="A cat" />', ["no mdx/image-without-alt"]],
  ["an image in a code block", "```md\n![](a.png)\n```", ["no mdx/image-without-alt"]],
  // Highlighted lines after the last line of the code, and unknown metadata, are warnings.
  ["highlighted lines past the end of the code", "```js highlight={9-12}\na\nb\n```", meta],
  ["a highlighted range that starts in the code and ends past it", "```js highlight={2-9}\na\nb\n```", "clean"],
  ["highlighted lines in the code", "```js highlight={1-2}\na\nb\n```", "clean"],
  ["one of two highlighted lines past the end of the code", "```js highlight={1,3}\na\nb\n```", meta],
  ["highlighted lines past the end of the code in short form", "```js {5}\na\nb\n```", meta],
  ["highlighted lines in short form", "```js {1,2}\na\nb\n```", "clean"],
  ["focused lines past the end of the code", "```js focus={3}\na\nb\n```", meta],
  ["all code block options", '```js a.js lines wrap expandable nocopy icon="star"\na\n```', "clean"],
  ["a code block title", '```js title="a.js"\na\n```', "clean"],
  ["bare text as a title", "```js My own title\na\n```", "clean"],
  ["a code block theme", "```js theme={null}\na\n```", "clean"],
  // An invalid placement doesn't have any effect.
  ["a diagram with a placement", '```mermaid placement="top-left"\ngraph TD\n```', "clean"],
  ["a diagram with an unknown placement", '```mermaid placement="middle"\ngraph TD\n```', "fault"],
  // Invalid JSON or YAML in a fenced code block is a hint.
  ["JSON", '```json\n{ "a": 1 }\n```', noSample],
  ["JSON with a missing comma", '```json\n{ "a": 1 "b": 2 }\n```', sample],
  ["JSON with a trailing comma", '```json\n{ "a": 1, }\n```', sample],
  ["truncated JSON", '```json\n{ "a": [1, 2\n```', sample],
  ["YAML", "```yaml\na: 1\nb:\n  - c\n```", noSample],
  // YAML 1.2 allows any tags. CloudFormation defines the tags in this example.
  ["YAML with tags", "```yaml\na: !Equals [!Ref b, c]\nd: !Sub\n  - e\nf: !GetAtt g.h\n```", noSample],
  ["invalid YAML", "```yaml\na: [1, 2\nb: 3\n```", sample],
  ["invalid YAML with the language `yml`", "```yml\na: 'b\n```", sample],
  ["JavaScript that isn't JSON", "```js\n{ a: 1, }\n```", noSample],
  ["text that isn't JSON", "```\n{ a: 1, }\n```", noSample],
];

const languages = { languages: ["en", "es"].map((language) => ({ language, pages: [`${language}/a`] })) };
const translated = (es: string) => ({
  nav: languages,
  pages: "",
  files: {
    "en/a.mdx": pageWith("## One\n\nx\n\n## Two\n\n```js\n1\n```\n\n## Three\n\n```js\n2\n```"),
    "es/a.mdx": `---\ntitle: Alfa\ndescription: Sobre.\n---\n\n${es}\n`,
  },
});

/** All content of pages other than components: names, imports, images, and code. */
export const mdxContent: readonly Case[] = [
  ...rows.map(pageCase),
  // If a translated page has fewer headings or code blocks than its source page, this is reported as information.
  {
    name: "a complete translation",
    ...translated("## Uno\n\nx\n\n## Dos\n\n```js\n1\n```\n\n## Tres\n\n```js\n2\n```"),
    both: ["no mdx/translation-gap"],
  },
  {
    name: "a translation without code blocks",
    ...translated("## Uno\n\nx\n\n## Dos\n\ny\n\n## Tres\n\nz"),
    both: ["information mdx/translation-gap"],
  },
  // A language with a single page has hardly been translated yet.
  {
    name: "a translation without headings in a language with one of 20 pages",
    nav: {
      languages: [
        { language: "en", pages: Array.from({ length: 20 }, (_, i) => (i === 0 ? "en/a" : `en/p${i}`)) },
        { language: "es", pages: ["es/a"] },
      ],
    },
    pages: Array.from({ length: 19 }, (_, i) => `en/p${i + 1}`).join(" "),
    files: translated("Texto.").files,
    both: ["information nav/language-gap", "no mdx/translation-gap"],
  },
  {
    name: "a translation without headings",
    ...translated("## Uno\n\nx\n\n```js\n1\n```\n\n```js\n2\n```"),
    both: ["information mdx/translation-gap"],
  },
];
