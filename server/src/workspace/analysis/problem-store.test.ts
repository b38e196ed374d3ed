import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import type { Finding, Rule, SubjectKind } from "../../core/rules/rule.ts";
import { withFile } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { ProblemStore } from "./problem-store.ts";

/** Reports one problem for every file, with the given text, and records the order in which files were checked. */
function talker(kinds: readonly SubjectKind[], word: () => string) {
  const requested: SitePath[] = [];
  const rule: Rule = {
    code: "test/talker",
    on: kinds,
    severity: "warning",
    summary: "",
    why: "",
    messages: { said: "{word}" },
    examples: [],
    *check(subject): Iterable<Finding> {
      const file =
        subject.kind === "config" ? "docs.json" : subject.kind === "page" ? subject.value.outline.path : "";
      requested.push(file);
      if (word() === "fail") throw new Error("oops");
      if (word() !== "")
        yield { message: "said", args: { word: word() }, at: { file, range: { start: 0, end: 1 } } };
    },
  };
  return { rule, asked: requested };
}

const site = siteOf(
  new Map([
    ["docs.json", '{ "navigation": { "pages": ["a", "b"] } }'],
    ["a.mdx", "# A"],
    ["b.mdx", "# B"],
    ["c.mdx", "# C"],
  ]),
);
const finish = (store: ProblemStore, urgentOnly = false) => [...store.sweep(urgentOnly)].length;

describe("ProblemStore", () => {
  it("checks docs.json first, then open files, then the rest", () => {
    const { rule, asked: requested } = talker(["config", "page"], () => "x");
    const store = new ProblemStore({ rules: [rule] }, () => ["c.mdx"]);
    store.update(site, "site");
    finish(store, true);
    assert.deepEqual(requested, ["docs.json", "c.mdx"]);
    assert.ok(store.isStale);
    finish(store);
    assert.deepEqual(requested, ["docs.json", "c.mdx", "a.mdx", "b.mdx"]);
    assert.ok(!store.isStale);
    assert.deepEqual(store.counts, { error: 0, warning: 4, information: 0, hint: 0 });
  });

  it("checks only one file if a change affects nothing else", () => {
    const { rule, asked: requested } = talker(["config", "page"], () => "x");
    const store = new ProblemStore({ rules: [rule] }, () => []);
    store.update(site, "site");
    finish(store);
    requested.length = 0;
    const changed = withFile(site, { kind: "page", path: "a.mdx", page: scanPage("a.mdx", "# A\n\nMore.") });
    assert.equal(changed.reach, "file");
    store.update(changed.site, changed.reach, "a.mdx");
    finish(store);
    assert.deepEqual(requested, ["a.mdx"]);
  });

  it("keeps the last problems until a file is checked again, and checks a prioritized one first", () => {
    let word = "before";
    const { rule, asked: requested } = talker(["page"], () => word);
    const store = new ProblemStore({ rules: [rule] }, () => []);
    store.update(site, "site");
    finish(store);
    word = "after";
    store.update(site, "site");
    const messages = (path: SitePath) => store.lastProblemsIn(path).map(({ message }) => message);
    assert.deepEqual(messages("a.mdx"), ["before"]);
    requested.length = 0;
    store.prioritize("b.mdx");
    assert.ok(store.isStaleIn("b.mdx"));
    finish(store, true);
    assert.ok(!store.isStaleIn("b.mdx"));
    assert.deepEqual(messages("b.mdx"), ["after"]);
    assert.deepEqual(requested, ["b.mdx"]);
    assert.deepEqual(messages("a.mdx"), ["before"]);
    finish(store);
    assert.deepEqual(messages("a.mdx"), ["after"]);
  });

  it("returns only the files that have changed since the last call", () => {
    let word = "x";
    const { rule } = talker(["page"], () => word);
    const store = new ProblemStore({ rules: [rule] }, () => []);
    store.update(site, "site");
    finish(store);
    assert.deepEqual(store.takeChanged().sort(), ["a.mdx", "b.mdx", "c.mdx"]);
    const serial = store.serialOf("a.mdx");
    store.update(site, "site");
    finish(store);
    assert.deepEqual(store.takeChanged(), []);
    assert.equal(store.serialOf("a.mdx"), serial);
    word = "y";
    store.update(site, "file", "b.mdx");
    finish(store);
    assert.deepEqual(store.takeChanged(), ["b.mdx"]);
  });

  it("drops a deleted page", () => {
    const { rule } = talker(["page"], () => "x");
    const store = new ProblemStore({ rules: [rule] }, () => []);
    store.update(site, "site");
    finish(store);
    store.takeChanged();
    store.update(withFile(site, { kind: "page", path: "c.mdx", page: undefined }).site, "site");
    finish(store);
    assert.deepEqual(store.takeChanged(), ["c.mdx"]);
    assert.deepEqual(store.lastProblemsIn("c.mdx"), []);
    assert.deepEqual(store.files.sort(), ["a.mdx", "b.mdx"]);
  });

  it("loses only the problems of a rule that fails, and reports it", () => {
    const good = talker(["page"], () => "x");
    const bad = talker(["page"], () => "fail");
    const failed: string[] = [];
    const store = new ProblemStore(
      { rules: [{ ...bad.rule, code: "test/bad" }, good.rule], onRuleFailed: (code) => failed.push(code) },
      () => [],
    );
    store.update(site, "site");
    finish(store);
    assert.equal(store.counts.warning, 3);
    assert.deepEqual(new Set(failed), new Set(["test/bad"]));
  });
});
