import { readArguments } from "./read-arguments.ts";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { complete } from "../server/src/core/features/completion/complete.ts";
import { scanPage } from "../server/src/core/page/scan-page.ts";
import { type Site, applyFile } from "../server/src/core/site/site.ts";
import { applyEdits } from "../server/src/core/text/text-edit.ts";
import { readConfigSources, siteOf } from "../test/harness/site-of.ts";
import { listConfigPlaces } from "./restore/config-places.ts";
import { listPagePlaces } from "./restore/page-places.ts";
import { type CorpusSite, createRandom, type RestoreLocation } from "./restore/place.ts";

interface Outcome {
  readonly place: RestoreLocation;
  readonly site: string;
  /** The index of the first item that restores the value, or -1 if there is none. */
  readonly rank: number;
  readonly first: readonly string[];
  readonly milliseconds: number;
}

const textsOf = new Map<string, ReadonlyMap<string, string>>();

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx tools/restore-check.ts FOLDER [--seed 1] [--count 1000] [--per-kind] [--misses KIND]

Removes values at random positions of real sites, requests completion there with nothing typed, and counts how often the value is among the first five items and its edit restores the file's meaning.`,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1000" },
    "per-kind": { type: "boolean", default: false },
    misses: { type: "string" },
  },
  count: { min: 1, max: 1 },
});

main();

function main(): void {
  const [folder = ""] = positionals;
  const seed = Number(values.seed);
  const count = Number(values.count);
  const all = listSites(folder).flatMap((site) => listLocations(site).map((place) => ({ site, place })));
  const places = values["per-kind"] ? pickPerKind(all, count, seed) : pickRandom(all, count, seed);
  const outcomes = places.map(({ site, place }) => restore(site, place));
  console.log(`seed ${seed}; ${places.length} of ${all.length} places`);
  console.log(
    formatTable(
      outcomes,
      all.map(({ place }) => place),
    ),
  );
  const kind = values.misses;
  if (kind !== undefined)
    for (const { place, site, first, rank } of outcomes)
      if ((rank < 0 || rank >= 5) && place.kind.startsWith(kind === "all" ? "" : kind))
        console.log(
          `${place.kind} | ${site}/${place.file}:${place.start} | ${getExpected(site, place)} | ${rank} | ${first.join(" · ")}`,
        );
}

function getExpected(site: string, { file, start, end }: RestoreLocation): string {
  const text = textsOf.get(site)?.get(file) ?? "";
  return `…${text.slice(Math.max(0, start - 50), start).replace(/\s+/g, " ")}[${text.slice(start, end)}]${text.slice(end, end + 20).replace(/\s+/g, " ")}`;
}

/** Returns the outermost folders that contain a docs.json. */
function listSites(folder: string): CorpusSite[] {
  if (existsSync(join(folder, "docs.json"))) return [readSite(folder)];
  return readdirSync(folder)
    .filter((name) => !name.startsWith(".") && name !== "node_modules")
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory())
    .flatMap(listSites);
}

function readSite(folder: string): CorpusSite {
  const texts = new Map<string, string>();
  const read = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const full = join(path, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules") read(full);
      else if (entry.isFile()) texts.set(relative(folder, full), isText(full) ? readFileSync(full, "utf8") : "");
    }
  };
  read(folder);
  const sorted = new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1)));
  const name = basename(folder);
  textsOf.set(name, sorted);
  return { name, site: siteOf(sorted), texts: sorted };
}

function isText(path: string): boolean {
  return /\.(mdx?|jsonc?|ya?ml|[jt]sx?)$|ignore$/.test(path) && statSync(path).size < 20_000_000;
}

function listLocations(corpus: CorpusSite): RestoreLocation[] {
  return [
    ...listConfigPlaces(corpus),
    ...[...corpus.site.pages.keys()].flatMap((file) => listPagePlaces(corpus, file)),
  ];
}

function pickRandom<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = createRandom(seed);
  const remaining = [...all];
  const picked: T[] = [];
  while (picked.length < count && remaining.length > 0) {
    const at = Math.floor(random() * remaining.length);
    const [one] = remaining.splice(at, 1, ...remaining.splice(-1, at === remaining.length - 1 ? 0 : 1));
    if (one !== undefined) picked.push(one);
  }
  return picked;
}

/** Selects the same number of items of each kind so that rare kinds have the same weight as common ones. */
function pickPerKind<T extends { readonly place: RestoreLocation }>(
  all: readonly T[],
  count: number,
  seed: number,
): T[] {
  const kinds = [...new Set(all.map(({ place }) => place.kind))];
  return kinds.flatMap((kind) =>
    pickRandom(
      all.filter(({ place }) => place.kind === kind),
      Math.ceil(count / kinds.length),
      seed,
    ),
  );
}

function restore({ name, site, texts }: CorpusSite, place: RestoreLocation): Outcome {
  const original = texts.get(place.file) ?? "";
  const text = original.slice(0, place.start) + original.slice(place.end);
  const changed = changeSite(site, texts, place.file, text);
  const begin = performance.now();
  const { items } = complete(changed, place.file, text, place.start);
  const milliseconds = performance.now() - begin;
  const rank = items.findIndex(({ edit, additionalEdits }) => {
    const after = applyEdits(text, [...additionalEdits, edit]);
    return after === original || (place.isSame?.(after) ?? false);
  });
  return { place, site: name, rank, first: items.slice(0, 5).map(({ label }) => label), milliseconds };
}

/** Returns the site as the server sees it after the value is removed. */
function changeSite(site: Site, texts: ReadonlyMap<string, string>, file: string, text: string): Site {
  if (/\.mdx?$/i.test(file)) return applyFile(site, { kind: "page", path: file, page: scanPage(file, text) }).site;
  return applyFile(site, { kind: "config", sources: readConfigSources(new Map([...texts, [file, text]])) }).site;
}

function formatTable(outcomes: readonly Outcome[], all: readonly RestoreLocation[]): string {
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort();
  const formatRow = (name: string, outcomes: readonly Outcome[], places: number): string => {
    const five = outcomes.filter(({ rank }) => rank >= 0 && rank < 5).length;
    const first = outcomes.filter(({ rank }) => rank === 0).length;
    const offered = outcomes.filter(({ rank }) => rank >= 0).length;
    const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const formatPart = (n: number) => `${n} (${((100 * n) / Math.max(1, outcomes.length)).toFixed(1)} %)`;
    return `| ${name} | ${places} | ${outcomes.length} | ${formatPart(first)} | ${formatPart(five)} | ${formatPart(offered)} | ${(times[Math.floor(times.length * 0.95)] ?? 0).toFixed(0)} |`;
  };
  return [
    "| kind | places | drawn | restored by the first | by one of the first five | by one of all offered (≤ 200) | p95 ms, nothing known before |",
    "|---|---|---|---|---|---|---|",
    ...kinds.map((kind) =>
      formatRow(
        kind,
        outcomes.filter(({ place }) => place.kind === kind),
        all.filter((place) => place.kind === kind).length,
      ),
    ),
    formatRow("**all**", outcomes, all.length),
  ].join("\n");
}
