/**
 * A part of the text, and the scopes that the entire part must have. A scope after `!` must not occur. The part is
 * located by its first occurrence.
 */
export type ExpectedScopes = readonly [part: string, ...scopes: string[]];
export type GrammarCase = readonly [what: string, text: string, ...expected: ExpectedScopes[]];

const tag = "entity.name.tag";
const component = "support.class.component";
const attribute = "entity.other.attribute-name";
const string = "string.quoted";
const code = "markup.fenced_code.block";
const comment = "comment.block";

/** Handwritten pages with the scopes that are used by color themes. */
export const grammarPages: readonly GrammarCase[] = [
  // Frontmatter.
  [
    "frontmatter as YAML",
    "---\ntitle: Users\n---\n# A",
    ["title", "entity.name.tag.yaml"],
    ["Users", "string"],
    ["# A", "markup.heading"],
  ],
  ["the text after empty frontmatter", "---\n---\n# A", ["# A", "markup.heading"]],
  [
    "the text after frontmatter with an unclosed quote",
    '---\ntitle: "Users\n---\n# A',
    ["# A", "markup.heading", "!string"],
  ],
  [
    "a horizontal rule later on the page, which doesn't start frontmatter",
    "text\n\n---\ntitle: x",
    ["---", "meta.separator"],
    ["title", "!entity.name.tag"],
  ],
  // Markdown.
  [
    "a heading by level",
    "### Deep",
    ["Deep", "markup.heading", "heading.3", "entity.name.section"],
    ["###", "punctuation.definition.heading"],
  ],
  ["a hash without a space, which isn't a heading", "#tag", ["#tag", "!markup.heading"]],
  ["the ID of a heading", "## Install {#cli}", ["cli", "entity.other.attribute-name.id", "!meta.embedded"]],
  [
    "strong, emphasized, and struck text",
    "**a** _b_ ~~c~~",
    ["a", "markup.bold"],
    ["b", "markup.italic"],
    ["c", "markup.strikethrough"],
  ],
  ["a name with underscores, which isn't emphasized", "my_own_name", ["my_own_name", "!markup.italic"]],
  ["stars surrounded by spaces, which aren't emphasis", "2 * 3 * 4", ["2 * 3 * 4", "!markup.italic"]],
  ["an escaped character", "\\*not\\*", ["not", "!markup.italic"], ["\\*", "constant.character.escape"]],
  [
    "inline code without other markup in it",
    "`**a** {b} <C/>`",
    ["**a** {b} <C/>", "markup.inline.raw", "!markup.bold", "!meta.tag", "!meta.embedded"],
  ],
  ["inline code with two backticks", "``a ` b`` c", ["a ` b", "markup.inline.raw"], [" c", "!markup.inline.raw"]],
  [
    "a link",
    '[Users](/api/users "All")',
    ["Users", "string.other.link.title"],
    ["/api/users", "markup.underline.link"],
    ["All", "string.other.link.description"],
  ],
  ["a variable in a link's target", "[x](/{{v}}/y)", ["v", "variable.other.constant", "markup.underline.link"]],
  ["strong text in a link", "[**a**](/b)", ["a", "markup.bold", "string.other.link.title"]],
  ["an image", "![Alt](/i.png)", ["Alt", "string.other.link.title"], ["/i.png", "markup.underline.link"]],
  [
    "list items, numbers, and tasks",
    "- a\n2. b\n- [x] c",
    ["-", "punctuation.definition.list"],
    ["2.", "punctuation.definition.list"],
    ["[x]", "constant.language.task"],
  ],
  [
    "a quote with a heading in it",
    "> # A\n> b\nc",
    ["# A", "markup.quote", "markup.heading"],
    ["b", "markup.quote"],
    ["c", "!markup.quote"],
  ],
  [
    "a table",
    "| a | **b** |\n| - | :-: |",
    ["b", "markup.bold", "markup.table"],
    [":-:", "punctuation.separator.table"],
  ],
  ["an entity", "a &amp; b", ["&amp;", "constant.character.entity"]],
  [
    "a definition",
    "[id]: https://e.com",
    ["id", "constant.other.reference.link"],
    ["https://e.com", "markup.underline.link"],
  ],
  [
    "a formula over several lines",
    "$$\nE = \\frac{a}{b}\n$$\n# A",
    ["E =", "markup.math"],
    ["{a}", "!meta.embedded"],
    ["# A", "markup.heading"],
  ],
  ["an indented line, which isn't code", "    # A", ["# A", "markup.heading"]],
  // Code blocks.
  [
    "code in its language",
    "```python app.py\ndef f(): pass\n```\n# A",
    ["python", "fenced_code.block.language"],
    ["app.py", "fenced_code.block.language.attributes"],
    ["def", "meta.embedded.block.python", "storage.type"],
    ["# A", "!markup.fenced_code", "markup.heading"],
  ],
  [
    "a language in uppercase",
    '```JSON\n{"a": 1}\n```',
    ["a", "meta.embedded.block.json", "support.type.property-name"],
  ],
  [
    "the text after code with an unclosed string",
    "```js\nconst a = `open\n```\n# A",
    ["open", "string.template"],
    ["# A", "markup.heading", "!string.template"],
  ],
  [
    "ts and tsx as different languages",
    "```tsx\na\n```\n\n```ts\nb\n```",
    ["a", "meta.embedded.block.typescriptreact"],
    ["b", "meta.embedded.block.typescript", "!meta.embedded.block.typescriptreact"],
  ],
  [
    "an unknown language",
    "```brainfuck\n**a** {b}\n```",
    ["**a** {b}", code, "!markup.bold", "!meta.embedded.expression"],
  ],
  [
    "code without a language",
    "```\n<A> {b}\n```\n{c}",
    ["<A> {b}", code, "!meta.tag"],
    ["c", "meta.embedded.expression"],
  ],
  [
    "a longer fence that contains a shorter one",
    "````mdx\n```js\na\n```\n````\n# A",
    ["a", code],
    ["# A", "!markup.fenced_code", "markup.heading"],
  ],
  [
    "code between tildes",
    "~~~yaml\nkey: 1\n~~~\n# A",
    ["key", "meta.embedded.block.yaml", "entity.name.tag.yaml"],
    ["# A", "markup.heading"],
  ],
  [
    "an indented fence in a step",
    "<Step>\n    ```bash\n    echo hi\n    ```\n</Step>",
    ["echo", "meta.embedded.block.shellscript"],
    ["<Step>", "meta.tag"],
    ["</Step>", "meta.tag"],
  ],
  [
    "the text after a blockquote that ends with code",
    "> ```js\n> let a\n\n# A",
    ["let", "meta.embedded.block.javascript", "storage.type"],
    ["# A", "markup.heading", "!markup.quote"],
  ],
  [
    "lines to highlight and a theme",
    "```js {1,3} theme={null}\nlet a\n```",
    ["{1,3} theme={null}", "fenced_code.block.language.attributes", "!meta.embedded"],
    ["let", "storage.type"],
  ],
  // Components.
  [
    "a component with text",
    '<Card title="Users" icon={"user"} horizontal>**a**</Card>',
    ["Card", component],
    ["title", attribute],
    ["Users", string],
    ["user", "meta.embedded.expression", string],
    ["horizontal", attribute],
    ["a**", "markup.bold"],
    ["</Card>", "meta.tag"],
  ],
  ["an element", '<img src="/a.png" />', ["img", tag], ["/a.png", string], ["/>", "punctuation.definition.tag.end"]],
  ["a component with a dotted name", "<Icons.Star />", ["Icons.Star", component]],
  ["a fragment", "<>a</>", ["<>", "punctuation.definition.tag"], ["</>", "punctuation.definition.tag"]],
  [
    "props over several lines",
    '<Card\n  title="A"\n  href="/b"\n>\n# A\n</Card>',
    ["href", attribute],
    ["/b", string],
    ["# A", "markup.heading", "!meta.tag"],
  ],
  [
    "a prop with an object",
    "<Frame style={{ width: 10 }}>a</Frame> b",
    ["width", "meta.embedded.expression", "!meta.variable"],
    ["a</", "!meta.embedded"],
    [" b", "!meta.tag"],
  ],
  [
    "a prop with a component",
    '<Card icon={<Icon name="x" />} title="A">text</Card>',
    ["Icon", "meta.embedded.expression"],
    ["title", attribute, "!meta.embedded.expression"],
    ["text", "!meta.tag"],
  ],
  [
    "props that are spread",
    "<Card {...props} />b",
    ["...", "keyword.operator.spread"],
    ["props", "meta.embedded.expression"],
    ["b", "!meta.tag"],
  ],
  ["a greater-than sign in an expression", "<A b={1 > 0} last>text</A>", ["last", attribute], ["text", "!meta.tag"]],
  ["the tag after an incomplete one", "<Card title\n<Note>text</Note>", ["Note", component], ["text", "!meta.tag"]],
  ["a less-than sign", "a < b and **c**", ["c", "markup.bold"], ["< b", "!meta.tag"]],
  // Expressions, comments, and variables.
  [
    "an expression in text",
    "Hi {user.name}, **a**",
    ["user", "variable", "meta.embedded.expression"],
    ["a**", "markup.bold", "!meta.embedded"],
  ],
  [
    "an expression with braces and strings",
    'x {f({ a: "}" })} **b**',
    ['}" })', "meta.embedded.expression"],
    ["b**", "markup.bold", "!meta.embedded"],
  ],
  [
    "a comment",
    "{/* **no** <A> */} **b**",
    ["**no** <A>", comment, "!markup.bold", "!meta.tag"],
    ["b**", "markup.bold", "!comment"],
  ],
  [
    "a comment over several lines",
    "{/*\n# no\n*/}\n# A",
    ["# no", comment, "!markup.heading"],
    ["# A", "markup.heading", "!comment"],
  ],
  [
    "a variable",
    "Version {{api.version-2}} of",
    ["api.version-2", "variable.other.constant"],
    [" of", "!meta.variable"],
  ],
  ["a variable in a prop", '<A b="v{{c}}" />', ["c", "variable.other.constant", string]],
  // Imports and exports.
  [
    "an import",
    'import { A } from "/snippets/a.mdx"\n\n# A',
    ["import", "keyword.control"],
    ["/snippets/a.mdx", string],
    ["# A", "markup.heading", "!meta.embedded"],
  ],
  [
    "an import without braces",
    "import A from '/snippets/a.mdx';\nimport B from './b'\n\ntext",
    ["./b", string],
    ["text", "!meta.embedded"],
  ],
  [
    "an export that spans blank lines",
    "export const A = ({ b }) => {\n  const c = 1\n\n  return <div>{c}</div>\n}\n\n**d**",
    ["return", "keyword.control"],
    ["d**", "markup.bold", "!meta.embedded"],
  ],
  [
    "an export without a semicolon",
    "export const a = 1\n\n# A",
    ["const", "storage.type"],
    ["# A", "markup.heading", "!meta.embedded"],
  ],
  ["prose that begins with import", "import your users from a file", ["users", "!meta.embedded"]],
];
