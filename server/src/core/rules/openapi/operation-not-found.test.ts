import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

function messagesOf(openapi: string): string[] {
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
    assert.deepEqual(messagesOf("GET /userss"), [
      "`GET /userss` isn't defined in any of the site's specifications, so readers don't see an endpoint here. Did you mean `GET /users`?",
    ]);
  });

  it("doesn't suggest an operation that another page in the same menu documents", () => {
    const suggests = (navigation: object, listed = "GET /users") =>
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
openapi: ${listed}
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`),
      ).map(({ message }) => message.endsWith("Did you mean `GET /users`?"));
    assert.deepEqual(suggests({ pages: ["page", "other"] }), [false]);
    assert.deepEqual(
      suggests(
        { groups: [{ group: "A", openapi: "api.json", pages: ["page", "GET /users"] }] },
        "POST /users",
      ),
      [false],
    );
    assert.deepEqual(suggests({ pages: ["page", "other"] }, "POST /users"), [true]);
    const languages = [
      { language: "en", pages: ["page"] },
      { language: "fr", pages: ["other"] },
    ];
    assert.deepEqual(suggests({ languages }), [true]);
  });

  it("refers to the specification that the page specifies", () => {
    assert.deepEqual(messagesOf("b.json GET /userss"), [
      "`GET /userss` isn't defined in `b.json`, so readers don't see an endpoint here. Did you mean `GET /users`?",
    ]);
  });
});
