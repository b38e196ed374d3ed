import assert from "node:assert/strict";
import * as fc from "fast-check";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { chooseByMode } from "../../../../test/harness/choose-by-mode.ts";
import { readJson, reparseJson } from "../../core/config/json/json-tree.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import { rules } from "../../core/rules/engine/registry.ts";
import { findSiteProblems } from "../../core/rules/engine/run-rules.ts";
import type { Problem, Rule, Subject } from "../../core/rules/rule.ts";
import { applyConfig } from "../../core/site/navigation/changed-listings.ts";
import { type Site, applyFile } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { ProblemStore } from "./problem-store.ts";

const config = `{
  "name": "Kestrel",
  "colors": { "primary": "#16803c" },
  "logo": "/logo.png",
  "icons": { "library": "lucide" },
  "variables": { "product": "Kestrel" },
  "navigation": { "pages": ["a", "b", "c", { "group": "More", "icon": "star", "pages": ["e"] }] },
  "redirects": [{ "source": "/old", "destination": "/a" }]
}
`;
const files: ReadonlyMap<SitePath, string> = new Map([
  ["docs.json", config],
  ["a.mdx", "---\ntitle: Same\ndescription: Same.\nicon: house\n---\n\n[B](/b) [Old](/old) {{product}}\n"],
  ["b.mdx", "---\ntitle: Same\ndescription: Same.\n---\n\n<Card title='C' href='/c' />\n"],
  ["c.mdx", "---\ntitle: C\n---\n\n# C\n\n[Nowhere](/nowhere)\n"],
  ["d.mdx", "---\ntitle: D\n---\n\n<Unknown />\n"],
  ["e.mdx", "---\ndescription: No title.\n---\n\n[A](/a) [E](/E)\n"],
  ["notes.md", "---\ntitle: Notes\n---\n\n[Nowhere](/nowhere)\n"],
  ["photo.png", ""],
  ["unused.png", ""],
]);
/** If the site contains one of these files, more problems depend on the navigation. */
const otherFiles: readonly (readonly [SitePath, string] | undefined)[] = [
  undefined,
  ["nested/docs.json", config],
  ["more.md", "---\ntitle: More\n---\n"],
];

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
  ["docs.json", '"c"', '"c", "d"'],
  ["docs.json", '"c"', '"missing"'],
  ["docs.json", '"missing"', '"C"'],
  ["docs.json", '"C"', '"c"'],
  ["docs.json", '"b"', '"b.mdx"'],
  ["docs.json", '"e"', '"e", "a"'],
  ["docs.json", '"e"', '"notes"'],
  ["docs.json", '"notes"', '"GET /eggs"'],
  ["docs.json", '"GET /eggs"', '"e"'],
  ["docs.json", '["e"', '[["e"]'],
  ["docs.json", '"More"', '"Even more"'],
  ["docs.json", '"star"', '"/photo.png"'],
  ["docs.json", '"group"', '"root": "d", "group"'],
  ["docs.json", '"More"', '"More", "openapi": "api.json"'],
  ["docs.json", '"pages": ["a"', '"versions": [{ "version": "v1", "pages": ["a"] }], "pages": ["b"'],
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

function getText({ config: { files: sources }, references }: Site, path: SitePath): string {
  return (path === "docs.json" ? sources[0]?.text : references.get(path)?.text) ?? "";
}

function editSite(site: Site, path: SitePath, from: string, to: string): ReturnType<typeof applyFile> {
  const text = getText(site, path).replace(from, to);
  const [source] = site.config.files;
  return path === "docs.json"
    ? applyConfig(site, new Map([[path, source ? reparseJson(source, text) : readJson(path, text)]]))
    : applyFile(site, { kind: "page", path, page: scanPage(path, text) });
}

/** Returns the site without anything that was computed for earlier versions of docs.json. */
function readAgain(site: Site): Site {
  return applyConfig(site, new Map([["docs.json", readJson("docs.json", getText(site, "docs.json"))]])).site;
}

