import assert from "node:assert/strict";
import * as fc from "fast-check";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { thorough } from "../../../../test/harness/thorough.ts";
import { readJson } from "../../core/config/json/json-tree.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import { rules } from "../../core/rules/engine/registry.ts";
import { problemsOfSite } from "../../core/rules/engine/run-rules.ts";
import type { Problem, Rule, Subject } from "../../core/rules/rule.ts";
import { type Site, withFile } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { ProblemStore } from "./problem-store.ts";

const config = `{
  "name": "Kestrel",
  "colors": { "primary": "#16803c" },
  "logo": "/logo.png",
  "icons": { "library": "lucide" },
  "variables": { "product": "Kestrel" },
  "navigation": { "pages": ["a", "b", "c"] },
  "redirects": [{ "source": "/old", "destination": "/a" }]
}
`;
const files: ReadonlyMap<SitePath, string> = new Map([
  ["docs.json", config],
  ["a.mdx", "---\ntitle: Same\ndescription: Same.\nicon: house\n---\n\n[B](/b) [Old](/old) {{product}}\n"],
  ["b.mdx", "---\ntitle: Same\ndescription: Same.\n---\n\n<Card title='C' href='/c' />\n"],
  ["c.mdx", "---\ntitle: C\n---\n\n# C\n\n[Nowhere](/nowhere)\n"],
  ["d.mdx", "---\ntitle: D\n---\n\n<Unknown />\n"],
  ["nested/docs.json", config],
  ["photo.png", ""],
  ["unused.png", ""],
]);

/**
 * Replacements in docs.json and on pages. They change settings that other files depend on, change other settings, and
 * cause errors.
 */
const edits: readonly (readonly [path: SitePath, from: string, to: string])[] = [
  ["docs.json", "#16803c", "#000"],
  ["docs.json", "#000", "photo.png"],
  ["docs.json", "photo.png", "#16803c"],
  ["docs.json", "Kestrel", "A much longer name"],
  ["docs.json", "/logo.png", "/photo.png"],
  ["docs.json", '"logo"', '"unknown": 1, "logo"'],
  ["docs.json", "lucide", "tabler"],
  ["docs.json", "product", "other"],
  ["docs.json", '"a", ', ""],
  ["docs.json", '"c"]', '"c", "d"]'],
  ["docs.json", '"c"', '"missing"'],
  ["docs.json", "/old", "/b"],
  ["docs.json", "/b", "/old"],
  ["docs.json", '"name": "', '"name": '],
  ["docs.json", '"name": K', '"name": "K'],
  ["docs.json", '"name"', '"redirects": [], "name"'],
  ["docs.json", "{", "\n\n{"],
  ["a.mdx", "Same", "Other"],
  ["a.mdx", "---\ntitle", "---\n# A comment moves the title.\ntitle"],
  ["a.mdx", "[B]", "[B](/b) and [B]"],
  ["b.mdx", "---\ntitle", "---\n# A comment moves the title.\ntitle"],
  ["b.mdx", "title: Same", "boost: 1\ntitle: Same"],
  ["c.mdx", "# C", "# C\n\n## More"],
  ["d.mdx", "<Unknown />", "<Unknown /> <Other />"],
];

function textOf({ config: { files: sources }, references }: Site, path: SitePath): string {
  return (path === "docs.json" ? sources[0]?.text : references.get(path)?.text) ?? "";
}

function edited(site: Site, path: SitePath, from: string, to: string): ReturnType<typeof withFile> {
  const text = textOf(site, path).replace(from, to);
  return path === "docs.json"
    ? withFile(site, { kind: "config", sources: new Map([[path, readJson(path, text)]]) })
    : withFile(site, { kind: "page", path, page: scanPage(path, text) });
}

function asShown(problems: readonly Problem[]): readonly string[] {
  return problems
    .map(({ code, severity, at, message, related }) =>
      JSON.stringify({ code, severity, at, message, related }),
    )
    .sort();
}

