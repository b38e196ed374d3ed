import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteFor } from "../../../../../test/harness/site-in-preview.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { readJson } from "../../config/json/json-tree.ts";
import { rules } from "../../rules/engine/registry.ts";
import { findSubjectProblems, listSubjects } from "../../rules/engine/run-rules.ts";
import type { Subject } from "../../rules/rule.ts";
import { getNavigation } from "../settings/navigation.ts";
import type { InvalidationScope, Site } from "../site.ts";
import { applyConfig } from "./changed-listings.ts";

/** Returns the path of the subject's file, or undefined for the configuration. */
function getFile(subject: Subject): string | undefined {
  switch (subject.kind) {
    case "config":
      return undefined;
    case "file":
      return subject.value;
    case "page":
      return subject.value.outline.path;
    default:
      return subject.value.path;
  }
}

/** The problems of each file, apart from those found by checking the configuration. */
function groupProblemsByFile(site: Site): ReadonlyMap<string, readonly string[]> {
  const byFile = new Map<string, string[]>();
  for (const subject of listSubjects(site)) {
    const file = getFile(subject);
    if (file === undefined) continue;
    const problems = findSubjectProblems(subject, site).map(({ code, severity, message, cause, relatedLocations }) =>
      JSON.stringify([code, severity, message, cause, relatedLocations.map((other) => other.message)]),
    );
    byFile.set(file, [...(byFile.get(file) ?? []), ...problems]);
  }
  return byFile;
}

/** Returns the site after each change to one of its entries. */
function* listChanges(site: Site): Iterable<{ readonly site: Site; readonly scope: InvalidationScope }> {
  const [file] = site.config.files;
  if (!file || site.config.files.length > 1) return;
  const { text, path } = file;
  const slugs = [...site.pages.keys()].map((page) => page.replace(/\.mdx?$/, "")).slice(0, 3);
  for (const { node } of getNavigation(site.config).entries.slice(0, 5)) {
    const others = [node.value.toUpperCase(), ...slugs].map((slug) => JSON.stringify(slug));
    // Removing an entry results in valid JSON only if the list has no others.
    for (const changed of ["", '"missing"', '"a", "missing"', ...others]) {
      const after = text.slice(0, node.range.start) + changed + text.slice(node.range.end);
      yield applyConfig(site, new Map([[path, readJson(path, after)]]));
    }
  }
}

const versions = siteOf(
  new Map([
    [
      "docs.json",
      '{ "navigation": { "versions": [{ "version": "1", "pages": ["v1/a", "v1/b"] }, { "version": "2", "pages": ["v2/a", "v2/b"] }] } }',
    ],
    ...["v1/a", "v1/b", "v2/a", "v2/b"].map((page) => [`${page}.mdx`, "[Nowhere](/nowhere)\n"] as const),
  ]),
);

/** A site in which the navigation, rather than the folder, determines a page's language. */
const languages = siteOf(
  new Map([
    [
      "docs.json",
      '{ "navigation": { "languages": [{ "language": "en", "pages": ["a"] }, { "language": "fr", "pages": ["guide"] }] } }',
    ],
    ["a.mdx", "[Guide](/gide)\n"],
    ["guide.mdx", ""],
  ]),
);

/** A site in which the operation appears in a single menu only because of the second product's only page. */
const products = siteOf(
  new Map([
    [
      "docs.json",
      '{ "navigation": { "products": [{ "product": "A", "openapi": "api.json", "pages": ["GET /x"] }, { "product": "B", "pages": ["b"] }] } }',
    ],
    [
      "api.json",
      '{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/x": { "get": { "responses": { "200": { "description": "OK" } } } } } }',
    ],
    ["b.mdx", ""],
    ["unlisted.mdx", "---\ntitle: X\nopenapi: GET /x\n---\n"],
  ]),
);

