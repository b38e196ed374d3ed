import { deepEqual } from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { isFileUsed } from "../navigation/used-files.ts";

describe("files that readers see", () => {
  const cases = [
    { name: "include listed pages and the files that they import, directly or indirectly", listed: "start", used: ["a.mdx", "snippets/one.mdx", "snippets/two.mdx", "start.mdx"] },
    { name: "include listed Markdown files and the files that they import", listed: "notes", used: ["a.mdx", "notes.md", "snippets/one.mdx", "snippets/three.mdx", "snippets/two.mdx", "start.mdx"] },
  ]; // prettier-ignore
  for (const { name, listed, used } of cases)
    it(name, () => {
      const { files } = parseFixture(`
//- docs.json
{"navigation": {"pages": ["${listed}"]}}
//- start.mdx
import One from "/snippets/one.mdx";
//- a.mdx
Beside the navigation.
//- notes.md
import Three from "/snippets/three.mdx";
//- snippets/one.mdx
import Two from "./two.mdx";
//- snippets/two.mdx
Two.
//- snippets/three.mdx
Three.
//- snippets/four.mdx
Nothing imports this.
`);
      const site = siteOf(files);
      deepEqual([...site.pages.keys()].filter((path) => isFileUsed(site, path)).sort(), used);
    });
});
