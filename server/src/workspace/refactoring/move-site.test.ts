import assert from "node:assert/strict";
import { existsSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { relative } from "node:path";
import { TempFolder } from "../../../../test/lsp/temp-folder.ts";
import { moveFiles } from "./move-site.ts";

describe("moving files on disk", () => {
  let folder: TempFolder;
  let outside: TempFolder;
  beforeEach(function () {
    if (process.platform === "win32") this.skip();
    folder = new TempFolder({ "guides/start.mdx": "# Start", "real.mdx": "# Real" });
    outside = new TempFolder({ "CHANGELOG.md": "# Changes" });
  });
  afterEach(() => {
    folder.remove();
    outside.remove();
  });

  const moves = [
    { from: "guides/changelog.md", to: "learn/more/changelog.md" },
    { from: "guides/start.mdx", to: "learn/more/start.mdx" },
  ];
  for (const kind of ["absolute", "relative"] as const)
    it(`moves ${kind} links to files outside the site, but not the files`, () => {
      const target = outside.at("CHANGELOG.md");
      symlinkSync(
        kind === "absolute" ? target : relative(folder.at("guides"), target),
        folder.at("guides/changelog.md"),
      );
      assert.equal(moveFiles(folder.root, [], moves), undefined);
      assert.ok(!existsSync(folder.at("guides")));
      readlinkSync(folder.at("learn/more/changelog.md"));
      assert.equal(folder.read("learn/more/changelog.md"), "# Changes");
      assert.equal(readFileSync(target, "utf8"), "# Changes");
      assert.equal(folder.read("learn/more/start.mdx"), "# Start");
    });

  it("moves a link back if another file can't be moved", () => {
    const link = relative(folder.at("guides"), outside.at("CHANGELOG.md"));
    symlinkSync(link, folder.at("guides/changelog.md"));
    folder.write("taken", "in the way");
    const refusal = moveFiles(folder.root, [], [...moves, { from: "real.mdx", to: "taken/real.mdx" }]);
    assert.equal(refusal?.path, "taken/real.mdx");
    assert.equal(readlinkSync(folder.at("guides/changelog.md")), link);
    assert.equal(folder.read("guides/changelog.md"), "# Changes");
    assert.equal(folder.read("guides/start.mdx"), "# Start");
  });

  it("doesn't move links to files in the site or files in linked folders", () => {
    symlinkSync("../real.mdx", folder.at("guides/changelog.md"));
    assert.deepEqual(moveFiles(folder.root, [], moves), { path: "guides/changelog.md", reason: "is-link" });
    symlinkSync(outside.root, folder.at("out"));
    assert.deepEqual(moveFiles(folder.root, [], [{ from: "out/CHANGELOG.md", to: "changelog.md" }]), {
      path: "out/CHANGELOG.md",
      reason: "is-link",
    });
  });
});
