import { readArguments } from "../tools/read-arguments.ts";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem, type as systemType } from "node:os";
import { join } from "node:path";
import { GoalResults } from "./goals.ts";
import { createSections, type BenchSection } from "./bench-sections.ts";
import { createPeerSections } from "./peers/sections.ts";

const root = join(import.meta.dirname, "..");
const results = join(root, "bench/results");
const folder = mkdtempSync(join(tmpdir(), "docwright-bench-"));

void main();

async function main(): Promise<void> {
  try {
    const { values } = readArguments({
      help: `Usage: npm run bench -- [--peers] [--section NAME]… [--write] [--runs 5] [--dist DIR] [--list]

Measures the built product (run npm run build first) and prints Markdown, each row as soon as it's available, and whether each goal is reached. With --write, replaces the text between the markers of each measured section in bench/results/measured.md.

With --peers, measures other tools instead, and compares them with Docwright on the same generated sites, and on the sites in the folder --corpus. They're installed in the user's cache folder from the npm registry: 1.1 GB. --mint-pages 50,500 are the sizes of the sites for mint, which takes about 20 s of CPU time per 1,000 pages for each of its two commands.`,
      options: {
        peers: { type: "boolean", default: false },
        corpus: { type: "string" },
        "mint-pages": { type: "string", default: "50,500" },
        section: { type: "string", multiple: true },
        write: { type: "boolean", default: false },
        runs: { type: "string", default: "5" },
        dist: { type: "string", default: join(root, "dist") },
        list: { type: "boolean", default: false },
      },
      count: { min: 0, max: 0 },
    });
    const runs = Number(values.runs);
    const { dist, corpus } = values;
    const mintSizes = values["mint-pages"].split(",").map(Number);
    const getPath = values.write ? (name: string) => join(results, `peers-${name}.svg`) : undefined;
    const sections = values.peers
      ? createPeerSections({ dist, folder, runs, mintSizes, corpus, getPath })
      : createSections({ dist, folder, runs, goals: new GoalResults() });
    if (values.list) return console.log(sections.map(({ name }) => name).join("\n"));
    const sectionName = values.section;
    const unknown = sectionName?.filter((name) => !sections.some((section) => section.name === name)) ?? [];
    if (unknown.length > 0)
      throw new Error(
        `Can’t find section ${unknown.join(", ")}. Sections: ${sections.map(({ name }) => name).join(", ")}.`,
      );
    const isNamed = ({ name }: BenchSection) => sectionName?.includes(name) ?? true;
    // The goals are always printed, but written only on request, because they may lack the values from other sections.
    for (const section of sections.filter((section) => isNamed(section) || section.name === "goals")) {
      const report = await measure(section, runs);
      if (values.write && isNamed(section)) writeSection(section.name, report);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ name, head, createRows: rows }: BenchSection, runs: number): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => {
    console.log(line);
    lines.push(line);
  };
  for (const line of [describeMachine(name, runs), "", ...head]) print(line);
  for await (const row of rows()) print(row);
  console.log("");
  return lines.join("\n");
}

function describeMachine(section: string, runs: number): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  }).trim();
  const [cpu] = cpus();
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return [
    `Commit ${commit}; Node ${process.versions.node}; ${systemType()}, ${cpus().length} × ${cpu?.model.trim() ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GB;`,
    `load average ${load} at the start; \`npm run build && npm run bench -- ${section.startsWith("peers-") ? "--peers " : ""}--section ${section} --write --runs ${runs}\`.`,
  ].join(" ");
}

function writeSection(name: string, report: string): void {
  const path = join(results, "measured.md");
  const text = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- bench ${name} -->`, `<!-- /bench ${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`bench/results/measured.md doesn't contain markers ${begin} and ${end}.`);
  writeFileSync(path, `${text.slice(0, from + begin.length)}\n${report}\n${text.slice(to)}`);
}
