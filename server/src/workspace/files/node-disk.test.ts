import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { outsideTarget } from "../../core/site/site.ts";
import { resolveSitePath } from "../../core/text/site-path.ts";
import { type Disk, maxTextSize, type FileList, toSitePath } from "./disk.ts";
import { createNodeDisk } from "./node-disk.ts";

const canary = "CANARY-what-no-site-may-read";

/** Runs the function as another user if the process runs as root, because root can read everything. */
function runAsNobody<T>(look: () => T): T {
  if (process.getuid?.() !== 0) return look();
  process.seteuid?.(65_534);
  try {
    return look();
  } finally {
    process.seteuid?.(0);
  }
}
const testOnPosix = process.platform === "win32" ? it.skip : it;

describe("node-disk", () => {
  let parent: string;
  let root: string;
  let disk: Disk;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "docwright-disk-"));
    root = join(parent, "root");
    disk = createNodeDisk(root);
    put("root/docs.json", "{}");
    put("root/guides/start.mdx", "# Start");
    put("root-evil/secret.mdx", canary);
    put("secret.mdx", canary);
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const put = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(parent, path)), { recursive: true });
    writeFileSync(join(parent, path), text);
  };
  const list = (): FileList => runSteps(disk.list((folder) => !/(^|\/)(\.[^/]*|node_modules)$/.test(folder)));
  const getKind = (path: string): string => disk.read(path, maxTextSize).kind;

  it("lists regular files, except for files that sites don't use", () => {
    put("root/node_modules/x/readme.mdx", "x");
    put("root/.git/config", "x");
    put("root/.docwright.json", "{}");
    assert.deepEqual(list().files, [".docwright.json", "docs.json", "guides/start.mdx"]);
  });

  it("returns text without its byte order mark and reports that it had one", () => {
    put("root/a.mdx", "\u{feff}# é😀\r\n");
    assert.deepEqual(disk.read("a.mdx", maxTextSize), {
      kind: "text",
      text: "# é😀\r\n",
      hasByteOrderMark: true,
      stamp: disk.getStamp("a.mdx"),
    });
  });

  it("distinguishes missing files, folders, files that are too large, and files that aren't text", () => {
    put("root/latin.mdx", new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
    put("root/utf16.mdx", new Uint8Array([0xff, 0xfe, 0x61, 0x00]));
    assert.equal(getKind("guides/none.mdx"), "absent");
    assert.equal(getKind("guides"), "absent");
    assert.equal(getKind(`${"a".repeat(900)}.mdx`), "absent");
    assert.equal(getKind("docs.json/x"), "absent");
    assert.equal(getKind("latin.mdx"), "not-text");
    assert.equal(getKind("utf16.mdx"), "not-text");
    assert.equal(disk.read("guides/start.mdx", 6).kind, "too-large");
    assert.equal(disk.read("guides/start.mdx", 7).kind, "text");
  });

  it("rejects every notation of a path outside the root", () => {
    const outside = [
      "../secret.mdx",
      "guides/../../secret.mdx",
      "../root-evil/secret.mdx",
      join(parent, "secret.mdx"),
      "//secret.mdx",
      "./../secret.mdx",
      "..",
      ".",
      "",
      "/",
      "a/\0.mdx",
      "%2e%2e/secret.mdx",
      "..%2fsecret.mdx",
      "%252e%252e/secret.mdx",
      "..\\secret.mdx",
      "C:\\secret.mdx",
      "\\\\server\\share",
      "guides//../../secret.mdx",
    ];
    for (const path of outside) {
      const file = disk.read(path, maxTextSize);
      assert.ok(["outside-site", "absent"].includes(file.kind), `${path}: ${file.kind}`);
      assert.equal(disk.getStamp(path), undefined, path);
    }
  });

  it("accepts names that only look like a path outside the root", () => {
    put("root/...dots/a.mdx", "a");
    put("root/..x.mdx", "b");
    put("root/%2e%2e.mdx", "c");
    assert.deepEqual(["...dots/a.mdx", "..x.mdx", "%2e%2e.mdx"].map(getKind), ["text", "text", "text"]);
  });

  testOnPosix("doesn't follow symbolic links out of the site when listing or reading files", () => {
    symlinkSync(join(parent, "secret.mdx"), join(root, "file.mdx"));
    symlinkSync("../root-evil", join(root, "folder"));
    symlinkSync("folder", join(root, "again"));
    symlinkSync("../../secret.mdx", join(root, "guides/up.mdx"));
    const listing = list();
    // The service lists links to files, so references to them aren't broken.
    assert.deepEqual(listing.files, ["docs.json", "file.mdx", "guides/start.mdx", "guides/up.mdx"]);
    const outside = { "file.mdx": outsideTarget, "guides/up.mdx": outsideTarget };
    assert.deepEqual(Object.fromEntries(listing.links ?? []), outside);
    assert.deepEqual([...listing.refusedPaths].sort(), ["again", "file.mdx", "folder", "guides/up.mdx"]);
    for (const path of ["file.mdx", "folder/secret.mdx", "again/secret.mdx", "guides/up.mdx"])
      assert.equal(getKind(path), "outside-site", path);
    for (const path of ["folder", "again", "folder/secret.mdx", "again/secret.mdx"])
      assert.equal(disk.getStamp(path), undefined, path);
  });

  testOnPosix("returns a stamp for exactly the files that it lists, whatever they link to", () => {
    symlinkSync("../secret.mdx", join(root, "outside.mdx"));
    symlinkSync("outside.mdx", join(root, "chain.mdx"));
    symlinkSync("../root-evil", join(root, "folder"));
    symlinkSync("../none.mdx", join(root, "broken.mdx"));
    symlinkSync("guides/start.mdx", join(root, "inside.mdx"));
    symlinkSync("../../secret.mdx", join(root, "guides/up.mdx"));
    const { files } = list();
    assert.deepEqual(files, [
      "chain.mdx",
      "docs.json",
      "guides/start.mdx",
      "guides/up.mdx",
      "inside.mdx",
      "outside.mdx",
    ]);
    const stamps = runSteps(disk.listStamps(() => true)).stampsByPath;
    assert.deepEqual([...stamps.keys()].sort(), files);
    for (const path of [...files, "folder", "broken.mdx", "folder/secret.mdx"])
      assert.equal(disk.getStamp(path), stamps.get(path), path);
  });

  testOnPosix("changes the stamp of a link to a file outside the site with the link, not with the file", () => {
    symlinkSync("../secret.mdx", join(root, "file.mdx"));
    const before = disk.getStamp("file.mdx");
    assert.ok(before !== undefined);
    put("secret.mdx", `${canary} and more`);
    assert.equal(disk.getStamp("file.mdx"), before);
    rmSync(join(root, "file.mdx"));
    symlinkSync("../root-evil/secret.mdx", join(root, "file.mdx"));
    assert.notEqual(disk.getStamp("file.mdx"), before);
    rmSync(join(parent, "root-evil"), { recursive: true });
    assert.equal(disk.getStamp("file.mdx"), undefined);
  });

  testOnPosix("follows symbolic links inside the site and lists each folder once in a loop", () => {
    symlinkSync("guides/start.mdx", join(root, "start.mdx"));
    symlinkSync("..", join(root, "guides/loop"));
    symlinkSync("loop2", join(root, "loop2"));
    symlinkSync(root, join(root, "self"));
    put("root/a/x.mdx", "x");
    symlinkSync("../a", join(root, "guides/to-a"));
    symlinkSync("../guides", join(root, "a/to-guides"));
    assert.deepEqual(list().files, ["a/x.mdx", "docs.json", "guides/start.mdx", "start.mdx"]);
    assert.deepEqual([...(list().links ?? [])], [["start.mdx", "guides/start.mdx"]]);
    assert.equal(disk.getLinkTarget?.("guides/to-a/x.mdx"), "a/x.mdx");
    assert.equal(disk.getLinkTarget?.("a/x.mdx"), undefined);
    assert.equal(getKind("start.mdx"), "text");
    assert.equal(getKind("guides/to-a/x.mdx"), "text");
  });

  testOnPosix("works if a symbolic link leads to the site's folder", () => {
    symlinkSync("root", join(parent, "linked"));
    disk = createNodeDisk(join(parent, "linked"));
    assert.equal(list().files.length, 2);
    assert.equal(getKind("guides/start.mdx"), "text");
  });

  testOnPosix("neither lists nor opens pipes", () => {
    execFileSync("mkfifo", [join(root, "pipe.mdx")]);
    assert.deepEqual(list().files, ["docs.json", "guides/start.mdx"]);
    assert.equal(getKind("pipe.mdx"), "absent");
  });

  testOnPosix("skips folders and files that it isn't permitted to read", () => {
    put("root/locked/a.mdx", "a");
    put("root/private.mdx", "a");
    chmodSync(parent, 0o755);
    chmodSync(join(root, "private.mdx"), 0);
    chmodSync(join(root, "locked"), 0);
    const [listing, kind] = runAsNobody(() => [list(), getKind("private.mdx")] as const);
    chmodSync(join(root, "locked"), 0o700);
    assert.deepEqual(listing.unreadablePaths, ["locked"]);
    assert.ok(listing.files.includes("guides/start.mdx"));
    assert.equal(kind, "unreadable");
  });

  it("returns nothing for a missing root folder", () => {
    disk = createNodeDisk(join(parent, "none"));
    assert.deepEqual(list().files, []);
    assert.equal(getKind("docs.json"), "absent");
  });

  it("never returns a file outside the root, regardless of the path", () => {
    if (process.platform !== "win32") symlinkSync("..", join(root, "up"));
    const segment = fc.constantFrom(
      "..",
      ".",
      "",
      "up",
      "root",
      "root-evil",
      "guides",
      "secret.mdx",
      "%2e%2e",
      "..%2f",
      "...",
      "\\",
      "C:",
      "\0",
    );
    const path = fc.array(segment, { maxLength: 7 }).map((segments) => segments.join("/"));
    const check = (text: string) => {
      const file = disk.read(text, maxTextSize);
      assert.ok(file.kind !== "text" || !file.text.includes(canary), text);
      const place = resolveSitePath(text, "guides");
      const fileText = place.ok ? disk.read(place.path, maxTextSize) : undefined;
      assert.ok(fileText?.kind !== "text" || !fileText.text.includes(canary), text);
    };
    fc.assert(fc.property(path, check), { numRuns: 3000 });
  });
});

describe("placeOf", () => {
  testOnPosix("compares paths by segment", () => {
    assert.equal(toSitePath("/site", "/site/a/b.mdx"), "a/b.mdx");
    assert.equal(toSitePath("/site", "/site"), "");
    assert.equal(toSitePath("/site", "/site-evil/a"), undefined);
    assert.equal(toSitePath("/site", "/site/..a"), "..a");
    assert.equal(toSitePath("/site", "/"), undefined);
  });
});
