import type { Page } from "playwright-core";
import { untilTrue } from "./patience.ts";
import { runCommand } from "./run-command.ts";

/** Everything is saved, again and again until the files are as they should be. */
export async function saveAll(page: Page, what: string, isRight: () => boolean): Promise<void> {
  await untilTrue(what, async () => {
    await runCommand(page, "File: Save All Files");
    await page.waitForTimeout(300);
    return isRight();
  });
}
