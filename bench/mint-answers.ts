import { readArguments } from "../tools/read-arguments.ts";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Cause, onlyDocwright, onlyMint } from "./mint-answers/causes.ts";
import { type BrokenLink, readAnswer } from "./mint-answers/read-answers.ts";
import { listReportedLinks } from "./mint-answers/read-problems.ts";
import { readSite, type SiteCopy } from "./recall/site-copy.ts";

const { values, positionals } = readArguments({
  help: `Usage: npm run build && node --import tsx bench/mint-answers.ts CORPUS ANSWERS [--list] [--keep FOLDER] [--cli FILE]

Compares the broken links that mint and Docwright report, and prints the tables of bench/results/mint-answers.md. CORPUS contains sites. ANSWERS contains SITE.broken-links.txt, the output of this command in a copy of each site:
  mint broken-links --check-anchors --check-snippets --check-redirects
With --list, also prints each difference. With --keep, the problems in each site are stored in FOLDER and read again.`,
  options: {
    list: { type: "boolean", default: false },
    keep: { type: "string" },
    cli: { type: "string", default: join(import.meta.dirname, "../dist/cli.js") },
  },
  count: { min: 2, max: 2 },
});

interface Comparison {
  readonly name: string;
  readonly aborted: string | undefined;
  readonly both: readonly BrokenLink[];
  readonly mint: readonly Difference[];
  readonly docwright: readonly Difference[];
}

interface Difference extends BrokenLink {
  readonly cause: string;
}

/** The causes that apply even though the published page has the anchor. */
const existing = new Set(["Anchor in an imported snippet", "Title of a tab with non-Latin letters"]);

const unexplained = "Not explained";

main();

function main(): void {
  const [corpus = "", answers = ""] = positionals;
  if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });
  const all = readdirSync(corpus)
    .filter((name) => existsSync(join(answers, `${name}.broken-links.txt`)))
    .map((name) => compare(name, corpus, answers));
  console.log([...formatSiteTable(all), "", ...formatCauseTable(all), "", formatAnchorShare(all)].join("\n"));
  if (values.list) console.log(list(all).join("\n"));
  const rest = all.flatMap(({ mint, docwright }) => [...mint, ...docwright]);
  process.exitCode = rest.some(({ cause }) => cause === unexplained) ? 1 : 0;
}

function compare(name: string, corpus: string, answers: string): Comparison {
  const folder = join(corpus, name);
  const { links, aborted } = readAnswer(readFileSync(join(answers, `${name}.broken-links.txt`), "utf8"));
  const ownLinks = groupByLink(listReportedLinks(folder, values.cli, values.keep && join(values.keep, `${name}.json`)));
  const mintLinks = groupByLink(links);
  const site = readSite(folder, name);
  return {
    name,
    aborted,
    both: [...mintLinks].filter(([key]) => ownLinks.has(key)).map(([, link]) => link),
    mint: explain(mintLinks, ownLinks, onlyMint, site),
    // If `mint` stopped early, there's nothing to compare.
    docwright: aborted === undefined ? explain(ownLinks, mintLinks, onlyDocwright, site) : [],
  };
}

/** Returns the links by page and URL. A link that occurs twice on a page counts once. */
function groupByLink<Link extends BrokenLink>(links: readonly Link[]): ReadonlyMap<string, Link> {
  return new Map(links.map((link) => [`${link.file}\n${link.url}`, link]));
}

function explain<Link extends BrokenLink>(
  links: ReadonlyMap<string, Link>,
  others: ReadonlyMap<string, BrokenLink>,
  causes: readonly Cause<Link>[],
  site: SiteCopy,
): Difference[] {
  return [...links]
    .filter(([key]) => !others.has(key))
    .map(([, link]) => ({
      file: link.file,
      url: link.url,
      cause: causes.find(({ applies }) => applies(link, site))?.name ?? unexplained,
    }));
}

function formatSiteTable(all: readonly Comparison[]): string[] {
  return [
    "| Site | Both | Only `mint` | Only Docwright |",
    "|---|---|---|---|",
    ...all.map(({ name, aborted, both, mint, docwright }) =>
      aborted === undefined
        ? `| ${name} | ${both.length} | ${mint.length} | ${docwright.length} |`
        : `| ${name} | \`mint\` stopped | | |`,
    ),
  ];
}

function formatCauseTable(all: readonly Comparison[]): string[] {
  const rows = [
    ...onlyMint.map((cause) => ({ cause, side: "mint" as const, who: "`mint`" })),
    ...onlyDocwright.map((cause) => ({ cause, side: "docwright" as const, who: "Docwright" })),
  ].map(({ cause: { name, explanation }, side, who }) => {
    const sites = all.map((one) => ({
      name: one.name,
      count: one[side].filter(({ cause }) => cause === name).length,
    }));
    const siteCounts = sites.filter(({ count }) => count > 0).map(({ name: site, count }) => `${site} ${count}`);
    return { found: siteCounts, row: `| ${who} | ${name} | ${siteCounts.join(", ")} | ${explanation} |` };
  });
  const openDifferences = all.flatMap(({ mint, docwright }) => [...mint, ...docwright]);
  return [
    "| Only | Cause | Links | Explanation |",
    "|---|---|---|---|",
    ...rows.filter(({ found }) => found.length > 0).map(({ row }) => row),
    "",
    `Differences without an explanation: ${openDifferences.filter(({ cause }) => cause === unexplained).length}.`,
  ];
}

/** Returns the share of the missing anchors reported by `mint` that Docwright also reports. */
function formatAnchorShare(all: readonly Comparison[]): string {
  const isAnchor = ({ url }: BrokenLink) => url.includes("#");
  const both = all.flatMap((one) => one.both).filter(isAnchor).length;
  const missed = all.flatMap((one) => one.mint).filter(isAnchor);
  const exists = missed.filter(({ cause }) => existing.has(cause)).length;
  const wrong = both + missed.length - exists;
  return `\`mint\` reports ${both + missed.length} links with a missing anchor. ${exists} of these anchors exist, in imported snippets or as titles of tabs. Docwright reports ${both} of the other ${wrong} (${((both / wrong) * 100).toFixed(1)} %).`;
}

function list(all: readonly Comparison[]): string[] {
  return all.flatMap(({ name, mint, docwright }) => [
    ...mint.map(({ file, url, cause }) => `mint ${name} ${file} ${url}: ${cause}`),
    ...docwright.map(({ file, url, cause }) => `docwright ${name} ${file} ${url}: ${cause}`),
  ]);
}
