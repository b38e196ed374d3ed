import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { demoKey } from "../../../sample/services/feedback/demo-access.ts";
import { applyEdits } from "./apply-edits.ts";
import { chooseInMenu } from "./choose-in-menu.ts";
import { saveScreenshot, panelOf, viewRows } from "./feedback-places.ts";
import { patience, untilTrue } from "./patience.ts";
import { respondToPrompt, preview, send } from "./playground-page.ts";
import { openFile } from "./open-file.ts";
import { runCommand } from "./run-command.ts";
import { saveAll } from "./save-all.ts";
import type { Step } from "./step.ts";

/** The title of the step after which the first problem is fixed. */
export const fixStep = "fixes the first error";

/**
 * Steps that a new user takes in the first ten minutes after `npm start`. Each step saves a screenshot if
 * `EDITOR_PICTURES` is set.
 */
export const newcomerSteps: readonly Step[] = [
  ["shows the first error of the sample site with its fixes, next to its explanation", showError],
  [fixStep, fixError],
  ["offers the walkthrough, in which the step for fixing a problem is completed", showWalkthrough],
  ["previews a page", previewPage],
  ["sends a request with the sample's key", sendRequest],
  ["moves a page and shows all edits first", movePage],
  ["connects reader feedback and marks a comment as done", resolveComment],
  ["shows the overview of the site from the status bar", showOverview],
  ["fixes all safe problems after a preview", fixSafeProblems],
  ["lists the problems of a rule", listProblems],
];

const line = (page: Page, text: string): Locator =>
  page.locator(".monaco-editor .view-line", { hasText: text }).first();

async function showError(page: Page): Promise<void> {
  await line(page, "guides/instal").waitFor(patience);
  await page.locator(".monaco-editor .squiggly-error").first().waitFor(patience);
  // The cursor is at the error.
  await page
    .locator(".monaco-editor .codicon-light-bulb, .monaco-editor .codicon-gutter-lightbulb")
    .first()
    .waitFor(patience);
  const explanation = page.locator(".tabs-container .tab", { hasText: "Preview page-not-found" });
  await explanation.waitFor(patience);
  const rendered = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await rendered.getByRole("heading", { name: "nav/page-not-found" }).waitFor(patience);
  await line(page, "guides/instal").locator("span", { hasText: "guides/instal" }).last().hover(patience);
  await page.locator(".monaco-hover:visible", { hasText: "doesn't exist" }).first().waitFor(patience);
  await saveScreenshot(page, "newcomer-1-error");
}

async function fixError(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  const fix = page.locator(".action-widget .monaco-list-row", { hasText: "guides/install" }).first();
  const entry = line(page, "guides/instal").locator("span", { hasText: "guides/instal" }).last();
  await untilTrue("the fixes", async () => {
    if (!(await fix.isVisible())) {
      // The explanation may have taken the focus when it was loaded.
      await entry.click({ timeout: 5000 });
      await page.keyboard.press("Control+.");
    }
    await fix.waitFor({ timeout: 5000 });
    return true;
  });
  await saveScreenshot(page, "newcomer-2-fixes");
  await fix.click(patience);
  await line(page, '"guides/install"').waitFor(patience);
  await saveScreenshot(page, "newcomer-3-fixed");
}

async function showWalkthrough(page: Page): Promise<void> {
  const toast = page.locator(".notification-toast", { hasText: "Docwright checks this site as you type." });
  if (await toast.isVisible()) await toast.locator(".monaco-button", { hasText: "Get Started" }).click(patience);
  else await runCommand(page, "Docwright: Get Started");
  const step = page.locator(".getting-started-step", { hasText: "Fix a problem" });
  await step.waitFor(patience);
  await step.locator(".codicon-getting-started-step-checked").waitFor(patience);
  await saveScreenshot(page, "newcomer-4-walkthrough");
}

async function previewPage(page: Page, site: string): Promise<void> {
  const config = path.join(site, "faults/docs.json");
  await saveAll(page, "the fixed docs.json", () => readFileSync(config, "utf8").includes('"guides/install"'));
  await closeEditors(page);
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "quickstart.mdx" }).dblclick(patience);
  await line(page, "Follow your first shipment").waitFor(patience);
  await runCommand(page, "Docwright: Open Preview to the Side");
  await preview(page).getByRole("heading", { name: "Follow your first shipment" }).waitFor(patience);
  await saveScreenshot(page, "newcomer-5-preview");
}

async function closeEditors(page: Page): Promise<void> {
  await runCommand(page, "View: Close All Editors");
  await untilTrue("all editors to be closed", async () => (await page.locator(".tabs-container .tab").count()) === 0);
}

async function sendRequest(page: Page): Promise<void> {
  await preview(page).getByRole("link", { name: "API reference" }).first().click(patience);
  await preview(page).getByRole("heading", { name: "Introduction", level: 1 }).waitFor(patience);
  await preview(page).getByRole("button", { name: "Site navigation" }).click(patience);
  await preview(page)
    .getByRole("link", { name: /List shipments/ })
    .first()
    .click(patience);
  await preview(page).getByRole("button", { name: "Try it" }).first().click(patience);
  await send(page);
  await respondToPrompt(page, "Allow Once");
  const status = preview(page).getByText("200 OK").first();
  await status.waitFor(patience);
  await status.evaluate<void, { scrollIntoView: (options: { block: string }) => void }>((element) =>
    element.scrollIntoView({ block: "center" }),
  );
  await saveScreenshot(page, "newcomer-6-response");
}

