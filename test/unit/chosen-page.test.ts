import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { chosenPage } from "../../client/src/navigation/chosen-page.ts";
import type { NavigationRow } from "../../client/src/navigation/navigation-row.ts";

const place = (uri: string) => ({
  uri,
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
});

function rowOf(file: string, slug: string): NavigationRow {
  const node = { kind: "page", label: "x", opens: place(file), slug, children: [] } as const;
  return { kind: "node", id: "1", node, root: "file:///s", parent: undefined, siblings: [node] };
}

describe("The page that a command means", () => {
  const tree = { chosen: (row: unknown) => [row as NavigationRow] };
  const preview = { inFront: { uri: "file:///s/api.json", url: "/api/list" } };

  it("is that of the tree's row, by its file, or by its slug where a specification makes it", () => {
    assert.deepEqual(chosenPage(rowOf("file:///s/a.mdx", "a"), tree, preview), { uri: "file:///s/a.mdx" });
    assert.deepEqual(chosenPage(rowOf("file:///s/api.json", "api/one"), tree, preview), {
      uri: "file:///s/api.json",
      slug: "api/one",
    });
  });

  it("is that of the preview in front, else none", () => {
    assert.deepEqual(chosenPage(undefined, tree, preview), { uri: "file:///s/api.json", slug: "/api/list" });
    assert.equal(chosenPage(undefined, tree, { inFront: undefined }), undefined);
  });
});
