import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { openToAll, removeOwnerAccess, unprivilegedUser } from "../harness/unprivileged-user.ts";
import { checkJson, type JsonReport } from "./call-cli.ts";
import { BuiltCli } from "./spawn-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const head =
  '"$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "K", "colors": { "primary": "#116644" }';
const page = "---\ntitle: Home\n---\n\nWelcome.\n";
const clean = { "docs.json": `{ ${head}, "navigation": { "pages": ["index"] } }\n`, "index.mdx": page };
const faulty = {
  "docs.json": `{ ${head}, "navigation": { "pages": ["index", "gone"] } }\n`,
  "index.mdx": page,
};
const oldToIndex = '"redirects": [{ "source": "/old", "destination": "/index" }]';
const asNobody = unprivilegedUser === undefined ? {} : { uid: unprivilegedUser };

/** These tests run the built program like a shell does, with exit codes, streams, and pipes. */
describe("command-line process", function () {
  this.timeout(60_000);
  let cli: BuiltCli;
  before(async () => {
    cli = await BuiltCli.make();
  });
  after(() => {
    cli.remove();
    removeTempSites();
  });

  it("exits with code 0 on a site without problems and shows the duration", async () => {
    const { exitCode, stdout, stderr } = await cli.run(["check", tempSite(clean)]);
    assert.equal(exitCode, 0, stdout + stderr);
    assert.match(stdout, /^✓ No errors or warnings in 1 page · \d+\.\d+ s\n/);
    assert.equal(stderr, "");
  });

  it("prints one line and exits with code 2 if installation files are missing", async () => {
    const site = tempSite({ ...clean, "index.mdx": `${page}\n<Note>{1}</Note>\n` });
    for (const name of ["engine", "mdx-worker.js", "spec-worker.js"]) {
      const damaged = cli.copyWithout(name);
      const { exitCode, stdout, stderr } = await damaged.run(["check", site]);
      damaged.remove();
      const line = "docwright: installation files are missing; reinstall Docwright\n";
      assert.deepEqual({ exitCode, stdout, stderr }, { exitCode: 2, stdout: "", stderr: line }, name);
    }
  });

  it("exits with code 1 on a site with an error, and prints no colors to a pipe", async () => {
    const { exitCode, stdout } = await cli.run(["check"], { cwd: tempSite(faulty) });
    assert.equal(exitCode, 1);
    assert.match(stdout, /^docs\.json\n {2}1:\d+ {2}error {4}.*gone/);
    assert.doesNotMatch(stdout, /\u001b/);
    assert.match(stdout, /\n1 error in docs\.json, none in 1 page · /);
  });

  for (const [what, args, line] of [
    ["a folder without a site", ["check", "."], /no docs\.json found in \. or its subfolders; specify the folder/],
    [
      "a folder without a site to explain",
      ["explain", "x"],
      /no docs\.json found in \. or its subfolders; specify the folder/,
    ],
    ["a folder that doesn't exist", ["check", "nowhere"], /the folder nowhere doesn't exist/],
    ["a file in place of a folder", ["check", "cli.js"], /cli\.js is a file; specify the folder/],
    ["an unknown option", ["check", "--colour"], /unknown option --colour/],
    ["contradictory options", ["check", "--fix", "--fix-dry-run"], /--fix/],
    ["an unknown command", ["chekc"], /unknown command chekc; did you mean "docwright check"/],
    ["a missing command", [], /no command given/],
    ["a server command without --stdio", ["server"], /the server requires --stdio/],
    ["a server command with another option", ["server", "--stdio", "--port=1"], /unknown option --port/],
  ] as const)
    it(`prints one line and exits with code 2 on ${what}`, async () => {
      const { exitCode, stdout, stderr } = await cli.run(args);
      assert.equal(exitCode, 2);
      assert.equal(stdout, "");
      assert.match(stderr, line);
      assert.match(stderr, /^docwright: [^\n]+\n$/);
    });

  it("suggests the command that creates docs.json if there's a mint.json", async () => {
    const cwd = tempSite({ "mint.json": "{}" });
    for (const command of ["check", "explain", "move", "preview"]) {
      const args = { explain: ["index"], move: ["a.mdx", "b.mdx"] }[command] ?? [];
      const { exitCode, stderr } = await cli.run([command, ...args], { cwd });
      assert.equal(exitCode, 2);
      assert.match(
        stderr,
        /^docwright: \. contains a mint\.json but no docs\.json; run "docwright upgrade \. --write"/,
      );
    }
  });

  it("prints its version quickly", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
      version: string;
    };
    const { exitCode, stdout } = await cli.run(["--version"]);
    assert.equal(exitCode, 0);
    assert.equal(stdout, `${version}\n`);
  });

  it("prints its help within 80 columns", async () => {
    for (const args of [
      ["--help"],
      ["check", "--help"],
      ["preview", "--help"],
      ["test", "--help"],
      ["migrate", "--help"],
      ["feedback", "--help"],
    ]) {
      const { exitCode, stdout } = await cli.run(args);
      assert.equal(exitCode, 0);
      for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
    }
  });

  it("exits without an error when the reading end of the pipe closes", async () => {
    const entries = Array.from({ length: 3000 }, (_, i) => `"page-number-${i}"`).join(", ");
    const folder = tempSite({ "docs.json": `{ ${head}, "navigation": { "pages": [${entries}] } }` });
    const { stderr, exitCode } = await cli.run(["check", folder], { closeAfter: 10 });
    assert.equal(stderr, "");
    assert.ok(exitCode === 0 || exitCode === 1);
  });

  it("exits with code 2 and one line if it can't write the report", async function () {
    if (process.platform !== "linux") this.skip();
    const script = 'exec "$@" > /dev/full';
    for (const args of [["check", tempSite(faulty), "--format", "sarif"], ["check", tempSite(clean)], ["--help"]]) {
      const { exitCode, stderr } = await cli.run(args, { script });
      assert.equal(stderr, "docwright: can't write the output: ENOSPC: no space left on device, write\n");
      assert.equal(exitCode, 2);
    }
  });

  it("writes a long report to a pipe without truncating it", async () => {
    const entries = Array.from({ length: 3000 }, (_, i) => `"page-number-${i}"`).join(", ");
    const folder = tempSite({ "docs.json": `{ ${head}, "navigation": { "pages": [${entries}] } }` });
    const { stdout } = await cli.run(["check", folder, "--format", "json"]);
    assert.equal((JSON.parse(stdout) as { problems: unknown[] }).problems.length, 3000);
  });

  it("skips and reports a folder that it can't read", async function () {
    const ordinary = 65534;
    const folder = tempSite({ ...clean, "secret/page.mdx": page });
    for (const place of [folder, join(folder, "docs.json"), join(folder, "index.mdx")]) chmodSync(place, 0o755);
    chmodSync(join(folder, "secret"), 0o000);
    const uid = process.getuid?.() === 0 ? ordinary : undefined;
    if (process.platform === "win32") this.skip();
    const { exitCode, stderr } = await cli.run(["check", folder], uid === undefined ? {} : { uid });
    chmodSync(join(folder, "secret"), 0o755);
    assert.equal(exitCode, 0);
    assert.match(stderr, /^docwright: no permission to read the folder secret; skipping it\.\n$/);
  });

  it("exits with code 2 if it can't read the given folder", async function () {
    if (process.platform === "win32") this.skip();
    const folder = tempSite(clean);
    mkdirSync(join(folder, "closed"));
    chmodSync(folder, 0o755);
    chmodSync(join(folder, "closed"), 0o000);
    const uid = process.getuid?.() === 0 ? 65534 : undefined;
    const { exitCode, stderr } = await cli.run(["check", join(folder, "closed")], uid === undefined ? {} : { uid });
    assert.equal(exitCode, 2);
    assert.match(stderr, /can't read the folder .*: permission denied/);
  });

  it("doesn't need a home folder", async () => {
    const folder = tempSite(clean);
    openToAll(folder);
    // Containers often run programs as a user that isn't in the list of users.
    const user = unprivilegedUser === undefined ? {} : { uid: 54_321 };
    for (const home of [undefined, "", "home"]) {
      const environment = { HOME: home, XDG_CACHE_HOME: undefined };
      const { exitCode, stderr } = await cli.run(["check", "."], { ...user, cwd: folder, environment });
      assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" }, home);
      assert.deepEqual(readdirSync(folder).toSorted(), ["docs.json", "index.mdx"]);
    }
  });

  it("doesn't replace a read-only file in a writable folder", async function () {
    if (process.platform === "win32") this.skip();
    const folder = tempSite({
      "docs.json": `{ ${head}, "navigation": { "pages": ["index"] }, ${oldToIndex} }\n`,
      "index.mdx": `${page}[A](/old)\n`,
    });
    chmodSync(join(folder, "index.mdx"), 0o444);
    removeOwnerAccess(folder);
    const { exitCode, stdout, stderr } = await cli.run(["check", folder, "--fix"], asNobody);
    assert.equal(readFileSync(join(folder, "index.mdx"), "utf8"), `${page}[A](/old)\n`);
    assert.match(stdout, /^No problems fixed\n/);
    assert.equal(stderr, "docwright: index.mdx wasn't fixed because it isn't writable\n");
    assert.equal(exitCode, 2);
  });

  it("reports the problems in a file that it couldn't fix", async function () {
    if (process.platform === "win32") this.skip();
    const folder = tempSite({
      "docs.json": `{ ${head}, "navigation": { "pages": ["index", "other"] }, ${oldToIndex} }\n`,
      "index.mdx": `${page}[A](/old)\n`,
      "other.mdx": `${page}[A](/old)\n`,
    });
    chmodSync(join(folder, "index.mdx"), 0o444);
    removeOwnerAccess(folder);
    const args = ["check", folder, "--fix", "--format", "json"];
    const { exitCode, stdout, stderr } = await cli.run(args, asNobody);
    const { problems } = JSON.parse(stdout) as JsonReport;
    assert.deepEqual(
      problems.flatMap(({ file, code }) => (code === "link/to-redirect" ? [file] : [])),
      ["index.mdx"],
    );
    assert.match(stderr, /^1 problem fixed in 1 file: other\.mdx\n/);
    assert.match(stderr, /^docwright: index\.mdx wasn't fixed because it isn't writable$/m);
    assert.equal(exitCode, 2);
  });

  it("doesn't truncate a file if the disk becomes full while its fixes are written", async function () {
    if (process.platform === "win32") this.skip();
    const long = `${page}${"A line of text.\n".repeat(5000)}[B](/old)\n`;
    const folder = tempSite({
      "docs.json": `{ ${head}, "navigation": { "pages": ["index"] }, ${oldToIndex} }\n`,
      "index.mdx": long,
    });
    const { exitCode, stderr } = await cli.run(["check", folder, "--fix"], {
      script: 'ulimit -f 16 && exec "$@"',
    });
    assert.equal(readFileSync(join(folder, "index.mdx"), "utf8"), long);
    assert.deepEqual(readdirSync(folder).sort(), ["docs.json", "index.mdx"]);
    assert.equal(stderr, "docwright: index.mdx wasn't fixed because it isn't writable\n");
    assert.equal(exitCode, 2);
  });

  it("starts the language server", async () => {
    const child = cli.start(["server", "--stdio"]);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    const answer = await connection.sendRequest<{ serverInfo?: { name: string } }>("initialize", {
      processId: null,
      rootUri: null,
      capabilities: {},
    });
    assert.match(answer.serverInfo?.name ?? "", /docwright/i);
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    assert.equal(await ended, 0);
    connection.dispose();
  });

  it("reports the same problems as when the command runs in the test's own process", async () => {
    const folder = tempSite(faulty);
    const { stdout } = await cli.run(["check", folder, "--format", "json"]);
    const here = await checkJson(folder);
    assert.deepEqual((JSON.parse(stdout) as { problems: unknown }).problems, here.problems);
  });
});
