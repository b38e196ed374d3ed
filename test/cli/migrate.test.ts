import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MigrationReport } from "../../server/src/cli/migrate/migration-report.ts";
import { RemoteSpecs } from "../../server/src/workspace/specs/remote-specs.ts";
import { hashFileText } from "../../server/src/workspace/files/write-files.ts";
import { callCli } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const files = {
  "docs.json": `\ufeff${JSON.stringify(
    { navigation: { groups: [{ group: "API", pages: ["ref/list", "ref/get", "ref/kept", "start"] }] } },
    null,
    "\t",
  ).replaceAll("\n", "\r\n")}`,
  "api.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /users:
    get: { summary: List users, responses: { "200": { description: Fine } } }
  /users/{id}:
    get:
      summary: Get a user
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: Fine } }
`,
  "ref/list.mdx": "---\ntitle: List users\nopenapi: GET /users\n---\n",
  "ref/get.mdx": "\ufeff---\r\ntitle: One user\r\nopenapi: GET /users/{id}\r\n---\r\n\r\nText.",
  "ref/kept.mdx": "---\ntitle: Kept\nopenapi: GET /gone\n---\n",
  "start.mdx": "---\ntitle: Start\n---\n\n[List](/ref/list)\n",
};

type Files = Readonly<Record<string, string>>;
const read = (folder: string): Files =>
  Object.fromEntries(
    Object.keys(files)
      .filter((path) => existsSync(join(folder, path)))
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );

describe("docwright migrate", function () {
  this.timeout(60_000);
  let folder: string;
  let report: string;
  beforeEach(() => {
    folder = tempSite(files);
    report = join(tempSite({}), "report.json");
  });
  after(removeTempSites);

  const migrate = (...args: string[]) => callCli(["migrate", folder, ...args]);
  const written = () => migrate("--write", "--report", report);

  it("shows results, reasons, the diff, and a summary without writing files", async () => {
    const { exitCode, stdout, stderr } = await migrate();
    assert.equal(exitCode, 0, stderr);
    assert.match(
      stdout,
      /^ref\/get\.mdx {2}GET \/users\/\{id\}\n {2}requires a specification extension that preserves .*; same URL$/m,
    );
    assert.match(stdout, /^ref\/list\.mdx {2}GET \/users\n {2}lossless; new URL: \/api-reference\/list-users$/m);
    assert.match(
      stdout,
      /^ref\/kept\.mdx {2}GET \/gone\n {2}not migrated: None of the site's specifications defines this operation/m,
    );
    assert.match(stdout, /^\+\t{5}"GET \/users",/m);
    assert.match(stdout, /^-\[List\]\(\/ref\/list\)\n\+\[List\]\(\/api-reference\/list-users\)$/m);
    assert.match(stdout, /^deleted: ref\/list\.mdx$/m);
    assert.match(
      stdout,
      /^3 pages describe an endpoint: 1 lossless, 1 with a specification extension, 1 not migrated$/m,
    );
    assert.match(stdout, /no new problems\nNo files changed\. Use --write to apply these changes\.\n$/);
    assert.deepEqual(read(folder), files);
  });

  it("writes, reports, and restores files byte for byte", async () => {
    const { exitCode, stdout } = await written();
    assert.equal(exitCode, 0, stdout);
    const now = read(folder);
    assert.deepEqual(Object.keys(now).sort(), ["api.yaml", "docs.json", "ref/kept.mdx", "start.mdx"]);
    assert.ok(now["docs.json"]?.startsWith("\ufeff{\r\n\t"));
    assert.match(now["docs.json"] ?? "", /"openapi": "api\.yaml"/);
    assert.match(now["api.yaml"] ?? "", /x-service:\n {8}href: \/ref\/get\n[^]*content: "Text\."/);
    const { undo, counts } = JSON.parse(readFileSync(report, "utf8")) as MigrationReport;
    assert.deepEqual(counts, { "loss-free": 1, extension: 1, keep: 1 });
    assert.equal(undo?.length, 5);
    const undone = await migrate("--undo", report);
    assert.equal(undone.exitCode, 0, undone.stderr);
    assert.deepEqual(read(folder), files);
    assert.equal((await migrate("--undo", report)).exitCode, 0, "the second undo failed");
    assert.deepEqual(read(folder), files);
  });

  it("finds nothing left to migrate on the second run", async () => {
    await written();
    const { exitCode, stdout } = await migrate();
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /^1 page describes an endpoint: 0 lossless, 0 with a specification extension, 1 not migrated\nNothing to migrate\n$/m,
    );
  });

  it("restores nothing and names the file if one has changed since the migration", async () => {
    await written();
    writeFileSync(join(folder, "start.mdx"), "Changed.\n");
    const now = read(folder);
    const { exitCode, stderr } = await migrate("--undo", report);
    assert.equal(exitCode, 2);
    assert.match(stderr, /nothing was undone because these files have changed since the migration: start\.mdx$/m);
    assert.deepEqual(read(folder), now);
  });

  it("migrates only the given pages", async () => {
    const { stdout } = await migrate("--format", "json", "--page", "ref/l*.mdx");
    const { pages, files: changed } = JSON.parse(stdout) as MigrationReport;
    assert.deepEqual(
      pages.map(({ file }) => file),
      ["ref/list.mdx"],
    );
    assert.deepEqual(
      changed.map(({ file, change }) => `${change} ${file}`),
      ["edit docs.json", "edit start.mdx", "delete ref/list.mdx"],
    );
  });

  it("never overwrites the report of an earlier migration", async () => {
    await written();
    const retained = readFileSync(report, "utf8");
    for (const args of [
      ["--write", "--report", report],
      ["--report", report],
    ]) {
      const { exitCode, stderr } = await migrate(...args);
      assert.equal(exitCode, 2);
      assert.match(stderr, /already exists/);
    }
    assert.equal(readFileSync(report, "utf8"), retained);
  });

  it("doesn't write through a symbolic link and leaves all files unchanged", async () => {
    mkdirSync(join(folder, "real"));
    renameSync(join(folder, "start.mdx"), join(folder, "real", "start.mdx"));
    symlinkSync(join("real", "start.mdx"), join(folder, "start.mdx"));
    const before = read(folder);
    const { exitCode, stderr } = await written();
    if (exitCode === 2) assert.match(stderr, /no files changed: start\.mdx has a symbolic link in its path/);
    else assert.equal(read(folder)["start.mdx"], before["start.mdx"]);
    if (exitCode === 2) assert.deepEqual([read(folder), existsSync(report)], [before, false]);
  });

  it("works on a site with a link to a file outside it", async function () {
    if (process.platform === "win32") return this.skip();
    const outside = tempSite({ "CHANGELOG.md": "# Changes" });
    symlinkSync(join(outside, "CHANGELOG.md"), join(folder, "changelog.md"));
    const { exitCode, stderr } = await written();
    assert.equal(exitCode, 0, stderr);
    assert.ok(existsSync(report));
  });

  for (const [what, file] of [
    ["above the folder", "../canary.mdx"],
    ["elsewhere on the disk", "/tmp/docwright-canary.mdx"],
    ["through a symbolic link", "out/canary.mdx"],
    ["that a migration never writes", "package.sh"],
  ] as const)
    it(`doesn't follow a report to a path ${what}`, async () => {
      const outside = tempSite({ "canary.mdx": "canary" });
      symlinkSync(outside, join(folder, "out"));
      const before = "evil";
      const undo = [{ file, before, beforeHash: hashFileText(before), afterHash: hashFileText("canary") }];
      writeFileSync(report, JSON.stringify({ version: 1, command: "migrate", undo }));
      const { exitCode } = await migrate("--undo", report);
      assert.equal(exitCode, 2);
      assert.equal(readFileSync(join(outside, "canary.mdx"), "utf8"), "canary");
      assert.ok(!existsSync("/tmp/docwright-canary.mdx"));
    });

  for (const [what, args, line] of [
    ["an unknown option", ["--wirte"], /--wirte/],
    ["an unknown format", ["--format", "xml"], /--format must be pretty or json/],
    ["an unknown profile", ["--profile", "x"], /--profile must be standard or mintlify/],
    ["--undo with --write", ["--undo", "x", "--write"], /--undo and --write can't be used together/],
    ["a report that doesn't exist", ["--undo", "nowhere.json"], /can't read the report nowhere\.json/],
    ["two folders", ["other"], /expected one folder/],
  ] as const)
    it(`prints one line and exits with code 2 on ${what}`, async () => {
      const { exitCode, stdout, stderr } = await migrate(...args);
      assert.equal(exitCode, 2);
      assert.equal(stdout, "");
      assert.match(stderr, line);
      assert.equal(stderr.trim().split("\n").length, 1);
    });

  describe("with a remote specification", () => {
    const url = "https://api.example.com/openapi.json";
    const caches = process.env["XDG_CACHE_HOME"];
    const onWeb = {
      "docs.json": JSON.stringify({
        navigation: { groups: [{ group: "API", openapi: url, pages: ["GET /pets", "ref/list", "ref/get"] }] },
      }),
      "ref/list.mdx": "---\ntitle: List users\nopenapi: GET /users\n---\n",
      "ref/get.mdx": "---\ntitle: One user\nopenapi: GET /users/{id}\n---\n",
    };
    beforeEach(() => {
      process.env["XDG_CACHE_HOME"] = tempSite({});
      folder = tempSite(onWeb);
    });
    afterEach(() => {
      if (caches === undefined) delete process.env["XDG_CACHE_HOME"];
      else process.env["XDG_CACHE_HOME"] = caches;
    });

    it("keeps the pages and fetches nothing if there's no local copy", async () => {
      const { stdout, stderr } = await migrate();
      assert.match(
        stdout,
        /^2 pages describe an endpoint: 0 lossless, 0 with a specification extension, 2 not migrated$/m,
      );
      assert.match(stdout, /is remote and can't be read here/);
      assert.equal(stderr, "");
    });

    it("uses the copy that an earlier check fetched, and says so", async () => {
      const spec = {
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        servers: [{ url: "https://api.example.com" }],
        paths: {
          "/pets": { get: { summary: "List pets", responses: { 200: { description: "Fine" } } } },
          "/users": { get: { summary: "List users", responses: { 200: { description: "Fine" } } } },
          "/users/{id}": { get: { summary: "Get a user", responses: { 200: { description: "Fine" } } } },
        },
      };
      const etags = { etag: undefined, lastModified: undefined };
      const copies = new RemoteSpecs(async () => ({
        kind: "fetched",
        text: JSON.stringify(spec),
        ...etags,
      }));
      await copies.fetch(url, { isHostAllowed: () => true });
      const { exitCode, stdout, stderr } = await written();
      assert.equal(exitCode, 0, stdout + stderr);
      assert.match(
        stdout,
        /^2 pages describe an endpoint: 1 lossless, 0 with a specification extension, 1 not migrated$/m,
      );
      assert.match(stdout, /is remote, so Docwright can't edit it/);
      assert.match(
        stderr,
        /using the local copy of .* UTC; to update it, use docwright check --fetch api\.example\.com\./,
      );
      const { navigation } = JSON.parse(readFileSync(join(folder, "docs.json"), "utf8")) as {
        navigation: { groups: { pages: string[] }[] };
      };
      assert.deepEqual(navigation.groups[0]?.pages, ["GET /pets", "GET /users", "ref/get"]);
      assert.deepEqual(
        [existsSync(join(folder, "ref/list.mdx")), existsSync(join(folder, "ref/get.mdx"))],
        [false, true],
      );
    });
  });

  it("exits with code 2 if there is no site or the report isn't a migration report", async () => {
    const { exitCode, stderr } = await callCli(["migrate", tempSite({ "a.mdx": "A" })]);
    assert.deepEqual([exitCode, /no docs\.json found/.test(stderr)], [2, true]);
    writeFileSync(report, '{"version":1,"command":"check"}');
    assert.match((await migrate("--undo", report)).stderr, /isn't from a completed migration/);
  });
});
