import type { Page } from "playwright-core";

/**
 * Waits by the page's own clock: for its next frame, then for the given number of milliseconds. The page has then
 * finished what it had already started, regardless of the load of the machine. A wait in this process wouldn't
 * guarantee that.
 */
export async function restInPage(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done, ${milliseconds}), 0)))`,
  );
}
