import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type {
  ClientCapabilities,
  Diagnostic,
  DidOpenTextDocumentParams,
  InitializeResult,
  MessageSignature,
  NotificationType,
  PublishDiagnosticsParams,
  Range,
  RequestType,
  RequestType0,
  WorkspaceFolder,
} from "vscode-languageserver-protocol";
import { buildInto, builtForAll } from "./build-into.ts";
import { maxWait } from "./eventually.ts";
import { isUsingProcessor } from "./is-at-work.ts";
import { unprivilegedUser, openToAll } from "./unprivileged-user.ts";

/** A message in either direction, as it's transmitted. */
export interface WireMessage {
  readonly jsonrpc?: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly options?: unknown;
  /** The absolute paths of the open folders. If there are none, no folder is open. */
  readonly folders?: readonly string[];
  /** The client's display language, such as `de`. */
  readonly locale?: string;
  readonly processId?: number | null;
  /** Whether to run the server as a user with restricted file permissions, even if the tests run as root. */
  readonly asNobody?: boolean;
  /** Responses to the server's own requests, by method. The default is `null`. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

type SpawnOptions = Pick<ClientOptions, "answers" | "asNobody"> & {
  /** The arguments for Node.js, which start a server other than the shipped one. */
  readonly program?: readonly string[];
};

/** The maximum number of times that a request is sent if the server keeps responding that it should be sent again. */
const maxAttempts = 5;
/** The polling interval of `quiet`, in milliseconds. */
const lookMilliseconds = 20;

let built: Promise<string> | undefined;
/** The same server in a folder that can be read by other users. */
let forAll: Promise<string> | undefined;

/** Builds the server as shipped, once per test run. */
export function builtServer(): Promise<string> {
  built ??= buildServer();
  return built;
}

async function ownServer(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "docwright-server-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  openToAll(folder);
  await buildInto(folder);
  return join(folder, "server.js");
}

async function buildServer(): Promise<string> {
  return builtForAll === undefined ? ownServer() : join(builtForAll, "server.js");
}

/** Drives the language server through standard input and output, and can send individual bytes. */
export class LspClient {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything that the server has sent, in order. */
  readonly received: WireMessage[] = [];
  readonly exited: Promise<number | null>;
  stderr = "";
  /** Responses to the server's own requests, by method. The default is `null`. */
  answers: Readonly<Record<string, unknown>>;
  /** The URIs of the open folders and documents. */
  readonly #folders = new Set<string>();
  readonly #documents = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #rest = Buffer.alloc(0);
  #lastId = 0;

