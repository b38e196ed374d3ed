import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { FileVersion } from "../../core/site/files/former-files.ts";
import { FileHistories, readFileHistory } from "./file-history.ts";

const long = Array.from({ length: 30 }, (_, at) => `Line ${at} of the page.`).join("\n");

describe("history of a file", function () {
  this.timeout(120_000);
  let folder = "";
  const environment = () => ({ PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: environment(),
    }).trim();
  /** Commits everything at a time in seconds since 1970. */
  const commit = (time: number, ...more: readonly string[]) => {
    git("add", "-A");
    execFileSync("git", ["commit", "-q", "--no-verify", "--allow-empty", "-m", "x", ...more], {
      cwd: folder,
      stdio: "ignore",
      env: { ...environment(), ...identity(time) },
    });
  };
  const identity = (time: number) => ({
    GIT_AUTHOR_NAME: "t",
    GIT_AUTHOR_EMAIL: "t@example.com",
    GIT_AUTHOR_DATE: "1600000000 +0000",
    GIT_COMMITTER_NAME: "t",
    GIT_COMMITTER_EMAIL: "t@example.com",
    GIT_COMMITTER_DATE: `${time} +0000`,
  });
  /** Returns `1 first`: the times in seconds and the first lines, oldest first. */
  const shown = (versions: readonly FileVersion[]) =>
    versions.map(({ time, text }) => `${time / 1000} ${text.split("\n")[0]}`);
  const history = async (path: string, root = folder) => {
    const read = await readFileHistory(root, path);
    assert.ok(read.ok, JSON.stringify(read));
    return shown(read.value);
  };
  /** Counts how often Git is run in the meantime. */
  const countRuns = async (act: () => Promise<unknown>): Promise<number> => {
    const [bin, log, path] = [join(folder, ".git/bin"), join(folder, ".git/runs"), process.env["PATH"]];
    mkdirSync(bin, { recursive: true });
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    writeFileSync(join(bin, "git"), `#!/bin/sh\necho run >> "${log}"\nexec "${real}" "$@"\n`);
    chmodSync(join(bin, "git"), 0o755);
    rmSync(log, { force: true });
    process.env["PATH"] = [bin, path].join(delimiter);
    try {
      await act();
    } finally {
      process.env["PATH"] = path;
    }
    return existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-history-"));
    git("init", "-q", "-b", "main");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("contains each committed version, including those under earlier names, but no uncommitted changes", async () => {
    write("docs/a [b]*.mdx", `first\n${long}`);
    commit(1_700_000_000);
    write("docs/other.mdx", "another file");
    commit(1_700_000_100);
    write("docs/a [b]*.mdx", `\ufeffsecond\n${long}`);
    commit(1_700_000_200);
    git("mv", "docs/a [b]*.mdx", "docs/ä.mdx");
    commit(1_700_000_300);
    write("docs/ä.mdx", `third\n${long}`);
    commit(1_700_000_400);
    write("docs/ä.mdx", `uncommitted\n${long}`);
    const expected = ["1700000000 first", "1700000200 second", "1700000300 second", "1700000400 third"];
    assert.deepEqual(await history("docs/ä.mdx"), expected);
    assert.deepEqual(await history("ä.mdx", join(folder, "docs")), expected);
    assert.deepEqual(await history("docs/other.mdx"), ["1700000100 another file"]);
    assert.deepEqual(await history("docs/new.mdx"), []);
    assert.deepEqual(await history("--output=x"), []);
  });

  it("contains an empty version for the commit that deleted the file", async () => {
    for (const [at, text] of [`one\n${long}`, undefined, "two"].entries()) {
      if (text === undefined) rmSync(join(folder, "a.mdx"));
      else write("a.mdx", text);
      commit(1_700_000_000 + at);
    }
    assert.deepEqual(await history("a.mdx"), ["1700000000 one", "1700000001 ", "1700000002 two"]);
  });

  it("dates changes from a branch by their merge", async () => {
    write("a.mdx", `first\n${long}`);
    commit(1_700_000_000);
    git("checkout", "-q", "-b", "topic");
    write("a.mdx", `second\n${long}`);
    commit(1_700_000_100);
    git("checkout", "-q", "main");
    write("b.mdx", "other");
    commit(1_700_000_200);
    execFileSync("git", ["merge", "-q", "--no-ff", "-m", "x", "topic"], {
      cwd: folder,
      env: { ...environment(), ...identity(1_700_000_300) },
    });
    assert.deepEqual(await history("a.mdx"), ["1700000000 first", "1700000300 second"]);
  });

  it("starts where a shallow clone starts", async () => {
    for (const [at, word] of ["first", "second", "third"].entries()) {
      write("a.mdx", `${word}\n${long}`);
      commit(1_700_000_000 + at);
    }
    const clone = join(folder, "clone");
    git("clone", "-q", "--depth", "2", `file://${folder}`, clone);
    assert.deepEqual(await history("a.mdx", clone), ["1700000001 second", "1700000002 third"]);
  });

  it("ends before a version that is missing or too large", async () => {
    for (const [at, word] of ["first", "second", "third"].entries()) {
      write("a.mdx", word === "second" ? `second\n${"x".repeat(1_000_001)}` : `${word}\n${long}`);
      commit(1_700_000_000 + at);
    }
    assert.deepEqual(await history("a.mdx"), ["1700000002 third"]);
    write("b.mdx", "one");
    commit(1_700_000_010);
    const lost = git("rev-parse", "HEAD:b.mdx");
    write("b.mdx", "two");
    commit(1_700_000_011);
    rmSync(join(folder, ".git/objects", lost.slice(0, 2), lost.slice(2)), { force: true });
    assert.deepEqual(await history("b.mdx"), ["1700000011 two"]);
  });

  it("is limited to the latest 100 of 1,000 versions, and read by two processes", async () => {
    const stream = Array.from({ length: 1000 }, (_, at) => {
      const text = `version ${at}\n${long}`;
      return `commit refs/heads/main\ncommitter t <t@example.com> ${1_700_000_000 + at} +0000\ndata 1\nx\nM 100644 inline a.mdx\ndata ${text.length}\n${text}\n`;
    });
    execFileSync("git", ["fast-import", "--quiet"], {
      cwd: folder,
      input: stream.join(""),
      env: environment(),
    });
    let versions: readonly string[] = [];
    const runs = await countRuns(async () => (versions = await history("a.mdx")));
    assert.equal(runs, 2);
    assert.equal(versions.length, 100);
    assert.equal(versions[0], "1700000900 version 900");
    assert.equal(versions.at(-1), "1700000999 version 999");
  });

  it("is read once per commit for all callers", async () => {
    write("a.mdx", `first\n${long}`);
    write("b.mdx", "b");
    commit(1_700_000_000);
    const histories = new FileHistories();
    const read = async () =>
      shown((await histories.read(folder, ["a.mdx", "b.mdx", "c.mdx"])).get("a.mdx") ?? []);
    // One for the position, two for each file with a history, and one for a file without.
    assert.equal(await countRuns(read), 6);
    assert.equal(await countRuns(read), 1);
    write("a.mdx", `second\n${long}`);
    commit(1_700_000_100);
    assert.deepEqual(await read(), ["1700000000 first", "1700000100 second"]);
  });

  it("is unknown outside a repository, without commits, and without Git", async () => {
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
    write(".gitattributes", "* filter=evil diff=evil\n");
    write("a.mdx", `first\n${long}`);
    commit(1_700_000_000);
    git("mv", "a.mdx", "b.mdx");
    write("b.mdx", `second\n${long}`);
    commit(1_700_000_100);
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
      git("config", key, key.startsWith("alias") ? `!${evil}` : evil);
    git("config", "core.hooksPath", join(folder, ".git/hooks"));
    git("config", "log.showSignature", "true");
    git("config", "log.diffMerges", "cc");
    git("config", "diff.noprefix", "true");
    git("config", "diff.renames", "false");
    git("config", "diff.orderFile", join(folder, "missing"));
    git("config", "core.quotePath", "true");
    git("config", "log.follow", "false");
    git("config", "log.date", "relative");
    assert.deepEqual(await history("b.mdx"), ["1700000000 first", "1700000100 second"]);
    assert.equal(existsSync(ran), false, "a program of the repository was run");
    // The trap works: plain Git without precautions triggers it.
    try {
      git("-c", "diff.orderFile=/dev/null", "log", "-p", "--ext-diff");
    } catch {
      // Only what the command ran matters.
    }
    assert.equal(existsSync(ran), true, "the trap doesn't work");
  });
});
