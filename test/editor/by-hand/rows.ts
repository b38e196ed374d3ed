import type { Locator } from "playwright-core";
import { untilTrue } from "./patience.ts";

/**
 * The time in milliseconds after which a click without effect is repeated. VS Code ignores a click if it renders the
 * list between the press and the release of the button, which is likely on a slow machine.
 */
const maxEffectDelay = 15_000;

/** Clicks a row, and clicks it again until `effect` is visible. */
export async function clickUntil(row: Locator, effect: Locator): Promise<void> {
  let isClicked = false;
  await untilTrue("the effect of a click on a row", async () => {
    // The effect of a click may be late, and a second click on a row that can be expanded would undo it.
    if (isClicked && (await effect.isVisible())) return true;
    await row.click({ timeout: maxEffectDelay });
    isClicked = true;
    await effect.waitFor({ timeout: maxEffectDelay });
    return true;
  });
}

/** Clicks the arrow of a row until `child`, a row below it, is visible. */
export async function expandUntil(row: Locator, child: Locator): Promise<void> {
  await untilTrue("a row below an expanded row", async () => {
    if (await child.isVisible()) return true;
    await row.locator(".monaco-tl-twistie").click({ timeout: maxEffectDelay });
    await child.waitFor({ timeout: maxEffectDelay });
    return true;
  });
}
