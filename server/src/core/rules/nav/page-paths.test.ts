import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { rules as allRules } from "../engine/registry.ts";
import { createFixes, findSiteProblems } from "../engine/run-rules.ts";
import { pageListedTwice } from "./page-listed-twice.ts";
import { pageNotFound } from "./page-not-found.ts";

const rules = allRules.filter(({ code }) => code.startsWith("nav/"));

/** Creates a site whose navigation contains these pages. */
function createSite(entries: readonly string[], pages: readonly SitePath[] = [], more: Record<string, string> = {}) {
  const docs = JSON.stringify({ navigation: { pages: entries } });
  return siteOf(new Map([["docs.json", docs], ...pages.map((page) => [page, ""] as const), ...Object.entries(more)]));
}

/** Returns the codes and messages of the problems in docs.json. */
function listProblems(site: Site): string[] {
  return findSiteProblems(site, { rules })
    .filter(({ at }) => at.file === "docs.json")
    .map(({ code, message }) => `${code}: ${message}`);
}

describe("page paths in navigation", () => {
  it("are rejected if they point to a README, with an explanation", () => {
    assert.deepEqual(listProblems(createSite(["packages/core/README"])), [
      "nav/page-not-found: `packages/core/README.md` is a repository file that the service ignores, so readers can't open it from the sidebar. Rename it to `README.mdx`, or remove the entry.",
    ]);
    const includedSite = createSite(["README"], ["README.md"], { ".mintignore": "!README.md\n" });
    assert.deepEqual(listProblems(includedSite), []);
  });

  describe("checking each notation", () => {
    const cases: readonly [what: string, entry: string, pages: readonly SitePath[], code: string | undefined][] = [
      ["accepts a page file", "a", ["a.mdx"], undefined],
      ["accepts a page file with the extension .md", "a", ["a.md"], undefined],
      ["accepts a page in a nested folder", "a/b/c", ["a/b/c.mdx"], undefined],
      ["accepts names with several dots", "a..b/c...d", ["a..b/c...d.mdx"], undefined],
      ["accepts names with spaces", "get started/now", ["get started/now.mdx"], undefined],
      ["accepts a name with a dot", "v1.2", ["v1.2.mdx"], undefined],
      ["reports a leading slash, which the service removes", "/a", ["a.mdx"], "nav/page-leading-slash-odd"],
      ["reports a leading slash and a dot segment", "/./a", ["a.mdx"], "nav/page-leading-slash-odd"],
      ["reports a parent segment", "x/../a", ["a.mdx"], "nav/page-leading-slash-odd"],
      ["reports a double slash", "a//b", ["a/b.mdx"], "nav/page-leading-slash-odd"],
      ["reports a trailing slash", "a/", ["a.mdx"], "nav/page-leading-slash-odd"],
      ["reports an extension", "a.mdx", ["a.mdx"], "nav/page-has-extension"],
      ["reports an extension after a leading slash as a single problem", "/a.md", ["a.md"], "nav/page-has-extension"],
      ["reports a path in a different letter case", "A", ["a.mdx"], "nav/page-wrong-case"],
      [
        "reports a different letter case and an extension as a single problem",
        "A.mdx",
        ["a.mdx"],
        "nav/page-wrong-case",
      ],
      ["reports a folder with an index page", "guides", ["guides/index.mdx"], "nav/page-not-found"],
      ["doesn't decode percent-encoding", "%61", ["a.mdx"], "nav/page-not-found"],
      ["doesn't treat backslashes as slashes", "a\\b", ["a/b.mdx"], "nav/page-not-found"],
      ["treats a fragment as part of the path", "a#top", ["a.mdx"], "nav/page-not-found"],
      ["treats a query as part of the path", "a?x=1", ["a.mdx"], "nav/page-not-found"],
      ["reports a file that isn't a page", "logo", ["logo.svg"], "nav/page-not-found"],
      ["reports a snippet", "snippets/note", ["snippets/note.mdx"], "nav/page-not-found"],
      ["reports a character that only looks like the right one", "\u0430", ["a.mdx"], "nav/page-not-found"],
      ["distinguishes composed and decomposed letters", "caf\u00e9", ["cafe\u0301.mdx"], "nav/page-not-found"],
      ["reports a URL", "https://example.com/a", [], "nav/page-is-url"],
      ["reports a URL without a scheme", "//example.com/a", [], "nav/page-is-url"],
      ["reports an email address", "mailto:me@example.com", [], "nav/page-is-url"],
      ["ignores an operation", "GET /users", [], undefined],
      ["ignores a webhook", "webhook order.paid", [], undefined],
      ["ignores an operation with its file", "api.json post /users", [], undefined],
      ["leaves an empty entry to config/invalid-value", "", [], undefined],
    ];
    for (const [caseName, entry, pages, code] of cases)
      it(caseName, () => {
        const found = listProblems(createSite([entry], pages)).map((problem) => problem.split(":")[0]);
        assert.deepEqual(found, code === undefined ? [] : [code]);
      });
  });

  describe("that are hostile", () => {
    const hostile: readonly [string, RegExp][] = [
      ["../../secrets", /outside the site/],
      ["/../x", /outside the site/],
      ["a/../../x", /outside the site/],
      ["C:\\Windows\\win.ini", /outside the site/],
      ["C:x", /outside the site/],
      ["\\\\srv\\share", /outside the site/],
      ["\\\\?\\C:\\x", /outside the site/],
      ["/etc/passwd", /doesn't exist/],
      ["..\\..\\x", /doesn't exist/],
      ["%2e%2e/%2e%2e/x", /doesn't exist/],
      ["__proto__", /doesn't exist/],
      ["constructor/toString", /doesn't exist/],
      ["a\0.mdx", /is too long or contains invisible characters/],
      ["a\ud800", /is too long or contains invisible characters/],
      ["gui\u202edes", /is too long or contains invisible characters/],
      ["x".repeat(5000), /is too long or contains invisible characters/],
      ["CON", /doesn't exist/],
    ];
    for (const [entry, message] of hostile)
      it(`have a single clear problem: ${JSON.stringify(entry.slice(0, 40))}`, () => {
        const site = createSite([entry], ["x.mdx"]);
        const problems = findSiteProblems(site, { rules }).filter(({ at }) => at.file === "docs.json");
        assert.deepEqual(
          problems.map(({ code }) => code),
          ["nav/page-not-found"],
        );
        const [problem] = problems;
        assert.ok(problem);
        assert.match(problem.message, message);
        assert.ok(problem.message.length <= 200, problem.message);
        const made = createFixes(problem, site, { rules }).flatMap(({ edits }) => edits);
        for (const edit of made)
          assert.match(
            edit.file,
            /^(docs\.json|__proto__\.mdx|constructor\/toString\.mdx|etc\/passwd\.mdx|%2e%2e\/%2e%2e\/x\.mdx)$/,
          );
      });
  });

  it("are accepted with a warning for an invisible character if the file name contains it too", () => {
    const found = listProblems(createSite(["gui\u200bdes"], ["gui\u200bdes.mdx"]));
    assert.deepEqual(
      found.map((problem) => problem.split(":")[0]),
      ["nav/bidi-or-control-character"],
    );
  });

  it("are accepted if an operation's `href` sets them", () => {
    const operation = { summary: "List", "x-service": { href: "/users/all" } };
    const api = JSON.stringify({ openapi: "3.1.0", info: {}, paths: { "/users": { get: operation } } });
    const tabs = [{ tab: "T", openapi: "api.json", groups: [{ group: "G", pages: ["users/all"] }] }];
    const docs = JSON.stringify({ navigation: { tabs } });
    assert.deepEqual(
      listProblems(
        siteOf(
          new Map([
            ["docs.json", docs],
            ["api.json", api],
          ]),
        ),
      ),
      [],
    );
  });

  it("are reported if ignore rules exclude the page", () => {
    const site = createSite(["drafts/a"], [], { "drafts/a.mdx": "", ".mintignore": "drafts/\n" });
    assert.deepEqual(listProblems(site), [
      "nav/page-not-found: `drafts/a` is excluded by the site's ignore rules, so readers can't open it from the sidebar. Move the page, change `.mintignore`, or remove the entry.",
    ]);
  });

  it("lead to the page of a folder that another version lists", () => {
    const listMessages = (other: string) =>
      listProblems(
        siteOf(
          new Map([
            [
              "docs.json",
              JSON.stringify({
                navigation: {
                  versions: [
                    { version: "1", pages: ["guides", "start", ...(other === "1" ? ["guides/index"] : [])] },
                    { version: "2", pages: ["start", ...(other === "2" ? ["guides/index"] : [])] },
                  ],
                },
              }),
            ],
            ["guides/index.mdx", ""],
            ["start.mdx", ""],
          ]),
        ),
      ).filter((message) => message.startsWith("nav/page-not-found"));
    assert.match(listMessages("2").join(), /Use `guides\/index` instead/);
    assert.match(listMessages("1").join(), /Create the page, or remove the entry/);
  });

  it("don't lead to a suggestion that is already listed", () => {
    const messages = listProblems(createSite(["guides/strat", "guides/start"], ["guides/start.mdx"]));
    assert.deepEqual(messages, [
      "nav/page-not-found: `guides/strat` doesn't exist, so readers can't open it from the sidebar. Create the page, or remove the entry.",
    ]);
  });

  it("lead to a suggestion if the page was moved or its folder is misspelled", () => {
    const pages = ["start.mdx", "learn/billing.mdx", "guides/usage.mdx"];
    const found = listProblems(createSite(["start", "guides/billing", "guide/usage"], pages));
    assert.deepEqual(
      found.map((problem) => /Did you mean `(.*)`/.exec(problem)?.[1]),
      ["learn/billing", "guides/usage"],
    );
  });

  it("aren't reported again if the service ignores them", () => {
    checkRule(pageNotFound, '{ "navigation": { "tabs": [{ "tab": "T", "pages": ["gone"], "groups": [] }] } }');
  });

  describe("of generated pages", () => {
    const spec = '{ "openapi": "3.1.0", "info": {}, "paths": { "/users": { "get": { "summary": "List users" } } } }';
    const createDocs = (entry: string, source = "api.json") =>
      JSON.stringify({
        navigation: { tabs: [{ tab: "T", openapi: source, groups: [{ group: "G", pages: [entry] }] }] },
      });
    const createTestSite = (entry: string, source?: string) =>
      siteOf(
        new Map([
          ["docs.json", createDocs(entry, source)],
          ["api.json", spec],
        ]),
      );

    it("are accepted if an operation generates the page", () =>
      assert.deepEqual(listProblems(createTestSite("api-reference/list-users")), []));
    it("are reported if no operation generates the page", () =>
      assert.match(listProblems(createTestSite("api-reference/drop-users")).join(), /page-not-found/));
    it("aren't checked before the specifications are read", () => {
      const loaded = { pages: true, specs: false };
      assert.deepEqual(listProblems({ ...createTestSite("api-reference/drop-users"), specs: new Map(), loaded }), []);
    });
    it("aren't checked if a remote specification may generate them", () => {
      const remote = "https://example.com/api.json";
      assert.deepEqual(listProblems(createTestSite("api-reference/anything", remote)), []);
      assert.match(listProblems(createTestSite("guides/gone", remote)).join(), /page-not-found/);
      const own = siteOf(
        new Map([
          ["docs.json", createDocs("api-reference/Intro", remote)],
          ["api-reference/intro.mdx", "# Intro\n"],
        ]),
      );
      assert.match(listProblems(own).join(), /page-wrong-case/, "an uppercase path was treated as a generated page");
    });
    it("are checked immediately on a site without specifications", () => {
      const loaded = { pages: false, specs: false };
      assert.match(listProblems({ ...createSite(["gone"]), loaded }).join(), /page-not-found/);
    });
  });

  it("can be listed again in another version, language, or product", () => {
    const { files } = parseFixture("//- docs.json\n//- a.mdx\n");
    for (const [key, kind, names] of [
      ["versions", "version", ["v1", "v2"]],
      ["languages", "language", ["en", "fr"]],
      ["products", "product", ["One", "Two"]],
    ] as const) {
      const navigation = { [key]: names.map((name) => ({ [kind]: name, pages: ["a"] })) };
      const site = siteOf(new Map([...files, ["docs.json", JSON.stringify({ navigation })]]));
      assert.deepEqual(findSiteProblems(site, { rules: [pageListedTwice] }), [], key);
    }
    const tabs = { tabs: ["T", "U"].map((tab) => ({ tab, pages: ["/a.mdx"] })) };
    const site = siteOf(new Map([...files, ["docs.json", JSON.stringify({ navigation: tabs })]]));
    const [problem, ...others] = findSiteProblems(site, { rules: [pageListedTwice] });
    assert.equal(others.length, 0);
    assert.match(problem?.message ?? "", /^`a` is also listed under `T`/, "the message doesn't mention the other tab");
  });

  it("are reported once for each missing page", () => {
    const docs = {
      navigation: {
        versions: ["v1", "v2", "v3"].map((version) => ({
          version,
          pages: [`${version}/start`, "guides/usage", "guides/pepole"],
        })),
      },
    };
    const pages = ["v1/start", "v2/start", "v3/start", "guides/people"].map((slug) => `//- ${slug}.mdx\n`);
    const text = `//- docs.json\n${JSON.stringify(docs)}\n${pages.join("")}`;
    const site = siteFrom(text);
    const problems = getShownProblems("nav/page-not-found", site);
    assert.deepEqual(
      problems.map(({ message, relatedLocations }) => [message, relatedLocations.length]),
      [
        [
          "`guides/usage` doesn't exist, so readers can't open it from the sidebar. Create the page, or remove the entry.",
          2,
        ],
        ["`guides/pepole` doesn't exist, so readers can't open it from the sidebar. Did you mean `guides/people`?", 2],
      ],
    );
    assert.deepEqual(
      problems.map((problem) => createFixes(problem, site).map(({ title }) => title)),
      [
        ["Create the page guides/usage.mdx", "Remove entry"],
        [
          "Change all 3 to `guides/people`",
          "Change to `guides/people`",
          "Create the page guides/pepole.mdx",
          "Remove entry",
        ],
      ],
    );
    const fixedText = fixedBy("Change all 3 to `guides/people`", problems[1], site, text).get("docs.json") ?? "";
    assert.equal(fixedText.split("guides/people").length, 4);
  });
});
