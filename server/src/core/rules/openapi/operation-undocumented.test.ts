import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { operationUndocumented } from "./operation-undocumented.ts";

describe("openapi/operation-undocumented", () => {
  it("marks the path if the operation is defined in another file", () => {
    checkRule(
      operationUndocumented,
      `//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users"] }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} }, [|"/orders"|]: { "$ref": "orders.json" } } }
//- orders.json
{ "get": { "summary": "List orders" } }
`,
    );
  });
});
