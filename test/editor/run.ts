// npm run test:editor [-- SESSION …]: the suites inside a real VS Code.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { chooseEditor } from "../../tools/editor/choose-editor.ts";
import { stopSignal } from "../../tools/stop-signal.ts";
import { runSession, type SessionResult } from "./runner/run-session.ts";
import { sessions } from "./sessions.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

async function main(): Promise<Counts> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { report: { type: "string" } },
  });
  const unknown = positionals.filter((name) => !sessions.some((session) => session.name === name));
  if (unknown.length > 0) throw new Error(`There is no session ${unknown.join(", ")}.`);
  const chosen = sessions.filter((session) => positionals.length === 0 || positionals.includes(session.name));
  const stop = stopSignal();
  const editor = await chooseEditor(console.log);
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const session of chosen) {
    if (stop.aborted) break;
    const start = Date.now();
    const result = await runSession(session, editor, stop);
    print(session.name, result, Date.now() - start);
    for (const report of result.reports) counts[report.outcome]++;
    if (result.failure) counts.failed++;
  }
  if (values.report) await writeFile(values.report, JSON.stringify(counts));
  return counts;
}

function print(name: string, { reports, failure }: SessionResult, milliseconds: number): void {
  console.log(`\n${name} · ${(milliseconds / 1000).toFixed(1)} s`);
  const marks = { passed: "✓", failed: "✗", skipped: "-" };
  for (const report of reports) {
    console.log(`  ${marks[report.outcome]} ${report.title} (${report.milliseconds} ms)`);
    if (report.error) console.log(report.error.replace(/^/gm, "      "));
  }
  if (failure) console.log(`  ✗ ${failure}`);
}

main().then(
  ({ passed, failed, skipped }) => {
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    process.exit(failed > 0 || passed === 0 ? 1 : 0);
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
