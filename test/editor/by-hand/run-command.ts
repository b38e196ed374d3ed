import type { Locator, Page } from "playwright-core";
import { untilTrue } from "./patience.ts";

/**
 * Runs a command repeatedly until what it opens appears and remains for a moment. A busy VS Code may still process an
 * earlier request, such as revealing a row of a tree, and open that view instead.
 */
export async function openByCommand(page: Page, name: string, opens: Locator): Promise<void> {
  await untilTrue(name, async () => {
    await runCommand(page, name);
    await opens.waitFor({ timeout: 5000 });
    await page.waitForTimeout(300);
    return opens.isVisible();
  });
}

/** Runs a command from the Command Palette, which contains the command once the extension has found a site. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await page.locator(".monaco-workbench .part.editor").waitFor({ timeout: 60_000 });
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: name });
  for (let tries = 0; tries < 20; tries++) {
    await page.keyboard.press("F1");
    // If a webview is being shown, it may receive the key, and then the palette doesn't open.
    const input = page.locator(".quick-input-widget input").first();
    const isOpen = await input.fill(`>${name}`, { timeout: 5000 }).then(
      () => true,
      () => false,
    );
    const isThere = await row
      .first()
      .waitFor({ timeout: 2000 })
      .then(() => true)
      .catch(() => false);
    if (!isOpen) continue;
    // A click may hit another row when the list is re-sorted.
    const chosen = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name });
    if (isThere && (await chosen.first().isVisible())) return page.keyboard.press("Enter");
    // A list that an earlier command opens late can replace the palette.
    const isClicked =
      isThere &&
      (await row
        .first()
        .click({ timeout: 5000 })
        .then(() => true)
        .catch(() => false));
    if (isClicked) return;
    await page.keyboard.press("Escape");
  }
  throw new Error(`The command palette doesn't contain ${name}.`);
}
