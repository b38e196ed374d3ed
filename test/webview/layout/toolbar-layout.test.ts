import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { siteOf } from "../../harness/site-of.ts";
import { eventually } from "../../harness/eventually.ts";
import { openStage } from "../hostile/stage.ts";
import { inChromium } from "../open-page.ts";
import { frameIn } from "../painted-frame.ts";
import { p, pageOf } from "../view-of.ts";
import { expectLayout } from "./expect-layout.ts";

const site = siteOf(
  new Map([
    ["docs.json", JSON.stringify({ name: "Berthline", navigation: { pages: ["start"] } })],
    ["start.mdx", "---\ntitle: Start\n---\n\nWords.\n"],
  ]),
);

describe("editor preview toolbar in narrow windows", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let page: Page;
  beforeEach(async () => {
    const stage = await openStage(openPage, { policy: "editor", painter: "real" }, { pool: "preview" });
    ({ page } = stage);
    await stage.show(pageOf([[p("Words.")]]), frameIn(site, "start"));
    const groups = ["administrators-of-the-harbor", "customs-brokers"];
    const settings = {
      audience: { reader: "human", signedIn: true, groups },
      groups,
      isLocked: false,
      isCompared: true,
    };
    await page.evaluate(`window.postMessage(${JSON.stringify({ kind: "settings", settings })}, "*")`);
    await page.getByText("Person, administrators-of").waitFor();
  });

  const more = () => page.getByRole("button", { name: "More actions" });
  const posted = () => page.evaluate<{ kind: string }[]>("window.posted");

  it("shows all tools", () => expectLayout(page));

  it("shows all audiences", () =>
    expectLayout(page, async () => {
      await page.keyboard.press("Escape");
      await page.getByTitle("View as").click();
    }));

  it("shows the other tools in a labeled menu", async () => {
    await page.setViewportSize({ width: 210, height: 400 });
    await more().click();
    const menu = page.getByRole("group", { name: "More actions" });
    assert.deepEqual(
      (await menu.locator("legend, label, button").allInnerTexts()).map((text) => text.trim()),
      [
        "Window width",
        "Phone, 375 pixels",
        "Tablet, 768 pixels",
        "Desktop, 1280 pixels",
        "Fit to panel",
        "Appearance",
        "Site default",
        "Light",
        "Dark",
        "Highlight changes since the last commit",
        "Copy page as Markdown",
        "Save page as HTML",
        "Lock preview to this page",
        "Open in browser",
      ],
    );
    await menu.getByLabel("Dark").check();
    await page.locator('.dw-root[data-appearance="dark"]').waitFor();
    await menu.getByRole("button", { name: "Lock preview to this page", pressed: false }).click();
    await menu.waitFor({ state: "detached" });
    await eventually(async () => {
      const sent = (await posted()).filter(({ kind }) => kind === "lock");
      assert.deepEqual(sent, [{ kind: "lock", locked: true }]);
    });
    assert.equal(await more().evaluate((button) => button === document.activeElement), true);
    await page.keyboard.press("Enter");
    await menu.getByRole("button", { name: "Highlight changes since the last commit", pressed: true }).waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
  });

  it("closes a menu when the focus leaves it", async () => {
    await page.setViewportSize({ width: 210, height: 400 });
    await more().click();
    const menu = page.getByRole("group", { name: "More actions" });
    await menu.waitFor();
    await page.keyboard.press("Shift+Tab");
    await menu.waitFor({ state: "detached" });
    assert.equal(await page.getByTitle("View as").evaluate((it) => it === document.activeElement), true);
  });

  it("shows all tools in the toolbar of a wide window", async () => {
    await page.setViewportSize({ width: 700, height: 400 });
    await page.getByRole("button", { name: "Open in browser" }).waitFor();
    assert.equal(await more().count(), 0);
    await page.setViewportSize({ width: 420, height: 400 });
    await more().waitFor();
    assert.equal(await page.getByRole("button", { name: "Open in browser" }).count(), 0);
  });
});
