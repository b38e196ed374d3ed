import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { checkSyntax } from "./check-syntax.ts";
import { isMdx } from "./mdx-parser.ts";
import { readSplitRow } from "./split-code.ts";
import { isTriviallyValid, maskNonMdxSyntax } from "./trivially-valid.ts";

/**
 * Each item contains the source, the expected errors, and the expected result of applying the first fix for the first
 * error. In the source, `[|` and `|]` enclose each error.
 */
const faulty: readonly (readonly [marked: string, faults: string, repaired?: string])[] = [
  ["[|<Card|]>\n\ntext\n", "tag-not-closed", "<Card>\n\ntext\n</Card>\n"],
  ['<A>\n[|<Card|] title="x">\n\ntext\n</A>\n', "tag-not-closed", '<A>\n<Card title="x">\n\ntext\n</Card>\n</A>\n'],
  [
    "<Tabs>\n  [|<Tab|]>\n    x\n  <Tab>\n    y\n  </Tab>\n</Tabs>\n",
    "tag-not-closed",
    "<Tabs>\n  <Tab>\n    x\n  </Tab>\n  <Tab>\n    y\n  </Tab>\n</Tabs>\n",
  ],
  ["Some <b>bold[|<b|]> text\n", "tag-not-closed", "Some <b>bold</b> text\n"],
  ["One[|<br|]>two", "void-not-closed", "One<br />two"],
  ['[|<img|] src="/a.png" >', "void-not-closed", '<img src="/a.png" />'],
  ['[|<img|] src="/a.png"\n\ntext', "tag-not-ended", '<img src="/a.png" />\n\ntext'],
  ["Use [|<your_token>|] here", "placeholder", "Use \\<your_token> here"],
  ["An Array[|<String>|] here", "placeholder", "An Array\\<String> here"],
  ["a[|</Card>|]\n", "closing-without-opening", "a\n"],
  ["a\n\n[|</Card>|]\n\nb", "closing-without-opening", "a\n\n\nb"],
  ["a[|</br>|]b", "closing-without-opening", "a<br />b"],
  ["<b><i>x[|</b>|]</i>", "tags-crossed", "<b><i>x</i></b>"],
  ["<Card>x[|</Crad>|]", "tags-crossed", "<Card>x</Card>"],
  ["[|<Note|]>text\n\nmore\n\n</Note>\n", "tag-across-blocks", "<Note>\ntext\n\nmore\n\n</Note>\n"],
  ["<Note>\n\ntext[|</Note>|]\n", "tag-across-blocks", "<Note>\n\ntext\n</Note>\n"],
  ["<Frame>\n\nx\n\n[|</Frame>|]more\n", "tag-across-blocks", "<Frame>\n\nx\n\n</Frame>\nmore\n"],
  ["<Step>\n- a\n  [|</Step>|]\n", "tag-across-blocks", "<Step>\n- a\n</Step>\n"],
  ['[|<Card|] title="x"\n\ntext\n</Card>\n', "tag-not-ended", '<Card title="x">\n\ntext\n</Card>\n'],
  [
    '<Card [|title="x|]>\n\ntext\n\n</Card>\n\n<Card title="y">\n</Card>\n',
    "quote-not-closed",
    '<Card title="x">\n\ntext\n\n</Card>\n\n<Card title="y">\n</Card>\n',
  ],
  [
    '<Card title="The [|"|]x, y" menu" icon="z">a</Card>',
    "quote-in-value",
    '<Card title="The &quot;x, y&quot; menu" icon="z">a</Card>',
  ],
  ["<Card title='It[|'|]s \"x\"'>a</Card>", "quote-in-value"],
  ['<Card title="Auf „x y[|"|] tippen">a</Card>', "quote-in-value", '<Card title="Auf „x y“ tippen">a</Card>'],
  ['<Card title="Le « x[|"|] y" />', "quote-in-value", '<Card title="Le « x» y" />'],
  ['<Card title="a [|"|]b"" icon="c" />', "quote-in-value", '<Card title="a &quot;b&quot;" icon="c" />'],
  ["<img width=[|20|] />", "value-not-quoted", '<img width="20" />'],
  ['<Card title=[|Get started"|]>a</Card>', "value-not-quoted", '<Card title="Get started">a</Card>'],
  ["<Card title=[|“x y”|]>a</Card>", "value-not-quoted", '<Card title="x y">a</Card>'],
  ["<Card [|title=|]>a</Card>", "value-not-quoted", '<Card title="">a</Card>'],
  ['<Card title="x"[|,|] icon="y">a</Card>', "tag-malformed", '<Card title="x" icon="y">a</Card>'],
  ["<Card>a[|</Card title>|]", "tag-malformed", "<Card>a</Card>"],
  ["<Card>\n  a\n[|</Card|]", "tag-not-ended", "<Card>\n  a\n</Card>"],
  ["<Card>\n  a\n[|</Card|]\n\nb\n", "tag-not-ended", "<Card>\n  a\n</Card>\n\nb\n"],
  ["<Tabs>\n<Tab>\na\n[|</Tab|]\n</Tabs>\n", "tag-not-ended", "<Tabs>\n<Tab>\na\n</Tab>\n</Tabs>\n"],
  ["[|<Card|]>\n\n<Tip>a[|</Tip|]", "tag-not-closed tag-not-ended"],
  ["if a [|<|]5 then", "angle-bracket", "if a \\<5 then"],
  ["a [|<|]= b", "angle-bracket", "a \\<= b"],
  ["Map[|<|]string, number>", "angle-bracket", "Map\\<string, number>"],
  ["Promise[|<|]Result<T>>", "angle-bracket", "Promise\\<Result\\<T>>"],
  ["see [|<https://x.example/a?b=c>|]", "autolink", "see [https://x.example/a?b=c](https://x.example/a?b=c)"],
  ["see [|<me@x.example>|]", "autolink", "see [me@x.example](mailto:me@x.example)"],
  ["[|<!-- a */ b -->|]", "html-comment", "{/* a * / b */}"],
  ["open [|{|] brace", "brace-not-closed", "open \\{ brace"],
  ['is [|{ "a": { "b": 1 } }|].', "expression", 'is \\{ "a": \\{ "b": 1 \\} \\}.'],
  ["Call `a(b,\n[|{|] c? })` to do it.", "brace-in-code", "Call `a(b, { c? })` to do it."],
  ["[|{% raw %}|]", "expression", "\\{% raw %\\}"],
  ["<Card title=[|{}|]>x</Card>", "value", '<Card title="">x</Card>'],
  ["<Card title=[|{|]b>x</Card>", "value-brace-not-closed", "<Card title={b}>x</Card>"],
  // Incomplete tags at the end of a page, at the end of a paragraph, and inside an element.
  ["<Card title=[|{|]{{v", "value-brace-not-closed"],
  ["Text <Card title=[|{|]{v\nmore\n\nText {x}\n", "value-brace-not-closed"],
  ["<Card title=[|{|]`${v", "value-brace-not-closed"],
  ["<Card [|{|]...v", "value-brace-not-closed"],
  ["<img src=[|{|]{v\n\nText\n", "value-brace-not-closed"],
  ["<Card>\n<Card title=[|{|]{{v\n</Card>\n", "value-brace-not-closed"],
  ["<Card title=[|{|]{{v\n\nText\n\n</Card>\n", "value-brace-not-closed"],
  ["<Card title=[|{|]v <b>c</b>\n", "value-brace-not-closed"],
  ["<Card title=[|{|]{{v\n\n[|<br|]>\n", "value-brace-not-closed void-not-closed"],
  ["import A from '/a.mdx'\n[|# Title|]\n", "module-not-ended", "import A from '/a.mdx'\n\n# Title\n"],
  ["[|import A '/a.mdx'|]\n\nx", "module", "import A from '/a.mdx'\n\nx"],
  [
    "import B from '/b.mdx'\n[|import A from /a.mdx|]\n\nx",
    "module",
    "import B from '/b.mdx'\nimport A from \"/a.mdx\"\n\nx",
  ],
  ["[|export cosnt a = 1|]\n\nx", "module", "export const a = 1\n\nx"],
  ["[|import|] your data here.\n\nx", "module-word", " import your data here.\n\nx"],
  [
    "<Tabs>\n<Tab>\na\n[|</Tabs>|]\n<Tab>\nb\n</Tab>\n</Tabs>\n",
    "tags-crossed",
    "<Tabs>\n<Tab>\na\n</Tab>\n<Tab>\nb\n</Tab>\n</Tabs>\n",
  ],
  ["[|<Note|]>\n  a\n\n  b\n\nc\n", "tag-not-closed", "<Note>\n  a\n\n  b\n</Note>\n\nc\n"],
  ["[|<Note|]>\na\n\nb\n", "tag-not-closed", "<Note>\na\n</Note>\n\nb\n"],
  ["[|<Note|]>\na\n<Note/>\n", "tag-not-closed", "<Note>\na\n</Note>\n"],
  ["<Note>\na\n[|<\\Note>|]\n", "tag-malformed", "<Note>\na\n</Note>\n"],
  ["Put [|<API_KEY>|] here", "placeholder", "Put \\<API_KEY> here"],
  ["Call `search(a,\n[|{|] b? })` here.\n", "brace-in-code", "Call `search(a, { b? })` here.\n"],
  // The backticks in the line above are closed or a fence, so they don't start code.
  ["```js\nrun()\n```\n[|{ `x` y }|]\n", "expression", "```js\nrun()\n```\n\\{ `x` y \\}\n"],
  ["Some ``a ` b`` code\n[|{ `x` y }|]\n", "expression", "Some ``a ` b`` code\n\\{ `x` y \\}\n"],
  ["Then [|<EMAIL>|]'s request failed", "placeholder", "Then \\<EMAIL>'s request failed"],
  ["See <FAQ>a</FAQ> and [|<FAQ|]>b\n", "tag-not-closed", "See <FAQ>a</FAQ> and <FAQ>b</FAQ>\n"],
  ['See [|<FAQ|] id="a">b\n', "tag-not-closed", 'See <FAQ id="a">b</FAQ>\n'],
  ["Put [|<your key>|] here", "placeholder", "Put \\<your key> here"],
  ['<Card [|title="a b|] href="/x">c</Card>', "quote-not-closed", '<Card title="a b" href="/x">c</Card>'],
  ['<Card title[|:|] "a" href="/x">c</Card>', "tag-malformed", '<Card title="a" href="/x">c</Card>'],
  ['<p style=[|{color: "red"}|]>a</p>', "value", '<p style={{color: "red"}}>a</p>'],
  ["[|{/_|]\na: {b} < c\n_/}\n\nd", "comment-changed", "{/*\na: {b} < c\n*/}\n\nd"],
  ["a [|{/_|] b\nc _/}", "comment-changed", "a {/* b\nc */}"],
  ["a [|{/*|] note\n\nb", "comment-not-closed", "a {/* note */}\n\nb"],
  ["Use [|`|]List<T> here.", "backtick-not-closed", "Use `List<T>` here."],
  ["The URL ('http://localhost:[|`|]<port>`').", "backtick-in-url", "The URL ('`http://localhost:<port>`')."],
  ["Open http://localhost:[|`|]<port>`/a.", "backtick-in-url", "Open `http://localhost:<port>/a`."],
  ["Open www.example.com/[|`|]<id>`", "backtick-in-url", "Open `www.example.com/<id>`"],
  ["Open http://a.com or [|`|]List<T> here.", "backtick-not-closed", "Open http://a.com or `List<T>` here."],
  ["Use [|`|]{a b}, {c d} or", "backtick-not-closed", "Use `{a b}, {c d}` or"],
  [
    "| a | b |\n|---|---|\n| `x` | `{ a: 1 [|||] 2 | c }` |\n",
    "bar-in-code",
    "| a | b |\n|---|---|\n| `x` | `{ a: 1 \\| 2 \\| c }` |\n",
  ],
  // GFM splits a row into cells first, so the backticks after the pipe are paired with those of the next code.
  [
    "| a | b |\n|---|---|\n| `x` | `y [|||] z` and `w` and `<T>` and `{c d}` |\n",
    "bar-in-code",
    "| a | b |\n|---|---|\n| `x` | `y \\| z` and `w` and `<T>` and `{c d}` |\n",
  ],
  ["a | b\n--|--\nx | `<T [|||] U>`\n", "bar-in-code", "a | b\n--|--\nx | `<T \\| U>`\n"],
  ["> | a |\n> |---|\n> | `<T [|||] U>` |\n", "bar-in-code", "> | a |\n> |---|\n> | `<T \\| U>` |\n"],
  // The pipes don't affect text that isn't code, another cell, or a line outside a table.
  ["| a | b |\n|---|---|\n| `x \\| y` | [|<a_b>|] |\n", "placeholder"],
  [
    `| a |\n|---|\n${"| x |\n".repeat(300)}| \`x {a [|||] b}\` |\n`,
    "bar-in-code",
    `| a |\n|---|\n${"| x |\n".repeat(300)}| \`x {a \\| b}\` |\n`,
  ],
  ["| a | b |\n|---|---|\n| [|<a_b>|] | `x | y` |\n", "placeholder"],
  ["Use [|`|]List<T> | a.\n", "backtick-not-closed"],
  // A backslash escapes the `<` after it.
  ["Press <kbd>[|\\</kbd>|] now.\n", "closing-escaped", "Press <kbd>\\\\</kbd> now.\n"],
  ["| a |\n|---|\n| <code>C:[|\\</code>|] |\n", "closing-escaped", "| a |\n|---|\n| <code>C:\\\\</code> |\n"],
  // An escaped backslash and a backslash in code don't escape the tag after them.
  ["[|<kbd|]>a <kbd>\\\\</kbd>\n", "tag-not-closed", "<kbd>a</kbd> <kbd>\\\\</kbd>\n"],
  ["A [|<b|]>bold `\\</b>` text.\n", "tag-not-closed", "A <b>bold `\\</b>` text.</b>\n"],
  ["`a` and List[|<T>|] `b`", "placeholder", "`a` and List\\<T> `b`"],
  [
    "[|```sh|]\nnpm i\n\nSome text\n\n```\nif (a <b) { c d }\n```\n\nEnd",
    "fence-not-closed",
    "```sh\nnpm i\n```\n\nSome text\n\n```\nif (a <b) { c d }\n```\n\nEnd",
  ],
  ["<Note>\n[|```sh|]\nnpm i\n</Note>\n\nEnd", "fence-not-closed", "<Note>\n```sh\nnpm i\n```\n</Note>\n\nEnd"],
  ["[|<!-- a -->|]\n\n[|<br|]>\n\n[|{|]\n", "html-comment void-not-closed brace-not-closed"],
];

