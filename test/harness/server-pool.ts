import assert from "node:assert/strict";
import { listSites } from "../../server/src/protocol/site.ts";
import { LspClient, type ClientOptions } from "./lsp-client.ts";

/**
 * Language servers that the tests of a `describe` or file use one after another, each test with its own folders.
 * Starting a server takes half a second of processor time, and opening a folder takes a few milliseconds. Tests of the
 * start, the exit, the number of messages, or what a server sends only once start their own server.
 */
export class ServerPool {
  readonly #idle = new Map<string, LspClient>();
  readonly #keys = new WeakMap<LspClient, string>();

  constructor() {
    after(async () => {
      for (const client of this.#idle.values()) assert.equal(await client.stop(), 0, client.stderr);
      this.#idle.clear();
    });
  }

  /** Returns a server that was initialized with these options and has only these folders and no documents open. */
  async start(options: ClientOptions): Promise<LspClient> {
    const { folders = [], answers = {}, asNobody = false, ...more } = options;
    const key = JSON.stringify({ asNobody, ...more });
    const idle = this.#idle.get(key);
    const client = idle ?? (await LspClient.start(options));
    if (idle) {
      this.#idle.delete(key);
      idle.answers = answers;
      idle.openFolders(folders);
    }
    this.#keys.set(client, key);
    return client;
  }

  /**
   * Closes all documents and folders, so that another test can use the server. Tests close their previews themselves.
   * Stops a server that isn't from this pool. Fails if the server has crashed.
   */
  async release(client: LspClient): Promise<void> {
    const key = this.#keys.get(client);
    // A test that failed before it started a server passes the one that the previous test has released.
    if (key !== undefined && this.#idle.get(key) === client) return;
    if (key === undefined || client.child.exitCode !== null) {
      assert.equal(await client.stop(), 0, client.stderr);
      return;
    }
    client.closeAll();
    // The server responds after it has processed the notifications.
    assert.deepEqual(await client.request(listSites), []);
    client.received.length = 0;
    const other = this.#idle.get(key);
    if (other) assert.equal(await client.stop(), 0, client.stderr);
    else this.#idle.set(key, client);
  }
}
