import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import type { Page } from "playwright-core";
import { EditorHost, type EditorHostOptions } from "../../../tools/editor/editor-host.ts";
import { findOrInstallChromium } from "../../../tools/editor/find-chromium.ts";
import type { CodeServer } from "../../../tools/editor/install-code-server.ts";
import { launchChromium } from "../../../tools/editor/launch-chromium.ts";
import { createWorkbenchUrl } from "../../../tools/editor/workbench-url.ts";
import { patience } from "../by-hand/patience.ts";
import type { Step } from "../by-hand/step.ts";
import { openWindow, stillSettings } from "./open-window.ts";
import { packagedOnce } from "./packaged-once.ts";
import type { RunControl, TestReport } from "./session.ts";
import { pictureFolder, saveFailure } from "./window-actions.ts";

export interface ByHand extends Pick<EditorHostOptions, "settings" | "withoutTestDriver"> {
  /** The name of the screenshot that is saved when a step fails. */
  readonly name: string;
  /** The folder of the site. Steps work on a copy. */
  readonly site: string;
  /** The folder of an extension in development. If it isn't set, the package is installed. */
  readonly extension?: string;
  /** Prepares the copy, and returns environment variables for VS Code. */
  readonly prepare?: (folder: string, site: string) => Promise<Readonly<Record<string, string>> | undefined>;
  readonly steps: readonly Step[];
}

/**
 * The maximum time of a step in milliseconds. A step consists of several actions, each of which may take as long as
 * `patience` allows.
 */
const maxStep = 1_200_000;

/** The maximum time for starting VS Code's window in milliseconds. Starting takes long on a busy machine. */
const maxNavigationMilliseconds = 300_000;

/**
 * Runs steps in VS Code in order, only with keys and clicks. Each step starts in the state in which the previous step
 * ended, so the first failure ends the run.
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
      settings: { ...stillSettings, ...settings },
      ...(vsix !== undefined && { vsix: [vsix] }),
      ...(withoutTestDriver !== undefined && { withoutTestDriver }),
    });
    try {
      const browser = await launchChromium(await findOrInstallChromium(console.log));
      const close = () => void browser.close();
      if (stop.aborted) close();
      stop.addEventListener("abort", close);
      try {
        const page = await openWindow(browser);
        page.setDefaultTimeout(patience.timeout);
        page.setDefaultNavigationTimeout(maxNavigationMilliseconds);
        const { authority } = editor;
        await page.goto(createWorkbenchUrl({ authority, folder: site, ...(extension !== undefined && { extension }) }));
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

/** Describes the focus and the overlays of the window, because no screenshot is saved in CI. */
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
      sidebar: [...document.querySelectorAll(".part.sidebar .monaco-list-row")]
        .filter((element) => element.checkVisibility())
        .map((element) => [element.ariaExpanded, element.innerText.trim().replace(/\\s+/g, " ").slice(0, 80)].filter(Boolean).join(" ")),
      dialogs: textOf(".monaco-dialog-box"),
      notifications: textOf(".notification-list-item-message"),
    });
  })()`);
}

/** Runs the steps in a window that shows this site. The first failure ends the run. */
export async function takeSteps(
  page: Page,
  site: string,
  { name, steps }: Pick<ByHand, "name" | "steps">,
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
      await saveFailure(page, `${name}-failed`).catch(() => undefined);
      const logs = path.join(path.dirname(site), "profile/data/logs");
      await cp(logs, path.join(pictureFolder, `${name}-failed-logs`), { recursive: true, force: true }).catch(
        () => undefined,
      );
      break;
    }
  }
  return reports;
}
