import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { renameInSite } from "./rename.ts";

describe("renameInSite", () => {
  it("adds a redirect from every generated page that moves", () => {
    const count = 2_500;
    const paths = Array.from(
      { length: count },
      (_, i) => `  /u${i}: { get: { tags: [Users], summary: S${i} } }`,
    );
    const site = siteOf(
      new Map([
        ["docs.json", '{ "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }] } }'],
        ["api.yaml", `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\n${paths.join("\n")}\n`],
      ]),
    );
    const spec = site.specs.get("api.yaml");
    assert.ok(spec);
    const { addresses } = renameInSite(
      site,
      { thing: { kind: "tag", name: "Users" }, definitions: [], spec },
      "People",
    );
    assert.equal(addresses.length, count);
    assert.deepEqual(addresses.at(-1), {
      source: `/api-reference/users/s${count - 1}`,
      destination: `/api-reference/people/s${count - 1}`,
    });
  });
});
