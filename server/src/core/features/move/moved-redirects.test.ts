import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { problemsOfSite } from "../../rules/engine/run-rules.ts";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";

describe("a redirect for a moved page", () => {
  it("doesn't contain the path that the site is hosted under", () => {
    const files = new Map([
      [".docwright.json", '{ "basePath": "/docs" }'],
      ["docs.json", '{ "navigation": { "pages": ["old"] } }'],
      ["old.mdx", ""],
    ]);
    const moved = moveInSite(files, [{ from: "old.mdx", to: "new.mdx" }], true);
    const { redirects } = JSON.parse(moved.get("docs.json") ?? "") as { redirects: unknown };
    assert.deepEqual(redirects, [{ source: "/old", destination: "/new" }]);
  });

  it("contains that path if the page is in a folder with the same name", () => {
    const files = new Map([
      [".docwright.json", '{ "basePath": "/docs" }'],
      ["docs.json", '{ "navigation": { "pages": ["docs/old"] } }'],
      ["docs/old.mdx", "---\ntitle: A\n---\n"],
    ]);
    const moved = moveInSite(files, [{ from: "docs/old.mdx", to: "docs/new.mdx" }], true);
    const { redirects } = JSON.parse(moved.get("docs.json") ?? "") as { redirects: unknown };
    assert.deepEqual(redirects, [{ source: "/docs/docs/old", destination: "/docs/docs/new" }]);
    const codes = problemsOfSite(siteOf(moved)).map(({ code }) => code);
    assert.deepEqual(
      codes.filter((code) => code.startsWith("redirect/")),
      [],
    );
  });
});
