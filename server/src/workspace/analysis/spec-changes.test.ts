import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { type LoadedSpecification, readWholeSpec } from "../../core/spec/read-spec.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import { type AnalysisRequest, analyzeSpecification } from "../../core/spec/validity/analyze-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { readFile, getFileText, type SiteFiles } from "../files/site-files.ts";
import { MdxReader } from "../mdx/mdx-validator.ts";
import type { SpecAnalyzer } from "../specs/spec-analysis.ts";
import { SiteState } from "./site-state.ts";

const docs = `{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }`;
const createSpec = (summary: string) => `openapi: 3.1.0\npaths:\n  /a: { get: { summary: ${summary} } }\n`;
const createFiles = () =>
  new Map([
    ["docs.json", docs],
    ["api.yaml", createSpec("one")],
  ]);

/**
 * Reads and analyzes specifications in this thread. `turn` determines when a result arrives. The same text results in
 * the same outline object unless the text is analyzed while it's being read.
 */
class Specs implements SpecAnalyzer {
  readonly analyzed: { readonly path: SitePath; readonly request: AnalysisRequest }[] = [];
  readonly read: SpecAnalyzer["read"];
  readonly analyze: SpecAnalyzer["analyze"];
  takeTurn: (path: SitePath) => Promise<void> = () => Promise.resolve();
  fails = false;

  constructor() {
    const knownCache = new WeakMap<SpecOutline, LoadedSpecification>();
    const remembered = new Map<string, LoadedSpecification | undefined>();
    this.read = async (siteFiles, path, request) => {
      const getText = (file: SitePath) => getFileText(readFile(siteFiles, file));
      const text = getText(path);
      await this.takeTurn(path);
      const same = request || text === undefined || text.includes("$ref") ? undefined : remembered.get(text);
      const specification = text === undefined ? undefined : (same ?? readWholeSpec(path, text, getText));
      if (!specification) return undefined;
      remembered.set(text ?? "", specification);
      knownCache.set(specification.outline, specification);
      return { outline: specification.outline, analysis: request && this.#analyze(specification, request) };
    };
    this.analyze = async (_from, outline, request) => {
      await this.takeTurn(outline.path);
      const specification = this.fails ? undefined : knownCache.get(outline);
      return specification && this.#analyze(specification, request);
    };
  }

  #analyze({ files, outline }: LoadedSpecification, request: AnalysisRequest) {
    this.analyzed.push({ path: outline.path, request });
    return { outline, ...runSteps(analyzeSpecification(files, outline, request)) };
  }
}

