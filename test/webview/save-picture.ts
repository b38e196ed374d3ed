import { join } from "node:path";
import type { PageScreenshotOptions, Page } from "playwright-core";

/** Saves a screenshot for review if `WEBVIEW_PICTURES` names a folder. */
export async function savePicture(page: Page, name: string, options?: PageScreenshotOptions): Promise<void> {
  const folder = process.env["WEBVIEW_PICTURES"];
  if (folder === undefined) return;
  await page.screenshot({ ...options, path: join(folder, `${name.replaceAll(" ", "-")}.png`) });
}
