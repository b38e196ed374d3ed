import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");

/** What ships, as this run of all tests has built it; undefined where a file of tests runs alone. */
export const builtForAll = process.env["DOCWRIGHT_BUILT"];

/** Bundles what ships, as `npm run build` does it, into a folder of the test's own, so that no test runs an older one. */
export async function buildInto(folder: string): Promise<void> {
  if (builtForAll !== undefined) await cp(builtForAll, folder, { recursive: true });
  else await promisify(execFile)(process.execPath, ["esbuild.mjs", folder], { cwd: root });
}
