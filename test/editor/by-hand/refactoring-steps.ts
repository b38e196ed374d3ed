import { existsSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { applyEdits } from "./apply-edits.ts";
import { chooseInMenu } from "./choose-in-menu.ts";
import { pressUntil, row, selectRow } from "./navigation-tree.ts";
import { patience, untilTrue } from "./patience.ts";
import { runCommand } from "./run-command.ts";
import { saveAll } from "./save-all.ts";
import type { Step } from "./step.ts";

/**
 * Pages are moved with the keyboard and by dragging in the tree, renamed with a preview of every edit, and fixed after
 * a move outside VS Code.
 */
export const refactoringSteps: readonly Step[] = [
  ["a row of the navigation is moved with the keyboard", movesByKey],
  ["a row of the navigation is moved by dragging", movesByDrag],
  ["a page is renamed with all references to it after a preview of each edit", renamesPage],
  ["references are updated after files are moved outside the editor", repairsMoves],
];

async function movesByKey(page: Page, site: string): Promise<void> {
  await runCommand(page, "Focus on Navigation View");
  for (const view of ["API Coverage", "Reader Feedback"]) {
    const header = page.locator(".pane-header", { hasText: view });
    if ((await header.getAttribute("aria-expanded")) === "true") await header.click();
  }
  await selectRow(page, "Authentication");
  const docs = () => readFileSync(path.join(site, "docs.json"), "utf8");
  const before = docs();
  await pressUntil(page, "Alt+ArrowUp", () => docs() !== before);
  await saved(
    page,
    site,
    "docs.json",
    (text) => text.indexOf('"guides/authentication"') < text.indexOf('"quickstart"'),
  );
}

async function movesByDrag(page: Page, site: string): Promise<void> {
  // Waits until the tree shows the previous move. If rows moved under the pointer, a different row would be dragged.
  const top = async (text: string) => (await row(page, text).boundingBox())?.y ?? 0;
  await untilTrue(
    "the rows have changed places",
    async () => (await top("Quickstart")) > (await top("Authentication")),
  );
  const isMoved = (text: string) => {
    const tracking = text.indexOf('"group": "Tracking"');
    return tracking > 0 && text.indexOf('"quickstart"') > tracking;
  };
  const docs = () => readFileSync(path.join(site, "docs.json"), "utf8");
  // VS Code ignores a drag if it renders the tree in the meantime, which is likely on a slow machine.
  await untilTrue("the effect of a drag", async () => {
    if (isMoved(docs())) return true;
    await row(page, "Quickstart").dragTo(row(page, "Tracking"));
    return untilTrue("the effect of one drag", () => isMoved(docs()), { milliseconds: 30_000 });
  });
  await saved(page, site, "docs.json", isMoved);
}

async function renamesPage(page: Page, site: string): Promise<void> {
  const input = page.locator(".quick-input-widget", { hasText: "New path" }).locator("input").first();
  await chooseInMenu(page, row(page, "Authentication"), "Move or Rename Page", input);
  await input.fill("guides/sign-in");
  await page.keyboard.press("Enter");
  const prompt = page.locator(".monaco-dialog-box", { hasText: "/guides/authentication → /guides/sign-in" });
  await prompt.getByRole("button", { name: "Show Edits" }).click(patience);
  await applyEdits(page);
  await saved(page, site, "docs.json", (text) => text.includes('"guides/sign-in"'));
  await untilTrue("the page is at its new place", () => existsSync(path.join(site, "guides/sign-in.mdx")));
  await untilTrue("it is at its old place no more", () => !existsSync(path.join(site, "guides/authentication.mdx")));
  await untilTrue("the translation goes along", () => existsSync(path.join(site, "de/guides/sign-in.mdx")));
  await saved(page, site, "changelog.mdx", (text) => text.includes("(/guides/sign-in#key-permissions"));
}

async function repairsMoves(page: Page, site: string): Promise<void> {
  const webhooks = path.join(site, "guides/webhooks");
  renameSync(path.join(webhooks, "verify-signatures.mdx"), path.join(webhooks, "signatures.mdx"));
  await runCommand(page, "Docwright: Fix References to Moved Files");
  const question = page.locator(".monaco-dialog-box", { hasText: "guides/webhooks/signatures.mdx" });
  await question.getByRole("button", { name: "Show Edits" }).click();
  await question.waitFor({ state: "detached" });
  await applyEdits(page);
  await saved(page, site, "docs.json", (text) => text.includes('"guides/webhooks/signatures"'));
}

/** Saves all files repeatedly until the given file has the expected content. */
function saved(page: Page, site: string, file: string, isThere: (text: string) => boolean): Promise<void> {
  const text = () => readFileSync(path.join(site, file), "utf8");
  return saveAll(page, `${file} as it should be`, () => isThere(text()));
}
