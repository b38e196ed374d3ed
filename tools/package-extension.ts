import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const project = path.resolve(__dirname, "..");

/**
 * Packs the output of `npm run build` into an extension package with the files that .vscodeignore allows. The same
 * files always produce the same bytes, because every entry has the same fixed date. If packing fails, throws an error
 * with vsce's message. vsce searches the files for secrets, which takes half of the time, unless `searchesSecrets` is
 * false.
 */
export async function packageExtension(
  outfile: string,
  { searchesSecrets = true }: { readonly searchesSecrets?: boolean } = {},
): Promise<void> {
  await mkdir(path.dirname(outfile), { recursive: true });
  const vsce = path.join(project, "node_modules", "@vscode", "vsce", "vsce");
  // VS Code shows this file as the extension's page, where neither relative links nor images in data URLs work (verified
  // in VS Code 1.139).
  const readme = ["--readme-path", "client/README.md"];
  const options = [
    "--no-dependencies",
    "--allow-missing-repository",
    "--no-rewrite-relative-links",
    ...readme,
    ...(searchesSecrets ? [] : ["--allow-package-all-secrets", "--allow-package-env-file"]),
  ];
  const compression = path.join(project, "tools/build/best-compression.mjs");
  await run(process.execPath, ["--import", compression, vsce, "package", ...options, "--out", outfile], {
    cwd: project,
    env: { ...process.env, SOURCE_DATE_EPOCH: process.env["SOURCE_DATE_EPOCH"] ?? "1577836800" },
  });
}
