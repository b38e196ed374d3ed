import type { Page } from "playwright-core";
import { patience, untilTrue } from "./patience.ts";

/** Applies the edits in VS Code's refactor preview. */
export async function applyEdits(page: Page): Promise<void> {
  // The preview accepts clicks only after its list of edits has been filled.
  await page.locator("#refactorPreview").waitFor(patience);
  const apply = page.getByRole("button", { name: "Apply" });
  await untilTrue("the edits to be applied", async () => {
    // The button may disappear late. In that case, there's nothing left to click.
    if (await apply.isVisible()) await apply.click({ timeout: 3000 });
    await apply.waitFor({ state: "hidden", timeout: 3000 });
    return true;
  });
}
