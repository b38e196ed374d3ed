import type { Case } from "./case.ts";
import { pageCase, type PageRow } from "./page-case.ts";

const nowhere = ["warning link/page-not-found `/nowhere`"];
const zebra = ["warning mdx/unknown-component `Zebra`"];
const syntax = ["error mdx/syntax"];
const noAnchor = ["warning link/anchor-not-found"];
const other = { nav: { pages: ["index", "other"] }, pages: "other" };
const listed = (...pages: string[]) => ({ nav: { pages: ["index", ...pages] }, pages: pages.join(" ") });
const files = (all: Readonly<Record<string, string>>) => ({ files: all });

const rows: readonly PageRow[] = [
  // Syntax of CommonMark and GFM.
  ["a link whose text contains brackets", "[a [b] c](/nowhere)", nowhere],
  ["a link whose text contains code", "[a `]` c](/nowhere)", nowhere],
  ["a link with brackets in its path", "[x](/a_(b))", ["warning link/page-not-found `/a_(b)`"]],
  ["a link whose text contains a line break", "[long\nwords](/nowhere)", nowhere],
  ["a link in a footnote", "Text[^1]\n\n[^1]: See [x](/nowhere).", nowhere],
  ["a link surrounded by spaces", "[x]( /other )", "clean", other],
  ["a link with an escaped character", "[x](/no\\_thing)", "clean", listed("no_thing")],
  ["a link with an entity", "[x](/no&#95;thing)", "clean", listed("no_thing")],
  ["a link to a page with non-ASCII letters", "[x](/größe)", "clean", listed("größe")],
  ["a link to a page with encoded non-ASCII letters", "[x](/gr%C3%B6%C3%9Fe)", "clean", listed("größe")],
  ["a shortcut reference link", "See [Other].\n\n[Other]: /other", "clean", other],
  ["a shortcut reference link to a missing page", "See [Other].\n\n[Other]: /nowhere", nowhere],
  ["a link with only a query", "[x](?a=1)", "clean"],
  ["a link with an empty fragment", "[x](/other#)", "clean", other],
  ["a link with a parent segment", "[x](/guides/../other)", "clean", other],
  ["a URL without its protocol", "[x](www.example.com)", "fault"],
  ["a link in single quotes", "<a href='/nowhere'>x</a>", nowhere],
  ["a link in a multiline tag", '<a\n  className="b"\n  href="/nowhere"\n>\n  x\n</a>', nowhere],
  ["a link with braces in its path", '<a href="/users/{id}">x</a>', "clean"],
  // MDX has no indented code blocks.
  ["a link indented by four spaces, which isn't code in MDX", "Text\n\n    [x](/nowhere)", nowhere],
  ["a component indented by four spaces", "Text\n\n    <Zebra />", zebra],
  ["a code block in a list", "- a\n\n  ```md\n  [x](/nowhere)\n  ```", "clean"],
  ["a link after a code block in a list", "- a\n\n  ```md\n  b\n  ```\n\n  [x](/nowhere)", nowhere],
  ["a fence inside a longer one", "````md\n```\n[x](/nowhere)\n```\n````", "clean"],
  ["a link after a fence inside a longer one", "````md\n```\n````\n\n[x](/nowhere)", nowhere],
  ["a code block in a blockquote", "> ```md\n> [x](/nowhere)\n> ```", "clean"],
  ["a link after a code block in a blockquote", "> ```md\n> a\n> ```\n\n[x](/nowhere)", nowhere],
  ["a code block in a component", "<Note>\n  ```md\n  [x](/nowhere) <Zebra /> {a}\n  ```\n</Note>", "clean"],
  ["an unpaired backtick", "a ` b [x](/nowhere)", nowhere],
  ["code with a line break", "`` a\n[x](/nowhere) ``", "clean"],
  ["unpaired backticks in two paragraphs", "a ` b\n\n[x](/nowhere) ` c", nowhere],
  ["a fence with a language and a brace", "```js {1}\n[x](/nowhere)\n```", "clean"],
  ["a comment over several lines", "{/*\n[x](/nowhere)\n<Zebra />\n*/}\n\ny", "clean"],
  ["two comments on the same line", "{/* a */} [x](/nowhere) {/* b */}", nowhere],
  ["a link in an attribute", '<Frame caption="See [x](/other)">y</Frame>', "clean", other],
  // Invalid MDX syntax.
  ["a generic type in prose", "It gives a Promise<string> back.", syntax],
  ["a heart", "I <3 docs", syntax],
  ["an object in prose", 'Send {"a": 1} now.', syntax],
  ["an unclosed comment", "{/* a", "fault"],
  ["details", "<details>\n<summary>A</summary>\n\ntext\n\n</details>", "clean"],
  ["a block of HTML", "<div>\ntext\n</div>", "clean"],
  ["a tag in a table header", "| <b>a</b> | b |\n|---|---|\n| c | d |", "clean"],
  ["a tag that ends in another cell", "| <b>a | b</b> |\n|---|---|\n| c | d |", "fault"],
  ["a tab at the start", "<Card>\n\t<Note>x</Note>\n</Card>", "clean"],
  ["an arrow function in an attribute", "<div onClick={() => { if (1 > 0) { return; } }}>x</div>", "clean"],
  ["a regular expression with a brace", "export const a = /[{]/;\n\nx", "clean"],
  ["a template with a brace", "export const a = `{ ${1} <b>`;\n\nx", "clean"],
  ["a comment in an export", "export const a = 1; // don't { worry\n\nx", "clean"],
  // Names in expressions.
  ["a shell variable in prose", "Set ${HOME} first.", ["warning mdx/undefined-name `{HOME}`"]],
  ["parameters of a function", "export const all = [1, 2];\n\n{all.map((one) => <li key={one}>{one}</li>)}", "clean"],
  ["language constants", "{null} {true} {undefined}", "clean"],
  ["the page's props", "{props.title}", "clean"],
  ["the reader's groups", "{user.groups?.[0]}", "clean"],
  [
    "two names on the same line",
    "{one} and {two}",
    ["warning mdx/undefined-name `{one}`", "warning mdx/undefined-name `{two}`"],
  ],
  // Imports.
  [
    "an import with another name",
    'import { One as Two } from "/snippets/a.jsx";\n\n<Two />',
    "clean",
    files({ "snippets/a.jsx": "export const One = () => <b>x</b>;\n" }),
  ],
  [
    "all exports of a code file",
    'import * as All from "/snippets/a.jsx";\n\n<All.One />',
    "clean",
    files({ "snippets/a.jsx": "export const One = () => <b>x</b>;\n" }),
  ],
  [
    "a default import and a named one",
    'import One, { Two } from "/snippets/a.tsx";\n\n<One />\n\n<Two />',
    "clean",
    files({
      "snippets/a.tsx": "export default function One() {\n  return <b>x</b>;\n}\nexport const Two = () => <b>y</b>;\n",
    }),
  ],
  [
    "a default import of a file without a default export",
    'import One from "/snippets/a.jsx";\n\n<One />',
    "fault",
    files({ "snippets/a.jsx": "export const Two = () => <b>x</b>;\n" }),
  ],
  [
    "a list of exports",
    'import { Two } from "/snippets/a.jsx";\n\n<Two />',
    "clean",
    files({ "snippets/a.jsx": "const One = () => <b>x</b>;\nexport { One as Two };\n" }),
  ],
  [
    "exports of another file, which can't be determined",
    'import { Two } from "/snippets/a.jsx";\n\n<Two />',
    "clean",
    files({
      "snippets/a.jsx": 'export * from "./b.jsx";\n',
      "snippets/b.jsx": "export const Two = () => <b>x</b>;\n",
    }),
  ],
  // Snippets that include each other in a cycle are reported.
  [
    "snippets that show each other",
    'import A from "/snippets/a.mdx";\n\n<A />',
    ["warning mdx/misplaced-component `B`", "warning mdx/misplaced-component `A`"],
    files({
      "snippets/a.mdx": 'import B from "/snippets/b.mdx";\n\n<B />\n',
      "snippets/b.mdx": 'import A from "/snippets/a.mdx";\n\n<A />\n',
    }),
  ],
  [
    "a prop of a snippet",
    'import A from "/snippets/a.mdx";\n\n<A word="x" />',
    "clean",
    files({ "snippets/a.mdx": "Hello {word}.\n" }),
  ],
  [
    "a component that a Markdown snippet exports",
    'import { One } from "/snippets/a.mdx";\n\n<One />',
    "clean",
    files({ "snippets/a.mdx": "export const One = () => <b>x</b>;\n" }),
  ],
  [
    "an import over several lines",
    'import {\n  One,\n} from "/snippets/a.jsx";\n\n<One />',
    "clean",
    files({
      "snippets/a.jsx": "export const One = () => <b>x</b>;\n",
    }),
  ],
  ["an import after text", 'Text.\n\nimport A from "/snippets/nope.mdx";\n\n<A />', ["warning mdx/snippet-not-found"]],
  // Props of components.
  [
    "a tooltip with a call to action but no URL",
    'A <Tooltip tip="B" cta="More">word</Tooltip>.',
    ["warning mdx/missing-prop"],
  ],
  [
    "steps inside a step",
    '<Steps>\n  <Step title="A">\n    <Steps>\n      <Step title="B">x</Step>\n    </Steps>\n  </Step>\n</Steps>',
    "clean",
  ],
  [
    "a tab in an accordion inside tabs",
    '<Tabs>\n  <Accordion title="A">\n    <Tab title="B">x</Tab>\n  </Accordion>\n</Tabs>',
    "fault",
  ],
  // Anchors.
  ["a heading with an ampersand in the service's notation", "[x](#api-%26-sdk)\n\n## API & SDK", "clean"],
  ["a heading with an ampersand in GitHub's notation", "[x](#api--sdk)\n\n## API & SDK", noAnchor],
  ["a heading with an apostrophe", "[x](#whats-new)\n\n## What's new?", "clean"],
  ["a heading with an underscore", "[x](#snake_case)\n\n## snake_case", "clean"],
  ["a heading with a number", "[x](#1-install)\n\n## 1. Install", "clean"],
  ["a heading with closing hashes", "[x](#second-part)\n\n## Second part ##", "clean"],
  ["a heading of the first level", "[x](#second-part)\n\n# Second part", "clean"],
  ["a heading of the fourth level", "[x](#second-part)\n\n#### Second part", "clean"],
  ["a heading of the fifth level", "[x](#second-part)\n\n##### Second part", noAnchor],
  ["a heading of the sixth level", "[x](#second-part)\n\n###### Second part", noAnchor],
  ["seven hashes, which aren't a heading", "[x](#second-part)\n\n####### Second part", noAnchor],
  ["a hash without a space, which isn't a heading", "[x](#second-part)\n\n##Second part", noAnchor],
  ["a heading in a blockquote", "[x](#second-part)\n\n> ## Second part", "clean"],
  ["a heading with a comment", "[x](#second-part)\n\n## Second part {/* c */}", "clean"],
  ["a heading in a comment", "[x](#second-part)\n\n{/*\n## Second part\n*/}", noAnchor],
  ["an HTML heading with an ID", '[x](#own)\n\n<h2 id="own">A</h2>', "clean"],
  ["a heading in another letter case", "[x](#Second-Part)\n\n## Second part", noAnchor],
  ["the text of a heading with a custom ID", "[x](#third)\n\n## Second part {#own}", noAnchor],
  ["a tab with a custom ID", '[x](#own)\n\n<Tabs>\n  <Tab title="A" id="own">x</Tab>\n</Tabs>', "clean"],
  ["a view", '[x](#for-apps)\n\n<View title="For apps">x</View>', "clean"],
  ["a link to the top", "[x](#top)", "clean"],
  ["a heading with text after a colon and a quotation mark", '[x](#say-hello-twice)\n\n## Say "hello" twice', "clean"],
  ["a missing anchor in a definition", "[x][a]\n\n[a]: #nope", noAnchor],
  ["a missing anchor in a tag", '<a href="#nope">x</a>', noAnchor],
];

/** Pages on which one construct hides another. */
export const harderPages: readonly Case[] = rows.map(pageCase);