describe("changes to entries in the navigation", () => {
  it("affect problems only in the files that they're reported to affect", () => {
    const reached = { file: 0, some: 0, site: 0 };
    const examples = rules.flatMap((rule) =>
      rule.examples.flatMap(({ bad, good, profile = rule.onlyProfile ?? "standard" }) =>
        [bad, good].map((marked) => siteFor(rule, parseFixture(marked).files, profile)),
      ),
    );
    for (const before of [...examples, versions, languages, products]) {
      let lastProblems: ReturnType<typeof groupProblemsByFile> | undefined;
      for (const { site, scope } of listChanges(before)) {
        reached[typeof scope === "string" ? scope : "some"]++;
        if (scope === "site") continue;
        lastProblems ??= groupProblemsByFile(before);
        const after = groupProblemsByFile(site);
        for (const [file, problems] of lastProblems)
          if (scope === "file" || !scope.has(file))
            assert.deepEqual(after.get(file), problems, `${file}\n${site.config.files[0]?.text}`);
      }
    }
    assert.ok(reached.some > 300, JSON.stringify(reached));
  }).timeout(120_000);

  const cases: Readonly<Record<string, readonly [pages: string, files: readonly string[] | "site"]>> = {
    "a renamed entry": ['"a", "c"', ["b.mdx", "c.mdx"]],
    "an entry that differs in case": ['"a", "B"', ["b.mdx"]],
    "an entry for a missing page": ['"a", "b", "x"', []],
    "a removed entry": ['"a"', ["b.mdx"]],
    "a different order": ['"b", "a"', ["a.mdx", "b.mdx", "same.mdx"]],
    "an entry for a page with the same title and description as another page": ['"b"', ["a.mdx", "same.mdx"]],
    "an entry for an `.md` file": ['"a", "b", "notes"', "site"],
    "an entry for an `.md` snippet": ['"a", "b", "snippets/part"', "site"],
    "an entry for a page that documents an operation": ['"a", "b", "endpoint"', "site"],
    "an operation": ['"a", "b", "GET /eggs"', "site"],
    "a group": ['"a", "b", { "group": "G", "pages": [] }', "site"],
    "an item that isn't a string": ['"a", 1', "site"],
  };
  for (const [what, [pages, expected]] of Object.entries(cases))
    it(`affect ${expected === "site" ? "the entire site" : expected.join(", ") || "no pages"} in the case of ${what}`, () => {
      const createConfig = (list: string) => `{ "navigation": { "groups": [{ "group": "All", "pages": [${list}] }] } }`;
      const site = siteOf(
        new Map([
          ["docs.json", createConfig('"a", "b"')],
          ["a.mdx", "---\ntitle: Same\ndescription: Same.\n---\n"],
          ["same.mdx", "---\ntitle: Same\ndescription: Same.\n---\n"],
          ["b.mdx", "---\ntitle: B\n---\n"],
          ["c.mdx", "---\ntitle: C\n---\n"],
          ["notes.md", "Notes"],
          ["snippets/part.md", "Part"],
          ["endpoint.mdx", "---\ntitle: E\nopenapi: GET /eggs\n---\n"],
        ]),
      );
      const { scope } = applyConfig(site, new Map([["docs.json", readJson("docs.json", createConfig(pages))]]));
      assert.deepEqual(typeof scope === "string" ? scope : [...scope].sort(), expected);
    });

  it("are found in linear time in deeply nested lists", () => {
    const createNested = (pages: string) => {
      let list = pages;
      for (let depth = 0; depth < 60; depth++) list = `[[{ "group": "G", "pages": ${list} }]]`;
      return `{ "navigation": { "pages": ${list} } }`;
    };
    const site = siteOf(new Map([["docs.json", createNested("[1]")]]));
    const { scope } = applyConfig(site, new Map([["docs.json", readJson("docs.json", createNested("[2]"))]]));
    assert.equal(scope, "site");
  }).timeout(5000);
});
