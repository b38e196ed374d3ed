import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { chooseInMenu } from "./choose-in-menu.ts";
import { openFile } from "./open-file.ts";
import { untilTrue } from "./patience.ts";
import { openByCommand, runCommand } from "./run-command.ts";
import { saveAll } from "./save-all.ts";
import type { Step } from "./step.ts";

/**
 * Pages are created from the Command Palette, from a folder in the Explorer, and from a row of the tree. Each creation
 * is undone immediately.
 */
export const newPageSteps: readonly Step[] = [
  [
    "a page is created from the palette, with its translation and both entries, and a single undo removes them all",
    fromPalette,
  ],
  ["a page is created from a folder in the Explorer, with the cursor at its first placeholder", fromExplorer],
  ["a group with an icon and a first page is created from a row of the tree", groupFromTree],
];

const docs = (site: string) => readFileSync(path.join(site, "docs.json"), "utf8");

async function fromPalette(page: Page, site: string): Promise<void> {
  const before = docs(site);
  const newPage = path.join(site, "guides/rotate-keys.mdx");
  await openFile(page, "guides/authentication.mdx");
  await runCommand(page, "Docwright: New Page");
  await choose(page, "New Page: Template", "How-to");
  await type(page, "New Page: Title", "Rotate keys");
  const input = await field(page, "New Page: Path");
  await untilTrue("the path derived from the title", async () => (await input.inputValue()) === "guides/rotate-keys");
  await input.fill("guides/authentication");
  await page.getByText("already exists").first().waitFor();
  await input.fill("guides/rotate-keys");
  await accept(page, "New Page: Path");
  await choose(page, "New Page: Position in the Navigation", "suggested");
  const translations = page.locator(".quick-input-widget", { hasText: "de/guides/rotate-keys" });
  await translations.waitFor();
  await untilTrue("the page is there", async () => {
    if (await translations.isVisible()) await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    return existsSync(newPage);
  });
  await page.locator(".tab.active", { hasText: "rotate-keys.mdx" }).waitFor();
  await untilTrue("the first placeholder is chosen", () => selected(page));
  const german = () => readFileSync(path.join(site, "navigation/de-v2.json"), "utf8");
  await saveAll(
    page,
    "both entries",
    () => docs(site).includes('"guides/rotate-keys"') && german().includes('"de/guides/rotate-keys"'),
  );
  await saveAll(page, "the page from its template", () =>
    readFileSync(newPage, "utf8").startsWith('---\ntitle: "Rotate keys"\ndescription: "What readers can do'),
  );
  const translation = path.join(site, "de/guides/rotate-keys.mdx");
  await undoAll(page, () => !existsSync(newPage) && !existsSync(translation));
  await saveAll(
    page,
    "what is saved as it should be",
    () => docs(site) === before && !german().includes("rotate-keys"),
  );
}

async function fromExplorer(page: Page, site: string): Promise<void> {
  // Excludes the folder of another language, which is also expanded if one of its pages was open.
  const folders = page.locator('.explorer-folders-view .monaco-list-row[aria-level="1"]');
  const folder = folders.filter({ hasText: "guides" }).first();
  // On a busy machine, the navigation tree may cover the Explorer again when it reveals the previous page.
  const reveal = () => openByCommand(page, "File: Focus on Files Explorer", folder);
  await reveal();
  await chooseInMenu(page, folder, "New Page", widget(page, "New Page: Template"), reveal);
  await choose(page, "New Page: Template", "Blank");
  await type(page, "New Page: Title", "Costs");
  const input = await field(page, "New Page: Path");
  await untilTrue("the path derived from the title", async () => (await input.inputValue()) === "guides/costs");
  await accept(page, "New Page: Path");
  await choose(page, "New Page: Position in the Navigation", "Not in the navigation");
  await page.locator(".tab.active", { hasText: "costs.mdx" }).waitFor();
  await untilTrue("the first placeholder is chosen", () => selected(page));
  await page.keyboard.type("What it costs.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Nothing.");
  const text = () => readFileSync(path.join(site, "guides/costs.mdx"), "utf8");
  await saveAll(
    page,
    "what is saved as it should be",
    () => text().endsWith("Nothing.") || text().endsWith("Nothing.\n"),
  );
  assert.match(text(), /^---\ntitle: "Costs"\ndescription: "What it costs\."\nhidden: true\n---\n\nNothing\.\n?$/);
}

