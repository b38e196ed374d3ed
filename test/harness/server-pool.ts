import assert from "node:assert/strict";
import { listSites } from "../../server/src/protocol/site.ts";
import { LspClient, type ClientOptions } from "./lsp-client.ts";
import { doFilesShareState, endAfterAllFiles } from "./shared-state.ts";

/** The maximum number of idle servers, because each of them uses more than 100 MB of memory. */
const maxIdle = 3;

/** The idle servers by their options, with the least recently used server first. */
const idle = new Map<string, LspClient>();

endAfterAllFiles(stopIdle);

async function stopIdle(): Promise<void> {
  const clients = [...idle.values()];
  idle.clear();
  for (const client of clients) await stopServer(client);
}

async function stopServer(client: LspClient): Promise<void> {
  assert.equal(await client.stop(), 0, client.stderr);
}

/**
 * Language servers that tests use one after another, with separate folders for each test. All files in a process share
 * the servers. Starting a server takes half a second of CPU time, and its first responses take several times as long as
 * later ones, whereas opening a folder takes only a few milliseconds. Tests about startup, exiting, the number of
 * messages, or data that a server sends only once must start their own server.
 */
export class ServerPool {
  readonly #keys = new WeakMap<LspClient, string>();

  constructor() {
    if (!doFilesShareState()) after(stopIdle);
  }

  /** Returns a server that was initialized with these options. Only these folders and no documents are open in it. */
  async start(options: ClientOptions): Promise<LspClient> {
    const { folders = [], answers = {}, asNobody = false, ...more } = options;
    const key = JSON.stringify({ asNobody, ...more });
    const idleClient = idle.get(key);
    idle.delete(key);
    const client = idleClient ?? (await LspClient.start(options));
    if (idleClient) {
      assert.equal(idleClient.child.exitCode, null, `The server has exited after a test. ${idleClient.stderr}`);
      idleClient.answers = answers;
      idleClient.openFolders(folders);
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
    if (key !== undefined && idle.get(key) === client) return;
    if (key === undefined || client.child.exitCode !== null) {
      await stopServer(client);
      return;
    }
    client.closeAll();
    // The server responds once it has processed the notifications.
    assert.deepEqual(await client.request(listSites), []);
    client.received.length = 0;
    if (idle.has(key)) {
      await stopServer(client);
      return;
    }
    idle.set(key, client);
    const [oldestKey, oldest] = [...idle][0] ?? [];
    if (idle.size <= maxIdle || oldestKey === undefined || !oldest) return;
    idle.delete(oldestKey);
    await stopServer(oldest);
  }
}
