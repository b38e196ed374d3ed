import { getPercentile } from "./times-row.ts";

interface Goal {
  readonly what: string;
  readonly unit: "ms" | "s" | "MB";
  /** The maximum for each percentile, where percentiles are from 0 to 1. */
  readonly limits: Readonly<Record<string, number>>;
  /** The reason why the goal hasn't been reached so far. The table shows it only next to a value over the limit. */
  readonly reason?: string;
}

const startReason =
  "About a third of the time is loading the server's code, half of which is compilation. Node 20 doesn't cache compiled code between starts, but Node 22 does. The measured problem also waits until all specifications are read, because `x-mint` in one of them could move a page to the path in docs.json.";

const goals = {
  checkWithoutCache: { what: "`check`, 5,000 pages, without a cache", unit: "s", limits: { 0.5: 7 } },
  checkWithCache: { what: "`check`, 5,000 pages, with a cache", unit: "s", limits: { 0.5: 1.2 } },
  checkMemory: {
    what: "`check`, 5,000 pages, peak memory",
    unit: "MB",
    limits: { 1: 250 },
    reason: "All scanned pages stay in memory with their text, because rules compare pages with each other.",
  },
  firstProblem50: {
    what: "First problem in docs.json, 50 pages",
    unit: "ms",
    limits: { 0.5: 350 },
    reason: startReason,
  },
  firstProblem500: {
    what: "First problem in docs.json, 500 pages",
    unit: "ms",
    limits: { 0.5: 400 },
    reason: startReason,
  },
  firstProblem5000: {
    what: "First problem in docs.json, 5,000 pages",
    unit: "ms",
    limits: { 0.5: 550 },
    reason: startReason,
  },
  configKeystroke: {
    what: "Keystroke in docs.json, 5,000 pages",
    unit: "ms",
    limits: { 0.5: 15, 0.95: 30, 0.99: 60 },
    reason:
      "About 18 percent of the time is garbage collection. The positions of all values after the edit are copied, and about 20 rules visit each element of the navigation.",
  },
  pageKeystroke: {
    what: "Keystroke in a page",
    unit: "ms",
    limits: { 0.5: 4, 0.95: 10, 0.99: 20 },
    reason: "About half of the work is checking the page with all rules.",
  },
  completion: {
    what: "Completion after a keystroke, 5,000 pages",
    unit: "ms",
    limits: { 0.95: 15, 0.99: 30 },
    reason: "Completion first updates the site after the keystroke, and then ranks all pages or all icons.",
  },
  rename: {
    what: "Rename of a page with 500 links to it",
    unit: "ms",
    limits: { 0.95: 150 },
    reason:
      "About half of the time is planning the edits of all references. The rest is comparing all files with the disk, because any file may contain a link that no event has reported.",
  },
  preview: { what: "Keystroke in a page to the preview", unit: "ms", limits: { 0.5: 60, 0.95: 120 } },
  serverMemory: {
    what: "Server memory, 5,000 pages, after 300 keystrokes in docs.json",
    unit: "MB",
    limits: { 1: 220 },
    reason:
      "About 152 MB of the heap is in use, mostly by the text of pages and data such as links, tags, and positions. The heap also contains 68 MB of garbage and free space. The process and its threads use 90 MB outside it.",
  },
  activation: { what: "Activation of the extension in the editor", unit: "ms", limits: { 0.5: 40 } },
  longestTurn: { what: "Longest turn of the server's event loop (CPU)", unit: "ms", limits: { 1: 30 } },
} as const satisfies Readonly<Record<string, Goal>>;

export type GoalName = keyof typeof goals;

/** The measurements from one run of the benchmark for which there's a goal. */
export class GoalResults {
  readonly #measured = new Map<GoalName, number[]>();

  /** Adds measurements in the unit of the goal. */
  add(name: GoalName, measurements: readonly number[]): void {
    this.#measured.set(name, [...(this.#measured.get(name) ?? []), ...measurements]);
  }

  /**
   * Returns a row for each limit of each goal: the measured value, the limit, and whether the goal is met or, if known,
   * why not.
   */
  formatRows(): readonly string[] {
    return Object.entries<Goal>(goals).flatMap(([name, { what, unit, limits, reason }]) => {
      const measured = this.#measured.get(name as GoalName);
      return Object.entries(limits)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([part, limit]) => {
          const value = measured?.length ? getPercentile(measured, Number(part)) : undefined;
          const result =
            value === undefined ? "Not measured" : value <= limit ? "Yes" : reason ? `No. ${reason}` : "No";
          return `| ${what}, ${formatName(Number(part))} | ${value?.toFixed(1) ?? ""} | ${String(limit)} | ${unit} | ${result} |`;
        });
    });
  }
}

function formatName(part: number): string {
  return part === 0.5 ? "median" : part === 1 ? "maximum" : `p${String(Math.round(part * 100))}`;
}
