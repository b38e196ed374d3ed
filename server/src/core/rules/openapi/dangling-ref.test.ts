import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { combinedProblem, combineProblems } from "../engine/problem-groups.ts";
import { danglingRef } from "./dangling-ref.ts";

const gone = (name: string) => `{ schema: { $ref: [|"#/components/schemas/${name}"|] } }`;

/** Returns a site whose navigation contains `entry`. Its specification has three operations with missing schemas. */
function siteWith(entry: string, more = ""): string {
  return `//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml", "pages": [${entry}] }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      parameters: [${gone("A")}]
    post:
      parameters: [${gone("B")}]
  /teams:
    parameters: [${gone("C")}]
    get: {}
components:
  parameters:
    Page: ${gone("D")}
${more}`;
}

function severities(site: string): string[] {
  return checkRule(danglingRef, site).map(
    ({ severity, message }) => `${severity} ${/schemas\/(\w)/.exec(message)?.[1] ?? ""}`,
  );
}

describe("openapi/dangling-ref", () => {
  it("is information if no page shows the operation", () => {
    const unshown = ["error A", "information B", "information C", "error D"];
    assert.deepEqual(severities(siteWith('"GET /users"')), unshown);
    assert.deepEqual(severities(siteWith('"GET /teams"')), [
      "information A",
      "information B",
      "error C",
      "error D",
    ]);
    const page = "//- fr/users.mdx\n---\nopenapi: POST /users\n---\n";
    assert.deepEqual(severities(siteWith('"GET /users"', page)), [
      "error A",
      "error B",
      "information C",
      "error D",
    ]);
  });

  it("is an error if pages are generated for all operations", () => {
    const site = siteWith("").replace(', "pages": []', "");
    assert.deepEqual(severities(site), ["error A", "error B", "error C", "error D"]);
  });

  it("explains that no page shows the operation", () => {
    const [, second] = checkRule(danglingRef, siteWith('"GET /users"'));
    assert.equal(
      second?.message,
      "`#/components/schemas/B` doesn't exist, but no page shows the operation that uses it. Fix the reference before you add the operation to the docs.",
    );
  });

  it("is one problem for all references to the same missing target in a file", () => {
    const site = siteWith('"GET /users"').replaceAll(/schemas\/[BD]/g, "schemas/A");
    const problems = checkRule(danglingRef, site);
    assert.equal(problems.length, 4);
    assert.deepEqual(
      combineProblems(problems, combinedProblem).map(({ severity, message, related }) => [
        severity,
        message.split(".")[0],
        related.length,
      ]),
      [
        [
          "error",
          "`#/components/schemas/A` is used 3 times but doesn't exist in this file, so content is missing from the pages",
          2,
        ],
        [
          "information",
          "`#/components/schemas/C` doesn't exist, but no page shows the operation that uses it",
          0,
        ],
      ],
    );
  });
});
