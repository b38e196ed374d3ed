import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findLikelyDestination, getPageDestinations, findPagelessOperations } from "./page-destinations.ts";

const { files } = parseFixture(`
//- docs.json
{ "navigation": { "languages": [
    { "language": "en", "groups": [
      { "group": "Guides", "pages": ["index", "guides/start"] },
      { "group": "API", "openapi": "api.json", "pages": ["GET /users"] },
      { "group": "Generated", "openapi": "other.json" } ] },
    { "language": "fr", "groups": [{ "group": "Guides", "pages": ["fr/index", "fr/guides/start"] }] } ] } }
//- index.mdx
//- guides/start.mdx
//- fr/index.mdx
//- fr/guides/start.mdx
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Users", "version": "1" }, "paths": { "/users": {
    "get": { "responses": { "200": { "description": "ok" } } },
    "post": { "responses": { "200": { "description": "ok" } } },
    "put": { "x-hidden": true, "responses": { "200": { "description": "ok" } } } } } }
//- other.json
{ "openapi": "3.1.0", "info": { "title": "Eggs", "version": "1" },
  "paths": { "/eggs": { "get": { "responses": { "200": { "description": "ok" } } } } } }
`);

describe("locations for a new page", () => {
  const site = siteOf(files);
  const labels = getPageDestinations(site).map(({ label, ancestors }) => [...ancestors, label].join(" › "));

  it("include every section with pages or groups, except automatically generated ones", () =>
    assert.deepEqual(labels, ["en › Guides", "en › API", "fr › Guides"]));

  it("are found even if files that only other settings include refer to each other", () => {
    const { files } = parseFixture(`
//- docs.json
{ "navigation": { "groups": [{ "group": "Guides", "pages": [] }] },
  "seo": { "$ref": "seo.json" }, "footer": { "$ref": "footer.json" } }
//- seo.json
{ "a": { "$ref": "footer.json" } }
//- footer.json
{ "b": { "$ref": "seo.json" } }
`);
    assert.deepEqual(
      getPageDestinations(siteOf(files)).map(({ label }) => label),
      ["Guides"],
    );
  });

  it("start with the open page's group, followed by the group for its folder", () => {
    const destinations = getPageDestinations(site);
    const findLikely = (page: string | undefined, folder: string) => {
      const home = findLikelyDestination(site, destinations, { page, folder });
      return home && [...home.ancestors, home.label].join(" › ");
    };
    assert.equal(findLikely("fr/guides/start", ""), "fr › Guides");
    assert.equal(findLikely(undefined, "fr/guides"), "fr › Guides");
    assert.equal(findLikely(undefined, "guides"), "en › Guides");
    assert.equal(findLikely(undefined, "elsewhere"), "en › Guides");
  });
});

describe("operations without a page", () => {
  it("are those that no entry lists, either individually or as part of an entire specification", () => {
    const pagelessNames = findPagelessOperations(siteOf(files)).map(({ spec, name }) => `${spec} ${name}`);
    assert.deepEqual(pagelessNames, ["api.json POST /users"]);
  });
});
