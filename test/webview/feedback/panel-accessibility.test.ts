import assert from "node:assert/strict";
import type { FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { entryOf, noon, stateOf } from "../../harness/feedback-state-of.ts";
import { manyEntries } from "../../harness/many-entries.ts";
import { findViolations } from "../find-violations.ts";
import { inChromium } from "../open-page.ts";
import { openPanel, type PanelStage, type StageOptions } from "./panel-stage.ts";

const now = noon("2026-06-30");

interface Sight {
  readonly state: FeedbackState;
  readonly options?: StageOptions;
  readonly prepare?: (stage: PanelStage) => Promise<void>;
}

const many: FeedbackState = {
  ...manyEntries(400, now),
  analytics: {
    askedAt: now - 3_600_000,
    views: { human: 41_200, ai: 9300, pages: [] },
    searches: { total: 2400, terms: [{ text: "rate limit", count: 412, clicked: 0.7 }] },
    questions: { count: 3, unanswered: 1, hasMore: false, latest: [{ text: "Is there a limit?", isAnswered: false }] }, // prettier-ignore
    denied: [],
  },
};
const first = ({ page }: PanelStage) => page.locator(".dwf-row").first().waitFor();
const chooseByKey = async ({ page }: PanelStage) => {
  await page.keyboard.press("j");
  await page.getByRole("article").waitFor();
};
const withoutFeedback = stateOf([], { freshness: { kind: "none", warnings: [] } });
const { project: _, ...withoutProject } = withoutFeedback;

const sights: Readonly<Record<string, Sight>> = {
  "entries, light": { state: many, prepare: first },
  "entries, dark": { state: many, options: { theme: "dark" }, prepare: first },
  "entries, high contrast": { state: many, options: { theme: "highContrast" }, prepare: first },
  "entries, light high contrast": {
    state: many,
    options: { theme: "highContrastLight" },
    prepare: first,
  },
  "a chosen row with the focus, high contrast": {
    state: many,
    options: { theme: "highContrast" },
    prepare: chooseByKey,
  },
  "a chosen row with the focus, light high contrast": {
    state: many,
    options: { theme: "highContrastLight" },
    prepare: chooseByKey,
  },
  "entries, narrow": { state: many, options: { width: 600 }, prepare: first },
  "an entry that is open in a narrow window, dark": {
    state: many,
    options: { width: 600, theme: "dark" },
    prepare: async (stage) => {
      await first(stage);
      await stage.page.locator(".dwf-row").nth(2).click();
      await stage.page.getByRole("article").waitFor();
    },
  },
  "questions of readers, dark": {
    state: many,
    options: { theme: "dark" },
    prepare: async ({ page }) => {
      await page.getByRole("button", { name: /^Questions/ }).click();
      await page.locator(".dwf-questions").waitFor();
    },
  },
  "groups and a table": {
    state: many,
    prepare: async ({ page }) => {
      await page.getByRole("combobox", { name: "Grouping" }).selectOption("By page");
      await page.locator('.dwf-row[data-kind="group"]').first().waitFor();
      await page.getByRole("button", { name: "Show as table" }).click();
    },
  },
  "a filter that is open": {
    state: many,
    options: { theme: "dark" },
    prepare: async ({ page }) => {
      await page.getByRole("button", { name: "Period" }).click();
    },
  },
  "the export": {
    state: many,
    prepare: ({ page }) => page.getByRole("button", { name: "Export" }).click(),
  },
  "the list of keys": {
    state: many,
    options: { theme: "dark" },
    prepare: ({ page }) => page.keyboard.press("?"),
  },
  "a chosen row with the focus, dark": {
    state: many,
    options: { theme: "dark" },
    prepare: chooseByKey,
  },
  "nothing set up": { state: withoutProject },
  "no key": { state: { ...withoutFeedback, hasKey: false } },
  loading: { state: { ...withoutFeedback, freshness: { kind: "loading", received: 0, warnings: [] } } },
  "a failure with entries from the cache, dark": {
    state: {
      ...many,
      freshness: {
        kind: "failed",
        refreshedAt: now,
        warnings: ["A page was cut off."],
        failure: { kind: "unreachable", message: "Nothing answers there.", details: "ECONNREFUSED" },
      },
    },
    options: { theme: "dark" },
  },
  "a failure without entries": {
    state: {
      ...withoutFeedback,
      freshness: {
        kind: "failed",
        warnings: [],
        failure: { kind: "key-refused", status: 401, message: "The service refuses the key." },
      },
    },
  },
  "an entry with characters that cannot be seen": {
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
