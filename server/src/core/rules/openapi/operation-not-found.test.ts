import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

function listMessages(openapi: string): string[] {
  const site = siteFrom(`
//- docs.json
{ "navigation": { "pages": ["page"] } }
//- page.mdx
---
openapi: ${openapi}
---
//- a.json
{ "openapi": "3.1.0", "paths": { "/orders": { "get": {} } } }
//- b.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`);
  return getShownProblems("openapi/operation-not-found", site).map(({ message }) => message);
}

describe("openapi/operation-not-found", () => {
  it("refers to all specifications if the page doesn't specify one", () => {
    assert.deepEqual(listMessages("GET /userss"), [
      "`GET /userss` isn't defined in any of the site's specifications, so readers don't see an endpoint here. Did you mean `GET /users`?",
    ]);
  });

  it("doesn't suggest an operation that another page in the same menu documents", () => {
    const hasSuggestion = (navigation: object, reference = "GET /users") =>
      getShownProblems(
        "openapi/operation-not-found",
        siteFrom(`
//- docs.json
${JSON.stringify({ navigation })}
//- page.mdx
---
openapi: GET /userss
---
//- other.mdx
---
openapi: ${reference}
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`),
      ).map(({ message }) => message.endsWith("Did you mean `GET /users`?"));
    assert.deepEqual(hasSuggestion({ pages: ["page", "other"] }), [false]);
    assert.deepEqual(
      hasSuggestion({ groups: [{ group: "A", openapi: "api.json", pages: ["page", "GET /users"] }] }, "POST /users"),
      [false],
    );
    assert.deepEqual(hasSuggestion({ pages: ["page", "other"] }, "POST /users"), [true]);
    const languages = [
      { language: "en", pages: ["page"] },
      { language: "fr", pages: ["other"] },
    ];
    assert.deepEqual(hasSuggestion({ languages }), [true]);
  });

  it("doesn't suggest another method for an operation that readers find elsewhere", () => {
    const suggest = (navigation: object, openapi: string) =>
      getShownProblems(
        "openapi/operation-not-found",
        siteFrom(`
//- docs.json
${JSON.stringify({ navigation })}
//- page.mdx
---
openapi: PUT /users
---
//- other.mdx
---
openapi: ${openapi}
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "post": {} } } }
`),
      ).map(({ message }) => /Did you mean `(.*?)`/.exec(message)?.[1] ?? "none");
    const versions = [
      { version: "1", pages: ["page"] },
      { version: "2", pages: ["other"] },
    ];
    assert.deepEqual(suggest({ versions }, "POST /users"), ["none"]);
    assert.deepEqual(suggest({ versions }, "api.json"), ["POST /users"]);
    const group = { group: "A", openapi: "api.json", pages: ["PATCH /users", "other"] };
    // The page and the entry have the same problem.
    assert.deepEqual(suggest({ groups: [group] }, "POST /users"), ["none", "none"]);
    assert.deepEqual(suggest({ groups: [group] }, "api.json"), ["POST /users", "POST /users"]);
  });

  it("refers to the specification that the page specifies", () => {
    assert.deepEqual(listMessages("b.json GET /userss"), [
      "`GET /userss` isn't defined in `b.json`, so readers don't see an endpoint here. Did you mean `GET /users`?",
    ]);
  });

  it("reports the same missing operation on more than three pages once and suggests its newest version", () => {
    const versions = ["v1.2", "v1.10", "v2", "v3", "v4", "v5"];
    const files = versions.map((version, i) => {
      const path = i < 2 ? "/old" : "/users";
      return `//- ${version}/api-${version}.json\n{ "openapi": "3.1.0", "paths": { "${path}": { "get": {} } } }\n//- ${version}/old.mdx\n---\nopenapi: /${version}/api-${version}.json GET /old\n---\n`;
    });
    const navigation = { versions: versions.map((version) => ({ version, pages: [`${version}/old`] })) };
    const site = siteFrom(`//- docs.json\n${JSON.stringify({ navigation })}\n${files.join("")}`);
    const [problem, ...others] = getShownProblems("openapi/operation-not-found", site);
    assert.deepEqual(others, []);
    assert.equal(
      problem?.message,
      "`GET /old` isn't defined in the specifications of 4 pages, so readers see the definition from `v1.2/api-v1.2.json` instead. Reference `v1.10/api-v1.10.json`, or add the definition.",
    );
    assert.deepEqual(
      [problem.at.file, ...problem.relatedLocations.map(({ at }) => at.file)],
      ["v2/old.mdx", "v3/old.mdx", "v4/old.mdx", "v5/old.mdx"],
    );
  });

  it("reports more than three operations that no specification defines once", () => {
    const list = (count: number, specs: readonly string[]) => {
      const names = ["a", "b", "c", "d"].slice(0, count);
      const pages = names.map((name) => `//- ${name}.mdx\n---\nopenapi: POST /plants-${name}\n---\n`);
      const files = specs.map(
        (path) => `//- ${path}.json\n{ "openapi": "3.1.0", "paths": { "/${path}": { "get": {} } } }\n`,
      );
      const site = siteFrom(
        `//- docs.json\n${JSON.stringify({ navigation: { pages: names } })}\n${pages.join("")}${files.join("")}`,
      );
      return ["openapi/operation-not-found", "openapi/no-spec"].flatMap((code) =>
        getShownProblems(code, site).map(({ message, relatedLocations: related }) => `${related.length} ${message}`),
      );
    };
    assert.equal(list(3, ["users", "orders"]).length, 3);
    assert.deepEqual(list(4, ["users", "orders"]), [
      "3 4 references, such as `POST /plants-a`, aren't defined in any of the site's specifications, so readers don't see these endpoints. Fix the references, or add the definitions.",
    ]);
    // A single file is missing.
    assert.deepEqual(list(1, []), [
      "0 The site has no OpenAPI file, so readers don't see an endpoint for `POST /plants-a`. Add one.",
    ]);
    assert.deepEqual(list(3, []), [
      "2 The site has no OpenAPI file, so readers don't see an endpoint for 3 references, such as `POST /plants-a`. Add one.",
    ]);
  });

  it("names a file that should contain the specification but doesn't", () => {
    const list = (names: readonly string[], file: string) =>
      getShownProblems(
        "openapi/no-spec",
        siteFrom(
          `//- docs.json\n${JSON.stringify({ navigation: { pages: names } })}\n${names.map((name) => `//- ${name}.mdx\n---\nopenapi: POST /${name}\n---\n`).join("")}//- ${file}\n\n`,
        ),
      ).map(({ message }) => message);
    assert.deepEqual(list(["a"], "api/openapi.json"), [
      "`api/openapi.json` doesn't contain an OpenAPI specification, so readers don't see an endpoint for `POST /a`. Add it to the file.",
    ]);
    assert.deepEqual(list(["a", "b"], "swagger.yml"), [
      "`swagger.yml` doesn't contain an OpenAPI specification, so readers don't see an endpoint for 2 references, such as `POST /a`. Add it to the file.",
    ]);
    assert.match(list(["a"], "my-openapi.json").join(""), /^The site has no OpenAPI file/);
  });

  it("reports more than three missing operations of a specification once", () => {
    const list = (count: number) => {
      const names = Array.from({ length: count }, (_, i) => `plants-${"abcd"[i]}`);
      const pages = names.map((name) => `//- ${name}.mdx\n---\nopenapi: api.json POST /${name}\n---\n`);
      const spec = '//- api.json\n{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }\n';
      const site = siteFrom(
        `//- docs.json\n${JSON.stringify({ navigation: { pages: names } })}\n${pages.join("")}${spec}`,
      );
      return getShownProblems("openapi/operation-not-found", site).map(({ message }) => message.split(",", 1)[0]);
    };
    assert.equal(list(3).length, 3);
    assert.deepEqual(list(4), ["4 references"]);
  });

  it("aren't reported on a page that a generated page replaces, because readers don't see the file", () => {
    const createSite = (folder: string) =>
      siteFrom(
        `//- docs.json\n{ "navigation": { "groups": [{ "group": "API", "openapi": { "source": "api.json", "directory": "api" } }, { "group": "B", "pages": ["${folder}/list"] }] } }\n//- ${folder}/list.mdx\n---\nopenapi: DELETE /users\n---\n//- api.json\n{ "openapi": "3.1.0", "paths": { "/users": { "get": { "summary": "List" } } } }\n`,
      );
    assert.equal(getShownProblems("openapi/operation-not-found", createSite("api")).length, 0);
    assert.equal(getShownProblems("openapi/operation-not-found", createSite("guides")).length, 1);
  });
});
