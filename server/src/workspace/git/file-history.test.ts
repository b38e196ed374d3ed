import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitRepository, runGit } from "../../../../test/harness/git-repository.ts";
import type { FileVersion } from "../../core/site/files/previous-files.ts";
import { FileHistories, readFileHistory } from "./file-history.ts";

const long = Array.from({ length: 30 }, (_, at) => `Line ${at} of the page.`).join("\n");

describe("a file's history", function () {
  this.timeout(120_000);
  let folder = "";
  let repository: GitRepository;
  /**
   * Returns a line for each version, oldest first, with the version's time in seconds and its first line, such as
   * `1 first`.
   */
  const formatVersions = (versions: readonly FileVersion[]) =>
    versions.map(({ time, text }) => `${time / 1000} ${text.split("\n")[0]}`);
  const readHistory = async (path: string, root = folder) => {
    const result = await readFileHistory(root, path);
    assert.ok(result.ok, JSON.stringify(result));
    return formatVersions(result.value);
  };
  /** Returns the number of times that Git runs during `act`. */
  const countRuns = async (act: () => Promise<unknown>): Promise<number> => {
    const log = join(folder, ".git/runs");
    rmSync(log, { force: true });
    await repository.replaceGit(`echo run >> "${log}"\nexec "$git" "$@"`, act);
    return existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-history-"));
    repository = new GitRepository(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("contains all committed versions, including those under earlier names, but no uncommitted changes", async () => {
    repository.write("docs/a [b]*.mdx", `first\n${long}`);
    repository.commit(1_700_000_000);
    repository.write("docs/other.mdx", "another file");
    repository.commit(1_700_000_100);
    repository.write("docs/a [b]*.mdx", `\ufeffsecond\n${long}`);
    repository.commit(1_700_000_200);
    repository.git("mv", "docs/a [b]*.mdx", "docs/ä.mdx");
    repository.commit(1_700_000_300);
    repository.write("docs/ä.mdx", `third\n${long}`);
    repository.commit(1_700_000_400);
    repository.write("docs/ä.mdx", `uncommitted\n${long}`);
    const expected = ["1700000000 first", "1700000200 second", "1700000300 second", "1700000400 third"];
    assert.deepEqual(await readHistory("docs/ä.mdx"), expected);
    assert.deepEqual(await readHistory("ä.mdx", join(folder, "docs")), expected);
    assert.deepEqual(await readHistory("docs/other.mdx"), ["1700000100 another file"]);
    assert.deepEqual(await readHistory("docs/new.mdx"), []);
    assert.deepEqual(await readHistory("--output=x"), []);
  });

  it("contains an empty version for the commit that deleted the file", async () => {
    for (const [at, text] of [`one\n${long}`, undefined, "two"].entries()) {
      if (text === undefined) rmSync(join(folder, "a.mdx"));
      else repository.write("a.mdx", text);
      repository.commit(1_700_000_000 + at);
    }
    assert.deepEqual(await readHistory("a.mdx"), ["1700000000 one", "1700000001 ", "1700000002 two"]);
  });

  it("uses the merge date for changes on a branch", async () => {
    repository.write("a.mdx", `first\n${long}`);
    repository.commit(1_700_000_000);
    repository.git("checkout", "-q", "-b", "topic");
    repository.write("a.mdx", `second\n${long}`);
    repository.commit(1_700_000_100);
    repository.git("checkout", "-q", "main");
    repository.write("b.mdx", "other");
    repository.commit(1_700_000_200);
    runGit(folder, ["merge", "-q", "--no-ff", "-m", "x", "topic"], { time: 1_700_000_300 });
    assert.deepEqual(await readHistory("a.mdx"), ["1700000000 first", "1700000300 second"]);
  });

  it("starts at the beginning of a shallow clone", async () => {
    for (const [at, word] of ["first", "second", "third"].entries()) {
      repository.write("a.mdx", `${word}\n${long}`);
      repository.commit(1_700_000_000 + at);
    }
    const clone = join(folder, "clone");
    repository.git("clone", "-q", "--depth", "2", `file://${folder}`, clone);
    assert.deepEqual(await readHistory("a.mdx", clone), ["1700000001 second", "1700000002 third"]);
  });

  it("ends before a version that is missing or too large", async () => {
    for (const [at, word] of ["first", "second", "third"].entries()) {
      repository.write("a.mdx", word === "second" ? `second\n${"x".repeat(1_000_001)}` : `${word}\n${long}`);
      repository.commit(1_700_000_000 + at);
    }
    assert.deepEqual(await readHistory("a.mdx"), ["1700000002 third"]);
    repository.write("b.mdx", "one");
    repository.commit(1_700_000_010);
    const lost = repository.git("rev-parse", "HEAD:b.mdx");
    repository.write("b.mdx", "two");
    repository.commit(1_700_000_011);
    rmSync(join(folder, ".git/objects", lost.slice(0, 2), lost.slice(2)), { force: true });
    assert.deepEqual(await readHistory("b.mdx"), ["1700000011 two"]);
  });

  it("is limited to the latest 100 of 1,000 versions, which are read by two Git processes", async () => {
    const stream = Array.from({ length: 1000 }, (_, at) => {
      const text = `version ${at}\n${long}`;
      return `commit refs/heads/main\ncommitter t <t@example.com> ${1_700_000_000 + at} +0000\ndata 1\nx\nM 100644 inline a.mdx\ndata ${text.length}\n${text}\n`;
    });
    runGit(folder, ["fast-import", "--quiet"], { input: stream.join("") });
    let versions: readonly string[] = [];
    const runs = await countRuns(async () => (versions = await readHistory("a.mdx")));
    assert.equal(runs, 2);
    assert.equal(versions.length, 100);
    assert.equal(versions[0], "1700000900 version 900");
    assert.equal(versions.at(-1), "1700000999 version 999");
  });

  it("is read once per commit for all callers", async () => {
    repository.write("a.mdx", `first\n${long}`);
    repository.write("b.mdx", "b");
    repository.commit(1_700_000_000);
    const histories = new FileHistories();
    const read = async () =>
      formatVersions((await histories.read(folder, ["a.mdx", "b.mdx", "c.mdx"])).get("a.mdx") ?? []);
    // Git runs once for the position, twice for each file with a history, and once for a file without a history.
    assert.equal(await countRuns(read), 6);
    assert.equal(await countRuns(read), 1);
    repository.write("a.mdx", `second\n${long}`);
    repository.commit(1_700_000_100);
    assert.deepEqual(await read(), ["1700000000 first", "1700000100 second"]);
  });

  it("is undefined if there's no repository, no commit, or no Git", async () => {
    const histories = new FileHistories();
    assert.equal((await histories.read(folder, ["a.mdx"])).size, 0);
    const outside = mkdtempSync(join(tmpdir(), "docwright-none-"));
    writeFileSync(join(outside, "a.mdx"), "x");
    assert.equal((await histories.read(outside, ["a.mdx"])).size, 0);
    assert.equal((await readFileHistory(outside, "a.mdx")).ok, false);
    rmSync(outside, { recursive: true });
    const path = process.env["PATH"];
    process.env["PATH"] = "/nowhere";
    try {
      assert.equal((await histories.read(folder, ["a.mdx"])).size, 0);
    } finally {
      process.env["PATH"] = path;
    }
  });

  it("is read without running programs that the repository configures", async () => {
    repository.write(".gitattributes", "* filter=evil diff=evil\n");
    repository.write("a.mdx", `first\n${long}`);
    repository.commit(1_700_000_000);
    repository.git("mv", "a.mdx", "b.mdx");
    repository.write("b.mdx", `second\n${long}`);
    repository.commit(1_700_000_100);
    const [ran, evil] = [join(folder, ".git/ran"), join(folder, ".git/evil.sh")];
    writeFileSync(evil, `#!/bin/sh\ntouch "${ran}"\ncat\n`);
    chmodSync(evil, 0o755);
    mkdirSync(join(folder, ".git/hooks"), { recursive: true });
    for (const hook of ["post-index-change", "fsmonitor-watchman", "reference-transaction"])
      writeFileSync(join(folder, ".git/hooks", hook), `#!/bin/sh\ntouch "${ran}"\n`, { mode: 0o755 });
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "core.alternateRefsCommand",
      "diff.external",
      "diff.evil.command",
      "diff.evil.textconv",
      "filter.evil.smudge",
      "filter.evil.process",
      "gpg.program",
      "pager.log",
      "pager.cat-file",
      "alias.log",
      "alias.cat-file",
    ])
      repository.git("config", key, key.startsWith("alias") ? `!${evil}` : evil);
    repository.git("config", "core.hooksPath", join(folder, ".git/hooks"));
    repository.git("config", "log.showSignature", "true");
    repository.git("config", "log.showRoot", "false");
    repository.git("config", "log.diffMerges", "cc");
    repository.git("config", "diff.noprefix", "true");
    repository.git("config", "diff.renames", "false");
    repository.git("config", "diff.orderFile", join(folder, "missing"));
    repository.git("config", "core.quotePath", "true");
    repository.git("config", "log.follow", "false");
    repository.git("config", "log.date", "relative");
    assert.deepEqual(await readHistory("b.mdx"), ["1700000000 first", "1700000100 second"]);
    assert.equal(existsSync(ran), false, "a program that the repository configures was run");
    // Verifies that the trap works. Without precautions, Git triggers it.
    try {
      repository.git("-c", "diff.orderFile=/dev/null", "log", "-p", "--ext-diff");
    } catch {
      // The command may fail. Only the programs that it ran matter.
    }
    assert.equal(existsSync(ran), true, "the check can't detect such a program");
  });
});
