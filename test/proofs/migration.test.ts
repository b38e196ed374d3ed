import assert from "node:assert/strict";
import { join } from "node:path";
import { removeTempSites, tempSite } from "../cli/temp-site.ts";
import { callCli } from "../cli/call-cli.ts";
import type { MigrationReport } from "../../server/src/cli/migrate/migration-report.ts";
import { madeSites, getFull } from "./made-endpoint-site.ts";
import { madeOperation, specText, type MadeOperation } from "./made-operations.ts";
import { proveMigration } from "./prove-migration.ts";

/**
 * Changes to handwritten pages, each of which makes one fact differ from the specification, removes a fact, or adds
 * one.
 */
const slips: readonly (readonly [string, (text: string) => string])[] = [
  ["a different type", (text) => text.replace('type="string"', 'type="boolean"')],
  ["an additional `required`", (text) => text.replace(/(query="limit" type="integer")/, "$1 required")],
  ["a missing `required`", (text) => text.replace('type="string" required', 'type="string"')],
  ["a different default", (text) => text.replace(/default="(\d+)"/, 'default="9$1"')],
  ["a different description", (text) => text.replace("The limit", "A limit")],
  ["a missing description", (text) => text.replace(/The limit \([^)]*\)\.\n/, "")],
  ["a missing field", (text) => text.replace(/<ParamField query="limit"[^]*?<\/ParamField>/, "")],
  ["an additional field", (text) => `${text}\n<ParamField query="more" type="string" />\n`],
  ["a missing nested field", (text) => text.replace(/<(\w+) \w+="(city|sku)"[^]*?<\/\1>/, "")],
  ["a different example", (text) => text.replace('"ok": true', '"ok": false')],
  ["a field in a different location", (text) => text.replace('query="limit"', 'header="limit"')],
  ["a field with a different name", (text) => text.replace('name="ok"', 'name="done"')],
  ["an additional prop", (text) => text.replace('query="limit"', 'query="limit" placeholder="10"')],
];

/**
 * Migrates generated sites with a total of 100 endpoint pages, checks and compares the results, and undoes the
 * migration.
 */
describe("migration of 100 generated pages", function () {
  this.timeout(120_000);
  after(removeTempSites);

  const sites = madeSites();

  it("has 100 pages, each with an expected result", () => {
    assert.equal(
      sites.reduce((sum, { expected }) => sum + expected.size, 0),
      100,
    );
  });

  it("never reports a page as lossless if any fact differs from the specification", async () => {
    const files: Record<string, string> = {};
    const operations: MadeOperation[] = [];
    const expected = new Map<string, boolean>();
    const add = (what: string, field: "api" | "openapi", write: (text: string) => string, free: boolean) => {
      for (let i = 0; i < 5; i++) {
        const operation = madeOperation(operations.length, "");
        const file = `p${operations.length}.mdx`;
        const { summary, description, method, path } = operation;
        const right = getFull(operation);
        if (!free) assert.notEqual(write(right), right, what);
        files[file] =
          `---\ntitle: ${JSON.stringify(summary)}\ndescription: ${JSON.stringify(description)}\n${field}: ${method} ${path}\n---\n\n${write(right)}`;
        expected.set(file, free);
        operations.push(operation);
      }
    };
    for (const field of ["api", "openapi"] as const) add("nothing", field, (text) => text, true);
    for (const [what, slip] of slips) {
      add(what, "api", slip, false);
      // A page with `openapi` shows the omitted facts anyway, because they come from the specification.
      const saysLess = /^a missing (?:description|field|nested field)$/.test(what);
      if (!saysLess) add(what, "openapi", slip, false);
    }
    files["api.json"] = specText(operations, "json");
    const pages = Object.keys(files).flatMap((file) => /(.*)\.mdx$/.exec(file)?.[1] ?? []);
    files["docs.json"] = JSON.stringify({ navigation: { groups: [{ group: "A", pages }] } });
    const { stdout } = await callCli(["migrate", tempSite(files), "--format", "json"]);
    const report = JSON.parse(stdout) as MigrationReport;
    const found = new Map(report.pages.map(({ file, verdict: result }) => [file, result === "loss-free"]));
    const wrong = [...expected].filter(([file, free]) => found.get(file) !== free);
    assert.deepEqual(
      wrong.map(([file]) => files[file]),
      [],
    );
    assert.equal(found.size, 10 + 5 * (2 * slips.length - 3));
  });

  for (const [index, { files, expected }] of sites.entries()) {
    it(`gives the expected result for site ${index + 1}: no new problems, the same content for readers, and a complete reversal`, async () => {
      const folder = tempSite(files);
      const proof = await proveMigration(folder, join(tempSite({}), "report.json"));
      assert.deepEqual(
        proof.pages.filter(({ file, verdict: result }) => expected.get(file) !== result),
        [],
      );
      assert.equal(proof.pages.length, expected.size);
      assert.deepEqual(proof.newProblems, []);
      assert.deepEqual(proof.unlike, []);
      assert.deepEqual(proof.notRestored, []);
    });
  }
});
