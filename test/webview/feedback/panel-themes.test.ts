import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { entryOf, getNoon, stateOf } from "../../harness/feedback-state-of.ts";
import { eventually } from "../../harness/eventually.ts";
import { inChromium } from "../open-page.ts";
import { savePicture } from "../save-picture.ts";
import { openPanel } from "./panel-stage.ts";

const now = getNoon("2026-06-30");
const comments = [
  ["The rate limit isn't explained", false],
  ["Where is the rate limit?", false],
  ["Rate limits of the beta", true],
  ["Webhooks arrive twice", true],
  ["A webhook for refunds", true],
  ["Verify a webhook", true],
  ["Mountain river", true],
  ["Copper kettle", false],
] as const;
const state = stateOf(
  comments.map(([comment, helpful], at) => entryOf(`e${at}`, { comment, helpful, createdAt: now - at * 86_400_000 })),
);

/** Returns the names of the visible chips, without the space between a name and its count. */
const chips = async (page: Page): Promise<string[]> => {
  const names = await page.locator(".dwf-themes-room > .dwf-chip:visible").allInnerTexts();
  return names.map((name) => name.replace(/\s+/g, " "));
};
const listed = (page: Page, count: string) => page.locator(".dwf-listed", { hasText: count }).waitFor();

describe("themes in the feedback panel", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  it("are chips with the number of entries, and selecting one filters the list until it's removed", async () => {
    const { page, events } = await openPanel(openPage, state, { now });
    await eventually(async () => assert.deepEqual(await chips(page), ["rate limit 3", "webhook 3"]));
    const rate = page.getByRole("group", { name: "Themes" }).getByRole("button", { name: "rate limit" });
    assert.equal(await rate.getAttribute("title"), "Comments: 3 (not helpful: 2)");
    await rate.click();
    await listed(page, "3 of 8");
    assert.equal(await rate.getAttribute("aria-pressed"), "true");
    // The theme is combined with the other filters. These filters change which themes are listed, but selecting a theme
    // doesn't.
    await page.getByRole("searchbox").fill("beta");
    await listed(page, "1 of 8");
    await page.getByText("No themes found in the listed comments.").waitFor();
    await page.getByRole("searchbox").fill("");
    await listed(page, "3 of 8");
    await eventually(async () => assert.deepEqual(await chips(page), ["rate limit 3", "webhook 3"]));
    await page.getByRole("button", { name: "Remove filter: rate limit" }).click();
    await listed(page, "8 of 8");
    assert.equal(await rate.getAttribute("aria-pressed"), "false");
    assert.deepEqual(await events(), []);
  });

  it("remain selected after a reload until a second click removes the filter", async () => {
    const { page } = await openPanel(openPage, state, { now });
    const webhook = page.getByRole("group", { name: "Themes" }).getByRole("button", { name: "webhook" });
    await webhook.click();
    await listed(page, "3 of 8");
    await page.reload();
    await listed(page, "3 of 8");
    await page.getByRole("button", { name: "Remove filter: webhook" }).waitFor();
    await webhook.click();
    await listed(page, "8 of 8");
    await page.getByRole("button", { name: "Clear filters" }).waitFor({ state: "detached" });
  });

  it("don't shift the list and are moved to a menu if they don't fit", async () => {
    const words = ["webhook", "token", "invoice", "refund", "customer", "payment", "currency", "signature"];
    const many = stateOf(
      Array.from({ length: 60 }, (_, at) =>
        entryOf(`e${at}`, {
          path: `/guides/page-${at % 5}`,
          comment: `The ${words[(at * at) % 8]} and the ${words[(at * 3) % 8]} ${words[at % 7]} n${at}x`,
          helpful: at % 3 > 0,
          createdAt: now - at * 43_200_000,
        }),
      ),
    );
    for (const width of [1280, 420]) {
      const { page } = await openPanel(openPage, many, { now, width, height: 900 });
      await listed(page, "60 of 60");
      const top = () => page.locator(".dwf-list").evaluate((list) => list.getBoundingClientRect().top);
      const before = await top();
      await eventually(async () => assert.ok((await chips(page)).length > 0));
      assert.equal(await top(), before);
      const visible = (await chips(page)).length;
      await page.getByRole("button", { name: "All themes" }).click();
      const choices = page.locator(".dwf-themes .dwf-menu .dwf-choice");
      const all = await choices.count();
      assert.ok(all >= 6 && visible >= 1 && visible < all, `${visible} of ${all}`);
      await savePicture(page, `themes-menu-${width}`);
      await choices.last().click();
      await page.getByRole("button", { name: /^Remove filter/ }).waitFor();
      await savePicture(page, `themes-${width}`);
      const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assert.equal(over, 0);
    }
  });
});
