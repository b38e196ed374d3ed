import { entryOf, stateOf } from "../../harness/feedback-state-of.ts";
import { now, type PanelScenario, panelScenarios, waitForRows } from "../feedback/panel-scenarios.ts";
import { openPanel } from "../feedback/panel-stage.ts";
import { inChromium } from "../open-page.ts";
import { openOverview } from "../overview/overview-stage.ts";
import { harbor, ruleView } from "../overview/site-views.ts";
import { expectLayout } from "./expect-layout.ts";

const long = stateOf([
  entryOf("a", {
    comment: `${"unbroken".repeat(40)} ${"and words ".repeat(60)}`,
    path: `/${"section-of-the-harbor/".repeat(8)}page`,
    contact: `${"somebody".repeat(10)}@example.com`,
    helpful: false,
  }),
]);

const sights: Readonly<Record<string, PanelScenario>> = {
  ...panelScenarios,
  "long values": { state: long, prepare: waitForRows },
  "an entry with long values": {
    state: long,
    prepare: async ({ page }) => {
      await page.locator(".dwf-row").first().click();
      await page.getByRole("article").waitFor();
    },
  },
};

describe("panels in narrow windows", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  for (const [name, { state, prepare }] of Object.entries(sights))
    it(`show all reader feedback content: ${name}`, async () => {
      const stage = await openPanel(openPage, state, { now, width: 420 });
      if (!prepare) return expectLayout(stage.page);
      await expectLayout(stage.page, async () => {
        await stage.page.evaluate("sessionStorage.clear()");
        await stage.page.reload();
        await stage.page.locator(".dwf-head").waitFor();
        await prepare(stage);
      });
    });

  const longRule = ruleView("openapi/specification-not-valid", "error", {
    summary: "A specification with a very long summary, so that it needs more than one line",
    count: "12345",
    locations: [{ label: `${"documentation/".repeat(6)}specification.yaml:12345`, message: "…" }],
    moreText: "12344 more",
  });
  const overviews = {
    full: harbor,
    "long values": {
      ...harbor,
      name: "TheHarborAdministrationDocumentationOfBerthlineAndItsSubsidiaries",
      facts: [`${"documentation/".repeat(8)}docs.json`, "mintlify profile"],
      progressText: "Checking the site…",
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
