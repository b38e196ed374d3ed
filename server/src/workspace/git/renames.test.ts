import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitRepository, runGit } from "../../../../test/harness/git-repository.ts";
import { formatMessagesInEnglish } from "../../core/text/localized-message.ts";
import { PreviousFilesReader, type GitLimits, listMovesUpTo } from "./renames.ts";

/** Returns text that is long enough for pages to differ in most of their content. */
const createText = (name: string) =>
  Array.from({ length: 30 }, (_, line) => `${name} says ${line * 7} things about ${name}${line}.\n`).join("");

describe("renames in Git history", () => {
  let folder = "";
  let repository: GitRepository;
  const readFormer = async (root = folder, limits: GitLimits = {}): Promise<Record<string, string | undefined>> => {
    const { currentPaths: nowAt, incompleteReason: note } = await new PreviousFilesReader(root, limits).read();
    return { ...Object.fromEntries(nowAt), ...(note && { note: formatMessagesInEnglish([note]) }) };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-former-"));
    repository = new GitRepository(folder);
    for (const path of ["docs/docs.json", "docs/a.mdx", "docs/b.mdx", "docs/c.mdx"])
      repository.write(path, createText(path));
    repository.commit();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("include chains of renames and deletions below the site's folder, regardless of file names", async () => {
    repository.move("docs/a.mdx", 'docs/guides/ä "b"\n\t.mdx');
    repository.commit();
    repository.move('docs/guides/ä "b"\n\t.mdx', "docs/guides/start.mdx");
    rmSync(join(folder, "docs/b.mdx"));
    repository.commit();
    assert.deepEqual(await readFormer(join(folder, "docs")), {
      "a.mdx": "guides/start.mdx",
      'guides/ä "b"\n\t.mdx': "guides/start.mdx",
      "b.mdx": undefined,
    });
  });

  it("include a page moved and changed in one commit", async () => {
    repository.write("docs/guides/c.mdx", createText("docs/c.mdx").replace("says 7 things", "tells little"));
    rmSync(join(folder, "docs/c.mdx"));
    repository.commit();
    assert.deepEqual(await readFormer(join(folder, "docs")), { "c.mdx": "guides/c.mdx" });
  });

  it("include pages that swap names in one commit", async () => {
    repository.move("docs/a.mdx", "docs/guides/a.mdx");
    repository.move("docs/b.mdx", "docs/a.mdx");
    repository.write("docs/b.mdx", createText("something new"));
    repository.commit();
    repository.move("docs/c.mdx", "docs/t.mdx");
    repository.move("docs/a.mdx", "docs/c.mdx");
    repository.move("docs/t.mdx", "docs/a.mdx");
    repository.write("docs/more.mdx", createText("docs/more.mdx"));
    repository.commit();
    assert.deepEqual(await readFormer(join(folder, "docs")), {
      "a.mdx": "c.mdx",
      "b.mdx": "c.mdx",
      "c.mdx": "a.mdx",
    });
  });

  it("follow the site to its previous folder", async () => {
    repository.move("docs/a.mdx", "docs/x.mdx");
    repository.commit();
    repository.move("docs", "apps/docs");
    repository.commit();
    assert.deepEqual(await readFormer(join(folder, "apps/docs")), { "a.mdx": "x.mdx" });
  });

  it("include merged branches, even if one merge combines many of them", async () => {
    for (const [branch, from] of [
      ["one", "a"],
      ["two", "b"],
      ["three", "c"],
    ] as const) {
      repository.git("checkout", "-q", "-b", branch, "main");
      repository.move(`docs/${from}.mdx`, `docs/${branch}/${from}.mdx`);
      repository.commit();
    }
    repository.git("checkout", "-q", "main");
    repository.git("merge", "-q", "--no-ff", "-m", "octopus", "one", "two", "three");
    assert.deepEqual(await readFormer(join(folder, "docs")), {
      "a.mdx": "one/a.mdx",
      "b.mdx": "two/b.mdx",
      "c.mdx": "three/c.mdx",
    });
  });

  it("include a note if only part of the history is available", async () => {
    repository.move("docs/a.mdx", "docs/x.mdx");
    repository.commit();
    repository.move("docs/b.mdx", "docs/y.mdx");
    repository.commit();
    repository.git("clone", "-q", "--depth", "2", `file://${folder}`, join(folder, "shallow"));
    assert.deepEqual(await readFormer(join(folder, "shallow/docs")), {
      "b.mdx": "y.mdx",
      note: "This clone contains only part of the Git history, so older renames aren't detected.",
    });
  });

  it("include exact renames in a partial clone without old file contents", async () => {
    repository.move("docs/a.mdx", "docs/x.mdx");
    repository.write("docs/guides/c.mdx", createText("docs/c.mdx").replace("says 7 things", "tells little"));
    rmSync(join(folder, "docs/c.mdx"));
    repository.commit();
    repository.git("config", "uploadpack.allowFilter", "true");
    const copy = join(folder, "partial");
    repository.git("clone", "-q", "--no-checkout", "--filter=blob:none", `file://${folder}`, copy);
    mkdirSync(join(copy, "docs"));
    const moves = await readFormer(join(copy, "docs"));
    assert.equal(moves["a.mdx"], "x.mdx");
    assert.equal(moves["c.mdx"], undefined);
  });

  it("are unaffected by names that aren't UTF-8", async () => {
    const blob = repository.git("hash-object", "-w", "docs/a.mdx");
    const input = Buffer.concat([Buffer.from(`100644 blob ${blob}\tcaf`), Buffer.from([0xe9]), Buffer.from(".mdx\0")]);
    const tree = runGit(folder, ["mktree", "-z"], { input });
    const last = repository.git("commit-tree", "-m", "x", "-p", "HEAD", tree);
    repository.git("update-ref", "HEAD", last);
    assert.deepEqual(Object.keys(await readFormer()).sort(), ["docs/a.mdx", "docs/b.mdx", "docs/c.mdx"]);
  });

  it("include a reason if they're unavailable", async () => {
    const outside = mkdtempSync(join(tmpdir(), "docwright-none-"));
    assert.deepEqual(await readFormer(outside), {
      note: "Couldn't find renamed files in the Git history. This folder isn't in a Git repository.",
    });
    runGit(outside, ["init", "-q"]);
    assert.deepEqual(await readFormer(outside), {
      note: "Couldn't find renamed files in the Git history. The repository has no commits yet.",
    });
    rmSync(outside, { recursive: true, force: true });
  });

  it("are returned up to a size limit", async () => {
    for (let at = 0; at < 30; at++) {
      repository.move(`docs/a${at === 0 ? "" : at}.mdx`, `docs/a${at + 1}.mdx`);
      repository.commit();
    }
    const cut = await listMovesUpTo(folder, "HEAD", { maxBytes: 1 });
    assert.ok(cut.ok && cut.value.isTruncated && cut.value.commits.length > 0);
    const fullMap = await listMovesUpTo(folder, "HEAD");
    assert.ok(fullMap.ok && !fullMap.value.isTruncated);
    assert.equal(fullMap.value.commits.length, 30);
  });

  it("are read again only after a new commit", async () => {
    const reader = new PreviousFilesReader(folder);
    const first = await reader.read();
    assert.equal(await reader.read(), first);
    repository.move("docs/a.mdx", "docs/x.mdx");
    assert.equal(await reader.read(), first);
    repository.commit();
    assert.equal((await reader.read()).currentPaths.get("docs/a.mdx"), "docs/x.mdx");
  });

  it("are found regardless of the repository's settings, without running programs that it configures", async () => {
    repository.move("docs/a.mdx", "docs/x.mdx");
    repository.commit();
    const trap = join(folder, "trap.sh");
    writeFileSync(trap, `#!/bin/sh\ntouch "${join(folder, "sprung")}"\n`);
    chmodSync(trap, 0o755);
    repository.write(".gitattributes", "*.mdx diff=trap filter=trap\n");
    for (const [name, value] of [
      ["core.pager", trap],
      ["core.fsmonitor", trap],
      ["gpg.program", trap],
      ["log.showSignature", "true"],
      ["diff.external", trap],
      ["diff.trap.command", trap],
      ["diff.trap.textconv", trap],
      ["filter.trap.smudge", trap],
      ["filter.trap.clean", trap],
      ["alias.log", `!${trap}`],
      ["alias.rev-parse", `!${trap}`],
      ["diff.renames", "false"],
      ["diff.relative", "true"],
      ["diff.orderFile", trap],
      ["log.diffMerges", "off"],
      ["color.ui", "always"],
    ] as const)
      repository.git("config", name, value);
    assert.deepEqual(await readFormer(join(folder, "docs")), { "a.mdx": "x.mdx" });
    assert.ok(!existsSync(join(folder, "sprung")));
  });
});
