import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import type { Json } from "./channel.ts";

/** Actions that suites can perform in VS Code's window. */
export const windowActions: ReadonlyMap<string, (page: Page, argument: string) => Promise<Json>> = new Map([
  ["takePicture", takePicture],
  ["saveFailure", saveFailure],
  ["countMarks", countMarks],
  ["countHovers", (page) => page.locator(".monaco-hover:visible .hover-contents").count()],
  ["countHoverPictures", countHoverPictures],
  ["rowsOfView", rowsOfView],
  ["readWelcome", async (page) => (await page.locator(".welcome-view-content").allInnerTexts()).join("\n")],
  ["applyPreview", applyPreview],
  ["pickRow", pickRow],
  ["runCommand", runCommand],
  ["rowsOfPreview", rowsOfPreview],
  ["clickInView", clickInView],
  ["expandOnly", expandOnly],
  ["readLenses", (page) => page.locator(".codelens-decoration").allInnerTexts()],
  ["readMessages", (page) => page.locator(".notification-list-item-message").allInnerTexts()],
  ["readPreview", readPreview],
  ["clickInPreview", clickInPreview],
  ["focusPreview", focusPreview],
  ["doubleClickInPreview", doubleClickInPreview],
  ["scrollPreview", scrollPreview],
  ["topOfPreview", topOfPreview],
  ["groundOfCode", groundOfCode],
  ["groundOfTexts", groundOfTexts],
  ["countInPreview", (page, selector) => preview(page).locator(selector).count()],
  ["keepAttempts", keepAttempts],
  ["readAttempts", readAttempts],
  ["visit", visit],
  ["keepPolicyErrors", keepPolicyErrors],
  ["readPolicyErrors", async (page) => policyErrors.get(page) ?? []],
  ["type", typeInEditor],
  ["countLinked", (page) => page.locator(".monaco-editor .linked-editing-decoration").count()],
  ["countSuggestions", (page) => page.locator(".suggest-widget.visible .monaco-list-row").count()],
]);

/** The folder of logs and screenshots of failures. */
export const pictureFolder = path.resolve(__dirname, "../../../out/editor");

/**
 * Saves a screenshot for review in the folder `EDITOR_PICTURES`. Does nothing if the variable isn't set, because no test
 * reads the screenshots.
 */
async function takePicture(page: Page, name: string): Promise<Json> {
  const folder = process.env["EDITOR_PICTURES"];
  if (folder === undefined) return null;
  // Waits for transitions to finish.
  await page.waitForTimeout(700);
  return savePicture(page, path.resolve(folder), name);
}

/** Saves a screenshot of a window in which a test failed. */
export function saveFailure(page: Page, name: string): Promise<Json> {
  return savePicture(page, pictureFolder, name);
}

async function savePicture(page: Page, folder: string, name: string): Promise<Json> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  return null;
}

/** Returns the number of squiggles with a severity (`error`, `warning`, or `info`) in the visible text. */
async function countMarks(page: Page, severity: string): Promise<Json> {
  return page.locator(`.monaco-editor .squiggly-${severity}`).count();
}

/** Returns the number of images in hovers that were loaded and not blocked. */
async function countHoverPictures(page: Page): Promise<Json> {
  const drawn = "[...document.querySelectorAll('.monaco-hover img')].filter((image) => image.naturalWidth > 0).length";
  return page.evaluate<number>(drawn);
}

/** Types text at the cursor, key by key. */
async function typeInEditor(page: Page, text: string): Promise<Json> {
  await page.locator(".editor-instance .monaco-editor.focused").first().waitFor();
  await page.keyboard.type(text);
  return null;
}

