import assert from "node:assert/strict";
import { join } from "node:path";
import { removeTempSites, tempSite } from "../cli/temp-site.ts";
import { callCli } from "../cli/call-cli.ts";
import type { MigrationReport } from "../../server/src/cli/migration-report.ts";
import { madeSites } from "./made-endpoint-site.ts";
import { proveMigration } from "./prove-migration.ts";

/** Issue 4, Numbers: a made site of 100 endpoint pages is migrated, checked, compared and undone. */
describe("migration of 100 made pages", function () {
  this.timeout(120_000);
  after(removeTempSites);

  const sites = madeSites();

  it("has 100 pages, and each is meant to become something", () => {
    assert.equal(
      sites.reduce((sum, { expected }) => sum + expected.size, 0),
      100,
    );
  });

  for (const [index, { files, expected }] of sites.entries()) {
    it(`site ${index + 1}: each page becomes what it should`, async () => {
      const folder = tempSite(files);
      const { stdout, exitCode } = await callCli(["migrate", folder, "--format", "json"]);
      assert.equal(exitCode, 0, stdout.slice(0, 2000));
      const { pages } = JSON.parse(stdout) as MigrationReport;
      assert.deepEqual(
        new Map(pages.map(({ file, verdict, reasons }) => [file, [verdict, ...reasons].slice(0, 1)])),
        new Map(
          [...expected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, verdict]) => [file, [verdict]]),
        ),
        JSON.stringify(
          pages.filter(({ file, verdict }) => expected.get(file) !== verdict),
          null,
          1,
        ),
      );
    });

    it(`site ${index + 1}: no new problem, the same for readers, and back byte for byte`, async () => {
      const folder = tempSite(files);
      const proof = await proveMigration(folder, join(tempSite({}), "report.json"));
      assert.deepEqual(proof.newProblems, []);
      assert.deepEqual(proof.unlike, []);
      assert.deepEqual(proof.notRestored, []);
    });
  }
});
