import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { nearestPage } from "./link-suggestions.ts";

const files = new Set([
  "index.mdx",
  "guides/start.mdx",
  "guides/api/users.mdx",
  "learn/index.mdx",
  "learn/billing.mdx",
  "snippets/start-note.mdx",
  "logo.svg",
]);

describe("nearestPage", () => {
  const cases: readonly [what: string, slug: string, expected: string | undefined][] = [
    ["a near name in the folder", "guides/strat", "guides/start"],
    ["the same name in a near folder", "guide/start", "guides/start"],
    ["a near name in near folders, one in the other", "guidse/apis/user", "guides/api/users"],
    ["the index page of a folder", "learn", "learn/index"],
    ["a page that was moved", "guides/billing", "learn/billing"],
    ["back slashes", "guides\\start", "guides/start"],
    ["an anchor", "guides/start#install", "guides/start"],
    ["blanks round the path", " guides/start ", "guides/start"],
    ["nothing near", "pricing", undefined],
    ["no snippet", "snippets/start-nota", undefined],
    ["no file of another kind", "logo", undefined],
  ];
  for (const [what, slug, expected] of cases)
    it(`finds ${what}`, () => assert.equal(nearestPage(files, slug), expected));

  it("skips excluded pages", () => {
    assert.equal(
      nearestPage(files, "guides/strat", (slug) => slug === "guides/start"),
      undefined,
    );
  });

  it("is fast if a whole folder of a large site is missing", () => {
    const tree = (root: string) =>
      Array.from({ length: 10_000 }, (_, i) => `${root}/section-${i % 500}/chapter-${i % 7}/page-${i}`);
    const site = new Set(tree("en").map((slug) => `${slug}.mdx`));
    assertQuick(2000, () => {
      for (const slug of tree("ja")) nearestPage(site, slug);
    });
  });
});
