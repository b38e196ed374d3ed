import type { Locator, Page } from "playwright-core";
import { untilTrue } from "./patience.ts";

const soon = { timeout: 3000 };

/**
 * Chooses an entry of the menu of `target`, until `follows` is there. A menu hears no click in its first moments, and a
 * list that is filled anew takes its menu away. `reveal` brings the target back into view if the list has scrolled.
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
    // It may come late, and lie over the target then.
    if (await follows.isVisible()) return true;
    if (!(await target.isVisible())) await reveal?.();
    if (!(await item.isVisible())) await target.click({ button: "right", ...soon });
    await item.click(soon);
    await follows.waitFor(soon);
    return true;
  });
}
