import assert from "node:assert/strict";
import type { SyntaxProblem } from "../../core/page/syntax-problem.ts";
import { readSpec } from "../../core/spec/read-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { createMemoryDisk, createOverlayDisk } from "../files/disk.ts";
import { readFile, getFileText } from "../files/site-files.ts";
import { findCausedProblems } from "../refactoring/migrate-site.ts";
import type { SpecReader } from "./analyze-site.ts";
import { checkChanges, checkSite, type CheckedSite, type NewText } from "./checked-site.ts";
import { loadSite } from "./load-site.ts";

const createSpec = (path: string) =>
  `{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "${path}": { "get": {} } } }`;

const files: Readonly<Record<SitePath, string>> = {
  "docs.json": '{ "navigation": { "pages": ["a", "b", "missing"] }, "api": { "openapi": "spec.json" } }',
  "spec.json": createSpec("/a"),
  "other.json": createSpec("/other"),
  "a.mdx": "---\ntitle: A\n---\n\n[B](/b)\n\n## Part\n",
  "b.mdx": "---\ntitle: B\nopenapi: GET /a\n---\n\n[A](/a)\n",
  "c.mdx": "---\ntitle: C\n---\n\n[A](/a#part)\n",
};

/** A site in memory that logs which files are read and which specifications are analyzed. */
async function openSite() {
  const log: string[] = [];
  const disk = createMemoryDisk("/site", new Map(Object.entries(files)));
  const read: typeof disk.read = (path, maxSize) => {
    log.push(`read ${path}`);
    return disk.read(path, maxSize);
  };
  const outlineAt = (siteFiles: Parameters<SpecReader["read"]>[0], path: SitePath) =>
    readSpec(path, getFileText(readFile(siteFiles, path)) ?? "");
  const specs: SpecReader = {
    readSpecs: async (siteFiles, paths) => paths.flatMap((path) => outlineAt(siteFiles, path) ?? []),
    read: async (siteFiles, path) => {
      const outline = outlineAt(siteFiles, path);
      return outline && { outline, analysis: undefined };
    },
    analyze: async (_, outline) => {
      log.push(`analyze ${outline.path}`);
      return { outline, problems: [], models: { operations: new Map(), schemas: new Map() } };
    },
  };
  const from = { disk: { ...disk, read } };
  const site = await loadSite({ ...from, readSpecs: specs.readSpecs });
  return { loadedSite: site, from, specs, log };
}

const listShown = ({ problemStore: problems }: CheckedSite) =>
  [...problems.listAllProblems()].map(({ code, severity, at, message }) => ({ code, severity, at, message }));

