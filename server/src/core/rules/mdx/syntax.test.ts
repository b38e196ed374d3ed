import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { syntax } from "./syntax.ts";

const listing = '//- docs.json\n{ "navigation": { "pages": ["start"] } }\n//- start.mdx\n# Start\n';

describe("mdx/syntax", () => {
  it("looks at every .mdx file, snippets among them", () => {
    checkRule(syntax, `${listing}//- snippets/a.mdx\na [|<|]5\n//- hidden.mdx\na [|<|]5\n`);
  });

  it("looks at .md files that the navigation lists or a page imports, and at no others", () => {
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

  it("is silent about the parts of frontmatter, code and comments", () => {
    checkRule(syntax, `${listing}\`<a>\` {/* <a> */}\n\n~~~\n{<\n~~~\n`);
  });

  it("speaks of one fault once, and of each of several", () => {
    const problems = checkRule(
      syntax,
      `${listing}\n<Steps>\n  [|<Step|] title="a">\n    Text[|<br|]>\n\n</Steps>\n\n[|<!-- x -->|]\n`,
    );
    assert.equal(problems.length, 3);
  });

  it("closes a tag where the next of its kind begins, as deep as it was opened", () => {
    const before =
      '---\r\n---\r\n\r\n<Tabs>\r\n\t[|<Tab|] title="a">\r\n\t\tA\r\n\t<Tab title="b">\r\n\t\tB\r\n\t</Tab>\r\n</Tabs>\r\n';
    const after =
      '---\r\n---\r\n\r\n<Tabs>\r\n\t<Tab title="a">\r\n\t\tA\r\n\t</Tab>\r\n\t<Tab title="b">\r\n\t\tB\r\n\t</Tab>\r\n</Tabs>\r\n';
    checkFix(syntax, before, { "page.mdx": after }, "Close with `</Tab>`");
  });

  it("writes a comment as MDX has them", () => {
    checkFix(
      syntax,
      "a\n\n[|<!-- b\nc -->|]\n",
      { "page.mdx": "a\n\n{/* b\nc */}\n" },
      "Change to `{/* */}`",
    );
  });
});
