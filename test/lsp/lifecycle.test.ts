import assert from "node:assert/strict";
import { fork, spawn } from "node:child_process";
import { builtServer, frame, LspClient, type WireMessage } from "../harness/lsp-client.ts";
import { maxWait } from "../harness/eventually.ts";

describe("language server", () => {
  let client: LspClient;
  afterEach(() => client.kill());

  it("rejects requests before initialize and drops notifications", async () => {
    client = await LspClient.spawn();
    client.notify("textDocument/didOpen", { textDocument: null });
    const early = await client.ask("textDocument/completion", {}).answer;
    assert.equal(early.error?.code, -32002);
    await client.initialize({});
    assert.equal(await client.stop(), 0);
  });

  it("rejects a second initialize", async () => {
    client = await LspClient.start();
    const again = await client.ask("initialize", { processId: null, rootUri: null, capabilities: {} }).answer;
    assert.equal(again.error?.code, -32600);
    assert.equal(await client.stop(), 0);
  });

  it("doesn't handle requests after shutdown and exits with code 0", async () => {
    client = await LspClient.start();
    await client.request("shutdown");
    const late = await client.ask("textDocument/completion", {}).answer;
    assert.equal(late.error?.code, -32600);
    client.notify("exit", undefined);
    assert.equal(await client.exited, 0);
  });

  it("exits with code 1 if it never received a shutdown request", async () => {
    client = await LspClient.start();
    client.notify("exit", undefined);
    assert.equal(await client.exited, 1);
  });

  it("exits before initialize if requested", async () => {
    client = await LspClient.spawn();
    client.notify("exit", undefined);
    assert.equal(await client.exited, 1);
  });

  it("rejects unknown requests and ignores unknown notifications", async () => {
    client = await LspClient.start();
    client.notify("$/somethingNew", {});
    client.notify("somethingOld", {});
    assert.equal((await client.ask("textDocument/unheardOf", {}).answer).error?.code, -32601);
    assert.equal((await client.ask("$/unheardOf", {}).answer).error?.code, -32601);
    assert.equal(await client.stop(), 0);
  });

  it("reports its capabilities: UTF-16, and pushed diagnostics for clients that can't pull them", async () => {
    client = await LspClient.spawn();
    const { capabilities } = await client.initialize({
      capabilities: { general: { positionEncodings: ["utf-8", "utf-16"] } },
    });
    assert.equal(capabilities.positionEncoding, "utf-16");
    assert.equal(capabilities.diagnosticProvider, undefined);
  });

  it("offers pull diagnostics to a client that supports them", async () => {
    client = await LspClient.spawn();
    const { capabilities } = await client.initialize({ capabilities: { textDocument: { diagnostic: {} } } });
    assert.ok(capabilities.diagnosticProvider);
  });

  it("accepts any initializationOptions", async () => {
    for (const options of [null, 3, "x", [], { profile: 7, host: "x" }]) {
      client = await LspClient.start({ options });
      assert.equal(await client.stop(), 0, JSON.stringify(options));
    }
  });

  it("parses messages regardless of how they're split", async () => {
    client = await LspClient.spawn();
    const text = frame({
      jsonrpc: "2.0",
      id: 77,
      method: "initialize",
      params: { processId: null, rootUri: null, capabilities: {}, clientInfo: { name: "é😀" } },
    });
    for (const byte of Buffer.from(text)) client.write(new Uint8Array([byte]));
    await client.message(({ id, result }) => id === 77 && result !== undefined, "an answer");
    client.write(
      frame({ jsonrpc: "2.0", method: "initialized", params: {} }) +
        frame({ jsonrpc: "2.0", id: 78, method: "shutdown" }) +
        frame({ jsonrpc: "2.0", method: "exit" }),
    );
    assert.equal(await client.exited, 0);
  });
});

describe("server that receives invalid protocol input", () => {
  const garbage: Readonly<Record<string, string | Uint8Array>> = {
    "plain text": "hello, is anybody there?\n",
    "a missing length": "Content-Type: text/plain\r\n\r\n{}",
    "a negative length": "Content-Length: -5\r\n\r\n{}",
    "a length that isn't a number": "Content-Length: many\r\n\r\n{}",
    "an excessive length": "Content-Length: 99999999999\r\n\r\n{}",
    "only line feeds": 'Content-Length: 2\n\n{"jsonrpc":"2.0"}',
    "a body that isn't JSON": "Content-Length: 5\r\n\r\n{oops",
    "an endless header": `Content-Length: ${" ".repeat(10_000)}`,
    zeros: new Uint8Array(64),
  };
  for (const [name, bytes] of Object.entries(garbage))
    it(`exits with code 1 and a message on stderr: ${name}`, async () => {
      const client = await LspClient.start();
      client.write(bytes);
      const timer = setTimeout(() => client.kill(), maxWait);
      assert.equal(await client.exited, 1);
      clearTimeout(timer);
      assert.match(client.stderr, /^docwright: /m);
    });

  it("continues after a meaningless message", async () => {
    const client = await LspClient.start();
    for (const body of [
      "[]",
      "{}",
      "null",
      "3",
      '{"jsonrpc":"2.0","id":5}',
      '{"jsonrpc":"2.0","method":"textDocument/didOpen"}',
    ])
      client.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    client.notify("textDocument/didOpen", { textDocument: { uri: 3 } });
    client.notify("textDocument/didChange", [1, 2]);
    client.notify("$/cancelRequest", { id: "nobody" });
    assert.ok((await client.ask("textDocument/codeAction", []).answer).error);
    assert.equal(await client.stop(), 0);
  });
});

describe("server over Node's IPC channel", () => {
  it("communicates with its parent and exits when the parent does", async () => {
    const child = fork(await builtServer(), ["--node-ipc"]);
    const answer = new Promise<WireMessage>((resolve) =>
      child.once("message", (message) => resolve(message as WireMessage)),
    );
    child.send({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    assert.equal((await answer).id, 1);
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.disconnect();
    assert.equal(await exited, 1);
  });
});

describe("server whose client exits", () => {
  it("exits when its input ends", async () => {
    const client = await LspClient.start();
    client.child.stdin.end();
    assert.equal(await client.exited, 1);
  });

  it("exits when the given process has exited", async function () {
    this.timeout(60_000);
    const parent = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    const client = await LspClient.start({ processId: parent.pid ?? null });
    parent.kill("SIGKILL");
    assert.equal(await client.exited, 1);
  });
});
