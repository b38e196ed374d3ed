import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { noPreviousFiles, type PreviousFiles } from "../../server/src/core/site/files/previous-files.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { readWholeSpec } from "../../server/src/core/spec/read-spec.ts";
import { resolveFeedbackPath } from "../../server/src/feedback/pages/resolve-path.ts";
import { PreviousFilesReader } from "../../server/src/workspace/git/renames.ts";
import { createMemoryDisk } from "../../server/src/workspace/files/disk.ts";
import { loadSite } from "../../server/src/workspace/analysis/load-site.ts";
import { createRandom } from "../recall/random.ts";
import { readSite, type SiteCopy } from "../recall/site-copy.ts";
import {
  listEditionPaths,
  listGeneratedPaths,
  listPagePaths,
  listRedirectPaths,
  type AskedPath,
  type Edition,
} from "./asked-paths.ts";
import { listSites } from "./pages-of.ts";
import { renamePages } from "./rename-pages.ts";
import { readArguments } from "../../tools/read-arguments.ts";

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx bench/feedback/joins.ts DIR [options]

Measures whether reader feedback is matched to the right file. Generates URLs of
pages, generated pages, redirects, languages, and versions of real sites, and of
pages that were renamed in a temporary copy with its own history. Records which
file each URL belongs to, without product code, and then compares. DIR is a
site, or contains sites.

Options:
  --seed N     seed for the random numbers (default: 1)
  --commits N  number of commits that rename pages (default: 40)
  --shown N    maximum number of wrong matches to print (default: 5)
  --help       show this help

Exit codes: 0 every path was matched, 1 a path wasn't matched`,
  options: {
    seed: { type: "string", default: "1" },
    commits: { type: "string", default: "40" },
    shown: { type: "string", default: "5" },
  },
  count: { min: 1, max: 1 },
});

const kinds = ["page", "generated", "redirect", "language", "version", "rename"] as const;
type Tally = Record<AskedPath["kind"], { asked: number; right: number }>;
const createTally = (): Tally => Object.fromEntries(kinds.map((kind) => [kind, { asked: 0, right: 0 }])) as Tally;

