import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { readJson } from "../../config/json/json-tree.ts";
import { type ProfileName, profiles } from "../../config/settings/profile.ts";
import { remoteSpec } from "../../rules/openapi/remote-spec.ts";
import { findSiteProblems } from "../../rules/engine/run-rules.ts";
import { readSpec } from "../../spec/read-spec.ts";
import { noSettings } from "../settings/site-settings.ts";
import { buildSite, type Site, applyFile } from "../site.ts";
import { getGeneratedPages } from "./generated-pages.ts";
import { getEndpointEntries, listRemoteSources } from "./operation-references.ts";

/**
 * Creates a site from docs.json and specifications. The site has no pages, because generated pages don't depend on
 * them.
 */
function createNavSite(navigation: object, specs: Readonly<Record<string, object>>, profile: ProfileName): Site {
  const files = ["docs.json", ...Object.keys(specs)];
  return buildSite({
    profile: profiles[profile],
    settings: noSettings,
    files: new Set(files),
    isIgnored: () => false,
    configSources: new Map([["docs.json", readJson("docs.json", JSON.stringify({ navigation }))]]),
    pages: [],
    specs: Object.entries(specs).flatMap(([path, spec]) => readSpec(path, JSON.stringify(spec)) ?? []),
    loaded: { pages: true, specs: true },
  });
}

const api = { openapi: "3.1.0", paths: { "/users": { get: {} } } };

describe("endpointEntries", () => {
  const navigation = {
    groups: [
      {
        group: "g",
        openapi: "o.json",
        pages: [
          "index",
          "GET /users",
          "get /users/",
          "GET /nope",
          "GET users",
          "gone.json GET /users",
          "../x.json GET /a",
        ],
      },
      { group: "h", pages: ["GET /users", "o GET /users"] },
      { group: "i", openapi: "https://example.com/o.json", pages: ["GET /x"] },
      { group: "j", openapi: "gone.json", pages: ["GET /x"] },
    ],
  };
  it("resolves each entry to its target", () => {
    const entries = getEndpointEntries(createNavSite(navigation, { "o.json": api }, "standard"));
    assert.deepEqual(
      entries.map(({ entry, resolution }) => `${entry.text}: ${resolution.kind}`),
      [
        "GET /users: found",
        "get /users/: found",
        "GET /nope: target-not-found",
        "GET users: malformed",
        "gone.json GET /users: spec-not-found",
        "../x.json GET /a: spec-outside-site",
        "GET /users: no-spec",
        "o GET /users: found",
        "GET /x: unknown",
        "GET /x: unknown",
      ],
    );
  });
});

const url = "https://example.com/openapi.json";

const docs = `
//- docs.json
{ "api": { "openapi": ["${url}"] }, "navigation": { "groups": [
  { "group": "A", "openapi": { "source": "https://example.com/two", "directory": "two" } },
  { "group": "B", "pages": ["page", "named", "https://example.com/three.yaml GET /x", "${url} POST /users"] }
] } }
//- page.mdx
---
title: Page
openapi: GET /users
---
//- named.mdx
---
title: Named
openapi: //example.com/four.json GET /users
---
`;

function createSite(copies: Readonly<Record<string, string>>): Site {
  let site = siteOf(parseFixture(docs).files);
  for (const [path, text] of Object.entries(copies))
    site = applyFile(site, { kind: "spec", path, spec: readSpec(path, text) }).site;
  return site;
}

const users = `{ "openapi": "3.1.0", "info": { "title": "U", "version": "1" }, "servers": [{ "url": "/" }], "paths": { "/users": { "get": { "summary": "List users", "responses": {} }, "post": {} } } }`;

function listOpenapiProblems(site: Site): string[] {
  return findSiteProblems(site)
    .filter(({ code }) => code.startsWith("openapi/"))
    .map(({ code, at, message, relatedLocations }) => {
      assert.ok(!at.file.includes("//") && relatedLocations.every((one) => !one.at.file.includes("//")), message);
      return `${code} ${at.file}`;
    });
}

describe("remoteSources", () => {
  it("lists each remote source in docs.json and on pages once", () => {
    assert.deepEqual(listRemoteSources(createSite({})), [
      url,
      "https://example.com/two",
      "https://example.com/three.yaml",
      "//example.com/four.json",
    ]);
  });
});

describe("checking a site with local copies of remote specifications", () => {
  it("reports a hint, which includes the host to allow, for each reference without a copy", () => {
    const problems = findSiteProblems(createSite({}), { rules: [remoteSpec] });
    assert.equal(problems.length, 5);
    assert.match(problems[0]?.message ?? "", /--fetch example\.com/);
    for (const { message, severity } of problems) assert.ok(message.length <= 200 && severity === "hint");
  });

  it("reports no hints if a copy exists", () => {
    const found = listOpenapiProblems(createSite({ [url]: users }));
    assert.deepEqual(found, [
      "openapi/remote-spec docs.json",
      "openapi/remote-spec docs.json",
      "openapi/remote-spec named.mdx",
    ]);
  });

  it("finds the operations in the copy", () => {
    const site = createSite({ [url]: users, "https://example.com/two#.json": users });
    assert.deepEqual([...getGeneratedPages(site)].map(({ slug, title }) => [slug, title]).slice(0, 1), [
      ["two/list-users", "List users"],
    ]);
    const wrong = createSite({ [url]: users.replace("/users", "/people") });
    assert.ok(listOpenapiProblems(wrong).includes("openapi/operation-not-found docs.json"));
  });

  it("reports a copy's problems at the references to the copy, not inside it", () => {
    const old = `{ "swagger": "2.0", "paths": { "/users": { "get": {} } } }`;
    assert.ok(listOpenapiProblems(createSite({ [url]: old })).includes("openapi/spec-version-unsupported docs.json"));
    const broken = `{ "openapi": "3.1.0", "paths": { "/users": { "get": { "operationId": "a" `;
    assert.ok(listOpenapiProblems(createSite({ [url]: broken })).includes("openapi/spec-syntax docs.json"));
    const faulty = `{ "openapi": "3.1.0", "paths": { "/users": { "get": { "operationId": "a", "$ref": "#/nothing" }, "post": { "operationId": "a", "x-service": 3 } } } }`;
    assert.deepEqual(
      listOpenapiProblems(createSite({ [url]: faulty })).filter((one) => !one.includes("remote-spec")),
      [],
    );
  });
});
