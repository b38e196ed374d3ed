import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { createStarterConfig } from "../../client/src/new-site/create-config.ts";
import { findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { siteOf } from "../harness/site-of.ts";

interface Group {
  readonly group: string;
  readonly pages: readonly (string | Group)[];
}

function groupsOf(files: readonly string[]): readonly Group[] {
  const config = JSON.parse(createStarterConfig("Acme docs", files)) as {
    readonly navigation: { readonly groups: readonly Group[] };
  };
  return config.navigation.groups;
}

describe("new docs.json", () => {
  it("lists the folder's pages, with a group for each subfolder and introductions first", () => {
    const files = [
      "guides/deep/a.mdx",
      "api-reference/list.md",
      "b.mdx",
      "index.mdx",
      "guides/setup.mdx",
      "guides/overview.mdx",
    ];
    assert.deepEqual(groupsOf(files), [
      { group: "Get started", pages: ["index", "b"] },
      { group: "Api reference", pages: ["api-reference/list"] },
      {
        group: "Guides",
        pages: ["guides/overview", "guides/setup", { group: "Deep", pages: ["guides/deep/a"] }],
      },
    ]);
  });

  it("omits snippets, hidden folders, and files about the repository", () => {
    const files = [
      "README.md",
      "CHANGELOG.md",
      "snippets/note.mdx",
      "node_modules/a/b.md",
      ".github/x.md",
      "guides/readme.md",
    ];
    assert.deepEqual(groupsOf(files), [{ group: "Guides", pages: ["guides/readme"] }]);
  });

  it("has an empty group if the folder has no pages", () => {
    assert.deepEqual(groupsOf([]), [{ group: "Get started", pages: [] }]);
  });

  it("lists a page once and at most 2,000 pages", () => {
    assert.deepEqual(groupsOf(["a.md", "a.mdx"]), [{ group: "Get started", pages: ["a"] }]);
    const many = Array.from({ length: 3000 }, (_, index) => `p${index}.mdx`);
    assert.equal(groupsOf(many)[0]?.pages.length, 2000);
  });

  it("has no problems in either profile", () => {
    const pages = ["index.mdx", "guides/start.mdx", "__proto__/constructor.mdx"];
    for (const profile of ["standard", "mintlify"] as const) {
      const files = new Map(pages.map((file) => [file, `---\ntitle: ${file}\ndescription: About it\n---\n\nText.\n`]));
      files.set("docs.json", createStarterConfig("Acme docs", pages));
      const problems = findSiteProblems(siteOf(files, profile)).filter(({ at }) => at.file === "docs.json");
      assert.deepEqual(
        problems.filter(({ severity }) => severity !== "hint").map(({ code, message }) => `${code}: ${message}`),
        [],
      );
    }
  });
});