describe("checking changes to a site", () => {
  const cases: Readonly<Record<string, readonly NewText[]>> = {
    "the text of a page": [{ path: "a.mdx", newText: files["a.mdx"]?.replace("/b", "/nowhere") }],
    "a heading that a link refers to": [{ path: "a.mdx", newText: files["a.mdx"]?.replace("Part", "End") }],
    "docs.json": [{ path: "docs.json", newText: '{ "navigation": { "pages": ["c"] } }' }],
    "a setting that doesn't affect other files": [
      { path: "docs.json", newText: files["docs.json"]?.replace("{", '{ "colors": { "primary": "x" },') },
    ],
    "a deleted page": [{ path: "b.mdx", newText: undefined }],
    "two deleted pages and a changed one": [
      { path: "a.mdx", newText: undefined },
      { path: "b.mdx", newText: undefined },
      { path: "c.mdx", newText: "---\ntitle: C\n---\n\n[B](/b)\n" },
    ],
    "a new page": [{ path: "missing.mdx", newText: "---\ntitle: New\n---\n\n[A](/a)\n" }],
    "a specification": [{ path: "spec.json", newText: createSpec("/changed") }],
    "a deleted specification": [{ path: "spec.json", newText: undefined }],
    "a specification that becomes used": [
      {
        path: "docs.json",
        newText: files["docs.json"]?.replace('"missing"', '"missing", { "group": "API", "openapi": "other.json" }'),
      },
    ],
  };
  for (const [name, changes] of Object.entries(cases))
    it(`finds the same problems as a new check after this change: ${name}`, async () => {
      const { loadedSite: loaded, from, specs } = await openSite();
      const before = await checkSite({ loadedSite: loaded, files: from }, [], { specReader: specs });
      const problemsBefore = listShown(before);
      const after = await checkChanges(before, changes, { specReader: specs });
      const disk = createOverlayDisk(from.disk, new Map(changes.map(({ path, newText: text }) => [path, text])));
      const again = await loadSite({ disk, readSpecs: specs.readSpecs });
      const expected = await checkSite({ loadedSite: again, files: { disk } }, [], { specReader: specs });
      assert.deepEqual(listShown(after), listShown(expected));
      assert.notDeepEqual(listShown(after), problemsBefore);
      assert.deepEqual(listShown(before), problemsBefore, "the problems before the change have changed");
    });

  it("reads only the changed files and analyzes only the specifications that need it", async () => {
    const { loadedSite: loaded, from, specs, log } = await openSite();
    const before = await checkSite({ loadedSite: loaded, files: from }, [], { specReader: specs });
    assert.deepEqual(
      log.filter((line) => line.startsWith("analyze")),
      ["analyze spec.json"],
    );
    log.length = 0;
    const pages = [{ path: "b.mdx", newText: undefined }];
    await checkChanges(before, pages, { specReader: specs });
    assert.deepEqual(log, []);
    await checkChanges(before, [...pages, { path: "spec.json", newText: createSpec("/b") }], { specReader: specs });
    assert.deepEqual(log, ["analyze spec.json"]);
  });

  it("uses the problems that are already known", async () => {
    const { loadedSite: loaded, from, specs } = await openSite();
    const before = await checkSite({ loadedSite: loaded, files: from }, [], { specReader: specs });
    const [first] = before.problemStore.listAllProblems();
    const again = await checkSite({ ...before, problemStore: before.problemStore.fork(before.loadedSite.site) }, [], {
      specReader: specs,
    });
    assert.ok(first);
    assert.equal([...again.problemStore.listAllProblems()][0], first);
  });

  it("stops if the signal is aborted", async () => {
    const { loadedSite: loaded, from, specs } = await openSite();
    const before = await checkSite({ loadedSite: loaded, files: from }, [], { specReader: specs });
    const signal = AbortSignal.abort(new Error("canceled"));
    await assert.rejects(checkChanges(before, [{ path: "b.mdx", newText: undefined }], { specReader: specs, signal }), {
      message: "canceled",
    });
  });

  it("doesn't report problems that were previously hidden by an MDX error", async () => {
    const { loadedSite: loaded, from, specs } = await openSite();
    const text = "---\ntitle: A\n---\n\n[B](/b)\n\n<Unknown>\n";
    const start = text.indexOf("<Unknown>");
    const problem: SyntaxProblem = {
      kind: "tag-not-closed",
      text: "",
      range: { start, end: start + "<Unknown>".length },
      fixes: [],
    };
    const editedSite = await checkChanges(
      await checkSite({ loadedSite: loaded, files: from }, [], { specReader: specs }),
      [{ path: "a.mdx", newText: text }],
      { specReader: specs },
    );
    const site = { ...editedSite.loadedSite.site, syntaxProblems: new Map([["a.mdx", [problem]]]) };
    const current = { loadedSite: { ...editedSite.loadedSite, site }, files: editedSite.files };
    const checkedSite = await checkSite(current, [], { specReader: specs });
    const codes = listShown(checkedSite).map(({ code }) => code);
    assert.ok(codes.includes("mdx/syntax") && !codes.includes("mdx/unknown-component"));
    const change = { path: "a.mdx", oldText: text, newText: text.replace("[B](/b)", "[B](/a)") };
    assert.deepEqual(await findCausedProblems([change], checkedSite, { specReader: specs }), []);
  });
});
