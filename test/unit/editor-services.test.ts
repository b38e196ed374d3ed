import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { isDoneByEditor } from "../../client/src/editor/editor-services.ts";

describe("VS Code features for Docwright files", () => {
  it("include folding and selection in JSON and Markdown", () => {
    for (const service of ["folding", "selection"] as const) {
      assert.equal(isDoneByEditor(service, "json", "/a/docs.json"), true);
      assert.equal(isDoneByEditor(service, "jsonc", "/a/nav.json"), true);
      assert.equal(isDoneByEditor(service, "markdown", "/a/page.md"), true);
      assert.equal(isDoneByEditor(service, "mdx", "/a/page.mdx"), false);
      assert.equal(isDoneByEditor(service, "yaml", "/a/api.yaml"), false);
    }
  });

  it("include the outline of docs.json and Markdown, but not of specifications or pages", () => {
    assert.equal(isDoneByEditor("outline", "json", "/a/docs.json"), true);
    assert.equal(isDoneByEditor("outline", "json", "/a/api.json"), false);
    assert.equal(isDoneByEditor("outline", "json", "/a/other-docs.json"), false);
    assert.equal(isDoneByEditor("outline", "markdown", "/a/page.mdx"), true);
    assert.equal(isDoneByEditor("outline", "mdx", "/a/page.mdx"), false);
  });
});
