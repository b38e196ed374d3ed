import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Editor } from "../../../tools/editor/choose-editor.ts";
import { runnerVariable } from "../in-host/runner.ts";
import { bundleSuites } from "./bundle-suites.ts";
import { openChannel, type Handler } from "./channel.ts";
import { packagedOnce } from "./packaged-once.ts";
import { runInBrowser } from "./run-in-browser.ts";
import { runOnDesktop } from "./run-on-desktop.ts";
import type { RunControl, Session, TestBegin, TestReport } from "./session.ts";

const project = path.resolve(__dirname, "../../..");

/** A session that is ready to start, with either kind of editor. */
export interface PreparedSession {
  readonly name: string;
  readonly site: string;
  readonly profile: string;
  readonly extension: string;
  readonly vsix: string | undefined;
  readonly tests: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  /** The handler of the suites' window actions. It's set by the code that controls the window. */
  readonly window: { answer: Handler };
  /** The time of the last report from the suites, in milliseconds since 1970. */
  readonly heardAt: () => number;
}

export interface SessionResult {
  readonly reports: readonly TestReport[];
  /**
   * The reason why the session itself failed: VS Code couldn't be started, the suites didn't run, or they ended early.
   */
  readonly failure?: string;
}

/** Runs a session in VS Code. Never throws an error. Doesn't leave any processes, or any files except in `out/`. */
export async function runSession(
  session: Session,
  editor: Editor,
  { stop, onBegin }: RunControl,
): Promise<SessionResult> {
  const reports: TestReport[] = [];
  let done = false;
  const window: { answer: Handler } = { answer: () => ({ available: false }) };
  let receivedAt = Date.now();
  const handlers: readonly (readonly [string, Handler])[] = [
    ["report", (report) => (reports.push(report as unknown as TestReport), null)],
    ["begin", (begun) => (onBegin(begun as unknown as TestBegin), null)],
    ["done", () => ((done = true), null)],
    ["window", (argument) => window.answer(argument)],
  ];
  const noting = handlers.map(([name, handle]): [string, Handler] => [
    name,
    (argument) => {
      receivedAt = Date.now();
      return handle(argument);
    },
  ]);
  const channel = await openChannel(new Map(noting));
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "docwright-")));
  try {
    const env = { [runnerVariable]: channel.url };
    const prepared = { ...(await prepare(session, folder, env)), window, heardAt: () => receivedAt };
    await (editor.kind === "browser"
      ? runInBrowser(prepared, editor.codeServer, stop)
      : runOnDesktop(prepared, editor.executable));
    if (!done) return { reports, failure: "The editor ended before its suites did." };
    return reports.length === 0 ? { reports, failure: "No test ran." } : { reports };
  } catch (error) {
    return { reports, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await channel.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function prepare(
  session: Session,
  folder: string,
  env: PreparedSession["env"],
): Promise<Omit<PreparedSession, "window" | "heardAt">> {
  const site = path.join(folder, "site");
  await cp(path.join(project, session.site), site, { recursive: true });
  const built = path.join(project, "out", "editor", session.name);
  const tests = await bundleSuites(session.suites, path.join(built, "suites.js"));
  const packaged = session.extension === "packaged";
  const vsix = packaged ? await packagedOnce() : undefined;
  const extension = packaged ? await makeTestExtension(path.join(folder, "tests")) : project;
  return {
    name: session.name,
    site,
    profile: path.join(folder, "profile"),
    extension,
    vsix,
    tests,
    settings: session.settings ?? {},
    env,
  };
}

/**
 * Suites can run only in an extension in development. If Docwright itself is installed as a package, this otherwise
 * empty extension contains the suites.
 */
async function makeTestExtension(folder: string): Promise<string> {
  const manifest = {
    name: "docwright-tests",
    publisher: "docwright",
    version: "0.0.1",
    engines: { vscode: "^1.91.0" },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  return folder;
}
