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
  it("frontmatter, sections, components and code, with the closing line in sight", () =>
    assert.deepEqual(
      folds(
        '---\ntitle: A\nicon: b\n---\n\n## One\n\n<Card\n  title="x"\n>\n  in\n</Card>\n\n```js\na\nb\n```\n\n## Two\n\nend\n',
      ),
      ["--- … icon: b", "## One … ```", "<Card …   in", "```js … b", "## Two … end"],
    ));

  it("imports that stand together", () =>
    assert.deepEqual(
      folds('import A from "/a.mdx"\nimport B from "/b.mdx";\n\ntext\n\nimport C from "/c.mdx"\n'),
      ['import A from "/a.mdx" … import B from "/b.mdx"; imports'],
    ));

  it("not what stands in one line", () => assert.deepEqual(folds("## A\n\n<Card>x</Card>\n").length, 1));

  it("lists and objects of docs.json, with CRLF as well", () => {
    const text = '{\r\n  "navigation": {\r\n    "pages": [\r\n      "a"\r\n    ]\r\n  }\r\n}\r\n';
    assert.deepEqual(folds(text, "docs.json"), [
      "{ …   }",
      '  "navigation": { …     ]',
      '    "pages": [ …       "a"',
    ]);
  });

  it("no other files", () =>
    assert.deepEqual(folds('//- docs.json\n{}\n//- x.json\n{\n"a": 1\n}', "x.json"), []));
});
