import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import type { Finding, Rule, SubjectKind } from "../../core/rules/rule.ts";
import { translationGap } from "../../core/rules/mdx/translation-gap.ts";
import { type Site, applyFile } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { ProblemStore } from "./problem-store.ts";

/** Returns a rule that reports a problem on every page whose text isn't "good". */
function createTalker(kinds: readonly SubjectKind[], getWord: () => string) {
  const checkedPaths: SitePath[] = [];
  const rule: Rule = {
    code: "test/talker",
    subjectKinds: kinds,
    severity: "warning",
    summary: "",
    why: "",
    howToFix: "",
    whenToTurnOff: "",
    messages: { said: "{word}" },
    examples: [],
    *check(subject): Iterable<Finding> {
      const file = subject.kind === "config" ? "docs.json" : subject.kind === "page" ? subject.value.outline.path : "";
      checkedPaths.push(file);
      if (getWord() === "fail") throw new Error("oops");
      if (getWord() !== "")
        yield { message: "said", args: { word: getWord() }, at: { file, range: { start: 0, end: 1 } } };
    },
  };
  return { rule, asked: checkedPaths };
}

const site = siteOf(
  new Map([
    ["docs.json", '{ "navigation": { "pages": ["a", "b"] } }'],
    ["a.mdx", "# A"],
    ["b.mdx", "# B"],
    ["c.mdx", "# C"],
  ]),
);
const finish = (store: ProblemStore, isUrgentOnly = false) => [...store.sweep(isUrgentOnly)].length;

