import assert from "node:assert/strict";
import type { SitePath } from "../../core/text/text-edit.ts";
import { createMemoryDisk } from "./disk.ts";
import { chooseSites, findFileSite } from "./find-sites.ts";
import { usesAstro } from "./node-disk.ts";

const config = '{ "navigation": { "pages": ["index"] } }';
const openapi = '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }';

/** Returns the folders below `/r` that are sites. `.` represents `/r` itself. */
function listSites(files: Readonly<Record<SitePath, string>>): string[] {
  const folders = Object.keys(files).filter((path) => /(^|\/)docs\.json$/.test(path));
  const roots = chooseSites(
    folders.map((path) => `/r/${path}`.replace(/\/docs\.json$/, "")),
    (root) => {
      const below = Object.entries(files)
        .map(([path, text]) => [`/r/${path}`, text] as const)
        .filter(([path]) => path.startsWith(`${root}/`))
        .map(([path, text]) => [path.slice(root.length + 1), text] as const);
      return { disk: createMemoryDisk(root, new Map(below)) };
    },
  );
  return roots.map((root) => root.slice(3) || ".");
}

// The service publishes one folder, which has the docs.json at its root.
describe("chooseSites", () => {
  const cases: readonly (readonly [string, Readonly<Record<SitePath, string>>, readonly string[]])[] = [
    ["a site at the root", { "docs.json": config }, ["."]],
    [
      "only the site at the root if a subfolder contains a docs.json",
      { "docs.json": config, "ja/docs.json": config },
      ["."],
    ],
    [
      "only the site at the root if nested subfolders contain docs.json files",
      { "docs.json": config, "a/docs.json": config, "a/b/docs.json": config },
      ["."],
    ],
    [
      "adjacent sites",
      { "packages/b/docs/docs.json": config, "packages/a/docs/docs.json": config },
      ["packages/a/docs", "packages/b/docs"],
    ],
    [
      "adjacent sites that contain docs.json files in subfolders",
      { "a/docs.json": config, "a/ja/docs.json": config, "b/docs.json": config },
      ["a", "b"],
    ],
    [
      "adjacent sites whose names start with the same letters",
      { "a/docs.json": config, "ab/docs.json": config },
      ["a", "ab"],
    ],
    [
      "a subfolder that .docwright.json lists as a site",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["ja"] }',
        "ja/docs.json": config,
        "fr/docs.json": config,
      },
      [".", "ja"],
    ],
    [
      "a listed subfolder regardless of the notation of its path",
      { "docs.json": config, ".docwright.json": '{ "sites": ["./a/b/"] }', "a/b/docs.json": config },
      [".", "a/b"],
    ],
    [
      "a listed subfolder without the docs.json in its own subfolder",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["a"] }',
        "a/docs.json": config,
        "a/ja/docs.json": config,
      },
      [".", "a"],
    ],
    [
      "a site that a listed subfolder lists",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["a"] }',
        "a/docs.json": config,
        "a/.docwright.json": '{ "sites": ["b"] }',
        "a/b/docs.json": config,
      },
      [".", "a", "a/b"],
    ],
    [
      "listed subfolders inside each other",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["a", "a/b"] }',
        "a/docs.json": config,
        "a/b/docs.json": config,
      },
      [".", "a", "a/b"],
    ],
    [
      "only the root if just the subfolder's own .docwright.json lists it",
      { "docs.json": config, "ja/docs.json": config, "ja/.docwright.json": '{ "sites": ["."] }' },
      ["."],
    ],
    [
      "only the root if the listed folders don't exist",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["../x", "", 3, "nope"] }',
        "ja/docs.json": config,
      },
      ["."],
    ],
    [
      "a subfolder that .mintignore excludes",
      { "docs.json": config, ".mintignore": "ja/\n", "ja/docs.json": config },
      [".", "ja"],
    ],
    [
      "a subfolder whose files .mintignore excludes",
      { "docs.json": config, ".mintignore": "ja/**\n", "ja/docs.json": config },
      [".", "ja"],
    ],
    [
      "the outermost sites in an excluded folder",
      {
        "docs.json": config,
        ".mintignore": "old/\n",
        "old/1/docs.json": config,
        "old/2/docs.json": config,
        "old/2/ja/docs.json": config,
      },
      [".", "old/1", "old/2"],
    ],
    [
      "only the root if just the subfolder's own .mintignore excludes it",
      { "docs.json": config, "ja/docs.json": config, "ja/.mintignore": "*\n" },
      ["."],
    ],
    [
      "only the root if .mintignore excludes just the subfolder's docs.json",
      { "docs.json": config, ".mintignore": "ja/docs.json\n", "ja/docs.json": config },
      ["."],
    ],
    [
      "only the root if the docs.json in an excluded folder belongs to another program",
      { "docs.json": config, ".mintignore": "api/\n", "api/docs.json": openapi },
      ["."],
    ],
    [
      "the subfolder if the docs.json at the root belongs to another program",
      { "docs.json": "[]", "docs/docs.json": config },
      ["docs"],
    ],
    [
      "the subfolders if the docs.json at the root is a specification",
      { "docs.json": openapi, "a/docs.json": config, "b/docs.json": config },
      ["a", "b"],
    ],
    [
      "only the root if the docs.json in a subfolder is a specification",
      { "docs.json": config, "api/docs.json": openapi },
      ["."],
    ],
    [
      "the root if its docs.json is the only one, even if the file belongs to another program",
      { "docs.json": "[]" },
      ["."],
    ],
    [
      "sites, but not adjacent docs.json files of other programs",
      {
        "docs/docs.json": config,
        "packages/sdk/docs.json": '{ "id": 0, "name": "@acme/sdk", "kind": 1, "children": [] }',
        "packages/ui/docs.json": '{ "timestamp": "2026-01-01", "compiler": {}, "components": [] }',
        "packages/api/docs.json": openapi,
      },
      ["docs"],
    ],
    [
      "sites and adjacent docs.json files that are empty or incomplete",
      {
        "a/docs.json": config,
        "b/docs.json": '{ "$schema": "https://mintlify.com/docs.json", "name": "B" }',
        "c/docs.json": "{}",
        "d/docs.json": "",
      },
      ["a", "b", "c", "d"],
    ],
    [
      "all folders if every docs.json belongs to another program",
      { "a/docs.json": openapi, "b/docs.json": "[]" },
      ["a", "b"],
    ],
    [
      "only the root if its docs.json is empty and a subfolder contains another",
      { "docs.json": "", "ja/docs.json": config },
      ["."],
    ],
    [
      "only the root if its docs.json is incomplete and a subfolder contains another",
      { "docs.json": '{ "nav', "ja/docs.json": config },
      ["."],
    ],
    [
      "the subfolder if the docs.json at the root is an object without settings",
      { "docs.json": "{}", "docs/docs.json": config },
      ["docs"],
    ],
    ["only the root if no docs.json contains settings", { "docs.json": "", "docs/docs.json": "{}" }, ["."]],
    [
      "only the root if it includes the docs.json in the subfolder",
      { "docs.json": '{ "$ref": "./config/docs.json" }', "config/docs.json": config },
      ["."],
    ],
    [
      "only the root if its docs.json contains trailing commas",
      { "docs.json": '{ "navigation": { "pages": ["index",] }, }', "ja/docs.json": config },
      ["."],
    ],
    [
      "only the root if its docs.json contains a merge conflict",
      { "docs.json": `<<<<<<< HEAD\n${config}\n=======\n${config}\n>>>>>>> b\n`, "ja/docs.json": config },
      ["."],
    ],
  ];
  for (const [name, files, expected] of cases)
    it(`returns ${name}`, () => assert.deepEqual(listSites(files), expected));

  it("reads only docs.json files that can affect the result", () => {
    const loadedPaths: string[] = [];
    const folders = ["/r", ...Array.from({ length: 1000 }, (_, i) => `/r/${i}`)];
    chooseSites(folders, (root) => {
      loadedPaths.push(root);
      return { disk: createMemoryDisk(root, new Map([["docs.json", config]])) };
    });
    assert.deepEqual([...new Set(loadedPaths)], ["/r"]);
  });
});