  private constructor(program: readonly string[], { answers = {}, asNobody = false }: SpawnOptions) {
    this.answers = answers;
    const who = asNobody && unprivilegedUser !== undefined ? { uid: unprivilegedUser, gid: unprivilegedUser } : {};
    this.child = spawn(process.execPath, [...program, "--stdio"], who);
    this.child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.child.stdin.on("error", () => undefined);
    this.exited = new Promise((resolve) => this.child.on("exit", (code) => resolve(code)));
    void this.exited.then(() => this.#notifyWaiters());
  }

  /** Starts a server process without sending anything to it. */
  static async spawn(options: SpawnOptions = {}): Promise<LspClient> {
    const program = options.program ?? [await (options.asNobody ? (forAll ??= ownServer()) : builtServer())];
    return new LspClient(program, options);
  }

  /** Starts a server and initializes it with these folders. */
  static async start(options: ClientOptions & SpawnOptions = {}): Promise<LspClient> {
    const client = await LspClient.spawn(options);
    await client.initialize(options);
    return client;
  }

  async initialize({
    capabilities,
    options,
    folders = [],
    locale,
    processId = null,
  }: ClientOptions): Promise<InitializeResult> {
    for (const folder of folders) this.#folders.add(uriOf(folder));
    const result = await this.request<InitializeResult>("initialize", {
      processId,
      ...(locale !== undefined && { locale }),
      rootUri: null,
      workspaceFolders: folders.map((folder) => workspaceFolderAt(uriOf(folder))),
      capabilities: capabilities ?? {},
      ...(options === undefined ? {} : { initializationOptions: options }),
    });
    this.notify("initialized", {});
    return result;
  }

  write(bytes: string | Uint8Array): void {
    this.child.stdin.write(bytes);
  }

  send(message: WireMessage): void {
    this.write(frame({ jsonrpc: "2.0", ...message }));
  }

  notify(method: string, params: unknown): void;
  notify<Params>(type: NotificationType<Params>, params: NoInfer<Params>): void;
  notify(type: string | MessageSignature, params: unknown): void {
    const method = typeof type === "string" ? type : type.method;
    const uri = (params as Partial<DidOpenTextDocumentParams> | undefined)?.textDocument?.uri;
    if (uri !== undefined && method === "textDocument/didOpen") this.#documents.add(uri);
    if (uri !== undefined && method === "textDocument/didClose") this.#documents.delete(uri);
    this.send({ method, params });
  }

  /**
   * Sends a request. Returns the ID of the request and the complete response. The timeout for the response is the same
   * as in `message`.
   */
  ask(
    method: string,
    params?: unknown,
    seconds?: number,
  ): { readonly id: number; readonly answer: Promise<WireMessage> } {
    const id = ++this.#lastId;
    const since = this.received.length;
    this.send({ id, method, ...(params === undefined ? {} : { params }) });
    const isAnswer = (message: WireMessage) => message.id === id && message.method === undefined;
    return { id, answer: this.message(isAnswer, `an answer to ${method}`, since, seconds) };
  }

  /** Returns the result of a request. Rejects if the server responds with an error. */
  async request<T>(method: string, params?: unknown): Promise<T>;
  async request<Params, Result>(type: RequestType<Params, Result, void>, params: NoInfer<Params>): Promise<Result>;
  async request<Result>(type: RequestType0<Result, void>): Promise<Result>;
  async request(type: string | MessageSignature, params?: unknown): Promise<unknown> {
    const method = typeof type === "string" ? type : type.method;
    // The server may respond that the request should be sent again, especially on a busy machine. In that case, this
    // method sends the request again, as an editor would.
    for (let attempt = 1; ; attempt++) {
      const { result, error } = await this.ask(method, params).answer;
      if (!error) return result;
      const { retriggerRequest } = (error.data ?? {}) as { readonly retriggerRequest?: boolean };
      if (!retriggerRequest || attempt === maxAttempts) throw new Error(`${method}: ${error.code} ${error.message}`);
    }
  }

  open(path: string, text: string, version = 1): void {
    const textDocument = { uri: uriOf(path), languageId: languageOf(path), version, text };
    this.notify("textDocument/didOpen", { textDocument });
  }

  /** Replaces the entire text or, if `range` is set, the text in it. */
  change(path: string, version: number, text: string, range?: Range): void {
    const contentChanges = [range ? { range, text } : { text }];
    this.notify("textDocument/didChange", { textDocument: { uri: uriOf(path), version }, contentChanges });
  }

  close(path: string): void {
    this.notify("textDocument/didClose", { textDocument: { uri: uriOf(path) } });
  }

  /** Opens folders by their absolute paths, in addition to the folders that are already open. */
  openFolders(folders: readonly string[]): void {
    for (const folder of folders) this.#folders.add(uriOf(folder));
    this.#changeFolders(folders.map(uriOf), []);
  }

  /** Closes all open documents and folders. */
  closeAll(): void {
    for (const uri of this.#documents) this.notify("textDocument/didClose", { textDocument: { uri } });
    this.#changeFolders([], [...this.#folders]);
    this.#folders.clear();
  }

  /** Reports file changes to the server. The types are `1` (created), `2` (changed), and `3` (deleted). */
  watched(...changes: readonly (readonly [path: string, type: 1 | 2 | 3])[]): void {
    this.notify("workspace/didChangeWatchedFiles", {
      changes: changes.map(([path, type]) => ({ uri: uriOf(path), type })),
    });
  }

  /**
   * Waits for the first matching message that has an index of at least `since`. Rejects after a timeout, or if the
   * server has exited.
   */
  async message(
    fits: (message: WireMessage) => boolean,
    what: string,
    since = 0,
    seconds = maxWait / 1000,
  ): Promise<WireMessage> {
    const end = performance.now() + seconds * 1000;
    for (let at = since; ;) {
      for (; at < this.received.length; at++) {
        const message = this.received[at];
        if (message && fits(message)) return message;
      }
      const left = end - performance.now();
      if (left <= 0) throw new Error(`The server didn't send ${what}.${this.#formatLog()}`);
      if (this.child.exitCode !== null)
        throw new Error(`The server exited before it sent ${what}.${this.#formatLog()}`);
      await this.#waitForMessage(left);
    }
  }

  /** Returns the last diagnostics that were published for a file, or undefined if none have been published. */
  published(path: string): PublishDiagnosticsParams | undefined {
    const uri = uriOf(path);
    return this.allPublished().findLast((params) => params.uri === uri);
  }

  allPublished(): PublishDiagnosticsParams[] {
    return this.received
      .filter(({ method }) => method === "textDocument/publishDiagnostics")
      .map(({ params }) => params as PublishDiagnosticsParams);
  }

  /** Waits until the last diagnostics that were published for the file match. */
  async diagnosed(
    path: string,
    fits: (diagnostics: Diagnostic[], version: number | undefined) => boolean = () => true,
  ): Promise<Diagnostic[]> {
    const hasMessage = () => {
      const last = this.published(path);
      return last !== undefined && fits(last.diagnostics, last.version);
    };
    await this.message(hasMessage, `fitting diagnostics of ${path}`).catch((error: unknown) => {
      throw new Error(`${String(error)} Last: ${JSON.stringify(this.published(path)?.diagnostics)}`);
    });
    return this.published(path)?.diagnostics ?? [];
  }

  /**
   * Waits until the last diagnostics that were published for a file have exactly these codes. If `version` is set, the
   * diagnostics must be for this version of the document.
   */
  codes(path: string, codes: readonly string[], version?: number): Promise<Diagnostic[]> {
    return this.diagnosed(
      path,
      (diagnostics, at) =>
        (version === undefined || at === version) &&
        JSON.stringify(diagnostics.map(({ code }) => String(code)).sort()) === JSON.stringify([...codes].sort()),
    );
  }

  /**
   * Waits until the server has been idle for this many milliseconds and hasn't sent anything. Counts polls instead of
   * time, because this process may have been delayed. If the server never becomes idle, waits at most `maxWait`.
   */
  async quiet(milliseconds = 250): Promise<void> {
    const end = performance.now() + maxWait;
    let count = this.received.length;
    for (let left = milliseconds; left > 0 && performance.now() < end; left -= lookMilliseconds) {
      await pause(lookMilliseconds);
      // If this process was delayed, data that has arrived in the meantime is read only after its timers have run.
      for (let turn = 0; turn < 2; turn++) await setImmediate();
      if (this.received.length === count && !isUsingProcessor(this.child.pid)) continue;
      count = this.received.length;
      left = milliseconds + lookMilliseconds;
    }
  }

  /** Shuts down the server as required by the protocol. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    await this.request("shutdown");
    this.notify("exit", undefined);
    return this.exited;
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }

  #changeFolders(added: readonly string[], removed: readonly string[]): void {
    const event = { added: added.map(workspaceFolderAt), removed: removed.map(workspaceFolderAt) };
    this.notify("workspace/didChangeWorkspaceFolders", { event });
  }

  #waitForMessage(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#waiting.add(wake);
    });
  }

  #notifyWaiters(): void {
    for (const wake of this.#waiting) wake();
  }

  #formatLog(): string {
    const last = this.received.slice(-5).map((message) => JSON.stringify(message).slice(0, 300));
    return ` Last messages:\n${last.join("\n")}\n${this.stderr}`;
  }

  #read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const headerEnd = this.#rest.indexOf("\r\n\r\n");
      if (headerEnd < 0) break;
      const length = Number(/content-length: (\d+)/i.exec(this.#rest.toString("ascii", 0, headerEnd))?.[1]);
      const end = headerEnd + 4 + length;
      if (this.#rest.length < end) break;
      const message = JSON.parse(this.#rest.toString("utf8", headerEnd + 4, end)) as WireMessage;
      this.#rest = this.#rest.subarray(end);
      this.received.push(message);
      if (message.method !== undefined && message.id !== undefined && message.id !== null)
        this.send({ id: message.id, result: this.answers[message.method] ?? null });
    }
    this.#notifyWaiters();
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

function workspaceFolderAt(uri: string): WorkspaceFolder {
  return { uri, name: "site" };
}

/** Returns the message preceded by its header. */
export function frame(message: WireMessage): string {
  const body = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function languageOf(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  return extension === "mdx" || extension === "md" ? "mdx" : extension === "json" ? "json" : "yaml";
}
