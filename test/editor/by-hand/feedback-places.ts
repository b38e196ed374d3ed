import type { FrameLocator, Locator, Page } from "playwright-core";
import { windowActions } from "../runner/window-actions.ts";

/** The line above the title of the page. */
export function lens(page: Page): Locator {
  return page.locator(".codelens-decoration a", { hasText: "open comment" }).first();
}

/** Rows of the views in the side bar. */
export function viewRows(page: Page): Locator {
  return page.locator(".part.sidebar .monaco-list-row");
}

/** Its row below the open comments. */
export function quickstart(page: Page): Locator {
  return page.locator(".part.sidebar .monaco-list-row[aria-label^='Quickstart,']").last();
}

/** The threads that are open in the text. */
export function thread(page: Page): Locator {
  return page.locator(".monaco-editor .review-widget");
}

/** What is in the panel, while it is in front. */
export function panelOf(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
}

/** Keeps `out/editor/NAME.png`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  // What slides in has come to rest.
  await page.waitForTimeout(700);
  await windowActions.get("takePicture")?.(page, name);
}
