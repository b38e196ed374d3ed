import assert from "node:assert/strict";
import { createFixes } from "../engine/run-rules.ts";
import { placesOf, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

const start = "doesn't exist, so";

function listProblems(config: object, ...files: readonly string[]): string[] {
  const specs = files.map((path) => `//- ${path}\nopenapi: 3.1.0\npaths: {}\n`);
  const site = siteFrom(`//- docs.json\n${JSON.stringify(config)}\n${specs.join("")}`);
  return getShownProblems("openapi/spec-not-found", site).map(({ severity, message }) => `${severity} ${message}`);
}

function getSuggestion(rawPath: string, ...files: readonly string[]): string | undefined {
  const [problem = ""] = listProblems({ navigation: { groups: [{ group: "API", openapi: rawPath }] } }, ...files);
  assert.match(problem, /^error /);
  return /Did you mean `(.*)`/.exec(problem)?.[1];
}

describe("openapi/spec-not-found", () => {
  it("is a warning under `api`, because no pages are generated from such a file", () => {
    const navigation = { pages: ["index"] };
    assert.deepEqual(listProblems({ navigation, api: { openapi: "gone.yaml" } }, "ref/users.yaml"), [
      `warning \`gone.yaml\` ${start} pages can't use its content. Fix the path, or remove this setting.`,
    ]);
    assert.deepEqual(listProblems({ navigation, api: { openapi: "users.yaml" } }, "ref/users.yaml"), [
      `warning \`users.yaml\` ${start} pages can't use its content. Did you mean \`ref/users.yaml\`?`,
    ]);
  });

  it("suggests a file that differs in its version", () => {
    assert.equal(getSuggestion("api/users-service-0.19.0.yml", "api/users-service.yml"), "api/users-service.yml");
    assert.equal(getSuggestion("api/users-service.yml", "api/users-service-v2.yml"), "api/users-service-v2.yml");
    assert.equal(getSuggestion("api/user-service-1.2.yml", "api/users-service.yml"), "api/users-service.yml");
  });

  it("doesn't suggest another version", () => {
    assert.equal(getSuggestion("users-service-1.0.0.yml", "users-service-2.3.4.yml"), undefined);
  });

  const createSpec = (path: string, ...paths: readonly string[]) =>
    `//- ${path}\nopenapi: 3.1.0\npaths:\n${paths.map((each) => `  ${each}: { get: {} }\n`).join("")}`;
  const createPage = (slug: string, reference: string) => `//- ${slug}.mdx\n---\nopenapi: ${reference}\n---\n`;
  const createSite = (slugs: readonly string[], ...files: readonly string[]) =>
    siteFrom(`//- docs.json\n${JSON.stringify({ navigation: { pages: slugs } })}\n${files.join("")}`);

  it("suggests a similar name in the folder of the page's language instead of the same name elsewhere", () => {
    const languages = [
      { language: "en", pages: ["users"] },
      { language: "de", pages: ["de/users"] },
    ];
    const site = siteFrom(
      [
        `//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n`,
        createPage("users", "api/users.yaml GET /users"),
        createPage("de/users", "/de/api/users.yaml GET /users"),
        createPage("de/orders", "/de/api/orders.yaml GET /orders"),
        createSpec("api/users.yaml", "/users"),
        createSpec("api/orders.yaml", "/orders"),
        createSpec("de/api/users_api.yaml", "/users"),
      ].join(""),
    );
    const messages = getShownProblems("openapi/spec-not-found", site).map(({ message }) => message);
    assert.equal(messages.length, 2);
    assert.ok(messages.some((message) => message.endsWith("Did you mean `de/api/users_api.yaml`?")));
    assert.ok(messages.some((message) => message.startsWith("`/de/api/orders.yaml`") && !message.includes("mean")));
  });

  it("suggests the file with the same name instead of the one that the service uses", () => {
    const slugs = ["v2/users/list", "v2/users/get"];
    const site = createSite(
      slugs,
      createPage("v2/users/list", "/v1/openapi-v2.yaml GET /users"),
      createPage("v2/users/get", "/v1/openapi-v2.yaml GET /new"),
      createSpec("v0/openapi-v0.yaml", "/users"),
      createSpec("v2/openapi-v2.yaml", "/users", "/new"),
    );
    const problems = getShownProblems("openapi/spec-not-found", site);
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        `\`/v1/openapi-v2.yaml\` ${start} 2 pages may show the wrong endpoint or none. Did you mean \`v2/openapi-v2.yaml\`?`,
      ],
    );
    assert.deepEqual(
      problems.map((problem) => createFixes(problem, site).map(({ title }) => title)),
      [["Change all 2 to `/v2/openapi-v2.yaml`", "Change to `/v2/openapi-v2.yaml`"]],
    );
  });

  it("suggests the file of the page's own version if several files have the same name", () => {
    const [problem] = getShownProblems(
      "openapi/spec-not-found",
      createSite(
        ["v2/users"],
        createPage("v2/users", "/specs/openapi.yaml GET /users"),
        createSpec("v1/openapi.yaml", "/users"),
        createSpec("v2/openapi.yaml", "/users"),
      ),
    );
    assert.match(problem?.message ?? "", / Did you mean `v2\/openapi\.yaml`\?$/);
  });

  it("doesn't suggest a file of another language or version", () => {
    const getOther = (slug: string, reference: string, file: string) => {
      const site = siteFrom(
        `//- docs.json\n${JSON.stringify({
          navigation: {
            languages: [
              { language: "en", pages: ["index", "v2/users"] },
              { language: "es", pages: ["es/index", "es/users"] },
            ],
          },
        })}\n${createPage(slug, reference)}${createSpec(file, "/users")}`,
      );
      return getShownProblems("openapi/spec-not-found", site).map((problem) =>
        createFixes(problem, site).map(({ title }) => title),
      );
    };
    assert.deepEqual(getOther("v2/users", "gone.yaml GET /users", "v1/api.yaml"), [[]]);
    assert.deepEqual(getOther("v2/users", "api-gone.yaml GET /users", "api.es.yaml"), [[]]);
    assert.deepEqual(getOther("v2/users", "gone.yaml GET /users", "es/api.yaml"), [[]]);
    assert.deepEqual(getOther("es/users", "gone.yaml GET /users", "es/api.yaml"), [["Change to `es/api.yaml`"]]);
    assert.deepEqual(getOther("v2/users", "gone.yaml GET /users", "api.yaml"), [["Change to `api.yaml`"]]);
  });

  it("reports more than three pages with the same missing file as one problem", () => {
    const slugs = ["a", "b", "c", "d"];
    const site = createSite(
      slugs,
      ...slugs.map((slug) => createPage(slug, `/old/api.yaml GET /${slug}`)),
      createSpec("api.yaml", "/a", "/c"),
      createSpec("others.yaml", "/b", "/d"),
    );
    assert.deepEqual(placesOf("openapi/spec-not-found", site), ["a.mdx b.mdx c.mdx d.mdx"]);
    const [problem] = getShownProblems("openapi/spec-not-found", site);
    assert.equal(
      problem?.message,
      `\`/old/api.yaml\` ${start} 4 pages may show the wrong endpoint or none. Did you mean \`api.yaml\`?`,
    );
    assert.deepEqual(problem && createFixes(problem, site).map(({ title }) => title), [
      "Change all 4 to `/api.yaml`",
      "Change to `/api.yaml`",
    ]);
  });
});
