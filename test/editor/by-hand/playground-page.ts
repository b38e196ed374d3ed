import { setTimeout as sleep } from "node:timers/promises";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { runCommand } from "./run-command.ts";

export const patience = { timeout: 60_000 };

/** The document of the preview that is to be seen. */
export function preview(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
}

export async function send(page: Page): Promise<void> {
  await sendButton(page).click(patience);
}

function sendButton(page: Page): Locator {
  return preview(page).getByRole("button", { name: "Send", exact: true });
}

/** Opens a page of the site from the explorer, and the playground beside it, in place of what was open. */
export async function openPlayground(page: Page, file: string, words: string): Promise<void> {
  await runCommand(page, "View: Close All Editors");
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).dblclick(patience);
  await page.locator(".monaco-editor .view-line", { hasText: words }).first().waitFor(patience);
  await runCommand(page, "Docwright: Open API Playground");
  await sendButton(page).waitFor(patience);
}

/** Answers the editor's question whether something may be sent, and tells what it said. */
export async function answerQuestion(page: Page, button: string): Promise<string> {
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor(patience);
  const words = await dialog.innerText();
  await dialog.locator(".monaco-button", { hasText: button }).click(patience);
  await dialog.waitFor({ state: "detached", ...patience });
  return words;
}

/** What `find` answers as soon as it is something, asked again and again; a failure is asked again too. */
export async function untilTrue<T>(what: string, find: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + patience.timeout; ; await sleep(50)) {
    const found = await find().catch(() => undefined);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
  }
}