const sound: readonly string[] = [
  // CommonMark 0.31, 6.1: a sequence of backticks without a closing one of the same length is text.
  "A `` b `{…}` c.",
  "A `` b\n`{…}` c `<div`.",
  "A ``` b `<a b` and ``{…}``",
  "A $$ b $\\frac{1}{…}$ c.",
  "",
  "\ufeff# A\n",
  "---\ntitle: <b>{x\n---\n\ntext",
  "`<a>` and {{api-version}} and x < y\n\n## H {#a-b}\n",
  "```\n<a {\n```\n\n- x\n  ```js\n  {<\n  ```\n",
  '{/* note */}\n\n<>a</>\n\n<Tree.File name="x" />',
  "$$\n\\frac{a}{b c}\n$$\n",
  "import A from '/a.mdx'\nimport { B, C } from '/b.jsx'\n\nexport const x = () => {\n  const a = 1\n\n  return <div>{a}</div>\n}\n\n<A x={{ y: 1 }} {...x} />",
  "<details>\n<summary>x</summary>\n\n- a\n</details>\n",
  '<div style="color: red" class="x">a</div>',
  "````",
  "````md\n```js\na\n```\n````\n",
  "````yaml\na: |\n    ```js\n    b\n    ```\n````\n",
  "<Note>\n```js\na\n            ```\n</Note>\n\n```js\nb\n```\n",
  "{/* later:\n\n```py\n\n``` */}\n\n```js\na\n```\n",
  "```md\n~~~js\na\n~~~\n```\n",
  "```sh\nnpm i\n",
  "- a `b\n\n{/* c */}",
  "\r\n<Note>\r\n  a\r\n</Note>\r\n",
];

