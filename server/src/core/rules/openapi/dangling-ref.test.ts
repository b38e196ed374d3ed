import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { siteFrom } from "../../../../../test/harness/shown-problems.ts";
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

  it("is an error if a page shows another operation that includes the reference", () => {
    const including = (reference: string) =>
      siteWith('"GET /users"').replace(
        "get: {}",
        `get: {}\n  /all:\n    get: { responses: { ${reference} } }`,
      );
    const shown = (entry: string, reference: string, more = "") =>
      severities(including(reference).replace('"GET /users"', entry) + more);
    const parameter = '2XX: { $ref: "#/paths/~1users/post/parameters/0" }';
    const chain = `3XX: { $ref: "#/paths/~1all/get/responses/2XX" }, ${parameter}`;
    const [a, b, c] = ["error A", "error B", "error C"];
    const [notA, notB, notC] = ["information A", "information B", "information C"];
    assert.deepEqual(shown('"GET /all"', parameter), [notA, b, notC, "error D"]);
    assert.deepEqual(shown('"GET /users"', parameter), [a, notB, notC, "error D"]);
    assert.deepEqual(shown('"GET /all"', chain), [notA, b, notC, "error D"]);
    assert.deepEqual(shown('"GET /all"', '200: { $ref: "#/paths/~1users/get/parameters" }'), [
      a,
      notB,
      notC,
      "error D",
    ]);
    assert.deepEqual(shown('"GET /all"', '200: { $ref: "#/paths/~1teams" }'), [notA, notB, c, "error D"]);
    assert.deepEqual(shown('"GET /all"', '200: { $ref: "#/paths/~1teams/get" }'), [
      notA,
      notB,
      notC,
      "error D",
    ]);
    // An operation that includes its own content isn't included by another one.
    assert.deepEqual(shown('"POST /users"', '200: { $ref: "#/paths/~1all" }'), [notA, b, notC, "error D"]);
  });

  it("is an error if another file or a component includes the operation", () => {
    const part = '//- part.yaml\nA: { $ref: "api.yaml#/paths/~1users/post" }\n';
    const page = siteWith('"GET /users"', `${part}`).replace(
      "get: {}",
      'get: { a: { $ref: "part.yaml#/A" } }',
    );
    assert.deepEqual(severities(page), ["error A", "error B", "information C", "error D"]);
    const component = '  responses:\n    E: { $ref: "#/paths/~1users/post" }\n';
    assert.deepEqual(severities(siteWith('"GET /users"', component)), [
      "error A",
      "error B",
      "information C",
      "error D",
    ]);
  });

  it("finds the operations that include thousands of references quickly", () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, i) => `  /p${i}:\n    get: { a: { $ref: "#/paths/~1p${i + 1}/get" }, b: { $ref: "#/gone${i}" } }\n`,
    );
    const spec = `openapi: 3.1.0\npaths:\n${lines.join("")}  /p20000:\n    get: {}\n`;
    assertQuick(
      2000,
      () => void siteFrom(`//- docs.json\n{ "api": { "openapi": "api.yaml" } }\n//- api.yaml\n${spec}`),
    );
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
