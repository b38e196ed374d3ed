import assert from "node:assert/strict";
import { GitRepository } from "../harness/git-repository.ts";
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
    const repository = new GitRepository(folder);
    repository.commit();
    repository.move("old/install.mdx", "new/install.mdx");
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
