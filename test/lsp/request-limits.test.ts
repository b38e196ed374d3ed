import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { eventually } from "../harness/eventually.ts";
import { LspClient, type WireMessage } from "../harness/lsp-client.ts";
import { project } from "../harness/source-files.ts";

/** The folder that contains the bundled server, which starts much faster than its source. */
const folder = mkdtempSync(path.join(tmpdir(), "stalling-server-"));
const program = [path.join(folder, "stalling-server.js")];

before(() =>
  build({
    entryPoints: ["test/harness/stalling-server.ts", "server/src/lsp/watchdog/stall-worker.ts"],
    absWorkingDir: project,
    entryNames: "[name]",
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    logLevel: "warning",
  }),
);
after(() => rmSync(folder, { recursive: true }));

function logged({ received }: LspClient): string[] {
  return received
    .filter(({ method }) => method === "window/logMessage")
    .map(({ params }) => (params as { readonly message: string }).message);
}

function responses({ received }: LspClient, id: number): WireMessage[] {
  return received.filter((message) => message.id === id && message.method === undefined);
}

describe("request that takes too long", function () {
  this.timeout(120_000);
  let client: LspClient;
  before(async () => {
    client = await LspClient.start({ program });
  });
  after(() => client.kill());

  it("gets an error and a line in the log, and its handler is canceled", async () => {
    const textDocument = { uri: "file:///a.mdx" };
    const { id, answer } = client.ask("textDocument/wait", { name: "a", textDocument });
    assert.deepEqual((await answer).error, {
      code: -32803,
      message: "textDocument/wait took longer than 0.5 seconds.",
    });
    await client.message(({ method }) => method === "test/cancelled", "the cancellation");
    assert.deepEqual(logged(client), [
      `textDocument/wait (request ${id}) for file:///a.mdx took longer than 0.5 seconds, so Docwright returned an error.`,
    ]);
  });

  it("gets one response, even if its handler finishes later", async () => {
    const { id, answer } = client.ask("textDocument/wait", { name: "a" });
    assert.ok((await answer).error);
    client.notify("test/finish", { name: "a" });
    // Responses arrive in order, so this response comes after anything that the first handler might send.
    const second = client.ask("textDocument/wait", { name: "b" });
    client.notify("test/finish", { name: "b" });
    assert.equal((await second.answer).result, "b");
    assert.equal(responses(client, id).length, 1);
  });

  it("is sent again by the client if it's a request for diagnostics", async () => {
    const textDocument = { uri: "file:///a.mdx" };
    const { error } = await client.ask("textDocument/diagnostic", { name: "a", textDocument }).answer;
    assert.equal(error?.code, -32802);
    assert.deepEqual(error, {
      code: -32802,
      message: "textDocument/diagnostic took longer than 0.5 seconds.",
      data: { retriggerRequest: true },
    });
  });

  it("has more time if the user is waiting for it", async () => {
    const long = client.ask("docwright/wait", { name: "long" });
    assert.ok((await client.ask("textDocument/wait", { name: "short" }).answer).error);
    client.notify("test/finish", { name: "long" });
    assert.equal((await long.answer).result, "long");
    assert.match((await client.ask("docwright/wait", { name: "a" }).answer).error?.message ?? "", /3 seconds/);
  });

  it("has more time, but not unlimited time, while sites are being read", async () => {
    client.notify("test/hold", { isHeld: true });
    const held = client.ask("textDocument/wait", { name: "a" });
    const long = client.ask("docwright/wait", { name: "b" });
    assert.match((await held.answer).error?.message ?? "", /0\.5 seconds/);
    assert.deepEqual(responses(client, long.id), []);
    assert.match((await long.answer).error?.message ?? "", /3 seconds/);
    client.notify("test/hold", { isHeld: false });
  });

  it("has more time, but not unlimited time, while other processes use the processor", async () => {
    client.notify("test/starve", { isStarved: true });
    const slow = client.ask("textDocument/wait", { name: "slow" });
    const { id } = client.ask("textDocument/wait", { name: "never" });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.deepEqual(responses(client, id), []);
    client.notify("test/finish", { name: "slow" });
    assert.equal((await slow.answer).result, "slow");
    await eventually(() => assert.match(responses(client, id)[0]?.error?.message ?? "", /0\.5 seconds/));
    client.notify("test/starve", { isStarved: false });
  });

  it("is reported if it blocks the thread, which then continues", async () => {
    const { id, answer } = client.ask("textDocument/block", { seconds: 1 });
    assert.equal((await answer).result, null);
    await eventually(() => assert.match(client.stderr, /responds again/));
    assert.match(client.stderr, /has been busy for \d seconds without a pause/);
    assert.ok(client.stderr.includes(`Requests in progress: textDocument/block (request ${id}).`));
    assert.equal(client.child.exitCode, null);
  });

  it("ends a server that uses standard streams if it blocks the thread permanently", async () => {
    client.ask("textDocument/block", { seconds: 1e9 }).answer.catch(() => undefined);
    client.ask("textDocument/wait", { name: "b" }).answer.catch(() => undefined);
    client.notify("exit", undefined);
    await client.exited;
    assert.match(
      client.stderr,
      /isn't responding, so it's stopping\. Your editor can restart it\. Requests in progress: textDocument\/block \(request \d+\)/,
    );
  });

  it("ends a server that uses Node's IPC channel if it blocks the thread permanently", async () => {
    const [file = ""] = program;
    const child = fork(file, ["--node-ipc"], {
      execArgv: [],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const params = { processId: null, rootUri: null, capabilities: {} };
    child.send({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    child.send({ jsonrpc: "2.0", id: 2, method: "textDocument/block", params: { seconds: 1e9 } });
    await once(child, "exit");
    assert.match(stderr, /isn't responding.*textDocument\/block \(request 2\)/);
  });
});

describe("server whose client disappears", function () {
  this.timeout(120_000);

  it("exits cleanly, even if something fails while it exits", async () => {
    const client = await LspClient.start({ program });
    client.notify("test/failAtEnd", {});
    // When this request has received a response, the notification has been handled.
    await client.ask("textDocument/unknown", {}).answer;
    client.child.stdin.end();
    assert.equal(await client.exited, 1);
    assert.equal(client.stderr, "docwright: Unexpected: Error: rejected\ndocwright: Unexpected: Error: thrown\n");
  });
});
