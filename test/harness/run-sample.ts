import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

/** How the code of a language is run. */
interface Runner {
  /** Of each sample, by its number; a class of Java has the name of its file. */
  readonly file: (i: number) => string;
  readonly command: (file: string) => readonly string[];
  /** What tells that the language is there, with the library that its samples use. */
  readonly probe: readonly string[];
  /** One program that runs so many samples, where to start the language takes longer than to run them. */
  readonly all?: (count: number) => { readonly file: string; readonly code: string };
}

const named = (ending: string) => (i: number) => `sample${i}.${ending}`;
const by =
  (...command: readonly string[]) =>
  (file: string) => [...command, file];

const runners: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ["curl", { file: named("sh"), command: by("sh"), probe: ["curl", "--version"] }],
  [
    "python",
    {
      file: named("py"),
      command: by("python3"),
      probe: ["python3", "-c", "import requests"],
      all: (count) => ({
        file: "all.py",
        code: `import runpy, sys\nfor i in range(${count}):\n    try:\n        runpy.run_path(f"sample{i}.py")\n    except Exception as fault:\n        print(i, repr(fault), file=sys.stderr)\n`,
      }),
    },
  ],
  [
    "node",
    {
      file: named("mjs"),
      command: by(process.execPath),
      probe: [process.execPath, "--version"],
      all: (count) => ({
        file: "all.mjs",
        code: `for (let i = 0; i < ${count}; i++) await import(\`./sample\${i}.mjs\`).catch((fault) => console.error(i, fault));\n`,
      }),
    },
  ],
  [
    "php",
    {
      file: named("php"),
      command: by("php"),
      probe: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"],
    },
  ],
  ["ruby", { file: named("rb"), command: by("ruby"), probe: ["ruby", "--version"] }],
  ["go", { file: named("go"), command: by("go", "run"), probe: ["go", "version"] }],
  [
    "java",
    { file: () => "Main.java", command: by("java", "-Dfile.encoding=UTF-8"), probe: ["java", "--version"] },
  ],
  ["r", { file: named("R"), command: by("Rscript"), probe: ["Rscript", "-e", "library(httr)"] }],
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

/** Runs each code in a folder, one after the other; answers what they have said in failing. */
export async function runSamples(
  language: string,
  codes: readonly string[],
  folder: string,
): Promise<string> {
  const runner = runners.get(language);
  if (!runner) return "no runner";
  const { all } = runner;
  const write = (i: number) => writeFileSync(path.join(folder, runner.file(i)), codes[i] ?? "");
  if (all) {
    codes.forEach((_, i) => write(i));
    const { file, code } = all(codes.length);
    writeFileSync(path.join(folder, file), code);
    return run(runner.command(file), folder);
  }
  let said = "";
  for (let i = 0; i < codes.length; i++) {
    write(i);
    said += await run(runner.command(runner.file(i)), folder);
  }
  return said;
}

function run([command = "", ...args]: readonly string[], folder: string): Promise<string> {
  const env = { ...process.env, NO_PROXY: "*", no_proxy: "*", LC_ALL: "C.UTF-8" };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env, timeout: 300_000 }, (error, _, stderr) =>
      resolve(error ? `${error.message}\n${stderr}` : stderr),
    );
  });
}
