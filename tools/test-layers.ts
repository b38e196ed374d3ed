import { readFile } from "node:fs/promises";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One step of `npm test`: a command that ends with 0 when all is well. */
export interface Layer {
  readonly name: string;
  /** Arguments of node. `{report}` is a file the command may leave, for `read`. */
  readonly command: readonly string[];
  /** What the product keeps between runs goes to a folder of this run, not to the author's. */
  readonly ownCache?: true;
  /** Without it the command is one check, passed or failed by its exit code. */
  readonly read?: (report: string) => Promise<Counts & { readonly details: string }>;
}

const bin = "node_modules/";
const mocha = [
  "--import",
  "tsx",
  `${bin}mocha/bin/mocha.js`,
  "--forbid-only",
  "--timeout=10000",
  // Two at a time: most tests wait for processes that they start.
  "--parallel",
  "--jobs=2",
  "--reporter=json",
  "--reporter-option=output={report}",
];

export const layers: readonly Layer[] = [
  { name: "build", command: ["esbuild.mjs"] },
  { name: "types", command: [`${bin}typescript/bin/tsc`, "-b"] },
  { name: "lint", command: [`${bin}oxlint/bin/oxlint`, "--type-aware", "--deny-warnings"] },
  { name: "format", command: [`${bin}prettier/bin/prettier.cjs`, "--check", "--log-level", "warn", "."] },
  { name: "unused", command: [`${bin}knip/bin/knip.js`] },
  { name: "core", command: [...mocha, "server/src/core/**/*.test.ts"], read: readMocha },
  {
    name: "unit",
    command: [
      ...mocha,
      "{client,test,webview}/**/*.test.ts",
      "server/src/{workspace,relay,lsp,cli}/**/*.test.ts",
    ],
    read: readMocha,
    ownCache: true,
  },
  {
    name: "editor",
    command: ["--import", "tsx", "test/editor/run.ts", "--report", "{report}"],
    read: readEditor,
  },
];

interface MochaReport {
  readonly stats: { readonly passes: number; readonly failures: number; readonly pending: number };
  readonly failures: readonly {
    readonly fullTitle: string;
    readonly file: string;
    readonly err: { readonly stack?: string; readonly message?: string };
  }[];
}

async function readMocha(report: string): Promise<Counts & { details: string }> {
  const { stats, failures } = JSON.parse(await readFile(report, "utf8")) as MochaReport;
  const details = failures.map(({ fullTitle, err }) => `✗ ${fullTitle}\n${err.stack ?? err.message ?? ""}\n`);
  return {
    passed: stats.passes,
    failed: stats.failures,
    skipped: stats.pending,
    details: details.join("\n"),
  };
}

/** The editor's runner prints its tests itself. */
async function readEditor(report: string): Promise<Counts & { details: string }> {
  return { ...(JSON.parse(await readFile(report, "utf8")) as Counts), details: "" };
}
