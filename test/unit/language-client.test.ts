import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { LanguageServer, type ServerState } from "../../client/src/language-client.ts";
import type { ConnectionOptions, ServerConnection } from "../../client/src/server-connection.ts";

interface FakeServer {
  isRunning: boolean;
  isDisposed: boolean;
  /** Completes the startup of the server. */
  readonly run: () => void;
  readonly fail: () => void;
  /** Lets the server end after it has been disposed of. */
  readonly end: () => void;
}

describe("language server restarts", () => {
  let servers: FakeServer[];
  let states: ServerState["kind"][];
  let logged: string[];
  let language: LanguageServer;
  beforeEach(() => {
    servers = [];
    states = [];
    logged = [];
    const note = (text: unknown) => void logged.push(String(text));
    type Parameters = ConstructorParameters<typeof LanguageServer>;
    const context = { asAbsolutePath: (path: string) => path } as Parameters[0];
    const log = { error: note, warn: note, info: note } as unknown as Parameters[1];
    language = new LanguageServer(context, log, async () => ({ createConnection: fakeConnection }));
    language.onDidChangeStatus(({ kind }) => states.push(kind));
  });

  const fakeConnection = ({ onRunning }: ConnectionOptions): ServerConnection => {
    let [run, fail, end] = [() => {}, () => {}, () => {}];
    const started = new Promise<void>((resolve, reject) => {
      run = resolve;
      fail = () => reject(new Error("It didn't start."));
    });
    const ended = new Promise<void>((resolve) => (end = resolve));
    const server: FakeServer = {
      isRunning: false,
      isDisposed: false,
      run: () => ((server.isRunning = true), onRunning(), run()),
      fail: () => fail(),
      end: () => ((server.isRunning = false), end()),
    };
    servers.push(server);
    return {
      start: () => started,
      canRequest: () => true,
      isRunning: () => server.isRunning,
      request: async <Result>() => servers.indexOf(server) as Result,
      notify: () => undefined,
      onNotification: () => undefined,
      toEdit: async () => undefined,
      dispose: async () => {
        server.isDisposed = true;
        await ended;
      },
    };
  };
  /** Waits until all pending work that doesn't depend on a server is done. */
  const rest = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  };
  const begin = async () => {
    void language.start();
    await rest();
    servers[0]?.run();
  };

  it("leave only one server running if the command is run twice", async () => {
    await begin();
    const both = Promise.all([language.restart(), language.restart()]);
    await rest();
    assert.deepEqual([servers.length, servers[0]?.isDisposed], [1, true]);
    servers[0]?.end();
    await rest();
    for (const server of servers) server.run();
    await both;
    assert.deepEqual(
      servers.map(({ isDisposed }) => isDisposed),
      [true, false],
    );
  });

  it("stop a server that another restart has just started", async () => {
    await begin();
    const first = language.restart();
    servers[0]?.end();
    await rest();
    // The settings may have changed after the second server was created.
    const second = language.restart();
    await rest();
    servers[1]?.run();
    servers[1]?.end();
    await rest();
    for (const server of servers) server.run();
    await Promise.all([first, second]);
    assert.deepEqual(
      servers.map(({ isDisposed }) => isDisposed),
      [true, true, false],
    );
  });

  it("wait for the first start", async () => {
    const starting = language.start();
    const restarted = language.restart();
    await rest();
    assert.deepEqual([servers.length, servers[0]?.isDisposed], [1, true]);
    servers[0]?.run();
    servers[0]?.end();
    await rest();
    servers[1]?.run();
    await Promise.all([starting, restarted]);
    assert.deepEqual(
      servers.map(({ isDisposed }) => isDisposed),
      [true, false],
    );
  });

  it("don't report the failure of a server that was replaced", async () => {
    void language.start();
    await rest();
    const restarted = language.restart();
    await rest();
    servers[0]?.fail();
    servers[0]?.end();
    await rest();
    servers[1]?.run();
    await restarted;
    assert.deepEqual(states, ["starting", "starting"]);
    assert.deepEqual(logged, []);
  });

  it("send a request that arrives during the restart to the new server", async () => {
    await begin();
    const restarted = language.restart();
    await rest();
    const requested = language.getSites();
    servers[0]?.end();
    await rest();
    servers[1]?.run();
    await restarted;
    assert.equal(await requested, 1);
  });

  it("report a server that can't be started, and start it on request", async () => {
    const starting = language.start();
    await rest();
    servers[0]?.fail();
    await starting;
    assert.deepEqual(states, ["starting", "stopped"]);
    const restarted = language.restart();
    await rest();
    servers[0]?.end();
    await rest();
    servers[1]?.run();
    await restarted;
    assert.deepEqual(states, ["starting", "stopped", "starting"]);
  });

  it("don't start a server after the extension is deactivated", async () => {
    await begin();
    const restarted = language.restart();
    language.dispose();
    servers[0]?.end();
    await restarted;
    assert.equal(servers.length, 1);
  });
});
