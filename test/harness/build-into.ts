import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");

/** Bundles what ships, as `npm run build` does it, into a folder of the test's own, so that no test runs an older one. */
export async function buildInto(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, ["esbuild.mjs", folder], { cwd: root });
}
