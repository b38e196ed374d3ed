import assert from "node:assert/strict";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { RemainingLink } from "./moved-links.ts";
import { planMove } from "./plan-move.ts";

const spec = '{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "get": {} } } }';

const createFiles = (reference: string) =>
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
  for (const [reference, to, after] of cases)
    it(`change from ${reference} to ${after}`, () => {
      const movedFiles = moveInSite(createFiles(reference), [{ from: "api.json", to }]);
      assert.equal(movedFiles.get("a.mdx"), `---\nopenapi: ${after}\n---\n`);
    });

  it("must be updated manually if the new path contains a space, except in settings", () => {
    const files = createFiles("api.json GET /a");
    const moves = [{ from: "api.json", to: "my api.json" }];
    const result = planMove(siteOf(files), moves, { readText: (file) => files.get(file) });
    assert.ok(result.ok);
    const [{ range, ...left }, ...others] = result.plan.remainingLinks as [RemainingLink, ...RemainingLink[]];
    assert.deepEqual([left, others], [{ file: "a.mdx", url: "api.json", why: "has-space" }, []]);
    assert.equal(files.get("a.mdx")?.slice(range.start, range.end), "api.json GET /a");
    const movedFiles = moveInSite(files, moves);
    assert.equal(movedFiles.get("a.mdx"), files.get("a.mdx"));
    assert.match(movedFiles.get("docs.json") ?? "", /"openapi": "my api\.json"/);
  });
});
