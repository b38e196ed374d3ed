import { setTimeout as pause } from "node:timers/promises";
import type * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  TransportKind,
  type WorkspaceEdit,
} from "vscode-languageclient/node";
import { siteFiles } from "./editor/workspace.ts";
import { JsonServiceFilter, jsonMiddleware } from "./editor/json-service.ts";

export interface ConnectionOptions {
  /** The path of `dist/server.js`. */
  readonly module: string;
  readonly initializationOptions: unknown;
  readonly log: vscode.LogOutputChannel;
  /** Called each time the server starts running. */
  readonly onRunning: () => void;
  /** Called when the server has exited. Returns whether to start it again. */
  readonly onEnded: () => boolean;
}

/** A language server and its process. */
export interface ServerConnection {
  /** Rejects if the server can't be started. */
  readonly start: () => Promise<void>;
  /** Returns whether the server can handle requests, either now or once it has started. */
  readonly canRequest: () => boolean;
  readonly isRunning: () => boolean;
  /** Sends a request. Waits while the server is starting. */
  readonly request: <Result>(
    method: string,
    params: unknown,
    token: vscode.CancellationToken | undefined,
  ) => Promise<Result>;
  readonly notify: (method: string, params: unknown) => void;
  readonly onNotification: <Params>(method: string, handler: (params: Params) => void) => void;
  /** Converts an LSP edit to a VS Code edit. */
  readonly toEdit: (edit: WorkspaceEdit | undefined) => Promise<vscode.WorkspaceEdit | undefined>;
  /** Stops the server. */
  readonly dispose: () => Promise<void>;
}

/**
 * The maximum time in milliseconds that a server may take to start. A server that takes longer is considered
 * unresponsive.
 */
const maxStartTime = 10_000;

/**
 * Prepares a language server without starting it. This bundle contains the protocol library, which makes up most of the
 * extension's code, so it's loaded only after activation. Methods are passed by name instead of as message types,
 * because the two bundles contain different copies of the library's classes.
 */
export function createConnection({
  module,
  initializationOptions,
  log,
  onRunning,
  onEnded,
}: ConnectionOptions): ServerConnection {
  const filter = new JsonServiceFilter(() => client);
  const client: LanguageClient = new LanguageClient(
    "docwright",
    "Docwright",
    {
      run: { module, transport: TransportKind.ipc },
      debug: {
        module,
        transport: TransportKind.ipc,
        options: { execArgv: ["--nolazy", "--inspect=6019"] },
      },
    },
    {
      documentSelector: [siteFiles],
      initializationOptions,
      markdown: { isTrusted: { enabledCommands: ["docwright.explain"] } },
      outputChannel: log,
      middleware: { ...filter.middleware, ...jsonMiddleware },
      errorHandler: {
        error: (error) => {
          log.error(error);
          return { action: ErrorAction.Continue, handled: true };
        },
        closed: () => ({
          action: onEnded() ? CloseAction.Restart : CloseAction.DoNotRestart,
          handled: true,
        }),
      },
    },
  );
  client.onDidChangeState(({ newState }) => {
    log.info(`Language server: ${State[newState].toLowerCase()}`);
    if (newState === State.Running) onRunning();
  });
  return {
    start: () => client.start(),
    canRequest: () => client.state === State.Running || client.state === State.Starting,
    isRunning: () => client.isRunning(),
    // An undefined argument is omitted, because it would count as a positional parameter.
    request: (method, params, token) => {
      if (params === undefined) return token ? client.sendRequest(method, token) : client.sendRequest(method);
      return token ? client.sendRequest(method, params, token) : client.sendRequest(method, params);
    },
    notify: (method, params) => void client.sendNotification(method, params),
    onNotification: (method, handler) => void client.onNotification(method, handler),
    toEdit: (edit) => client.protocol2CodeConverter.asWorkspaceEdit(edit),
    dispose: async () => {
      filter.dispose();
      // The client can't stop a server that is starting, so this waits for the start, but only up to `maxStartTime`.
      if (client.state === State.Starting)
        await Promise.race([client.start().catch(() => undefined), pause(maxStartTime)]);
      await client.dispose();
    },
  };
}
