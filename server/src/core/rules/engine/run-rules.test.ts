import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { unknownComponent } from "../mdx/unknown-component.ts";
import { pageNotFound } from "../nav/page-not-found.ts";
import { unknownLanguage } from "../nav/unknown-language.ts";
import { checkConfig, checkPage, defineRule, type Rule } from "../rule.ts";
import { createFixes, findSiteProblems, unlistedProblemMessages, type RunOptions } from "./run-rules.ts";

const page = "---\ntitle: A page\n---\n";

/**
 * Returns the problems in a site in the form `severity code`. The site's navigation has two missing pages, one of which
 * is in an included file.
 */
function getMessages(settings: object, options: RunOptions = {}): string[] {
  const site = siteOf(
    new Map([
      ["docs.json", '{ "navigation": { "pages": ["gone", { "$ref": "./parts/nav.json" }] } }'],
      ["parts/nav.json", '{ "group": "Part", "pages": ["lost"] }'],
      [".docwright.json", JSON.stringify(settings)],
    ]),
  );
  return findSiteProblems(site, { rules: [pageNotFound], ...options }).map(
    ({ severity, at }) => `${severity} ${at.file}`,
  );
}

describe("running rules", () => {
  it("uses the rule's severity by default", () => {
    assert.deepEqual(getMessages({}), ["error docs.json", "error parts/nav.json"]);
  });

  it("prefers the team's settings over the defaults, and a rule's setting over its area's", () => {
    assert.deepEqual(getMessages({ rules: { "nav/*": "hint" } }), ["hint docs.json", "hint parts/nav.json"]);
    assert.deepEqual(getMessages({ rules: { "nav/*": "off", "nav/page-not-found": "warning" } }), [
      "warning docs.json",
      "warning parts/nav.json",
    ]);
    assert.deepEqual(getMessages({ rules: { "nav/*": "off" } }), []);
    assert.deepEqual(getMessages({ rules: { "config/*": "off" } }).length, 2);
  });

  it("applies the last override that matches the path", () => {
    const overrides = [
      { files: ["parts/**"], rules: { "nav/*": "information" } },
      { files: ["parts/nav.json"], rules: { "nav/page-not-found": "warning" } },
    ];
    assert.deepEqual(getMessages({ rules: { "nav/*": "hint" }, overrides }), [
      "hint docs.json",
      "warning parts/nav.json",
    ]);
  });

  it("skips files that are ignored in the settings", () => {
    assert.deepEqual(getMessages({ ignore: ["parts/"] }), ["error docs.json"]);
  });

  it("waits until the parts of the site that a rule requires are loaded", () => {
    const rule = defineRule({ ...createTestRule("page"), requires: ["pages"] });
    const fullSite = siteOf(
      new Map([
        ["docs.json", "{}"],
        ["a.mdx", page],
      ]),
    );
    const site = { ...fullSite, loaded: { pages: false, specs: false } };
    assert.equal(findSiteProblems(site, { rules: [rule] }).length, 0);
    assert.equal(findSiteProblems(fullSite, { rules: [rule] }).length, 1);
  });

  it("skips a rule that belongs to the other profile", () => {
    const rule = defineRule({ ...createTestRule("page"), onlyProfile: "mintlify" });
    const files = new Map([
      ["docs.json", "{}"],
      ["a.mdx", page],
    ]);
    assert.equal(findSiteProblems(siteOf(files, "standard"), { rules: [rule] }).length, 0);
    assert.equal(findSiteProblems(siteOf(files, "mintlify"), { rules: [rule] }).length, 1);
  });

  it("omits only the problems from a rule that throws, and reports the error", () => {
    const failingRule = defineRule({
      ...createTestRule("config"),
      code: "nav/failing",
      check: () => {
        throw new Error("an internal error");
      },
    });
    const reportedErrors: string[] = [];
    const site = siteOf(new Map([["docs.json", '{ "navigation": { "pages": ["gone"] } }']]));
    const problems = findSiteProblems(site, {
      rules: [failingRule, pageNotFound],
      onRuleFailure: (code, error) => reportedErrors.push(`${code}: ${String(error)}`),
    });
    assert.deepEqual(
      problems.map(({ code }) => code),
      ["nav/page-not-found"],
    );
    assert.deepEqual(reportedErrors, ["nav/failing: Error: an internal error"]);
    assert.throws(() => findSiteProblems(site, { rules: [failingRule] }), /an internal error/);
  });

  it("uses translated messages, if available, with the same values", () => {
    const texts = new Map([
      [unknownLanguage.messages.meant, "`{code}` ist kein Sprachcode. Meinten Sie `{near}`?"],
      [unknownLanguage.messages.use, "`{near}` schreiben"],
    ]);
    const translations = { language: "de", texts } as const;
    const site = siteOf(
      new Map([
        ["docs.json", '{ "navigation": { "languages": [{ "language": "DE", "pages": ["a"] }] } }'],
        ["a.mdx", page],
      ]),
    );
    const [problem] = findSiteProblems(site, { rules: [unknownLanguage], translations });
    assert.equal(problem?.message, "`DE` ist kein Sprachcode. Meinten Sie `de`?");
    const titles = createFixes(problem, site, { rules: [unknownLanguage], translations }).map(({ title }) => title);
    assert.deepEqual(titles, ["`de` schreiben"]);
  });

  it("lists up to 1,000 occurrences of a problem per page and counts the rest", () => {
    const listProblems = (body: string, options: RunOptions = {}) =>
      findSiteProblems(
        siteOf(
          new Map([
            ["docs.json", '{ "navigation": { "pages": ["index"] } }'],
            ["index.mdx", `${page}\n${body}\n`],
          ]),
          undefined,
          { parsesPages: false },
        ),
        { rules: [unknownComponent], ...options },
      );
    const problems = listProblems(`${"<Nope />\n".repeat(1500)}<Other />`);
    assert.equal(problems.length, 1002);
    const combinedProblems = problems.filter(({ relatedLocations }) => relatedLocations.length > 0);
    assert.deepEqual(
      combinedProblems.map(({ message, relatedLocations }) => [message, relatedLocations]),
      [
        [
          "The same problem occurs here and in 499 more places on this page (not listed).",
          [{ at: problems[0]?.at, message: problems[0]?.message }],
        ],
      ],
    );
    const texts = new Map([[unlistedProblemMessages.other, "Auch an {count} weiteren Stellen."]]);
    const germanProblems = listProblems("<Nope />\n".repeat(3500), {
      translations: { language: "de", texts },
    });
    assert.equal(germanProblems.at(-1)?.message, "Auch an 2.499 weiteren Stellen.");
    assert.equal(combinedProblems[0]?.cause?.group?.unlistedCount, 499);
    assert.equal(combinedProblems[0]?.unlistedCount, undefined);
    assert.equal(problems.filter(({ message }) => message.includes("`<Other>`")).length, 1);
    assert.ok(listProblems("<Nope />\n".repeat(1001)).every(({ relatedLocations }) => relatedLocations.length === 0));
    assert.match(listProblems("<Nope />\n".repeat(1002)).at(-1)?.message ?? "", /in 1 more place on/);
  });
});

/** Returns a rule that reports a problem for each subject of this kind. */
function createTestRule(kind: "config" | "page"): Rule<"said"> {
  const range = { start: 0, end: 1 };
  return {
    code: "nav/spoken",
    subjectKinds: [kind],
    severity: "warning",
    summary: "Speaks.",
    why: "To be heard.",
    howToFix: "",
    whenToTurnOff: "",
    messages: { said: "Said." },
    examples: [],
    check:
      kind === "config"
        ? checkConfig((config) => [{ message: "said", at: { file: config.entry, range } }])
        : checkPage(({ outline }) => [{ message: "said", at: { file: outline.path, range } }]),
  };
}
