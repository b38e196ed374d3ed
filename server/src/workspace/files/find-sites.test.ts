import assert from "node:assert/strict";
import type { SitePath } from "../../core/text/text-edit.ts";
import { memoryDisk } from "./disk.ts";
import { chooseSites, siteOfFile } from "./find-sites.ts";

const config = '{ "navigation": { "pages": ["index"] } }';
const openapi = '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }';

/** Returns the folders below `/r` that are sites; `/r` itself is `.`. */
function sitesOf(files: Readonly<Record<SitePath, string>>): string[] {
  const folders = Object.keys(files).filter((path) => /(^|\/)docs\.json$/.test(path));
  const roots = chooseSites(
    folders.map((path) => `/r/${path}`.replace(/\/docs\.json$/, "")),
    (root) => {
      const below = Object.entries(files)
        .map(([path, text]) => [`/r/${path}`, text] as const)
        .filter(([path]) => path.startsWith(`${root}/`))
        .map(([path, text]) => [path.slice(root.length + 1), text] as const);
      return { disk: memoryDisk(root, new Map(below)) };
    },
  );
  return roots.map((root) => root.slice(3) || ".");
}

// The service publishes one folder, with the docs.json at its root.
describe("chooseSites", () => {
  const cases: readonly (readonly [string, Readonly<Record<SitePath, string>>, readonly string[]])[] = [
    ["one at the root", { "docs.json": config }, ["."]],
    ["a leftover below", { "docs.json": config, "ja/docs.json": config }, ["."]],
    [
      "a leftover in a leftover",
      { "docs.json": config, "a/docs.json": config, "a/b/docs.json": config },
      ["."],
    ],
    [
      "side by side",
      { "packages/b/docs/docs.json": config, "packages/a/docs/docs.json": config },
      ["packages/a/docs", "packages/b/docs"],
    ],
    [
      "side by side, each with a leftover",
      { "a/docs.json": config, "a/ja/docs.json": config, "b/docs.json": config },
      ["a", "b"],
    ],
    ["names that begin alike", { "a/docs.json": config, "ab/docs.json": config }, ["a", "ab"]],
    [
      "a folder made a site",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["ja"] }',
        "ja/docs.json": config,
        "fr/docs.json": config,
      },
      [".", "ja"],
    ],
    [
      "a folder made a site, written otherwise",
      { "docs.json": config, ".docwright.json": '{ "sites": ["./a/b/"] }', "a/b/docs.json": config },
      [".", "a/b"],
    ],
    [
      "a leftover in a folder made a site",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["a"] }',
        "a/docs.json": config,
        "a/ja/docs.json": config,
      },
      [".", "a"],
    ],
    [
      "a site in a folder made a site",
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
      "folders made sites, one in the other",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["a", "a/b"] }',
        "a/docs.json": config,
        "a/b/docs.json": config,
      },
      [".", "a", "a/b"],
    ],
    [
      "settings in the leftover itself",
      { "docs.json": config, "ja/docs.json": config, "ja/.docwright.json": '{ "sites": ["."] }' },
      ["."],
    ],
    [
      "settings that name no such folder",
      {
        "docs.json": config,
        ".docwright.json": '{ "sites": ["../x", "", 3, "nope"] }',
        "ja/docs.json": config,
      },
      ["."],
    ],
    [
      "an excluded folder",
      { "docs.json": config, ".mintignore": "ja/\n", "ja/docs.json": config },
      [".", "ja"],
    ],
    [
      "a folder whose files are excluded",
      { "docs.json": config, ".mintignore": "ja/**\n", "ja/docs.json": config },
      [".", "ja"],
    ],
    [
      "folders below an excluded one",
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
      "a folder that only its own .mintignore excludes",
      { "docs.json": config, "ja/docs.json": config, "ja/.mintignore": "*\n" },
      ["."],
    ],
    [
      "an excluded docs.json whose pages are part of the outer site",
      { "docs.json": config, ".mintignore": "ja/docs.json\n", "ja/docs.json": config },
      ["."],
    ],
    [
      "another program's file in an excluded folder",
      { "docs.json": config, ".mintignore": "api/\n", "api/docs.json": openapi },
      ["."],
    ],
    ["another program's file at the root", { "docs.json": "[]", "docs/docs.json": config }, ["docs"]],
    [
      "a specification at the root",
      { "docs.json": openapi, "a/docs.json": config, "b/docs.json": config },
      ["a", "b"],
    ],
    ["a specification below", { "docs.json": config, "api/docs.json": openapi }, ["."]],
    ["nothing but another program's file", { "docs.json": "[]" }, ["."]],
    [
      "other programs' files next to sites",
      {
        "docs/docs.json": config,
        "packages/sdk/docs.json": '{ "id": 0, "name": "@acme/sdk", "kind": 1, "children": [] }',
        "packages/ui/docs.json": '{ "timestamp": "2026-01-01", "compiler": {}, "components": [] }',
        "packages/api/docs.json": openapi,
      },
      ["docs"],
    ],
    [
      "started files next to sites",
      {
        "a/docs.json": config,
        "b/docs.json": '{ "$schema": "https://mintlify.com/docs.json", "name": "B" }',
        "c/docs.json": "{}",
        "d/docs.json": "",
      },
      ["a", "b", "c", "d"],
    ],
    ["only other programs' files", { "a/docs.json": openapi, "b/docs.json": "[]" }, ["a", "b"]],
    ["an empty file above a leftover", { "docs.json": "", "ja/docs.json": config }, ["."]],
    ["a file above a leftover that is being typed", { "docs.json": '{ "nav', "ja/docs.json": config }, ["."]],
    ["an object without settings above a site", { "docs.json": "{}", "docs/docs.json": config }, ["docs"]],
    ["an empty file above an empty file", { "docs.json": "", "docs/docs.json": "{}" }, ["."]],
    [
      "a configuration split over files",
      { "docs.json": '{ "$ref": "./config/docs.json" }', "config/docs.json": config },
      ["."],
    ],
    [
      "a comma too many at the root",
      { "docs.json": '{ "navigation": { "pages": ["index",] }, }', "ja/docs.json": config },
      ["."],
    ],
    [
      "a merge conflict at the root",
      { "docs.json": `<<<<<<< HEAD\n${config}\n=======\n${config}\n>>>>>>> b\n`, "ja/docs.json": config },
      ["."],
    ],
  ];
  for (const [name, files, expected] of cases) it(name, () => assert.deepEqual(sitesOf(files), expected));

  it("reads only the docs.json files that determine the result", () => {
    const read: string[] = [];
    const folders = ["/r", ...Array.from({ length: 1000 }, (_, i) => `/r/${i}`)];
    chooseSites(folders, (root) => {
      read.push(root);
      return { disk: memoryDisk(root, new Map([["docs.json", config]])) };
    });
    assert.deepEqual([...new Set(read)], ["/r"]);
  });
});

describe("siteOfFile", () => {
  it("returns the innermost site", () => {
    const of = (file: string) => siteOfFile(["/r", "/r/a", "/r/ab"], (root) => root, file);
    assert.deepEqual(of("/r/a/x.mdx"), { site: "/r/a", path: "x.mdx" });
    assert.deepEqual(of("/r/abc/x.mdx"), { site: "/r", path: "abc/x.mdx" });
    assert.equal(of("/s/x.mdx"), undefined);
  });
});
