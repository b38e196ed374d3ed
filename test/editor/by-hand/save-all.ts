import type { Page } from "playwright-core";
import { untilTrue } from "./patience.ts";
import { runCommand } from "./run-command.ts";

/** Saves all files repeatedly until they have the expected content. */
export async function saveAll(
  page: Page,
  what: string,
  isRight: () => boolean,
  describe?: () => string,
): Promise<void> {
  const save = async () => {
    await runCommand(page, "File: Save All Files");
    await page.waitForTimeout(300);
    return isRight();
  };
  await untilTrue(what, save, describe && { describe });
}
