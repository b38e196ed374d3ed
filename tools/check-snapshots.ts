import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { makeSite } from "../bench/make-site.ts";
import { checkSnapshot } from "../test/cli/check-snapshot.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");

async function main(): Promise<void> {
  const { values, positionals } = readArguments({
    help: `Usage: npm run snapshots [-- --to DIR SITE…]

Writes the results of docwright check for the project's own sites, which
check-snapshots.test.ts compares, or for other sites, one file each. To compare
two versions, write to two folders and run diff -r.

Options:
  --to DIR  folder for the results of SITE, which is a site or contains sites
  --help    show this help`,
    options: { to: { type: "string" } },
    count: { min: 0 },
  });
  if ((values.to === undefined) !== (positionals.length === 0))
    throw new Error("Specify both --to and the sites, or neither.");
  if (values.to !== undefined) return writeSnapshots(positionals, values.to);
  const ownFolders = await readdir(path.join(project, "test/sites"));
  const folder = path.join(project, "test/cli/check-snapshots");
  const snapshotFolder = await mkdtemp(path.join(os.tmpdir(), "docwright-snapshot-"));
  try {
    const generated = path.join(snapshotFolder, "generated");
    makeSite(generated, 60);
    const sites = ["sample/site", ...ownFolders.map((name) => `test/sites/${name}`)];
    await writeSnapshots([...sites.map((site) => path.join(project, site)), generated], folder);
  } finally {
    await rm(snapshotFolder, { recursive: true, force: true });
  }
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [path.join(folder, entry.name)] : []));
}

/** Writes a snapshot for each site. If a folder has no docs.json, each subfolder is treated as a site. */
async function writeSnapshots(folders: readonly string[], to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const folder of folders) {
    const isSite = existsSync(path.join(folder, "docs.json"));
    const sites = isSite ? [folder] : await listFolders(folder);
    for (const site of sites) await writeFile(path.join(to, `${path.basename(site)}.json`), await checkSnapshot(site));
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
