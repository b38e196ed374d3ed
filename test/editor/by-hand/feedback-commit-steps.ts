import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "playwright-core";
import { chooseInMenu } from "./choose-in-menu.ts";
import { saveScreenshot, quickstart, viewRows } from "./feedback-places.ts";
import { onCode } from "./feedback-thread-steps.ts";
import { patience, untilTrue } from "./patience.ts";
import { openByCommand, runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

const run = promisify(execFile);
const subject = "Say how the key is set";

/** The steps from a change of a page to its commit, which include comparing the ratings before and after the change. */
export const commitSteps: readonly Step[] = [
  ["compares ratings before and after the last change without claiming a cause", compareByCommand],
  ["lists feedback on pages with staged changes", stage],
  ["adds the feedback that a commit resolves to the commit message only once", addTrailers],
  ["commits with trailers that Git finds", commit],
  ["compares ratings before and after that commit from the page's row", compareByMenu],
];

async function compareByCommand(page: Page): Promise<void> {
  await showPage(page);
  await runCommand(page, "Docwright: Compare Ratings");
  const words = await readComparison(page, "feedback-compare");
  assert.match(words, /Last commit: .*Say how to begin/);
  assert.match(words, /30 days before the change: ▲ \d+ helpful, ▼ \d+ not helpful/);
  // The change was made twelve days ago. Midnight may have passed since then.
  assert.match(words, /1[23] days after the change: ▲ \d+ helpful, ▼ \d+ not helpful/);
  assert.match(words, /doesn't mean that the change caused it/);
}

async function stage(page: Page): Promise<void> {
  await showPage(page);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nOne line more.");
  await page.keyboard.press("Control+s");
  assert.equal(await stagedItem(page).count(), 0, "the entry was staged too early");
  await showSourceControl(page);
  const row = page.locator(".scm-view .monaco-list-row", { hasText: "quickstart.mdx" }).first();
  await untilTrue("the page among the staged changes", async () => {
    if (!(await stagedItem(page).isVisible())) {
      await row.hover({ timeout: 3000 });
      await row.locator(".action-label[aria-label^='Stage Changes']").click({ timeout: 3000 });
    }
    await stagedItem(page).waitFor({ timeout: 10_000 });
    return true;
  });
  assert.match(await stagedItem(page).innerText(), /^\s*\d+\s*$/);
  await showDocwright(page);
  await viewRows(page).filter({ hasText: "In your staged changes" }).first().waitFor(patience);
  await saveScreenshot(page, "feedback-staged");
}

async function addTrailers(page: Page): Promise<void> {
  await showSourceControl(page);
  await message(page).click(patience);
  await page.keyboard.type(subject);
  await page.locator(".part.sidebar .action-label[aria-label^='Add Resolved Feedback']").first().click(patience);
  await pick(page, onCode);
  await saveScreenshot(page, "feedback-trailer");
  await confirm(page);
  await untilTrue("the trailer", async () => (await messageText(page)).includes("Feedback: fb_canary_code"));
  // Adds another entry in the same way, but through the status bar item.
  await stagedItem(page).click(patience);
  await pick(page, onCode);
  await pick(page, "The key is not set");
  await confirm(page);
  await untilTrue("the other trailer", async () => (await messageText(page)).includes("fb_canary_page"));
  await saveScreenshot(page, "feedback-commit");
}

async function commit(page: Page, site: string): Promise<void> {
  await page.locator(".part.sidebar .scm-view .monaco-button", { hasText: "Commit" }).first().click(patience);
  const log = async (format: string): Promise<string> =>
    (await run("git", ["log", "-1", `--format=${format}`], { cwd: site })).stdout.trim();
  await untilTrue("the commit", async () => (await log("%s")) === subject);
  assert.equal(await log("%(trailers)"), "Feedback: fb_canary_code\nFeedback: fb_canary_page");
  await stagedItem(page).waitFor({ state: "detached", ...patience });
}

async function compareByMenu(page: Page): Promise<void> {
  await showDocwright(page);
  // When this row disappears, the rows below it move up.
  const staged = viewRows(page).filter({ hasText: "In your staged changes" });
  await staged.first().waitFor({ state: "detached", ...patience });
  const dialog = page.locator(".monaco-dialog-box");
  await chooseInMenu(page, quickstart(page), "Compare Ratings", dialog);
  const words = await readComparison(page, "feedback-compare-now");
  assert.match(words, new RegExp(`Last commit: .*${subject}`));
  assert.match(words, /30 days before the change: ▲ \d+ helpful, ▼ \d+ not helpful/);
  assert.match(words, /Since the change \(less than a day\): no ratings/);
}

async function showSourceControl(page: Page): Promise<void> {
  // The badge with the number of changes covers the button.
  const item = page.locator(".activitybar .action-item", {
    has: page.locator("a[aria-label^='Source Control']"),
  });
  await item.click(patience);
  await page.locator(".scm-view").first().waitFor(patience);
}

async function showPage(page: Page): Promise<void> {
  await page.locator(".tab", { hasText: "quickstart.mdx" }).first().click(patience);
}

/** Returns the text of the comparison dialog and closes the dialog. */
async function readComparison(page: Page, image: string): Promise<string> {
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor(patience);
  const words = await dialog.innerText();
  await saveScreenshot(page, image);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached", ...patience });
  return words;
}

async function showDocwright(page: Page): Promise<void> {
  const row = viewRows(page).filter({ hasText: "Open comments by page" }).first();
  await openByCommand(page, "View: Show Docwright", row);
}

function stagedItem(page: Page): Locator {
  return page.locator(".statusbar-item", { has: page.locator("[aria-label*='on staged pages']") });
}

function message(page: Page): Locator {
  return page.locator(".scm-editor .view-lines");
}

async function messageText(page: Page): Promise<string> {
  return (await message(page).innerText()).replaceAll("\u00a0", " ");
}

async function pick(page: Page, words: string): Promise<void> {
  await page.locator(".quick-input-list .monaco-list-row", { hasText: words }).first().click(patience);
}

async function confirm(page: Page): Promise<void> {
  await page.locator(".quick-input-widget .monaco-button", { hasText: "OK" }).click(patience);
}