describe("ProblemStore", () => {
  it("checks docs.json first, then open files, then the rest", () => {
    const { rule, asked: checkedPaths } = createTalker(["config", "page"], () => "x");
    const store = new ProblemStore({ rules: [rule] }, () => ["c.mdx"]);
    store.update(site, "site");
    finish(store, true);
    assert.deepEqual(checkedPaths, ["docs.json", "c.mdx"]);
    assert.ok(store.isStale);
    finish(store);
    assert.deepEqual(checkedPaths, ["docs.json", "c.mdx", "a.mdx", "b.mdx"]);
    assert.ok(!store.isStale);
    assert.deepEqual(store.counts, { error: 0, warning: 4, information: 0, hint: 0 });
  });

  it("checks only one file if a change doesn't affect any others", () => {
    const { rule, asked: checkedPaths } = createTalker(["config", "page"], () => "x");
    const store = new ProblemStore({ rules: [rule] }, () => []);
    store.update(site, "site");
    finish(store);
    checkedPaths.length = 0;
    const siteChange = applyFile(site, {
      kind: "page",
      path: "a.mdx",
      page: scanPage("a.mdx", "# A\n\nMore."),
    });
    assert.equal(siteChange.scope, "file");
    store.update(siteChange.site, siteChange.scope, "a.mdx");
    finish(store);
    assert.deepEqual(checkedPaths, ["a.mdx"]);
  });

  it("checks a translation again if a bold line is added to the original page", () => {
    const languages = ["start", "fr/start"].map((page, i) => ({ language: ["en", "fr"][i], pages: [page] }));
    const original = "---\ntitle: Start\n---\n\n## A\n\n## B\n";
    const files = new Map([
      ["docs.json", JSON.stringify({ navigation: { languages } })],
      ["start.mdx", original],
      ["fr/start.mdx", "---\ntitle: Début\n---\n\n## A\n\n**B**\n"],
    ]);
    const store = new ProblemStore({ rules: [translationGap] }, () => []);
    const translatedSite = siteOf(files);
    store.update(translatedSite, "site");
    finish(store);
    assert.deepEqual([...store.listAllProblems()], []);
    const page = scanPage("start.mdx", `${original}\n**Note**\n`);
    const { site: next, scope } = applyFile(translatedSite, { kind: "page", path: "start.mdx", page });
    store.update(next, scope, "start.mdx");
    finish(store);
    assert.deepEqual(
      [...store.listAllProblems()].map(({ code, at }) => `${code} ${at.file}`),
      ["mdx/translation-gap fr/start.mdx"],
    );
  });

  it("keeps a file's problems until the file is checked again, and checks a prioritized file first", () => {
    let word = "before";
    const { rule, asked: checkedPaths } = createTalker(["page"], () => word);
    const store = new ProblemStore({ rules: [rule] }, () => []);
    store.update(site, "site");
    finish(store);
    word = "after";
    store.update(site, "site");
    const listMessages = (path: SitePath) => store.getLastProblems(path).map(({ message }) => message);
    assert.deepEqual(listMessages("a.mdx"), ["before"]);
    checkedPaths.length = 0;
    store.prioritize("b.mdx");
    assert.ok(store.hasStaleProblems("b.mdx"));
    finish(store, true);
    assert.ok(!store.hasStaleProblems("b.mdx"));
    assert.deepEqual(listMessages("b.mdx"), ["after"]);
    assert.deepEqual(checkedPaths, ["b.mdx"]);
    assert.deepEqual(listMessages("a.mdx"), ["before"]);
    finish(store);
    assert.deepEqual(listMessages("a.mdx"), ["after"]);
  });

  it("returns only files whose problems have changed since the last call", () => {
    let word = "x";
    const { rule } = createTalker(["page"], () => word);
    const store = new ProblemStore({ rules: [rule] }, () => []);
    store.update(site, "site");
    finish(store);
    assert.deepEqual(store.takeChangedFiles().sort(), ["a.mdx", "b.mdx", "c.mdx"]);
    const serial = store.getSerial("a.mdx");
    store.update(site, "site");
    finish(store);
    assert.deepEqual(store.takeChangedFiles(), []);
    assert.equal(store.getSerial("a.mdx"), serial);
    word = "y";
    store.update(site, "file", "b.mdx");
    finish(store);
    assert.deepEqual(store.takeChangedFiles(), ["b.mdx"]);
  });

  describe("with combined problems", () => {
    /** A rule that reports a problem on every page whose text isn't "good". */
    const rule: Rule = {
      code: "test/grouped",
      subjectKinds: ["page"],
      severity: "warning",
      summary: "",
      why: "",
      howToFix: "",
      whenToTurnOff: "",
      messages: { one: "bad", several: "{count} are bad" },
      examples: [],
      *check(subject): Iterable<Finding> {
        if (subject.kind !== "page" || subject.value.references.text.includes("good")) return;
        yield { message: "one", at: { file: subject.value.outline.path, range: { start: 0, end: 1 } } };
      },
      grouping: { getCause: () => "all", combinedMessage: "several" },
    };
    const listShown = (store: ProblemStore) =>
      ["a.mdx", "b.mdx", "c.mdx"].map((path) =>
        store.getLastProblems(path).map(({ message, relatedLocations }) => `${message} ${relatedLocations.length}`),
      );
    const write = (store: ProblemStore, before: Site, path: SitePath, text: string | undefined): Site => {
      const page = text === undefined ? undefined : scanPage(path, text);
      const siteChange = applyFile(before, { kind: "page", path, page });
      store.update(siteChange.site, siteChange.scope, path);
      finish(store);
      return siteChange.site;
    };

    it("shows the first problem together with the others and updates it after each change", () => {
      const store = new ProblemStore({ rules: [rule] }, () => []);
      store.update(site, "site");
      finish(store);
      assert.deepEqual(listShown(store), [["3 are bad 2"], [], []]);
      assert.equal(store.counts.warning, 1);
      assert.deepEqual(
        store.getAllProblems("b.mdx").map(({ message }) => message),
        ["bad"],
      );
      store.takeChangedFiles();

      let now = write(store, site, "a.mdx", "# A\n\ngood");
      assert.deepEqual(store.takeChangedFiles().sort(), ["a.mdx", "b.mdx"]);
      assert.deepEqual(listShown(store), [[], ["2 are bad 1"], []]);

      now = write(store, now, "c.mdx", undefined);
      assert.deepEqual(store.takeChangedFiles().sort(), ["b.mdx", "c.mdx"]);
      assert.deepEqual(listShown(store), [[], ["bad 0"], []]);

      const serial = store.getSerial("b.mdx");
      write(store, now, "a.mdx", "# A");
      assert.deepEqual(store.takeChangedFiles().sort(), ["a.mdx", "b.mdx"]);
      assert.notEqual(store.getSerial("b.mdx"), serial);
      assert.deepEqual(listShown(store), [["2 are bad 1"], [], []]);
    });

    it("also shows combined problems in an open file, and updates only the file that is opened or closed", () => {
      const openPaths = new Set<SitePath>();
      const store = new ProblemStore({ rules: [rule] }, () => openPaths);
      const listInEditor = (path: SitePath) =>
        store.getEditorProblems(path).map(({ message, relatedLocations }) => `${message} ${relatedLocations.length}`);
      store.update(site, "site");
      finish(store);
      store.takeChangedFiles();
      const serial = store.getSerial("b.mdx");

      openPaths.add("b.mdx");
      store.update(site, "file", "b.mdx");
      finish(store);
      assert.deepEqual(store.takeChangedFiles(), ["b.mdx"]);
      assert.notEqual(store.getSerial("b.mdx"), serial);
      assert.deepEqual(["a.mdx", "b.mdx", "c.mdx"].map(listInEditor), [["3 are bad 2"], ["bad 0"], []]);
      assert.deepEqual(listShown(store), [["3 are bad 2"], [], []]);
      assert.equal(store.counts.warning, 1);
      assert.equal(store.getEditorProblems("b.mdx")[0]?.group?.length, 3);

      openPaths.clear();
      store.update(site, "file", "b.mdx");
      finish(store);
      assert.deepEqual(store.takeChangedFiles(), ["b.mdx"]);
      assert.deepEqual(listInEditor("b.mdx"), []);
    });

    it("doesn't update other files if the combined problem stays the same", () => {
      const store = new ProblemStore({ rules: [rule] }, () => []);
      store.update(site, "site");
      finish(store);
      store.takeChangedFiles();
      write(store, site, "b.mdx", "# B\n\nMore.");
      assert.deepEqual(store.takeChangedFiles(), ["b.mdx"]);
    });
  });

  it("removes a deleted page's problems", () => {
    const { rule } = createTalker(["page"], () => "x");
    const store = new ProblemStore({ rules: [rule] }, () => []);
    store.update(site, "site");
    finish(store);
    store.takeChangedFiles();
    store.update(applyFile(site, { kind: "page", path: "c.mdx", page: undefined }).site, "site");
    finish(store);
    assert.deepEqual(store.takeChangedFiles(), ["c.mdx"]);
    assert.deepEqual(store.getLastProblems("c.mdx"), []);
    assert.deepEqual(store.files.sort(), ["a.mdx", "b.mdx"]);
  });

  it("omits only the problems from a failing rule and reports the failure", () => {
    const good = createTalker(["page"], () => "x");
    const bad = createTalker(["page"], () => "fail");
    const failed: string[] = [];
    const store = new ProblemStore(
      { rules: [{ ...bad.rule, code: "test/bad" }, good.rule], onRuleFailure: (code) => failed.push(code) },
      () => [],
    );
    store.update(site, "site");
    finish(store);
    assert.equal(store.counts.warning, 3);
    assert.deepEqual(new Set(failed), new Set(["test/bad"]));
  });
});
