import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { resolveFeedbackPath } from "./resolve-path.ts";

const spec = `{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/users": { "get": { "summary": "List users", "responses": {} } } } }`;

/** Creates a site with these page paths and this navigation. */
function createSite(navigation: object, pages: readonly string[], more: object = {}) {
  const config = JSON.stringify({ $schema: "https://mintlify.com/docs.json", navigation, ...more });
  const texts = pages.map((page) => `//- ${page}.mdx\n`).join("");
  return siteOf(parseFixture(`\n//- docs.json\n${config}\n//- api.json\n${spec}\n${texts}`).files);
}

function joinPath(site: ReturnType<typeof createSite>, path: string, renames: Record<string, string> = {}): string {
  const join = resolveFeedbackPath(site, path, { currentPaths: new Map(Object.entries(renames)) });
  return join.kind === "unknown" ? "none" : `${join.url} ${join.by}`;
}

describe("resolveFeedbackPath: nearest language", () => {
  const site = createSite(
    {
      languages: [
        { language: "en", pages: ["index", "start", "guides/only", "guides/more"] },
        { language: "fr", pages: ["fr/start", "fr/guides/new"] },
        { language: "pt", pages: ["pt/start"] },
        { language: "zh", pages: ["cn/start", "cn/guides/new"] },
      ],
    },
    [
      "index",
      "start",
      "guides/only",
      "guides/more",
      "fr/start",
      "fr/guides/new",
      "pt/start",
      "cn/start",
      "cn/guides/new",
    ],
    { redirects: [{ source: "/begin", destination: "/start" }] },
  );

  for (const [path, expected] of [
    ["/fr/start", "/fr/start address"],
    // These pages aren't translated.
    ["/fr/guides/only", "/guides/only language"],
    ["/cn/guides/only/", "/guides/only language"],
    // Paths in the default language don't have the prefix `en`.
    ["/en/start", "/start language"],
    ["https://docs.example.com/en/guides/more?x", "/guides/more language"],
    // The language was removed, or the language has a country code that the site doesn't use.
    ["/de/start", "/start language"],
    ["/pt-BR/start", "/pt/start language"],
    // The page exists only in other languages, so the first of them is used.
    ["/guides/new", "/fr/guides/new language"],
    // The redirect and the rename exist only in another language.
    ["/fr/begin", "/start language"],
    ["/fr/guides/former", "/guides/more language"],
    ["/de", "/ language"],
    ["/fr/nowhere", "none"],
    ["/guides/it", "none"],
  ] as const)
    it(`finds ${expected} for ${path}`, () =>
      assert.equal(joinPath(site, path, { "guides/former.mdx": "guides/more.mdx" }), expected));
});

describe("resolveFeedbackPath: nearest version", () => {
  const site = createSite(
    {
      versions: [
        { version: "v3 (latest)", pages: ["start", "setup"] },
        {
          version: "v2",
          groups: [
            { group: "A", pages: ["v2/start", "v2/legacy"] },
            { group: "API", openapi: { source: "api.json", directory: "v2/api" } },
          ],
        },
        { version: "v1", pages: ["v1/start", "v1/legacy", "v1/oldest"] },
      ],
    },
    [
      "start",
      "setup",
      "v2/start",
      "v2/legacy",
      "v1/start",
      "v1/legacy",
      "v1/oldest",
      "changelog/v1-0",
      "changelog/v1-1",
    ],
  );

  for (const [path, expected] of [
    ["/v2/setup", "/setup version"],
    ["/legacy", "/v2/legacy version"],
    ["/v3/legacy", "/v2/legacy version"],
    ["/v0/start", "/v1/start version"],
    ["/v2.5/legacy", "/v2/legacy version"],
    ["/latest/setup", "/setup version"],
    ["/v1/api/list-users", "/v2/api/list-users version"],
    ["/2/oldest", "/v1/oldest version"],
    ["/v1/nothing", "none"],
    ["/changelog/v1-2", "none"],
  ] as const)
    it(`finds ${expected} for ${path}`, () => assert.equal(joinPath(site, path), expected));
});

describe("resolveFeedbackPath: language and version", () => {
  const site = createSite(
    {
      languages: [
        {
          language: "en",
          versions: [
            { version: "2.0", pages: ["en/2.0/start", "en/2.0/new"] },
            { version: "1.0", pages: ["en/1.0/start", "en/1.0/old"] },
          ],
        },
        {
          language: "ja",
          versions: [
            { version: "2.0", pages: ["ja/2.0/start"] },
            { version: "1.0", pages: ["ja/1.0/old"] },
          ],
        },
      ],
    },
    ["en/2.0/start", "en/2.0/new", "en/1.0/start", "en/1.0/old", "ja/2.0/start", "ja/1.0/old"],
  );

  for (const [path, expected] of [
    // The same language in another version is closer than another language.
    ["/ja/1.0/start", "/ja/2.0/start version"],
    ["/ja/2.0/old", "/ja/1.0/old version"],
    ["/ja/2.0/new", "/en/2.0/new language"],
    ["/ja/1.0/new", "/en/2.0/new language"],
    ["/start", "/en/2.0/start language"],
    ["/2.0/new", "/en/2.0/new language"],
    ["/1.0/start", "/en/1.0/start language"],
  ] as const)
    it(`finds ${expected} for ${path}`, () => assert.equal(joinPath(site, path), expected));
});

it("resolveFeedbackPath doesn't treat the year of a blog post as a version", () => {
  const site = createSite({ pages: ["blog/2023/june", "api/v2/users"] }, ["blog/2023/june", "api/v2/users"]);
  assert.equal(joinPath(site, "/blog/2024/june"), "none");
  assert.equal(joinPath(site, "/api/v1/users"), "/api/v2/users version");
});
