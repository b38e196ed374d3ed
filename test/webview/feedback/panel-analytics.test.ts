import assert from "node:assert/strict";
import type { SiteAnalytics } from "../../../server/src/feedback/entries/analytics.ts";
import { entryOf, getNoon, pageAt, stateOf } from "../../harness/feedback-state-of.ts";
import { inChromium } from "../open-page.ts";
import { savePicture } from "../save-picture.ts";
import { openPanel } from "./panel-stage.ts";

const now = getNoon("2026-06-30");
const analytics: SiteAnalytics = {
  askedAt: now - 3 * 3_600_000,
  views: {
    human: 41_200,
    ai: 9300,
    pages: [
      { path: "/guides/start/", human: 1240, ai: 310 },
      { path: "https://docs.example.com/guides/start?tab=2", human: 10, ai: 0 },
    ],
  },
  searches: {
    total: 2400,
    terms: [
      { text: "rate limit", count: 412, clicked: 0.12 },
      { text: "<b>webhook</b>", count: 97, clicked: 0 },
    ],
  },
  questions: {
    count: 100,
    unanswered: 30,
    hasMore: true,
    latest: [
      { text: "Is there a rate limit for events of shipments that were canceled?", isAnswered: false },
      { text: "How do I start?", isAnswered: true },
    ],
  },
  denied: [],
};
const entries = Array.from({ length: 12 }, (_, at) =>
  entryOf(`e${at}`, {
    comment: `The rate limit ${["is low", "isn't clear", "per hour"][at % 3]}`,
    helpful: at > 9,
    createdAt: now - at * 86_400_000,
  }),
);
const state = stateOf(entries, { analytics, joined: { "/guides/start": pageAt("/guides/start") } });

describe("views, searches, and questions in the feedback panel", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  for (const width of [1280, 420])
    it(`are shown in the overview, ${width} pixels wide`, async () => {
      const { page, events } = await openPanel(openPage, state, { now, width, height: 900 });
      await page.locator(".dwf-row").first().waitFor();
      const overview = page.getByRole("button", { name: "Overview" });
      if ((await overview.getAttribute("aria-pressed")) === "false") await overview.click();
      const section = page.getByRole("region", { name: "Views, searches, and questions" });
      assert.match(await section.innerText(), /Last 30 days[^]*Views: 41,200 by people, 9,300 by AI[^]*3 hours ago/);
      await savePicture(page, `analytics-${width}`);
      await section.getByRole("button", { name: "Questions: more than 100" }).click();
      const menu = page.locator(".dwf-analytics .dwf-menu");
      assert.match(await menu.innerText(), /latest 100 questions to the assistant, 30 weren’t answered/);
      assert.match(await menu.innerText(), /canceled\?\s+Unanswered\s+How do I start\?$/);
      await savePicture(page, `questions-${width}`);
      await page.keyboard.press("Escape");
      await section.getByRole("button", { name: "Searches: 2,400" }).click();
      assert.match(await menu.innerText(), /rate limit\s+412\s+12%\s+<b>webhook<\/b>\s+97\s+0%$/);
      await savePicture(page, `searches-${width}`);
      // Selecting a search term lists the feedback about it.
      await menu.getByRole("button", { name: "rate limit" }).click();
      assert.equal(await page.getByRole("searchbox").inputValue(), "rate limit");
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
      assert.deepEqual(await events(), []);
    });

  it("are shown for a page next to its entry and in the list of pages that need attention", async () => {
    const { page } = await openPanel(openPage, state, { now, width: 1280 });
    const views = "Views in the last 30 days: 1,250 by people, 310 by AI";
    await page.getByRole("article").getByText(views).waitFor();
    const worst = page.getByRole("region", { name: "Pages that need attention" }).getByRole("listitem");
    assert.equal(await worst.getByRole("button").getAttribute("title"), views);
  });

  it("are replaced by a sentence if the key doesn't have access to them, and hidden if the service has none", async () => {
    const denied: SiteAnalytics = { askedAt: now, denied: ["views", "searches", "questions"] };
    const { page, show } = await openPanel(openPage, { ...state, analytics: denied }, { now, width: 1280 });
    const section = page.getByRole("region", { name: "Views, searches, and questions" });
    await section
      .getByText("Not available with this API key: page views, searches, questions to the assistant")
      .waitFor();
    assert.equal(await section.getByRole("button").count(), 0);
    const { analytics: _, ...without } = state;
    show(without);
    await section.waitFor({ state: "detached" });
  });
});
