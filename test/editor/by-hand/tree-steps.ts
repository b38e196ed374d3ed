import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { applyEdits } from "./apply-edits.ts";
import { panelOf } from "./feedback-places.ts";
import { pane, pressInTree, pressUntil, row, selectRow } from "./navigation-tree.ts";
import { openFile } from "./open-file.ts";
import { patience, untilTrue } from "./patience.ts";
import { windowActions } from "../runner/window-actions.ts";
import { openByCommand, runCommand } from "./run-command.ts";
import { saveAll } from "./save-all.ts";
import type { Step } from "./step.ts";

/** Tests that each change in the tree can be undone with a single undo, as can other edits of several files. */
export const treeSteps: readonly Step[] = [
  ["a group is renamed with F2 in the tree", renamesRow],
  ["selected rows move together", movesRows],
  ["a row is removed from the navigation with Delete", removesRow],
  ["the tree shows one section, switches to the section of another page, and shows everything again", switchesDivision],
  ["unused files are deleted and restored", deletesUnused],
  ["a heading is renamed and keeps its anchor", keepsAnchor],
  ["a mint.json is converted to a docs.json, and settings that can't be converted are reported", upgrades],
];

export const reloadSteps: readonly Step[] = [
  ["the tree keeps its filter when the window is reloaded", restoreDivision],
  ["the Site Overview reopens when the window is reloaded", restoreOverview],
];

const docs = (site: string) => readFileSync(path.join(site, "docs.json"), "utf8");

async function openTree(page: Page): Promise<void> {
  await openByCommand(page, "Focus on Navigation View", pane(page).locator(".monaco-list-row").first());
}

async function renamesRow(page: Page, site: string): Promise<void> {
  await undone(page, site, async () => {
    await inTree(page, "Tracking", "F2", page.locator(".quick-input-widget", { hasText: "Rename" }));
    const input = page.locator(".quick-input-widget input").first();
    await untilTrue("the title as it is", async () => (await input.inputValue()) === "Tracking");
    await untilTrue("the new title in the box", async () => {
      await input.fill("Follow shipments", { timeout: 5000 });
      // If the key was pressed twice, a second input box replaces this one and contains the old title.
      await page.waitForTimeout(500);
      return (await input.inputValue({ timeout: 5000 })) === "Follow shipments";
    });
    await input.press("Enter");
    await input.waitFor({ state: "hidden" });
    await saved(page, site, (text) => text.includes('"group": "Follow shipments"'));
    await row(page, "Follow shipments").waitFor();
  });
}

async function movesRows(page: Page, site: string): Promise<void> {
  const order = (text: string) =>
    ["index", "quickstart", "guides/authentication"]
      .map((name) => [text.indexOf(`"${name}"`), name] as const)
      .sort(([a], [b]) => a - b)
      .map(([, name]) => name)
      .join(" ");
  assert.equal(order(docs(site)), "index quickstart guides/authentication");
  await undone(page, site, async () => {
    await selectRow(page, "Quickstart");
    await selectRow(page, "Authentication", { modifiers: ["ControlOrMeta"] });
    await pressUntil(page, "Alt+ArrowUp", () => order(docs(site)) !== "index quickstart guides/authentication");
    await saved(page, site, (text) => order(text) === "quickstart guides/authentication index");
  });
}

async function removesRow(page: Page, site: string): Promise<void> {
  await undone(page, site, async () => {
    await selectRow(page, "Authentication");
    await pressInTree(page, "Delete");
    await saved(page, site, (text) => !text.includes('"guides/authentication"'));
  });
  assert.ok(existsSync(path.join(site, "guides/authentication.mdx")), "the page's file was deleted");
}

