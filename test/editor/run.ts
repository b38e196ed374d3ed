// npm run test:editor [-- NAME …]: the suites inside a real VS Code.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { chooseEditor } from "../../tools/editor/choose-editor.ts";
import { stopSignal } from "../../tools/stop-signal.ts";
import { checkConsent } from "./check-consent.ts";
import { checkStart } from "./check-start.ts";
import { runSession, type SessionResult } from "./runner/run-session.ts";
import { sessions } from "./sessions.ts";

const startCheck = "npm start";
const consentCheck = "consent";

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
  const names = [...sessions.map(({ name }) => name), consentCheck, startCheck];
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  const isChosen = (name: string) => positionals.length === 0 || positionals.includes(name);
  const stop = stopSignal();
  const editor = await chooseEditor(console.log);
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const count = (name: string, result: SessionResult, start: number) => {
    print(name, result, Date.now() - start);
    for (const report of result.reports) counts[report.outcome]++;
    if (result.failure) counts.failed++;
  };
  for (const session of sessions.filter(({ name }) => isChosen(name))) {
    if (stop.aborted) break;
    const start = Date.now();
    count(session.name, await runSession(session, editor, stop), start);
  }
  if (isChosen(consentCheck) && editor.kind === "browser" && !stop.aborted) {
    const start = Date.now();
    count(consentCheck, { reports: await checkConsent(editor.codeServer) }, start);
  }
  // With a window of its own the editor would pop up before the person; there the check is theirs.
  if (isChosen(startCheck) && editor.kind === "browser" && !stop.aborted) {
    const start = Date.now();
    count(startCheck, { reports: await checkStart() }, start);
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
