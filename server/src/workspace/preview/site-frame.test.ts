import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { createSiteFrame } from "../../core/preview/frame/site-frame.ts";
import { computeFrame } from "./site-frame.ts";

const audience = { reader: "human", signedIn: false, groups: [] } as const;
const draw = () => undefined;

describe("incremental site frame", () => {
  const slugs = Array.from({ length: 300 }, (_, at) => `part-${at % 3}/page-${at}`);
  const groups = [0, 1, 2].map((part) => ({
    group: `Part ${part}`,
    pages: [{ group: "Inside", pages: slugs.filter((slug) => slug.startsWith(`part-${part}/`)) }],
  }));
  const site = siteOf(
    new Map([
      ["docs.json", JSON.stringify({ name: "Many", navigation: { tabs: [{ tab: "All", groups }] } })],
      ...slugs.map((slug): [string, string] => [`${slug}.mdx`, `---\ntitle: ${slug}\n---\n`]),
    ]),
  );

  it("takes one step for each page in the navigation and one for the current page, and builds the frame in the last step", () => {
    let frame: unknown;
    const steps = computeFrame(site, { slug: "part-0/page-0", audience, navigationPath: [] }, draw, () => {
      frame = createSiteFrame(site, "part-0/page-0", audience, draw);
    });
    let count = 0;
    while (!steps.next().done) {
      assert.equal(frame, undefined);
      count++;
    }
    assert.ok(count > slugs.length * 2, `${count} steps`);
    assert.deepEqual(frame, createSiteFrame(site, "part-0/page-0", audience, draw));
  });
});
