import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildInto } from "../harness/build-into.ts";
import type { Call } from "./call-cli.ts";

/** The command line as shipped. */
export class BuiltCli {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<BuiltCli> {
    const folder = mkdtempSync(join(tmpdir(), "docwright-cli-"));
    // One test runs the program as another user.
    chmodSync(folder, 0o755);
    await buildInto(folder);
    return new BuiltCli(folder);
  }

  /** Returns a copy of the program in which a file or folder is missing. */
  copyWithout(name: string): BuiltCli {
    const folder = mkdtempSync(join(tmpdir(), "docwright-cli-"));
    cpSync(this.#folder, folder, { recursive: true });
    rmSync(join(folder, name), { recursive: true });
    return new BuiltCli(folder);
  }

  /** Starts the program with open pipes. */
  start(args: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [join(this.#folder, "cli.js"), ...args]);
  }

  /** Starts the program as the leader of a process group, with these additional environment variables. */
  startGroup(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [join(this.#folder, "cli.js"), ...args], {
      detached: true,
      env: { ...process.env, ...environment },
    });
  }

  /** Starts the program as an editor does if the program must exit together with the editor. */
  startBelow(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [join(this.#folder, "cli.js"), ...args], {
      stdio: ["ignore", "pipe", "ignore", "ipc"],
    });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Runs the program until it exits. `closeAfter` closes the reading end of its output after that many bytes, like
   * `head`.
   */
  async run(
    args: readonly string[],
    options: {
      readonly cwd?: string;
      readonly uid?: number;
      readonly closeAfter?: number;
      /** A shell script that runs the program as `"$@"`, for example, with a limit or redirected output. */
      readonly script?: string;
      /** Environment variables in addition to those of the test. */
      readonly environment?: Readonly<Record<string, string | undefined>>;
    } = {},
  ): Promise<Call> {
    const { cwd = this.#folder, uid, closeAfter = Infinity, script, environment } = options;
    const program = [process.execPath, join(this.#folder, "cli.js"), ...args];
    const [command = "", ...given] = script === undefined ? program : ["sh", "-c", script, "sh", ...program];
    const child = spawn(command, given, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      ...(environment && { env: { ...process.env, ...environment } }),
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (stdout.length >= closeAfter) child.stdout.destroy();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) =>
        code === null ? reject(new Error(`ended by ${String(signal)}`)) : resolve(code),
      );
    });
    return { exitCode, stdout, stderr };
  }
}
