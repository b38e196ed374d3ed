import { runCli } from "../../server/src/cli/run-cli.ts";

export interface Call {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly cwd?: string;
  /** The width in columns if both outputs are a terminal. Undefined if they're pipes. */
  readonly terminal?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder of the program. Undefined if results aren't stored. */
  readonly program?: string;
}

/** Runs a command line in this process. For tests that need a separate process, use `spawn-cli.ts`. */
export async function callCli(args: readonly string[], options: CallOptions = {}): Promise<Call> {
  const { terminal, environment = {}, cwd = process.cwd(), program } = options;
  const output = () => {
    const chunks: string[] = [];
    const tty = terminal === undefined ? {} : { isTTY: true, columns: terminal };
    return { chunks, ...tty, write: (text: string) => chunks.push(text) };
  };
  const stdout = output();
  const stderr = output();
  const exitCode = await runCli(args, { cwd, environment, stdout, stderr, program });
  return { exitCode, stdout: stdout.chunks.join(""), stderr: stderr.chunks.join("") };
}

/** The object that `check --format json` prints, as other programs read it. */
export interface JsonReport {
  readonly version: 1;
  readonly profile: string;
  readonly root: string;
  readonly sites: readonly {
    root: string;
    profile: string;
    pages: number;
    specs: number;
    operations: number;
  }[];
  readonly pages: number;
  readonly specs: number;
  readonly operations: number;
  readonly milliseconds: number;
  readonly counts: Readonly<Record<"error" | "warning" | "information" | "hint", number>>;
  readonly problems: readonly JsonProblem[];
}

export interface JsonProblem {
  readonly file: string;
  readonly range: JsonRange;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly related: readonly { file: string; range: JsonRange; message: string }[];
  readonly fixes: readonly string[];
}

interface JsonRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export async function checkJson(folder: string, ...args: string[]): Promise<JsonReport & { exitCode: number }> {
  const { exitCode, stdout, stderr } = await callCli(["check", folder, "--format", "json", ...args]);
  if (exitCode === 2 && stdout === "") throw new Error(stderr);
  return { ...(JSON.parse(stdout) as JsonReport), exitCode };
}
