import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";

const startTimeoutMilliseconds = 20_000;

interface RunningPreview {
  readonly process: ChildProcess;
  /** Resolves to true once the process has printed its URL, or to false if it couldn't be started. */
  readonly isRunning: Promise<boolean>;
}

/**
 * Runs `docwright preview` for browser tabs. The command is started when a site is opened in a browser for the first
 * time, and it ends with the editor.
 */
export class BrowserPreview implements vscode.Disposable {
  /** The path of `dist/cli.js`. */
  readonly #cliPath: string;
  readonly #previewsByKey = new Map<string, RunningPreview>();

  constructor(extensionUri: vscode.Uri) {
    this.#cliPath = vscode.Uri.joinPath(extensionUri, "dist", "cli.js").fsPath;
  }

  /**
   * Opens the page at this URL path. `page` is the page's file if it isn't part of a site. In that case, `root` is the
   * folder that the page is previewed in. The browser shows the file as it is on disk, without unsaved changes.
   */
  async open(root: vscode.Uri, urlPath: string, page?: vscode.Uri): Promise<void> {
    const key = (page ?? root).toString();
    const runningPreview = this.#previewsByKey.get(key) ?? this.#start(key, root, page);
    const url = (await runningPreview.isRunning) ? await waitForUrl(runningPreview.process) : undefined;
    if (url !== undefined) {
      await vscode.env.openExternal(vscode.Uri.joinPath(vscode.Uri.parse(url), urlPath));
      return;
    }
    this.#previewsByKey.delete(key);
    void vscode.window.showErrorMessage(
      vscode.l10n.t("Couldn't start the preview. To see why, run “docwright preview” in a terminal."),
    );
  }

  dispose(): void {
    for (const { process: child } of this.#previewsByKey.values()) child.kill();
    this.#previewsByKey.clear();
  }

  #start(key: string, root: vscode.Uri, page: vscode.Uri | undefined): RunningPreview {
    const hostArguments = listForwardedHosts(vscode.env.remoteName).flatMap((name) => ["--allow-host", name]);
    const child = spawn(process.execPath, [this.#cliPath, "preview", (page ?? root).fsPath, ...hostArguments], {
      cwd: root.fsPath,
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
      // The IPC channel lets the process detect that the editor has exited, for whatever reason.
      stdio: ["ignore", "pipe", "ignore", "ipc"],
    });
    const runningPreview = { process: child, isRunning: waitUntilRunning(child) };
    this.#previewsByKey.set(key, runningPreview);
    child.on("exit", () => this.#previewsByKey.delete(key));
    return runningPreview;
  }
}

/**
 * Returns the hostnames at which a browser may access the forwarded port. If the browser runs on a different machine,
 * the editor forwards the port to that machine, either as `localhost` or, if the editor itself runs in a browser, under
 * the host in the name of the remote.
 */
function listForwardedHosts(remoteName: string | undefined): readonly string[] {
  if (remoteName === undefined) return [];
  const host = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d{1,5})?$/i.exec(remoteName)?.[1];
  return host === undefined ? ["localhost"] : ["localhost", host];
}

/** Resolves to true when the command has printed its URL. Resolves to false if the command can't be started. */
function waitUntilRunning(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    let outputText = "";
    const settle = (isRunning: boolean) => {
      clearTimeout(timer);
      resolve(isRunning);
    };
    const timer = setTimeout(() => settle(false), startTimeoutMilliseconds);
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (outputText.length < 10_000) outputText += text;
      if (/^Preview: http:/m.test(outputText)) settle(true);
    });
    child.on("error", () => settle(false));
    child.on("exit", () => settle(false));
  });
}

/**
 * Requests a URL with a single-use key from the command. The key must work only once, because other users of the
 * machine can read the arguments of the program that opens the browser.
 */
function waitForUrl(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    const settle = (url: string | undefined) => {
      clearTimeout(timer);
      child.off("message", receive);
      resolve(url);
    };
    const receive = (message: unknown) =>
      settle(typeof message === "string" && /^http:\/\/127\.0\.0\.1:\d+\/\S+\/$/.test(message) ? message : undefined);
    const timer = setTimeout(() => settle(undefined), startTimeoutMilliseconds);
    child.once("message", receive);
    if (child.connected) child.send("url");
    else settle(undefined);
  });
}
