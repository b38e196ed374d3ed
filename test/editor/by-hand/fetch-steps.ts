import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { windowActions } from "../runner/window-actions.ts";
import { patience } from "./patience.ts";
import { runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

/** A hostname that never resolves. */
const host = "specs.harbour.invalid";

/** Steps with the consent prompts that appear before a specification is fetched. */
export const fetchSteps: readonly Step[] = [
  ["a prompt for consent appears before anything is fetched, and nothing is fetched if it's declined", refuse],
  ["a notification shows what couldn't be fetched from an allowed host", allowHost],
  ["a URL on this machine is rejected without a prompt for consent", refuseAddress],
  ["consent for a host is revoked", forget],
];

async function refuse(page: Page): Promise<void> {
  await runCommand(page, "Docwright: Fetch Remote Specification");
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.filter({ hasText: host }).waitFor(patience);
  await saveScreenshot(page, "fetch-choose");
  await rows.filter({ hasText: host }).click();
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor(patience);
  await saveScreenshot(page, "consent");
  const words = await dialog.innerText();
  assert.match(words, /Fetch a specification from specs\.harbour\.invalid\?/);
  assert.match(words, /https:\/\/specs\.harbour\.invalid\/ships\.json/);
  for (const name of ["Allow Once", "Always Allow This Host", "Cancel"])
    await dialog.locator(".monaco-button", { hasText: name }).waitFor(patience);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached", ...patience });
  // The notification that offers the walkthrough may still be shown.
  const notifications = page.locator(".notification-list-item").filter({ hasNotText: "as you type" });
  assert.equal(await notifications.count(), 0);
}

async function allowHost(page: Page): Promise<void> {
  await chooseToFetch(page, host);
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Always Allow This Host" }).click(patience);
  const words = await untilMessage(page, "ships.json");
  await saveScreenshot(page, "fetch-failed");
  assert.match(words, /^https:\/\/specs\.harbour\.invalid\/ships\.json .*\.$/);
  assert.doesNotMatch(words, /ENOTFOUND|EAI_AGAIN|Error/);
}

async function refuseAddress(page: Page): Promise<void> {
  await runCommand(page, "Notifications: Clear All Notifications");
  await chooseToFetch(page, "localhost");
  const words = await untilMessage(page, "tides.json");
  await saveScreenshot(page, "fetch-refused");
  assert.match(words, /^The URL is on a private network .*: https:\/\/localhost\/tides\.json$/);
  assert.equal(await page.locator(".monaco-dialog-box").count(), 0);
}

async function forget(page: Page): Promise<void> {
  await runCommand(page, "Docwright: Clear Allowed Specification Hosts");
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: host });
  await row.waitFor(patience);
  await saveScreenshot(page, "forget-hosts");
  await row.click(patience);
  await page.locator(".quick-input-widget .monaco-button", { hasText: "OK" }).click(patience);
  await row.waitFor({ state: "hidden", ...patience });
  await runCommand(page, "Docwright: Clear Allowed Specification Hosts");
  await untilMessage(page, "You haven't allowed any hosts permanently.");
}

async function chooseToFetch(page: Page, text: string): Promise<void> {
  await runCommand(page, "Docwright: Fetch Remote Specification");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: text }).click(patience);
}

/**
 * Waits for a notification with this text. VS Code shows the notification for a few seconds and then keeps it in its
 * list.
 */
async function untilMessage(page: Page, text: string): Promise<string> {
  const message = page.locator(".notification-list-item-message", { hasText: text });
  // During the fetch, a progress notification is shown.
  const ended = message.filter({ hasNotText: "Fetching" }).first();
  await ended.waitFor({ timeout: 30_000 }).catch(async () => {
    await runCommand(page, "Notifications: Show Notifications");
    await ended.waitFor(patience);
  });
  return (await ended.innerText()).trim();
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  await windowActions.get("takePicture")?.(page, name);
}
