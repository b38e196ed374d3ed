import type { Locator, Page } from "playwright-core";
import { patience, untilTrue } from "./patience.ts";

/**
 * Runs a command repeatedly until the view that it opens appears and stays open for a moment. A busy VS Code may still
 * process an earlier request, such as revealing a row of a tree, and show the view of that request instead.
 */
export async function openByCommand(page: Page, name: string, opens: Locator): Promise<void> {
  await untilTrue(name, async () => {
    await runCommand(page, name);
    await opens.waitFor({ timeout: 5000 });
    await page.waitForTimeout(300);
    return opens.isVisible();
  });
}

/** Runs a command from the Command Palette, which lists the command once the extension has found a site. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await page.locator(".monaco-workbench .part.editor").waitFor(patience);
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: name });
  for (let tries = 0; tries < 20; tries++) {
    await page.keyboard.press("F1");
    // A webview that is being shown may receive the key. In that case, the palette doesn't open.
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
    // If the list is re-sorted during a click, the click may hit another row.
    const chosen = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name });
    if (isThere && (await chosen.first().isVisible())) return page.keyboard.press("Enter");
    // If an earlier command opens a list late, the list can replace the palette.
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
