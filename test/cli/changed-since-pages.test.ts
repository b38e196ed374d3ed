import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { checkJson } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

describe("check --changed-since", () => {
  after(removeTempSites);

  it("reports a page moved without a redirect even if docs.json is unchanged", async () => {
    const folder = tempSite({
      "docs.json": '{ "navigation": { "pages": ["index", "new/install"] } }',
      "index.mdx": "---\ntitle: Home\n---\n",
      "old/install.mdx": "---\ntitle: Install\n---\n",
    });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: folder,
        env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
      });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "x");
    mkdirSync(join(folder, "new"));
    renameSync(join(folder, "old/install.mdx"), join(folder, "new/install.mdx"));
    const { problems } = await checkJson(folder, "--changed-since", "HEAD");
    const found = problems.filter(({ code }) => code === "redirect/missing-for-moved-page");
    assert.deepEqual(
      found.map(({ file, fixes }) => [file, fixes[0]]),
      [["docs.json", "Redirect `/old/install` to `/new/install`"]],
    );
    const without = await checkJson(folder);
    assert.ok(without.problems.every(({ code }) => code !== "redirect/missing-for-moved-page"));
  });
});
