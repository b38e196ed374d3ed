import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitRepository } from "../../../../test/harness/git-repository.ts";
import { findSiteProblems } from "../../core/rules/engine/run-rules.ts";
import { formatMessageInEnglish } from "../../core/text/localized-message.ts";
import type { LocalizedMessage } from "../../core/text/message.ts";
import { loadSite } from "../analysis/load-site.ts";
import { createNodeDisk } from "../files/node-disk.ts";
import { resolveCommit, listFilesAt } from "./git.ts";
import { listChangedFiles, createPreviousPagesReader } from "./revisions.ts";

const docs = '{ "navigation": { "pages": ["index"] } }';

describe("git", () => {
  let folder = "";
  let repository: GitRepository;
  const listLost = async (root = folder, revision = "HEAD") => {
    const reasons: LocalizedMessage[] = [];
    const readPreviousPages = createPreviousPagesReader(root, revision, (reason) => reasons.push(reason));
    const { site } = await loadSite({
      disk: createNodeDisk(root),
      readSpecs: async () => Promise.resolve([]),
      readPreviousPages,
    });
    assert.deepEqual(reasons, []);
    return findSiteProblems(site)
      .filter(({ code }) => code === "redirect/missing-for-moved-page")
      .map(({ finding }) => finding.args?.["page"]);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-git-"));
    repository = new GitRepository(folder);
    repository.write("docs.json", docs);
    repository.write("index.mdx", "# A");
    repository.write("guides/start.mdx", "# B");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("lists the files in the site's folder at a commit, regardless of their names", async () => {
    repository.write("docs/ä b\n.mdx", "x");
    repository.write("docs/docs.json", docs);
    const first = repository.commit();
    const files = await listFilesAt(join(folder, "docs"), first);
    assert.ok(files.ok);
    assert.deepEqual(
      files.value.map(({ path }) => path),
      ["docs.json", "ä b\n.mdx"],
    );
  });

  it("returns the changed, new, deleted, renamed, and untracked files since a revision", async () => {
    repository.write("same.mdx", "same\n");
    repository.write("touched.mdx", "touched\n");
    repository.write("gone.mdx", "gone");
    repository.write(".gitignore", "private.mdx\n");
    const first = repository.commit();
    repository.write("index.mdx", "# Changed");
    repository.commit();
    repository.write("touched.mdx", "touched\r\n");
    repository.write("guides/start.mdx", "# Changed too");
    repository.write("new.mdx", "new");
    repository.write("private.mdx", "ignored");
    rmSync(join(folder, "gone.mdx"));
    repository.git("mv", "docs.json", "moved.json");
    const changed = await listChangedFiles(folder, first);
    assert.ok(changed.ok);
    assert.deepEqual([...changed.value].sort(), [
      "docs.json",
      "gone.mdx",
      "guides/start.mdx",
      "index.mdx",
      "moved.json",
      "new.mdx",
    ]);
    const below = await listChangedFiles(join(folder, "guides"), "HEAD");
    assert.deepEqual(below, { ok: true, value: new Set(["start.mdx"]) });
  });

  it("compares with the merge base", async () => {
    const shared = repository.commit();
    repository.git("checkout", "-q", "-b", "feature");
    repository.write("mine.mdx", "mine");
    repository.commit();
    repository.git("checkout", "-q", "main");
    repository.write("theirs.mdx", "theirs");
    repository.commit();
    repository.git("checkout", "-q", "feature");
    assert.deepEqual(await resolveCommit(folder, "main"), { ok: true, value: shared });
    const changed = await listChangedFiles(folder, "main");
    assert.deepEqual(changed, { ok: true, value: new Set(["mine.mdx"]) });
  });

  it("explains why there's no result", async () => {
    const getReason = async (revision: string, root = folder) => {
      const answer = await listChangedFiles(root, revision);
      return answer.ok ? "" : formatMessageInEnglish(answer.reason);
    };
    assert.match(await getReason("HEAD"), /can't find the revision HEAD/);
    repository.commit();
    assert.match(await getReason("no-such-branch"), /can't find the revision no-such-branch\. /);
    for (const revision of ["", "--output=/tmp/x", "-h", "HEAD HEAD", "a\0b", "HEAD:docs.json"])
      assert.match(await getReason(revision), /can't find the revision/, JSON.stringify(revision));
    const outside = mkdtempSync(join(tmpdir(), "docwright-none-"));
    assert.match(await getReason("HEAD", outside), /isn't in a Git repository/);
    rmSync(outside, { recursive: true });
    const path = process.env["PATH"];
    process.env["PATH"] = "/nowhere:.";
    try {
      assert.match(await getReason("HEAD"), /installed/);
    } finally {
      process.env["PATH"] = path;
    }
  });

  it("stops at the time limit", async () => {
    repository.commit();
    const stopped = await listChangedFiles(folder, "HEAD", { signal: AbortSignal.abort() });
    assert.equal(stopped.ok, false);
    await repository.replaceGit("exec sleep 150", async () => {
      const begin = performance.now();
      const answer = await listChangedFiles(folder, "HEAD", { maxMilliseconds: 100 });
      assert.match(answer.ok ? "" : formatMessageInEnglish(answer.reason), /^Git didn't respond within 0\.1 seconds/);
      assert.ok(performance.now() - begin < 100_000);
    });
  });

  it("doesn't run programs that the repository configures", async () => {
    repository.write(".gitattributes", "* filter=evil diff=evil\n*.mdx filter=evil diff=evil\n");
    repository.commit();
    const ran = join(folder, "..", `${Date.now()}-ran`);
    const evil = join(folder, "evil.sh");
    writeFileSync(evil, `#!/bin/sh\ntouch "${ran}"\ncat\n`);
    chmodSync(evil, 0o755);
    for (const hook of ["post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"]) {
      mkdirSync(join(folder, ".git/hooks"), { recursive: true });
      writeFileSync(join(folder, ".git/hooks", hook), `#!/bin/sh\ntouch "${ran}"\n`);
      chmodSync(join(folder, ".git/hooks", hook), 0o755);
    }
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "core.sshCommand",
      "core.editor",
      "core.gitProxy",
      "core.alternateRefsCommand",
      "core.askPass",
      "diff.external",
      "diff.evil.command",
      "diff.evil.textconv",
      "filter.evil.clean",
      "filter.evil.smudge",
      "filter.evil.process",
      "gpg.program",
      "credential.helper",
      "pager.ls-tree",
      "pager.grep",
      "alias.ls-tree",
      "alias.rev-parse",
      "remote.origin.uploadpack",
    ])
      repository.git("config", key, key.startsWith("alias") ? `!${evil}` : evil);
    repository.git("config", "remote.origin.url", `ext::${evil}`);
    repository.git("config", "remote.origin.promisor", "true");
    repository.git("config", "extensions.partialClone", "origin");
    repository.git("config", "protocol.ext.allow", "always");
    repository.git("config", "core.hooksPath", join(folder, ".git/hooks"));
    // The content is the same, but the modification time differs, so Git would compare the content through the filter.
    repository.write("index.mdx", "# A");
    rmSync(join(folder, "guides/start.mdx"));
    const start = repository.git("rev-parse", "HEAD:guides/start.mdx");
    const blob = "0123456789012345678901234567890123456789";
    assert.equal((await resolveCommit(folder, blob)).ok, false);
    const changed = await listChangedFiles(folder, "HEAD");
    assert.ok(changed.ok, JSON.stringify(changed));
    assert.deepEqual([...changed.value], ["evil.sh", "guides/start.mdx"]);
    assert.deepEqual(await listLost(), ["/guides/start"]);
    // Reading the content of a missing object would require a program that fetches it.
    rmSync(join(folder, ".git/objects", start.slice(0, 2), start.slice(2)));
    const reasons: LocalizedMessage[] = [];
    await loadSite({
      disk: createNodeDisk(folder),
      readSpecs: async () => Promise.resolve([]),
      readPreviousPages: createPreviousPagesReader(folder, "HEAD", (reason) => reasons.push(reason)),
    });
    assert.equal(reasons.length, 1);
    assert.ok((await listChangedFiles(folder, "HEAD")).ok);
    assert.equal(existsSync(ran), false, "a program that the repository configures was run");
    // Verifies that the trap works. Without precautions, Git triggers it.
    try {
      repository.git("status");
    } catch {
      // The command may fail. Only the programs that it ran matter.
    }
    assert.equal(existsSync(ran), true, "the check can't detect such a program");
    rmSync(ran);
  });

  it("doesn't use a bare repository inside the site", async () => {
    repository.commit();
    const inner = join(folder, "inner");
    execFileSync("git", ["init", "-q", "--bare", inner]);
    writeFileSync(join(inner, "docs.json"), docs);
    const answer = await listChangedFiles(inner, "HEAD");
    assert.equal(answer.ok, false);
  });

  it("finds the new names of pages renamed in commits or since the last commit", async () => {
    const createLongName = (name: string) =>
      Array.from({ length: 20 }, (_, i) => `${name} line ${i} of ${name}`).join("\n");
    for (const page of ["a", "b", "c"]) repository.write(`${page}.mdx`, createLongName(page));
    const first = repository.commit();
    renameSync(join(folder, "a.mdx"), join(folder, "guides/first.mdx"));
    renameSync(join(folder, "b.mdx"), join(folder, "guides/second.mdx"));
    repository.commit();
    renameSync(join(folder, "guides/first.mdx"), join(folder, "guides/one.mdx"));
    rmSync(join(folder, "c.mdx"));
    repository.write("guides/three.mdx", `${createLongName("c")}\nOne more line.`);
    for (const revision of [first, "HEAD"]) {
      const { site } = await loadSite({
        disk: createNodeDisk(folder),
        readSpecs: async () => Promise.resolve([]),
        readPreviousPages: createPreviousPagesReader(folder, revision),
      });
      assert.deepEqual(Object.fromEntries(site.previousPages?.currentPaths ?? []), {
        a: "guides/one",
        b: "guides/second",
        c: "guides/three",
        "guides/first": "guides/one",
      });
    }
  });

  it("returns deleted pages, except for pages that were moved with a redirect or whose letter case changed", async () => {
    for (const page of ["old/a", "old/b", "old/c", "Case", "lib/part"]) repository.write(`${page}.mdx`, "x");
    repository.write("snippets/s.mdx", "x");
    repository.write("README.md", "x");
    repository.write("index.mdx", 'import Part from "./lib/part.mdx";\n\n<Part />');
    repository.commit();
    for (const gone of ["old/a.mdx", "old/b.mdx", "lib/part.mdx", "snippets/s.mdx", "README.md"])
      rmSync(join(folder, gone));
    repository.write("index.mdx", "no longer an import");
    mkdirSync(join(folder, "new"));
    renameSync(join(folder, "old/c.mdx"), join(folder, "new/c.mdx"));
    renameSync(join(folder, "Case.mdx"), join(folder, "case.mdx"));
    repository.write(
      "docs.json",
      '{ "navigation": { "pages": ["index"] }, "redirects": [{ "source": "/old/b", "destination": "/" }] }',
    );
    assert.deepEqual(await listLost(), ["/old/a", "/old/c"]);
  });

  it("compares a site in a subfolder of its repository", async () => {
    repository.write("site/docs.json", docs);
    repository.write("site/a.mdx", "x");
    repository.write("site/b.mdx", "x");
    const first = repository.commit();
    rmSync(join(folder, "site/b.mdx"));
    repository.commit();
    assert.deepEqual(await listLost(join(folder, "site"), first), ["/b"]);
    assert.deepEqual(await listLost(join(folder, "site"), "HEAD"), []);
  });

  it("finds former snippets regardless of the user's settings for `git grep`", async () => {
    repository.write("site/docs.json", docs);
    repository.write("site/lib/part.mdx", "x");
    repository.write("site/index.mdx", 'import Part from "./lib/part.mdx";\n\n<Part />');
    repository.commit();
    rmSync(join(folder, "site/lib/part.mdx"));
    repository.write("site/index.mdx", "no longer an import");
    for (const setting of ["grep.lineNumber", "grep.column", "grep.fullName"]) {
      repository.git("config", setting, "true");
      assert.deepEqual(await listLost(join(folder, "site")), [], setting);
      repository.git("config", "--unset", setting);
    }
  });
});
