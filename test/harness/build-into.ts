import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");

/** The folder that contains the build for this test run, or undefined if a test file runs on its own. */
export const builtForAll = process.env["DOCWRIGHT_BUILT"];

/**
 * Bundles the shipped files into the test's own folder in the same way as `npm run build`, so no test runs an outdated
 * build.
 */
export async function buildInto(folder: string): Promise<void> {
  // The build folder also contains the bundle of all tests, which is larger than the build.
  const filter = (file: string) => !/^tests\.js(\.map)?$/.test(basename(file));
  if (builtForAll !== undefined) await cp(builtForAll, folder, { recursive: true, filter });
  else await promisify(execFile)(process.execPath, ["esbuild.mjs", folder], { cwd: root });
}
