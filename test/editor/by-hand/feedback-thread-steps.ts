import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { saveScreenshot, thread, viewRows } from "./feedback-places.ts";
import { patience, untilTrue } from "./patience.ts";
import { clickUntil } from "./rows.ts";
import type { Step } from "./step.ts";

/** A reader's comment on the first code block of the quickstart. */
export const onCode = "This hides what I type, say so.";

/** Steps with comment threads, through their gutter icons and buttons. */
export const threadSteps: readonly Step[] = [
  ["closes a thread and opens it with the icon next to its line", openByMark],
  ["snoozes a comment with its button and undoes the change", putOff],
  ["assigns a comment, adds a note, and undoes both changes", assignAndNote],
  ["marks a whole thread as done, shows a notification, undoes the change, and reopens a done thread", checkThread],
];

const soon = { timeout: 3000 };
const glyphs = ".margin-view-overlays .comment-range-glyph";

async function openByMark(page: Page): Promise<void> {
  const shown = findCodeThread(page);
  await clickUntil(viewRows(page).filter({ hasText: onCode }).last(), shown);
  await untilTrue("the thread to stay closed", async () => {
    if (await shown.isVisible()) await button(shown, "Collapse").first().click(soon);
    return remainsTrue(page, async () => !(await shown.isVisible()));
  });
  await openByItsMark(page);
  await saveScreenshot(page, "feedback-thread");
}

async function putOff(page: Page): Promise<void> {
  await press(page, onCode, "Snooze Locally");
  await comment(page).getByText("snoozed locally").waitFor(patience);
  await saveScreenshot(page, "feedback-later");
  await press(page, onCode, "Mark as Open Locally");
  await comment(page)
    .getByText("snoozed locally")
    .waitFor({ state: "detached", ...patience });
}

async function assignAndNote(page: Page): Promise<void> {
  await chooseMore(page, "Assign Locally", "Grace");
  await comment(page).getByText("assigned to Grace locally").waitFor(patience);
  await chooseMore(page, "Add Local Note", "Ask *Ada* for `set +x`");
  await comment(page).getByText("Ask *Ada* for `set +x`").waitFor(patience);
  assert.equal(await comment(page).locator(".comment-body em, .comment-body code").count(), 0);
  await saveScreenshot(page, "feedback-assigned");
  await chooseMore(page, "Assign Locally", "");
  await comment(page)
    .getByText("assigned to Grace locally")
    .waitFor({ state: "detached", ...patience });
  await chooseMore(page, "Add Local Note", "");
  await comment(page)
    .getByText("Ask *Ada*")
    .waitFor({ state: "detached", ...patience });
}

async function checkThread(page: Page): Promise<void> {
  const shown = findCodeThread(page);
  const count = await shown.locator(".review-comment").count();
  assert.ok(count > 1, "the thread has only one comment");
  const done = comment(page).getByText("done locally");
  const row = viewRows(page).filter({ hasText: onCode });
  const markAll = async (): Promise<void> => {
    await scrollToHead(page);
    await button(shown.locator(".head"), "Mark as Done Locally").click(patience);
    // VS Code collapses a thread when it's resolved.
    await shown.waitFor({ state: "hidden", ...patience });
    await untilTrue("its row to be gone", async () => (await row.count()) === 0);
  };
  await markAll();
  const message = `Updated ${count} entries locally`;
  const notification = page.locator(".notification-list-item", { hasText: message }).first();
  await notification.waitFor(patience);
  await saveScreenshot(page, "feedback-thread-done");
  await notification.locator(".monaco-button", { hasText: "Undo" }).click(patience);
  await row.last().waitFor(patience);
  await openByItsMark(page);
  assert.equal(await done.count(), 0);
  await markAll();
  await openByItsMark(page);
  await done.waitFor(patience);
  await scrollToHead(page);
  await button(shown.locator(".head"), "Mark as Open Locally").click(patience);
  await row.last().waitFor(patience);
  await untilTrue("what is open again", async () => (await done.count()) === 0);
}

/**
 * Scrolls to the header of a long thread. If the last comment of the thread is selected, the header is above the
 * visible part of the editor.
 */
async function scrollToHead(page: Page): Promise<void> {
  const head = findCodeThread(page).locator(".head");
  await untilTrue("the head of the thread", async () => {
    const [editor, at] = [await textEditor(page).boundingBox(soon), await head.boundingBox(soon)];
    if (!editor || !at) return false;
    if (at.y >= editor.y) return true;
    await scrollUp(page);
    return false;
  });
}

function textEditor(page: Page): Locator {
  return page.locator(".monaco-editor .overflow-guard").first();
}

async function scrollUp(page: Page): Promise<void> {
  const box = await textEditor(page).boundingBox(soon);
  if (!box) return;
  // The mouse wheel scrolls the editor while the pointer is over the margin, even if a thread covers the text.
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.wheel(0, -200);
  await page.waitForTimeout(200);
}

/** Clicks the gutter icon on the line that contains the code. There are other threads above and below this line. */
async function openByItsMark(page: Page): Promise<void> {
  const shown = findCodeThread(page);
  const isOpen = (): Promise<boolean> => shown.isVisible();
  await untilTrue("the thread behind its mark", async () => {
    // Clicking the icon again would collapse the thread.
    if (await isOpen()) return remainsTrue(page, isOpen);
    const line = page.locator(".monaco-editor .view-line", { hasText: "read -rs" }).first();
    // The last comment of the thread may have been visible, which is far below the line.
    if (!(await line.isVisible())) await scrollUp(page);
    const at = await line.boundingBox(soon);
    for (const glyph of await page.locator(glyphs).all()) {
      const box = await glyph.boundingBox(soon);
      if (!at || !box || Math.abs(box.y - at.y) > 60) continue;
      await glyph.click(soon);
      await shown.waitFor(soon);
      return remainsTrue(page, isOpen);
    }
    return false;
  });
}

/**
 * Whether the state stays the same for a moment. A click on a row expands the thread through the extension, but a click
 * on an icon or button expands it in the window, where the last change arrives later.
 */
async function remainsTrue(page: Page, condition: () => Promise<boolean>): Promise<boolean> {
  if (!(await condition())) return false;
  await page.waitForTimeout(600);
  return condition();
}

function findCodeThread(page: Page): Locator {
  return thread(page).filter({ hasText: onCode });
}

function comment(page: Page): Locator {
  return findCodeThread(page).locator(".review-comment", { hasText: onCode });
}

function button(within: Locator, name: string): Locator {
  return within.locator(`.action-label[aria-label^='${name}']`);
}

/** Clicks a button of the comment with this text. */
async function press(page: Page, label: string, name: string): Promise<void> {
  const one = thread(page).locator(".review-comment", { hasText: label });
  await one.hover(patience);
  await button(one, name).click(patience);
}

/** Selects an entry in the menu of a comment, and enters the text that the entry prompts for. */
async function chooseMore(page: Page, entry: string, label: string): Promise<void> {
  const item = page.locator(".monaco-menu .action-item", { hasText: entry }).first();
  const field = page.locator(".quick-input-widget", { hasText: entry }).locator("input").first();
  await untilTrue(entry, async () => {
    if (!(await item.isVisible())) {
      await comment(page).hover(soon);
      await button(comment(page), "More Actions").click(soon);
    }
    await item.click(soon);
    await field.waitFor(soon);
    return true;
  });
  await field.fill(label);
  await page.keyboard.press("Enter");
  await field.waitFor({ state: "hidden", ...patience });
}
