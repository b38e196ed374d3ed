import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { checkSyntax } from "./check-syntax.ts";
import { addFenceProblems } from "./open-fences.ts";
import { isTriviallyValid } from "./trivially-valid.ts";

describe("errors of fences", () => {
  // According to CommonMark 0.31, 4.5, a fence in a string ends the block, because the parser doesn't read its code.
  it("reports a block that is closed by the fence of a block in a string", () => {
    const faultsIn = (text: string) => checkSyntax(text).map(({ kind, range }) => [kind, range.start]);
    const rest = "\n## Next\n\n```sh\na\n```\n\nText.\n";
    for (const text of [
      '```python\na = """\n```python\nb\n```\n"""\nc\n```\n',
      "```python\na = '''\n# B\n\n```\nb\n```\n'''\nc\n```\n",
      "```bash\ncat > a.md <<'EOF'\n```js\nb\n```\nEOF\n```\n",
      "```bash\ncat <<eof >> a.md\n```js\nb\n```\neof\n```\n",
      "```ruby\na = <<~TEXT\n```js\nb\n```\nTEXT\n```\n",
      "```\nHelp:\n```\nb\n```\n\nMy code:\n```js\nc\n```\n\nBye\n```\n",
    ])
      for (const eol of ["\n", "\r\n"])
        assert.deepEqual(faultsIn((text + rest).replaceAll("\n", eol)), [["fence-within", 0]], text);
    // The block isn't closed, and a string without an end doesn't contain the fence.
    const open = "```python\na = 1\n\nText\n\n```python\nb\n```\n";
    assert.deepEqual(faultsIn(open + rest), [["fence-runs-on", 0]]);
    for (const text of [
      '```python\ndef a():\n    """Starts.\n```\n\n```python\n    """Ends."""\n```\n',
      '```python\na = """\n```\n\nText.\n\n```python\n"""\n```\n',
      // These `<<` aren't the starts of here-documents.
      "```cpp\ncout << name;\n```\n\nOutput:\n\n```\nname\n```\n",
      "```ruby\nclass << self\nend\n```\n\nOutput:\n\n```\nself\n```\n",
      "```js\nconst a = 1 << n\n```\n\nOutput:\n\n```\nn\n```\n",
      "```bash\ngrep a <<< word\n```\n\nOutput:\n\n```\nword\n```\n",
      "```\n<<<<<<< HEAD\n```\n\nOutput:\n\n```\nHEAD\n```\n",
    ])
      assert.deepEqual(faultsIn(text + rest), [], text);
  });

  it("reads a page with many strings that have no end quickly", () => {
    const text = `\`\`\`\na <<END\n${"line of code\n".repeat(20)}\`\`\`\n`.repeat(2000);
    assertQuick(1000, () => assert.deepEqual(addFenceProblems(text, []), []));
  });

  // According to CommonMark 0.31, 4.5, a closing fence may be preceded only by spaces.
  it("reports a closing fence at the end of a line of code", () => {
    const checked = (text: string) => {
      const [problem, ...others] = checkSyntax(text);
      assert.deepEqual(others, [], text);
      assert.equal(text.slice(problem?.range.start, problem?.range.end), "```");
      return [problem?.kind, applyEdits(text, problem?.fixes[0]?.edits ?? [])];
    };
    const block = "```sh\nb\n```\n";
    for (const [bad, good] of [
      ["```\na```\n\nText\n\n", "```\na\n```\n\nText\n\n"],
      ["```sh\r\na ```\r\n\r\nText\r\n\r\n", "```sh\r\na\r\n```\r\n\r\nText\r\n\r\n"],
    ] as const)
      assert.deepEqual(checked(bad + block), ["fence-after-code", good + block]);
    assert.deepEqual(checked("```sh\na```\n"), ["fence-in-code", "```sh\na\n```\n"]);
    assert.deepEqual(checked("```sh\n└─┘```\n"), ["fence-in-code", "```sh\n└─┘\n```\n"]);
    // The following fences are paired incorrectly.
    assert.deepEqual(
      checked(`\`\`\`\na\`\`\`\n\nText\n\n\`\`\`\nc\n\`\`\`\n\n## B\n\n${block}`)[0],
      "fence-after-code",
    );
    const unpublished = "```\na```\n\n<Note>\n\n```js\nb\n```\n\n</Note>\n";
    assert.equal(checked(unpublished)[0], "code-end-not-closing");
    // These backticks are in a comment. The block isn't closed.
    const comment = "```rust\n/// ```\n/// a\n/// ```\nfn a() {}\n\n## B\n\nText\n\n";
    assert.deepEqual(
      checkSyntax(comment + block).map(({ kind, range }) => [kind, range.start]),
      [["fence-runs-on", 0]],
    );
    for (const text of ["````md\nUse ```a```\n````\n", "```js\nf(`a```)\n```\n"])
      assert.deepEqual(checkSyntax(text), [], text);
  });

  it("reports a block with prose around another block without a fix", () => {
    const json = "```json\n{}\n```\n\nMore text.\n";
    for (const text of [
      "```\nYou MUST use it.\n\n### For A:\n\n",
      "```md\n# Rules\n\nUse these values:\n\n",
      "```text\nAlways answer in short sentences.\n\n",
    ]) {
      const problems = checkSyntax(`Copy:\n\n${text}${json}`);
      assert.deepEqual(
        problems.map(({ kind, fixes }) => [kind, fixes.length]),
        [["fence-around-fence", 0]],
      );
    }
    const code = "```\nnpm install\n\n## Use it\n\nRun this command:\n\n";
    assert.deepEqual(
      checkSyntax(`Copy:\n\n${code}${json}`).map(({ kind }) => kind),
      ["fence-runs-on"],
    );
  });

  it("reports a closing fence before text on the same line", () => {
    for (const [rest, code] of [
      [" Callback schema:\n", "fence-after-code"],
      ["</Tab>\n", "code-end-not-closing"],
      [".\n", "fence-after-code"],
      [" See `b` in the list.\n", "fence-after-code"],
    ] as const)
      for (const eol of ["\n", "\r\n"]) {
        const [start, end] = rest.startsWith("<") ? ["<Tab>\n\n", ""] : ["", ""];
        const page = (between: string) =>
          `${start}\`\`\`jsx\na\n\`\`\`${between}${rest.trimStart()}\n\`\`\`jsx\nb\n\`\`\`\n${end}`.replaceAll(
            "\n",
            eol,
          );
        const text = page(/^ */.exec(rest)?.[0] ?? "");
        const [problem, ...others] = checkSyntax(text);
        assert.deepEqual([problem?.kind, others], [code, []], text);
        assert.equal(text.slice(problem?.range.start, problem?.range.end), "```");
        assert.equal(applyEdits(text, problem?.fixes[0]?.edits ?? []), page("\n"));
      }
    // A block that isn't closed precedes one with a title.
    const text = "```jsx\na\n\nText.\n\n``` Some title\nb\n```\n\n## B\n\n```jsx\nc\n```\n";
    assert.deepEqual(
      checkSyntax(text).map(({ kind }) => kind),
      ["fence-runs-on"],
    );
  });

  it("reports a closing fence before Markdown on the same line", () => {
    for (const [fence, rest] of [
      ["``` ", "### B"],
      ["``` ", "### `B`"],
      ["```", "---"],
      ["``` ", "2. Call `b`."],
      ["``` ", "**Output:**"],
      ["```text ", "**Output:**"],
      ["```python ", "</Tab>"],
    ] as const) {
      const start = rest === "</Tab>" ? "<Tab>\n\n" : "";
      const createPage = (line: string) =>
        `${start}\`\`\`python\na = 1\n\n# Print it\nprint(a)\n${line}\n\n\`\`\`python\nb\n\`\`\`\n`;
      const text = createPage(fence + rest);
      const [problem, ...others] = checkSyntax(text);
      assert.deepEqual(others, [], text);
      assert.equal(problem?.kind, rest === "</Tab>" ? "code-end-not-closing" : "fence-after-code", text);
      assert.equal(problem.range.start, text.indexOf(fence + rest));
      assert.equal(applyEdits(text, problem.fixes[0]?.edits ?? []), createPage(`\`\`\`\n${rest}`));
    }
    // These lines start blocks with a title.
    const block = "```sh\nb\n```\n";
    for (const line of ["```python # B", "```md **B**"]) {
      const text = `\`\`\`sh\na\n\`\`\`\n\n${line}\nb\n\`\`\`\n\n${block}`;
      assert.deepEqual(checkSyntax(text), [], line);
    }
  });

  // According to CommonMark 0.31, 4.5, text can't follow a closing fence.
  it("reports a closing fence with a language", () => {
    const rest = "```js\nc\n```\n";
    for (const between of [
      "\n## B\n\n",
      "\n---\n\n## B\n\n### C\n\nPossible causes:\n- D\n\n",
      "\n## B\n\nmyapp reads the file before it starts:\n\n",
      "\n## B\n\n- `b`: the first value\n\n",
      "\n| A | B |\n|---|---|\n| 1 | 2 |\n\n",
      "\n**Usage:**\n",
      "\n4. **Add more**: It prevents errors\n\n",
      "\nHowever, you can use `a.b()` for this.\n\n",
      "<Info>\n  A\n</Info>\n\n",
      "\n",
      "",
    ])
      for (const language of ["python", "yaml", "bash"])
        for (const eol of ["\n", "\r\n"]) {
          const createPage = (fence: string) =>
            `\`\`\`python\na = 1\n\n# Print it\nprint(a)\n${fence}\n${between}${rest}`.replaceAll("\n", eol);
          const text = createPage(`\`\`\`${language}`);
          const [problem, ...others] = checkSyntax(text);
          assert.deepEqual([problem?.kind, others], ["fence-end-with-language", []], text);
          assert.equal(text.slice(problem?.range.start, problem?.range.end), `\`\`\`${language}`);
          assert.equal(applyEdits(text, problem?.fixes[0]?.edits ?? []), createPage("```"));
        }
  });

  it("reports a closing fence with a language on a page that can't be parsed because of it", () => {
    const createPage = (fence: string) => `<Info>\n\n\`\`\`sh\na\n${fence}\n</Info>\n\n\`\`\`sh\nb\n\`\`\`\n`;
    const text = createPage("```python");
    const [problem, ...others] = checkSyntax(text);
    assert.deepEqual([problem?.kind, others], ["code-end-with-language", []]);
    assert.equal(applyEdits(text, problem?.fixes[0]?.edits ?? []), createPage("```"));
  });

  it("treats a fence with a language as the start of a block if code may follow it or text precedes it", () => {
    const listKinds = (text: string) => checkSyntax(text).map(({ kind }) => kind);
    for (const text of [
      "```python\na\n\n```yaml\n\n## Settings\na: 1\n```\n",
      "```sh\na\n\n```text\n\nThis is the output of it.\n```\n",
      "```sh\na\n\n```jsx\n<Info>\n  A\n</Info>\n```\n",
      "```sh\na\n\n## B\n\n```python\n\n## C\n\nThis is more text.\n\n```js\nc\n```\n",
      '```sh\na\n\n```python title="a.py"\n\nThis is more text.\n\n```js\nc\n```\n',
    ])
      assert.deepEqual(listKinds(text), ["fence-runs-on"], text);
    const text = `\`\`\`python\na\n\`\`\`python\n${"\n## B\n".repeat(2000)}\n\`\`\`js\nc\n\`\`\`\n`;
    assertQuick(3000, () => void addFenceProblems(text.repeat(20), []));
  });

  it("doesn't end a block without a closing fence before a comment or statement", () => {
    for (const [language, code] of [
      ["python", "a = 1\n\n# Print the value\nprint(a)\n\nValue = a\n"],
      ["yaml", "a:\n\n- b: 1\n\n- c: 2\n"],
    ] as const) {
      const createPage = (end: string) => `\`\`\`${language}\n${code}${end}\n\`\`\`js\nc\n\`\`\`\n`;
      const fixes = checkSyntax(createPage(""))[0]?.fixes ?? [];
      assert.deepEqual(
        fixes.map(({ edits }) => applyEdits(createPage(""), edits)),
        [createPage("```\n")],
      );
    }
  });

  it("offers to remove a fence without a counterpart that follows Markdown", () => {
    const rest = '```json\n{ "a": 1 }\n```\n';
    const table = "| A | B |\n|---|---|\n| 1 | 2 |\n";
    for (const [before, after] of [
      [table, "\n---\n\n## B\n\n"],
      [table, "\n---\n\n"],
      [`Text with \`a\` in it.\n\n`, `\n${table}\n`],
      [`${rest}\n`, "\nThis is the next text.\n\n"],
    ] as const)
      for (const eol of ["\n", "\r\n"]) {
        const createPage = (fence: string) => `${before}${fence}${after}${rest}`.replaceAll("\n", eol);
        const [problem, ...others] = checkSyntax(createPage("```\n"));
        assert.deepEqual([problem?.kind, others], ["fence-stray", []], before + after);
        assert.equal(applyEdits(createPage("```\n"), problem?.fixes[0]?.edits ?? []), createPage(""));
      }
    // The opening fence may be missing.
    assert.deepEqual(checkSyntax(`a.b()\n\`\`\`\n\n## B\n\n${rest}`)[0]?.fixes, []);
    const breaks = "\r\n".repeat(10_000);
    assertQuick(1000, () => void checkSyntax(`\`\`\`${breaks}---${breaks}x\r\n\r\n${rest}`));
  });

  it("reports a closing fence after code at the end of a page, where no text follows", () => {
    const text = "```rust\nfn a() {\n}```\n";
    const [problem, ...others] = checkSyntax(text);
    assert.deepEqual([problem?.kind, others], ["fence-in-code", []]);
    assert.equal(applyEdits(text, problem?.fixes[0]?.edits ?? []), "```rust\nfn a() {\n}\n```\n");
  });

  it("reports the earlier block that contains a component of the page", () => {
    const field = '<ParamField body="b" type="string">\n  B\n</ParamField>\n';
    const text = `<ParamField body="a" type="object">\n  A\n  \`\`\`json\n  {}\n${field}\n<ParamField body="c">\n  C\n  \`\`\`\n  c\n  \`\`\`\n</ParamField>\n\n## B\n\nText.\n\n\`\`\`json\n{}\n\`\`\`\n`;
    const [problem, ...others] = checkSyntax(text);
    assert.deepEqual([problem?.range.start, others], [text.indexOf("```json"), []]);
  });

  it("accepts a block in an example whose closing fence is disguised", () => {
    for (const fence of ["`` `", "` ``", "\\`\\`\\`"]) {
      const text = `\`\`\`\nExample:\n\`\`\`js\na\n${fence}\nMore.\n\n\`\`\`\n\nText.\n\n\`\`\`js\nb\n\`\`\`\n`;
      assert.deepEqual(checkSyntax(text), [], fence);
    }
  });

  // The service shows a code block as code, also if it contains components.
  it("reports a page whose components are all in one code block", () => {
    const fixed = (text: string) => {
      assert.equal(isTriviallyValid(text), false);
      const [problem, ...others] = checkSyntax(text);
      assert.deepEqual([problem?.kind, others], ["fence-around-body", []], text);
      return applyEdits(text, problem?.fixes[0]?.edits ?? []);
    };
    const title = "---\ntitle: A\n---\n";
    const cards = '<CardGroup>\n  <Card title="B">\n    C\n  </Card>\n</CardGroup>';
    const code = "\n\n```sh\na\n```\n\n<Note>\n  B\n</Note>";
    for (const eol of ["\n", "\r\n"])
      for (const [info, body] of [
        ["jsx", cards],
        ["html", `<iframe src="https://example.com"></iframe>\n\n${cards}`],
        ["", cards + code],
      ] as const) {
        const page = (text: string) => (title + text).replaceAll("\n", eol);
        assert.equal(fixed(page(`\`\`\`${info}\n${body}\n\`\`\`\n`)), page(`${body}\n`));
      }
    for (const text of [
      // A snippet, an example after a sentence, a component's code, a few lines, other tags, and several blocks.
      `\`\`\`jsx\n${cards}\n\`\`\`\n`,
      `${title}An example:\n\n\`\`\`jsx\n${cards}\n\`\`\`\n`,
      `${title}\`\`\`jsx\nexport const A = () => (\n${cards}\n);\n\`\`\`\n`,
      `${title}\`\`\`jsx\n<Card title="B">\n  C\n</Card>\n\`\`\`\n`,
      `${title}\`\`\`xml\n<Project>\n  <PropertyGroup>\n    <Nullable>a</Nullable>\n  </PropertyGroup>\n</Project>\n\`\`\`\n`,
      `${title}\`\`\`jsx\n${cards}\n\`\`\`\n\nText\n\n\`\`\`jsx\n${cards}\n\`\`\`\n`,
      `${title}\`\`\`\n${cards}\n\`\`\`\n\nText\n\n\`\`\`\n${cards}\n\`\`\`\n`,
    ])
      assert.deepEqual(checkSyntax(text), [], text);
  });

  // The first block contains the closing tags, and the other fences are part of its code.
  it("reports only the first fence if the same error repeats in each tab", () => {
    for (const [code, kind] of [
      ["npm i```", "code-end-not-closing"],
      ["npm i", "fence-not-closed"],
    ] as const)
      for (const rest of ["", "\nText\n\n```sh\na\n```\n"])
        for (const count of [2, 3]) {
          const createTabs = (body: string) => `<Tab title="A">\n\n\`\`\`sh\n${body}\n\n</Tab>\n`;
          const createPage = (first: string) =>
            `<Tabs>\n${createTabs(first)}${createTabs(code).repeat(count - 1)}</Tabs>\n${rest}`;
          const [problem, ...others] = checkSyntax(createPage(code));
          assert.deepEqual([problem?.kind, others], [kind, []], createPage(code));
          const fixed = applyEdits(createPage(code), problem?.fixes[0]?.edits ?? []);
          assert.equal(fixed, createPage("npm i\n```"));
        }
    // This component isn't closed in the code either.
    const text = "<Tabs>\n\n```sh\nnpm i\n\n<Tabs>\n</Tabs>\n\n```sh\na\n```\n";
    assert.ok(checkSyntax(text).some(({ kind }) => kind === "tag-not-closed"));
  });

  it("reports a fence without a counterpart at the end of a page", () => {
    const text = "```sh\na\n```\n\nText.\n\n```\n";
    const [problem, ...others] = checkSyntax(text);
    assert.deepEqual([problem?.kind, problem?.range.start, others], ["fence-empty", text.lastIndexOf("```"), []]);
    assert.equal(applyEdits(text, problem?.fixes[0]?.edits ?? []), "```sh\na\n```\n\nText.\n");
    assert.deepEqual(checkSyntax("Text.\n\n```js\n"), []);
  });
});
