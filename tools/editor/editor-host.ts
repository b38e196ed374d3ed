import type { ChildProcess } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { exitCode } from "../exit-code.ts";
import type { CodeServer } from "./install-code-server.ts";
import { prepareProfile } from "./prepare-profile.ts";
import { endGroup, startGroup, type GroupOptions } from "./process-group.ts";

export interface EditorHostOptions {
  readonly codeServer: CodeServer;
  /**
   * The folder for all files that the editor writes, including its home folder. The code that creates this folder must
   * remove it.
   */
  readonly profile: string;
  /** User settings in addition to `quietSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment variables for the server and its extensions. */
  readonly env?: Readonly<Record<string, string>>;
  /** The extension packages to install first, as an author would. */
  readonly vsix?: readonly string[];
  /**
   * Whether to start without the test driver, as for a real user, so that notifications appear automatically. In this
   * mode, neither an extension in development nor tests can run.
   */
  readonly withoutTestDriver?: boolean;
}

const startTimeout = 180_000;
/** The maximum number of attempts to start the server. On a busy machine, a second attempt may succeed. */
const maxStarts = 2;

const serverArguments = [
  "--auth=none",
  "--bind-addr=127.0.0.1:0",
  "--disable-telemetry",
  "--disable-update-check",
  "--disable-getting-started-override",
];

/** Without this option, the workbench ignores an extension in development and its tests. */
const testDriver = "--vscode-option=enable-smoke-test-driver";

/** A running code-server on a loopback port that the operating system chose. */
export class EditorHost {
  readonly #server: ChildProcess;
  readonly #port: number;

  private constructor(server: ChildProcess, port: number) {
    this.#server = server;
    this.#port = port;
  }

  /** Starts the server. Throws an error that contains the server's log if the server doesn't start. */
  static async start({ codeServer, ...options }: EditorHostOptions): Promise<EditorHost> {
    const { data, extensions } = await prepareProfile(options.profile, options.settings);
    const config = path.join(options.profile, "config.yaml");
    const log = path.join(options.profile, "server.log");
    // code-server writes a config file to the home folder if the file is missing, and stops if it's empty.
    await writeFile(config, "auth: none\n");
    await writeFile(log, "");
    const group = { env: { ...createEnvironment(options.profile), ...options.env }, log };
    const args = [codeServer.entry, `--config=${config}`, `--user-data-dir=${data}`, `--extensions-dir=${extensions}`];
    const installs = (options.vsix ?? []).map((file) => `--install-extension=${file}`);
    if (installs.length > 0) await installExtensions(codeServer, [...args, ...installs, "--force"], group);
    const driver = options.withoutTestDriver ? [] : [testDriver];
    for (let starts = 1; ; starts++) {
      const server = startGroup(codeServer.node, [...args, ...serverArguments, ...driver], group);
      try {
        return new EditorHost(server, await waitForPort(server, log));
      } catch (error) {
        await endGroup(server);
        if (starts === maxStarts) throw error;
        await writeFile(log, "");
      }
    }
  }

  /**
   * Returns the host and port of the editor's pages. The host is `localhost`, because service workers require a secure
   * context, which other hosts don't provide.
   */
  get authority(): string {
    return `localhost:${this.#port}`;
  }

  /** Ends the server and all processes that it started. */
  async stop(): Promise<void> {
    await endGroup(this.#server);
  }
}

/**
 * Returns the environment without variables that would make the server listen elsewhere or treat this process as part
 * of another editor.
 */
function createEnvironment(home: string): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|NODE_OPTIONS$|PORT$|PASSWORD$|HASHED_PASSWORD$)/;
  const variables = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(variables), HOME: home, XDG_CONFIG_HOME: path.join(home, "xdg") };
}

async function installExtensions(codeServer: CodeServer, args: readonly string[], group: GroupOptions): Promise<void> {
  const code = await exitCode(startGroup(codeServer.node, args, group));
  if (code !== 0)
    throw new Error(`The extension packages couldn't be installed:\n${await readFile(group.log, "utf8")}`);
}

async function waitForPort(server: ChildProcess, log: string): Promise<number> {
  const deadline = Date.now() + startTimeout;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(await readFile(log, "utf8"))?.[1];
    if (port && (await isHealthy(Number(port)))) return Number(port);
    await sleep(50);
  }
  throw new Error(`The editor didn't start:\n${await readFile(log, "utf8")}`);
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}
