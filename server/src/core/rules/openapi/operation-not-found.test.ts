import assert from "node:assert/strict";
import { shownBy, siteFrom } from "../../../../../test/harness/shown-problems.ts";

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
  return shownBy("openapi/operation-not-found", site).map(({ message }) => message);
}

describe("openapi/operation-not-found", () => {
  it("refers to all specifications if the page doesn't specify one", () => {
    assert.deepEqual(messagesOf("GET /userss"), [
      "`GET /userss` isn't defined in any of the site's specifications, so readers don't see an endpoint here. Did you mean `GET /users`?",
    ]);
  });

  it("refers to the specification that the page specifies", () => {
    assert.deepEqual(messagesOf("b.json GET /userss"), [
      "`GET /userss` isn't defined in `b.json`, so readers don't see an endpoint here. Did you mean `GET /users`?",
    ]);
  });
});