async function switchesDivision(page: Page, site: string): Promise<void> {
  await openFile(page, "docs.json");
  await openTree(page);
  const list = page.locator(".quick-input-widget", { hasText: "Filter Navigation" });
  await inTitle(page, "Filter by Language, Version, or Tab", list);
  const choices = list.locator(".monaco-list-row");
  await choices.first().waitFor();
  assert.match((await choices.first().getAttribute("aria-label")) ?? "", /^Everything, current/);
  await windowActions.get("takePicture")?.(page, "tree-choose");
  const input = list.locator("input").first();
  await input.fill("Anleitungen");
  await list.locator(".monaco-list-row.focused", { hasText: "German › v2 › Track" }).waitFor();
  await input.press("Enter");
  await shows(page, "German · v2 · Track · Anleitungen", /^Erste Schritte\n(.*\n)*Sendungen verfolgen\n/);
  assert.equal(await row(page, "Tracking").count(), 0);
  await row(page, "Unlisted").waitFor();
  await movesInDivision(page, site);
  await windowActions.get("takePicture")?.(page, "tree-of-division");
  await openFile(page, "guides/authentication.mdx");
  await shows(page, "English · v2 · Track · Guides", /^Get started\n(.*\n)*Authentication\n/);
  await row(page, "Authentication").and(page.locator(".selected")).waitFor();
  await windowActions.get("takePicture")?.(page, "tree-went-along");
  await showsEverything(page);
}

/**
 * Checks that a window reload restores the section. A reloaded window starts watching files late, so this must be one
 * of the last steps.
 */
async function restoreDivision(page: Page): Promise<void> {
  await openTree(page);
  const list = page.locator(".quick-input-widget", { hasText: "Filter Navigation" });
  await inTitle(page, "Filter by Language, Version, or Tab", list);
  await list.locator("input").first().fill("Anleitungen");
  await list.locator(".monaco-list-row.focused", { hasText: "German › v2 › Track" }).waitFor();
  await list.locator("input").first().press("Enter");
  await shows(page, "German · v2 · Track · Anleitungen", /^Erste Schritte\n/);
  await page.reload();
  await openTree(page);
  await shows(page, "German · v2 · Track · Anleitungen", /^Erste Schritte\n/);
  await showsEverything(page);
}

async function restoreOverview(page: Page): Promise<void> {
  await openFile(page, "index.mdx");
  await runCommand(page, "Docwright: Show Site Overview");
  const heading = panelOf(page).getByRole("heading", { name: "Berthline", level: 1, exact: true });
  await heading.waitFor(patience);
  // Unlike a reload of the browser page, this command waits until VS Code has stored the new tab.
  const loaded = page.waitForEvent("load", patience);
  await runCommand(page, "Developer: Reload Window");
  await loaded;
  await heading.waitFor(patience);
}

async function showsEverything(page: Page): Promise<void> {
  const english = pane(page).locator(".monaco-list-row .label-name").getByText("English", { exact: true });
  await inTitle(page, "Show Full Navigation", english.first());
  await shows(page, "", /^English\n/);
}

/**
 * Moves a row by two positions, and back, while the tree shows only one section. The key is pressed again before the
 * first move is done.
 */
async function movesInDivision(page: Page, site: string): Promise<void> {
  const german = path.join(site, "navigation/de-v2.json");
  const before = readFileSync(german, "utf8");
  const pages = (text: string) =>
    [...text.matchAll(/"de\/(index|quickstart|guides\/authentication)"/g)].map(([page]) => page);
  const [overview = "", ...others] = pages(before);
  assert.equal(overview, '"de/index"');
  for (const [key, expected, titles] of [
    ["Alt+ArrowDown", [...others, overview], /Schnellstart\n.*\nÜberblick/],
    ["Alt+ArrowUp", [overview, ...others], /Überblick\nSchnellstart/],
  ] as const) {
    await selectRow(page, "Überblick");
    await pressInTree(page, key);
    await pressInTree(page, key);
    await saveAll(
      page,
      `${expected.join()} in this order`,
      () => pages(readFileSync(german, "utf8")).join() === expected.join(),
      () => readFileSync(german, "utf8"),
    );
    await openTree(page);
    // The file is written before the tree shows the new order.
    await untilTrue("the new order in the tree", async () => titles.test(await shownRows(page)));
  }
  assert.equal(readFileSync(german, "utf8"), before);
}

