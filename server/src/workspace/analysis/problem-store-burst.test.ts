import assert from "node:assert/strict";
import * as fc from "fast-check";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { readJson } from "../../core/config/json/json-tree.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import { findSiteProblems } from "../../core/rules/engine/run-rules.ts";
import type { Finding, Problem, Rule, Subject } from "../../core/rules/rule.ts";
import { type Site, applyFile } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type SchedulerTiming, ProblemStore } from "./problem-store.ts";

/**
 * Three rules that report every `bad` in docs.json and on pages. If there are several rules, checking a subject takes
 * several steps.
 */
const rules: readonly Rule[] = ["test/a", "test/b", "test/c"].map((code) => ({
  code,
  subjectKinds: ["config", "page"],
  severity: "warning",
  summary: "",
  why: "",
  howToFix: "",
  whenToTurnOff: "",
  messages: { said: "{pages}" },
  examples: [],
  *check(subject: Subject, site: Site): Iterable<Finding> {
    const file = subject.kind === "page" ? subject.value.outline.path : "docs.json";
    // Like the messages of rules about links, the messages also depend on other pages.
    const pages = [...site.pages.values()].map(({ headings }) => headings.length).join();
    for (const { index } of getText(site, file).matchAll(/bad/g))
      yield { message: "said", args: { pages }, at: { file, range: { start: index, end: index + 3 } } };
  },
}));
const paths = ["docs.json", "a.mdx", "b.mdx", "c.mdx"] as const;

/** Used instead of text to delete a file. */
const gone = "gone";

function getText(site: Site, path: SitePath): string {
  if (path === "docs.json") return site.config.files[0]?.text ?? "";
  return site.references.get(path)?.text ?? "";
}

function toShown({ code, at, message }: Problem): unknown {
  return { code, at, message };
}

/** Types into a file. If the file doesn't exist, creates it. Typing `gone` into a page deletes the page. */
function typeText(site: Site, path: SitePath, at: number, put: string): ReturnType<typeof applyFile> {
  if (put === gone && path !== "docs.json") {
    const { site: remainingSite } = applyFile(site, { kind: "page", path, page: undefined });
    const files = new Set([...remainingSite.files].filter((file) => file !== path));
    return { site: { ...remainingSite, files }, scope: "site" };
  }
  const before = getText(site, path);
  const place = at % (before.length + 1);
  const text = before.slice(0, place) + put + before.slice(place + (put === "" ? 2 : 0));
  return path === "docs.json"
    ? applyFile(site, { kind: "config", sources: new Map([[path, readJson(path, text)]]) })
    : applyFile(site, { kind: "page", path, page: scanPage(path, text) });
}

function createSite(): Site {
  return siteOf(
    new Map([
      ["docs.json", '{ "navigation": { "pages": ["a", "b"] }, "name": "bad bad" }'],
      ["a.mdx", "# A\n\nbad text, bad"],
      ["b.mdx", "# bad"],
      ["c.mdx", "good"],
    ]),
  );
}

interface Key {
  readonly path: SitePath;
  readonly at: number;
  readonly put: string;
  /** The number of sweep steps until the next keystroke. */
  readonly steps: number;
  readonly urgentOnly: boolean;
}
const key: fc.Arbitrary<Key> = fc.record({
  path: fc.constantFrom(...paths),
  at: fc.nat(60),
  put: fc.constantFrom("", "x", "bad", "\n", "\n# bad\n", "b", gone),
  steps: fc.nat(9),
  urgentOnly: fc.boolean(),
});
/** Two extremes: either every task that is affected by a change is restarted, or every task runs to completion. */
const paces = fc.constantFrom(
  { maxWaitMilliseconds: Infinity, stepMilliseconds: 0 },
  { maxWaitMilliseconds: -1, stepMilliseconds: 0 },
);