const edit = fc.record({
  edit: fc.constantFrom(...edits),
  /** The number of steps until the next edit. */
  steps: fc.nat(400),
  urgentOnly: fc.boolean(),
});

describe("ProblemStore while docs.json changes", () => {
  it("has the same problems as a new check, regardless of the edits", () => {
    const start: Site = { ...siteOf(files, "mintlify", { parsesPages: false }), mentions: new Map() };
    const fresh = (site: Site) => asShown(problemsOfSite(site));
    assert.ok(fresh(start).length >= 11, "the site has too few problems to be useful");
    let reached = { file: 0, site: 0 };
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), fc.constantFrom(-1, Infinity), (all, patience) => {
        let site = start;
        const store = new ProblemStore({}, () => ["docs.json"], { patience, step: 0 });
        store.update(site, "site");
        for (const { edit: each, steps, urgentOnly } of all) {
          const changed = edited(site, ...each);
          site = changed.site;
          if (each[0] === "docs.json") reached = { ...reached, [changed.reach]: reached[changed.reach] + 1 };
          store.update(site, changed.reach, each[0]);
          const sweep = store.sweep(urgentOnly);
          for (let i = 0; i < steps && !sweep.next().done; i++);
        }
        for (const _ of store.sweep(false));
        assert.deepEqual(asShown(store.files.flatMap((path) => store.everyProblemIn(path))), fresh(site));
      }),
      { numRuns: thorough(60, 2000) },
    );
    assert.ok(reached.file > 20 && reached.site > 20, JSON.stringify(reached));
  }).timeout(600_000);

  it("updates related locations in other files when those files change", () => {
    const start = siteOf(files, "mintlify", { parsesPages: false });
    const store = new ProblemStore({}, () => []);
    store.update(start, "site");
    for (const _ of store.sweep(false));
    const { site, reach } = edited(start, "b.mdx", "---\n", "---\n# A comment moves the title.\n");
    assert.equal(reach, "file");
    store.update(site, reach, "b.mdx");
    for (const _ of store.sweep(false));
    const [problem] = store.everyProblemIn("a.mdx").filter(({ code }) => code.endsWith("/duplicate-title"));
    const [related] = problem?.related ?? [];
    const { start: from = 0, end = 0 } = related?.at.range ?? {};
    assert.equal(textOf(site, "b.mdx").slice(from, end), "Same");
  });

  it("doesn't run rules on pages after a change that affects only docs.json", () => {
    const pages = Array.from({ length: 300 }, (_, i) => `page-${i}`);
    const site = siteOf(
      new Map([
        ["docs.json", JSON.stringify({ colors: { primary: "#000" }, navigation: { pages } })],
        ...pages.map((page) => [`${page}.mdx`, `---\ntitle: ${page}\n---\n\n[Next](/page-0)\n`] as const),
      ]),
      undefined,
      { parsesPages: false },
    );
    const runs = { config: 0, page: 0, spec: 0, script: 0, file: 0, settings: 0 };
    const counted: Rule[] = rules.map((rule) => ({
      ...rule,
      check: (subject: Subject, of: Site) => {
        runs[subject.kind]++;
        return rule.check(subject, of);
      },
    }));
    const store = new ProblemStore({ rules: counted }, () => ["docs.json"]);
    store.update(site, "site");
    for (const _ of store.sweep(false));
    assert.ok(runs.page > pages.length * 40, `${runs.page} runs on pages`);
    const filesRuns = runs.file / (pages.length + 1);
    for (const kind of Object.keys(runs) as (keyof typeof runs)[]) runs[kind] = 0;
    const color = edited(site, "docs.json", "#000", "#0000");
    store.update(color.site, color.reach, "docs.json");
    for (const _ of store.sweep(false));
    assert.equal(runs.page, 0);
    assert.equal(runs.file, filesRuns, "file rules ran on more than docs.json");
    assert.ok(runs.config > 40);
  }).timeout(60_000);
});
