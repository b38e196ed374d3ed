import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { untilTrue } from "./patience.ts";

/**
 * The maximum time that a search takes, in milliseconds. VS Code searches the entire folder each time, which can take
 * long on a busy machine.
 */
const maxSearchMilliseconds = 30_000;

/** Opens a file in the site by its path, using Go to File. */
export async function openFile(page: Page, file: string): Promise<void> {
  await page.locator(".monaco-workbench .part.editor").waitFor();
  const input = page.locator(".quick-input-widget input").first();
  const rows = page.locator(".quick-input-list .monaco-list-row", { hasText: path.basename(file) });
  await untilTrue(`${file} in the editor`, async () => {
    if (await isInFront(page, file)) return true;
    // On a busy machine, a keystroke may arrive late, or before the workbench is ready for it.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+p");
    await input.fill(file, { timeout: 10_000 });
    // The list first shows recently opened files, which may have the same name in another folder.
    const row = await untilTrue(`${file} in the list`, () => findRow(rows, file), {
      milliseconds: maxSearchMilliseconds,
    });
    // The list may change during the click.
    await row.click({ timeout: 3000 });
    return untilTrue(file, () => isInFront(page, file), { milliseconds: 5000 });
  });
}

/** Returns the row with the file's name and folder. Rejects if the list doesn't contain it. */
async function findRow(rows: Locator, file: string): Promise<Locator> {
  const { base, dir } = path.parse(file);
  const labels = await rows.evaluateAll((elements) =>
    elements.map((element) =>
      [".label-name", ".label-description"].map((part) => element.querySelector(part)?.textContent ?? ""),
    ),
  );
  const index = labels.findIndex(([name, folder]) => name === base && folder === dir);
  if (index < 0) throw new Error(`No row for the file. Rows: ${labels.join("; ")}`);
  return rows.nth(index);
}

/** Whether the editor shows this file, according to the breadcrumbs above it. */
async function isInFront(page: Page, file: string): Promise<boolean> {
  const names = await page.locator(".editor-group-container.active .monaco-breadcrumb-item").allInnerTexts();
  const segments = file.split("/");
  return segments.every((segment, index) => names[index]?.trim() === segment);
}
