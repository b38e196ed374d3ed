import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import { listSites } from "../server/src/protocol/site.ts";
import { mainThreadTime } from "../test/harness/main-thread-time.ts";

export interface ReceivedDiagnostic {
  readonly code?: string | number;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly ReceivedDiagnostic[];
  /** The value of `performance.now()` when the message arrived. */
  readonly at: number;
}

export interface DriverOptions {
  readonly cache?: string;
  readonly nodeOptions?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The settings by section that the server can request. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** The number of seconds after which the server is ended if it's still running. */
  readonly seconds?: number;
}

/** A language client that behaves like an editor without pull diagnostics and records when messages arrive. */
export class LspDriver {
  readonly folder: string;
  /** The last diagnostics of each file by URI. */
  readonly latest = new Map<string, Published>();
  /** The time when `initialize` was sent. The request is sent immediately, while the server is still starting. */
  initializeSentAt = 0;
  #child: ChildProcess;
  #connection: MessageConnection;
  #waiters: {
    readonly isRequested: (one: Published) => boolean;
    readonly resolve: (one: Published) => void;
  }[] = [];

  /** Starts the server. `cache` is the folder with the page data of earlier runs. */
  constructor(
    server: string,
    folder: string,
    { cache, nodeOptions = [], env = {}, configuration = {}, seconds }: DriverOptions = {},
  ) {
    this.folder = folder;
    this.#child = spawn(process.execPath, [...nodeOptions, server, "--stdio"], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...(cache === undefined ? {} : { XDG_CACHE_HOME: cache }), ...env },
    });
    if (seconds !== undefined) {
      const timer = setTimeout(() => this.#child.kill("SIGKILL"), seconds * 1000);
      this.#child.once("exit", () => {
        clearTimeout(timer);
        // Rejects the requests that haven't been answered.
        this.#connection.dispose();
      });
    }
    const { stdin, stdout } = this.#child;
    if (!stdin || !stdout) throw new Error("The server's process has no pipes.");
    this.#connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.#connection.onNotification("textDocument/publishDiagnostics", (params: Omit<Published, "at">) => {
      const published = { ...params, at: performance.now() };
      this.latest.set(published.uri, published);
      for (const one of this.#waiters.filter(({ isRequested }) => isRequested(published))) one.resolve(published);
      this.#waiters = this.#waiters.filter(({ isRequested }) => !isRequested(published));
    });
    for (const request of ["window/workDoneProgress/create", "client/registerCapability"])
      this.#connection.onRequest(request, () => null);
    this.#connection.onRequest(
      "workspace/configuration",
      ({ items }: { readonly items: readonly { readonly section?: string }[] }) =>
        items.map(({ section = "" }) => configuration[section] ?? null),
    );
    this.#connection.listen();
  }

  async initialize(capabilities: object = {}, initializationOptions: object = { profile: "mintlify" }): Promise<void> {
    const uri = pathToFileURL(this.folder).href;
    this.initializeSentAt = performance.now();
    await this.#connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "bench" }],
      capabilities: {
        textDocument: { publishDiagnostics: { versionSupport: true }, synchronization: {} },
        window: {},
        ...capabilities,
      },
      initializationOptions,
    });
    await this.#connection.sendNotification("initialized", {});
  }

  toUri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }

  async open(path: string, languageId: string): Promise<string> {
    const text = readFileSync(join(this.folder, path), "utf8");
    await this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: this.toUri(path), languageId, version: 1, text },
    });
    return text;
  }

  async insert(
    path: string,
    version: number,
    position: { line: number; character: number },
    text: string,
    replaced = 0,
  ): Promise<void> {
    const end = { line: position.line, character: position.character + replaced };
    await this.#connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: this.toUri(path), version },
      contentChanges: [{ range: { start: position, end }, text }],
    });
  }

  /** Resolves to the next diagnostics for a file that meet a condition. */
  waitForPublished(
    path: string,
    isRequested: (one: Published) => boolean = () => true,
    seconds = 60,
  ): Promise<Published> {
    const uri = this.toUri(path);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`No matching diagnostics for ${path} arrived within ${seconds} s.`)),
        seconds * 1000,
      );
      this.#waiters.push({
        isRequested: (one) => one.uri === uri && isRequested(one),
        resolve: (one) => {
          clearTimeout(timer);
          resolve(one);
        },
      });
    });
  }

  /** Resolves when the server hasn't sent anything for this many milliseconds. */
  async waitUntilQuiet(milliseconds = 1500): Promise<void> {
    for (;;) {
      const isQuiet = await Promise.race([
        new Promise<true>((resolve) => this.#waiters.push({ isRequested: () => true, resolve: () => resolve(true) })),
        new Promise<false>((resolve) => setTimeout(() => resolve(false), milliseconds)),
      ]);
      if (!isQuiet) return;
    }
  }

  /** Resolves when the server has read all files and checked them for all problems. */
  async waitUntilAtRest(seconds = 120): Promise<void> {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      const sites = await this.#connection.sendRequest(listSites);
      if (sites.length > 0 && sites.every(({ isScanning }) => !isScanning)) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`The server was still busy after ${seconds} s.`);
  }

  /**
   * Returns the CPU time of the server's main thread in milliseconds. On a machine with other load, CPU time is more
   * meaningful than wall time. Returns undefined if the system doesn't provide it.
   */
  readWorkTime(): number | undefined {
    return mainThreadTime(this.#child.pid ?? 0);
  }

  /** Returns the CPU time of the server's threads in milliseconds, or undefined if the system doesn't provide it. */
  processTime(): number | undefined {
    const path = `/proc/${String(this.#child.pid)}/stat`;
    if (!existsSync(path)) return undefined;
    // The fields after the name, in which the CPU times in user and system mode are the 12th and 13th, in units of 10
    // ms.
    const fields = readFileSync(path, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** Registers a function that handles a notification from the server. */
  hear<T>(method: string, take: (params: T) => void): void {
    this.#connection.onNotification(method, take);
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.#connection.sendNotification(method, params);
  }

  request<T>(method: string, params: unknown): Promise<T> {
    return this.#connection.sendRequest(method, params);
  }

  /**
   * Returns the resident memory of the server in MB, or its peak, or `undefined` if the system doesn't provide it.
   */
  readMemory(isPeak = false): number | undefined {
    try {
      const status = readFileSync(`/proc/${String(this.#child.pid)}/status`, "utf8");
      const field = isPeak ? /VmHWM:\s+(\d+)/ : /VmRSS:\s+(\d+)/;
      return Number(field.exec(status)?.[1]) / 1024;
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    await this.#connection.sendRequest("shutdown");
    await this.#connection.sendNotification("exit");
    await ended;
    this.#connection.dispose();
  }
}
