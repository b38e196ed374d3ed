import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { untilTrue } from "./patience.ts";

/** Opens a file of the site by its path, as with Go to File. */
export async function openFile(page: Page, file: string): Promise<void> {
  await page.locator(".monaco-workbench .part.editor").waitFor();
  const input = page.locator(".quick-input-widget input").first();
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: path.basename(file) }).first();
  // A busy machine hears a key late, or before the workbench does.
  const comes = (what: Locator) =>
    what.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  await untilTrue(`${file} among the files`, async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+p");
    if (!(await comes(input))) return false;
    await input.fill(file);
    return comes(row);
  });
  await row.click();
  await page.locator(".tab.active", { hasText: path.basename(file) }).waitFor();
}
