import type { Page } from "playwright-core";

/**
 * Waits by the clock of the page itself: for its next frame, what follows it, and then so many milliseconds. However busy
 * the machine is, the page has done by then what it had begun before; a wait out here says nothing of that.
 */
export async function restInPage(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done, ${milliseconds}), 0)))`,
  );
}
