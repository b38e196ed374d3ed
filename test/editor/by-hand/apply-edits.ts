import type { Page } from "playwright-core";
import { patience, untilTrue } from "./patience.ts";

/** Applies the edits in VS Code's refactor preview. */
export async function applyEdits(page: Page): Promise<void> {
  // The list of edits must be filled before it accepts a click.
  await page.locator("#refactorPreview").waitFor(patience);
  const apply = page.getByRole("button", { name: "Apply" });
  await untilTrue("the edits to be applied", async () => {
    // It may disappear late, and then there is nothing left to click.
    if (await apply.isVisible()) await apply.click({ timeout: 3000 });
    await apply.waitFor({ state: "hidden", timeout: 3000 });
    return true;
  });
}
