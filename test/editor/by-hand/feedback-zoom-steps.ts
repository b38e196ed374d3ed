import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { saveScreenshot, panelOf } from "./feedback-places.ts";
import { patience, untilTrue } from "./patience.ts";
import { runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

/** Steps in a window with a zoom of 200%, which shows the same content with half as many pixels in each direction. */
export const zoomSteps: readonly Step[] = [
  ["cuts nothing off at 200% zoom and keeps everything reachable with the keyboard", enlarged],
];

const trend = "Overview";

async function enlarged(page: Page): Promise<void> {
  await page.locator(".tab", { hasText: "Reader Feedback" }).first().click(patience);
  await runCommand(page, "View: Close Primary Side Bar");
  // The text editor next to the panel would take up half of the remaining space.
  await page.locator(".tab", { hasText: "Reader Feedback" }).first().dblclick(patience);
  const originalSize = page.viewportSize() ?? { width: 1360, height: 850 };
  await page.setViewportSize({ width: originalSize.width / 2, height: originalSize.height / 2 });
  try {
    const panel = panelOf(page);
    const back = panel.getByRole("button", { name: "Back to list" });
    if (await back.isVisible()) await back.click(patience);
    await panel.locator("input[type=search]").fill("", patience);
    await checkNothingIsCut(page, "the list");
    await saveScreenshot(page, "feedback-enlarged");
    const stops = await stopsOfTab(page);
    for (const name of [
      "Export",
      "Refresh",
      "Keyboard shortcuts",
      "Search",
      "Rating",
      "Period",
      "Group",
      "Feedback entries",
    ])
      assert.ok(
        stops.some((stop) => stop.includes(name)),
        `${name} among ${stops.join(", ")}`,
      );
    await panel.getByRole("button", { name: trend }).click(patience);
    await checkNothingIsCut(page, "the trend");
    await stopsOfTab(page);
    await intoPanel(page);
    // Moving the focus to the list scrolls to it, regardless of the panel's scroll position.
    await page.keyboard.press("j");
    await untilTrue("the row that was gone to", () => isInView(page, "[data-active=true]"));
    await saveScreenshot(page, "feedback-enlarged-list");
    await page.keyboard.press("Enter");
    await back.waitFor(patience);
    await checkNothingIsCut(page, "an entry");
    await stopsOfTab(page);
    await intoPanel(page);
    await page.keyboard.press("a");
    await untilTrue("the field of a name", () => isInView(page, "[data-assign]:focus"));
    await saveScreenshot(page, "feedback-enlarged-entry");
    await page.keyboard.press("Escape");
    await intoPanel(page);
    await page.keyboard.press("?");
    await panel.getByRole("dialog").waitFor(patience);
    await checkNothingIsCut(page, "the keys");
    await saveScreenshot(page, "feedback-enlarged-keys");
    await page.keyboard.press("Escape");
    await panel.getByRole("button", { name: trend }).click(patience);
  } finally {
    await page.setViewportSize(originalSize);
  }
  await runCommand(page, "View: Show Docwright");
}

/** Moves the focus into the panel. After the panel's last element, the focus moves to the rest of the window. */
async function intoPanel(page: Page): Promise<void> {
  await panelOf(page).locator(".dwf-head").getByText("berthline-docs").first().click(patience);
}

/** Checks that no content of the panel overflows horizontally, because the panel has no horizontal scroll bar. */
async function checkNothingIsCut(page: Page, what: string): Promise<void> {
  const found = await inPanel<string[]>(
    page,
    `[...document.querySelectorAll("body *")].flatMap((element) => {
      if (element.closest(".dwf-unseen, .dwf-table-room, .dwf-code, svg, script, bdi")) return [];
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > innerWidth + 1 || left < -1) ? [element.className + " to " + Math.round(right)] : [];
    })`,
  );
  assert.deepEqual(found, [], what);
}

/**
 * Returns the elements of the panel in the order in which they receive the focus. Each of them must be visible and
 * uncovered while it has the focus.
 */
async function stopsOfTab(page: Page): Promise<readonly string[]> {
  await inPanel(page, "document.querySelector('.dwf-head button').focus()");
  const stops: string[] = [];
  for (let step = 0; step < 60; step++) {
    const stop = await inPanel<{ name: string; isSeen: boolean } | null>(
      page,
      `(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        // A radio button or checkbox is invisible inside its visible label.
        const seen = element.labels?.[0] ?? element;
        const { left, right, top, bottom } = seen.getBoundingClientRect();
        const shown = { left: Math.max(left, 0), right: Math.min(right, innerWidth), top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
        const at = document.elementFromPoint((shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2);
        const named = [element.getAttribute("aria-label"), element.title, element.innerText, element.placeholder].filter(Boolean).join(" ");
        const label = element.labels?.[0]?.innerText ?? "";
        return {
          name: (label + " " + named).slice(0, 80),
          isSeen: shown.bottom - shown.top > 8 && shown.right - shown.left > 8 && at !== null && (seen.contains(at) || at.contains(seen)),
        };
      })()`,
    );
    if (!stop || (step > 0 && stop.name === stops[0])) break;
    assert.ok(stop.isSeen, `${stop.name} has the focus but isn't visible`);
    stops.push(stop.name);
    await page.keyboard.press("Tab");
  }
  return stops;
}

function isInView(page: Page, selector: string): Promise<boolean> {
  return inPanel<boolean>(
    page,
    `(() => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
      return box !== undefined && box.top >= -1 && box.bottom <= innerHeight + 1;
    })()`,
  );
}

async function inPanel<T>(page: Page, expression: string): Promise<T> {
  const found: unknown = await panelOf(page).locator("body").evaluate(expression);
  return found as T;
}
