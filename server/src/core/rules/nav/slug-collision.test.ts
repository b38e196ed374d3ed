import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

describe("nav/slug-collision with a generated page", () => {
  const spec = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Users", version: "1" },
    paths: { "/users": { get: { summary: "List users", responses: { 200: { description: "All" } } } } },
  });
  const listMessages = (page: string, path = "/users") =>
    getShownProblems(
      "nav/slug-collision",
      siteFrom(
        `//- docs.json\n{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET ${path}"] }] } }\n//- api.json\n${spec.replace("/users", path)}\n//- api-reference/list-users.mdx\n${page}\n`,
      ),
    ).map(({ message }) => message);

  it("advises to delete a file that contains only the same operation", () => {
    assert.deepEqual(listMessages("---\nopenapi: GET /users\n---"), [
      "The page that `api.json` generates for `GET /users` has the same URL and content as this file, so the file has no effect. Delete the file.",
    ]);
    for (const openapi of ["api.json GET /users", "get /users"])
      assert.match(listMessages(`---\nopenapi: ${openapi}\n---`).join(), /Delete the file\./, openapi);
    assert.match(listMessages("---\nopenapi: GET /users/{name}\n---", "/users/{id}").join(), /Delete the file\./);
  });

  it("advises to rename a file with other content", () => {
    for (const page of [
      "---\nopenapi: GET /users\n---\n\nText.",
      "---\nopenapi: GET /users\ntitle: Users\n---",
      "---\nopenapi: GET /other-users\n---",
      "---\ntitle: Users\n---",
    ])
      assert.match(listMessages(page).join(), /Rename this file/, page);
  });
});
