import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import * as fc from "fast-check";
import { TempFolder } from "../../../../test/lsp/temp-folder.ts";
import { findSiteProblems } from "../../core/rules/engine/run-rules.ts";
import { applyFile } from "../../core/site/site.ts";
import { readSpec } from "../../core/spec/read-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { createNodeDisk } from "../files/node-disk.ts";
import { readFile, type SiteFiles, getFileText } from "../files/site-files.ts";
import { applyChange, type LoadedSite, loadSite, type ReadSpecs } from "./load-site.ts";

const readSpecs: ReadSpecs = async (siteFiles, paths) =>
  paths.flatMap((path) => readSpec(path, getFileText(readFile(siteFiles, path)) ?? "") ?? []);

/**
 * Applies a change as a site in an editor would, and then reads the specifications that the change affects.
 */
function change(before: LoadedSite, path: SitePath, siteFiles: SiteFiles): LoadedSite | "rescan" {
  const applied = applyChange(before, path, siteFiles);
  if (applied.needsRescan) return "rescan";
  let { site } = applied.loadedSite;
  for (const spec of applied.specPaths)
    site = applyFile(site, {
      kind: "spec",
      path: spec,
      spec: readSpec(spec, getFileText(readFile(siteFiles, spec)) ?? ""),
    }).site;
  return { ...applied.loadedSite, site };
}

/** Returns all observable data about a site. The order of the data doesn't depend on how the site reached its state. */
function getReported({ site, skeleton: frame }: LoadedSite): unknown {
  const sortKeys = (keys: Iterable<string>) => [...keys].sort();
  return {
    profile: site.profile.name,
    settings: site.settings,
    files: [...site.files],
    config: site.config.files.map(({ path, text }) => [path, text]),
    refs: site.config.refs,
    sources: sortKeys(frame.configSources.keys()),
    pages: [...site.pages.keys()].map((path) => [site.pages.get(path), site.references.get(path)]),
    links: [...site.scriptReferences],
    linkTargets: [...(site.links ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)),
    specs: [...site.specs.values()],
    problems: findSiteProblems(site)
      .map(({ code, at, message }) => `${at.file}:${at.range.start}-${at.range.end} ${code} ${message}`)
      .sort(),
  };
}

const spec = '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/a": { "get": {} } } }';
const texts: Readonly<Record<SitePath, readonly string[]>> = {
  "docs.json": [
    '{ "navigation": { "pages": ["a", "b/c", "gone"] } }',
    '{ "$schema": "https://mintlify.com/docs.json", "navigation": { "$ref": "nav.json" } }',
    '{ "navigation": { "$ref": "nav.json" }, "api": { "$ref": "more.json" } }',
    '{ "navigation": { "openapi": "spec.json", "pages": ["GET /a", "a"] ',
    "",
  ],
  "nav.json": ['{ "pages": ["a"] }', '{ "pages": [{ "$ref": "more.json" }] }', spec],
  "more.json": ['{ "group": "G", "pages": ["b/c"] }', '{ "$ref": "nav.json" }', "{"],
  "spec.json": [spec, spec.replace("/a", "/b"), "{}"],
  "a.mdx": ["# A", "---\ntitle: A\n---\n## H", "---\ntitle: [", "---\ntitle: A\nopenapi: GET /a\n---\n"],
  "b/c.mdx": ["# C", "---\ntitle: A\n---\n[x](/a)"],
  "b/image.png": ["x"],
  "b/style.css": [".a { background: url(image.png) }", '@import "/b/image.png";', ".a { color: red }"],
  "b/box.jsx": ['export const Box = () => <img src="/b/image.png" />;', "export const Box = () => null;"],
  ".docwright.json": ['{ "profile": "mintlify" }', '{ "rules": { "nav/*": "off" }, "ignore": ["b"] }', "{"],
  "README.md": ["# Read me"],
  "node_modules/x.mdx": ["# X"],
  "mint.json": ["{}"],
};

interface Step {
  readonly path: SitePath;
  /** The new text, or undefined if the file is deleted. */
  readonly text: string | undefined;
  readonly where: "disk" | "editor";
}
const step: fc.Arbitrary<Step> = fc.constantFrom(...Object.keys(texts)).chain((path) =>
  fc.record({
    path: fc.constant(path),
    text: fc.constantFrom(...(texts[path] ?? []), undefined),
    where: fc.constantFrom("disk" as const, "disk" as const, "editor" as const),
  }),
);

