import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { type ReadSpecification, readWholeSpec } from "../../core/spec/read-spec.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import { type AnalysisRequest, analyzeSpecification } from "../../core/spec/validity/analyze-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { memoryDisk } from "../files/disk.ts";
import { readFile, readFileText, type SiteFiles } from "../files/site-files.ts";
import { MdxReader } from "../mdx/mdx-validator.ts";
import type { SpecAnalyzer } from "../specs/spec-analysis.ts";
import { SiteState } from "./site-state.ts";

const docs = `{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }`;
const spec = (summary: string) => `openapi: 3.1.0\npaths:\n  /a: { get: { summary: ${summary} } }\n`;
const usedSpec = () =>
  new Map([
    ["docs.json", docs],
    ["api.yaml", spec("one")],
  ]);

/**
 * Reads and analyzes specifications in this thread. `turn` determines when a result arrives. The same text results in
 * the same outline object unless the text is analyzed while it's being read.
 */
class Specs implements SpecAnalyzer {
  readonly analyzed: { readonly path: SitePath; readonly request: AnalysisRequest }[] = [];
  readonly read: SpecAnalyzer["read"];
  readonly analyze: SpecAnalyzer["analyze"];
  turn: (path: SitePath) => Promise<void> = () => Promise.resolve();
  fails = false;

  constructor() {
    const known = new WeakMap<SpecOutline, ReadSpecification>();
    const remembered = new Map<string, ReadSpecification | undefined>();
    this.read = async (from, path, request) => {
      const textAt = (file: SitePath) => readFileText(readFile(from, file));
      const text = textAt(path);
      await this.turn(path);
      const same = request || text === undefined || text.includes("$ref") ? undefined : remembered.get(text);
      const read = text === undefined ? undefined : (same ?? readWholeSpec(path, text, textAt));
      if (!read) return undefined;
      remembered.set(text ?? "", read);
      known.set(read.outline, read);
      return { outline: read.outline, analysis: request && this.#analysisOf(read, request) };
    };
    this.analyze = async (_from, outline, request) => {
      await this.turn(outline.path);
      const read = this.fails ? undefined : known.get(outline);
      return read && this.#analysisOf(read, request);
    };
  }

  #analysisOf({ files, outline }: ReadSpecification, request: AnalysisRequest) {
    this.analyzed.push({ path: outline.path, request });
    return { of: outline, ...runSteps(analyzeSpecification(files, outline, request)) };
  }
}

