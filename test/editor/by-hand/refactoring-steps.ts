import { existsSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

/** A page is moved by keyboard and by drag in the tree, renamed with a preview of every edit, and repaired after a move elsewhere. */
export const refactoringSteps: readonly Step[] = [
  ["a row of the navigation moves by its key", movesByKey],
  ["a row of the navigation moves by drag", movesByDrag],
  ["a page is renamed with everything that names it, each edit shown before", renamesPage],
  ["what was moved outside of the editor is followed", repairsMoves],
];

const row = (page: Page, text: string) =>
  page
    .locator(".pane", { has: page.locator(".pane-header", { hasText: "Navigation" }) })
    .locator(".monaco-list-row", { hasText: text })
    .first();

async function movesByKey(page: Page, site: string): Promise<void> {
  await runCommand(page, "Focus on Navigation View");
  for (const view of ["API Coverage", "Reader Feedback"]) {
    const header = page.locator(".pane-header", { hasText: view });
    if ((await header.getAttribute("aria-expanded")) === "true") await header.click();
  }
  await row(page, "Authentication").click({ timeout: 60_000 });
  await page.keyboard.press("Alt+ArrowUp");
  await saved(
    page,
    site,
    "docs.json",
    (text) => text.indexOf('"guides/authentication"') < text.indexOf('"quickstart"'),
  );
}

async function movesByDrag(page: Page, site: string): Promise<void> {
  // The tree follows the move before: rows that change places under the pointer would be another one's drag.
  const top = async (text: string) => (await row(page, text).boundingBox())?.y ?? 0;
  await until(
    async () => (await top("Quickstart")) > (await top("Authentication")),
    "the rows have changed places",
  );
  await row(page, "Quickstart").dragTo(row(page, "Tracking"));
  await saved(page, site, "docs.json", (text) => {
    const tracking = text.indexOf('"group": "Tracking"');
    return tracking > 0 && text.indexOf('"quickstart"') > tracking;
  });
}

async function renamesPage(page: Page, site: string): Promise<void> {
  // The tree may have been made anew by the drag before, and has the focus again with a click on it.
  const input = page.locator(".quick-input-widget", { hasText: "The new path" }).locator("input").first();
  const entry = page.locator(".monaco-menu .action-item", { hasText: "Move or Rename Page" }).first();
  await until(async () => {
    await row(page, "Authentication").click({ button: "right" });
    const isThere = await entry.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (isThere) await entry.click();
    return input.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  }, "the new path is asked for");
  await input.fill("guides/sign-in");
  await page.keyboard.press("Enter");
  await page.locator("#refactorPreview").waitFor();
  await page.getByRole("button", { name: "Apply" }).click();
  await saved(page, site, "docs.json", (text) => text.includes('"guides/sign-in"'));
  await until(() => existsSync(path.join(site, "guides/sign-in.mdx")), "the page is at its new place");
  await until(
    () => !existsSync(path.join(site, "guides/authentication.mdx")),
    "it is at its old place no more",
  );
  await until(() => existsSync(path.join(site, "de/guides/sign-in.mdx")), "the translation goes along");
  await saved(page, site, "changelog.mdx", (text) => text.includes("(/guides/sign-in#keys"));
}

async function repairsMoves(page: Page, site: string): Promise<void> {
  const webhooks = path.join(site, "guides/webhooks");
  renameSync(path.join(webhooks, "verify-signatures.mdx"), path.join(webhooks, "signatures.mdx"));
  await runCommand(page, "Docwright: Repair Moves");
  await page.getByRole("button", { name: "Show Edits" }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await saved(page, site, "docs.json", (text) => text.includes('"guides/webhooks/signatures"'));
}

/** Everything is saved, again and again until the file says it. */
async function saved(
  page: Page,
  site: string,
  file: string,
  isThere: (text: string) => boolean,
): Promise<void> {
  await until(async () => {
    await runCommand(page, "File: Save All Files");
    await page.waitForTimeout(300);
    return isThere(readFileSync(path.join(site, file), "utf8"));
  }, `${file} is as it should be`);
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 90_000; Date.now() < end;) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`Not seen within 90 seconds: ${what}.`);
}
