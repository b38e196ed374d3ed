import assert from "node:assert/strict";
import type { OverviewView, SiteView } from "../../../webview/src/overview/overview-protocol.ts";
import { eventually } from "../../harness/eventually.ts";
import { findViolations } from "../find-violations.ts";
import { inChromium } from "../open-page.ts";
import { openOverview } from "./overview-stage.ts";
import { harbor, ruleView } from "./site-views.ts";

const many: SiteView = {
  ...harbor,
  problems: {
    ...harbor.problems,
    rules: Array.from({ length: 40 }, (_, at) => ruleView(`nav/rule-${at}`, at < 20 ? "error" : "warning")),
  },
};
const { heading, columns } = harbor.problems;
const clean: SiteView = {
  ...harbor,
  problems: { heading, columns, counts: [], emptyText: "No problems found.", rules: [] },
  coverage: {
    ...harbor.coverage,
    emptyText: "No specification.",
    specifications: [],
    unfetchedSpecs: [],
    actions: [],
  },
};
const gone: OverviewView = {
  kind: "message",
  heading: "Site Overview",
  text: "No open folder contains a docs.json.",
  actions: [{ action: "createConfig", label: "Create docs.json" }],
};

describe("Site Overview page", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  it("shows problems, pages, coverage, and feedback under headings", async () => {
    const { page, events } = await openOverview(openPage, harbor);
    assert.deepEqual(await page.getByRole("heading").allInnerTexts(), [
      "Berthline",
      "Problems",
      "Pages",
      "API Coverage",
      "Reader Feedback",
    ]);
    const grid = page.getByRole("grid", { name: "Problems" });
    assert.deepEqual(await grid.getByRole("columnheader").allTextContents(), ["Severity", "Problem", "Count"]);
    const row = page.getByRole("row", { name: "nav/page-not-found" });
    assert.match((await row.textContent()) ?? "", /^errorAn entry for a page that doesn't existnav.*313$/);
    assert.equal(await page.title(), "Berthline");
    assert.deepEqual(await events(), []);
  });

  it("sends the actions that the author selects", async () => {
    const { page, sent } = await openOverview(openPage, harbor);
    for (const name of [
      "Copy as Markdown",
      "Fix All Safe Problems…",
      "An entry for a page that doesn't exist",
      "nav/page-not-found",
      "docs.json:15",
      "11 more",
      "openapi/berthline.yaml",
      "Fetch Specification: https://api.berthline.example/openapi.json",
      "Start",
    ])
      await page.getByRole("button", { name, exact: true }).click();
    const expected = [
      { kind: "run", action: "copy" },
      { kind: "run", action: "fix" },
      { kind: "listPlaces", code: "nav/page-not-found" },
      { kind: "showRule", code: "nav/page-not-found" },
      { kind: "openPlace", code: "nav/page-not-found", label: "docs.json:15" },
      { kind: "listPlaces", code: "link/wrong-case" },
      { kind: "openSpecification", path: "openapi/berthline.yaml" },
      { kind: "fetch", url: "https://api.berthline.example/openapi.json" },
      { kind: "showFeedback", url: "/guides/start" },
    ];
    await eventually(() => assert.deepEqual(sent, expected));
  });

  it("has one tab stop for the problems, with arrow keys to move between them", async () => {
    const { page, sent } = await openOverview(openPage, harbor);
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return page.evaluate(() => document.activeElement?.textContent);
    };
    assert.equal(await press("Tab", "Tab", "Tab"), "Fix All Safe Problems…");
    assert.equal(await press("Tab"), "An entry for a page that doesn't exist");
    assert.equal(await press("ArrowRight", "ArrowRight", "ArrowRight"), "docs.json:15");
    assert.equal(await press("ArrowDown"), "A link whose letter case doesn't match its page or file");
    assert.equal(await press("ArrowUp", "ArrowUp"), "An entry for a page that doesn't exist");
    assert.equal(await press("End"), "A problem of nav/page-not-in-navigation");
    assert.equal(await press("Tab"), "Open API Coverage");
    assert.equal(await press("Shift+Tab"), "A problem of nav/page-not-in-navigation");
    await press("Home", "Enter");
    await eventually(() => assert.deepEqual(sent, [{ kind: "listPlaces", code: "nav/page-not-found" }]));
  });

  it("keeps the focus and the scroll position when it's updated", async () => {
    const { page, show } = await openOverview(openPage, many);
    const button = page.getByRole("button", { name: "A problem of nav/rule-30", exact: true });
    await button.focus();
    await button.scrollIntoViewIfNeeded();
    const top = await page.evaluate("window.scrollY");
    const rules = many.problems.rules.map((rule) => ({ ...rule, count: "7" }));
    await show({ ...many, problems: { ...many.problems, rules } });
    const updated = page.getByRole("gridcell", { name: "7", exact: true });
    await eventually(async () => assert.equal(await updated.count(), 40));
    assert.equal(await button.evaluate((element) => element === document.activeElement), true);
    assert.equal(await page.evaluate("window.scrollY"), top);
  });

  it("moves the focus to the section if the focused problem is fixed", async () => {
    const { page, show } = await openOverview(openPage, harbor);
    await page.getByRole("button", { name: "docs.json:15", exact: true }).focus();
    await show(clean);
    await page.getByText("No problems found.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Problems");
  });

  it("returns to the scroll position after a reload", async () => {
    const { page } = await openOverview(openPage, many);
    await page.evaluate("window.scrollTo(0, 700)");
    const stored = () => page.evaluate('JSON.parse(sessionStorage.getItem("state"))');
    await eventually(async () => assert.deepEqual(await stored(), { root: "file:///site", scroll: 700 }));
    await page.reload();
    await eventually(async () => assert.equal(await page.evaluate("window.scrollY"), 700));
  });

  it("shows why it's empty and what the next step is", async () => {
    const { page, sent, show } = await openOverview(openPage, undefined);
    assert.equal(await page.locator("main").getAttribute("aria-busy"), "true");
    await show({ kind: "loading", text: "Loading the site…" });
    await page.getByRole("status").filter({ hasText: "Loading the site…" }).waitFor();
    await show(gone);
    await page.getByText("No open folder contains a docs.json.").waitFor();
    await page.getByRole("button", { name: "Create docs.json" }).click();
    await eventually(() => assert.deepEqual(sent, [{ kind: "run", action: "createConfig" }]));
  });

  it("shows names from the site as text everywhere", async () => {
    const name = `<img src=x onerror="alert(1)"><script>alert(1)</script>\u202e`;
    const { page, events } = await openOverview(openPage, {
      ...harbor,
      name,
      facts: [name],
      pages: { ...harbor.pages, tables: [{ columns: ["Language", "Pages"], rows: [{ name, count: "1" }] }] },
      problems: {
        ...harbor.problems,
        rules: [ruleView("a/b", "error", { locations: [{ label: name, message: name }] })],
      },
      coverage: {
        ...harbor.coverage,
        specifications: [{ path: name, title: name, text: "1 of 1 shown", share: 1 }],
        unfetchedSpecs: [{ url: `javascript:${name}`, text: "Not fetched.", fetchLabel: "Fetch" }],
      },
      feedback: {
        ...harbor.feedback,
        worstPages: {
          columns: ["Page", "Ratings", "Comments"],
          rows: [{ url: name, title: name, ratings: "▲ 1", accessibleText: "1 helpful", comments: "1" }],
        },
      },
    });
    const shown = await page.locator("main").innerText();
    assert.equal(shown.split(`<img src=x onerror="alert(1)"><script>alert(1)</script>U+202E`).length - 1, 8);
    const risky = "main :is(a, img, script, style, iframe, [onerror], [href], [src])";
    assert.equal(await page.locator(risky).count(), 0);
    assert.deepEqual(await events(), []);
  });

  const views: Readonly<Record<string, OverviewView>> = { full: harbor, clean, gone };
  for (const theme of ["light", "dark", "highContrast", "highContrastLight"] as const)
    for (const [name, view] of Object.entries(views))
      it(`has no accessibility violations: ${name}, ${theme}`, async () => {
        const { page } = await openOverview(openPage, view, { theme });
        await page.getByRole("button").first().waitFor();
        assert.equal((await findViolations(page)).join("\n\n"), "");
      });
});
