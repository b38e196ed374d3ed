import assert from "node:assert/strict";
import { callCli } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

describe("checking a site that contains a key", () => {
  after(removeTempSites);

  const secret = "q7Rk2VxN9pLm4TzW8bYc";
  const files = {
    "docs.json": `{ "$schema": "https://mintlify.com/docs.json", "theme": "mint_${secret}", "mint_${secret}": 1 }`,
    "index.mdx": `---\ntitle: Home\n---\n\nSend mint_${secret} [and](/gone/mint_${secret}).\n`,
    ".env": `KEY=mint_${secret}\n`,
  };

  for (const format of ["pretty", "json", "sarif", "junit", "github"])
    it(`reports the key in ${format} without showing it`, async () => {
      const { stdout, stderr, exitCode } = await callCli(["check", tempSite(files), "--format", format]);
      assert.equal(exitCode, 1);
      assert.ok(stdout.split("security/key-in-source").length > 4, stdout);
      assert.ok(!(stdout + stderr).includes(secret.slice(0, 8)), stdout);
      if (format === "pretty") assert.match(stdout, /mint_\*{20}/);
    });
});
