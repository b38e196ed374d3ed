import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { createCombinedProblem, combineProblems } from "../engine/problem-groups.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { danglingRef } from "./dangling-ref.ts";

const createBrokenRef = (name: string) => `{ schema: { $ref: [|"#/components/schemas/${name}"|] } }`;

/** Returns a site whose navigation contains `entry`. Its specification has three operations with missing schemas. */
function createFixture(entry: string, more = ""): string {
  return `//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml", "pages": [${entry}] }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      parameters: [${createBrokenRef("A")}]
    post:
      parameters: [${createBrokenRef("B")}]
  /teams:
    parameters: [${createBrokenRef("C")}]
    get: {}
webhooks:
  paid:
    post:
      parameters: [${createBrokenRef("D")}]
${more}`;
}

function listSeverities(site: string): string[] {
  return checkRule(danglingRef, site).map(
    ({ severity, message }) => `${severity} ${/schemas\/(\w)/.exec(message)?.[1] ?? ""}`,
  );
}

describe("openapi/dangling-ref", () => {
  it("is information if no page shows the operation", () => {
    const unusedSeverities = ["error A", "information B", "information C", "error D"];
    assert.deepEqual(listSeverities(createFixture('"GET /users"')), unusedSeverities);
    assert.deepEqual(listSeverities(createFixture('"GET /teams"')), [
      "information A",
      "information B",
      "error C",
      "error D",
    ]);
    const page = "//- fr/users.mdx\n---\nopenapi: POST /users\n---\n";
    assert.deepEqual(listSeverities(createFixture('"GET /users"', page)), [
      "error A",
      "error B",
      "information C",
      "error D",
    ]);
  });

  it("is an error if a page shows another operation that includes the reference", () => {
    const createWithReference = (reference: string) =>
      createFixture('"GET /users"').replace("get: {}", `get: {}\n  /all:\n    get: { responses: { ${reference} } }`);
    const listShown = (entry: string, reference: string, more = "") =>
      listSeverities(createWithReference(reference).replace('"GET /users"', entry) + more);
    const parameter = '2XX: { $ref: "#/paths/~1users/post/parameters/0" }';
    const chain = `3XX: { $ref: "#/paths/~1all/get/responses/2XX" }, ${parameter}`;
    const [a, b, c] = ["error A", "error B", "error C"];
    const [notA, notB, notC] = ["information A", "information B", "information C"];
    assert.deepEqual(listShown('"GET /all"', parameter), [notA, b, notC, "error D"]);
    assert.deepEqual(listShown('"GET /users"', parameter), [a, notB, notC, "error D"]);
    assert.deepEqual(listShown('"GET /all"', chain), [notA, b, notC, "error D"]);
    assert.deepEqual(listShown('"GET /all"', '200: { $ref: "#/paths/~1users/get/parameters" }'), [
      a,
      notB,
      notC,
      "error D",
    ]);
    assert.deepEqual(listShown('"GET /all"', '200: { $ref: "#/paths/~1teams" }'), [notA, notB, c, "error D"]);
    assert.deepEqual(listShown('"GET /all"', '200: { $ref: "#/paths/~1teams/get" }'), [notA, notB, notC, "error D"]);
    // An operation that includes its own content isn't included by another one.
    assert.deepEqual(listShown('"POST /users"', '200: { $ref: "#/paths/~1all" }'), [notA, b, notC, "error D"]);
  });

  it("is an error if another file or a component includes the operation", () => {
    const part = '//- part.yaml\nA: { $ref: "api.yaml#/paths/~1users/post" }\n';
    const page = createFixture('"GET /users"', `${part}`).replace("get: {}", 'get: { a: { $ref: "part.yaml#/A" } }');
    assert.deepEqual(listSeverities(page), ["error A", "error B", "information C", "error D"]);
    const component = 'components:\n  responses:\n    E: { $ref: "#/paths/~1users/post" }\n';
    const unusedFixture = createFixture('"GET /users"', component);
    const usedFixture = unusedFixture.replace(
      "get:\n",
      "get:\n      responses: { 200: { $ref: '#/components/responses/E' } }\n",
    );
    const expectWithB = (severity: string) => ["error A", `${severity} B`, "information C", "error D"];
    assert.deepEqual(listSeverities(unusedFixture), expectWithB("information"));
    assert.deepEqual(listSeverities(usedFixture), expectWithB("error"));
  });

  it("is an error if another specification includes a part of the file", () => {
    const other = `//- other.yaml
openapi: 3.1.0
paths:
  /other:
    get: { a: { $ref: "api.yaml#/components/schemas/E" } }
`;
    const component = "components:\n  schemas:\n    E: { a: { $ref: [|'#/components/schemas/F'|] } }\n";
    const getLast = (more: string) => listSeverities(createFixture('"GET /users"', component + more)).slice(-1);
    assert.deepEqual(getLast(""), ["information F"]);
    assert.deepEqual(getLast(other), ["error F"]);
    const part = "//- part.yaml\ncomponents: { schemas: { E: {} } }\n";
    assert.deepEqual(getLast(other.replace("api.yaml", "part.yaml") + part), ["information F"]);
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
    const brokenLines = Array.from({ length: 300 }, (_, i) => `      a${i}: { $ref: "#/gone${i}" }\n`);
    const site = siteFrom(`//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml", "pages": ["GET /used"] }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /used: { get: {} }
${users.join("")}components:
  schemas:
    All:
${brokenLines.join("")}`);
    const problems = findSiteProblems(site, { rules: [danglingRef] });
    assert.deepEqual(new Set(problems.map(({ severity }) => severity)), new Set(["information"]));
    assertQuick(1000, () => void findSiteProblems(site, { rules: [danglingRef] }));
  });

  it("is an error if pages are generated for all operations", () => {
    const site = createFixture("").replace(', "pages": []', "");
    assert.deepEqual(listSeverities(site), ["error A", "error B", "error C", "error D"]);
  });

  it("is information if no page shows an operation that uses the component", () => {
    const components = `components:
  parameters:
    Page: { $ref: "#/components/parameters/Size" }
    Size: ${createBrokenRef("E")}
    Sort: ${createBrokenRef("F")}
`;
    const site = createFixture('"GET /users"', components);
    const checkUsers = (pointer: string) =>
      listSeverities(site.replace("get: {}", `get: { parameters: [{ $ref: "${pointer}" }] }`)).slice(-2);
    assert.deepEqual(checkUsers("#/components/parameters/Page"), ["information E", "information F"]);
    const checkTeams = (pointer: string) =>
      listSeverities(
        site
          .replace('"GET /users"', '"GET /teams"')
          .replace("get: {}", `get: { parameters: [{ $ref: "${pointer}" }] }`),
      ).slice(-2);
    assert.deepEqual(checkTeams("#/components/parameters/Page"), ["error E", "information F"]);
    assert.deepEqual(checkTeams("#/components/parameters/S%6Frt"), ["information E", "error F"]);
    assert.deepEqual(listSeverities(`${site}//- sort.mdx\n---\nopenapi-schema: User\n---\n`).slice(-1), [
      "information F",
    ]);
    const schemaFixture = `${site}  schemas: { User: {} }\n//- user.mdx\n---\nopenapi-schema: User\n---\n`;
    assert.deepEqual(listSeverities(schemaFixture).slice(-2), ["error E", "error F"]);
  });

  it("is an error if a discriminator on a page refers to the component", () => {
    const getLast = (mapping: string, isJson = false) => {
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
      return findSiteProblems(
        siteFrom(`//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "${name}", "pages": ["GET /pets"] }] } }
//- ${name}
${spec}`),
        { rules: [danglingRef] },
      ).map(({ severity }) => severity);
    };
    for (const isJson of [false, true]) {
      assert.deepEqual(getLast("#/components/schemas/Dog", isJson), ["error"]);
      assert.deepEqual(getLast("Dog", isJson), ["error"]);
      assert.deepEqual(getLast("#/components/schemas/Pet", isJson), ["information"]);
      assert.deepEqual(getLast("Cat", isJson), ["information"]);
    }
  });

  it("is an error if an operation on a page includes a part of another operation", () => {
    const site = createFixture('"GET /teams"').replace(
      "get: {}",
      'get: { parameters: [{ $ref: "#/paths/~1users/post/parameters/0" }] }',
    );
    assert.deepEqual(listSeverities(site), ["information A", "error B", "error C", "error D"]);
  });

  it("says that the service leaves out the whole file if more than the last part is missing", () => {
    const listTexts = (profile: ProfileName, target: string, list = '"GET /users"') =>
      checkRule(danglingRef, createFixture(list).replaceAll("#/components/schemas/B", target), profile).map(
        ({ severity, message }) => `${severity} ${/whole file/.exec(message)?.[0] ?? ""}`,
      )[1];
    // The file has no \`components\`, so none of the targets exist.
    assert.equal(listTexts("mintlify", "#/components/schemas/B"), "error whole file");
    assert.equal(listTexts("standard", "#/components/schemas/B"), "information ");
    assert.equal(listTexts("mintlify", "#/nothing"), "information ");
    assert.equal(listTexts("mintlify", "#/paths/~1users/put"), "information ");
    assert.equal(listTexts("mintlify", "#/paths/~1nobody/put"), "error whole file");
  });

  it("explains that no page shows the operation", () => {
    const [, second] = checkRule(danglingRef, createFixture('"GET /users"'));
    assert.equal(
      second?.message,
      "`#/components/schemas/B` doesn't exist, but no page shows the operation that uses it. Fix the reference before you add the operation to the docs.",
    );
  });

  it("is one problem for all references to missing components of the same kind in a file", () => {
    const site = createFixture('"GET /users"').replaceAll(/schemas\/[BD]/g, "schemas/A");
    const problems = checkRule(danglingRef, site);
    assert.equal(problems.length, 4);
    assert.deepEqual(
      combineProblems(problems, createCombinedProblem).map(({ severity, message, relatedLocations }) => [
        severity,
        message.split(".")[0],
        relatedLocations.length,
      ]),
      [
        [
          "error",
          "4 references, such as `#/components/schemas/A`, have no target in this file, so content is missing from the pages",
          3,
        ],
      ],
    );
  });

  it("is one problem with information per file if another specification also defines the operations", () => {
    const createSpec = (refs: string) =>
      `openapi: 3.1.0\npaths:\n  /users: { get: { parameters: [${refs}] } }\n  /hidden: { get: {} }\n`;
    const createSite = (first: string, field = "GET /users") => `//- docs.json
{ "navigation": { "pages": ["users"] } }
//- users.mdx
---
openapi: ${field}
---
//- a.yaml
${first}//- b.yaml
${createSpec('{ $ref: [|"#/components/parameters/A"|] }, { $ref: [|"#/components/parameters/B"|] }')}`;
    const list = (site: string) =>
      combineProblems(checkRule(danglingRef, site), createCombinedProblem).map(
        ({ severity, message }) => `${severity} ${message}`,
      );
    const copied =
      "information 2 references, such as `#/components/parameters/A`, don't exist in this file, but readers may see the operations from `a.yaml`. Fix the references, or remove these copies.";
    assert.deepEqual(list(createSite(createSpec(""))), [copied]);
    const isError = ["error 2 references,"];
    const listStarts = (site: string) => list(site).map((text) => text.split(" ").slice(0, 3).join(" "));
    // The reference or the first specification determines that readers see this file.
    assert.deepEqual(listStarts(createSite(createSpec(""), "b.yaml GET /users")), isError);
    assert.deepEqual(listStarts(createSite(createSpec("").replace("/users", "/teams"))), isError);
    // An anchor makes the owners unknown.
    const withAlias = createSite(createSpec("")).replace(
      "/hidden: { get: {} }\n",
      "/hidden: &a { get: {} }\n  /c: *a\n",
    );
    assert.deepEqual(list(withAlias), [copied]);
  });

  // Only an example is missing from the page, and the specification is valid.
  it("is one warning for all missing examples of a file", () => {
    const createOperation = (name: string) => ({
      get: {
        responses: {
          200: {
            description: "OK",
            content: { "application/json": { examples: { a: { $ref: `#/components/examples/${name}` } } } },
          },
        },
      },
    });
    const createSite = (names: readonly string[], others: Readonly<Record<string, string>> = {}) =>
      siteFrom(
        `//- docs.json\n{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }\n//- api.json\n${JSON.stringify(
          {
            openapi: "3.1.0",
            info: { title: "A", version: "1" },
            paths: Object.fromEntries(
              [...names.map((name) => [name, name] as const), ...Object.entries(others)].map(([path, name]) => [
                `/${path}`,
                createOperation(name),
              ]),
            ),
          },
        )}\n`,
        "standard",
      );
    const list = (...args: Parameters<typeof createSite>) =>
      getShownProblems("openapi/dangling-ref", createSite(...args)).map(({ severity, message }) =>
        [severity, message].join(" "),
      );
    assert.deepEqual(list(["rates"]), [
      "warning `#/components/examples/rates` doesn't exist in this file, so readers don't see this example. Fix the reference, or add the example.",
    ]);
    const message =
      "references to examples, such as `#/components/examples/rates`, have no target in this file, so readers don't see these examples. Fix the references, or add the examples.";
    assert.deepEqual(list(["rates", "swaps"]), [`warning 2 ${message}`]);
    assert.deepEqual(list(["rates"], { a: "rates", b: "rates" }), [`warning 3 ${message}`]);
  });
});
