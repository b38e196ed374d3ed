import type { FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { getNoon, stateOf } from "../../harness/feedback-state-of.ts";
import { manyEntries } from "../../harness/many-entries.ts";
import type { PanelStage } from "./panel-stage.ts";

/** A state of the panel, with optional steps that bring other parts of the panel into view. */
export interface PanelScenario {
  readonly state: FeedbackState;
  readonly prepare?: (stage: PanelStage) => Promise<void>;
}

/** The time of the entries, and the time of the panel's clock. */
export const now = getNoon("2026-06-30");

const manyEntriesState: FeedbackState = {
  ...manyEntries(400, now),
  analytics: {
    askedAt: now - 3_600_000,
    views: { human: 41_200, ai: 9300, pages: [] },
    searches: { total: 2400, terms: [{ text: "rate limit", count: 412, clicked: 0.7 }] },
    questions: { count: 3, unanswered: 1, hasMore: false, latest: [{ text: "Is there a limit?", isAnswered: false }] }, // prettier-ignore
    denied: [],
  },
};
const none = stateOf([], { freshness: { kind: "none", warnings: [] } });
const { project: _, ...withoutProject } = none;

export const waitForRows = ({ page }: PanelStage): Promise<void> => page.locator(".dwf-row").first().waitFor();

const click = (name: string) => async (stage: PanelStage) => {
  await waitForRows(stage);
  await stage.page.getByRole("button", { name }).first().click();
};

/** The states in which the entire panel is checked. */
export const panelScenarios = {
  entries: { state: manyEntriesState, prepare: waitForRows },
  "an entry": {
    state: manyEntriesState,
    prepare: async ({ page }) => {
      await page.locator(".dwf-row").nth(2).click();
      await page.getByRole("article").waitFor();
    },
  },
  groups: {
    state: manyEntriesState,
    prepare: async ({ page }) => {
      await page.getByRole("combobox", { name: "Grouping" }).selectOption("By page");
      await page.locator('.dwf-row[data-kind="group"]').first().waitFor();
    },
  },
  "the period menu": { state: manyEntriesState, prepare: click("Period") },
  "the source menu": { state: manyEntriesState, prepare: click("Source") },
  "the export menu": { state: manyEntriesState, prepare: click("Export") },
  "the keyboard shortcuts": {
    state: manyEntriesState,
    prepare: async (stage) => {
      await waitForRows(stage);
      await stage.page.keyboard.press("?");
    },
  },
  "the setup message": { state: withoutProject },
  "the message without a key": { state: { ...none, hasKey: false } },
  loading: { state: { ...none, freshness: { kind: "loading", receivedCount: 0, warnings: [] } } },
  "an error with cached entries": {
    state: {
      ...manyEntriesState,
      freshness: {
        kind: "failed",
        refreshedAt: now,
        warnings: ["A page was cut off."],
        failure: { kind: "unreachable", message: "Nothing answers there.", details: "ECONNREFUSED" },
      },
    },
  },
  "an error without entries": {
    state: {
      ...none,
      freshness: {
        kind: "failed",
        warnings: [],
        failure: { kind: "key-refused", status: 401, message: "The service refuses the key." },
      },
    },
  },
} satisfies Readonly<Record<string, PanelScenario>>;