function toShown(problems: readonly Problem[]): readonly string[] {
  return problems
    .map(({ code, severity, at, message, relatedLocations }) =>
      JSON.stringify({ code, severity, at, message, related: relatedLocations }),
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
    const starts = otherFiles.map((other): Site => {
      const all = other ? new Map([...files, other]) : files;
      return { ...siteOf(all, "mintlify", { parsesPages: false }), mentions: new Map() };
    });
    const listFresh = (site: Site) => toShown(findSiteProblems(readAgain(site)));
    for (const start of starts) assert.ok(listFresh(start).length >= 11, "the site has too few problems to be useful");
    const reached = { file: 0, some: 0, site: 0 };
    const variants = [fc.constantFrom(...starts), fc.constantFrom(-1, Infinity)] as const;
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), ...variants, (all, start, patience) => {
        let site = start;
        const store = new ProblemStore({}, () => ["docs.json"], { maxWaitMilliseconds: patience, stepMilliseconds: 0 });
        store.update(site, "site");
        for (const { edit: each, steps, urgentOnly } of all) {
          const siteChange = editSite(site, ...each);
          site = siteChange.site;
          if (each[0] === "docs.json") reached[typeof siteChange.scope === "string" ? siteChange.scope : "some"]++;
          store.update(site, siteChange.scope, each[0]);
          const sweep = store.sweep(urgentOnly);
          for (let i = 0; i < steps && !sweep.next().done; i++);
        }
        for (const _ of store.sweep(false));
        assert.deepEqual(toShown(store.files.flatMap((path) => store.getAllProblems(path))), listFresh(site));
      }),
      { numRuns: chooseByMode(120, 4000) },
    );
    // About 38 edits affect only some files, with a standard deviation of 6. Fewer than ten never occur by chance.
    assert.ok(Math.min(...Object.values(reached)) >= 10, JSON.stringify(reached));
  }).timeout(600_000);

  it("updates related locations in other files when those files change", () => {
    const start = siteOf(files, "mintlify", { parsesPages: false });
    const store = new ProblemStore({}, () => []);
    store.update(start, "site");
    for (const _ of store.sweep(false));
    const { site, scope } = editSite(start, "b.mdx", "---\n", "---\n# A comment moves the title.\n");
    assert.equal(scope, "file");
    store.update(site, scope, "b.mdx");
    for (const _ of store.sweep(false));
    const [problem] = store.getAllProblems("a.mdx").filter(({ code }) => code.endsWith("/duplicate-title"));
    const [related] = problem?.relatedLocations ?? [];
    const { start: from = 0, end = 0 } = related?.at.range ?? {};
    assert.equal(getText(site, "b.mdx").slice(from, end), "Same");
  });

  const pages = Array.from({ length: 300 }, (_, i) => `page-${i}`);
  /** The changes, along with the number of pages on which rules run as a result. */
  const changes: Readonly<Record<string, readonly [from: string, to: string, pages: number]>> = {
    "a color": ["#000", "#0000", 0],
    "a group's label": ["Guides", "Guide", 0],
    "a group's icon": ["book", "boo", 0],
    "a group's description": ["Start here", "Start her", 0],
    "an entry for a page": ['page-7"', 'page-7x"', 1],
    "an entry for a page with the same title as another page": ['page-20"', 'page-20x"', 2],
    "an entry that now refers to another page": ['page-7"', 'page-77"', 2],
    "an entry for a missing page": ["missing", "missin", 0],
    "the navigation that adds an entry": ['"page-7"', '"page-7","hidden"', 1],
    "the navigation that removes an entry": ['"page-7",', "", 1],
    "an entry that refers to an operation": ['page-7"', 'GET /eggs"', 302],
    "a group's children": ['"groups"', '"tabs"', 302],
  };
  for (const [what, [from, to, count]] of Object.entries(changes))
    it(`runs rules on ${count} pages after a change to ${what}`, () => {
      const site = siteOf(
        new Map([
          [
            "docs.json",
            JSON.stringify({
              colors: { primary: "#000" },
              navigation: {
                groups: [
                  {
                    group: "Guides",
                    icon: "book",
                    description: "Start here",
                    pages: [...pages, "missing", "same"],
                  },
                ],
              },
            }),
          ],
          ["hidden.mdx", "---\ntitle: Hidden\n---\n"],
          ["same.mdx", "---\ntitle: page-20\ndescription: page-20\n---\n"],
          ...pages.map(
            (page) => [`${page}.mdx`, `---\ntitle: ${page}\ndescription: ${page}\n---\n\n[Next](/page-0)\n`] as const,
          ),
        ]),
        undefined,
        { parsesPages: false },
      );
      const counter = new RunCounter();
      const store = new ProblemStore({ rules: counter.rules }, () => ["docs.json"]);
      store.update(site, "site");
      for (const _ of store.sweep(false));
      assert.equal(counter.pages.size, 302);
      counter.pages.clear();
      counter.config = 0;
      const siteChange = editSite(site, "docs.json", from, to);
      store.update(siteChange.site, siteChange.scope, "docs.json");
      for (const _ of store.sweep(false));
      assert.equal(counter.pages.size, count);
      assert.ok(counter.config > 40);
      assert.deepEqual(
        toShown(store.files.flatMap((path) => store.getAllProblems(path))),
        toShown(findSiteProblems(siteChange.site)),
      );
    }).timeout(60_000);
});

/** Counts the rules that run on docs.json, and collects the other files on which rules run. */
class RunCounter {
  config = 0;
  readonly pages = new Set<SitePath>();
  readonly rules: readonly Rule[] = rules.map((rule) => ({
    ...rule,
    check: (subject: Subject, site: Site) => {
      if (subject.kind === "config") this.config++;
      else if (subject.kind === "page") this.pages.add(subject.value.outline.path);
      else if (subject.kind === "file" && subject.value !== "docs.json") this.pages.add(subject.value);
      return rule.check(subject, site);
    },
  }));
}
