import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeSite } from "../../bench/make-site.ts";
import { project } from "../harness/source-files.ts";
import { checkSnapshot } from "./check-snapshot.ts";

const snapshots = join(project, "test/cli/check-snapshots");
const sites = ["sample/site", ...readdirSync(join(project, "test/sites")).map((name) => `test/sites/${name}`)];

// A refactoring must not change any problems. If a change is intended, update the files with `npm run snapshots`, and
// review their diff like code.
describe("problems reported by check", () => {
  for (const site of sites)
    it(`match the snapshot for ${site}`, async () => {
      const expected = readFileSync(join(snapshots, `${basename(site)}.json`), "utf8");
      assert.equal(await checkSnapshot(join(project, site)), expected);
    });

  it("match the snapshot for a generated site", async () => {
    const folder = mkdtempSync(join(tmpdir(), "docwright-snapshot-"));
    try {
      makeSite(folder, 60);
      assert.equal(await checkSnapshot(folder), readFileSync(join(snapshots, "generated.json"), "utf8"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
