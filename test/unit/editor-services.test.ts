import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { isEditorFeature } from "../../client/src/editor/editor-services.ts";

describe("VS Code features for Docwright files", () => {
  it("include folding and selection in JSON and Markdown", () => {
    for (const service of ["folding", "selection"] as const) {
      assert.equal(isEditorFeature(service, "json", "/a/docs.json"), true);
      assert.equal(isEditorFeature(service, "jsonc", "/a/nav.json"), true);
      assert.equal(isEditorFeature(service, "markdown", "/a/page.md"), true);
      assert.equal(isEditorFeature(service, "mdx", "/a/page.mdx"), false);
      assert.equal(isEditorFeature(service, "yaml", "/a/api.yaml"), false);
    }
  });

  it("include the outline of docs.json and Markdown, but not of specifications or pages", () => {
    assert.equal(isEditorFeature("outline", "json", "/a/docs.json"), true);
    assert.equal(isEditorFeature("outline", "json", "/a/api.json"), false);
    assert.equal(isEditorFeature("outline", "json", "/a/other-docs.json"), false);
    assert.equal(isEditorFeature("outline", "markdown", "/a/page.mdx"), true);
    assert.equal(isEditorFeature("outline", "mdx", "/a/page.mdx"), false);
  });
});
