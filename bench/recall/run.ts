import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { allKinds } from "./all-kinds.ts";
import { createBatches } from "./batches.ts";
import { drawInjections, type Drawn } from "./draw-injections.ts";
import { openBench, type Bench } from "./engine.ts";
import { getChanges } from "./mutate.ts";
import { validate, type Outcome } from "./outcome.ts";
import { getRecall, formatReport } from "./report.ts";
import { readSite, type SiteCopy } from "./site-copy.ts";
import { readArguments } from "../../tools/read-arguments.ts";

/** The minimum share of problems that must be found on the right line. */
const goal = 0.99;

const { values, positionals } = readArguments({
  help: `Usage: npm run bench:recall -- [options] DIR

Injects problems of every kind into copies of real sites, and counts how many
the built engine finds on the right line. DIR is a site, or contains sites.

Options:
  --seed N         seed for the random numbers (default: 1)
  --kind PREFIX    only kinds whose name starts with PREFIX (repeatable)
  --site NAME      only sites whose name contains NAME
  --per-kind N     number of problems of each kind (default: 25)
  --jobs N         number of processes (default: 1)
  --cli FILE       command line to run (default: dist/cli.js)
  --option OPTION  option to pass to docwright check (repeatable)
  --resume FILE    store results as they arrive, and don't compute those that
                   are already stored again
  --help           show this help

Exit codes: 0 at least 99% were found, 1 fewer were found`,
  options: {
    seed: { type: "string", default: "1" },
    kind: { type: "string", multiple: true, default: [] },
    site: { type: "string", default: "" },
    "per-kind": { type: "string", default: "25" },
    resume: { type: "string" },
    jobs: { type: "string", default: "1" },
    cli: { type: "string", default: join(import.meta.dirname, "../../dist/cli.js") },
    option: { type: "string", multiple: true, default: [] },
  },
  count: { min: 1, max: 1 },
});

const kinds = allKinds.filter(
  ({ name }) => values.kind.length === 0 || values.kind.some((prefix) => name.startsWith(prefix)),
);

void main();

async function main(): Promise<void> {
  const [corpus = ""] = positionals;
  const folder = mkdtempSync(join(tmpdir(), "docwright-recall-"));
  try {
    const outcomes = await measure(corpus, folder);
    console.log(formatReport(outcomes, kinds, Number(values["per-kind"])));
    process.exitCode = getRecall(outcomes) >= goal ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(corpus: string, folder: string): Promise<readonly Outcome[]> {
  const sites = listSites(corpus).map((path) => readSite(path, basename(path)));
  const drawn = kinds.flatMap((kind) =>
    drawInjections(kind, sites, { seed: Number(values.seed), count: Number(values["per-kind"]) }),
  );
  const results = readResults();
  const queue = sites.filter(({ name }) => name.includes(values.site));
  console.error(`${kinds.length} kinds, ${drawn.length} faults, ${sites.length} sites; ${results.size} results known`);
  const runWorker = async (): Promise<void> => {
    for (let site = queue.shift(); site; site = queue.shift()) {
      const own = drawn.filter((one) => one.site === site && !results.has(one.id));
      if (own.length === 0) continue;
      const bench = openBench(site, join(folder, site.name), values.cli, values.option);
      const begin = performance.now();
      for (const outcome of await checkAll(bench, site, own)) results.set(outcome.id, outcome);
      console.error(`${site.name}: ${own.length} faults in ${Math.round((performance.now() - begin) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, runWorker));
  return drawn.flatMap(({ id }) => results.get(id) ?? []);
}

/**
 * Checks all injections. If a problem isn't found in a batch, it's checked again on its own so that other problems
 * can't hide it.
 */
async function checkAll(bench: Bench, site: SiteCopy, drawn: readonly Drawn[]): Promise<readonly Outcome[]> {
  const done: Outcome[] = [];
  const keep = (outcome: Outcome) => {
    done.push(outcome);
    if (values.resume !== undefined) appendFileSync(values.resume, `${JSON.stringify(outcome)}\n`);
  };
  for (const batch of createBatches(drawn)) {
    const problems = await bench.findNewProblems(
      getChanges(
        site,
        batch.map(({ injection }) => injection),
      ),
      batch[0]?.kind ?? {},
    );
    for (const one of batch) {
      const outcome = validate(one, batch, problems);
      if (outcome.verdict === "right" || batch.length === 1) keep(outcome);
      else keep(validate(one, [one], await bench.findNewProblems(getChanges(site, [one.injection]), one.kind)));
    }
  }
  return done;
}

function readResults(): Map<string, Outcome> {
  const text = values.resume !== undefined && existsSync(values.resume) ? readFileSync(values.resume, "utf8") : "";
  const outcomes = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Outcome);
  return new Map(outcomes.map((outcome) => [outcome.id, outcome]));
}

function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}
