import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { lineMapOf } from "../text/text-edit.ts";
import { foldsOf } from "./folding.ts";

/** Returns the first and last line of each folding range as written. */
function folds(text: string, file = "page.mdx"): string[] {
  const { files } = parseFixture(text);
  const own = files.get(file) ?? "";
  const lines = own.split(/\r\n|\n/);
  return foldsOf(siteOf(files), file, lineMapOf(own)).map(
    ({ startLine, endLine, kind }) => `${lines[startLine]} … ${lines[endLine]}${kind ? ` ${kind}` : ""}`,
  );
}

describe("Folding", () => {
  it("folds frontmatter, sections, components, and code, and leaves the closing line visible", () =>
    assert.deepEqual(
      folds(
        '---\ntitle: A\nicon: b\n---\n\n## One\n\n<Card\n  title="x"\n>\n  in\n</Card>\n\n```js\na\nb\n```\n\n## Two\n\nend\n',
      ),
      ["--- … icon: b", "## One … ```", "<Card …   in", "```js … b", "## Two … end"],
    ));

  it("folds consecutive imports", () =>
    assert.deepEqual(
      folds('import A from "/a.mdx"\nimport B from "/b.mdx";\n\ntext\n\nimport C from "/c.mdx"\n'),
      ['import A from "/a.mdx" … import B from "/b.mdx"; imports'],
    ));

  it("doesn't fold content on a single line", () =>
    assert.deepEqual(folds("## A\n\n<Card>x</Card>\n").length, 1));

  it("folds arrays and objects in docs.json, including with CRLF", () => {
    const text = '{\r\n  "navigation": {\r\n    "pages": [\r\n      "a"\r\n    ]\r\n  }\r\n}\r\n';
    assert.deepEqual(folds(text, "docs.json"), [
      "{ …   }",
      '  "navigation": { …     ]',
      '    "pages": [ …       "a"',
    ]);
  });

  it("doesn't fold other files", () =>
    assert.deepEqual(folds('//- docs.json\n{}\n//- x.json\n{\n"a": 1\n}', "x.json"), []));
});
