import { writeFile } from "node:fs/promises";
import { chooseEditor, type Editor } from "../../tools/editor/choose-editor.ts";
import { Lanes, reportProgress } from "../../tools/progress.ts";
import { stopSignal } from "../../tools/stop-signal.ts";
import { checkConsent } from "./check-consent.ts";
import { checkFeedback } from "./check-feedback.ts";
import { checkNewPage } from "./check-new-page.ts";
import { checkStart } from "./check-start.ts";
import { runInLanes } from "../../tools/run-in-lanes.ts";
import { runSession, type SessionResult } from "./runner/run-session.ts";
import type { RunControl } from "./runner/session.ts";
import { sessions } from "./sessions.ts";
import { readArguments } from "../../tools/read-arguments.ts";

const startCheck = "npm start";
const consentCheck = "consent";
const feedbackCheck = "feedback";
const newPageCheck = "new-page";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The maximum number of concurrent tasks. Each task spends half of its time waiting for VS Code. */
const maxAtOnce = 2;

/** The maximum time for installing VS Code, including the download, in milliseconds. */
const maxInstallMilliseconds = 30 * 60_000;
/** The maximum time for starting VS Code, and for tasks that report results only when they end, in milliseconds. */
const maxStartMilliseconds = 10 * 60_000;

interface Task {
  readonly name: string;
  readonly run: (control: RunControl) => Promise<SessionResult>;
}

/**
 * Returns the tasks with long ones first, so that no lane has to run a long task at the end while the others are idle.
 */
function tasksFor(editor: Editor): readonly Task[] {
  const ofSessions = sessions.map((session) => ({
    name: session.name,
    run: (control: RunControl) => runSession(session, editor, control),
  }));
  if (editor.kind === "desktop") return ofSessions;
  const { codeServer } = editor;
  return [
    { name: consentCheck, run: async (control) => ({ reports: await checkConsent(codeServer, control) }) },
    { name: feedbackCheck, run: async (control) => ({ reports: await checkFeedback(codeServer, control) }) },
    { name: newPageCheck, run: async (control) => ({ reports: await checkNewPage(codeServer, control) }) },
    ...ofSessions,
    // A desktop VS Code would open a window in front of the developers, so they run this check themselves on such a
    // machine.
    { name: startCheck, run: async (control) => ({ reports: await checkStart(control) }) },
  ];
}

async function main(): Promise<Counts> {
  const names = [...sessions.map(({ name }) => name), consentCheck, feedbackCheck, newPageCheck, startCheck];
  const { values, positionals } = readArguments({
    help: `Usage: npm run test:editor [-- NAME…]

Runs the test suites in a real VS Code: all sessions, or those listed. Run
npm run build first if you start this script without npm.

Options:
  --report FILE  write the counts to a JSON file
  --help         show this help

Names: ${names.join(", ")}`,
    options: { report: { type: "string" } },
    count: { min: 0 },
  });
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Can't find ${unknown.join(", ")}. Names: ${names.join(", ")}.`);
  const stop = stopSignal();
  reportProgress({ running: ["the search for an editor"], milliseconds: maxInstallMilliseconds });
  const editor = await chooseEditor(console.log);
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const lanes = new Lanes(reportProgress);
  const tasks = tasksFor(editor)
    .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    .map(({ name, run }) => async () => {
      const start = Date.now();
      const lane = {};
      lanes.begin(lane, `${name}: the start of the editor`, maxStartMilliseconds);
      const onBegin: RunControl["onBegin"] = ({ title, milliseconds }) =>
        lanes.begin(lane, `${name}: ${title}`, milliseconds || maxStartMilliseconds);
      const result = await run({ stop, onBegin });
      lanes.end(lane);
      print(name, result, Date.now() - start);
      for (const report of result.reports) counts[report.outcome]++;
      if (result.failure) counts.failed++;
    });
  // Two desktop windows would take away each other's focus.
  await runInLanes(tasks, editor.kind === "browser" ? maxAtOnce : 1, stop);
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
