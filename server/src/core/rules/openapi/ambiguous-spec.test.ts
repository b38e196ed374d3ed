import assert from "node:assert/strict";
import { placesOf, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { ambiguousSpec } from "./ambiguous-spec.ts";

describe("openapi/ambiguous-spec", () => {
  it("doesn't report identical specifications as ambiguous", () => {
    const createSite = (second: string) =>
      siteFrom(`
//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
---
openapi: GET /a
---
//- v1/api.json
{ "openapi": "3.1.0", "paths": { "/a": { "get": {} } } }
//- v2/api.json
${second}
`);
    const first = '{ "openapi": "3.1.0", "paths": { "/a": { "get": {} } } }';
    assert.deepEqual(placesOf("openapi/ambiguous-spec", createSite(first)), []);
    assert.deepEqual(placesOf("openapi/ambiguous-spec", createSite(first.replace("{} }", '{ "tags": ["x"] } }'))), [
      "a.mdx",
    ]);
  });

  it("ignores files with another version next to a supported one", () => {
    const createSite = (version: string) =>
      siteFrom(`
//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
---
openapi: GET /a
---
//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/a": { "get": { "responses": { "200": { "description": "Done" } } } } } }
//- a/source.json
{ ${version}, "paths": { "/a": { "get": { "tags": ["x"] } } } }
`);
    const list = (site: ReturnType<typeof createSite>) =>
      findSiteProblems(site)
        .filter(({ code, severity }) => /^openapi\/(?:ambiguous|spec-version)/.test(code) && severity !== "information")
        .map(({ code, at }) => `${code} ${at.file}`);
    assert.deepEqual(list(createSite('"swagger": "2.0"')), []);
    assert.deepEqual(list(createSite('"openapi": "3.1.0"')), ["openapi/ambiguous-spec a.mdx"]);
  });

  it("ignores differences between specifications that readers don't see", () => {
    const createSite = (version: string, code: string) =>
      siteFrom(`
//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
---
openapi: GET /a
---
//- v1/api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/a": { "get": { "responses": { "200": { "description": "Done" } } } } } }
//- v2/api.yaml
openapi: ${version}
info: { title: B }
paths:
  # The same operation.
  /a: { get: { responses: { ${code}: { description: Done } } } }
`);
    assert.deepEqual(placesOf("openapi/ambiguous-spec", createSite("3.0.3", '"200"')), []);
    assert.deepEqual(placesOf("openapi/ambiguous-spec", createSite("3.0.3", '"201"')), ["a.mdx"]);
  });

  it("compares the text of specifications with very many values", () => {
    const createSite = (count: number) => {
      const copy = (title: string) =>
        JSON.stringify({
          openapi: "3.1.0",
          info: { title },
          paths: { "/a": { get: { "x-values": Array.from({ length: count }, (_, i) => i) } } },
        });
      return siteFrom(
        `//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n---\nopenapi: GET /a\n---\n//- a.json\n${copy("A")}\n//- b.json\n${copy("B")}\n`,
      );
    };
    assert.deepEqual(placesOf("openapi/ambiguous-spec", createSite(1000)), []);
    assert.deepEqual(placesOf("openapi/ambiguous-spec", createSite(250_000)), ["a.mdx"]);
  });

  it("compares specifications that contain themselves through a YAML anchor", () => {
    const site = siteFrom(`
//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
---
openapi: GET /a
---
//- v1/api.yaml
openapi: 3.1.0
x-loop: &loop { self: *loop }
paths: { /a: { get: {} } }
//- v2/api.yaml
openapi: 3.1.0
x-loop: &loop { self: *loop }
paths: { /a: { get: { tags: [x] } } }
`);
    assert.deepEqual(placesOf("openapi/ambiguous-spec", site), ["a.mdx"]);
  });

  it("offers the specification of the page's tab, or those in the page's language", () => {
    const spec = (tag: string) => `{ "openapi": "3.1.0", "paths": { "/a": { "get": { "tags": ["${tag}"] } } } }`;
    const createSite = (navigation: string) =>
      siteFrom(`
//- docs.json
{ "navigation": ${navigation} }
//- a.mdx
---
openapi: GET /a
---
//- fr/a.mdx
---
openapi: GET /a
---
//- api/en.json
${spec("en")}
//- fr/api.json
${spec("fr")}
`);
    const list = (navigation: string) =>
      findSiteProblems(createSite(navigation), { rules: [ambiguousSpec] }).map(({ at, finding }) =>
        [at.file, ...((finding.data?.["files"] ?? []) as readonly string[])].join(" "),
      );
    const languages =
      '{ "languages": [{ "language": "en", "pages": ["a"] }, { "language": "fr", "pages": ["fr/a"] }] }';
    assert.deepEqual(list(languages), ["a.mdx api/en.json", "fr/a.mdx fr/api.json"]);
    const tabs =
      '{ "tabs": [{ "tab": "A", "openapi": "fr/api.json", "pages": ["a"] }, { "tab": "B", "pages": ["fr/a"] }] }';
    assert.deepEqual(list(tabs), ["a.mdx fr/api.json", "fr/a.mdx api/en.json fr/api.json"]);
  });
});
