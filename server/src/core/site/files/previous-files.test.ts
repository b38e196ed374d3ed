import assert from "node:assert/strict";
import { type FileMove, getCurrentPaths } from "./previous-files.ts";

/**
 * Applies commits such as `a>b c>` (`a` was renamed to `b`, and `c` was deleted), oldest first, and returns the current
 * path of each former file.
 */
function getPathsToday(commits: readonly string[], folder = ""): Record<string, string | undefined> {
  const moves = commits.map((commit) =>
    commit.split(" ").map((move): FileMove => {
      const [from = "", to = ""] = move.split(">").map((name) => (name === "" ? "" : name.replace(/^=/, "")));
      const toFile = (name: string) => (name.includes(".") ? name : `${name}.mdx`);
      return to === "" ? { from: toFile(from) } : { from: toFile(from), to: toFile(to) };
    }),
  );
  const paths = getCurrentPaths(moves.reverse(), folder);
  return Object.fromEntries([...paths].map(([from, to]) => [from.replace(/\.mdx$/, ""), to?.replace(/\.mdx$/, "")]));
}

describe("followMoves", () => {
  for (const [what, commits, expected] of [
    ["one rename", ["a>b"], { a: "b" }],
    ["a chain of renames", ["a>b", "b>c", "c>d"], { a: "d", b: "d", c: "d" }],
    ["a file that moves back", ["a>b", "b>a"], { b: "a" }],
    ["a name that is reused", ["a>b", "x>a", "a>c"], { a: "c", x: "c" }],
    ["two files that swap names through a third name", ["a>t", "b>a", "t>b"], { a: "b", b: "a", t: "b" }],
    ["a deletion", ["a>"], { a: undefined }],
    ["a rename and a later deletion", ["a>b", "b>"], { a: undefined, b: undefined }],
    ["a deletion before a new file with the same name", ["a>b", "b>", "c>b"], { a: undefined, b: undefined, c: "b" }],
    ["only the remaining file if two files had the same path", ["a>b", "a>"], { a: "b" }],
    ["several renames in one commit, which happen simultaneously", ["a>b b>c"], { a: "b", b: "c" }],
    ["Markdown files but not images", ["a.png>b.png a.md>b.md"], { "a.md": "b.md" }],
  ] as const)
    it(`follows ${what}`, () => assert.deepEqual(getPathsToday(commits), expected));

  it("returns paths relative to the site's folder and omits files outside it", () => {
    assert.deepEqual(getPathsToday(["docs/a>docs/b", "docs/c>other/c", "other/x>docs/x", "other/y>other/z"], "docs"), {
      a: "b",
      c: undefined,
    });
  });

  it("follows the site to its previous folder", () => {
    const moved = "old/docs.json>docs/docs.json old/b>docs/b old/k>docs/k";
    assert.deepEqual(getPathsToday(["old/mint.json>old/docs.json", "old/a>old/b", moved, "docs/b>docs/c"], "docs"), {
      a: "c",
      b: "c",
    });
  });
});
