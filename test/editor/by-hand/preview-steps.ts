import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { patience, untilTrue } from "./patience.ts";
import { preview } from "./playground-page.ts";
import { runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

/** A hostname that never resolves. The window intercepts requests to it and returns an image. */
const host = "pictures.harbour.invalid";
const shipIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><path fill="teal" d="M0 0h300v120H0z"/></svg>';

/**
 * Steps with a preview, including external requests, links that are opened outside the window, and a reload of the
 * window.
 */
export const previewSteps: readonly Step[] = [
  ["a preview loads an image from the web only after its host is allowed", showPicture],
  ["a preview receives messages from its editor, but not from frames inside it", hearEditor],
  ["a preview saves its page as HTML in the chosen file", saveAsHtml],
  [
    "a preview opens in a browser with the surrounding site, even if the editor itself runs in a browser",
    openInBrowser,
  ],
  ["a preview shows the same page, still locked, after the window is reloaded", loadAgain],
];

async function showPicture(page: Page): Promise<void> {
  const requested: string[] = [];
  await page.context().route(new RegExp(host), (route) => {
    requested.push(route.request().url());
    return route.fulfill({ contentType: "image/svg+xml", body: shipIcon });
  });
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "pictures.mdx" }).dblclick(patience);
  await page.locator(".monaco-editor .view-line", { hasText: "A ship of ours" }).waitFor(patience);
  // Keystrokes reach the editor only once it has the focus, which happens after its text appears.
  await page.locator(".monaco-editor.focused").first().waitFor(patience);
  await page.keyboard.press("Control+K");
  await page.keyboard.press("v");
  await preview(page).getByText("A ship of ours.").waitFor(patience);
  const consent = preview(page).getByRole("button", { name: `Show images from ${host}` });
  await consent.waitFor(patience);
  assert.deepEqual(requested, []);
  await consent.click();
  await untilTrue("the picture", () =>
    preview(page)
      .getByAltText("The Dolphin")
      .evaluate((image) => "naturalWidth" in image && image.naturalWidth === 300),
  );
  assert.deepEqual([...new Set(requested)], [`https://${host}/ship.svg`]);
}

async function hearEditor(page: Page): Promise<void> {
  const body = await preview(page).locator("body").elementHandle();
  const frame = await body?.ownerFrame();
  assert.ok(frame);
  await frame.evaluate('document.body.append(document.createElement("iframe"))');
  const [below] = frame.childFrames();
  assert.ok(below);
  const spoofed = { kind: "missing", missing: { url: "/spoofed", text: "A spoofed page" } };
  await below.evaluate(`parent.postMessage(${JSON.stringify(spoofed)}, "*")`);
  const received = { kind: "fault", text: "Said by the editor." };
  await frame.evaluate(`window.postMessage(${JSON.stringify(received)}, "*")`);
  await preview(page).getByText("Said by the editor.").waitFor(patience);
  assert.equal(await preview(page).getByText("A spoofed page").count(), 0);
  assert.ok(await preview(page).getByText("A ship of ours.").isVisible());
  await frame.evaluate('document.querySelector("body > iframe").remove()');
}

async function saveAsHtml(page: Page, site: string): Promise<void> {
  await preview(page).getByRole("button", { name: "Save page as HTML" }).click(patience);
  const file = path.join(site, "pictures.html");
  const field = page.locator(".quick-input-widget input").first();
  await untilTrue("the question where", async () => (await field.inputValue()) === file);
  await page.keyboard.press("Enter");
  const html = await untilTrue("the file", () => readFile(file, "utf8").catch(() => ""));
  assert.match(html, /^<!doctype html>/i);
  assert.match(html, /A ship of ours\./);
  assert.doesNotMatch(html, /<script/i);
}

async function openInBrowser(page: Page, site: string): Promise<void> {
  const opened = page.context().waitForEvent("page", patience);
  await preview(page).getByRole("button", { name: "Open in browser" }).click(patience);
  const tab = await opened;
  await tab.getByText("A ship of ours.").waitFor(patience);
  const { pathname } = new URL(tab.url());
  assert.match(pathname, /\/pictures$/);
  assert.equal((await previewsOf(site)).length, 1);
  await tab.getByRole("link", { name: "Overview" }).first().click(patience);
  await tab.getByText("They are on the web.").waitFor(patience);
  await untilTrue("its address", async () => new URL(tab.url()).pathname === pathname.replace(/pictures$/, ""));
  await tab.goBack();
  await tab.getByText("A ship of ours.").waitFor(patience);
  await tab.reload();
  await tab.getByText("A ship of ours.").waitFor(patience);
  await tab.close();
}

async function loadAgain(page: Page, site: string): Promise<void> {
  await preview(page).getByRole("button", { name: "Lock preview to this page" }).click(patience);
  await preview(page).locator('[aria-label="Lock preview to this page"][aria-pressed="true"]').waitFor(patience);
  await preview(page).getByRole("radio", { name: "Phone, 375 pixels" }).click(patience);
  // The page saves its state a moment after each change.
  await preview(page).locator("body").evaluate("new Promise((done) => setTimeout(done, 600))");
  const loaded = page.waitForEvent("load", patience);
  await runCommand(page, "Developer: Reload Window");
  await loaded;
  await page.locator(".tab", { hasText: "Preview Pictures" }).waitFor(patience);
  await preview(page).getByText("A ship of ours.").waitFor(patience);
  await preview(page).locator('[aria-label="Lock preview to this page"][aria-pressed="true"]').waitFor(patience);
  const phone = preview(page).locator('[aria-label^="Phone"][aria-checked="true"]');
  await phone.waitFor(patience);
  assert.equal(
    await preview(page)
      .getByRole("button", { name: `Show images from ${host}` })
      .count(),
    0,
  );
  await untilTrue("the server for the browser to end", async () => (await previewsOf(site)).length === 0);
}

/** Returns the process IDs of the `docwright preview` commands for this site. Linux only. */
async function previewsOf(site: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return pids.filter((_, at) => lines[at]?.includes(`\0preview\0${site}\0`));
}
