import type { FrameLocator, Locator, Page } from "playwright-core";
import { patience } from "./patience.ts";
import { runCommand } from "./run-command.ts";

/** Returns the document of the visible preview. */
export function preview(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
}

export async function send(page: Page): Promise<void> {
  await sendButton(page).click(patience);
}

function sendButton(page: Page): Locator {
  return preview(page).getByRole("button", { name: "Send", exact: true });
}

/** Closes all editors, opens a page on the site from the Explorer, and opens the page's playground next to it. */
export async function openPlayground(page: Page, file: string, words: string): Promise<void> {
  await runCommand(page, "View: Close All Editors");
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).dblclick(patience);
  await page.locator(".monaco-editor .view-line", { hasText: words }).first().waitFor(patience);
  await runCommand(page, "Docwright: Open API Playground");
  await sendButton(page).waitFor(patience);
}

/** Clicks a button in VS Code's consent prompt and returns the prompt's text. */
export async function respondToPrompt(page: Page, button: string): Promise<string> {
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor(patience);
  const words = await dialog.innerText();
  await dialog.locator(".monaco-button", { hasText: button }).click(patience);
  await dialog.waitFor({ state: "detached", ...patience });
  return words;
}
