import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { combinedProblem, combineProblems } from "../engine/problem-groups.ts";
import { problemsOfSite } from "../engine/run-rules.ts";
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
webhooks:
  paid:
    post:
      parameters: [${gone("D")}]
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
    const component = 'components:\n  responses:\n    E: { $ref: "#/paths/~1users/post" }\n';
    const unused = siteWith('"GET /users"', component);
    const used = unused.replace(
      "get:\n",
      "get:\n      responses: { 200: { $ref: '#/components/responses/E' } }\n",
    );
    const withB = (severity: string) => ["error A", `${severity} B`, "information C", "error D"];
    assert.deepEqual(severities(unused), withB("information"));
    assert.deepEqual(severities(used), withB("error"));
  });

  it("is an error if another specification includes a part of the file", () => {
    const other = `//- other.yaml
openapi: 3.1.0
paths:
  /other:
    get: { a: { $ref: "api.yaml#/components/schemas/E" } }
`;
    const component = "components:\n  schemas:\n    E: { a: { $ref: [|'#/components/schemas/F'|] } }\n";
    const last = (more: string) => severities(siteWith('"GET /users"', component + more)).slice(-1);
    assert.deepEqual(last(""), ["information F"]);
    assert.deepEqual(last(other), ["error F"]);
    const part = "//- part.yaml\ncomponents: { schemas: { E: {} } }\n";
    assert.deepEqual(last(other.replace("api.yaml", "part.yaml") + part), ["information F"]);
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

  it("checks thousands of operations that use the same component quickly", () => {
    const users = Array.from(
      { length: 3000 },
      (_, i) => `  /p${i}: { get: { a: { $ref: "#/components/schemas/All" } } }\n`,
    );
    const gone = Array.from({ length: 300 }, (_, i) => `      a${i}: { $ref: "#/gone${i}" }\n`);
    const site = siteFrom(`//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml", "pages": ["GET /used"] }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /used: { get: {} }
${users.join("")}components:
  schemas:
    All:
${gone.join("")}`);
    const problems = problemsOfSite(site, { rules: [danglingRef] });
    assert.deepEqual(new Set(problems.map(({ severity }) => severity)), new Set(["information"]));
    assertQuick(1000, () => void problemsOfSite(site, { rules: [danglingRef] }));
  });

  it("is an error if pages are generated for all operations", () => {
    const site = siteWith("").replace(', "pages": []', "");
    assert.deepEqual(severities(site), ["error A", "error B", "error C", "error D"]);
  });

  it("is information if no page shows an operation that uses the component", () => {
    const components = `components:
  parameters:
    Page: { $ref: "#/components/parameters/Size" }
    Size: ${gone("E")}
    Sort: ${gone("F")}
`;
    const site = siteWith('"GET /users"', components);
    const users = (used: string) =>
      severities(site.replace("get: {}", `get: { parameters: [{ $ref: "${used}" }] }`)).slice(-2);
    assert.deepEqual(users("#/components/parameters/Page"), ["information E", "information F"]);
    const teams = (used: string) =>
      severities(
        site
          .replace('"GET /users"', '"GET /teams"')
          .replace("get: {}", `get: { parameters: [{ $ref: "${used}" }] }`),
      ).slice(-2);
    assert.deepEqual(teams("#/components/parameters/Page"), ["error E", "information F"]);
    assert.deepEqual(teams("#/components/parameters/S%6Frt"), ["information E", "error F"]);
    assert.deepEqual(severities(`${site}//- sort.mdx\n---\nopenapi-schema: User\n---\n`).slice(-1), [
      "information F",
    ]);
    const shown = `${site}  schemas: { User: {} }\n//- user.mdx\n---\nopenapi-schema: User\n---\n`;
    assert.deepEqual(severities(shown).slice(-2), ["error E", "error F"]);
  });

  it("is an error if a discriminator on a page refers to the component", () => {
    const last = (mapping: string, isJson = false) => {
      const components = {
        schemas: {
          Pet: { discriminator: { propertyName: "type", mapping: { dog: mapping } } },
          Dog: { allOf: [{ $ref: "#/components/schemas/Gone" }] },
        },
      };
      const paths = {
        "/pets": { get: { schema: { $ref: "#/components/schemas/Pet" } } },
        "/all": { get: {} },
      };
      const text = JSON.stringify({ openapi: "3.1.0", paths, components });
      const spec = isJson ? text : `# YAML\n${text}`;
      const name = isJson ? "api.json" : "api.yaml";
      return problemsOfSite(
        siteFrom(`//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "${name}", "pages": ["GET /pets"] }] } }
//- ${name}
${spec}`),
        { rules: [danglingRef] },
      ).map(({ severity }) => severity);
    };
    for (const isJson of [false, true]) {
      assert.deepEqual(last("#/components/schemas/Dog", isJson), ["error"]);
      assert.deepEqual(last("Dog", isJson), ["error"]);
      assert.deepEqual(last("#/components/schemas/Pet", isJson), ["information"]);
      assert.deepEqual(last("Cat", isJson), ["information"]);
    }
  });

  it("is an error if an operation on a page includes a part of another operation", () => {
    const site = siteWith('"GET /teams"').replace(
      "get: {}",
      'get: { parameters: [{ $ref: "#/paths/~1users/post/parameters/0" }] }',
    );
    assert.deepEqual(severities(site), ["information A", "error B", "error C", "error D"]);
  });

  it("says that the service leaves out the whole file if more than the last part is missing", () => {
    const texts = (profile: ProfileName, target: string, list = '"GET /users"') =>
      checkRule(danglingRef, siteWith(list).replaceAll("#/components/schemas/B", target), profile).map(
        ({ severity, message }) => `${severity} ${/whole file/.exec(message)?.[0] ?? ""}`,
      )[1];
    // The file has no \`components\`, so none of the targets exist.
    assert.equal(texts("mintlify", "#/components/schemas/B"), "error whole file");
    assert.equal(texts("standard", "#/components/schemas/B"), "information ");
    assert.equal(texts("mintlify", "#/nothing"), "information ");
    assert.equal(texts("mintlify", "#/paths/~1users/put"), "information ");
    assert.equal(texts("mintlify", "#/paths/~1nobody/put"), "error whole file");
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
