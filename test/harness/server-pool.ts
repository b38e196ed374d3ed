import assert from "node:assert/strict";
import { listSites } from "../../server/src/protocol/site.ts";
import { LspClient, type ClientOptions } from "./lsp-client.ts";

/**
 * Language servers that the tests in a `describe` or file use one after another, with separate folders for each test.
 * Starting a server takes half a second of CPU time, whereas opening a folder takes only a few milliseconds. Tests
 * about startup, exiting, the number of messages, or data that a server sends only once must start their own server.
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

  /** Returns a server that was initialized with these options. Only these folders and no documents are open in it. */
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
   * Closes all documents and folders so that another test can use the server. Tests must close their own previews. If
   * the server isn't from this pool, stops the server. Fails if the server has crashed.
   */
  async release(client: LspClient): Promise<void> {
    const key = this.#keys.get(client);
    // If a test has failed before it started a server, the given server is the one that the previous test has already
    // released.
    if (key !== undefined && this.#idle.get(key) === client) return;
    if (key === undefined || client.child.exitCode !== null) {
      assert.equal(await client.stop(), 0, client.stderr);
      return;
    }
    client.closeAll();
    // The server responds once it has processed the notifications.
    assert.deepEqual(await client.request(listSites), []);
    client.received.length = 0;
    const other = this.#idle.get(key);
    if (other) assert.equal(await client.stop(), 0, client.stderr);
    else this.#idle.set(key, client);
  }
}
