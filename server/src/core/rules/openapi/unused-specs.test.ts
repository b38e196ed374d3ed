import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { findSiteProblems } from "../engine/run-rules.ts";

const createDocs = (navigation: object) => JSON.stringify({ navigation });
const createOperations = (id: string) => `get:
  operationId: ${id}
  summary: List
  description: See [the guide](/nowhere).
  x-mint: { href: 42 }
  responses: { "200": { $ref: "#/components/responses/Gone" } }
`;

/** A bundled specification and its source files, which refer to each other. */
const sources = {
  "openapi.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/users": { get: { summary: "List", responses: { 200: { description: "ok" } } } } },
  }),
  "src/openapi.yaml": `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /users: { $ref: paths/users.yaml }
  /teams: { $ref: paths/teams.yaml }
  /gone: { $ref: paths/gone.yaml }
`,
  "src/paths/users.yaml": createOperations("list"),
  "src/paths/teams.yaml": createOperations("list"),
};

function listProblems(files: Readonly<Record<string, string>>, folder: string, profile: ProfileName) {
  return findSiteProblems(siteOf(new Map(Object.entries(files)), profile)).filter(({ at }) =>
    at.file.startsWith(folder),
  );
}

describe("checking unused specifications", () => {
  const usedDocs = createDocs({ groups: [{ group: "API", openapi: "openapi.json" }] });

  for (const profile of ["standard", "mintlify"] as const) {
    it(`reports at most one information-level problem in the source files of a bundled specification (${profile})`, () => {
      const problems = listProblems({ "docs.json": usedDocs, ...sources }, "src/", profile);
      const files = problems.map(({ at }) => at.file);
      assert.deepEqual(files, [...new Set(files)]);
      for (const { severity } of problems) assert.equal(severity, "information");
    });

    it(`reports problems in the source files if docs.json uses those files (${profile})`, () => {
      const navigation = createDocs({ groups: [{ group: "API", openapi: "src/openapi.yaml" }] });
      const problems = listProblems({ "docs.json": navigation, ...sources }, "src/", profile);
      assert.ok(problems.length > 1 && problems.some(({ severity }) => severity === "error"));
    });

    it(`reports that a specification with problems isn't used (${profile})`, () => {
      const twice = { operationId: "a", "x-mint": { href: 1 }, responses: { 200: { $ref: "#/gone" } } };
      const files = {
        "docs.json": usedDocs,
        "openapi.json": sources["openapi.json"],
        "old/a.json": JSON.stringify({ openapi: "3.1.0", paths: { "/a": { get: twice, put: twice } } }),
      };
      const [problem, ...others] = listProblems(files, "old/", profile);
      assert.deepEqual([problem?.severity, problem?.code, others], ["information", "openapi/dangling-ref", []]);
      assert.equal(
        problem?.message,
        "`old/a.json` isn't used on any page or in docs.json, so its problems don't affect readers. Use it, or add it to `ignore` in `.docwright.json`.",
      );
      assert.match(problem.relatedLocations.map(({ message }) => message).join("\n"), /^`#\/gone` doesn't exist/);
    });

    it(`reports all problems in a file that a page may refer to (${profile})`, () => {
      const createPage = (openapi: string) => ({
        "docs.json": createDocs({ pages: ["page"] }),
        "page.mdx": `---\nopenapi: ${openapi}\n---\n`,
      });
      const listSeverities = (files: Readonly<Record<string, string>>, file: string) =>
        listProblems(files, file, profile).map(({ code, severity }) => `${severity} ${code}`);
      const brokenFiles = {
        "broken.yaml": "openapi: 3.1.0\npaths: {\n",
        "openapi.json": sources["openapi.json"],
      };
      const swagger = JSON.stringify({ swagger: "2.0", info: {}, paths: { "/users": { get: {} } } });
      // The service searches all files for an operation without a file name, so it may be in the broken one.
      assert.deepEqual(listSeverities({ ...createPage("GET /gone"), ...brokenFiles }, "broken"), [
        "error openapi/spec-syntax",
      ]);
      assert.deepEqual(listSeverities({ ...createPage("GET /users"), ...brokenFiles }, "broken"), [
        "information openapi/spec-syntax",
      ]);
      assert.deepEqual(listSeverities({ ...createPage("openapi.json GET /gone"), ...brokenFiles }, "broken"), [
        "information openapi/spec-syntax",
      ]);
      assert.deepEqual(listSeverities({ ...createPage("GET /users"), "old.json": swagger }, "old"), [
        "error openapi/spec-version-unsupported",
      ]);
      assert.deepEqual(listSeverities({ ...createPage("GET /gone"), "old.json": swagger }, "old"), [
        "information openapi/spec-version-unsupported",
      ]);
    });
  }

  it("reports a missing server only if the specification has endpoint pages", () => {
    const users = JSON.stringify({ openapi: "3.1.0", paths: { "/users": { get: { summary: "List" } } } });
    const countProblems = (config: object, openapi: string) =>
      listProblems(
        {
          "docs.json": JSON.stringify(config),
          "page.mdx": `---\nopenapi: ${openapi}\n---\n`,
          "openapi.json": sources["openapi.json"],
          "users.json": users,
        },
        "users.json",
        "standard",
      ).filter(({ code }) => code === "openapi/no-server").length;
    const pages = { navigation: { pages: ["page"] } };
    assert.equal(countProblems({ ...pages, api: { openapi: ["openapi.json", "users.json"] } }, "GET /users"), 0);
    assert.equal(countProblems(pages, "users.json GET /gone"), 0);
    assert.equal(countProblems(pages, "users.json GET /users"), 1);
    assert.equal(countProblems({ navigation: { pages: ["users.json GET /users"] } }, "GET /gone"), 1);
    const generated = { navigation: { groups: [{ group: "API", openapi: "users.json" }] } };
    assert.equal(countProblems(generated, "GET /gone"), 1);
    assert.equal(countProblems({ ...generated, api: { playground: { display: "simple" } } }, "GET /gone"), 0);
  });

  it("uses the severity set in .docwright.json but always reports API keys", () => {
    const key = `mint_${["k7Qz", "9fRw", "2LpX", "4vTn", "8sYb", "3cHd"].join("")}`;
    const files = {
      "docs.json": usedDocs,
      ".docwright.json": JSON.stringify({ rules: { "openapi/spec-version-unsupported": "error" } }),
      "openapi.json": sources["openapi.json"],
      "old.json": JSON.stringify({ swagger: "2.0", info: { title: key } }),
    };
    assert.deepEqual(
      listProblems(files, "old", "mintlify")
        .map(({ code, severity }) => `${severity} ${code}`)
        .sort(),
      ["error openapi/spec-version-unsupported", "error security/key-in-source"],
    );
  });
});