/** Returns the visible rows of the sidebar's tree in the form `name · description`. */
async function rowsOfView(page: Page): Promise<Json> {
  // All rows are read in a single call, because they change while the tree is being rendered.
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll(".part.sidebar .monaco-list-row .monaco-icon-label")].map((row) =>
    [...row.querySelectorAll(".label-name, .label-description")].map((part) => part.innerText.replaceAll("\\u00a0", " ").trim()).join(" · "))`);
}

/** Collapses all views in the sidebar except this one. Returns whether the view exists. */
async function expandOnly(page: Page, name: string): Promise<Json> {
  const others = page.locator(".part.sidebar .pane-header.expanded").filter({ hasNotText: name });
  for (let left = await others.count(); left > 0; left--) await others.first().click();
  return (await page.locator(".part.sidebar .pane-header", { hasText: name }).count()) > 0;
}

/** Clicks a button in a row, such as `POST /orders > Open Page`, or the row itself if no button is specified. */
async function clickInView(page: Page, target: string): Promise<Json> {
  const [row = "", button] = target.split(" > ");
  const line = page.locator(".part.sidebar .monaco-list-row", { hasText: row }).first();
  await line.hover();
  await (button ? line.locator(`.action-label[aria-label^="${button}"]`) : line).click();
  // Moves the pointer away, so that no hover appears.
  await page.mouse.move(20, 600);
  return null;
}

/** Returns the rows of Refactor Preview, each of which starts with `☑` or `☐`. */
async function rowsOfPreview(page: Page): Promise<Json> {
  return page.evaluate<string[]>(`[...document.querySelectorAll(".part.panel .monaco-list-row")].map((row) =>
    (row.querySelector(".edit-checkbox")?.getAttribute("aria-checked") === "true" || row.querySelector("input.edit-checkbox")?.checked ? "☑" : "☐") + " " + row.innerText.replaceAll(/\\s+/g, " ").trim())`);
}

/** Applies the selected edits. */
async function applyPreview(page: Page): Promise<Json> {
  await page.locator(".part.panel .monaco-button", { hasText: "Apply" }).click();
  return null;
}

/** Selects an entry in the quick pick. */
async function pickRow(page: Page, row: string): Promise<Json> {
  const list = page.locator(".quick-input-widget .monaco-list-row", { hasText: row }).first();
  await list.click();
  return null;
}

/** Runs a command by its title from the Command Palette. */
async function runCommand(page: Page, title: string): Promise<Json> {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input.input").fill(`>${title}`);
  return pickRow(page, title);
}

/** Returns the document of the visible preview. */
function preview(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
}

/** Returns the entire text of the preview, or an empty string if it doesn't contain any text. */
async function readPreview(page: Page): Promise<Json> {
  return preview(page)
    .locator("body")
    .innerText({ timeout: 5000 })
    .catch(() => "");
}

/** Clicks the first element with this text. */
async function clickInPreview(page: Page, words: string): Promise<Json> {
  await preview(page).getByText(words, { exact: true }).filter({ visible: true }).first().click();
  return null;
}

async function focusPreview(page: Page): Promise<Json> {
  await preview(page).locator("h1").first().click();
  return null;
}

async function doubleClickInPreview(page: Page, words: string): Promise<Json> {
  await preview(page).getByText(words).first().dblclick();
  return null;
}

/** Scrolls with the mouse wheel. */
async function scrollPreview(page: Page, pixels: string): Promise<Json> {
  await preview(page).locator(".dw-page").hover();
  await page.mouse.wheel(0, Number(pixels));
  return null;
}

/** Makes the preview's page collect the names of the routes that hostile components attempt. */
async function keepAttempts(page: Page): Promise<Json> {
  await preview(page)
    .locator("body")
    .evaluate(() => {
      const attempts = new Set<string>();
      Object.assign(window, { attempts });
      window.addEventListener("message", ({ data }: MessageEvent<{ attempted?: string } | undefined>) => {
        if (data?.attempted !== undefined) attempts.add(data.attempted);
      });
    });
  return null;
}

async function readAttempts(page: Page): Promise<Json> {
  return preview(page)
    .locator("body")
    .evaluate(() => [...(window as unknown as { readonly attempts: ReadonlySet<string> }).attempts]);
}

/** Requests a URL in another window of the same browser. */
async function visit(page: Page, url: string): Promise<Json> {
  const other = await page.context().browser()?.newPage();
  if (!other) throw new Error("The editor's window doesn't belong to a browser.");
  // A response without content doesn't open a page, which counts as an error.
  await other.goto(url).catch(() => undefined);
  await other.close();
  return null;
}

const policyErrors = new WeakMap<Page, string[]>();

/** Starts to collect the Content Security Policy errors in the console of every frame in the window. */
async function keepPolicyErrors(page: Page): Promise<Json> {
  const retained: string[] = [];
  policyErrors.set(page, retained);
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && /Content Security Policy|Trusted(?:Type|HTML|Script)/.test(text))
      retained.push(text);
  });
  return null;
}

/** Returns the background color of the first highlighted code block in the preview, such as `rgb(30, 30, 30)`. */
async function groundOfCode(page: Page): Promise<Json> {
  const colored = page.locator(".dw-line > span");
  return groundOf(preview(page).locator(".dw-code").filter({ has: colored }).first());
}

/** Returns the background color of the text editor. */
async function groundOfTexts(page: Page): Promise<Json> {
  return groundOf(page.locator(".monaco-editor-background").first());
}

/** Returns the background color of an element, or an empty string if the element doesn't exist yet. */
async function groundOf(element: Locator): Promise<string> {
  return element
    .evaluate((found) => String(getComputedStyle(found).backgroundColor), undefined, { timeout: 5000 })
    .catch(() => "");
}

/** Returns the distance from the top of the preview to the first element with this text, in pixels. */
async function topOfPreview(page: Page, words: string): Promise<Json> {
  const [inner, outer] = [
    await preview(page).getByText(words).first().boundingBox(),
    await page.locator("iframe.webview.ready:visible").boundingBox(),
  ];
  return inner && outer ? Math.round(inner.y - outer.y) : null;
}
