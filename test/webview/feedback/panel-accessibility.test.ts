import assert from "node:assert/strict";
import { entryOf, stateOf } from "../../harness/feedback-state-of.ts";
import { findViolations } from "../find-violations.ts";
import { inChromium } from "../open-page.ts";
import { now, type PanelSight, panelSights } from "./panel-sights.ts";
import { openPanel, type PanelStage, type StageOptions } from "./panel-stage.ts";

interface Sight extends PanelSight {
  readonly options?: StageOptions;
}

const entries = panelSights.entries;
const chosenByKey: PanelSight = {
  state: entries.state,
  prepare: async ({ page }: PanelStage) => {
    await page.keyboard.press("j");
    await page.getByRole("article").waitFor();
  },
};

const sights: Readonly<Record<string, Sight>> = {
  ...panelSights,
  "entries, dark": { ...entries, options: { theme: "dark" } },
  "entries, high contrast": { ...entries, options: { theme: "highContrast" } },
  "entries, light high contrast": { ...entries, options: { theme: "highContrastLight" } },
  "a chosen row with the focus, dark": { ...chosenByKey, options: { theme: "dark" } },
  "a chosen row with the focus, high contrast": { ...chosenByKey, options: { theme: "highContrast" } },
  "a chosen row with the focus, light high contrast": {
    ...chosenByKey,
    options: { theme: "highContrastLight" },
  },
  "entries, narrow": { ...entries, options: { width: 600 } },
  "an entry that is open in a narrow window, dark": {
    ...panelSights["an entry"],
    options: { width: 600, theme: "dark" },
  },
  "questions of readers, dark": {
    state: entries.state,
    options: { theme: "dark" },
    prepare: async ({ page }) => {
      await page.getByRole("button", { name: /^Questions/ }).click();
      await page.locator(".dwf-questions").waitFor();
    },
  },
  "groups in a table": {
    state: entries.state,
    prepare: async (stage) => {
      await panelSights.groups.prepare(stage);
      await stage.page.getByRole("button", { name: "Show as table" }).click();
    },
  },
  "the periods, dark": { ...panelSights["the periods"], options: { theme: "dark" } },
  "the keys, dark": { ...panelSights["the keys"], options: { theme: "dark" } },
  "a failure with entries from the cache, dark": {
    ...panelSights["a failure with entries from the cache"],
    options: { theme: "dark" },
  },
  "an entry with invisible characters": {
    state: stateOf([entryOf("a", { comment: "a\u202eb", path: "/x\u200b" })]),
  },
};

describe("feedback panel accessibility", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  for (const [name, { state, options, prepare }] of Object.entries(sights))
    it(`has no violations: ${name}`, async () => {
      const stage = await openPanel(openPage, state, { ...options, now });
      await stage.page.locator(".dwf-head").waitFor();
      await prepare?.(stage);
      assert.equal((await findViolations(stage.page)).join("\n\n"), "");
    });
});
