import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import type { Page } from "playwright-core";
import { EditorHost, type EditorHostOptions } from "../../../tools/editor/editor-host.ts";
import { findOrInstallChromium } from "../../../tools/editor/find-chromium.ts";
import type { CodeServer } from "../../../tools/editor/install-code-server.ts";
import { launchChromium } from "../../../tools/editor/launch-chromium.ts";
import { workbenchUrl } from "../../../tools/editor/workbench-url.ts";
import { patience } from "../by-hand/patience.ts";
import type { Step } from "../by-hand/step.ts";
import { packagedOnce } from "./packaged-once.ts";
import type { RunControl, TestReport } from "./session.ts";
import { pictureFolder, windowActions } from "./window-actions.ts";

export interface ByHand extends Pick<EditorHostOptions, "settings" | "withoutTestDriver"> {
  /** Names the picture that is kept when a step fails. */
  readonly name: string;
  /** Folder of the site; the steps work in a copy. */
  readonly site: string;
  /** An extension in development; without it the package is installed. */
  readonly extension?: string;
  /** What else the copy needs, or what the editor finds in its environment. */
  readonly prepare?: (folder: string, site: string) => Promise<Readonly<Record<string, string>> | undefined>;
  readonly steps: readonly Step[];
}

/** A step has several actions, each of which may take as long as `patience` says. Milliseconds. */
const maxStep = 600_000;

/** A start of the editor's window. Takes long on a machine that does other things too, in milliseconds. */
const maxNavigationMilliseconds = 180_000;

/**
 * Steps of a person in the editor, by keys and clicks alone, in the order in which they stand. Each goes on from the one
 * before, so the first that fails is the last.
 */
export async function runByHand(
  codeServer: CodeServer,
  { stop, onBegin }: RunControl,
  session: ByHand,
): Promise<TestReport[]> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), `docwright-${session.name}-`)));
  const site = path.join(folder, "site");
  const profile = path.join(folder, "profile");
  const { extension, settings, withoutTestDriver } = session;
  try {
    const vsix = extension === undefined ? await packagedOnce() : undefined;
    await cp(session.site, site, { recursive: true });
    const env = { XDG_CACHE_HOME: path.join(folder, "cache"), ...(await session.prepare?.(folder, site)) };
    const editor = await EditorHost.start({
      codeServer,
      profile,
      env,
      ...(settings && { settings }),
      ...(vsix !== undefined && { vsix }),
      ...(withoutTestDriver !== undefined && { withoutTestDriver }),
    });
    try {
      const browser = await launchChromium(await findOrInstallChromium(console.log));
      const close = () => void browser.close();
      if (stop.aborted) close();
      stop.addEventListener("abort", close);
      try {
        // What comes and goes does so at once.
        const viewport = { width: 1360, height: 850 };
        const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
        page.setDefaultTimeout(patience.timeout);
        page.setDefaultNavigationTimeout(maxNavigationMilliseconds);
        const { authority } = editor;
        await page.goto(
          workbenchUrl({ authority, folder: site, ...(extension !== undefined && { extension }) }),
        );
        return await takeSteps(page, site, session, onBegin);
      } finally {
        stop.removeEventListener("abort", close);
        await browser.close();
      }
    } finally {
      await editor.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** What has the focus and what lies over the window, since a machine elsewhere keeps no picture. */
async function describeWindow(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const textOf = (selector) => [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility())
      .map((element) => (element.value ?? element.innerText).trim().replace(/\\s+/g, " ").slice(0, 200));
    const { tagName, className } = document.activeElement ?? {};
    return JSON.stringify({
      focus: tagName + "." + className,
      tabs: textOf(".tabs-container .tab"),
      input: textOf(".quick-input-widget input"),
      rows: textOf(".quick-input-list .monaco-list-row"),
      dialogs: textOf(".monaco-dialog-box"),
      notifications: textOf(".notification-list-item-message"),
    });
  })()`);
}

async function takeSteps(
  page: Page,
  site: string,
  { name, steps }: ByHand,
  onBegin: RunControl["onBegin"],
): Promise<TestReport[]> {
  const reports: TestReport[] = [];
  for (const [title, take] of steps) {
    const start = Date.now();
    onBegin({ title, milliseconds: maxStep });
    try {
      await take(page, site);
      reports.push({ title, outcome: "passed", milliseconds: Date.now() - start });
    } catch (error) {
      const milliseconds = Date.now() - start;
      const seen = await describeWindow(page).catch((reason: unknown) => String(reason));
      reports.push({ title, outcome: "failed", milliseconds, error: `${inspect(error)}\n${seen}` });
      await windowActions
        .get("takePicture")?.(page, `${name}-failed`)
        .catch(() => undefined);
      const logs = path.join(path.dirname(site), "profile/data/logs");
      await cp(logs, path.join(pictureFolder, `${name}-failed-logs`), { recursive: true, force: true });
      break;
    }
  }
  return reports;
}
