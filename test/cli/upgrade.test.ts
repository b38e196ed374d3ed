import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { callCli } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const mint = '\ufeff{ "name": "A", "colors": { "primary": "#ff0000" }, "navigation": ["a"] }\n';
const config = {
  $schema: "https://mintlify.com/docs.json",
  theme: "mint",
  name: "A",
  colors: { primary: "#ff0000" },
  navigation: { pages: ["a"] },
};

describe("docwright upgrade", function () {
  this.timeout(60_000);
  after(removeTempSites);
  const upgrade = (folder: string, ...args: string[]) => callCli(["upgrade", folder, ...args]);

  it("prints the new file without writing it", async () => {
    const folder = tempSite({ "mint.json": mint, "a.mdx": "Hi\n" });
    const { exitCode, stdout, stderr } = await upgrade(folder);
    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(stdout), config);
    assert.equal(stderr, "All settings were converted. No files changed. Use --write to apply these changes.\n");
    assert.ok(!existsSync(join(folder, "docs.json")));
  });

  it("is suggested by `check` for a folder that has only a mint.json", async () => {
    const { exitCode, stderr } = await callCli(["check", tempSite({ "mint.json": mint, "a.mdx": "Hi\n" })]);
    assert.equal(exitCode, 2);
    assert.match(
      stderr,
      /^docwright: .* mint\.json but no docs\.json; run "docwright upgrade \S+ --write" to create it\n$/,
    );
  });

  it("writes docs.json with --write and keeps mint.json unless an option removes it", async () => {
    const folder = tempSite({ "mint.json": mint, "a.mdx": "Hi\n" });
    assert.equal((await upgrade(folder, "--write")).exitCode, 0);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, "docs.json"), "utf8")), config);
    assert.equal(readFileSync(join(folder, "mint.json"), "utf8"), mint);
    const other = tempSite({ "mint.json": mint });
    assert.equal((await upgrade(other, "--write", "--remove")).exitCode, 0);
    assert.ok(!existsSync(join(other, "mint.json")));
  });

  it("reports each setting that it couldn't convert and exits with code 1", async () => {
    const folder = tempSite({
      "mint.json": mint.replace('"name"', '"layout": "sidenav", "feedback": {}, "name"'),
    });
    const { exitCode, stderr } = await upgrade(folder);
    assert.equal(exitCode, 1);
    assert.match(stderr, /^mint\.json: layout: no equivalent in docs\.json$/m);
    assert.match(stderr, /^mint\.json: feedback: now set in the service's dashboard/m);
    assert.match(stderr, /^2 settings weren't converted\./m);
  });

  for (const [what, files, args, line] of [
    ["a missing mint.json", { "a.mdx": "" }, [], /no mint\.json found/],
    ["an existing docs.json", { "mint.json": mint, "docs.json": "{}" }, ["--write"], /already has a docs\.json/],
    ["a mint.json that isn't JSON", { "mint.json": "{ not json" }, [], /isn't valid JSON/],
    ["--remove without --write", { "mint.json": mint }, ["--remove"], /--remove requires --write/],
  ] as const)
    it(`prints one line, exits with code 2, and changes no files on ${what}`, async () => {
      const folder = tempSite(files);
      const { exitCode, stdout, stderr } = await upgrade(folder, ...args);
      assert.equal(exitCode, 2);
      assert.equal(stdout, "");
      assert.match(stderr, line);
      for (const [file, text] of Object.entries(files)) assert.equal(readFileSync(join(folder, file), "utf8"), text);
    });
});