async function movePage(page: Page, site: string): Promise<void> {
  await closeEditors(page);
  await openFile(page, "guides/authentication.mdx");
  await runCommand(page, "Focus on Navigation View");
  const row = viewRows(page).filter({ hasText: "Authentication" }).first();
  const input = page.locator(".quick-input-widget", { hasText: "New path" }).locator("input").first();
  await chooseInMenu(page, row, "Move or Rename Page", input);
  await input.fill("guides/sign-in");
  await page.keyboard.press("Enter");
  const prompt = page.locator(".monaco-dialog-box", { hasText: "/guides/authentication → /guides/sign-in" });
  await prompt.getByRole("button", { name: "Show Edits" }).click(patience);
  await page.locator("#refactorPreview").waitFor(patience);
  await saveScreenshot(page, "newcomer-7-edits");
  await applyEdits(page);
  // The page's German counterpart moves too.
  const summary = page.locator(".notification-toast", { hasText: "Moved 2 files." });
  await summary.waitFor(patience);
  await page.locator(".tabs-container .tab.active", { hasText: "sign-in.mdx" }).waitFor(patience);
  await line(page, "Authentication").waitFor(patience);
  // The tree reports problems until all changed files have been read.
  await untilTrue("the navigation without problems", async () => {
    const rows = await viewRows(page).allInnerTexts();
    return rows.some((row) => row.includes("Authentication")) && !rows.some((row) => /warning/.test(row));
  });
  await saveScreenshot(page, "newcomer-8-moved");
  // VS Code saves the files of a refactoring by default. Otherwise, the summary offers to save them.
  const save = summary.getByRole("button", { name: "Save All" });
  if (await save.isVisible()) await save.click(patience);
  await untilTrue("the moved page and its redirect in docs.json", () => {
    const config = readFileSync(path.join(site, "docs.json"), "utf8");
    return config.includes('"guides/sign-in"') && config.includes('"/guides/authentication"');
  });
  assert.ok(existsSync(path.join(site, "guides/sign-in.mdx")));
}

async function resolveComment(page: Page): Promise<void> {
  await runCommand(page, "Docwright: Set Reader Feedback API Key");
  const field = page.locator(".quick-input-widget input[type=password]");
  await field.waitFor(patience);
  await field.fill(demoKey);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Test and save" }).click(patience);
  await runCommand(page, "Docwright: Open Reader Feedback");
  await panelOf(page).locator("input[type=search]").waitFor(patience);
  await saveScreenshot(page, "newcomer-9-feedback");
  const count = panelOf(page).getByText(/^[\d,]+ of [\d,]+ entries$/);
  const before = await count.innerText(patience);
  await panelOf(page).locator("button[aria-keyshortcuts]", { hasText: "Done" }).click(patience);
  await untilTrue("the comment to leave the open ones", async () => (await count.innerText()) !== before);
  await saveScreenshot(page, "newcomer-10-done");
}

/** Opens the overview of the site that the status bar shows. */
async function openOverview(page: Page, site: string): Promise<void> {
  const item = page.locator(".statusbar-item", { hasText: new RegExp(`^\\s*${site}$`) });
  const tab = page.locator(".tab.active", { hasText: /Overview/ }).first();
  // Status bar items are redrawn when their text changes, so the item may disappear before the click on it is handled.
  await untilTrue("the tab of the overview", async () => {
    if (!(await tab.isVisible())) await item.first().click({ timeout: 5000 });
    await tab.waitFor({ timeout: 5000 });
    return true;
  });
  await panelOf(page).getByRole("heading", { name: site, level: 1, exact: true }).waitFor(patience);
}

async function showOverview(page: Page): Promise<void> {
  await closeEditors(page);
  await openFile(page, "index.mdx");
  await openOverview(page, "Berthline");
  await panelOf(page).getByText("Pages that need work").waitFor(patience);
  await saveScreenshot(page, "newcomer-11-overview");
}

async function fixSafeProblems(page: Page, site: string): Promise<void> {
  await openFile(page, "faults/docs.json");
  await openOverview(page, "Berthline, with faults");
  const fix = panelOf(page).getByRole("button", { name: "Fix All Safe Problems" });
  await fix.waitFor(patience);
  await saveScreenshot(page, "newcomer-12-faults");
  await fix.click(patience);
  await page.locator("#refactorPreview .monaco-list-row").first().waitFor(patience);
  await saveScreenshot(page, "newcomer-13-safe-fixes");
  await applyEdits(page);
  await saveAll(page, "the fixed docs.json", () => {
    const text = readFileSync(path.join(site, "faults/docs.json"), "utf8");
    return text.includes('"guides/setup"') && text.includes('"GET /orders"');
  });
  await fix.waitFor({ ...patience, state: "detached" });
  await saveScreenshot(page, "newcomer-14-safe-fixed");
}

async function listProblems(page: Page): Promise<void> {
  await panelOf(page).getByRole("button", { name: "An OpenAPI file with an unsupported version" }).click(patience);
  const rows = page.locator(".peekview-widget .ref-tree .monaco-list-row");
  await rows.nth(1).waitFor(patience);
  await saveScreenshot(page, "newcomer-15-list");
}
