import { cp, mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { EditorHost } from "../../../tools/editor/editor-host.ts";
import { findOrInstallChromium } from "../../../tools/editor/find-chromium.ts";
import type { CodeServer } from "../../../tools/editor/install-code-server.ts";
import { launchChromium } from "../../../tools/editor/launch-chromium.ts";
import { createWorkbenchUrl } from "../../../tools/editor/workbench-url.ts";
import type { Handler, Json } from "./channel.ts";
import { patience } from "../by-hand/patience.ts";
import { openWindow, stillSettings } from "./open-window.ts";
import type { PreparedSession } from "./run-session.ts";
import { pictureFolder, windowActions } from "./window-actions.ts";

/**
 * The time without a report, in milliseconds, after which the suites are considered stuck. A test has a limit of five
 * minutes and is reported when it begins.
 */
const maxSilence = 420_000;

/**
 * Runs the suites in code-server with a headless Chromium. If they get stuck, saves VS Code's logs and a screenshot in
 * `out/editor/`, and throws an error.
 */
export async function runInBrowser(session: PreparedSession, codeServer: CodeServer, stop: AbortSignal): Promise<void> {
  const chromium = await findOrInstallChromium(console.log);
  const { profile, settings, env, vsix } = session;
  const host = await EditorHost.start({
    codeServer,
    profile,
    settings: { ...stillSettings, ...settings },
    env,
    ...(vsix ? { vsix: [vsix] } : {}),
  });
  try {
    const browser = await launchChromium(chromium);
    try {
      const page = await openWindow(browser);
      page.setDefaultTimeout(patience.timeout);
      // The time for starting VS Code doesn't count toward the tests.
      page.setDefaultNavigationTimeout(300_000);
      session.window.answer = createHandler(page);
      const ended = untilEnded(page, session.heardAt, stop);
      // The promise is awaited below, unless even opening the window fails.
      ended.catch(() => undefined);
      await page.exposeFunction("codeAutomationLog", () => undefined);
      await page.goto(createWorkbenchUrl({ ...session, authority: host.authority, folder: session.site }));
      await ended.catch(async (error: unknown) => {
        await saveEvidence(session, page);
        throw error;
      });
    } finally {
      await browser.close();
    }
  } finally {
    await host.stop();
  }
}

/**
 * Resolves when the workbench signals that the suites have ended, regardless of their results, which they report
 * themselves.
 */
async function untilEnded(page: Page, receivedAt: () => number, stop: AbortSignal): Promise<void> {
  const begun = Date.now();
  await new Promise<void>((resolve, reject) => {
    const timer = setInterval(() => {
      if (Date.now() - Math.max(begun, receivedAt()) > maxSilence)
        settle(() => reject(new Error(`The suites reported nothing for ${maxSilence / 1000} s.`)));
    }, 1000);
    const settle = (end: () => void) => {
      clearInterval(timer);
      end();
    };
    stop.addEventListener("abort", () => settle(() => reject(new Error("Stopped."))));
    page.on("crash", () => settle(() => reject(new Error("The editor's window crashed."))));
    page.exposeFunction("codeAutomationExit", () => settle(resolve)).catch(reject);
  });
}

function createHandler(page: Page): Handler {
  return async (request: Json) => {
    const { action, argument } = request as { action: string; argument: string };
    const perform = windowActions.get(action);
    if (!perform) throw new Error(`Can’t find window action ${action}.`);
    return { available: true, value: await perform(page, argument) };
  };
}

async function saveEvidence(session: PreparedSession, page: Page): Promise<void> {
  const folder = path.join(pictureFolder, `${session.name}-failed`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, "window.png") }).catch(() => undefined);
  await cp(path.join(session.profile, "data", "logs"), path.join(folder, "logs"), { recursive: true }).catch(
    () => undefined,
  );
  const log = await readFile(path.join(session.profile, "server.log"), "utf8").catch(() => "");
  console.error(`${log.slice(-2000)}\nThe editor's logs and a picture of it are in ${folder}.`);
}
