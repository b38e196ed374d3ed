import assert from "node:assert/strict";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { createFixes } from "./run-rules.ts";

describe("fixing all problems in a group", () => {
  const docs = '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n';

  it("escapes all braces around an undefined name", () => {
    const text = `${docs}//- a.mdx\nGET /users/{id}\n\nPUT /users/{id}\n`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/undefined-name", site);
    assert.ok(problem && others.length === 0);
    const newFiles = fixedBy("Escape braces in all 2 places", problem, site, text);
    assert.equal(newFiles.get("a.mdx"), "GET /users/\\{id\\}\n\nPUT /users/\\{id\\}\n");
  });

  it("renames all components", () => {
    const text = `${docs}//- a.mdx\n<Hint>A</Hint>\n\n<Hint>\nB\n</Hint>\n`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/unknown-component", site);
    assert.ok(problem && others.length === 0);
    const newFiles = fixedBy("Change all 2 to `Tip`", problem, site, text);
    assert.equal(newFiles.get("a.mdx"), "<Tip>A</Tip>\n\n<Tip>\nB\n</Tip>\n");
  });

  it("moves the titles of all tabs from the lists of their containers", () => {
    const tabs = "<Tabs items={['A', 'B']} sync>\n  <Tabs.Tab>a</Tabs.Tab>\n  <Tabs.Tab>b</Tabs.Tab>\n</Tabs>\n";
    const text = `${docs}//- a.mdx\n${tabs}\n${tabs}`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/unknown-component", site);
    assert.ok(problem && others.length === 0);
    const newFiles = fixedBy("Change all 4 to `Tab`", problem, site, text);
    const newTabs = '<Tabs sync>\n  <Tab title="A">a</Tab>\n  <Tab title="B">b</Tab>\n</Tabs>\n';
    assert.equal(newFiles.get("a.mdx"), `${newTabs}\n${newTabs}`);
  });

  it("changes all references to a specification", () => {
    const pages = ["a", "b", "c", "d"];
    const createPage = (name: string) => `//- ${name}.mdx\n---\nopenapi: user.json GET /${name}\n---\n`;
    const text = `${docs}//- users.json\n{ "openapi": "3.1.0", "paths": {} }\n${pages.map(createPage).join("")}`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("openapi/spec-not-found", site);
    assert.ok(problem && others.length === 0);
    const newFiles = fixedBy("Change all 4 to `users.json`", problem, site, text);
    assert.deepEqual(
      pages.map((name) => newFiles.get(`${name}.mdx`)?.trimEnd()),
      pages.map((name) => `---\nopenapi: users.json GET /${name}\n---`),
    );
  });

  it("removes the slash from all entries that start with one", () => {
    const pages = ["a", "b", "c", "d"];
    const createDocs = (slash: string) =>
      `{ "navigation": { "pages": [${pages.map((page) => `"${slash}${page}"`).join(", ")}] } }`;
    const text = `//- docs.json\n${createDocs("/")}\n${pages.map((page) => `//- ${page}.mdx\nText\n`).join("")}`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("nav/page-leading-slash-odd", site);
    assert.ok(problem && others.length === 0);
    const newFiles = fixedBy("Remove the leading slash from all 4 entries", problem, site, text);
    assert.equal(newFiles.get("docs.json"), createDocs(""));
  });

  it("removes all redirects that hide pages, and keeps the others", () => {
    const pages = ["a", "b", "c", "d"];
    const formatRedirect = (source: string, destination: string) =>
      `    { "source": "/${source}", "destination": "${destination}" }`;
    const createDocs = (...redirects: string[]) =>
      `{\n  "navigation": { "pages": ["a", "b", "c", "d"] },\n  "redirects": [\n${redirects.join(",\n")}\n  ]\n}`;
    const hidingRedirects = pages.map((page) => formatRedirect(page, "https://example.com"));
    const other = formatRedirect("old", "/a");
    const text = `//- docs.json\n${createDocs(...hidingRedirects.slice(0, 2), other, ...hidingRedirects.slice(2))}\n${pages.map((page) => `//- ${page}.mdx\nText\n`).join("")}`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("redirect/shadows-page", site);
    assert.ok(problem && others.length === 0);
    const newFiles = fixedBy("Remove all 4 redirects", problem, site, text);
    assert.equal(newFiles.get("docs.json"), createDocs(other));
  });

  it("doesn't remove a redirect with a syntax error, which may contain another redirect", () => {
    const names = ["a", "b", "c", "d", "e"];
    const redirects = names.map((name) => `"source": "/${name}", "destination": "https://example.com"`);
    // The first redirect's closing bracket and the second one's opening bracket are missing.
    const list = `{ ${redirects[0]} ${redirects.slice(1).join(" },\n    { ")} }`;
    const text = `//- docs.json\n{\n  "navigation": { "pages": ["a"] },\n  "redirects": [\n    ${list}\n  ]\n}\n${names.map((page) => `//- ${page}.mdx\nText\n`).join("")}`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("redirect/shadows-page", site);
    assert.ok(problem && others.length === 0);
    assert.deepEqual(
      createFixes(problem, site).map(({ title }) => title),
      [],
    );
  });

  it("removes `expanded` from all top-level groups, but not from nested ones", () => {
    const group = (name: string, more: string) => `{ "group": "${name}", ${more}"pages": ["a"] }`;
    const createDocs = (more: string) =>
      `{ "navigation": { "groups": [${group("A", more)}, { "group": "B", ${more}"pages": [${group("C", '"expanded": true, ')}] }] } }\n`;
    const text = `//- docs.json\n${createDocs('"expanded": true, ')}//- a.mdx\nText\n`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("nav/expanded-without-effect", site);
    assert.ok(problem && others.length === 0);
    assert.match(problem.message, /2 top-level groups/);
    const newFiles = fixedBy("Remove all 2 uses of `expanded`", problem, site, text);
    assert.equal(newFiles.get("docs.json"), createDocs("").trimEnd());
  });
});