describe("usesAstro", () => {
  const packageWith = (name: string) => JSON.stringify({ dependencies: { [name]: "^0.1.9" } });
  const astro = packageWith("@mintlify/astro");
  const diskIn = (files: Readonly<Record<string, string>>) => (folder: string) => {
    const inside = Object.entries(files).filter(([path]) => path.startsWith(`${folder}/`));
    return createMemoryDisk(folder, new Map(inside.map(([path, text]) => [path.slice(folder.length + 1), text])));
  };
  const uses = (root: string, files: Readonly<Record<string, string>>, opened = "/a"): boolean =>
    usesAstro(root, opened, diskIn(files), diskIn(files));

  it("finds the integration in the folder of the site and above it, but not outside the repository", () => {
    assert.equal(uses("/a/docs", { "/a/docs/package.json": astro }), true);
    assert.equal(uses("/a/docs", { "/a/package.json": astro, "/a/docs/docs.json": "{}" }), true);
    assert.equal(uses("/a/docs", { "/a/docs/package.json": packageWith("mint"), "/a/package.json": astro }), true);
    assert.equal(uses("/a/b/docs", { "/a/package.json": astro, "/a/b/.git": "gitdir: x" }), false);
    assert.equal(uses("/a/b/docs", { "/a/package.json": astro, "/a/b/.git/HEAD": "x" }), false);
    assert.equal(uses("/a/docs", { "/a/package.json": packageWith("astro") }), false);
    assert.equal(uses("/a/docs", { "/b/package.json": astro }), false);
  });

  it("reads nothing above the folder that the user has opened, unless it's in the same repository", () => {
    const files = { "/r/a/package.json": astro };
    assert.equal(uses("/r/a/b/docs", files, "/r/a/b/docs"), false);
    assert.equal(uses("/r/a/b/docs", files, "/r/a/b"), false);
    assert.equal(uses("/r/a/b/docs", { ...files, "/r/.git/HEAD": "x" }, "/r/a/b"), true);
    const read: string[] = [];
    const diskAt = (folder: string) => (read.push(folder), createMemoryDisk(folder, new Map()));
    assert.equal(usesAstro("/a/b/docs", "/a/b", diskAt, diskIn({})), false);
    assert.deepEqual(read, ["/a/b/docs", "/a/b"]);
  });
});

describe("siteOfFile", () => {
  it("returns the innermost site", () => {
    const findSite = (file: string) => findFileSite(["/r", "/r/a", "/r/ab"], (root) => root, file);
    assert.deepEqual(findSite("/r/a/x.mdx"), { site: "/r/a", path: "x.mdx" });
    assert.deepEqual(findSite("/r/abc/x.mdx"), { site: "/r", path: "abc/x.mdx" });
    assert.equal(findSite("/s/x.mdx"), undefined);
  });
});
