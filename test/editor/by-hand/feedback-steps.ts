import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import type { SentEntry } from "../../../sample/services/feedback/sent-entry.ts";
import {
  startFeedbackService,
  type RunningFeedbackService,
} from "../../../sample/services/feedback/start-feedback-service.ts";
import { commitSteps } from "./feedback-commit-steps.ts";
import { saveScreenshot, lens, panelOf, quickstart, thread, viewRows } from "./feedback-places.ts";
import { onCode, threadSteps } from "./feedback-thread-steps.ts";
import { zoomSteps } from "./feedback-zoom-steps.ts";
import { patience, untilTrue } from "./patience.ts";
import { clickUntil, expandUntil } from "./rows.ts";
import { openByCommand, runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

const contact = "quayside.canary@readers.example";
const hostile = "The key is not set. [run](command:x) https://evil.example <b>$(alert)</b> \u202eback";

/**
 * All uses of reader feedback, from entering the API key to the commit, with the sample's feedback service and its
 * data.
 */
export const feedbackSteps: readonly Step[] = [
  ["prompts for the service, the project, its settings, and the key, tests the key once, and opens the panel", setUp],
  ["lists the pages that need work in its view", showView],
  ["shows ratings above the title and the number of open comments in the Explorer", showLensAndBadge],
  ["opens a comment at the code block that it's about, as plain text", openAtCode],
  ["marks an entry as done on this machine, shows the new status, and reopens the entry", triage],
  ...threadSteps,
  ["opens the panel at the page from the CodeLens above its title, and the source from the panel", openPanel],
  ...zoomSteps,
  ...commitSteps,
  ["restores the panel from the cache after the window is reloaded", loadAgain],
  ["leaves neither the key nor a reader's email address in any file of the editor or in the page", checkNoSecretOnDisk],
];

let service: RunningFeedbackService | undefined;

function running(): RunningFeedbackService {
  if (!service) throw new Error("The feedback service isn't running.");
  return service;
}

const base = { path: "/quickstart", status: "pending" } as const;
const getTimeAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const added = (): readonly SentEntry[] => [
  {
    ...base,
    id: "fb_canary_page",
    source: "contextual",
    helpful: false,
    comment: hostile,
    contact,
    createdAt: getTimeAgo(1),
  },
  {
    ...base,
    id: "fb_canary_code",
    source: "code_snippet",
    comment: onCode,
    code: "read -rs BERTHLINE_KEY && export BERTHLINE_KEY",
    filename: null,
    lang: "bash",
    createdAt: getTimeAgo(2),
  },
  {
    id: "fb_canary_lost",
    path: "/guides/never-there",
    status: "pending",
    source: "agent",
    comment: "Where is it?",
    createdAt: getTimeAgo(3),
  },
];

async function setUp(page: Page): Promise<void> {
  service = await startFeedbackService({ requestsPerHour: 100 });
  for (const entry of added()) service.add(entry);
  await runCommand(page, "Docwright: Set Reader Feedback API Key");
  await answer(page, "Reader Feedback: Base URL", service.baseUrl);
  await answer(page, "Project", service.projectId);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Workspace settings" }).click(patience);
  const field = page.locator(".quick-input-widget input[type=password]");
  await field.waitFor(patience);
  const words = await page.locator(".quick-input-widget").innerText();
  assert.ok(words.includes(service.baseUrl) && words.includes("sent only to"), words);
  await field.fill(service.key);
  await saveScreenshot(page, "feedback-key");
  await page.keyboard.press("Enter");
  await page
    .locator(".notification-list-item-message", { hasText: "is connected. The API key works." })
    .first()
    .waitFor(patience);
  await panelOf(page).locator("input[type=search]").waitFor(patience);
  await saveScreenshot(page, "feedback-connected");
  await untilTrue("the requests to the service", () => running().requests.length > 1);
  const [first] = service.requests;
  assert.match(JSON.stringify(first), /limit=1(?!\d)/);
}

async function showView(page: Page): Promise<void> {
  await page.locator(".activitybar a.action-label[aria-label^='Docwright']").click(patience);
  const rows = viewRows(page);
  await rows.filter({ hasText: "Needs work" }).first().waitFor(patience);
  await saveScreenshot(page, "feedback-view");
  // Collapses other views to make room for the feedback rows, because rows out of view aren't in the DOM.
  for (const view of ["Navigation", "API Coverage"])
    await page.locator(".part.sidebar .pane-header", { hasText: view }).click(patience);
  const needsWork = (expanded: boolean) =>
    page.locator(`.part.sidebar .monaco-list-row[aria-expanded="${expanded}"]`, { hasText: "Needs work" });
  await clickUntil(needsWork(true), needsWork(false));
  for (const name of ["Open comments by page", "Not matched to a file"])
    await rows.filter({ hasText: name }).first().waitFor(patience);
  await clickUntil(rows.filter({ hasText: "Not matched to a file" }), rows.filter({ hasText: "/guides/never-there" }));
  await saveScreenshot(page, "feedback-unjoined");
  await clickUntil(
    rows.filter({ hasText: "Not matched to a file" }).and(page.locator('[aria-expanded="true"]')),
    rows.filter({ hasText: "Not matched to a file" }).and(page.locator('[aria-expanded="false"]')),
  );
  await clickUntil(rows.filter({ hasText: "Open comments by page" }), quickstart(page));
}

async function showLensAndBadge(page: Page): Promise<void> {
  const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "quickstart.mdx" });
  await openByCommand(page, "View: Show Explorer", row);
  await row.dblclick(patience);
  await lens(page).waitFor(patience);
  assert.match(await lens(page).innerText(), /^▲ \d+ ▼ \d+ · \d+ open comments$/);
  const label = await row.locator(".monaco-icon-label").first().getAttribute("aria-label");
  assert.match(String(label), /\d+ open comments/);
  await saveScreenshot(page, "feedback-lens");
}

