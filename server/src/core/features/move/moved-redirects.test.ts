import assert from "node:assert/strict";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { problemsOfSite } from "../../rules/engine/run-rules.ts";

describe("a redirect for a moved page", () => {
  for (const [what, from, to, redirect] of [
    [
      "doesn't contain the path that the site is hosted under",
      "old",
      "new",
      { source: "/old", destination: "/new" },
    ],
    [
      "contains that path if the page is in a folder with the same name",
      "docs/old",
      "docs/new",
      { source: "/docs/docs/old", destination: "/docs/docs/new" },
    ],
  ] as const)
    it(what, () => {
      const files = new Map([
        [".docwright.json", '{ "basePath": "/docs" }'],
        ["docs.json", `{ "navigation": { "pages": ["${from}"] } }`],
        [`${from}.mdx`, "---\ntitle: A\n---\n"],
      ]);
      const moved = moveInSite(files, [{ from: `${from}.mdx`, to: `${to}.mdx` }], true);
      const { redirects } = JSON.parse(moved.get("docs.json") ?? "") as { redirects: unknown };
      assert.deepEqual(redirects, [redirect]);
      const codes = problemsOfSite(siteOf(moved)).map(({ code }) => code);
      assert.deepEqual(
        codes.filter((code) => code.startsWith("redirect/")),
        [],
      );
    });
});
