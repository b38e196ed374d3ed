import { noon, entryOf, stateOf } from "../../harness/feedback-state-of.ts";
import { manyEntries } from "../../harness/many-entries.ts";
import { openPanel, type PanelStage } from "../feedback/panel-stage.ts";
import { inChromium } from "../open-page.ts";
import { openOverview } from "../overview/overview-stage.ts";
import { harbor, ruleView } from "../overview/site-views.ts";
import type { FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { expectLayout } from "./expect-layout.ts";

const now = noon("2026-06-30");
const many = manyEntries(400, now);
const none = stateOf([], { freshness: { kind: "none", warnings: [] } });
const { project: _, ...withoutProject } = none;
const long = stateOf([
  entryOf("a", {
    comment: `${"unbroken".repeat(40)} ${"and words ".repeat(60)}`,
    path: `/${"section-of-the-harbor/".repeat(8)}page`,
    contact: `${"somebody".repeat(10)}@example.com`,
    helpful: false,
  }),
]);

interface Sight {
  readonly state: FeedbackState;
  readonly prepare?: (stage: PanelStage) => Promise<void>;
}

const rows = ({ page }: PanelStage) => page.locator(".dwf-row").first().waitFor();
const click = (name: string) => async (stage: PanelStage) => {
  await rows(stage);
  await stage.page.getByRole("button", { name }).first().click();
};
const openFirst = async ({ page }: PanelStage) => {
  await page.locator('.dwf-row[data-kind="entry"], .dwf-row').first().click();
  await page.getByRole("article").waitFor();
};

const sights: Readonly<Record<string, Sight>> = {
  entries: { state: many, prepare: rows },
  "an entry": { state: many, prepare: openFirst },
  "long values": { state: long, prepare: rows },
  "an entry with long values": { state: long, prepare: openFirst },
  groups: {
    state: many,
    prepare: async ({ page }) => {
      await page.getByRole("combobox", { name: "Grouping" }).selectOption("By page");
      await page.locator('.dwf-row[data-kind="group"]').first().waitFor();
    },
  },
  "the periods": { state: many, prepare: click("Period") },
  "the sources": { state: many, prepare: click("Source") },
  "the export": { state: many, prepare: click("Export") },
  "the keys": {
    state: many,
    prepare: async (stage) => {
      await rows(stage);
      await stage.page.keyboard.press("?");
    },
  },
  "nothing set up": { state: withoutProject },
  "no key": { state: { ...none, hasKey: false } },
  loading: { state: { ...none, freshness: { kind: "loading", received: 0, warnings: [] } } },
  "a failure": {
    state: {
      ...many,
      freshness: {
        kind: "failed",
        refreshedAt: now,
        warnings: ["A page was cut off."],
        failure: { kind: "unreachable", message: "Nothing answers there.", details: "ECONNREFUSED" },
      },
    },
  },
};

describe("panels in narrow windows", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  for (const [name, { state, prepare }] of Object.entries(sights))
    it(`show all reader feedback content: ${name}`, async () => {
      const stage = await openPanel(openPage, state, { now, width: 420 });
      await expectLayout(stage.page, async () => {
        await stage.page.evaluate("sessionStorage.clear()");
        await stage.page.reload();
        await stage.page.locator(".dwf-head").waitFor();
        await prepare?.(stage);
      });
    });

  const longRule = ruleView("openapi/specification-not-valid", "error", {
    summary: "A specification with a very long summary, so that it needs more than one line",
    count: "12345",
    places: [{ label: `${"documentation/".repeat(6)}specification.yaml:12345`, message: "…" }],
    more: "12344 more",
  });
  const overviews = {
    full: harbor,
    "long values": {
      ...harbor,
      name: "TheHarborAdministrationDocumentationOfBerthlineAndItsSubsidiaries",
      facts: [`${"documentation/".repeat(8)}docs.json`, "mintlify profile"],
      progress: "Checking the site…",
      problems: { ...harbor.problems, rules: [longRule, ...harbor.problems.rules] },
    },
    "no site": {
      kind: "message",
      heading: "Site Overview",
      text: "No open folder contains a docs.json.",
      actions: [{ action: "createConfig", label: "Create docs.json" }],
    },
  } as const;
  for (const [name, view] of Object.entries(overviews))
    it(`show all Site Overview content: ${name}`, async () => {
      const { page } = await openOverview(openPage, view);
      await expectLayout(page, () => page.getByRole("button").first().waitFor());
    });
});
