import assert from "node:assert/strict";
import { siteOf } from "../../../test/harness/site-of.ts";
import { pagesShowing } from "./pages-showing.ts";

const files = {
  "docs.json": JSON.stringify({ name: "Docs", navigation: { pages: ["start", "guide"] } }),
  "start.mdx": 'import Keys from "/snippets/keys.mdx";\n\n<Keys />\n',
  "guide.mdx": 'import Setup from "./snippets/setup.mdx";\n\n<Setup />\n',
  "snippets/setup.mdx": 'import Keys from "./keys.mdx";\nimport Start from "../start.mdx";\n\n<Keys />\n',
  "snippets/keys.mdx": 'import Setup from "./setup.mdx";\n\nKeys\n',
};
const site = siteOf(new Map(Object.entries(files)));

describe("pagesShowing", () => {
  it("tells who imports a file, and who imports those; once each, and no circle is gone round", () => {
    assert.deepEqual(pagesShowing(site, "snippets/keys.mdx"), [
      "start.mdx",
      "snippets/setup.mdx",
      "guide.mdx",
    ]);
    assert.deepEqual(pagesShowing(site, "guide.mdx"), []);
    assert.deepEqual(pagesShowing(site, "nothing.mdx"), []);
  });
});
