import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  csharpProgram,
  goProgram,
  javaProgram,
  kotlinProgram,
  nodeProgram,
  pythonProgram,
  rustProgram,
  swiftProgram,
  type WholeProgram,
} from "./whole-programs.ts";

/** The commands for running code in a language. */
interface Runner {
  /** The command that checks whether the language is installed, along with the library that its samples use. */
  readonly probe: readonly string[];
  readonly program: (codes: readonly string[]) => WholeProgram;
}

/** Creates programs that run each sample in a separate process. */
function separately(ending: string, ...command: readonly string[]): Runner["program"] {
  return (codes) => ({
    files: codes.map((code, i) => [`sample${i}.${ending}`, code]),
    commands: codes.map((_, i) => [...command, `sample${i}.${ending}`]),
  });
}

const runners: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ["curl", { probe: ["curl", "--version"], program: separately("sh", "sh") }],
  ["python", { probe: ["python3", "-c", "import requests"], program: pythonProgram }],
  ["node", { probe: [process.execPath, "--version"], program: nodeProgram }],
  [
    "php",
    {
      probe: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"],
      program: separately("php", "php"),
    },
  ],
  ["ruby", { probe: ["ruby", "--version"], program: separately("rb", "ruby") }],
  ["go", { probe: ["go", "version"], program: goProgram }],
  ["java", { probe: ["javac", "--version"], program: javaProgram }],
  ["r", { probe: ["Rscript", "-e", "library(httr)"], program: separately("R", "Rscript") }],
  ["kotlin", { probe: ["kotlinc", "-version"], program: kotlinProgram }],
  ["rust", { probe: ["cargo", "--version"], program: rustProgram }],
  ["swift", { probe: ["swiftc", "--version"], program: swiftProgram }],
  ["csharp", { probe: ["dotnet", "--version"], program: (codes) => dotnetProgram()(codes) }],
]);

/**
 * Returns the program for C#. The target framework depends on the installed version of .NET. Raw literals require C# 11
 * and .NET 7.
 */
function dotnetProgram(): Runner["program"] {
  const version = Number.parseInt(execFileSync("dotnet", ["--version"], { encoding: "utf8" }), 10);
  return csharpProgram(version < 5 ? "netcoreapp3.1" : `net${version}.0`, version >= 7);
}

/** The languages whose code can be run if they're installed. */
export const runnableLanguages: readonly string[] = [...runners.keys()];

/** Whether a language is installed, along with the library that its samples use. */
export function isPresent(language: string): boolean {
  const [command = "", ...args] = runners.get(language)?.probe ?? [];
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** Runs the code samples in a folder one after another. Returns the error output of those that failed. */
export async function runSamples(language: string, codes: readonly string[], folder: string): Promise<string> {
  const program = runners.get(language)?.program(codes);
  if (!program) return "no runner";
  for (const [name, text] of program.files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  let messages = "";
  for (const command of program.commands) messages += await run(command, folder);
  return messages;
}

function run([command = "", ...args]: readonly string[], folder: string): Promise<string> {
  const env = { ...process.env, NO_PROXY: "*", no_proxy: "*", LC_ALL: "C.UTF-8" };
  const file = command.startsWith("./") ? path.join(folder, command) : command;
  return new Promise((resolve) => {
    execFile(file, args, { cwd: folder, env, timeout: 600_000 }, (error, stdout, stderr) =>
      resolve(error ? `${error.message}\n${stdout.slice(0, 2_000)}${stderr}` : stderr),
    );
  });
}
