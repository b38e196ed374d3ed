import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "playwright-core";
import { untilTrue } from "./patience.ts";

const soon = { timeout: 3000 };

/**
 * Selects an entry in the menu of `target` repeatedly until `follows` appears. The repetition is necessary because a
 * menu ignores clicks at first, and because refreshing a list closes its menu. If the list has scrolled, `reveal`
 * brings the target back into view.
 */
export async function chooseInMenu(
  page: Page,
  target: Locator,
  entry: string,
  follows: Locator,
  reveal?: () => Promise<void>,
): Promise<void> {
  const item = page.locator(".monaco-menu .action-item", { hasText: entry }).first();
  await untilTrue(`${entry} in the menu`, async () => {
    // If `follows` appears late, it may already cover the target.
    if (await follows.isVisible()) return true;
    if (!(await target.isVisible())) await reveal?.();
    if (!(await item.isVisible())) {
      const targetBox = await target.boundingBox(soon);
      await target.click({ button: "right", ...soon });
      // The list may have scrolled just before the click, so that the menu belongs to another row.
      if (!isDeepStrictEqual(await target.boundingBox(soon), targetBox)) {
        await page.keyboard.press("Escape");
        return false;
      }
    }
    await item.click(soon);
    await follows.waitFor(soon);
    return true;
  });
}
