import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyEdits } from "../../core/text/text-edit.ts";
import { loadSite } from "../analysis/load-site.ts";
import { nodeDisk } from "../files/node-disk.ts";
import { planRepair } from "../refactoring/move-site.ts";
import { movedOutside } from "./detect-moves.ts";

const page = (title: string, more = "") =>
  `---\ntitle: ${title}\n---\n\nAll there is to know about ${title}.\n\nAnd more of it, line by line.\n${more}`;

describe("files that were moved outside the editor", () => {
  let folder = "";
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const move = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    renameSync(join(folder, from), join(folder, to));
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    });
  const load = async () => {
    const from = { disk: nodeDisk(folder) };
    return { from, site: (await loadSite({ ...from, readSpecs: async () => Promise.resolve([]) })).site };
  };
  const found = async () => {
    const { site } = await load();
    const moves = await movedOutside(folder, { ...site, textOf: (path) => site.references.get(path)?.text });
    assert.ok(moves.ok, "git answers");
    return moves.value;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-moved-"));
    write("docs.json", '{ "navigation": { "pages": ["guides/start", "guides/next"] } }\n');
    write("guides/start.mdx", page("Start", "\n[Next](./next)\n"));
    write("guides/next.mdx", page("Next", "\n[Start](/guides/start) ![P](../p.png)\n"));
    write("p.png", "\u0000\u0001picture");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "x");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("are detected by their content, including images", async () => {
    move("guides/start.mdx", "learn/first.mdx");
    move("p.png", "images/logo.png");
    assert.deepEqual(await found(), [
      { from: "guides/start.mdx", to: "learn/first.mdx" },
      { from: "p.png", to: "images/logo.png" },
    ]);
  });

  it("are detected if partly rewritten, but not with other content", async () => {
    move("guides/start.mdx", "learn/first.mdx");
    write("learn/first.mdx", page("Start", "\n[Next](./next)\n").replace("title: Start", "title: First"));
    rmSync(join(folder, "guides/next.mdx"));
    write("other.mdx", "---\ntitle: Other\n---\n\nNothing of the kind.\n");
    assert.deepEqual(await found(), [{ from: "guides/start.mdx", to: "learn/first.mdx" }]);
  });

  it("with the same content are distinguished by name, and ignored if that's ambiguous", async () => {
    write("a/x.mdx", page("Same"));
    write("b/y.mdx", page("Same"));
    git("add", "-A");
    git("commit", "-q", "-m", "x");
    move("a/x.mdx", "c/x.mdx");
    move("b/y.mdx", "c/y.mdx");
    assert.deepEqual(await found(), [
      { from: "a/x.mdx", to: "c/x.mdx" },
      { from: "b/y.mdx", to: "c/y.mdx" },
    ]);
    move("c/x.mdx", "c/one.mdx");
    move("c/y.mdx", "c/two.mdx");
    assert.deepEqual(await found(), []);
  });

  it("never include symbolic links that lead outside", async () => {
    rmSync(join(folder, "p.png"));
    const outside = mkdtempSync(join(tmpdir(), "docwright-outside-"));
    writeFileSync(join(outside, "q.png"), "\u0000\u0001picture");
    symlinkSync(join(outside, "q.png"), join(folder, "q.png"));
    assert.deepEqual(await found(), []);
    rmSync(outside, { recursive: true });
  });

  it("have all references updated to their new paths", async () => {
    move("guides", "learn");
    const { site, from } = await load();
    const moves = await movedOutside(folder, { ...site, textOf: (path) => site.references.get(path)?.text });
    assert.ok(moves.ok);
    const answer = await planRepair(site, moves.value, from, { references: async () => Promise.resolve([]) });
    assert.ok(answer.ok);
    const text = (file: string) => {
      const edit = answer.plan.edits.find((one) => one.file === file);
      const now =
        site.references.get(file)?.text ?? site.config.files.find(({ path }) => path === file)?.text;
      return applyEdits(now ?? "", edit?.kind === "edit" ? edit.edits : []);
    };
    assert.match(text("docs.json"), /"learn\/start", "learn\/next"/);
    assert.match(text("learn/next.mdx"), /\[Start\]\(\/learn\/start\) !\[P\]\(\.\.\/p\.png\)/);
    assert.match(text("learn/start.mdx"), /\[Next\]\(\.\/next\)/);
    assert.deepEqual(answer.plan.addresses, [
      { source: "/guides/next", destination: "/learn/next" },
      { source: "/guides/start", destination: "/learn/start" },
    ]);
  });

  it("need no edits if references were already updated", async () => {
    move("guides/start.mdx", "learn/first.mdx");
    write("docs.json", '{ "navigation": { "pages": ["learn/first", "guides/next"] } }\n');
    write("learn/first.mdx", page("Start", "\n[Next](/guides/next)\n"));
    write("guides/next.mdx", page("Next", "\n[Start](/learn/first) ![P](../p.png)\n"));
    const { site, from } = await load();
    const moves = await movedOutside(folder, { ...site, textOf: (path) => site.references.get(path)?.text });
    assert.ok(moves.ok);
    const answer = await planRepair(site, moves.value, from, { references: async () => Promise.resolve([]) });
    assert.ok(answer.ok);
    assert.deepEqual(answer.plan.edits, []);
  });
});