interface LinkStep {
  readonly path: SitePath;
  readonly link: { readonly isInside: boolean; readonly to: string };
}
/** Replaces a file with a link. No step changes the files that the links resolve to. */
const linkStep: fc.Arbitrary<LinkStep> = fc.record({
  path: fc.constantFrom("a.mdx", "b/c.mdx", "b/image.png", "b/box.jsx", "spec.json", "README.md"),
  link: fc.constantFrom(
    { isInside: true, to: "real.mdx" },
    { isInside: false, to: "secret.mdx" },
    { isInside: false, to: "secret.json" },
    { isInside: false, to: "none.mdx" },
  ),
});

describe("applyChange", () => {
  it("returns the same site as a full load after every change", async () => {
    const check = async (steps: Step[]) => {
      const files = new Map<SitePath, string>([["docs.json", '{ "navigation": { "pages": ["a"] } }']]);
      const openFiles = new Map<SitePath, string>();
      const siteFiles: SiteFiles = {
        disk: createMemoryDisk("/site", files),
        readUnsavedText: (path) => openFiles.get(path),
      };
      let site = await loadSite({ ...siteFiles, readSpecs });
      for (const { path, text, where } of steps) {
        const place = where === "disk" ? files : openFiles;
        if (text === undefined) place.delete(path);
        else place.set(path, text);
        const next = change(site, path, siteFiles);
        assert.notEqual(next, "rescan");
        if (next === "rescan") return;
        site = next;
        const present = new Map([...files, ...openFiles]);
        const fresh = await loadSite({ ...siteFiles, disk: createMemoryDisk("/site", present), readSpecs });
        assert.deepEqual(getReported(site), getReported(fresh));
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), check), { numRuns: 150 });
  });

  it("returns the same site as a full load if files become links to files inside or outside the site", async function () {
    if (process.platform === "win32") this.skip();
    const outside = new TempFolder({ "secret.mdx": "# Outside", "secret.json": spec });
    const check = async (steps: (Step | LinkStep)[]) => {
      const folder = new TempFolder({
        "docs.json": '{ "navigation": { "pages": ["a"] } }',
        "real.mdx": "# R",
      });
      try {
        const siteFiles: SiteFiles = { disk: createNodeDisk(folder.root) };
        let site = await loadSite({ ...siteFiles, readSpecs });
        for (const { path, ...rest } of steps) {
          folder.delete(path);
          if ("link" in rest) {
            mkdirSync(dirname(folder.at(path)), { recursive: true });
            symlinkSync((rest.link.isInside ? folder : outside).at(rest.link.to), folder.at(path));
          } else if (rest.text !== undefined) folder.write(path, rest.text);
          const next = change(site, path, siteFiles);
          assert.notEqual(next, "rescan");
          if (next === "rescan") return;
          site = next;
          assert.deepEqual(getReported(site), getReported(await loadSite({ ...siteFiles, readSpecs })));
        }
      } finally {
        folder.remove();
      }
    };
    try {
      const steps = fc.array(fc.oneof(step, linkStep), { minLength: 1, maxLength: 8 });
      await fc.assert(fc.asyncProperty(steps, check), {
        numRuns: 100,
        includeErrorInReport: true,
        verbose: 1,
      });
    } finally {
      outside.remove();
    }
  });

  it("requests a new scan if the set of ignored files changes", async () => {
    const files = new Map([
      ["docs.json", "{}"],
      ["a.mdx", "# A"],
    ]);
    const siteFiles: SiteFiles = { disk: createMemoryDisk("/site", files) };
    const site = await loadSite({ ...siteFiles, readSpecs });
    files.set(".mintignore", "a.mdx");
    assert.equal(change(site, ".mintignore", siteFiles), "rescan");
  });

  it("keeps everything that a text change doesn't affect", async () => {
    const files = new Map([
      ["docs.json", '{ "navigation": { "pages": ["a"] } }'],
      ["a.mdx", "# A\n\nText."],
    ]);
    const siteFiles: SiteFiles = { disk: createMemoryDisk("/site", files) };
    const { site, skeleton: frame } = await loadSite({ ...siteFiles, readSpecs });
    files.set("a.mdx", "# A\n\nOther text.");
    const applied = applyChange({ site, skeleton: frame }, "a.mdx", siteFiles);
    assert.equal(applied.scope, "file");
    const { site: after } = applied.loadedSite;
    assert.ok(after.pages === site.pages && after.config === site.config && after.files === site.files);
  });
});
