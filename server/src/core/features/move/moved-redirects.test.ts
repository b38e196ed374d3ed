import assert from "node:assert/strict";
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
});
