import { deepStrictEqual } from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { countPages } from "./page-counts.ts";

const count = (text: string) => countPages(siteOf(parseFixture(text).files, "mintlify"));

describe("page counts", () => {
  it("distinguish pages in the navigation from hidden pages and other pages", () => {
    const counts = count(`
//- docs.json
{ "navigation": { "groups": [
  { "group": "A", "pages": ["start", "secret", "gone"] },
  { "group": "B", "hidden": true, "pages": ["internal"] },
  { "group": "C", "hidden": true, "pages": ["start"] }
] } }
//- index.mdx
//- start.mdx
//- secret.mdx
---
hidden: true
---
//- internal.mdx
//- draft.mdx
//- unlisted-secret.mdx
---
hidden: true
---
//- notes.md
//- snippets/part.mdx
`);
    // The logo links to the home page, `notes.md` is a note, and a snippet isn't a page.
    deepStrictEqual(counts, { shown: 2, generated: 0, hidden: 3, unlisted: 1, languages: [], versions: [] });
  });

  const api = `//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {
  "/users": {
    "get": { "summary": "List", "responses": { "200": { "description": "ok" } } },
    "post": { "summary": "Add", "responses": { "200": { "description": "ok" } } },
    "put": { "x-hidden": true, "summary": "Change", "responses": { "200": { "description": "ok" } } }
  }
} }
`;

  it("include each generated page only once, and only if readers find it in the navigation", () => {
    const counts = count(`
//- docs.json
{ "navigation": { "groups": [
  { "group": "API", "openapi": "api.json" },
  { "group": "Again", "openapi": "api.json" }
] } }
${api}`);
    deepStrictEqual([counts.shown, counts.generated], [0, 2]);
  });

  it("are listed by language and version if there are several, counting each page once", () => {
    const { languages, versions } = count(`
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "versions": [
    { "version": "v2", "pages": ["start", "start", "usage"] },
    { "version": "v1", "pages": ["start"] }
  ] },
  { "language": "de", "pages": ["de/start", "de/secret"] }
] } }
//- start.mdx
//- usage.mdx
//- de/start.mdx
//- de/secret.mdx
---
hidden: true
---
`);
    deepStrictEqual(languages, [
      { name: "en", pages: 2 },
      { name: "de", pages: 1 },
    ]);
    deepStrictEqual(versions, [
      { name: "v2", pages: 2 },
      { name: "v1", pages: 1 },
    ]);
  });

  it("aren't listed by language if there's only one", () =>
    deepStrictEqual(
      count(`
//- docs.json
{ "navigation": { "languages": [{ "language": "en", "pages": ["start"] }] } }
//- start.mdx
`).languages,
      [],
    ));
});
