import type { Page } from "playwright-core";

/**
 * Waits until the page has finished all pending work, regardless of the machine's load. Uses the page's own clock:
 * waits for the page's next frame and then for the given number of milliseconds. A wait in this process wouldn't
 * guarantee that the work is finished.
 */
export async function restInPage(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done, ${milliseconds}), 0)))`,
  );
}
