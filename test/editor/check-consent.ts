import assert from "node:assert/strict";
import { cp, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { EditorHost } from "../../tools/editor/editor-host.ts";
import { findOrInstallChromium } from "../../tools/editor/find-chromium.ts";
import type { CodeServer } from "../../tools/editor/install-code-server.ts";
import { launchChromium } from "../../tools/editor/launch-chromium.ts";
import { workbenchUrl } from "../../tools/editor/workbench-url.ts";
import { channelSteps } from "./by-hand/channel-steps.ts";
import { certificateSteps, setProxyStep, trustedAuthority, useProxyStep } from "./by-hand/network-steps.ts";
import { noSecretStep, playgroundSteps } from "./by-hand/playground-steps.ts";
import { previewSteps } from "./by-hand/preview-steps.ts";
import { quaySteps } from "./by-hand/quay-steps.ts";
import { runCommand } from "./by-hand/run-command.ts";
import type { Step } from "./by-hand/step.ts";
import { packagedOnce } from "./runner/packaged-once.ts";
import type { TestReport } from "./runner/session.ts";
import { windowActions } from "./runner/window-actions.ts";

const site = path.resolve(__dirname, "remote-specification");
/** A name that never leads anywhere. */
const host = "specs.harbour.invalid";
const patience = { timeout: 60_000 };

const steps: readonly Step[] = [
  ["consent to fetch asks before anything is fetched, and fetches nothing when the answer is no", refuse],
  ["consent to fetch says in plain words what could not be fetched from a host agreed to", agree],
  ["consent to fetch refuses an address of this machine without asking", refuseAddress],
  ["consent to fetch forgets a host", forget],
  ...playgroundSteps,
  ...quaySteps,
  ...certificateSteps,
  setProxyStep,
  ...previewSteps,
  ...channelSteps,
  useProxyStep,
  noSecretStep,
];

/**
 * How a person is asked before a specification is fetched, and what a preview asks and opens, with the package installed
 * and clicks alone: where suites run, the editor shows neither questions nor messages.
 */
export async function checkConsent(codeServer: CodeServer): Promise<TestReport[]> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "docwright-consent-")));
  try {
    const vsix = await packagedOnce();
    await cp(site, path.join(folder, "site"), { recursive: true });
    const authority = path.join(folder, "authority.pem");
    await writeFile(authority, trustedAuthority);
    const env = { XDG_CACHE_HOME: path.join(folder, "cache"), NODE_EXTRA_CA_CERTS: authority };
    const profile = path.join(folder, "profile");
    const editor = await EditorHost.start({ codeServer, profile, env, vsix, withoutTestDriver: true });
    try {
      const browser = await launchChromium(await findOrInstallChromium(console.log));
      try {
        // What comes and goes does so at once.
        const page = await browser.newPage({
          viewport: { width: 1360, height: 850 },
          reducedMotion: "reduce",
        });
        page.setDefaultTimeout(60_000);
        page.setDefaultNavigationTimeout(180_000);
        const copy = path.join(folder, "site");
        await page.goto(workbenchUrl({ authority: editor.authority, folder: copy }));
        return await takeSteps(page, copy);
      } finally {
        await browser.close();
      }
    } finally {
      await editor.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function takeSteps(page: Page, site: string): Promise<TestReport[]> {
  const reports: TestReport[] = [];
  for (const [title, take] of steps) {
    const start = Date.now();
    try {
      await take(page, site);
      reports.push({ title, outcome: "passed", milliseconds: Date.now() - start });
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      reports.push({ title, outcome: "failed", milliseconds: Date.now() - start, error: text });
      await keepPicture(page, "consent-failed");
      // Each step goes on from the one before.
      break;
    }
  }
  return reports;
}

async function refuse(page: Page): Promise<void> {
  await runCommand(page, "Docwright: Fetch Specification");
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.filter({ hasText: host }).waitFor(patience);
  await keepPicture(page, "fetch-choose");
  await rows.filter({ hasText: host }).click();
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor(patience);
  await keepPicture(page, "consent");
  const words = await dialog.innerText();
  assert.match(words, /Fetch a specification from specs\.harbour\.invalid\?/);
  assert.match(words, /https:\/\/specs\.harbour\.invalid\/ships\.json/);
  for (const name of ["Only This Time", "Always from This Host", "Cancel"])
    await dialog.locator(".monaco-button", { hasText: name }).waitFor(patience);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached", ...patience });
  assert.equal(await page.locator(".notification-list-item").count(), 0);
}

async function agree(page: Page): Promise<void> {
  await chooseToFetch(page, host);
  await page
    .locator(".monaco-dialog-box .monaco-button", { hasText: "Always from This Host" })
    .click(patience);
  const words = await untilMessage(page, "ships.json");
  await keepPicture(page, "fetch-failed");
  assert.match(words, /^https:\/\/specs\.harbour\.invalid\/ships\.json .*\.$/);
  assert.doesNotMatch(words, /ENOTFOUND|EAI_AGAIN|Error/);
}

async function refuseAddress(page: Page): Promise<void> {
  await runCommand(page, "Notifications: Clear All Notifications");
  await chooseToFetch(page, "localhost");
  const words = await untilMessage(page, "tides.json");
  await keepPicture(page, "fetch-refused");
  assert.match(words, /^The address lies inside a private network .*: https:\/\/localhost\/tides\.json$/);
  assert.equal(await page.locator(".monaco-dialog-box").count(), 0);
}

async function forget(page: Page): Promise<void> {
  await runCommand(page, "Docwright: Forget Hosts");
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: host });
  await row.waitFor(patience);
  await keepPicture(page, "forget-hosts");
  await row.click(patience);
  await page.locator(".quick-input-widget .monaco-button", { hasText: "OK" }).click(patience);
  await row.waitFor({ state: "hidden", ...patience });
  await runCommand(page, "Docwright: Forget Hosts");
  await untilMessage(page, "There is no host that you have agreed to.");
}

async function chooseToFetch(page: Page, text: string): Promise<void> {
  await runCommand(page, "Docwright: Fetch Specification");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: text }).click(patience);
}

/** The editor shows a message for some seconds, and keeps it in its list. */
async function untilMessage(page: Page, text: string): Promise<string> {
  const message = page.locator(".notification-list-item-message", { hasText: text });
  // While it is fetching, a message says so.
  const ended = message.filter({ hasNotText: "Fetching" }).first();
  await ended.waitFor({ timeout: 30_000 }).catch(async () => {
    await runCommand(page, "Notifications: Show Notifications");
    await ended.waitFor({ timeout: 60_000 });
  });
  return (await ended.innerText()).trim();
}

async function keepPicture(page: Page, name: string): Promise<void> {
  await windowActions.get("takePicture")?.(page, name);
}
