import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GitRepository } from "../harness/git-repository.ts";
import { callCli } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const specification = (paths: object) =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths });
const answers = { responses: { 200: { description: "ok" } } };
const old = specification({
  "/orders": { get: { summary: "List orders", ...answers } },
  "/carts": { $ref: "carts.yaml" },
});
const now = specification({
  "/orders": {
    get: {
      summary: "List orders",
      parameters: [{ name: "limit", in: "query", required: true, schema: { type: "integer" } }],
      ...answers,
    },
  },
});
const docs = JSON.stringify({ navigation: { groups: [{ group: "API", openapi: "api.json" }] } });
const carts = "get:\n  summary: List carts\n  responses:\n    '200':\n      description: OK\n";

describe("docwright diff-spec", function () {
  // Each call starts a worker thread for specifications, which takes time.
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = tempSite({
      "docs.json": docs,
      "api.json": now,
      "old/api.json": old,
      "old/carts.yaml": carts,
      "guide.mdx": "---\ntitle: Guide\n---\n\n[Carts](/api-reference/list-carts)\n",
    });
  });
  afterEach(removeTempSites);

  const diff = (...args: string[]) => callCli(["diff-spec", ...args], { cwd: folder });

  it("describes the changes that readers notice between two files", async () => {
    const { exitCode, stdout, stderr } = await diff("old/api.json", "api.json");
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(stdout.split("\n"), [
      "api.json compared with old/api.json",
      "",
      "Broken on the site",
      "  ✗ guide.mdx:5  the link `/api-reference/list-carts` no longer leads to a page",
      "",
      "Pages",
      "  ✗ `/api-reference/list-carts` was removed from `API Reference`",
      "",
      "Operations",
      "  ✗ GET /carts was removed",
      "",
      "GET /orders  /api-reference/list-orders",
      "  ✗ query parameter `limit` was added and is required",
      "",
      "2 breaking changes. 1 reference to fix on the site.",
      "✗ breaking, + addition, · wording only",
      "",
    ]);
  });

  it("fails on breaking changes if requested", async () => {
    const code = async (...args: string[]) => (await diff(...args)).exitCode;
    assert.equal(await code("old/api.json", "api.json", "--fail-on", "breaking"), 1);
    assert.equal(await code("api.json", "api.json", "--fail-on", "any"), 0);
    writeFileSync(join(folder, "more.json"), now.replace("List orders", "All orders"));
    assert.equal(await code("api.json", "more.json", "--site", folder, "--fail-on", "any"), 1);
    // The page's URL has changed because its title has changed.
    assert.equal(await code("api.json", "more.json", "--fail-on", "breaking"), 1);
  });

  it("reads referenced files from the same Git revision as the specification", async () => {
    writeFileSync(join(folder, "api.json"), old);
    writeFileSync(join(folder, "carts.yaml"), carts);
    new GitRepository(folder).commit();
    writeFileSync(join(folder, "api.json"), now);
    writeFileSync(join(folder, "carts.yaml"), "gone: true\n");
    const { exitCode, stdout, stderr } = await diff("api.json", "--since", "HEAD", "--format", "json");
    assert.equal(exitCode, 0, stderr);
    const report = JSON.parse(stdout) as {
      readonly before: string;
      readonly weight: string;
      readonly counts: object;
      readonly operations: readonly { kind: string; before: { path: string } | null; pages: string[] }[];
      readonly lost: readonly { file: string; range: { start: { line: number } }; becomes: string }[];
    };
    assert.equal(report.before, "api.json at HEAD");
    assert.equal(report.weight, "breaking");
    assert.deepEqual(report.counts, { breaking: 2, addition: 0, wording: 0 });
    assert.deepEqual(
      report.operations.map(({ kind, before, pages }) => [kind, before?.path, pages]),
      [
        ["changed", "/orders", ["api-reference/list-orders"]],
        ["removed", "/carts", []],
      ],
    );
    assert.deepEqual(
      report.lost.map(({ file, range, becomes }) => [file, range.start.line, becomes]),
      [["guide.mdx", 4, "missing"]],
    );
  });

  it("doesn't run programs or filters that a repository configures", async () => {
    const repository = new GitRepository(folder);
    writeFileSync(join(folder, ".gitattributes"), "*.json diff=evil filter=evil\n");
    writeFileSync(join(folder, "api.json"), old);
    repository.commit();
    writeFileSync(join(folder, "api.json"), now);
    const canary = join(folder, "canary");
    for (const name of ["diff.external", "diff.evil.textconv", "filter.evil.smudge", "core.fsmonitor", "core.pager"])
      repository.git("config", name, `touch ${canary}; cat`);
    const { exitCode, stderr } = await diff("api.json", "--since", "HEAD");
    assert.equal(exitCode, 0, stderr);
    assert.equal(existsSync(canary), false);
  });

  it("writes Markdown and a changelog and never overwrites a file", async () => {
    const { stdout, stderr } = await diff(
      "old/api.json",
      "api.json",
      "--format",
      "markdown",
      "--changelog",
      "change.mdx",
    );
    assert.match(stdout, /^# api\.json compared with old\/api\.json\n/);
    assert.match(stdout, /- \*\*Breaking:\*\* query parameter `limit` was added and is required/);
    assert.equal(stderr, "Wrote change.mdx\n");
    const entry = readFileSync(join(folder, "change.mdx"), "utf8");
    assert.match(entry, /^<Update label="\d{4}-\d\d-\d\d" description="Shop">\n {2}## Added\n/);
    assert.match(entry, /\[List orders\]\(\/api-reference\/list-orders\)/);
    const again = await diff("old/api.json", "api.json", "--changelog", "change.mdx");
    assert.deepEqual([again.exitCode, again.stderr.includes("change.mdx already exists")], [2, true]);
  });

  it("explains why it can't compare the specifications", async () => {
    for (const [args, reason] of [
      [[], /specify two files/],
      [["api.json"], /specify a Git revision/],
      [["api.json", "--since", "HEAD"], /this folder isn't in a Git repository/],
      [["gone.json", "api.json"], /gone\.json can't be read/],
      [["docs.json", "api.json"], /docs\.json isn't an OpenAPI or AsyncAPI file/],
      [["old/api.json", "api.json", "--site", "old"], /no docs\.json found in old/],
      [["old/api.json", "api.json", "--format", "xml"], /--format must be pretty, json, or markdown, not xml/],
    ] as const) {
      const { exitCode, stderr } = await diff(...args);
      assert.equal(exitCode, 2, args.join(" "));
      assert.match(stderr, reason);
    }
    new GitRepository(folder).git("commit", "-q", "--allow-empty", "-m", "x");
    assert.match((await diff("api.json", "--since", "HEAD")).stderr, /HEAD doesn't contain api\.json/);
    assert.match((await diff("api.json", "--since", "--evil")).stderr, /docwright: /);
  });
});