describe("a live site's specifications", () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  async function live(files: Map<SitePath, string>, specs: Specs) {
    const seen: boolean[] = [];
    // The site has no pages, so no worker is needed.
    const syntax = new MdxReader({ threads: 0, worker: "" });
    const readSpecs = async (from: SiteFiles, paths: readonly SitePath[]) => {
      const read = await Promise.all(paths.map((path) => specs.read(from, path)));
      return read.flatMap((one) => one?.outline ?? []);
    };
    const site: SiteState = new SiteState({
      from: { disk: memoryDisk("/site", files) },
      readSpecs,
      specs,
      syntax,
      rules: {},
      onChanged: ({ current }) => {
        const now = current?.site;
        if (now) seen.push(now.specs.size > 0 && now.analyses.size === now.specs.size);
      },
      onProgress: () => undefined,
      onScanning: () => undefined,
      onFailed: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });
    ends.push(
      () => site.end(),
      () => void syntax.end(),
    );
    await site.scan();
    site.runIdleTasks();
    await site.whenCurrent();
    return { site, seen, now: () => site.current?.site };
  }

  it("are analyzed while the site uses them", async () => {
    const specs = new Specs();
    const files = new Map([
      ["docs.json", docs],
      ["api.yaml", spec("one")],
      ["other.yaml", spec("two")],
    ]);
    const { now } = await live(files, specs);
    assert.deepEqual([...(now()?.analyses.keys() ?? [])], ["api.yaml"]);
    assert.deepEqual(
      specs.analyzed.map(({ path, request }) => `${path} ${String(request.validity)}`),
      ["api.yaml true"],
    );
    assert.equal(now()?.analyses.get("api.yaml")?.of, now()?.specs.get("api.yaml"));
  });

  it("are updated together with their analysis after an edit, so no results disappear temporarily", async () => {
    const files = usedSpec();
    const { site, seen, now } = await live(files, new Specs());
    seen.length = 0;
    files.set("api.yaml", spec("two"));
    site.change("api.yaml");
    await site.whenCurrent();
    assert.equal(now()?.specs.get("api.yaml")?.operations[0]?.summary, "two");
    assert.ok(seen.length > 0 && seen.every(Boolean), "an outline appeared without its analysis");
  });

  it("are reread when an included file is changed, added, or removed", async () => {
    const files = new Map([
      ["docs.json", docs],
      ["api.yaml", "openapi: 3.1.0\npaths:\n  /a: { $ref: parts/a.yaml }\n"],
    ]);
    const { site, now } = await live(files, new Specs());
    const methods = async (text: string | undefined) => {
      if (text === undefined) files.delete("parts/a.yaml");
      else files.set("parts/a.yaml", text);
      site.change("parts/a.yaml");
      await site.whenCurrent();
      return now()
        ?.specs.get("api.yaml")
        ?.operations.map(({ method }) => method);
    };
    assert.deepEqual(await methods("get: {}"), ["GET"]);
    assert.deepEqual(await methods("put: {}"), ["PUT"]);
    assert.deepEqual(await methods(undefined), []);
  });

  it("are reread if they're edited during a read, and the older result is discarded", async () => {
    const specs = new Specs();
    const files = usedSpec();
    const { site, now } = await live(files, specs);
    const reported: (string | undefined)[] = [];
    specs.turn = () => pause(30);
    for (const summary of ["two", "three", "four"]) {
      files.set("api.yaml", spec(summary));
      site.change("api.yaml");
      await pause(10);
      reported.push(now()?.specs.get("api.yaml")?.operations[0]?.summary);
    }
    await site.whenCurrent();
    assert.equal(now()?.specs.get("api.yaml")?.operations[0]?.summary, "four");
    assert.ok(!reported.includes("two") && !reported.includes("three"), reported.join());
    assert.equal(now()?.analyses.get("api.yaml")?.of, now()?.specs.get("api.yaml"));
  });

  it("have the same analyses as after a full load, and only while the site uses them", async () => {
    const specs = new Specs();
    const files = usedSpec();
    const { site, now } = await live(files, specs);
    const analyzed = async (path: SitePath, text: string) => {
      files.set(path, text);
      site.change(path);
      await settle(site);
      const { specs: outlines, analyses } = now() ?? {};
      return analyses?.has("api.yaml") && analyses.get("api.yaml")?.of === outlines?.get("api.yaml");
    };
    assert.equal(await analyzed("docs.json", "{ broken"), false);
    assert.equal(await analyzed("api.yaml", spec("two")), false);
    await site.scan();
    assert.equal(now()?.analyses.size, 0);
    assert.equal(await analyzed("docs.json", docs), true);
    const { length } = specs.analyzed;
    assert.equal(await analyzed("docs.json", "{ broken"), false);
    assert.equal(await analyzed("docs.json", docs), true);
    assert.equal(specs.analyzed.length, length, "an outline was analyzed again");
  });

  it("are analyzed again if a scan finds their previous text", async () => {
    const specs = new Specs();
    const files = usedSpec();
    const { site, now } = await live(files, specs);
    for (const summary of ["two", "one"]) {
      files.set("api.yaml", spec(summary));
      await site.scan();
      await settle(site);
      assert.equal(now()?.analyses.get("api.yaml")?.of, now()?.specs.get("api.yaml"), summary);
    }
  });

  it("are analyzed again if they reappear after a failed analysis", async () => {
    const specs = new Specs();
    const files = usedSpec();
    specs.fails = true;
    const { site, now } = await live(files, specs);
    assert.equal(now()?.analyses.size, 0);
    specs.fails = false;
    for (const text of ["", spec("one")]) {
      files.set("api.yaml", text);
      site.change("api.yaml");
      await settle(site);
    }
    assert.equal(now()?.analyses.get("api.yaml")?.of, now()?.specs.get("api.yaml"));
  });

  it("are discarded if they're removed during a read", async () => {
    const specs = new Specs();
    const files = usedSpec();
    const { site, now } = await live(files, specs);
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
      files.set("api.yaml", spec("one"));
      files.delete(".mintignore");
      await site.scan();
      await settle(site);
      assert.equal(now()?.specs.size, 1, how);
      const goOn = holdRead(specs, files, site);
      leave();
      await site.scan();
      goOn();
      await settle(site);
      assert.deepEqual([...(now()?.specs.keys() ?? [])], [], how);
    }
  });

  it("aren't replaced by older text if a scan has just read them", async () => {
    const specs = new Specs();
    const files = usedSpec();
    const { site, now } = await live(files, specs);
    const goOn = holdRead(specs, files, site);
    files.set("api.yaml", spec("three"));
    await site.scan();
    goOn();
    await settle(site);
    assert.equal(now()?.specs.get("api.yaml")?.operations[0]?.summary, "three");
  });
});

async function settle(site: SiteState): Promise<void> {
  await site.whenCurrent();
  site.runIdleTasks();
  await site.whenCurrent();
}

/**
 * Changes the specification's text. The new text isn't read until the returned function is called. Later reads aren't
 * delayed.
 */
function holdRead(specs: Specs, files: Map<SitePath, string>, site: SiteState): () => void {
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  specs.turn = () => held;
  files.set("api.yaml", spec("two"));
  site.change("api.yaml");
  specs.turn = () => Promise.resolve();
  return goOn;
}
