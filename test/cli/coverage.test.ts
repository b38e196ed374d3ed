import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { callCli } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const operation = (more: object = {}) => ({ responses: { 200: { description: "ok" } }, ...more });
const folder = () =>
  tempSite({
    "docs.json": JSON.stringify({
      navigation: { groups: [{ group: "API", openapi: "api.json", pages: ["GET /users"] }] },
    }),
    "users/remove.mdx": "---\ntitle: Remove\nopenapi: DELETE /users\n---\n",
    "api.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Users", version: "1" },
      servers: [{ url: "https://example.com" }],
      paths: {
        "/users": {
          get: operation({ summary: "List users" }),
          post: operation(),
          delete: operation(),
          put: operation({ "x-hidden": true }),
        },
      },
    }),
  });

describe("docwright check --coverage", function () {
  // Each call starts a worker thread for specifications, which takes time.
  this.timeout(60_000);
  after(removeTempSites);

  it("reports where readers find each operation and which operations are missing", async () => {
    const { stdout, exitCode } = await callCli(["check", folder(), "--coverage"]);
    assert.equal(exitCode, 0);
    assert.deepEqual(stdout.split("\n").slice(0, 8), [
      "api.json",
      "  ✓ GET     /users  no example  /api-reference/list-users",
      "  ✗ POST    /users  no example  not on any page",
      "  ! DELETE  /users  no example  /users/remove, not in the navigation",
      "  - PUT     /users              marked x-hidden",
      "",
      "· 1 of 3 operations are in the navigation (33%)",
      "0 of 3 have an example; 1 more is intentionally excluded",
    ]);
  });

  it("fits the terminal width and shows the ends of long paths", async () => {
    const { stdout } = await callCli(["check", folder(), "--coverage"], { terminal: 48 });
    const lines = stripVTControlCharacters(stdout).split("\n");
    for (const line of lines.slice(1, 5)) assert.ok(line.length <= 48, line);
    assert.match(stdout, /…\S*list-users/);
  });

  it("fails if coverage is below the required minimum", async () => {
    assert.equal((await callCli(["check", folder(), "--min-coverage", "33"])).exitCode, 0);
    const { stdout, exitCode } = await callCli(["check", folder(), "--min-coverage", "80"]);
    assert.equal(exitCode, 1);
    assert.match(stdout, /33%\), below the required 80%/);
  });

  it("adds the coverage to the JSON report", async () => {
    const { stdout } = await callCli(["check", folder(), "--coverage", "--format", "json"]);
    const { coverage, version } = JSON.parse(stdout) as {
      version: number;
      coverage: { percent: number; meant: number; operations: readonly Record<string, unknown>[] };
    };
    assert.equal(version, 1);
    assert.equal(coverage.percent, 33);
    assert.equal(coverage.meant, 3);
    assert.deepEqual(
      coverage.operations.map(({ method, state, pages }) => [method, state, pages]),
      [
        [
          "GET",
          "shown",
          [{ url: "/api-reference/list-users", file: null, navigation: true, language: null, version: null }],
        ],
        ["POST", "missing", []],
        [
          "DELETE",
          "page-only",
          [
            {
              url: "/users/remove",
              file: "users/remove.mdx",
              navigation: false,
              language: null,
              version: null,
            },
          ],
        ],
        ["PUT", "hidden", []],
      ],
    );
  });

  it("rejects invalid option values and combinations", async () => {
    for (const [options, reason] of [
      [["--min-coverage", "120"], /number from 0 to 100/],
      [["--min-coverage", "many"], /number from 0 to 100/],
      [["--coverage", "--fix"], /can't be used together/],
      [["--coverage", "--format", "sarif"], /pretty or json/],
    ] as const) {
      const { exitCode, stderr } = await callCli(["check", ".", ...options]);
      assert.equal(exitCode, 2);
      assert.match(stderr, reason);
    }
  });
});
