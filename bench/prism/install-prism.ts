import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { runNpm } from "../../tools/run-npm.ts";

const version = "5.14.2";

/**
 * Returns the entry point of Prism's command line. Prism is installed only once, into the cache folder. The stamp file
 * is written last, and the folder is moved into place in a single step.
 */
export async function installPrism(): Promise<string> {
  const cache = process.env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache");
  const folder = path.join(cache, "docwright-bench", `prism-${version}`);
  const entry = path.join(folder, "node_modules", "@stoplight", "prism-cli", "dist", "index.js");
  if (existsSync(path.join(folder, "ok"))) return entry;
  const staging = `${folder}.${process.pid}`;
  try {
    await mkdir(staging, { recursive: true });
    await writeFile(path.join(staging, "package.json"), '{"private":true}\n');
    const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    await runNpm(["install", ...options, `@stoplight/prism-cli@${version}`], staging);
    await writeFile(path.join(staging, "ok"), "");
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return entry;
}
