import assert from "node:assert/strict";
import { viewOf } from "../../../../../test/harness/view-of.ts";

const cases: readonly (readonly [title: string, text: string, view: string])[] = [
  ["text", "A **b** *c* ~~d~~ `e` \\{f}", "<p>A <strong>b</strong> <em>c</em> <del>d</del> <code>e</code> {f}</p>"],
  [
    "headings with the IDs from the page scan",
    "## One two\n\n## One two",
    '<h2 id="one-two">One two</h2>\n<h2 id="one-two-2">One two</h2>',
  ],
  ["headings with custom IDs", "## Set up {#install}", '<h2 id="install">Set up</h2>'],
  [
    "links",
    '[a](/b "t") <b>x</b> https://x.org',
    '<p><a href="/b" title="t">a</a> <b>x</b> <a href="https://x.org">https://x.org</a></p>',
  ],
  [
    "reference links and images",
    "[a][ref] ![i][pic]\n\n[ref]: /b\n[pic]: /i.png",
    '<p><a href="/b">a</a> <#image kind="img" alt="i" src="/i.png"/></p>',
  ],
  ["lists", "- a\n- b\n  1. c\n", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"],
  ["loose lists", "- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
  ["a list that starts at 3", "3. a", "<ol start=3><li>a</li></ol>"],
  [
    "task lists",
    "- [x] a\n- [ ] b",
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled/> a</li><li class="task-list-item"><input type="checkbox" checked=false disabled/> b</li></ul>',
  ],
  ["quotes and rules", "> a\n\n---", "<blockquote><p>a</p></blockquote>\n<hr/>"],
  [
    "tables",
    "|a|b|\n|:-|-:|\n|1|2|",
    '<table><thead><tr><th align="left">a</th><th align="right">b</th></tr></thead><tbody><tr><td align="left">1</td><td align="right">2</td></tr></tbody></table>',
  ],
  ["line breaks", "a  \nb", "<p>a<br/>b</p>"],
  [
    "formulas",
    "$a^2$\n\n$$\nb\n$$",
    '<p><#maths display=false tex="a^2">a^2</#maths></p>\n<#maths display tex="b">b</#maths>',
  ],
  ["comments", "a {/* no */} b\n\n{/* nothing */}", "<p>a  b</p>"],
  ["a tag on its own line without a paragraph", "<b>a</b>", "<b>a</b>"],
  [
    "code with a title that contains option names",
    "```js Example title and icon wrap\na\n```",
    '<#code title="Example title and icon" wrap lang="js" lines=[["a"]]/>',
  ],
  ["code", "```ts\nlet a;\n```", '<#code lang="ts" lines=[["let a;"]]/>'],
  [
    "code with every option",
    '```ts title="a.ts" icon="js" lines wrap expandable nocopy highlight={1-2} focus={2}\na\nb\n```',
    '<#code title="a.ts" icon="js" highlight=[1,2] focus=[2] numbers wrap expandable nocopy lang="ts" lines=[["a"],["b"]] icon=[<#icon name="js"/>]/>',
  ],
  [
    "code with a title that has no key",
    "```bash Install it {1}\na\n```",
    '<#code title="Install it" highlight=[1] lang="bash" lines=[["a"]]/>',
  ],
  [
    "code with comments that mark changes",
    "```js\na // [!code ++]\nb // [!code --]\nc // [!code highlight]\nd // [!code focus:2]\ne\n```",
    '<#code lang="js" lines=[["a"],["b"],["c"],["d"],["e"]] highlight=[3] focus=[4,5] added=[1] removed=[2]/>',
  ],
  [
    "diagrams",
    '```mermaid placement="top-left" actions={false}\ngraph TD\n```',
    '<#mermaid source="graph TD" placement="top-left" actions=false/>',
  ],
  ["indented code as text, as in MDX", "a\n\n    b", "<p>a</p><p>b</p>"],
];

describe("rendered Markdown", () => {
  for (const [title, text, view] of cases)
    it(`contains ${title}`, () => {
      const result = viewOf(text);
      assert.deepEqual(result.issues, []);
      assert.equal(result.view, view);
    });

  it("replaces variables everywhere", () => {
    const { view } = viewOf(
      '[{{v}}](/x/{{v}}) `{{v}}` {{none}} <Card title="T {{v}}"/>\n\n```sh\nget {{v}}\n```\n\n{`t {{v}}`}',
      {
        variables: { v: "2.1" },
      },
    );
    assert.equal(
      view,
      '<p><a href="/x/2.1">2.1</a> <code>2.1</code> {{none}} <Card title="T 2.1"/></p>\n<#code lang="sh" lines=[["get 2.1"]]/>\nt 2.1',
    );
  });

  it("numbers footnotes across the whole page", () => {
    const { view } = viewOf("A[^b] and[^a].\n\nB[^b].\n\n[^a]: First\n[^b]: Second");
    assert.match(
      view,
      /^<p>A<sup><a href="#user-content-fn-b"[^>]*>1<\/a><\/sup> and<sup><a href="#user-content-fn-a"[^>]*>2<\/a>/,
    );
    assert.match(view, /Second[^]*First/);
  });

  it("highlights code and typesets formulas by calling the given functions", () => {
    const { view, issues } = viewOf("```js\na b\n```\n\n$x$ $bad$", {
      drawing: {
        highlight: (code) => code.split("\n").map((line) => [["a", 1], line.slice(1)]),
        renderFormula: (tex) =>
          tex === "bad" ? { error: "no such sign" } : { nodes: [{ tag: "mi", children: [tex] }] },
      },
    });
    assert.match(view, /lines=\[\[\["a",1\]," b"\]\]/);
    assert.match(view, /<#maths display=false tex="x"><mi>x<\/mi><\/#maths>/);
    assert.match(view, /<#problem kind="formula" [^>]*>bad<\/#problem>/);
    assert.deepEqual(issues, ["formula: $bad$"]);
  });

  it("records the source lines of each element in a block", () => {
    const { view } = viewOf("First\n\n- a\n- b\n\n<Note>\n  text\n\n  {[<i/>]}\n</Note>", {
      withLines: true,
    });
    assert.equal(view, "<p@0>First</p>\n<ul@0-1><li@0>a</li><li@1>b</li></ul>\n<Note@0-4><p@1>text</p><i@3/></Note>");
  });
});
