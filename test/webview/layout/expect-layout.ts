import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { findLayoutFaults } from "./find-layout-faults.ts";

/** Window sizes in CSS pixels. A zoom of 200% halves the width and the height. */
const sizes = {
  "420 px": { width: 420, height: 800 },
  "420 px at 200 %": { width: 210, height: 400 },
  "1280 px at 200 %": { width: 640, height: 360 },
} as const;

/**
 * For each window size, checks that users can reach and identify everything on the page. If the state of the page
 * depends on the size of the window, such as an open menu, `bring` must restore it.
 */
export async function expectLayout(page: Page, bring?: () => Promise<unknown>): Promise<void> {
  const faults: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await bring?.();
    for (const fault of await findLayoutFaults(page)) faults.push(`${size}: ${fault}`);
  }
  assert.equal(faults.join("\n"), "");
}
