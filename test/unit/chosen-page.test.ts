import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { getChosenPage } from "../../client/src/navigation/navigation-commands.ts";
import type { NavigationRow } from "../../client/src/navigation/navigation-item.ts";

const locationIn = (uri: string) => ({
  uri,
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
});

function rowOf(file: string, slug: string): NavigationRow {
  const node = { kind: "page", label: "x", openTarget: locationIn(file), slug, children: [] } as const;
  return { kind: "node", id: "1", node, root: "file:///s", parent: undefined, siblings: [node] };
}

describe("page that a command applies to", () => {
  const tree = { getSelectedRows: (row: unknown) => [row as NavigationRow] };
  const preview = { activePage: { uri: "file:///s/api.json", url: "/api/list" } };

  it("is the page of the tree item, identified by its file or by a generated page's slug", () => {
    assert.deepEqual(getChosenPage(rowOf("file:///s/a.mdx", "a"), tree, preview), { uri: "file:///s/a.mdx" });
    assert.deepEqual(getChosenPage(rowOf("file:///s/api.json", "api/one"), tree, preview), {
      uri: "file:///s/api.json",
      slug: "api/one",
    });
  });

  it("is the page of the active preview, if any, if no tree item is given", () => {
    assert.deepEqual(getChosenPage(undefined, tree, preview), {
      uri: "file:///s/api.json",
      slug: "/api/list",
    });
    assert.equal(getChosenPage(undefined, tree, { activePage: undefined }), undefined);
  });
});
