import assert from "node:assert/strict";
import { entryOf, stateOf } from "../../harness/feedback-state-of.ts";
import { findViolations } from "../find-violations.ts";
import { inChromium } from "../open-page.ts";
import { now, type PanelScenario, panelScenarios } from "./panel-scenarios.ts";
import { openPanel, type PanelStage, type StageOptions } from "./panel-stage.ts";

interface Sight extends PanelScenario {
  readonly options?: StageOptions;
}

const entries = panelScenarios.entries;
const chosenByKey: PanelScenario = {
  state: entries.state,
  prepare: async ({ page }: PanelStage) => {
    await page.keyboard.press("j");
    await page.getByRole("article").waitFor();
  },
};

const sights: Readonly<Record<string, Sight>> = {
  ...panelScenarios,
  "entries, dark": { ...entries, options: { theme: "dark" } },
  "entries, high contrast": { ...entries, options: { theme: "highContrast" } },
  "entries, high contrast light": { ...entries, options: { theme: "highContrastLight" } },
  "a selected row with the focus, dark": { ...chosenByKey, options: { theme: "dark" } },
  "a selected row with the focus, high contrast": { ...chosenByKey, options: { theme: "highContrast" } },
  "a selected row with the focus, high contrast light": {
    ...chosenByKey,
    options: { theme: "highContrastLight" },
  },
  "entries, narrow": { ...entries, options: { width: 600 } },
  "an open entry in a narrow window, dark": {
    ...panelScenarios["an entry"],
    options: { width: 600, theme: "dark" },
  },
  "readers' questions, dark": {
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
      await panelScenarios.groups.prepare(stage);
      await stage.page.getByRole("button", { name: "Show as table" }).click();
    },
  },
  "the period menu, dark": { ...panelScenarios["the period menu"], options: { theme: "dark" } },
  "the keyboard shortcuts, dark": { ...panelScenarios["the keyboard shortcuts"], options: { theme: "dark" } },
  "an error with cached entries, dark": {
    ...panelScenarios["an error with cached entries"],
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
