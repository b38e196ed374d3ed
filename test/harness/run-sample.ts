import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

/** How the code of a language is run. */
interface Runner {
  readonly file: string;
  readonly command: readonly string[];
  /** What tells that the language is there, and of which version. */
  readonly probe: readonly string[];
}

const runners: ReadonlyMap<string, Runner> = new Map([
  ["curl", { file: "sample.sh", command: ["sh", "sample.sh"], probe: ["curl", "--version"] }],
  [
    "python",
    {
      file: "sample.py",
      command: ["python3", "sample.py"],
      probe: ["python3", "-c", "import requests; print('requests', requests.__version__)"],
    },
  ],
  [
    "node",
    { file: "sample.mjs", command: [process.execPath, "sample.mjs"], probe: [process.execPath, "--version"] },
  ],
  [
    "php",
    {
      file: "sample.php",
      command: ["php", "sample.php"],
      probe: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"],
    },
  ],
  ["ruby", { file: "sample.rb", command: ["ruby", "sample.rb"], probe: ["ruby", "--version"] }],
  ["go", { file: "sample.go", command: ["go", "run", "sample.go"], probe: ["go", "version"] }],
  [
    "java",
    {
      file: "Main.java",
      command: ["java", "-Dfile.encoding=UTF-8", "Main.java"],
      probe: ["java", "--version"],
    },
  ],
  ["r", { file: "sample.R", command: ["Rscript", "sample.R"], probe: ["Rscript", "-e", "library(httr)"] }],
]);

/** Languages whose code can be run somewhere. */
export const runnableLanguages: readonly string[] = [...runners.keys()];

/** Whether the language and the library that its samples use are on this machine. */
export function isPresent(language: string): boolean {
  const [command = "", ...args] = runners.get(language)?.probe ?? [];
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** Runs the code in a folder; answers what it has said when it failed. */
export function runSample(
  language: string,
  code: string,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const runner = runners.get(language);
  if (!runner) return Promise.resolve("no runner");
  writeFileSync(path.join(folder, runner.file), code);
  const [command = "", ...args] = runner.command;
  const env = { ...process.env, ...variables, NO_PROXY: "*", no_proxy: "*", LC_ALL: "C.UTF-8" };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve(error ? `${error.message}\n${stdout}${stderr}`.slice(0, 3_000) : undefined),
    );
  });
}
