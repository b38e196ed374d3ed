import assert from "node:assert/strict";
import { statSync, symlinkSync } from "node:fs";
import { TempFolder } from "../../../../test/lsp/temp-folder.ts";
import { loadSite } from "../analysis/load-site.ts";
import { planOnDisk } from "./move-site.ts";
import { createNodeDisk } from "../files/node-disk.ts";
import { type SiteFiles, getFileText } from "../files/site-files.ts";

describe("plan to write files in a site", () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = new TempFolder({ "docs.json": "{}", "a.mdx": "A", "b.mdx": "B" });
  });
  afterEach(() => folder.remove());

  const plan = async (siteFiles: SiteFiles, onRound: () => void) => {
    const site = await loadSite({ ...siteFiles, readSpecs: async () => [] });
    onRound();
    return { loadedSite: site, text: getFileText(siteFiles.disk.read("a.mdx", 1000)) };
  };
  const planEdits = async (onRound: (round: number) => void) => {
    let rounds = 0;
    const result = await planOnDisk({ disk: createNodeDisk(folder.root) }, (siteFiles) =>
      plan(siteFiles, () => onRound(++rounds)),
    );
    return { rounds, made: result };
  };

  it("is created only once if nothing changes", async () => {
    assert.equal((await planEdits(() => undefined)).rounds, 1);
  });

  it("is created only once if the site contains a link to a file outside it", async function () {
    if (process.platform === "win32") this.skip();
    const outside = new TempFolder({ "CHANGELOG.md": "# Changes" });
    try {
      symlinkSync(outside.at("CHANGELOG.md"), folder.at("changelog.md"));
      const { rounds, made } = await planEdits(() => undefined);
      assert.equal(rounds, 1);
      assert.ok(made?.loadedSite.site.files.has("changelog.md"));
    } finally {
      outside.remove();
    }
  });

  for (const [what, change] of [
    ["new text in a file that is read twice", (at: TempFolder) => at.write("a.mdx", "Z")],
    ["new text of the same length in another file", (at: TempFolder) => at.write("b.mdx", "Z")],
    ["a new file", (at: TempFolder) => at.write("new.mdx", "[A](/a)")],
    ["a deleted file", (at: TempFolder) => at.delete("b.mdx")],
  ] as const)
    it(`is created again after this change on disk: ${what}`, async () => {
      const { rounds, made } = await planEdits((round) => {
        if (round === 1) change(folder);
      });
      assert.equal(rounds, 2);
      assert.equal(made?.loadedSite.site.references.get("a.mdx")?.text, made?.text);
    });

  it("is delayed until a file that a program has just emptied has text again", async () => {
    folder.write("a.mdx", "");
    const { mtimeMs } = statSync(folder.at("a.mdx"));
    const readClock = Date.now;
    Date.now = () => mtimeMs;
    try {
      const { made } = await planEdits((round) => {
        if (round === 2) folder.write("a.mdx", "[B](/b)");
      });
      assert.equal(made?.text, "[B](/b)");
    } finally {
      Date.now = readClock;
    }
  });

  it("is created even if a file stays empty", async () => {
    folder.write("a.mdx", "");
    assert.equal((await planEdits(() => undefined)).made?.text, "");
  });

  it("isn't created if files keep changing", async () => {
    const { made } = await planEdits((round) => folder.write("b.mdx", "B".repeat(round + 1)));
    assert.equal(made, undefined);
  });
});