async function openAtCode(page: Page): Promise<void> {
  await page.locator(".activitybar a.action-label[aria-label^='Docwright']").click(patience);
  const row = viewRows(page).filter({ hasText: onCode }).last();
  await expandUntil(quickstart(page), row);
  const comment = thread(page).filter({ hasText: onCode });
  await clickUntil(row, comment);
  await saveScreenshot(page, "feedback-code");
  await untilTrue("the thread to stand below the block", async () => {
    const above = await page.locator(".monaco-editor .view-line", { hasText: "read -rs" }).boundingBox();
    const box = await comment.boundingBox();
    return above !== null && box !== null && box.y > above.y && box.y < above.y + 90;
  });
  const page_ = thread(page).filter({ hasText: "The key is not set" });
  await clickUntil(viewRows(page).filter({ hasText: "The key is not set" }).last(), page_);
  const body = page_.locator(".comment-body", { hasText: "The key is not set" }).first();
  assert.match(
    await body.innerText(),
    /\[run\]\(command:x\) https:\/\/evil\.example <b>\$\(alert\)<\/b> ⟨U\+202E⟩back/,
  );
  assert.equal(await body.locator("a, img, b, .codicon").count(), 0);
  await saveScreenshot(page, "feedback-title");
}

async function triage(page: Page): Promise<void> {
  const comment = thread(page).locator(".review-comment", { hasText: onCode });
  await clickUntil(viewRows(page).filter({ hasText: onCode }).last(), comment);
  await comment.hover();
  await comment.locator(".action-label[aria-label^='Mark as Done Locally']").click(patience);
  await comment.getByText("done locally").waitFor(patience);
  await page
    .locator(".notification-list-item-message", { hasText: "Saved on this machine only" })
    .first()
    .waitFor(patience);
  await saveScreenshot(page, "feedback-done");
  await comment.hover();
  await comment.locator(".action-label[aria-label^='Mark as Open Locally']").click(patience);
  await comment.getByText("done locally").waitFor({ state: "detached", ...patience });
}

async function openPanel(page: Page): Promise<void> {
  await viewRows(page).filter({ hasText: "The key is not set" }).last().click(patience);
  const panel = panelOf(page);
  const tab = page.locator(".tab.active", { hasText: "Reader Feedback" }).first();
  // CodeLenses are redrawn when the text moves, so the CodeLens may disappear before the click on it is handled. Once
  // the tab is active, it covers the CodeLens, even if the panel is still loading.
  await untilTrue("the tab of the panel", async () => {
    if (!(await tab.isVisible())) await lens(page).click({ timeout: 5000 });
    await tab.waitFor({ timeout: 5000 });
    return true;
  });
  await panel.locator("input[type=search]").waitFor(patience);
  await findInPanel(page);
  await saveScreenshot(page, "feedback-panel");
  await panel.getByText(onCode).first().click(patience);
  await panel.getByRole("button", { name: /^Open in editor/i }).click(patience);
  await page.locator(".monaco-editor .view-line", { hasText: "read -rs" }).first().waitFor(patience);
  await saveScreenshot(page, "feedback-source");
}

/**
 * Searches for the entry, because only visible rows are rendered and VS Code for the web may lose the list's scroll
 * position and search.
 */
async function findInPanel(page: Page): Promise<void> {
  await panelOf(page).locator("input[type=search]").fill("hides what", patience);
  await panelOf(page).getByText(onCode).first().waitFor(patience);
}

async function loadAgain(page: Page): Promise<void> {
  await page.locator(".tab", { hasText: "Reader Feedback" }).first().click(patience);
  await findInPanel(page);
  const requested = running().requests.length;
  // While the service is unavailable, VS Code shows the cached feedback.
  await running().stop();
  await page.reload();
  await page.locator(".tab", { hasText: "Reader Feedback" }).first().click(patience);
  await findInPanel(page);
  assert.equal(running().requests.length, requested);
  await saveScreenshot(page, "feedback-again");
}

/**
 * Checks that no file contains a secret. The site is next to VS Code's profile, which contains its logs, state, and
 * storage.
 */
async function checkNoSecretOnDisk(page: Page, site: string): Promise<void> {
  const profile = path.join(path.dirname(site), "profile");
  const secrets = [running().key, contact];
  const texts = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString("base64").replace(/=+$/, "")]);
  let known = false;
  for (const folder of [profile, site]) {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const at = path.join(file.parentPath, file.name);
      const bytes = await readFile(at).catch(() => Buffer.alloc(0));
      for (const text of texts) assert.equal(bytes.includes(text), false, `${at} contains ${text}`);
      known ||= bytes.includes(onCode);
    }
  }
  assert.ok(known, "the saved feedback wasn't checked");
  for (const frame of page.frames())
    for (const text of texts) assert.ok(!(await frame.content()).includes(text), `a page contains ${text}`);
}

async function answer(page: Page, title: string, text: string): Promise<void> {
  const widget = page.locator(".quick-input-widget", { hasText: title });
  await widget.waitFor(patience);
  await widget.locator("input").first().fill(text);
  await page.keyboard.press("Enter");
}