describe("a live site's specifications", () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  async function createLive(files: Map<SitePath, string>, specs: Specs) {
    const results: boolean[] = [];
    // The site has no pages, so no worker is needed.
    const syntax = new MdxReader({ threadCount: 0, worker: "" });
    const readSpecs = async (siteFiles: SiteFiles, paths: readonly SitePath[]) => {
      const specResults = await Promise.all(paths.map((path) => specs.read(siteFiles, path)));
      return specResults.flatMap((one) => one?.outline ?? []);
    };
    const site: SiteState = new SiteState({
      files: { disk: createMemoryDisk("/site", files) },
      readSpecs,
      specAnalyzer: specs,
      mdxReader: syntax,
      rules: {},
      onChanged: ({ current }) => {
        const now = current?.site;
        if (now) results.push(now.specs.size > 0 && now.analyses.size === now.specs.size);
      },
      onProgress: () => undefined,
      onScanChanged: () => undefined,
      onFailed: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });
    ends.push(
      () => site.end(),
      () => void syntax.end(),
    );
    await site.scan();
    site.runIdleTasks();
    await site.waitUntilCurrent();
    return { site, seen: results, getSite: () => site.current?.site };
  }

  it("are analyzed while the site uses them", async () => {
    const specs = new Specs();
    const files = new Map([
      ["docs.json", docs],
      ["api.yaml", createSpec("one")],
      ["other.yaml", createSpec("two")],
    ]);
    const { getSite } = await createLive(files, specs);
    assert.deepEqual([...(getSite()?.analyses.keys() ?? [])], ["api.yaml"]);
    assert.deepEqual(
      specs.analyzed.map(({ path, request }) => `${path} ${String(request.checksValidity)}`),
      ["api.yaml true"],
    );
    assert.equal(getSite()?.analyses.get("api.yaml")?.outline, getSite()?.specs.get("api.yaml"));
  });

  it("are updated together with their analysis after an edit, so no results disappear temporarily", async () => {
    const files = createFiles();
    const { site, seen, getSite } = await createLive(files, new Specs());
    seen.length = 0;
    files.set("api.yaml", createSpec("two"));
    site.change("api.yaml");
    await site.waitUntilCurrent();
    assert.equal(getSite()?.specs.get("api.yaml")?.operations[0]?.summary, "two");
    assert.ok(seen.length > 0 && seen.every(Boolean), "an outline appeared without its analysis");
  });

  it("are reread when an included file is changed, added, or removed", async () => {
    const files = new Map([
      ["docs.json", docs],
      ["api.yaml", "openapi: 3.1.0\npaths:\n  /a: { $ref: parts/a.yaml }\n"],
    ]);
    const { site, getSite } = await createLive(files, new Specs());
    const listMethods = async (text: string | undefined) => {
      if (text === undefined) files.delete("parts/a.yaml");
      else files.set("parts/a.yaml", text);
      site.change("parts/a.yaml");
      await site.waitUntilCurrent();
      return getSite()
        ?.specs.get("api.yaml")
        ?.operations.map(({ method }) => method);
    };
    assert.deepEqual(await listMethods("get: {}"), ["GET"]);
    assert.deepEqual(await listMethods("put: {}"), ["PUT"]);
    assert.deepEqual(await listMethods(undefined), []);
  });

  it("are reread if they're edited during a read, and the older result is discarded", async () => {
    const specs = new Specs();
    const files = createFiles();
    const { site, getSite } = await createLive(files, specs);
    const reported: (string | undefined)[] = [];
    specs.takeTurn = () => pause(30);
    for (const summary of ["two", "three", "four"]) {
      files.set("api.yaml", createSpec(summary));
      site.change("api.yaml");
      await pause(10);
      reported.push(getSite()?.specs.get("api.yaml")?.operations[0]?.summary);
    }
    await site.waitUntilCurrent();
    assert.equal(getSite()?.specs.get("api.yaml")?.operations[0]?.summary, "four");
    assert.ok(!reported.includes("two") && !reported.includes("three"), reported.join());
    assert.equal(getSite()?.analyses.get("api.yaml")?.outline, getSite()?.specs.get("api.yaml"));
  });

  it("have the same analyses as after a full load, and only while the site uses them", async () => {
    const specs = new Specs();
    const files = createFiles();
    const { site, getSite } = await createLive(files, specs);
    const isAnalyzed = async (path: SitePath, text: string) => {
      files.set(path, text);
      site.change(path);
      await settle(site);
      const { specs: outlines, analyses } = getSite() ?? {};
      return analyses?.has("api.yaml") && analyses.get("api.yaml")?.outline === outlines?.get("api.yaml");
    };
    assert.equal(await isAnalyzed("docs.json", "{ broken"), false);
    assert.equal(await isAnalyzed("api.yaml", createSpec("two")), false);
    await site.scan();
    assert.equal(getSite()?.analyses.size, 0);
    assert.equal(await isAnalyzed("docs.json", docs), true);
    const { length } = specs.analyzed;
    assert.equal(await isAnalyzed("docs.json", "{ broken"), false);
    assert.equal(await isAnalyzed("docs.json", docs), true);
    assert.equal(specs.analyzed.length, length, "an outline was analyzed again");
  });

  it("are analyzed again if a scan finds their previous text", async () => {
    const specs = new Specs();
    const files = createFiles();
    const { site, getSite } = await createLive(files, specs);
    for (const summary of ["two", "one"]) {
      files.set("api.yaml", createSpec(summary));
      await site.scan();
      await settle(site);
      assert.equal(getSite()?.analyses.get("api.yaml")?.outline, getSite()?.specs.get("api.yaml"), summary);
    }
  });

  it("are analyzed again if they reappear after a failed analysis", async () => {
    const specs = new Specs();
    const files = createFiles();
    specs.fails = true;
    const { site, getSite } = await createLive(files, specs);
    assert.equal(getSite()?.analyses.size, 0);
    specs.fails = false;
    for (const text of ["", createSpec("one")]) {
      files.set("api.yaml", text);
      site.change("api.yaml");
      await settle(site);
    }
    assert.equal(getSite()?.analyses.get("api.yaml")?.outline, getSite()?.specs.get("api.yaml"));
  });

  it("are discarded if they're removed during a read", async () => {
    const specs = new Specs();
    const files = createFiles();
    const { site, getSite } = await createLive(files, specs);
    const leaves: Record<string, () => void> = {
      "is deleted": () => {
        files.delete("api.yaml");
        site.change("api.yaml");
      },
      "is ignored": () => {
        files.set(".mintignore", "api.yaml\n");
        site.change(".mintignore");
      },
      "is deleted with many others": () => {
        files.delete("api.yaml");
        void site.scan();
      },
      "is part of docs.json": () => {
        files.set("docs.json", `{ "navigation": { "$ref": "api.yaml" } }`);
        site.change("docs.json");
      },
    };
    for (const [how, leave] of Object.entries(leaves)) {
      files.set("docs.json", docs);
      files.set("api.yaml", createSpec("one"));
      files.delete(".mintignore");
      await site.scan();
      await settle(site);
      assert.equal(getSite()?.specs.size, 1, how);
      const resume = holdRead(specs, files, site);
      leave();
      await site.scan();
      resume();
      await settle(site);
      assert.deepEqual([...(getSite()?.specs.keys() ?? [])], [], how);
    }
  });

  it("aren't replaced by older text if a scan has just read them", async () => {
    const specs = new Specs();
    const files = createFiles();
    const { site, getSite } = await createLive(files, specs);
    const resume = holdRead(specs, files, site);
    files.set("api.yaml", createSpec("three"));
    await site.scan();
    resume();
    await settle(site);
    assert.equal(getSite()?.specs.get("api.yaml")?.operations[0]?.summary, "three");
  });
});

async function settle(site: SiteState): Promise<void> {
  await site.waitUntilCurrent();
  site.runIdleTasks();
  await site.waitUntilCurrent();
}

/**
 * Changes the specification's text. The new text isn't read until the returned function is called. Later reads aren't
 * delayed.
 */
function holdRead(specs: Specs, files: Map<SitePath, string>, site: SiteState): () => void {
  let resume = (): void => undefined;
  const held = new Promise<void>((resolve) => (resume = resolve));
  specs.takeTurn = () => held;
  files.set("api.yaml", createSpec("two"));
  site.change("api.yaml");
  specs.takeTurn = () => Promise.resolve();
  return resume;
}
