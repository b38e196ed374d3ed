import { execFile } from "node:child_process";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { EditorHost } from "../../tools/editor/editor-host.ts";
import { findOrInstallChromium } from "../../tools/editor/find-chromium.ts";
import type { CodeServer } from "../../tools/editor/install-code-server.ts";
import { launchChromium } from "../../tools/editor/launch-chromium.ts";
import { workbenchUrl } from "../../tools/editor/workbench-url.ts";
import { feedbackSteps } from "./by-hand/feedback-steps.ts";
import { refactoringSteps } from "./by-hand/refactoring-steps.ts";
import type { Step } from "./by-hand/step.ts";
import { packagedOnce } from "./runner/packaged-once.ts";
import type { TestReport } from "./runner/session.ts";
import { pictureFolder, windowActions } from "./runner/window-actions.ts";

const run = promisify(execFile);
/** Refactoring needs no more than the same site under git, and a start of the editor costs ten seconds. */
const steps: readonly Step[] = [
  ...feedbackSteps.map(([title, take]): Step => [`reader feedback ${title}`, take]),
  ...refactoringSteps.map(([title, take]): Step => [`refactoring: ${title}`, take]),
];
const site = path.resolve(__dirname, "../../sample/site");

/**
 * Reader feedback as a person uses it: the package installed, the sample site under git, the sample's feedback service,
 * and clicks alone. Each step goes on from the one before.
 */
export async function checkFeedback(codeServer: CodeServer): Promise<TestReport[]> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "docwright-feedback-")));
  const reports: TestReport[] = [];
  try {
    const vsix = await packagedOnce();
    const copy = path.join(folder, "site");
    await cp(site, copy, { recursive: true });
    await commitAll(copy);
    const env = { XDG_CACHE_HOME: path.join(folder, "cache") };
    const profile = path.join(folder, "profile");
    const settings = { "git.enabled": true };
    const options = { codeServer, profile, settings, env, vsix, withoutTestDriver: true };
    const editor = await EditorHost.start(options);
    try {
      const browser = await launchChromium(await findOrInstallChromium(console.log));
      try {
        const page = await browser.newPage({ viewport: { width: 1360, height: 850 } });
        page.setDefaultTimeout(60_000);
        page.setDefaultNavigationTimeout(180_000);
        await page.goto(workbenchUrl({ authority: editor.authority, folder: copy }));
        for (const [title, take] of steps) {
          const start = Date.now();
          const report = { title, milliseconds: 0 };
          try {
            await take(page, copy);
            reports.push({ ...report, outcome: "passed", milliseconds: Date.now() - start });
          } catch (error) {
            const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
            reports.push({ ...report, outcome: "failed", milliseconds: Date.now() - start, error: text });
            await windowActions.get("takePicture")?.(page, "feedback-failed");
            const logs = path.join(profile, "data", "logs");
            await cp(logs, path.join(pictureFolder, "feedback-failed-logs"), { recursive: true });
            break;
          }
        }
      } finally {
        await browser.close();
      }
    } finally {
      await editor.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  return reports;
}

/** A history of one commit, made twelve days ago. */
async function commitAll(folder: string): Promise<void> {
  const date = new Date(Date.now() - 12 * 86_400_000).toISOString();
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@docs.example", "-c", "commit.gpgsign=false"];
  await run("git", ["init", "-q", "-b", "main"], { cwd: folder, env });
  await run("git", ["add", "."], { cwd: folder, env });
  await run("git", [...who, "commit", "-q", "-m", "Say how to begin"], { cwd: folder, env });
}
