import { cpSync } from "node:fs";
import { join } from "node:path";
import { createDocwrightCheck, listMintCommands, findMissing, type Finding } from "./check-commands.ts";
import { createPeer, type EditOptions } from "./compare-edits.ts";
import { comparedFaults, injectIntoSite, makeCleanSite, type Fault } from "./faults.ts";

/** A tool's findings about a fault, without those about the site without the fault. */
interface ToolResult {
  readonly tool: string;
  readonly findings: readonly Finding[] | string;
}

/** Why the line that a language server reports differs from Docwright's. The keys are the faults. */
const explanations: Readonly<Record<string, string>> = {
  "Missing comma": "Same fault: the line after the missing comma. Docwright reports the line that lacks it.",
  "Missing name of a group": "Same fault: the start of the group. Docwright reports its first key.",
  "Element that isn’t closed": "Same fault: the start of the page. Docwright reports the element.",
  "Unknown location of a parameter": "Same fault: also the start of the parameter.",
  "Wrong indentation": "Errors that follow from the fault. Docwright reports only where the file can’t be parsed from.",
};

/** Yields a row for each fault, with the lines that each tool reports, and then the differences. */
export async function* compareFindings({ dist, folder }: EditOptions): AsyncGenerator<string, void> {
  const clean = join(folder, "clean");
  makeCleanSite(clean, 12, 10);
  const inServers = await readServerResults(dist, folder, clean);
  const ownCommand = createDocwrightCheck(join(dist, "cli.js"));
  const baselineKeys = new Set((await ownCommand.run(clean)).findings.map(getKey));
  const mint = await listMintCommands();
  const differences: string[] = [];
  for (const [number, fault] of comparedFaults.entries()) {
    const site = join(folder, `fault-${number}`);
    cpSync(clean, site, { recursive: true });
    const line = injectIntoSite(site, fault);
    const results: readonly ToolResult[] = [
      ...("reason" in mint
        ? ["`mint broken-links`", "`mint validate`"].map((tool) => ({ tool, findings: mint.reason }))
        : await Promise.all(
            mint.map(async ({ name, run }) => {
              const first = await run(site);
              // On a busy machine, `mint` sometimes exits before it has printed anything.
              const { failure, findings } = first.failure === undefined ? first : await run(site);
              return { tool: name, findings: failure ?? findings };
            }),
          )),
      inServers.get(fault) ?? { tool: "", findings: [] },
    ];
    const { findings } = await ownCommand.run(site);
    const found = findings.filter((finding) => !baselineKeys.has(getKey(finding)));
    const cells = [...results.map((result) => result.findings), found].map((all) => formatCell(all, fault));
    yield `| ${fault.what} | ${fault.file}, ${line + 1} | ${cells.join(" | ")} |`;
    for (const result of results) differences.push(...listDifferences(result, fault, found));
  }
  yield "";
  yield `Findings of another tool that Docwright doesn’t report on the same line: ${differences.length}.`;
  if (differences.length === 0) return;
  yield* ["", "| Tool | Fault | Lines | Docwright | Explanation |", "|---|---|---|---|---|", ...differences];
}

/** Returns the findings of the language server for this type of file, by fault. */
async function readServerResults(dist: string, folder: string, clean: string): Promise<ReadonlyMap<Fault, ToolResult>> {
  const answers = new Map<Fault, ToolResult>();
  for (const [kind, extension] of [
    ["config", ".json"],
    ["page", ".mdx"],
    ["specification", ".yaml"],
  ] as const) {
    const faults = comparedFaults.filter(({ file }) => file.endsWith(extension));
    const tool = await createPeer(dist, folder, kind);
    const results = await tool.edit(clean, faults, 1).catch((error: unknown) => String(error));
    for (const fault of faults) {
      const lines = typeof results === "string" ? [] : results.find((one) => one.fault === fault.what)?.lines;
      const findings = (lines ?? []).map((line) => ({ file: fault.file, lines: [line] }));
      answers.set(fault, { tool: tool.name, findings: typeof results === "string" ? results : findings });
    }
  }
  return answers;
}

function listDifferences({ tool, findings }: ToolResult, fault: Fault, ownFindings: readonly Finding[]): string[] {
  if (typeof findings === "string") return [];
  const missingFindings = findMissing(ownFindings, findings);
  if (missingFindings.length === 0) return [];
  const explanation = (tool.includes("mint") ? undefined : explanations[fault.what]) ?? "Not explained";
  return [
    `| ${tool} | ${fault.what} | ${formatCell(missingFindings, fault)} | ${formatCell(ownFindings, fault)} | ${explanation} |`,
  ];
}

/** Returns the lines from 1, each once. */
function formatCell(findings: readonly Finding[] | string, { file }: Fault): string {
  if (typeof findings === "string") return findings;
  const places = findings
    .filter((finding) => finding.file === file)
    .map(({ lines }) => (lines === undefined ? "File" : String((lines[0] ?? 0) + 1)));
  return [...new Set(places)].sort((a, b) => Number(a) - Number(b)).join(", ");
}

const getKey = ({ file, lines }: Finding) => `${file} ${lines?.join(",") ?? ""}`;