describe("ProblemStore during fast typing", () => {
  it("never shows a misplaced problem, and matches a new check once it's idle", () => {
    const check = (keys: readonly Key[], pace: SchedulerTiming) => {
      let site = createSite();
      const store = new ProblemStore({ rules }, () => ["docs.json", "a.mdx"], pace);
      const problemsByPath = new Map<SitePath, unknown>();
      const show = () => {
        for (const path of store.takeChangedFiles()) {
          const problems = store.getLastProblems(path);
          for (const { at } of problems)
            assert.equal(getText(site, path).slice(at.range.start, at.range.end), "bad", path);
          problemsByPath.set(path, problems.map(toShown));
        }
      };
      store.update(site, "site");
      for (const { path, at, put, steps, urgentOnly } of keys) {
        const siteChange = typeText(site, path, at, put);
        site = siteChange.site;
        store.update(site, siteChange.scope, path);
        const sweep = store.sweep(urgentOnly);
        for (let i = 0; i < steps && !sweep.next().done; i++) show();
      }
      for (const _ of store.sweep(true));
      assert.ok(!store.hasStaleProblems("docs.json") && !store.hasStaleProblems("a.mdx"));
      for (const _ of store.sweep(false));
      assert.ok(!store.isStale);
      show();
      const fresh = new Map<SitePath, unknown[]>();
      for (const problem of findSiteProblems(site, { rules }))
        fresh.set(problem.at.file, [...(fresh.get(problem.at.file) ?? []), problem]);
      for (const path of paths) {
        assert.deepEqual(new Set(store.getLastProblems(path)), new Set(fresh.get(path)), path);
        assert.deepEqual(problemsByPath.get(path) ?? [], store.getLastProblems(path).map(toShown), path);
        assert.equal(store.getLastProblems(path).length, fresh.get(path)?.length ?? 0);
      }
    };
    fc.assert(fc.property(fc.array(key, { maxLength: 25 }), paces, check), { numRuns: 150 });
  });

  it("shows problems after the maximum delay, even if typing continues", () => {
    const isShownWith = (patience: number): boolean => {
      let site = createSite();
      const store = new ProblemStore({ rules }, () => ["docs.json"], {
        maxWaitMilliseconds: patience,
        stepMilliseconds: 0,
      });
      store.update(site, "site");
      let isShown = false;
      for (let i = 0; i < 50; i++) {
        const siteChange = typeText(site, "docs.json", 1, " ");
        site = siteChange.site;
        store.update(site, siteChange.scope, "docs.json");
        // Two steps run between two keystrokes: the check of docs.json as a file, and one of three rules.
        const sweep = store.sweep(true);
        sweep.next();
        sweep.next();
        isShown ||= store.takeChangedFiles().includes("docs.json") && store.getLastProblems("docs.json").length === 6;
      }
      return isShown;
    };
    assert.equal(isShownWith(-1), true);
    assert.equal(isShownWith(Infinity), false);
  });

  it("continues the current check if a change doesn't affect it", () => {
    const site = createSite();
    const checkedPaths: string[] = [];
    const noted = rules.map((rule) => ({
      ...rule,
      check: (subject: Subject, of: Site) => {
        if (subject.kind === "config") checkedPaths.push(rule.code);
        return rule.check(subject, of);
      },
    }));
    const store = new ProblemStore({ rules: noted }, () => ["a.mdx"], {
      maxWaitMilliseconds: Infinity,
      stepMilliseconds: 0,
    });
    store.update(site, "site");
    store.sweep(true).next();
    let now = site;
    for (let i = 0; i < 3; i++) {
      const siteChange = typeText(now, "a.mdx", 5 + i, "x");
      assert.equal(siteChange.scope, "file");
      now = siteChange.site;
      store.update(now, siteChange.scope, "a.mdx");
    }
    for (const _ of store.sweep(true));
    assert.deepEqual(checkedPaths, ["test/a", "test/b", "test/c"]);
  });
});