async function groupFromTree(page: Page, site: string): Promise<void> {
  const rows = page
    .locator(".pane", { has: page.locator(".pane-header", { hasText: "Navigation" }) })
    .locator(".monaco-list-row");
  const row = rows.filter({ hasText: "Tracking" }).first();
  await openByCommand(page, "Focus on Navigation View", rows.first());
  // The tree scrolls to the page in the editor, which may be far below.
  const toTop = async () => {
    await runCommand(page, "Focus on Navigation View");
    await page.keyboard.press("Home");
  };
  await untilTrue("the row at the top of the tree", async () => {
    if (await row.isVisible()) return true;
    await toTop();
    return false;
  });
  await chooseInMenu(page, row, "New Group", widget(page, "New Group: Title"), toTop);
  await type(page, "New Group: Title", "Recipes");
  const icon = await field(page, "New Group: Icon");
  await icon.fill("no-such-icon");
  await page.getByText("“no-such-icon” isn't in the").first().waitFor();
  await icon.fill("book");
  await accept(page, "New Group: Icon");
  await choose(page, "New Group: First Page", "Create the first page");
  await choose(page, "New Page: Template", "FAQ");
  await type(page, "New Page: Title", "First recipe");
  await accept(page, "New Page: Path");
  await page.locator(".tab.active", { hasText: "first-recipe.mdx" }).waitFor();
  const group = /"group": "Recipes",\s+"icon": "book",\s+"pages": \[\s*"[\w/-]*first-recipe"/;
  await saveAll(
    page,
    "the group in docs.json",
    () => group.test(docs(site)),
    () => docs(site),
  );
}

/** Returns the input box with this title. */
const widget = (page: Page, title: string) => page.locator(".quick-input-widget", { hasText: title });

async function field(page: Page, title: string) {
  await widget(page, title).waitFor();
  return widget(page, title).locator("input").first();
}

async function type(page: Page, title: string, text: string): Promise<void> {
  await (await field(page, title)).fill(text);
  await accept(page, title);
}

/** Accepts the input. Because the input is validated first, Enter is pressed until another prompt appears. */
async function accept(page: Page, title: string): Promise<void> {
  // A prompt that hasn't appeared yet is also hidden, so it would look like one that was answered.
  await widget(page, title).waitFor();
  await untilTrue(`${title} is answered`, async () => {
    // A second press would also accept the next prompt. The wait is long enough for the first press to take effect on a
    // busy machine.
    if (await widget(page, title).isVisible()) await page.keyboard.press("Enter");
    await widget(page, title).waitFor({ state: "hidden", timeout: 5000 });
    return true;
  });
}

async function choose(page: Page, title: string, label: string): Promise<void> {
  const input = await field(page, title);
  const row = widget(page, title).locator(".monaco-list-row.focused", { hasText: label });
  // The list may be refreshed after the text is entered, and part of a row may cover the next row.
  await untilTrue(`${label} is offered`, async () => {
    if ((await input.inputValue()) !== label) await input.fill(label);
    return row.first().isVisible();
  });
  await input.press("Enter");
}

/**
 * Undoes once in the page, and waits for `isUndone`. If an edit affects several files, VS Code prompts whether to undo
 * all of them.
 */
async function undoAll(page: Page, isUndone: () => boolean): Promise<void> {
  await page.locator(".editor-instance .view-lines").first().click();
  await page.locator(".monaco-editor.focused").first().waitFor();
  await page.keyboard.press("Control+z");
  const all = page.locator(".monaco-dialog-box").getByRole("button", { name: /Undo in \d+ Files/ });
  await untilTrue("all that was made to go with one undo", async () => {
    if (await all.isVisible()) await all.click({ timeout: 3000 });
    return isUndone();
  });
}

async function selected(page: Page): Promise<boolean> {
  return (await page.locator(".editor-instance .selected-text").count()) > 0;
}
