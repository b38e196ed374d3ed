import assert from "node:assert/strict";
import path from "node:path";
import { filesOf } from "../harness/files-of.ts";
import { siteOf } from "../harness/site-of.ts";
import { project } from "../harness/source-files.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { eventually } from "../harness/eventually.ts";
import { findViolations } from "./find-violations.ts";
import { inChromium } from "./open-page.ts";
import { frameIn, paintedFrame } from "./painted-frame.ts";

describe("site frame in a preview", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let files: ReadonlyMap<string, string>;
  let site: Site;
  before(() => {
    files = filesOf(path.join(project, "sample/site"));
    site = siteOf(files);
  });
  const open = async (slug: string, width?: number) => {
    const shown = await paintedFrame(openPage, width);
    await shown.show({ frame: frameIn(site, slug) });
    return shown;
  };

  it("follows navigation links and marks the current page", async () => {
    const { page, posted: reported } = await open("quickstart");
    assert.deepEqual(await page.locator('[aria-current="page"]').allInnerTexts(), ["Quickstart"]);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Authentication" }).click();
    await page
      .getByRole("navigation", { name: "Previous and next page" })
      .getByRole("link", { name: "Overview" })
      .click();
    await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "API reference" }).click();
    await page.getByRole("link", { name: "Plan your move to version 2" }).click();
    assert.deepEqual(await reported(), [
      ["navigate", "/guides/authentication"],
      // Links in the page are followed by the page itself.
      ["follow", "/"],
      ["navigate", "/api-reference/introduction"],
      ["navigate", "/v1/overview#moving-to-version-2"],
    ]);
  });

  it("opens the source location with Alt+click, Alt+Enter, or the adjacent button", async () => {
    const { page, posted: reported } = await open("quickstart");
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: "Authentication" }).click({ modifiers: ["Alt"] });
    await pages.getByRole("link", { name: "Tracking" }).focus();
    await page.keyboard.press("Alt+Enter");
    await page.getByRole("button", { name: "Language: English" }).click();
    await page.getByRole("link", { name: "Deutsch" }).hover();
    await page.locator(".dw-site-open-place").click();
    await page.locator(".dw-site-footer-header", { hasText: "Company" }).click({ modifiers: ["Alt"] });
    const opened = await reported();
    const texts = opened.map(([kind, at]) => {
      const { file, range } = at as { file: string; range: { start: number; end: number } };
      return `${kind} ${file} ${(files.get(file) ?? "").slice(range.start, range.end)}`;
    });
    assert.deepEqual(texts, [
      'open docs.json "guides/authentication"',
      'open docs.json "Tracking"',
      'open navigation/de.json "de"',
      'open docs.json "Company"',
    ]);
  });

  it("opens and closes a tab's menu with the keyboard", async () => {
    const { page, posted: reported } = await open("quickstart");
    const button = page.getByRole("button", { name: "Resources" });
    await button.focus();
    await page.keyboard.press("Enter");
    assert.equal(await button.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.deepEqual(await reported(), [["navigate", "/events/overview"]]);
    await button.click();
    await page.keyboard.press("Escape");
    assert.equal(await button.getAttribute("aria-expanded"), "false");
    await eventually(async () =>
      assert.equal(await button.evaluate((element) => element === document.activeElement), true),
    );
  });

  it("preserves collapsed groups across pages and expands the groups that contain the current page", async () => {
    const { page, show } = await open("guides/tracking/overview");
    const unfold = page.getByRole("button", { name: "Pages in Delays and holds" });
    const inner = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Customs holds" });
    assert.equal(await inner.isVisible(), true, "the group isn't expanded");
    await unfold.click();
    assert.equal(await inner.count(), 0);
    await show({ frame: frameIn(site, "quickstart") });
    assert.equal(await unfold.getAttribute("aria-expanded"), "false");
  });

  it("doesn't collapse a selected group if `interaction.drilldown` is set", async () => {
    const group = { group: "Inner", pages: ["b", "c"] };
    const siteWith = (interaction: object) => {
      const config = { interaction, navigation: { groups: [{ group: "Outer", pages: ["a", group] }] } };
      const page = "---\ntitle: T\n---\n";
      return siteOf(
        new Map([
          ["docs.json", JSON.stringify(config)],
          ...["a", "b", "c"].map((name) => [`${name}.mdx`, page] as const),
        ]),
      );
    };
    const opens = [["navigate", "/b"]];
    for (const [interaction, expanded, navigates] of [
      [{ drilldown: false }, ["true", "true", "false"], []],
      [{ drilldown: true }, ["true", "true", "false"], [...opens, ...opens]],
      [{}, ["true", "false", "true"], []],
    ] as const) {
      const { page, show, posted: reported } = await paintedFrame(openPage);
      await show({ frame: frameIn(siteWith(interaction), "a") });
      const title = page.getByRole("button", { name: "Inner", exact: true });
      const arrow = page.getByRole("button", { name: "Pages in Inner" });
      assert.equal(await title.getAttribute("aria-expanded"), "false");
      for (const [index, state] of expanded.entries()) {
        await (index === 2 && (await arrow.count()) > 0 ? arrow : title).click();
        assert.equal(await title.getAttribute("aria-expanded"), state, JSON.stringify(interaction));
      }
      assert.deepEqual(await reported(), navigates);
    }
  });

  it("shows a neutral glyph for an icon that isn't in the free icon sets", async () => {
    const config = {
      navigation: { groups: [{ group: "Money", icon: "money-bill-trend-up-pro", pages: ["a"] }] },
    };
    const unknown = siteOf(
      new Map([
        ["docs.json", JSON.stringify(config)],
        ["a.mdx", "---\ntitle: A\n---\n"],
      ]),
    );
    const { page, show } = await paintedFrame(openPage);
    await show({ frame: frameIn(unknown, "a") });
    const glyph = page.getByRole("navigation", { name: "Pages" }).locator(".dw-icon-missing svg");
    const { width = 0, height = 0 } = (await glyph.boundingBox()) ?? {};
    assert.ok(width >= 10 && width <= 24 && height === width, `${width} × ${height}`);
  });

  it("follows the reader's position on the page and scrolls to a selected heading", async () => {
    const { page, posted: reported } = await open("quickstart");
    const contents = page.getByRole("navigation", { name: "On this page" });
    const current = () => contents.locator("[aria-current]").allInnerTexts();
    await contents.getByRole("link", { name: "Publish" }).click();
    await page.waitForFunction(
      () => document.querySelector(".dw-site-contents [aria-current]")?.textContent === "Publish",
    );
    assert.deepEqual(await reported(), [["reveal", "publish"]]);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForFunction(() => !document.querySelector(".dw-site-contents [aria-current]"));
    assert.deepEqual(await current(), []);
  });

  it("switches between light and dark if the site allows it", async () => {
    const { page, show } = await open("quickstart");
    const ground = () => page.locator(".dw-root").evaluate((element) => getComputedStyle(element).backgroundColor);
    assert.equal(await ground(), "rgb(255, 255, 255)");
    await page.getByRole("button", { name: "Switch to dark mode" }).click();
    assert.equal(await ground(), "rgb(11, 22, 32)", "the background isn't the one in docs.json");
    const frame = frameIn(site, "quickstart");
    const strict = {
      ...frame,
      look: { ...frame.look, appearance: { initialMode: "light", isStrict: true } as const },
    };
    await show({ frame: strict });
    assert.equal(await ground(), "rgb(255, 255, 255)");
    assert.equal(await page.getByRole("button", { name: /^Switch to/ }).count(), 0);
  });

  it("keeps an announcement closed until its text changes", async () => {
    const { page, show } = await open("quickstart");
    const banner = page.getByRole("region", { name: "Announcement" });
    await page.getByRole("button", { name: "Close announcement" }).click();
    await show({ frame: frameIn(site, "index") });
    assert.equal(await banner.count(), 0);
    const frame = frameIn(site, "index");
    const { banner: old } = frame.surroundings;
    assert.ok(old);
    const surroundings = { ...frame.surroundings, banner: { ...old, text: "News", content: ["News"] } };
    await show({ frame: { ...frame, surroundings } });
    assert.equal(await banner.innerText(), "News");
  });

  it("shows the pages in a drawer in a narrow window", async () => {
    const { page } = await open("quickstart", 700);
    const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Authentication" });
    assert.equal(await link.isVisible(), false);
    await page.getByRole("button", { name: "Site navigation" }).click();
    assert.equal(await link.isVisible(), true);
    assert.equal(
      await page.getByRole("link", { name: "Open console" }).isVisible(),
      true,
      "the links of the bar are missing",
    );
    await page.keyboard.press("Escape");
    assert.equal(await link.isVisible(), false);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, "the page is wider than the window");
  });

  for (const [mode, parts] of [
    ["default", ["sidebar", "contents", "neighbors", "footer"]],
    ["wide", ["sidebar", "neighbors", "footer"]],
    ["frame", ["sidebar", "footer"]],
    ["center", ["neighbors", "footer"]],
    ["custom", []],
  ] as const)
    it(`omits elements that aren't part of a page in ${mode} mode`, async () => {
      const { page, show } = await open("quickstart");
      const frame = frameIn(site, "quickstart");
      await show({ frame: { ...frame, page: { ...frame.page, mode } } });
      const shown = [];
      for (const part of ["sidebar", "contents", "neighbors", "footer"])
        if (await page.locator(`.dw-site-${part}`).first().isVisible()) shown.push(part);
      assert.deepEqual(shown, parts);
    });

  it("explains an unknown path and suggests a similar page", async () => {
    const { page, show, posted: reported } = await open("quickstart");
    await show({ frame: frameIn(site, "guides/strat"), view: null });
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "This page has sailed");
    await page.getByRole("link", { name: "Start", exact: true }).click();
    assert.deepEqual(await reported(), [["navigate", "/guides/start"]]);
  });

  it("doesn't link to a URL that runs scripts, regardless of the frame's content", async () => {
    const { page, show } = await open("quickstart");
    const text = JSON.stringify(frameIn(site, "quickstart")).replaceAll(
      /"href":"[^"]*"/g,
      '"href":"javascript:alert(1)"',
    );
    await show({ frame: JSON.parse(text) as ReturnType<typeof frameIn> });
    const hrefs = await page.locator("a[href]").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.deepEqual(
      [...new Set(hrefs)].filter((href) => !href?.startsWith("#")),
      [],
    );
  });

  const showings = [
    ["quickstart", 1400, "light"],
    ["guides/tracking/exceptions", 1400, "dark"],
    ["api-reference/introduction", 1100, "light"],
    ["berths/overview", 1400, "light"],
    ["v1/overview", 700, "dark"],
    ["de/index", 390, "light"],
  ] as const;
  for (const [slug, width, appearance] of showings)
    it(`has no accessibility violations: ${slug}, ${width} pixels wide, ${appearance}`, async () => {
      const { page, show } = await open(slug, width);
      await show({ frame: frameIn(site, slug), appearance });
      assert.deepEqual(await findViolations(page, "#root"), []);
      const opener = width < 1024 ? "Site navigation" : /^Language/;
      await page.getByRole("button", { name: opener }).first().click();
      assert.deepEqual(await findViolations(page, "#root"), [], "with something open");
    });
});
