import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);
const project = path.resolve(__dirname, "../..");

const manifest = {
  name: "first-problem",
  publisher: "docwright-development",
  version: "1.0.0",
  description: "Opens the documentation of the first problem in the sample site.",
  license: "UNLICENSED",
  engines: { vscode: "^1.90.0" },
  main: "extension.js",
  activationEvents: ["onStartupFinished"],
};

/**
 * Builds the extension in `first-problem.ts` for the problem in `file`. Returns the extension's folder and its package,
 * both of which are in `folder`.
 */
export async function buildFirstProblem(
  folder: string,
  file: string,
): Promise<{ readonly extension: string; readonly vsix: string }> {
  const extension = path.join(folder, "first-problem");
  const vsix = path.join(folder, "first-problem.vsix");
  await mkdir(extension, { recursive: true });
  await writeFile(path.join(extension, "package.json"), JSON.stringify({ ...manifest, file }));
  await build({
    entryPoints: [path.join(__dirname, "first-problem.ts")],
    outfile: path.join(extension, "extension.js"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
  const vsce = path.join(project, "node_modules/@vscode/vsce/vsce");
  const options = ["--no-dependencies", "--allow-missing-repository", "--skip-license", "--out", vsix];
  await run(process.execPath, [vsce, "package", ...options], { cwd: extension });
  return { extension, vsix };
}
