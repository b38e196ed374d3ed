import { join } from "node:path";
import type { PageScreenshotOptions, Page } from "playwright-core";

/** Saves a screenshot for review in the folder `WEBVIEW_PICTURES`. Does nothing if the variable isn't set. */
export async function savePicture(page: Page, name: string, options?: PageScreenshotOptions): Promise<void> {
  const folder = process.env["WEBVIEW_PICTURES"];
  if (folder === undefined) return;
  await page.screenshot({ ...options, path: join(folder, `${name.replaceAll(" ", "-")}.png`) });
}
