import type { Locator, Page } from "playwright-core";
import { untilTrue } from "./patience.ts";

export function pane(page: Page): Locator {
  return page.locator(".pane", { has: page.locator(".pane-header", { hasText: "Navigation" }) });
}

export function row(page: Page, text: string): Locator {
  return pane(page).locator(".monaco-list-row", { hasText: text }).first();
}

/**
 * Clicks a row until it's selected. If the tree is rendered during the click, the click selects another row, which is
 * now at the same position.
 */
export async function selectRow(
  page: Page,
  text: string,
  { modifiers = [] }: { modifiers?: readonly "ControlOrMeta"[] } = {},
): Promise<void> {
  await untilTrue(`the selected row ${text}`, async () => {
    const selected = row(page, text).and(page.locator(".selected"));
    // A second click with a modifier would deselect the row.
    if (modifiers.length > 0 && (await selected.isVisible())) return true;
    // On a slow machine, the hover of the row under the pointer may cover this row.
    await page.mouse.move(0, 0);
    await row(page, text).click({ modifiers: [...modifiers], timeout: 20_000 });
    await selected.waitFor({ timeout: 3000 });
    return true;
  });
}

/**
 * Presses a key in the tree. Focuses the tree first, because VS Code may move the focus to the editor after a click on a
 * row opens the row's page late.
 */
export async function pressInTree(page: Page, key: string): Promise<void> {
  await pane(page).locator(".monaco-list").first().press(key);
}

/**
 * Presses a key in the tree until `hasEffect` returns true. On a machine that is about ten times slower than usual, the
 * first press sometimes has no effect, for a reason that hasn't been found yet. A press that does nothing for 30 seconds
 * is repeated.
 */
export async function pressUntil(page: Page, key: string, hasEffect: () => boolean): Promise<void> {
  await untilTrue(`the effect of ${key}`, async () => {
    await pressInTree(page, key);
    return untilTrue(`the effect of one press of ${key}`, hasEffect, { milliseconds: 30_000 });
  });
}
