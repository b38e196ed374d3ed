import assert from "node:assert/strict";
import { findSiteProblems } from "../../core/rules/engine/run-rules.ts";
import { applyChange, loadSite } from "../analysis/load-site.ts";
import { createMemoryDisk } from "./disk.ts";
import type { SiteFiles } from "./site-files.ts";

const key = "mint_q7Rk2VxN9pLm4TzW8bYc";
const docs = '{ "$schema": "https://mintlify.com/docs.json", "navigation": { "pages": ["index"] } }';

function createFiles(files: Map<string, string>): SiteFiles {
  return { disk: createMemoryDisk("/site", files) };
}

async function load(files: Map<string, string>) {
  return loadSite({ ...createFiles(files), readSpecs: readAll });
}

/** Reads specifications through the given files, as the worker does. */
async function readAll(siteFiles: SiteFiles, paths: readonly string[]) {
  for (const path of paths) siteFiles.disk.read(path, 1_000_000);
  return Promise.resolve([]);
}

describe("API key scan", () => {
  it("reads every text file on a site, regardless of its type and whether it's ignored", async () => {
    const holders = [
      "index.mdx",
      "README.md",
      "api/openapi.json",
      "snippets/part.mdx",
      "scripts/deploy.sh",
      ".env",
      "style.css",
      "notes.txt",
      "drafts/idea.mdx",
      "Dockerfile",
    ];
    const files = new Map(holders.map((path) => [path, `first line\n${key}\n`]));
    files.set("docs.json", `${docs.slice(0, -1)}, "x": "${key}" }`);
    files.set(".mintignore", "drafts/idea.mdx\n");
    files.set("clean.mdx", "nothing");
    const { site } = await load(files);
    assert.deepEqual([...site.keys.keys()], [...holders, "docs.json"].sort());
    assert.deepEqual(site.keys.get("notes.txt"), [{ start: 11, end: 11 + key.length }]);
    const problems = findSiteProblems(site).filter(({ code }) => code === "security/key-in-source");
    assert.equal(problems.length, holders.length + 1);
  });

  it("skips files in the site's .gitignore, images, large files, and other sites", async () => {
    const files = new Map([
      ["docs.json", docs],
      [".gitignore", ".env\n.env.*\n"],
      [".env", key],
      [".env.local", key],
      ["logo.png", key],
      ["large.txt", key + " ".repeat(1_100_000)],
      [".docwright.json", '{ "sites": ["other"] }'],
      ["other/docs.json", "{}"],
      ["other/index.mdx", key],
    ]);
    assert.deepEqual([...(await load(files)).site.keys.keys()], []);
  });

  it("reports nothing if the profile doesn't define a key prefix", async () => {
    const files = new Map([
      ["docs.json", '{ "navigation": { "pages": ["index"] } }'],
      ["notes.txt", key],
    ]);
    const problems = findSiteProblems((await load(files)).site);
    assert.ok(problems.every(({ code }) => code !== "security/key-in-source"));
  });

  it("reads each page only once", async () => {
    const files = new Map([
      ["docs.json", docs],
      ["index.mdx", key],
    ]);
    const siteFiles = createFiles(files);
    let reads = 0;
    const disk = {
      ...siteFiles.disk,
      read: (path: string, maxSize: number) => {
        if (path === "index.mdx") reads++;
        return siteFiles.disk.read(path, maxSize);
      },
    };
    await loadSite({ disk, readSpecs: readAll });
    assert.equal(reads, 1);
  });

  it("rescans any file that changes", async () => {
    const files = new Map([
      ["docs.json", docs],
      ["index.mdx", "nothing"],
    ]);
    const site = await load(files);
    const siteFiles = createFiles(files);
    files.set("index.mdx", key);
    const page = applyChange(site, "index.mdx", siteFiles);
    assert.deepEqual([...page.loadedSite.site.keys.keys()], ["index.mdx"]);
    files.set("notes.txt", key);
    const other = applyChange(page.loadedSite, "notes.txt", siteFiles);
    assert.deepEqual([...other.loadedSite.site.keys.keys()], ["index.mdx", "notes.txt"]);
    assert.notEqual(other.scope, "none");
    files.set("README.md", key);
    const ignored = applyChange(site, "README.md", siteFiles);
    assert.deepEqual([ignored.scope, [...ignored.loadedSite.site.keys.keys()]], ["file", ["README.md"]]);
    files.delete("notes.txt");
    files.set("index.mdx", "gone");
    const gone = applyChange(applyChange(other.loadedSite, "notes.txt", siteFiles).loadedSite, "index.mdx", siteFiles);
    assert.deepEqual([...gone.loadedSite.site.keys.keys()], []);
    const unsaved = { ...siteFiles, readUnsavedText: (path: string) => (path === "index.mdx" ? key : undefined) };
    const open = applyChange(site, "index.mdx", unsaved);
    assert.deepEqual([...open.loadedSite.site.keys.keys()], ["index.mdx"]);
  });

  it("starts over if the configured keys change", async () => {
    const files = new Map([["docs.json", docs]]);
    const site = await load(files);
    files.set(".docwright.json", '{ "keyPrefix": "acme" }');
    assert.equal(applyChange(site, ".docwright.json", createFiles(files)).needsRescan, true);
  });

  it("doesn't reveal keys in any rule's message", async () => {
    const files = new Map([
      ["docs.json", `${docs.slice(0, -1)}, "theme": "${key}", "${key}": 1, "favicon": "/${key}.svg" }`],
      ["index.mdx", `---\n${key}: ${key}\nmode: ${key}\n---\n[x](/${key}) <${key} /> {${key}}\n`],
    ]);
    const problems = findSiteProblems((await load(files)).site);
    assert.ok(problems.length > 5);
    for (const { code, message, relatedLocations } of problems)
      for (const text of [message, ...relatedLocations.map((one) => one.message)])
        assert.doesNotMatch(text, /q7Rk2VxN/, code);
  });
});