/** Waits until the description next to the site's name and the rows below it are as expected. */
async function shows(page: Page, description: string, rows: RegExp): Promise<void> {
  const messages = pane(page).locator(".monaco-list-row", { hasText: "Berthline" }).first();
  await untilTrue(`the tree of ${description || "everything"}`, async () => {
    // Rows above the visible part aren't rendered.
    await pane(page).locator(".monaco-list").first().hover({ timeout: 3000 });
    await page.mouse.wheel(0, -10_000);
    const descriptions = (await messages.locator(".label-description").allInnerTexts())
      .join("")
      .replaceAll("\u00a0", " ");
    return descriptions === description && rows.test((await shownRows(page)).replace("Berthline\n", ""));
  });
}

/** Clicks a button in the title of the tree repeatedly until `follows` appears. */
async function inTitle(page: Page, button: string, follows: Locator): Promise<void> {
  const header = pane(page).locator(".pane-header");
  await untilTrue(`what ${button} leads to`, async () => {
    await header.hover();
    const label = header.locator(`.action-label[aria-label^="${button}"]`);
    if (!(await follows.isVisible())) await label.click({ timeout: 3000 });
    await follows.waitFor({ timeout: 3000 });
    return true;
  });
}

async function deletesUnused(page: Page, site: string): Promise<void> {
  const old = path.join(site, "images/old-harbour.svg");
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
  writeFileSync(old, drawing);
  await untilTrue("the file among those that nothing uses", async () => {
    await page.keyboard.press("Escape");
    await runCommand(page, "Docwright: Delete Unused Files");
    const list = page.locator(".quick-input-widget", { hasText: "Delete Unused Files in" });
    await list.waitFor({ timeout: 10_000 });
    const entry = list.locator(".monaco-list-row", { hasText: "old-harbour.svg" });
    await entry.waitFor({ timeout: 3000 });
    return true;
  });
  const list = page.locator(".quick-input-widget", { hasText: "Delete Unused Files in" });
  await list.locator("input[type=text], input:not([type])").first().fill("old-harbour");
  await list.locator(".monaco-list-row", { hasText: "old-harbour.svg" }).waitFor();
  const all = list.locator(".quick-input-check-all");
  // Rows remain selected even if they aren't shown, so all other rows are deselected first.
  await untilTrue("one row", async () => (await list.locator(".monaco-list-row").count()) === 1);
  if (await all.isVisible()) await list.locator("input").first().press("Enter");
  else await page.keyboard.press("Enter");
  await page.locator(".monaco-dialog-box").getByRole("button", { name: "Delete", exact: true }).click();
  await untilTrue("the file is gone", () => !existsSync(old));
  // If an extension is in development, notifications are shown only in the list of notifications.
  await runCommand(page, "Notifications: Show Notifications");
  const reported = page.locator(".notification-list-item", { hasText: "Deleted one file." });
  await reported.getByRole("button", { name: "Restore" }).click();
  // A file appears empty before its text is written.
  await untilTrue("the file is there again", () => existsSync(old) && readFileSync(old, "utf8") === drawing);
}

async function keepsAnchor(page: Page, site: string): Promise<void> {
  const file = path.join(site, "quickstart.mdx");
  const before = readFileSync(file, "utf8");
  const heading = /^## (.*)$/m.exec(before)?.[1] ?? "";
  await openFile(page, "quickstart.mdx");
  await page.locator(".monaco-editor .view-line", { hasText: heading }).first().click();
  const promptButton = page
    .locator(".quick-input-widget", { hasText: "Rename Heading and Keep Anchor" })
    .locator("input")
    .first();
  const anchor = heading.toLowerCase().replace(/\s+/g, "-");
  const line = `## See a shipment arrive {#${anchor}}`;
  const renamed = page.locator(".monaco-editor .view-line", { hasText: "See a shipment arrive" }).first();
  await untilTrue("the heading with its anchor", async () => {
    // On a slow machine, the result may be shown only after an attempt has ended.
    if (await renamed.isVisible()) return true;
    await runCommand(page, "Docwright: Rename Heading and Keep Anchor");
    await promptButton.waitFor({ timeout: 5000 });
    assert.equal(await promptButton.inputValue(), heading);
    await promptButton.fill("See a shipment arrive");
    await promptButton.press("Enter");
    await renamed.waitFor({ timeout: 5000 });
    return true;
  });
  await saveAll(page, "the page with the heading", () => readFileSync(file, "utf8").includes(line));
}

