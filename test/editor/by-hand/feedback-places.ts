import type { FrameLocator, Locator, Page } from "playwright-core";
import { windowActions } from "../runner/window-actions.ts";

/** Returns the CodeLens above the page title. */
export function lens(page: Page): Locator {
  return page.locator(".codelens-decoration a", { hasText: "open comment" }).first();
}

/** Returns the rows of the views in the sidebar. */
export function viewRows(page: Page): Locator {
  return page.locator(".part.sidebar .monaco-list-row");
}

/** Returns the row of the quickstart that is below the open comments. */
export function quickstart(page: Page): Locator {
  return page.locator(".part.sidebar .monaco-list-row[aria-label^='Quickstart,']").last();
}

/** Returns the comment threads that are expanded in the editor. */
export function thread(page: Page): Locator {
  return page.locator(".monaco-editor .review-widget");
}

/** Returns the document in the panel. The panel must be visible. */
export function panelOf(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
}

/** Saves a screenshot as `NAME.png` if `EDITOR_PICTURES` is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  await windowActions.get("takePicture")?.(page, name);
}
