import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import type { Json } from "./channel.ts";

/** What a suite can ask for in the editor's window; a new one is one entry more. */
export const windowActions: ReadonlyMap<string, (page: Page, argument: string) => Promise<Json>> = new Map([
  ["takePicture", takePicture],
  ["countMarks", countMarks],
  ["countHovers", (page) => page.locator(".monaco-hover:visible .hover-contents").count()],
  ["countHoverPictures", countHoverPictures],
  ["countSuggestions", (page) => page.locator(".suggest-widget.visible .monaco-list-row").count()],
]);

export const pictureFolder = path.resolve(__dirname, "../../../out/editor");

async function takePicture(page: Page, name: string): Promise<Json> {
  await mkdir(pictureFolder, { recursive: true });
  await page.screenshot({ path: path.join(pictureFolder, `${name}.png`) });
  return null;
}

/** How many wavy lines of a severity (`error`, `warning`, `info`) are drawn in the visible text. */
async function countMarks(page: Page, severity: string): Promise<Json> {
  return page.locator(`.monaco-editor .squiggly-${severity}`).count();
}

/** Pictures in hovers that were really drawn, not refused. */
async function countHoverPictures(page: Page): Promise<Json> {
  const drawn =
    "[...document.querySelectorAll('.monaco-hover img')].filter((image) => image.naturalWidth > 0).length";
  return page.evaluate<number>(drawn);
}