async function upgrades(page: Page, site: string): Promise<void> {
  const folder = path.join(site, "former");
  mkdirSync(folder);
  const mint = {
    name: "Former",
    colors: { primary: "#0A5C63" },
    navigation: [{ group: "Start", pages: ["start"] }],
    analytics: { ga4: { measurementId: "G-1234567" } },
  };
  writeFileSync(path.join(folder, "start.mdx"), "---\ntitle: Start\n---\n\nWords.\n");
  writeFileSync(path.join(folder, "mint.json"), JSON.stringify(mint, null, 2));
  await runCommand(page, "Docwright: Upgrade mint.json to docs.json");
  await page.locator(".monaco-editor .view-line", { hasText: "Upgrade from mint.json to docs.json" }).first().waitFor();
  await applyEdits(page);
  await untilTrue("mint.json is gone", () => !existsSync(path.join(folder, "mint.json")));
  const pageExists = () => JSON.parse(readFileSync(path.join(folder, "docs.json"), "utf8")) as Record<string, unknown>;
  await saveAll(page, "the new docs.json", () => pageExists()["navigation"] !== undefined);
  assert.deepEqual(pageExists()["navigation"], { groups: mint.navigation });
  assert.deepEqual(pageExists()["integrations"], mint.analytics);
}

/** Presses a key on a row of the tree repeatedly until `follows` appears. */
async function inTree(page: Page, text: string, key: string, follows: Locator): Promise<void> {
  await openTree(page);
  await untilTrue(`what ${key} leads to`, async () => {
    await row(page, text).click();
    await pressInTree(page, key);
    await follows.waitFor({ timeout: 20_000 });
    return true;
  });
}

/** Makes a change to docs.json in the tree, and undoes it with a single undo. */
async function undone(page: Page, site: string, take: () => Promise<void>): Promise<void> {
  const before = docs(site);
  await openTree(page);
  // Rows show paths instead of titles until their pages have been read.
  const rows = await untilTrue("the titles of pages", async () => {
    const shown = await shownRows(page);
    return shown.includes("Overview\nQuickstart\nAuthentication") ? shown : undefined;
  });
  await take();
  assert.notEqual(docs(site), before);
  await openFile(page, "docs.json");
  await page.locator(".editor-instance .view-lines").first().click();
  await page.locator(".monaco-editor.focused").first().waitFor();
  await page.keyboard.press("Control+z");
  await saveAll(page, "docs.json as it was", () => docs(site) === before);
  await openTree(page);
  // A click hits the position that a row had when it was located.
  await untilTrue("the tree as it was", async () => (await shownRows(page)) === rows);
}

/** Returns the titles of the first rows without their descriptions, which appear only after pages have been checked. */
async function shownRows(page: Page): Promise<string> {
  const rows = await pane(page)
    .locator(".monaco-list-row .label-name")
    .evaluateAll((elements) =>
      elements
        .map((element) => [element.getBoundingClientRect().top, element.textContent ?? ""] as const)
        .sort(([a], [b]) => a - b)
        .map(([, text]) => text),
    );
  return rows.slice(0, 10).join("\n");
}

function saved(page: Page, site: string, isThere: (text: string) => boolean): Promise<void> {
  return saveAll(page, "docs.json as it should be", () => isThere(docs(site)));
}
