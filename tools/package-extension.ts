import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const project = path.resolve(__dirname, "..");

/**
 * Packs what `npm run build` made into an extension package; what belongs in it stands in .vscodeignore. The same
 * files give the same bytes: every entry has one fixed date. Throws with what vsce said.
 */
export async function packageExtension(outfile: string): Promise<void> {
  await mkdir(path.dirname(outfile), { recursive: true });
  const vsce = path.join(project, "node_modules", "@vscode", "vsce", "vsce");
  const options = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
  await run(process.execPath, [vsce, "package", ...options, "--out", outfile], {
    cwd: project,
    env: { ...process.env, SOURCE_DATE_EPOCH: process.env["SOURCE_DATE_EPOCH"] ?? "1577836800" },
  });
}
