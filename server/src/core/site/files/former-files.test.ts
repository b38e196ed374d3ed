import assert from "node:assert/strict";
import { type FileMove, updateMovedPaths } from "./former-files.ts";

/** Applies commits, with the oldest first, in the form `a>b c>` (renamed, deleted), and returns the current paths. */
function today(commits: readonly string[], folder = ""): Record<string, string | undefined> {
  const read = commits.map((commit) =>
    commit.split(" ").map((move): FileMove => {
      const [from = "", to = ""] = move.split(">").map((name) => (name === "" ? "" : name.replace(/^=/, "")));
      const file = (name: string) => (name.includes(".") ? name : `${name}.mdx`);
      return to === "" ? { from: file(from) } : { from: file(from), to: file(to) };
    }),
  );
  const found = updateMovedPaths(read.reverse(), folder);
  return Object.fromEntries(
    [...found].map(([from, to]) => [from.replace(/\.mdx$/, ""), to?.replace(/\.mdx$/, "")]),
  );
}

describe("followMoves", () => {
  for (const [what, commits, found] of [
    ["one rename", ["a>b"], { a: "b" }],
    ["a chain", ["a>b", "b>c", "c>d"], { a: "d", b: "d", c: "d" }],
    ["there and back again", ["a>b", "b>a"], { b: "a" }],
    ["a name that was used again", ["a>b", "x>a", "a>c"], { a: "c", x: "c" }],
    ["two that change places by way of a third", ["a>t", "b>a", "t>b"], { a: "b", b: "a", t: "b" }],
    ["a deletion", ["a>"], { a: undefined }],
    ["a rename and a deletion later", ["a>b", "b>"], { a: undefined, b: undefined }],
    [
      "a deletion before a new file of the name",
      ["a>b", "b>", "c>b"],
      { a: undefined, b: undefined, c: "b" },
    ],
    ["of one address the file that is still there", ["a>b", "a>"], { a: "b" }],
    ["several in one commit, which happen at once", ["a>b b>c"], { a: "b", b: "c" }],
    ["a file that isn't a page", ["a.png>b.png a.md>b.md"], { "a.md": "b.md" }],
  ] as const)
    it(`follows ${what}`, () => assert.deepEqual(today(commits), found));

  it("returns paths relative to the site's folder and omits files outside it", () => {
    assert.deepEqual(
      today(["docs/a>docs/b", "docs/c>other/c", "other/x>docs/x", "other/y>other/z"], "docs"),
      {
        a: "b",
        c: undefined,
      },
    );
  });

  it("follows the site to its previous folder", () => {
    const moved = "old/docs.json>docs/docs.json old/b>docs/b old/k>docs/k";
    assert.deepEqual(today(["old/mint.json>old/docs.json", "old/a>old/b", moved, "docs/b>docs/c"], "docs"), {
      a: "c",
      b: "c",
    });
  });
});
