import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { formatMessagesInEnglish } from "../../core/text/message.ts";
import { PreviousFilesReader, type GitLimits, movesBefore } from "./renames.ts";

/** Long enough that pages differ in more than their frame. */
const text = (name: string) =>
  Array.from({ length: 30 }, (_, line) => `${name} says ${line * 7} things about ${name}${line}.\n`).join("");

describe("renames in Git history", () => {
  let folder = "";
  const write = (path: string, content = text(path)) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const move = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    renameSync(join(folder, from), join(folder, to));
  };
  const run = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    }).trim();
  const git = (...args: string[]) => run(folder, ...args);
  const commit = () => {
    git("add", "-A");
    git("commit", "-q", "--no-verify", "--allow-empty", "-m", "x");
  };
  const former = async (
    root = folder,
    limits: GitLimits = {},
  ): Promise<Record<string, string | undefined>> => {
    const { nowAt, note } = await new PreviousFilesReader(root, limits).read();
    return { ...Object.fromEntries(nowAt), ...(note && { note: formatMessagesInEnglish([note]) }) };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-former-"));
    git("init", "-q", "-b", "main");
    for (const path of ["docs/docs.json", "docs/a.mdx", "docs/b.mdx", "docs/c.mdx"]) write(path);
    commit();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("include chains of renames and deletions below the site's folder, regardless of file names", async () => {
    move("docs/a.mdx", 'docs/guides/ä "b"\n\t.mdx');
    commit();
    move('docs/guides/ä "b"\n\t.mdx', "docs/guides/start.mdx");
    rmSync(join(folder, "docs/b.mdx"));
    commit();
    assert.deepEqual(await former(join(folder, "docs")), {
      "a.mdx": "guides/start.mdx",
      'guides/ä "b"\n\t.mdx': "guides/start.mdx",
      "b.mdx": undefined,
    });
  });

  it("include a page moved and changed in one commit", async () => {
    write("docs/guides/c.mdx", text("docs/c.mdx").replace("says 7 things", "tells little"));
    rmSync(join(folder, "docs/c.mdx"));
    commit();
    assert.deepEqual(await former(join(folder, "docs")), { "c.mdx": "guides/c.mdx" });
  });

  it("include pages that swap names in one commit", async () => {
    move("docs/a.mdx", "docs/guides/a.mdx");
    move("docs/b.mdx", "docs/a.mdx");
    write("docs/b.mdx", text("something new"));
    commit();
    move("docs/c.mdx", "docs/t.mdx");
    move("docs/a.mdx", "docs/c.mdx");
    move("docs/t.mdx", "docs/a.mdx");
    write("docs/more.mdx");
    commit();
    assert.deepEqual(await former(join(folder, "docs")), {
      "a.mdx": "c.mdx",
      "b.mdx": "c.mdx",
      "c.mdx": "a.mdx",
    });
  });

  it("follow the site to its previous folder", async () => {
    move("docs/a.mdx", "docs/x.mdx");
    commit();
    move("docs", "apps/docs");
    commit();
    assert.deepEqual(await former(join(folder, "apps/docs")), { "a.mdx": "x.mdx" });
  });

  it("include merged branches, even many in one merge", async () => {
    for (const [branch, from] of [
      ["one", "a"],
      ["two", "b"],
      ["three", "c"],
    ] as const) {
      git("checkout", "-q", "-b", branch, "main");
      move(`docs/${from}.mdx`, `docs/${branch}/${from}.mdx`);
      commit();
    }
    git("checkout", "-q", "main");
    git("merge", "-q", "--no-ff", "-m", "octopus", "one", "two", "three");
    assert.deepEqual(await former(join(folder, "docs")), {
      "a.mdx": "one/a.mdx",
      "b.mdx": "two/b.mdx",
      "c.mdx": "three/c.mdx",
    });
  });

  it("come with a note if only part of the history is available", async () => {
    move("docs/a.mdx", "docs/x.mdx");
    commit();
    move("docs/b.mdx", "docs/y.mdx");
    commit();
    run(folder, "clone", "-q", "--depth", "2", `file://${folder}`, join(folder, "shallow"));
    assert.deepEqual(await former(join(folder, "shallow/docs")), {
      "b.mdx": "y.mdx",
      note: "This clone contains only part of the Git history, so older renames are unknown.",
    });
  });

  it("include exact renames in a partial clone without old contents", async () => {
    move("docs/a.mdx", "docs/x.mdx");
    write("docs/guides/c.mdx", text("docs/c.mdx").replace("says 7 things", "tells little"));
    rmSync(join(folder, "docs/c.mdx"));
    commit();
    git("config", "uploadpack.allowFilter", "true");
    const copy = join(folder, "partial");
    run(folder, "clone", "-q", "--no-checkout", "--filter=blob:none", `file://${folder}`, copy);
    mkdirSync(join(copy, "docs"));
    const found = await former(join(copy, "docs"));
    assert.equal(found["a.mdx"], "x.mdx");
    assert.equal(found["c.mdx"], undefined);
  });

  it("handle names that aren't UTF-8", async () => {
    const blob = git("hash-object", "-w", "docs/a.mdx");
    const tree = execFileSync("git", ["mktree", "-z"], {
      cwd: folder,
      input: Buffer.concat([
        Buffer.from(`100644 blob ${blob}\tcaf`),
        Buffer.from([0xe9]),
        Buffer.from(".mdx\0"),
      ]),
      encoding: "utf8",
    }).trim();
    const last = git("-c", "user.name=t", "commit-tree", "-m", "x", "-p", "HEAD", tree);
    git("update-ref", "HEAD", last);
    assert.deepEqual(Object.keys(await former()).sort(), ["docs/a.mdx", "docs/b.mdx", "docs/c.mdx"]);
  });

  it("come with the reason if they're unavailable", async () => {
    const outside = mkdtempSync(join(tmpdir(), "docwright-none-"));
    assert.deepEqual(await former(outside), {
      note: "Couldn't find renamed files in the Git history: this folder isn't in a Git repository.",
    });
    run(outside, "init", "-q");
    assert.deepEqual(await former(outside), {
      note: "Couldn't find renamed files in the Git history: the repository has no commits yet.",
    });
    rmSync(outside, { recursive: true, force: true });
  });

  it("are returned up to the size limit", async () => {
    for (let at = 0; at < 30; at++) {
      move(`docs/a${at === 0 ? "" : at}.mdx`, `docs/a${at + 1}.mdx`);
      commit();
    }
    const cut = await movesBefore(folder, "HEAD", { bytes: 1 });
    assert.ok(cut.ok && cut.value.isCut && cut.value.commits.length > 0);
    const full = await movesBefore(folder, "HEAD");
    assert.ok(full.ok && !full.value.isCut);
    assert.equal(full.value.commits.length, 30);
  });

  it("are read again only after a new commit", async () => {
    const reader = new PreviousFilesReader(folder);
    const first = await reader.read();
    assert.equal(await reader.read(), first);
    move("docs/a.mdx", "docs/x.mdx");
    assert.equal(await reader.read(), first);
    commit();
    assert.equal((await reader.read()).nowAt.get("docs/a.mdx"), "docs/x.mdx");
  });

  it("run no program that the repository configures, and ignore its settings", async () => {
    move("docs/a.mdx", "docs/x.mdx");
    commit();
    const trap = join(folder, "trap.sh");
    writeFileSync(trap, `#!/bin/sh\ntouch "${join(folder, "sprung")}"\n`);
    chmodSync(trap, 0o755);
    write(".gitattributes", "*.mdx diff=trap filter=trap\n");
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
      git("config", name, value);
    assert.deepEqual(await former(join(folder, "docs")), { "a.mdx": "x.mdx" });
    assert.ok(!existsSync(join(folder, "sprung")));
  });
});
