import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeOwnerAccess, unprivilegedUser } from "../harness/unprivileged-user.ts";
import { callCli } from "./call-cli.ts";
import { BuiltCli } from "./spawn-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const image = "not really a picture";
const files = {
  "docs.json": '\ufeff{\r\n\t"navigation": { "pages": ["guides/start", "guides/next"] }\r\n}\r\n',
  "guides/start.mdx": "---\r\ntitle: Start\r\n---\r\n\r\n[Next](./next) ![P](../p.png)\r\n",
  "guides/next.mdx": "---\ntitle: Next\n---\n\n[Start](/guides/start#x)\n",
  "p.png": image,
};

describe("docwright move", function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => (folder = tempSite(files)));
  after(removeTempSites);

  const text = (path: string) => readFileSync(join(folder, path), "utf8");
  const move = (...args: string[]) => callCli(["move", ...args, folder]);

  it("moves a page by its path, updates references, and preserves byte order marks and line endings", async () => {
    const { exitCode, stdout, stderr } = await move("guides/start", "learn/first", "--no-redirects");
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^guides\/start\.mdx → learn\/first\.mdx$/m);
    assert.match(stdout, /Moved 1 file and updated 3 files\./);
    assert.equal(text("docs.json"), files["docs.json"].replace("guides/start", "learn/first"));
    assert.equal(text("learn/first.mdx"), files["guides/start.mdx"].replace("./next", "../guides/next"));
    assert.equal(text("guides/next.mdx"), files["guides/next.mdx"].replace("/guides/start", "/learn/first"));
    assert.ok(!existsSync(join(folder, "guides/start.mdx")));
  });

  it("updates style sheets that move or that refer to a file that moves", async () => {
    writeFileSync(join(folder, "style.css"), "\ufeff.a { background: url(p.png) }\r\n");
    await move("p.png", "images/q.png");
    assert.equal(text("style.css"), "\ufeff.a { background: url(images/q.png) }\r\n");
    await move("style.css", "css/style.css");
    assert.equal(text("css/style.css"), "\ufeff.a { background: url(../images/q.png) }\r\n");
  });

  it("adds a redirect from the page's old path", async () => {
    await move("guides/start", "learn/first");
    const config = JSON.parse(text("docs.json").slice(1)) as { redirects: unknown };
    assert.deepEqual(config.redirects, [{ source: "/guides/start", destination: "/learn/first" }]);
  });

  it("lists the redirect instead of adding it if docs.json has an unclosed bracket", async () => {
    const broken = '{ "navigation": {\n "pages": ["guides/start", "guides/next"';
    writeFileSync(join(folder, "docs.json"), broken);
    const { exitCode, stdout } = await move("guides/start", "learn/first");
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /^add manually: redirect \/guides\/start → \/learn\/first, because docs\.json can't be edited/m,
    );
    assert.equal(text("docs.json"), broken.replace("guides/start", "learn/first"));
  });

  it("moves a folder without leaving an empty folder behind", async () => {
    const { exitCode } = await move("guides", "learn/guides");
    assert.equal(exitCode, 0);
    assert.ok(existsSync(join(folder, "learn/guides/next.mdx")));
    assert.ok(!existsSync(join(folder, "guides")));
  });

  it("moves an image byte for byte", async () => {
    await move("p.png", "images/");
    assert.equal(text("images/p.png"), image);
    assert.match(text("guides/start.mdx"), /!\[P\]\(\.\.\/images\/p\.png\)/);
  });

  it("prints the edits as a diff and writes no files if --dry-run is set", async () => {
    const { exitCode, stdout } = await move("guides/start.mdx", "first", "--dry-run");
    assert.equal(exitCode, 0);
    assert.match(stdout, /^-\[Start\]\(\/guides\/start#x\)\n\+\[Start\]\(\/first#x\)$/m);
    assert.match(stdout, /^redirect \/guides\/start → \/first$/m);
    for (const [path, before] of Object.entries(files)) assert.equal(text(path), before);
  });

  it("reports a link in a snippet that no longer works on every page", async () => {
    const page = 'import Note from "/snippets/note.mdx";\n\n<Note />\n';
    const two = { ...files, "guides/start.mdx": page, "other/next.mdx": "Hi\n", "other/start.mdx": page };
    folder = tempSite({ ...two, "snippets/note.mdx": "[Next](./next)\n" });
    const { exitCode, stdout } = await move("guides/start", "first");
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /^update manually: snippets\/note\.mdx links to \.\/next, and no single URL works on every page that includes this file$/m,
    );
    assert.equal(text("snippets/note.mdx"), "[Next](./next)\n");
  });

  it("rejects a path that matches both a page and a folder, but accepts an unambiguous path to either one", async () => {
    const both = { ...files, "guides.mdx": "---\ntitle: Guides\n---\n" };
    folder = tempSite(both);
    const { exitCode, stderr } = await move("guides", "learn");
    assert.equal(exitCode, 2);
    assert.equal(stderr, "docwright: guides matches both guides/ and guides.mdx; specify one of them\n");
    for (const [path, before] of Object.entries(both)) assert.equal(text(path), before);
    assert.equal((await move("guides/", "learn")).exitCode, 0);
    assert.ok(existsSync(join(folder, "learn/next.mdx")) && existsSync(join(folder, "guides.mdx")));
    assert.equal((await move("guides.mdx", "overview")).exitCode, 0);
    assert.ok(existsSync(join(folder, "overview.mdx")));
  });

  it("rejects a path that exists in several sites, but accepts a path that includes the site", async () => {
    const page = "---\ntitle: A\n---\n";
    const config = '{ "navigation": { "pages": ["a"] } }\n';
    const several = Object.fromEntries(
      ["s1", "s2", "s3", "s4", "s5", "s6"].flatMap((site) => [
        [`${site}/docs.json`, config],
        [`${site}/a.mdx`, page],
      ]),
    );
    folder = tempSite({ ...several, "s2/only.mdx": page });
    const { exitCode, stderr } = await move("a", "/b");
    assert.equal(exitCode, 2);
    assert.equal(
      stderr,
      'docwright: a exists in several sites: s1, s2, s3, s4, s5, and 1 more; include the site in FROM and TO, for example, "s1/a" "s1/b"\n',
    );
    for (const [path, before] of Object.entries(several)) assert.equal(text(path), before);
    assert.equal((await move("s2/a", "s2/b")).exitCode, 0);
    assert.ok(existsSync(join(folder, "s2/b.mdx")) && existsSync(join(folder, "s1/a.mdx")));
    assert.equal((await move("only", "c")).exitCode, 0);
    assert.ok(existsSync(join(folder, "s2/c.mdx")));
  });

  it("prints the same information as JSON with --format json", async () => {
    const { stdout } = await move("guides/start", "first", "--format", "json");
    const reported = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual(reported["moves"], [{ from: "guides/start.mdx", to: "first.mdx" }]);
    assert.deepEqual(reported["redirects"], [{ source: "/guides/start", destination: "/first" }]);
    assert.equal(reported["written"], true);
  });

  it("reports that nothing has to move if both paths are the same", async () => {
    for (const to of ["guides/start.mdx", "guides/start", "guides/"]) {
      const { exitCode, stdout } = await move("guides/start", to);
      assert.equal(stdout, "Nothing to move, because FROM and TO are the same path.\n", to);
      assert.equal(exitCode, 0);
    }
    const { stdout } = await move("guides/start", "guides/start", "--format", "json");
    const { written, moves, files: changed } = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual([written, moves, changed], [false, [], []]);
  });

  it("rejects a conflict with exit code 1 without writing files", async () => {
    for (const [to, reason] of [
      ["guides/next", /guides\/next\.mdx already exists/],
      ["con", /is a device name that Windows reserves/],
      [" ", /The name is missing/],
      [".mdx", /The name is missing/],
      ["...", /The name is missing/],
      ["snippets/start", /Files in snippets are snippets, not pages/],
    ] as const) {
      const { exitCode, stderr } = await move("guides/start", to);
      assert.equal(exitCode, 1);
      assert.match(stderr, reason);
    }
    for (const [path, before] of Object.entries(files)) assert.equal(text(path), before);
  });

  it("never leaves the site through relative paths or a symbolic link", async () => {
    const outside = tempSite({ "x.txt": "x" });
    symlinkSync(outside, join(folder, "link"));
    assert.equal((await move("guides/start", "../../out/start")).exitCode, 2);
    assert.equal((await move("guides/start", "link/start")).exitCode, 1);
    assert.ok(!existsSync(join(outside, "start.mdx")));
    assert.equal(text("docs.json"), files["docs.json"]);
  });

  it("moves a page on a site with a link to a file outside it", async function () {
    if (process.platform === "win32") return this.skip();
    const outside = tempSite({ "CHANGELOG.md": "# Changes" });
    symlinkSync(join(outside, "CHANGELOG.md"), join(folder, "changelog.md"));
    const { exitCode, stderr } = await move("guides/start", "learn/first");
    assert.equal(exitCode, 0, stderr);
    assert.ok(existsSync(join(folder, "learn/first.mdx")));
    assert.equal(readFileSync(join(outside, "CHANGELOG.md"), "utf8"), "# Changes");
  });

  it("moves a link to a file outside the site with its folder, but never the file", async function () {
    if (process.platform === "win32") return this.skip();
    const outside = tempSite({ "CHANGELOG.md": "# Changes" });
    const target = join(outside, "CHANGELOG.md");
    symlinkSync(target, join(folder, "guides/changelog.md"));
    const { exitCode, stderr } = await move("guides", "learn");
    assert.equal(exitCode, 0, stderr);
    assert.ok(existsSync(join(folder, "learn/start.mdx")));
    assert.ok(!existsSync(join(folder, "guides/changelog.md")));
    assert.equal(readlinkSync(join(folder, "learn/changelog.md")), target);
    assert.equal(readFileSync(target, "utf8"), "# Changes");
  });

  it("reports invalid arguments with exit code 2", async () => {
    assert.match((await callCli(["move", "a"])).stderr, /specify FROM and TO/);
    assert.match((await move("nothing", "else")).stderr, /no file, folder, or page nothing found/);
    assert.match((await callCli(["move", "a", "b", tempSite({})])).stderr, /no docs\.json/);
    assert.match((await callCli(["move", "--help"])).stdout, /^Usage: docwright move FROM TO/);
  });

  it("rolls back if a target folder is a file", async () => {
    writeFileSync(join(folder, "learn"), "in the way");
    const { exitCode } = await move("guides/start", "learn/first");
    assert.equal(exitCode, 1);
    for (const [path, before] of Object.entries(files)) assert.equal(text(path), before);
  });

  it("reports a read-only file before it changes any file", async function () {
    if (process.platform === "win32") this.skip();
    const cli = await BuiltCli.make();
    try {
      removeOwnerAccess(folder);
      chmodSync(join(folder, "guides/next.mdx"), 0o444);
      const args = ["move", "guides/start", "learn/first", folder];
      const { exitCode, stderr } = await cli.run(args, unprivilegedUser === undefined ? {} : { uid: unprivilegedUser });
      assert.equal(exitCode, 1);
      assert.match(stderr, /guides\/next\.mdx isn't writable/);
      for (const [path, before] of Object.entries(files)) assert.equal(text(path), before);
    } finally {
      cli.remove();
    }
  });
});
