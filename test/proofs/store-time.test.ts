import { deepEqual, ok } from "node:assert/strict";
import { findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { ProblemStore } from "../../server/src/workspace/analysis/problem-store.ts";
import { ownThreadTime } from "../harness/main-thread-time.ts";
import { slowness } from "../harness/processor-time.ts";
import { siteOf } from "../harness/site-of.ts";

const count = (n: number, make: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => make(i));
const page = "---\ntitle: T\n---\n\n";

const shapes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "20,000 entries without a page": {
    "docs.json": `{ "navigation": { "pages": ["index", ${count(20_000, (i) => `"gone-${i}"`).join()}] } }`,
    "index.mdx": page,
  },
  "50,000 redirects, each to the next": {
    "docs.json": `{ "navigation": { "pages": ["index"] }, "redirects": [${count(50_000, (i) => `{ "source": "/a${i}", "destination": "/a${i + 1}" }`).join()}] }`,
    "index.mdx": page,
  },
  "20,000 unknown props": {
    "docs.json": '{ "navigation": { "pages": ["index"] } }',
    "index.mdx": page + count(20_000, (i) => `<Card titel${i}="x" />\n\n`).join(""),
  },
};

describe("problems on a hostile or very large site", () => {
  for (const [name, files] of Object.entries(shapes))
    it(`are found in steps so that other requests can be handled in between: ${name}`, function () {
      this.timeout(60_000);
      const site = siteOf(new Map(Object.entries(files)));
      const store = new ProblemStore({}, () => ["index.mdx"]);
      store.update(site, "site");
      let [maxLength, before] = [0, ownThreadTime()];
      for (const _ of store.sweep(false)) {
        const now = ownThreadTime();
        maxLength = Math.max(maxLength, now - before);
        before = now;
      }
      ok(maxLength < 1000 || maxLength < 1000 * slowness(), `one step takes ${Math.round(maxLength)} ms`);
      const found = findSiteProblems(site);
      deepEqual(store.counts, countsOf(found.map(({ severity }) => severity)));
    });

  it("are found in many steps if one rule reports many problems", () => {
    const site = siteOf(new Map(Object.entries(shapes["20,000 entries without a page"] ?? {})));
    const store = new ProblemStore({}, () => [], { maxWaitMilliseconds: 1000, stepMilliseconds: 0 });
    store.update(site, "site");
    ok([...store.sweep(true)].length > 200);
  });
});

function countsOf(severities: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const severity of severities) counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}
