import assert from "node:assert/strict";
import path from "node:path";
import { project } from "../harness/source-files.ts";
import { filesOf } from "../harness/files-of.ts";
import { compareFrames } from "./compare-frames.ts";

// Tests the sites of this project. `tools/frame-check.ts` tests real sites.
describe("site frame around pages", () => {
  it("has the same sidebars and neighbors as an independent implementation for every page of the sample site", () => {
    const { pages, differences } = compareFrames(filesOf(path.join(project, "sample/site")));
    assert.ok(pages > 60, `${pages} pages`);
    assert.deepEqual(differences, []);
  }).timeout(60_000);
});