describe("checkSyntax", () => {
  for (const [marked, faults, repaired] of faulty)
    it(`finds ${faults} in ${JSON.stringify(marked)}`, () => {
      const text = marked.replaceAll("[|", "").replaceAll("|]", "");
      const problems = checkSyntax(text);
      assert.equal([...new Set(problems.map(({ kind }) => kind))].join(" "), faults);
      if (faults.split(" ").length === problems.length)
        assert.deepEqual(
          problems.map(({ range }) => range),
          listMarks(marked),
        );
      assert.equal(isMdx(maskNonMdxSyntax(text)), false, "the MDX parser accepts the text");
      assert.equal(isTriviallyValid(text), false);
      const edits = problems[0]?.fixes[0]?.edits;
      if (repaired !== undefined) assert.equal(edits && applyEdits(text, edits), repaired);
      for (const problem of problems)
        for (const repair of problem.fixes)
          assert.equal(checkSyntax(applyEdits(text, repair.edits)).length, problems.length - 1, repair.kind);
    });

  for (const text of sound)
    it(`finds no problem in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(checkSyntax(text), []);
      assert.equal(isMdx(maskNonMdxSyntax(text)), true);
    });

  it("reports every unclosed brace, regardless of the order in which they're found", () => {
    assert.deepEqual(
      checkSyntax("/{\n{").map(({ kind, range }) => [kind, range.start]),
      [
        ["brace-not-closed", 1],
        ["brace-not-closed", 3],
      ],
    );
  });

  it("reports a code block that contains the start of the next block, even if the page can be parsed", () => {
    const text = "```sh\nnpm i\n\nSome text\n\n```js\na\n```\n";
    const [problem, ...others] = checkSyntax(text);
    assert.deepEqual([problem?.kind, problem?.range, others], ["fence-runs-on", { start: 0, end: 5 }, []]);
    assert.equal(applyEdits(text, problem?.fixes[0]?.edits ?? []), "```sh\nnpm i\n```\n\nSome text\n\n```js\na\n```\n");
    assert.equal(isTriviallyValid(text), false);
  });

  it("doesn't blame the previous block for a fence that is typed on the line after an import", () => {
    const text = '```sh\nnpm i\n```\n\nimport A from "/a.mdx"\n```';
    assert.deepEqual(
      checkSyntax(text).map(({ kind, range }) => [kind, range.start]),
      [["module-not-ended", text.lastIndexOf("```")]],
    );
  });

  it("reports the unpaired fence, but not the fences after it", () => {
    const createBlock = (code: string) => `1. Run:\n   \`\`\`\n   ${code}\n   \`\`\`\n\n`;
    const labeled = "```sh\nlast\n```\n";
    const text = `${createBlock("a")}\`\`\`\nexport B=1\n\nThen run this:\n\n${createBlock("c")}${createBlock("d")}${labeled}`;
    const [problem, ...others] = checkSyntax(text);
    const start = text.indexOf("```\nexport");
    assert.deepEqual([problem?.kind, problem?.range, others], ["fence-runs-on", { start, end: start + 3 }, []]);
    const fixed = applyEdits(text, problem?.fixes[0]?.edits ?? []);
    assert.match(fixed, /```\nexport B=1\n```\n\nThen run this:/);
    assert.deepEqual(checkSyntax(fixed), []);
  });

  it("reports Markdown blocks that are closed by the fence of an inner block", () => {
    const block = "```mdx\n## A\n\n```js\na\n```\n\n## B\n```\n\n";
    assert.deepEqual(
      checkSyntax(block + block).map(({ kind, range }) => [kind, range.start]),
      [
        ["fence-within", 0],
        ["fence-within", block.length],
      ],
    );
  });

  it("reports a Markdown block without a closing fence before the next block", () => {
    assert.deepEqual(
      checkSyntax("```mdx\n## A\n\n```js\na\n```\n\n## B\n").map(({ kind, range }) => [kind, range.start]),
      [["fence-around-fence", 0]],
    );
  });

  // In @mdx-js/mdx 3, a block ends at the first fence without a language, so the block of each unpaired fence is wrong.
  it("reports all unpaired fences once, and no outer block if the number of fences doesn't add up", () => {
    const inner = "    ```sh\n    a\n    ```\n\n";
    const text = `\`\`\`\n## A\n\n${inner}\`\`\`\n## B\n\n\`\`\`js\na\n\`\`\`\n\n\`\`\`\n\n## C\n`;
    const [first, second, , last] = [...text.matchAll(/^```$/gm)].map(({ index }) => index);
    assert.deepEqual(
      checkSyntax(text).map(({ kind, range }) => [kind, range.start]),
      [
        ["fence-runs-on", first],
        ["fence-runs-on", second],
        ["fence-to-end", last],
      ],
    );
  });

  it("reports only one unclosed fence for a block that contains the start of several blocks", () => {
    const text = "```\na\n\n```sql\nb\n\n```valid query: c\n\n```sql\nd\n\n```\n";
    assert.deepEqual(
      checkSyntax(text).map(({ kind, range }) => [kind, range.start]),
      [["fence-runs-on", 0]],
    );
  });

  it("reports an unpaired fence before the last sentence of the page, but not the last line of code", () => {
    const block = "```sh\na\n```\n\n";
    const listFaults = (text: string) => checkSyntax(text).map(({ kind, range }) => [kind, range.start]);
    assert.deepEqual(listFaults(`${block}\`\`\`\n\nThis query returns all rows.\n`), [["fence-to-end", block.length]]);
    assert.deepEqual(listFaults(`${block}\`\`\`\n\nnpm run build\n`), []);
    assert.deepEqual(listFaults(`${block}\`\`\`text\n\nThis query returns all rows.\n`), []);
  });

  // The rest of the page is code according to CommonMark 0.31, 4.5.
  it("reports an unclosed block in a language that can't contain the text after it", () => {
    const listFaults = (text: string) => checkSyntax(text).map(({ kind, range }) => [kind, range.start]);
    const reported = [["fence-to-end", 0]];
    assert.deepEqual(listFaults("````bash\na\n```\n\n## Run it\n\nThis command starts the server.\n"), reported);
    assert.deepEqual(listFaults('```json\n{}\n\n<Card title="A" />\n'), reported);
    assert.deepEqual(listFaults("```json\r\n{}\r\n\r\n<Note>\r\nA\r\n</Note>\r\n"), reported);
    for (const text of [
      "```bash\na\n\n## Run it\n# This command starts the server.\n",
      "```bash\na <<EOF\n\n## Run it\n\nThis command starts the server.\nEOF\n",
      "```yaml\na: |\n\n  ## Run it\n\n  This command starts the server.\n",
      "```md\na\n\n## Run it\n\nThis command starts the server.\n",
      '```jsx\na\n\n<Card title="A" />\n',
      "```java\na\n\n<T> void run() {}\n",
    ])
      assert.deepEqual(listFaults(text), [], text);
  });

  // In @mdx-js/mdx 3, the outer code block ends at the closing fence of the inner one, regardless of its indentation.
  it("reports a block that is closed by the fence of an indented inner block", () => {
    const text = "```yaml\na: |\n    ```js\n    b\n    ```\nc: d\n```\n\n```sh\ne\n```\n";
    assert.deepEqual(
      checkSyntax(text).map(({ kind, range }) => [kind, range]),
      [["fence-within", { start: 0, end: 7 }]],
    );
    assert.equal(isTriviallyValid(text), false);
  });

  // The service reads frontmatter only at the start of a page, so the page has no title, and a fence makes it code.
  it("reports a fence before the frontmatter of the page, and removes it and its counterpart", () => {
    const titled = "---\ntitle: A\n---\n\n";
    const code = "```sh\na\n```\n\n";
    const applyFix = (text: string) => {
      const [problem, ...others] = checkSyntax(text);
      assert.deepEqual([problem?.kind, others], ["fence-around-page", []]);
      assert.equal(text.slice(problem?.range.start, problem?.range.end), problem?.text);
      return applyEdits(text, problem?.fixes[0]?.edits ?? []);
    };
    for (const rest of [`${code}<Tip>\na\n</Tip>\n\n\`\`\`sh\nb`, `${code}Text.\n`])
      assert.equal(applyFix(`\`\`\`mdx\n${titled}${rest}`), `${titled}${rest}`);
    assert.equal(applyFix(`\ufeff\`\`\`\r\n${titled}${code}Text.\n\`\`\`\n`), `${titled}${code}Text.\n`);
    // Frontmatter in an example.
    for (const text of [
      `\`\`\`mdx\n${titled}${code}\`\`\`\n\nText.\n`,
      `Text:\n\n\`\`\`mdx\n${titled}${code}Text.\n\`\`\`\n`,
      `---\ntitle: B\n---\n\`\`\`mdx\n${titled}${code}Text.\n\`\`\`\n`,
    ])
      assert.deepEqual(
        checkSyntax(text).map(({ kind }) => kind),
        ["fence-within"],
      );
  });

  // According to CommonMark 0.31, 4.5, only the info string of a backtick fence can't contain backticks.
  it("reads a fence of tildes with a backtick after it", () => {
    assert.deepEqual(checkSyntax("~~~~[a][b`]\n<A>\n</A>\n```\n<A"), []);
  });

  it("reports a fence that has no counterpart, and two opening fences in a row", () => {
    const listFaults = (text: string) => checkSyntax(text).map(({ kind, range }) => [kind, range.start]);
    const block = "```sh\na\n```\n\n";
    for (const prose of ["Replace `a` with the name of `b`.", "## Next", "<Tabs>\n</Tabs>"])
      assert.deepEqual(listFaults(`${block}\`\`\`\n\n${prose}\n\n${block}`), [["fence-stray", block.length]]);
    // The component that contains the fence ends, so there can't be code.
    const steps = (text: string) =>
      `<Steps>\n<Step title="A">\n${text}</Step>\n<Step title="B">\n${block}</Step>\n</Steps>\n`;
    const list = steps("- a\n- b\n```\n");
    assert.deepEqual(listFaults(list), [["fence-stray", list.indexOf("```")]]);
    assert.deepEqual(listFaults(`${block}\`\`\`\nnpm i\n\nThen run this:\n\n${block}`), [
      ["fence-runs-on", block.length],
    ]);
    const blankLines = "\r\n".repeat(10_000);
    assertQuick(1000, () => void checkSyntax(`\`\`\`\r\n${blankLines}x = 1;\r\n\r\n\`\`\`js\r\na\r\n\`\`\`\r\n`));
    assert.deepEqual(listFaults("```sh\n```yaml\na: 1\n```\n"), [["fence-repeated", 0]]);
    assert.deepEqual(listFaults("```sh\nb\n```yaml\na: 1\n```\n"), [["fence-runs-on", 0]]);
  });

  // According to CommonMark 0.31, 4.5, a code block also ends with the list item that contains it.
  it("accepts a code block that ends with its list item", () => {
    const listFaults = (text: string) => checkSyntax(text).map(({ kind, range }) => [kind, range.start]);
    for (const text of [
      "1. Run:\n   ```sh\n   a\n\n2. Then:\n   ```sh\n   b\n   ```\n",
      "- Run:\n\n  ```sh\n  a\n\n## Next\n\n```js\nb\n```\n",
      "- a\n  - b\n\n    ```\n    c\n\n  - d\n\n    ```sh\n    e\n    ```\n",
      "-\ta\n\n\t```sh\n\tb\n\nText\n\n```js\nc\n```\n",
    ])
      assert.deepEqual(listFaults(text), [], text);
    for (const text of [
      "   ```sh\n   a\n\nText\n\n```js\nb\n```\n",
      "- a\n\nText\n\n  ```sh\n  b\n\nText\n\n```js\nc\n```\n",
      "- a\n\n  ```sh\n  b\n\n  Text\n\n  ```js\n  c\n  ```\n",
    ])
      assert.deepEqual(listFaults(text), [["fence-runs-on", text.indexOf("```")]], text);
  });

  // According to CommonMark 0.31, 5.2, a line that isn't indented ends the list item and the block, and the next fence
  // starts another block.
  it("reports code in a list item that isn't indented like its fences", () => {
    const listChecked = (text: string) => {
      const [problem, ...others] = checkSyntax(text);
      assert.deepEqual(others, []);
      const [repair] = problem?.fixes ?? [];
      const fixed = applyEdits(text, repair?.edits ?? []);
      assert.deepEqual(checkSyntax(fixed), []);
      return [problem?.kind, problem && text.slice(problem.range.start, problem.range.end), repair?.kind, fixed];
    };
    const createStep = (code: string, eol = "\n") =>
      ["1. Run this:", "   ```json", code, "   ```", "2. Then:", "", "   ```sh", "   a", "   ```", "", "Done."].join(
        eol,
      );
    for (const eol of ["\n", "\r\n"])
      assert.deepEqual(listChecked(createStep(`npm i${eol}npm test`, eol)), [
        "fence-outdented",
        "npm i",
        "indent-code",
        createStep(`   npm i${eol}   npm test`, eol),
      ]);
    // The code is also parsed as MDX.
    for (const [code, line, indented] of [
      ['{\n  "a": 1\n}', "{", '   {\n     "a": 1\n   }'],
      ["<Card>", "<Card>", "   <Card>"],
    ] as const)
      assert.deepEqual(listChecked(createStep(code)), ["code-outdented", line, "indent-code", createStep(indented)]);
    // The closing fence isn't indented either, so it starts a block, which ends at the next one.
    const rest = "\n```yaml\nb: 2\n```\n";
    assert.deepEqual(listChecked(`- Item\n\n  \`\`\`yaml\na:\n  - 1\n\`\`\`\n${rest}`), [
      "fence-outdented",
      "a:",
      "indent-code",
      `- Item\n\n  \`\`\`yaml\n  a:\n    - 1\n  \`\`\`\n${rest}`,
    ]);
    // Text after a blank line, or after code in the block, may not be code.
    for (const text of ["- a\n\n  ```sh\n  b\nc\n  ```\n", "- a\n\n  ```sh\nb\n\nc\n  ```\n", createStep("   npm i")])
      assert.deepEqual(checkSyntax(text), [], text);
    // Another list item isn't code, a thematic break isn't a list item, and another kind of fence doesn't match.
    for (const text of [
      "1. Install:\n   ```\n2. Run:\n   ```\n",
      "- a\n  - b\n    ```\n  - c\n    ```\n",
      "* * *\n   ```bash\nnpm i\n   ```\n",
      "- a\n  ~~~\nfoo {\n  ```\n\nMore.\n",
    ])
      assert.ok(!checkSyntax(text).some(({ kind }) => kind.endsWith("-outdented")), text);
  });

  it("counts a byte order mark, CRLF, and surrogate pairs in positions", () => {
    const text = "\ufeff---\r\ntitle: 😀\r\n---\r\n\r\n😀 <br>\r\n";
    const [problem] = checkSyntax(text);
    assert.deepEqual(problem?.range, { start: text.indexOf("<br"), end: text.indexOf("<br") + 3 });
  });

  it("reports each problem as soon as it's found", () => {
    const reported: string[] = [];
    checkSyntax("a <5\n\nb {c\n", (problems) => reported.push(problems.map(({ kind }) => kind).join(" ")));
    assert.equal(reported[0], "angle-bracket");
    assert.equal(reported.at(-1), "angle-bracket brace-not-closed");
  });

  it("looks for the header of a table in linear time", () => {
    const [header, row] = ["| a | b |\n|---|---|\n", "| `a | {b}` | c |\n"];
    const rowCount = 20_000;
    const table = header + row.repeat(rowCount);
    const offsets = Array.from({ length: rowCount }, (_, i) => header.length + i * row.length);
    assertQuick(3000, () => assert.ok(offsets.every((offset) => readSplitRow(table, offset) !== undefined)));
    const line = `| \`a | b\` <T> ${" ".repeat(3000)}\n`;
    const almostDelimiter = `${" ".repeat(1500)}---${" ".repeat(1500)}x|\n`;
    assertQuick(3000, () => void checkSyntax(`${almostDelimiter.repeat(150)}${line}`));
  });

  it("stops after 20 problems", () => {
    assert.equal(checkSyntax("a <5\n\n".repeat(50)).length, 20);
  });

  it("doesn't parse a page with more than a million characters", () => {
    assert.deepEqual(
      checkSyntax(`${"a ".repeat(600_000)}<b`).map(({ kind }) => kind),
      ["too-complex"],
    );
  });
});

function listMarks(marked: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let offset = 0;
  let start = 0;
  for (const part of marked.split(/(\[\||\|\])/)) {
    if (part === "[|") start = offset;
    else if (part === "|]") ranges.push({ start, end: offset });
    else offset += part.length;
  }
  return ranges;
}
