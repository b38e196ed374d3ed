import assert from "node:assert/strict";
import type { SyntaxProblem } from "../../core/page/syntax-problem.ts";
import { readSpec } from "../../core/spec/read-spec.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { readFile, getFileText } from "../files/site-files.ts";
import { type AnalysisProgress, analyzeSite, type SpecReader } from "./analyze-site.ts";

const spec = '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/a": { "get": {} } } }';
const url = "https://api.example.com/openapi.json";
const disk = createMemoryDisk(
  "/site",
  new Map(
    Object.entries({
      "docs.json": `{ "navigation": { "pages": ["a"] }, "api": { "openapi": ["spec.json", "${url}"] } }`,
      "spec.json": spec,
      "a.mdx": "# A\n\n<Card>\n",
    }),
  ),
);

/**
 * Reads specifications in the test's own thread and adds the path of each analyzed specification to `log`.
 */
function createSpecs(log: string[]): SpecReader {
  return {
    readSpecs: async (siteFiles, paths) =>
      paths.flatMap((path) => readSpec(path, getFileText(readFile(siteFiles, path)) ?? "") ?? []),
    read: async () => undefined,
    analyze: async (_, outline) => {
      log.push(`analyze ${outline.path}`);
      return { outline, problems: [], models: { operations: new Map(), schemas: new Map() } };
    },
  };
}

describe("analyzing a site", () => {
  it("loads the site without analyzing it if nothing else is requested", async () => {
    const log: string[] = [];
    const { site, skeleton: frame } = await analyzeSite({ disk }, { specReader: createSpecs(log) });
    assert.deepEqual([...site.pages.keys()], ["a.mdx"]);
    assert.deepEqual([...site.specs.keys()], ["spec.json"]);
    assert.ok(frame.files.has("a.mdx"));
    assert.equal(site.analyses.size, 0);
    assert.equal(site.syntaxProblems.size, 0);
    assert.deepEqual(log, []);
  });

  it("analyzes specifications and parses pages if requested, and reports progress", async () => {
    const log: string[] = [];
    const progress: AnalysisProgress[] = [];
    const problem: SyntaxProblem = {
      kind: "tag-not-closed",
      text: "",
      range: { start: 5, end: 11 },
      fixes: [],
    };
    const syntax = { getCached: () => undefined, read: async () => [problem] };
    const { site } = await analyzeSite(
      { disk },
      {
        specReader: createSpecs(log),
        analyzesSpecs: true,
        mdxReader: syntax,
        onProgress: (step) => progress.push(step),
      },
    );
    assert.deepEqual(log, ["analyze spec.json"]);
    assert.deepEqual([...site.analyses.keys()], ["spec.json"]);
    assert.deepEqual([...site.syntaxProblems], [["a.mdx", [problem]]]);
    assert.deepEqual(progress.at(0), { kind: "reading", doneCount: 0, count: 1 });
    assert.ok(progress.some((step) => step.kind === "analyzing" && step.path === "spec.json"));
    assert.deepEqual(progress.at(-1), { kind: "parsing", doneCount: 1, count: 1 });
  });

  it("reads copies of remote specifications after they're updated", async () => {
    const log: string[] = [];
    const path = "remote/openapi.json";
    let isFetched = false;
    const from = { disk, readUnsavedText: (file: string) => (file === path ? spec : undefined) };
    const { site } = await analyzeSite(from, {
      specReader: createSpecs(log),
      analyzesSpecs: true,
      remoteSpecs: {
        listCopies: (urls) => {
          assert.deepEqual([...urls], [url]);
          return new Map(isFetched ? [[path, { url, fetchedAt: 0, isStale: false }]] : []);
        },
      },
      onLoaded: async (site) => {
        assert.deepEqual([...site.specs.keys()], ["spec.json"]);
        isFetched = true;
      },
    });
    assert.deepEqual([...site.specs.keys()].sort(), [path, "spec.json"]);
    assert.deepEqual([...(site.copies?.keys() ?? [])], [path]);
    assert.deepEqual(log.sort(), [`analyze ${path}`, "analyze spec.json"]);
  });
});
