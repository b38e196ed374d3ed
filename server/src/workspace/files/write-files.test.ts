import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileChange, writeFiles } from "./write-files.ts";

describe("writing several files together", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-write-"));
    writeFileSync(join(folder, "a.mdx"), "a");
    writeFileSync(join(folder, "b.mdx"), "b");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const listAll = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const edit = (path: string, oldText: string | undefined, newText: string | undefined): FileChange => ({
    path,
    oldText,
    newText,
  });

  it("writes all files", () => {
    assert.equal(
      writeFiles(folder, [edit("a.mdx", "a", "A"), edit("b.mdx", "b", undefined), edit("c.mdx", undefined, "c")]),
      undefined,
    );
    assert.deepEqual(listAll(), { "a.mdx": "A", "c.mdx": "c" });
  });

  it("restores all files if one can't be written", () => {
    const changes = [edit("a.mdx", "a", "A"), edit("b.mdx", "b", undefined), edit("a.mdx/c.mdx", undefined, "c")];
    assert.deepEqual(writeFiles(folder, changes), { path: "a.mdx/c.mdx", reason: "not-writable" });
    assert.deepEqual(listAll(), { "a.mdx": "a", "b.mdx": "b" });
  });

  for (const [what, change, reason] of [
    ["contains different text", edit("a.mdx", "x", "A"), "changed-meanwhile"],
    ["already exists", edit("a.mdx", undefined, "A"), "changed-meanwhile"],
    ["no longer exists", edit("c.mdx", "c", "C"), "changed-meanwhile"],
    ["is outside the site", edit("../a.mdx", undefined, "A"), "outside-site"],
    ["is a symbolic link", edit("link.mdx", "a", "A"), "is-link"],
    ["is in a symbolically linked folder", edit("here/a.mdx", "a", "A"), "is-link"],
  ] as const)
    it(`doesn't change any files if one of them ${what}`, () => {
      symlinkSync("a.mdx", join(folder, "link.mdx"));
      symlinkSync(".", join(folder, "here"));
      assert.deepEqual(writeFiles(folder, [edit("b.mdx", "b", "B"), change]), { path: change.path, reason });
      assert.equal(readFileSync(join(folder, "a.mdx"), "utf8"), "a");
      assert.equal(readFileSync(join(folder, "b.mdx"), "utf8"), "b");
    });
});
