import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { EditorHost } from "../../tools/editor/editor-host.ts";
import { findOrInstallChromium } from "../../tools/editor/find-chromium.ts";
import type { CodeServer } from "../../tools/editor/install-code-server.ts";
import { launchChromium } from "../../tools/editor/launch-chromium.ts";
import { workbenchUrl } from "../../tools/editor/workbench-url.ts";
import { newPageSteps } from "./by-hand/new-page-steps.ts";
import type { TestReport } from "./runner/session.ts";
import { windowActions } from "./runner/window-actions.ts";

const project = path.resolve(__dirname, "../..");

/** New pages as a person makes them, by keys and clicks alone: what is asked for is no business of suites in the editor. */
export async function checkNewPage(codeServer: CodeServer): Promise<TestReport[]> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "docwright-new-page-")));
  const site = path.join(folder, "site");
  const reports: TestReport[] = [];
  try {
    await cp(path.join(project, "sample/site"), site, { recursive: true });
    const editor = await EditorHost.start({ codeServer, profile: path.join(folder, "profile") });
    try {
      const browser = await launchChromium(await findOrInstallChromium(console.log));
      try {
        const page = await browser.newPage({ viewport: { width: 1360, height: 850 } });
        page.setDefaultTimeout(60_000);
        await page.goto(workbenchUrl({ authority: editor.authority, folder: site, extension: project }));
        for (const [title, take] of newPageSteps) {
          const start = Date.now();
          try {
            await take(page, site);
            reports.push({ title, outcome: "passed", milliseconds: Date.now() - start });
          } catch (error) {
            const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
            reports.push({ title, outcome: "failed", milliseconds: Date.now() - start, error: text });
            await windowActions.get("takePicture")?.(page, "new-page-failed");
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
