import assert from "node:assert/strict";
import { callCli } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const files = {
  "docs.json":
    '{\n  "navigation": { "groups": [\n    { "group": "Guides", "pages": ["guides/start", "guides/next"] },\n    { "group": "API", "openapi": "api.json" }\n  ] }\n}\n',
  "guides/start.mdx": "---\ntitle: Start\n---\n\nHi\n",
  "guides/next.mdx": "---\ntitle: Next\nhidden: true\n---\n\nHi\n",
  "guides/broken.mdx": "# Broken\n\n<Note>never closed\n",
  "api.json":
    '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/users": { "get": { "summary": "List", "responses": { "200": { "description": "All" } } } }, "/bad": { "get": { "parameters": [{ "name": "x", "in": "nowhere" }], "responses": {} } } } }',
};

interface Explanation {
  readonly version: number;
  readonly sites: readonly {
    readonly root: string;
    readonly target: string;
    readonly shown: boolean;
    readonly verdict: string;
    readonly url?: string;
    readonly steps: readonly {
      readonly kind: string;
      readonly state: string;
      readonly place?: { readonly file: string; readonly range: { readonly start: object } };
    }[];
  }[];
}

describe("docwright explain", function () {
  this.timeout(60_000);
  let folder: string;
  before(() => (folder = tempSite(files)));
  after(removeTempSites);

  const explain = (...args: string[]) => callCli(["explain", folder, ...args]);

  it("exits with code 0 and shows where a page appears if readers can see it", async () => {
    const { exitCode, stdout, stderr } = await explain("guides/start");
    assert.equal(exitCode, 0, stderr);
    assert.match(
      stdout,
      /^guides\/start · shown · \/guides\/start\n\n {2}Readers find this page in Guides, as the first page\.\n/,
    );
    assert.match(stdout, /^ {4}docs\.json:3:36$/m);
  });

  it("exits with code 1 and shows the cause if readers can't see a page", async () => {
    const { exitCode, stdout } = await explain("guides/next");
    assert.equal(exitCode, 1);
    assert.match(stdout, /^ {2}✗ `hidden: true` in its frontmatter .*\n( {4}[^:]*\n)* {4}guides\/next\.mdx:3:1$/m);
  });

  it("wraps at 80 columns and uses no colors outside a terminal", async () => {
    for (const target of ["guides/next", "GET /bad", "nothing/like/this"]) {
      const { stdout } = await explain(target);
      assert.doesNotMatch(stdout, /\u001b/);
      for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
    }
  });

  it("parses the page's MDX and validates the specification before it explains the result", async () => {
    assert.match((await explain("guides/broken")).stdout, /isn't valid MDX/);
    assert.match(
      (await explain("GET /bad")).stdout,
      /^ {2}Readers don't see this operation: the operation or a definition that it uses\n {2}isn't valid/m,
    );
    assert.equal((await explain("GET /users")).exitCode, 0);
    const strict = await explain("GET /users", "--profile", "mintlify");
    assert.match(strict.stdout.replace(/\s+/g, " "), /this service leaves out the whole file/);
    assert.equal(strict.exitCode, 1);
  });

  it("accepts a method and a path as two arguments, and a file relative to the working directory", async () => {
    assert.equal((await callCli(["explain", "GET", "/users"], { cwd: folder })).exitCode, 0);
    assert.equal((await callCli(["explain", "start.mdx"], { cwd: `${folder}/guides` })).exitCode, 2);
    assert.equal((await callCli(["explain", folder, "guides/start.mdx"], { cwd: folder })).exitCode, 0);
  });

  it("prints one object with --format json", async () => {
    const { exitCode, stdout } = await explain("guides/next", "--format", "json");
    assert.equal(exitCode, 1);
    const reported = JSON.parse(stdout) as Explanation;
    assert.equal(reported.version, 1);
    const [site] = reported.sites;
    assert.equal(site?.target, "guides/next");
    assert.equal(site?.url, "/guides/next");
    assert.equal(site?.shown, false);
    const stop = site?.steps.find(({ state }) => state === "stops");
    assert.equal(stop?.kind, "frontmatter");
    assert.equal(stop?.place?.file, "guides/next.mdx");
    assert.deepEqual(stop?.place?.range.start, { line: 2, character: 0 });
  });

  it("notes that the result may be incomplete if docs.json has a syntax error", async () => {
    const broken = tempSite({
      "docs.json": '{\n  "navigation": { "pages": ["a" }\n}\n',
      "a.mdx": "---\ntitle: A\n---\n",
    });
    for (const command of [
      ["explain", broken, "a"],
      ["migrate", broken],
    ]) {
      const { stderr } = await callCli(command);
      assert.match(stderr, /^docwright: docs\.json:2:\d+ has a syntax error, .* may be incomplete; run /m);
    }
    assert.doesNotMatch((await explain("guides/start")).stderr, /syntax error/);
  });

  it("explains a file that exists in several sites in each of them", async () => {
    const page = "---\ntitle: A\n---\n";
    const config = '{ "navigation": { "pages": ["a"] } }\n';
    const several = tempSite({
      "s1/docs.json": config,
      "s1/a.mdx": page,
      "s2/docs.json": config,
      "s2/a.mdx": page,
    });
    const { stdout } = await callCli(["explain", several, "a.mdx", "--format", "json"]);
    const { sites } = JSON.parse(stdout) as Explanation;
    assert.deepEqual(
      sites.map(({ root, shown }) => ({ root, shown })),
      [
        { root: "s1", shown: true },
        { root: "s2", shown: true },
      ],
    );
  });

  it("escapes control characters in names", async () => {
    const { stdout } = await explain("a\u001b[31mb\u202e");
    assert.doesNotMatch(stdout, /[\u001b\u202e]/);
  });

  for (const [what, args, line] of [
    ["a missing target", [], /specify what to explain/],
    ["two targets", ["a", "b", "c"], /unexpected argument c;/],
    ["a folder that doesn't exist", ["nowhere", "x"], /the folder nowhere doesn't exist/],
    ["an unknown format", ["x", "--format", "xml"], /--format must be pretty or json/],
  ] as const)
    it(`prints one line and exits with code 2 on ${what}`, async () => {
      const { exitCode, stdout, stderr } = await callCli(["explain", ...args], { cwd: folder });
      assert.equal(exitCode, 2);
      assert.equal(stdout, "");
      assert.match(stderr, line);
      assert.equal(stderr.trim().split("\n").length, 1);
    });
});
