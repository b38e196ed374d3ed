import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchSection } from "../bench-sections.ts";
import { drawChart, type Series } from "./chart.ts";
import { compareChecks, compareCorpusChecks } from "./compare-checks.ts";
import { compareEdits } from "./compare-edits.ts";
import { compareFindings } from "./compare-findings.ts";
import { formatVersions } from "./packages.ts";

export interface PeerOptions {
  readonly dist: string;
  /** The folder for the sites that the benchmark creates. */
  readonly folder: string;
  readonly runs: number;
  /** The sizes of the sites for `mint`, in pages. */
  readonly mintSizes: readonly number[];
  readonly corpus: string | undefined;
  /** Returns the path of a chart. Undefined if the results are only printed. */
  readonly getPath: ((name: string) => string) | undefined;
}

const checkColumns =
  "Command | Runs | Elapsed (s) | CPU (s) | Peak memory (MB) | Findings | CPU compared with Docwright |";
const sizes = [50, 500, 5000, 20_000];

/** Returns the tables that compare Docwright with other tools, which are installed when they're first needed. */
export function createPeerSections({
  dist,
  folder,
  runs,
  mintSizes,
  corpus,
  getPath,
}: PeerOptions): readonly BenchSection[] {
  const draw = (name: string, title: string, unit: string, series: readonly Series[]) => {
    if (getPath) writeFileSync(getPath(name), drawChart([{ title, unit, series }]));
  };
  const cli = join(dist, "cli.js");
  return [
    {
      name: "peers-check",
      head: [`Versions: ${formatVersions()}.`, "", `| Pages | ${checkColumns}`, "|---|---|---|---|---|---|---|---|"],
      async *createRows() {
        const series: Series[] = [];
        const all = [...new Set([...sizes, ...mintSizes])].sort((a, b) => a - b);
        yield* compareChecks({ cli, folder, runs, sizes: all, mintSizes }, series);
        draw("check", "CPU time of a check", "s", series);
      },
    },
    ...(corpus === undefined
      ? []
      : [
          {
            name: "peers-corpus",
            head: [`| Site | ${checkColumns}`, "|---|---|---|---|---|---|---|---|"],
            createRows: () => compareCorpusChecks(corpus, { cli, runs }),
          },
        ]),
    {
      name: "peers-edits",
      head: [
        `Versions: ${formatVersions()}.`,
        "",
        "| File | Edit | Tool | Edits | p50 (ms) | p95 (ms) | CPU per edit (ms) | Peak memory (MB) | CPU compared with Docwright |",
        "|---|---|---|---|---|---|---|---|---|",
      ],
      async *createRows() {
        const series: Series[] = [];
        yield* compareEdits({ dist, folder, sizes }, series);
        draw("edits", "CPU time of an edit in docs.json", "ms", series);
      },
    },
    {
      name: "peers-findings",
      head: [
        "| Fault | Line | `mint broken-links` | `mint validate` | Language server | Docwright |",
        "|---|---|---|---|---|---|",
      ],
      createRows: () => compareFindings({ dist, folder }),
    },
  ];
}
