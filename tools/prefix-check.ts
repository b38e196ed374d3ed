import { readArguments } from "./read-arguments.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { profiles } from "../server/src/core/config/settings/profile.ts";
import { createNodeDisk } from "../server/src/workspace/files/node-disk.ts";
import { readConfigSources } from "../server/src/workspace/files/site-files.ts";
import { loadSite } from "../server/src/workspace/analysis/load-site.ts";
import { SpecService } from "../server/src/workspace/specs/spec-service.ts";
import { faultsOfMangled } from "../test/proofs/mangled-config.ts";

const { positionals } = readArguments({
  help: `Usage: node --import tsx tools/prefix-check.ts SITE…

Passes every prefix of the docs.json of real sites to the product, and the first of them with each single character removed. Nothing may throw, and every range must be within its file's text. Takes minutes.`,
  options: {},
  count: { min: 1 },
});

void main(positionals);

async function main(folders: readonly string[]): Promise<void> {
  let problemCount = 0;
  for (const [index, folder] of folders.entries()) {
    const report = (what: string, faults: readonly string[]) => {
      for (const problem of faults) console.log(`${folder} ${what}: ${problem}`);
      problemCount += faults.length;
    };
    const count = await checkMutations(folder, index === 0, report);
    console.log(`${folder}: ${count} texts`);
  }
  console.log(problemCount === 0 ? "no exception, every range valid" : `${problemCount} faults`);
  process.exitCode = problemCount > 0 ? 1 : 0;
}

async function checkMutations(
  folder: string,
  includesDeletions: boolean,
  report: (what: string, problemCount: readonly string[]) => void,
): Promise<number> {
  const reader = new SpecService();
  const disk = createNodeDisk(folder);
  const { site, skeleton: frame } = await loadSite({
    disk,
    profile: profiles.mintlify.name,
    readSpecs: reader.readSpecs,
  });
  await reader.end();
  const sources = readConfigSources({ disk });
  const text = readFileSync(join(folder, "docs.json"), "utf8");
  const texts = new Map<string, string>();
  for (const path of frame.files) {
    const file = disk.read(path, 10_000_000);
    if (file.kind === "text") texts.set(path, file.text);
  }
  const check = (mutated: string, at: number) =>
    faultsOfMangled(site, mutated, sources, texts, at % 997 === 0 ? "fixes" : at % 211 === 0 ? "site" : "config");
  for (let end = 0; end <= text.length; end++) report(`prefix of ${end}`, check(text.slice(0, end), end));
  if (!includesDeletions) return text.length + 1;
  for (let at = 0; at < text.length; at++)
    report(`without character ${at}`, check(text.slice(0, at) + text.slice(at + 1), at));
  return 2 * text.length + 1;
}
