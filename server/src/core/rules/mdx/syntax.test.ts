import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { syntax } from "./syntax.ts";

const listing = '//- docs.json\n{ "navigation": { "pages": ["start"] } }\n//- start.mdx\n# Start\n';

describe("mdx/syntax", () => {
  it("checks every .mdx file, including snippets", () => {
    checkRule(syntax, `${listing}//- snippets/a.mdx\na [|<|]5\n//- hidden.mdx\na [|<|]5\n`);
  });

  it("checks .md files only if the navigation lists them or a page imports them", () => {
    checkRule(
      syntax,
      `//- docs.json\n{ "navigation": { "pages": ["start", "listed"] } }
//- start.mdx
import Used from "/used.md";

<Used />
//- listed.md
a [|<|]5
//- used.md
a [|<|]5
//- README.md
a <5
//- .agents/skill.md
a <5
`,
    );
  });

  it("ignores frontmatter, code, and comments", () => {
    checkRule(syntax, `${listing}\`<a>\` {/* <a> */}\n\n~~~\n{<\n~~~\n`);
  });

  it("reports several problems in a file once each", () => {
    const problems = checkRule(
      syntax,
      `${listing}\n<Steps>\n  [|<Step|] title="a">\n    Text[|<br|]>\n\n</Steps>\n\n[|<!-- x -->|]\n`,
    );
    assert.equal(problems.length, 3);
  });

  it("offers to close a tag before the next tag of the same type, with the same indentation", () => {
    const before =
      '---\r\n---\r\n\r\n<Tabs>\r\n\t[|<Tab|] title="a">\r\n\t\tA\r\n\t<Tab title="b">\r\n\t\tB\r\n\t</Tab>\r\n</Tabs>\r\n';
    const after =
      '---\r\n---\r\n\r\n<Tabs>\r\n\t<Tab title="a">\r\n\t\tA\r\n\t</Tab>\r\n\t<Tab title="b">\r\n\t\tB\r\n\t</Tab>\r\n</Tabs>\r\n';
    checkFix(syntax, before, { "page.mdx": after }, "Close with `</Tab>`");
  });

  it("treats code to the end of the page as intended if it has no headings and components", () => {
    const prose = "You are an assistant. Guide the user through the setup.\n\nAsk them which one they want to use.\n";
    const getSeverity = (rest: string) =>
      checkRule(syntax, `${listing}\nText.\n\n[|\`\`\`|]\n${prose}${rest}`).map(({ severity }) => severity);
    assert.deepEqual(getSeverity(""), ["information"]);
    assert.deepEqual(getSeverity("\n# A comment\n"), ["information"]);
    assert.deepEqual(getSeverity("\n## Next steps\n\nRead the guide.\n"), ["warning"]);
    assert.deepEqual(getSeverity("\n<Note>Read the guide.</Note>\n"), ["warning"]);
  });

  it("offers to convert a comment to MDX syntax", () => {
    checkFix(syntax, "a\n\n[|<!-- b\nc -->|]\n", { "page.mdx": "a\n\n{/* b\nc */}\n" }, "Change to `{/* */}`");
  });

  // According to CommonMark 0.31, 4.2, a heading starts with one to six `#` and a space, tab, or line end.
  it("reports lines that were meant as headings but lack the space", () => {
    for (const line of [
      "[|##Install|]",
      "  [|###安装|]",
      "[|##💰 Tool|]",
      "[|#\u00a0Start|]",
      "[|＃＃ 開始|]",
      "[|##\u3000開始|]",
    ])
      for (const [start, end] of [
        ["## A\n\n", "\nText.\n"],
        ["---\ntitle: A\n---\n", "\n\n## B\n"],
        ["<Note>\r\n\r\n## A\r\n\r\n", "\r\n\r\n</Note>\r\n"],
      ] as const)
        checkRule(syntax, start + line + end);
    checkRule(syntax, "[|##Install|]\n\nText.\n\n[|##Use|]\n\n[|##Remove|]\n");
    checkRule(syntax, "Use `<pre>` and `{/*`.\n\n## A\n\n[|##Install|]\n\n[|##Use|]\n");
    for (const text of [
      "##Install\n\nText.\n",
      "## A\n\n#tag\n\n##\n\n## \n\n\\##B\n",
      "## A\n\nText\n##Install\n",
      "## A\n\n```sh\n\n##Install\n```\n\n{/*\n\n##Install\n*/}\n\n<pre>\n\n##Install\n\n</pre>\n",
      "## A\n\n##[a](/start)\n",
      "## A\n\nexport const text = `\n\n##Install\n\n`;\n",
      "## A\n\n<Card title={`\n\n##Install\n\n`}>\n{`\n\n##Use\n\n`}\n</Card>\n",
      "## A\n\n$$\n\n##Install\n\n$$\n",
    ])
      checkRule(syntax, listing + `//- a.mdx\n${text}`);
  });

  it("offers to fix the start of a heading", () => {
    for (const [before, after] of [
      ["##Install", "## Install"],
      ["###\u00a0 Use", "### Use"],
      ["＃＃開始", "## 開始"],
    ] as const)
      checkFix(syntax, `# A\n\n[|${before}|]\n`, { "page.mdx": `# A\n\n${after}\n` }, `Change to \`${after}\``);
  });

  it("reports closing tags that follow each other as one problem", () => {
    const text =
      '<CardGroup>\n  <Card title="A">\n    B\n  </Card>\n</CardGroup>\n  </Card>\n</CardGroup>\n\nText.\n\n</Note>\n';
    const site = siteFrom(`//- page.mdx\n${text}`);
    const [problem, ...others] = getShownProblems("mdx/syntax", site);
    assert.ok(problem);
    assert.match(problem.message, /^2 closing tags, such as `<\/Card>`, have no opening tags/);
    assert.deepEqual(
      others.map(({ message }) => message.slice(0, 9)),
      ["`</Note>`"],
    );
    assert.equal(
      fixedBy("Remove all 2 closing tags", problem, site, `//- page.mdx\n${text}`).get("page.mdx"),
      text.replace("  </Card>\n</CardGroup>\n\n", "\n"),
    );
  });

  it("offers to remove a fence in the middle of code", () => {
    const code = (middle: string) => `\`\`\`java Java\nclass A {\n  int a;\n${middle}  int b;\n}\n\`\`\`\n`;
    checkFix(syntax, code("[|```java|]\n"), { "page.mdx": code("") }, "Remove ```");
    checkFix(syntax, `<CodeGroup>\n${code("[|```java|]\n")}</CodeGroup>\n`, {
      "page.mdx": `<CodeGroup>\n${code("")}</CodeGroup>\n`,
    });
    for (const middle of ["```js\n", "}\n```java\nclass B {\n"]) {
      const [start, rest] = [code(middle).slice(0, 12), code(middle).slice(12)];
      const [problem] = checkRule(syntax, `[|${start}|]${rest}`);
      assert.match(problem?.message ?? "", /The next code block starts before this one ends/);
    }
  });

  it("suggests to escape the name of an element in a sentence", () => {
    const getMessage = (text: string) => checkRule(syntax, text)[0]?.message ?? "";
    for (const text of ["Keep the order in [|<head>|] to load it.", "Add it to the [|<body>|]."])
      assert.match(getMessage(text), /Escape it as/);
    for (const text of ["[|<div|]> Text.", "Text [|<span|]> and text."])
      assert.match(getMessage(text), /is never closed/);
  });
});