async function main(): Promise<void> {
  const [corpus] = positionals;
  if (corpus === undefined) throw new Error("Specify a folder that contains sites.");
  const folder = mkdtempSync(join(tmpdir(), "docwright-joins-"));
  const all = createTally();
  const wrong: string[] = [];
  console.log(`| site | ${kinds.join(" | ")} | 10,000 paths, ms: first time | known |`);
  console.log(`|---|${"---|".repeat(kinds.length + 2)}`);
  try {
    for (const path of listSites(corpus)) {
      const tally = createTally();
      const random = createRandom(`${values.seed} ${basename(path)}`);
      const copy = readSite(path, basename(path));
      const site = await loadFiles(copy.texts, copy.files);
      const allPaths = [
        ...listPagePaths(copy, random),
        ...listGeneratedPaths(copy, random),
        ...listRedirectPaths(copy, random),
      ];
      resolvePaths(site, allPaths, noPreviousFiles, tally, wrong);
      for (const editions of listEditions(copy)) {
        const texts = new Map(copy.texts);
        const requestedPaths = listEditionPaths(copy, texts, editions, random);
        const files = [...copy.files].filter((file) => texts.has(file) || !copy.texts.has(file));
        resolvePaths(await loadFiles(texts, files), requestedPaths, noPreviousFiles, tally, wrong);
      }
      const scratch = join(folder, copy.name);
      const urls = renamePages(path, scratch, Number(values.commits), random);
      const after = readSite(join(scratch, "docs"), copy.name);
      const formerPreviousFiles = await new PreviousFilesReader(join(scratch, "docs")).read();
      const paths = urls.map((one): AskedPath => ({
        kind: "rename",
        path: `/${one.path}`,
        file: one.file,
      }));
      resolvePaths(await loadFiles(after.texts, after.files), paths, formerPreviousFiles, tally, wrong);
      rmSync(scratch, { recursive: true, force: true });
      const cells = kinds.map((kind) => formatShare(tally[kind]));
      console.log(`| ${[copy.name, ...cells, ...measure(site, allPaths)].join(" | ")} |`);
      for (const kind of kinds) {
        all[kind].asked += tally[kind].asked;
        all[kind].right += tally[kind].right;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`| all | ${kinds.map((kind) => formatShare(all[kind])).join(" | ")} | | |`);
  if (wrong.length > 0) console.log(`\n${wrong.slice(0, Number(values.shown) * kinds.length).join("\n")}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

const formatShare = ({ asked: askedCount, right }: { readonly asked: number; readonly right: number }) =>
  askedCount === 0 ? "" : `${right} of ${askedCount}`;

async function loadFiles(texts: ReadonlyMap<string, string>, files: Iterable<string>): Promise<Site> {
  const full = new Map([...files].map((file) => [file, texts.get(file) ?? ""]));
  const { site } = await loadSite({
    disk: createMemoryDisk("/site", full),
    readSpecs: (_from, paths) =>
      Promise.resolve(
        paths.flatMap((path) => readWholeSpec(path, full.get(path) ?? "", (file) => full.get(file))?.outline ?? []),
      ),
  });
  return site;
}

function resolvePaths(
  site: Site,
  requestedPaths: readonly AskedPath[],
  formerPreviousFiles: PreviousFiles,
  tally: Tally,
  wrong: string[],
): void {
  for (const { kind, path, file, operation } of requestedPaths) {
    const join = resolveFeedbackPath(site, path, formerPreviousFiles);
    tally[kind].asked++;
    const isRight =
      join.kind !== "unknown" &&
      join.file === file &&
      (operation === undefined || (join.kind === "operation" && join.operation === operation)) &&
      (kind === "language" || kind === "version" || kind === "rename" ? join.by === kind : true);
    if (isRight) tally[kind].right++;
    else wrong.push(`${kind} ${path} → ${file} ${operation ?? ""}, but ${JSON.stringify(join)}`);
  }
}

/**
 * Returns the time in milliseconds for resolving 10,000 new paths on the site, and for resolving the same paths again.
 */
function measure(site: Site, requestedPaths: readonly AskedPath[]): readonly string[] {
  if (requestedPaths.length === 0) return ["", ""];
  const paths = Array.from({ length: 10_000 }, (_, at) => {
    const path = requestedPaths[at % requestedPaths.length]?.path.replace(/[?#].*/, "") ?? "";
    return at % 10 === 9 ? `${path}/${at}` : `${path}?${at}`;
  });
  return [0, 1].map(() => {
    const begin = performance.now();
    for (const path of paths) resolveFeedbackPath(site, path);
    return (performance.now() - begin).toFixed(0);
  });
}

/** Returns the languages and versions in the folder names of these sites. */
function listEditions({ files, config }: SiteCopy): readonly (readonly Edition[])[] {
  const has = (folder: string) => [...files].some((file) => file.startsWith(`${folder}/`) && file.endsWith(".mdx"));
  const listed = config.all.flatMap(({ pointer, value }) =>
    pointer.at(-1) === "language" && typeof value === "string" ? [value] : [],
  );
  const languages = [...new Set(listed)].filter(has);
  const versions = ["v4", "v3", "v2", "v1"].filter(has);
  const isRooted = !languages.includes("en");
  return [
    languages.length < 2
      ? []
      : [...(isRooted ? [""] : []), ...languages].map((folder): Edition => ({ kind: "language", folder })),
    versions.length < 2
      ? []
      : [
          { kind: "version" as const, folder: "", number: Number(versions[0]?.slice(1)) + 1 },
          ...versions.map((folder): Edition => ({
            kind: "version",
            folder,
            number: Number(folder.slice(1)),
          })),
        ],
  ].filter((editions) => editions.length > 0);
}

void main();
