import { ok } from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { createGlobMatcher } from "./site-settings.ts";

describe("globMatcher", () => {
  it("matches files as .gitignore does", () => {
    const isAmong = createGlobMatcher(["drafts/", "**/*.draft.mdx", "!keep.draft.mdx", "/old/*/a_*_*.mdx"]);
    for (const file of ["drafts/a.mdx", "guides/drafts/a.mdx", "guides/a.draft.mdx", "old/b/a_b_c.mdx"])
      ok(isAmong(file), file);
    for (const file of ["", "a.mdx", "keep.draft.mdx", "new/old/b/a_b_c.mdx"]) ok(!isAmong(file), file);
    ok(!createGlobMatcher([])("a.mdx"));
  });

  const hostile: Readonly<Record<string, string>> = {
    "8,000 folders": "*/".repeat(8000),
    "100,000 characters": "a".repeat(100_000),
    "4 folders at any depth": `${"**/a/".repeat(4)}b`,
  };
  for (const [name, glob] of Object.entries(hostile))
    it(`ignores a glob of ${name} and applies the others`, () => {
      // A matcher caches its results, so each attempt needs a new one.
      assertQuick(1000, () => {
        const isAmong = createGlobMatcher([glob, "x.mdx"]);
        ok(!isAmong(`${"a/".repeat(100)}a`));
        ok(isAmong("x.mdx"));
      });
    });
});
