import assert from "node:assert/strict";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { RemainingLink } from "./moved-links.ts";
import { planMove } from "./plan-move.ts";

const spec =
  '{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "get": {} } } }';

const filesWith = (reference: string) =>
  new Map([
    ["docs.json", '{ "navigation": { "pages": ["a"] }, "api": { "openapi": "api.json" } }'],
    ["a.mdx", `---\nopenapi: ${reference}\n---\n`],
    ["api.json", spec],
  ]);

describe("references to a specification that moves", () => {
  const cases: readonly (readonly [written: string, to: string, after: string])[] = [
    ["api.json GET /a", "v1/it's.json", "v1/it's.json GET /a"],
    ["'api.json GET /a'", "v1/it's.json", `"v1/it's.json GET /a"`],
    [`"api.json GET /a"`, "v1/it's.json", `"v1/it's.json GET /a"`],
    ["api.json GET /a # list", "[v1].json", '"[v1].json GET /a" # list'],
  ];
  for (const [written, to, after] of cases)
    it(`change from ${written} to ${after}`, () => {
      const moved = moveInSite(filesWith(written), [{ from: "api.json", to }]);
      assert.equal(moved.get("a.mdx"), `---\nopenapi: ${after}\n---\n`);
    });

  it("must be updated manually if the new path contains a space, except in settings", () => {
    const files = filesWith("api.json GET /a");
    const moves = [{ from: "api.json", to: "my api.json" }];
    const answer = planMove(siteOf(files), moves, { textOf: (file) => files.get(file) });
    assert.ok(answer.ok);
    const [{ range, ...left }, ...others] = answer.plan.remaining as [RemainingLink, ...RemainingLink[]];
    assert.deepEqual([left, others], [{ file: "a.mdx", url: "api.json", why: "has-space" }, []]);
    assert.equal(files.get("a.mdx")?.slice(range.start, range.end), "api.json GET /a");
    const moved = moveInSite(files, moves);
    assert.equal(moved.get("a.mdx"), files.get("a.mdx"));
    assert.match(moved.get("docs.json") ?? "", /"openapi": "my api\.json"/);
  });
});
