import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import type { Json } from "./channel.ts";

/** What a suite can ask for in the editor's window; a new one is one entry more. */
export const windowActions: ReadonlyMap<string, (page: Page, argument: string) => Promise<Json>> = new Map([
  ["takePicture", takePicture],
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

export const pictureFolder = path.resolve(__dirname, "../../../out/editor");

async function takePicture(page: Page, name: string): Promise<Json> {
  await mkdir(pictureFolder, { recursive: true });
  await page.screenshot({ path: path.join(pictureFolder, `${name}.png`) });
  return null;
}

/** How many wavy lines of a severity (`error`, `warning`, `info`) are drawn in the visible text. */
async function countMarks(page: Page, severity: string): Promise<Json> {
  return page.locator(`.monaco-editor .squiggly-${severity}`).count();
}

/** Pictures in hovers that were really drawn, not refused. */
async function countHoverPictures(page: Page): Promise<Json> {
  const drawn =
    "[...document.querySelectorAll('.monaco-hover img')].filter((image) => image.naturalWidth > 0).length";
  return page.evaluate<number>(drawn);
}

/** Strikes the keys for this text, one after the other, where the caret is. */
async function typeInEditor(page: Page, text: string): Promise<Json> {
  await page.locator(".editor-instance .monaco-editor.focused").first().waitFor();
  await page.keyboard.type(text);
  return null;
}

/** The rows that are drawn in the side bar's tree: `name · description`. */
async function rowsOfView(page: Page): Promise<Json> {
  // At one moment: rows come and go while the tree is drawn.
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll(".part.sidebar .monaco-list-row .monaco-icon-label")].map((row) =>
    [...row.querySelectorAll(".label-name, .label-description")].map((part) => part.innerText.replaceAll("\\u00a0", " ").trim()).join(" · "))`);
}

/** Folds up the views of the side bar but the one of this name, as an author does who wants to see all of it. */
async function expandOnly(page: Page, name: string): Promise<Json> {
  const others = page.locator(".part.sidebar .pane-header.expanded").filter({ hasNotText: name });
  for (let left = await others.count(); left > 0; left--) await others.first().click();
  return null;
}

/** Clicks a button of a row, `POST /orders > Open Page`; without one the row itself. */
async function clickInView(page: Page, target: string): Promise<Json> {
  const [row = "", button] = target.split(" > ");
  const line = page.locator(".part.sidebar .monaco-list-row", { hasText: row }).first();
  await line.hover();
  await (button ? line.locator(`.action-label[aria-label^="${button}"]`) : line).click();
  // Away from what it would tell.
  await page.mouse.move(20, 600);
  return null;
}

/** The rows of the preview of edits, `☑` or `☐` in front of each. */
async function rowsOfPreview(page: Page): Promise<Json> {
  return page.evaluate<string[]>(`[...document.querySelectorAll(".part.panel .monaco-list-row")].map((row) =>
    (row.querySelector(".edit-checkbox")?.getAttribute("aria-checked") === "true" || row.querySelector("input.edit-checkbox")?.checked ? "☑" : "☐") + " " + row.innerText.replaceAll(/\\s+/g, " ").trim())`);
}

/** Has the edits made that are ticked. */
async function applyPreview(page: Page): Promise<Json> {
  await page.locator(".part.panel .monaco-button", { hasText: "Apply" }).click();
  return null;
}

/** Chooses from the list that the editor asks with. */
async function pickRow(page: Page, row: string): Promise<Json> {
  const list = page.locator(".quick-input-widget .monaco-list-row", { hasText: row }).first();
  await list.click();
  return null;
}

/** Runs a command as an author does: by its title, from the palette. */
async function runCommand(page: Page, title: string): Promise<Json> {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input.input").fill(`>${title}`);
  return pickRow(page, title);
}

/** The document of the preview that is to be seen. */
function preview(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
}

/** All text of the preview; empty while it has none. */
async function readPreview(page: Page): Promise<Json> {
  return preview(page)
    .locator("body")
    .innerText({ timeout: 5000 })
    .catch(() => "");
}

/** Clicks the first thing that says this. */
async function clickInPreview(page: Page, words: string): Promise<Json> {
  await preview(page).getByText(words, { exact: true }).filter({ visible: true }).first().click();
  return null;
}

async function doubleClickInPreview(page: Page, words: string): Promise<Json> {
  await preview(page).getByText(words).first().dblclick();
  return null;
}

/** Scrolls by the wheel. */
async function scrollPreview(page: Page, pixels: string): Promise<Json> {
  await preview(page).locator(".dw-page").hover();
  await page.mouse.wheel(0, Number(pixels));
  return null;
}

/** From now on, the preview's page collects the names of the routes that hostile components attempt. */
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

/** Requests a URL from another window of the same browser. */
async function visit(page: Page, url: string): Promise<Json> {
  const other = await page.context().browser()?.newPage();
  if (!other) throw new Error("The editor's window doesn't belong to a browser.");
  // A response without content isn't shown, which counts as an error.
  await other.goto(url).catch(() => undefined);
  await other.close();
  return null;
}

const policyErrors = new WeakMap<Page, string[]>();

/** From now on, keeps what the console says of a policy of content in any frame of the window. */
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

/** What the first block of code in the preview stands on that has its colours: `rgb(30, 30, 30)`. */
async function groundOfCode(page: Page): Promise<Json> {
  const coloured = page.locator(".dw-line > span");
  return groundOf(preview(page).locator(".dw-code").filter({ has: coloured }).first());
}

/** What the texts of the editor stand on. */
async function groundOfTexts(page: Page): Promise<Json> {
  return groundOf(page.locator(".monaco-editor-background").first());
}

/** Empty while it is not there. */
async function groundOf(element: Locator): Promise<string> {
  return element
    .evaluate((found) => String(getComputedStyle(found).backgroundColor), undefined, { timeout: 5000 })
    .catch(() => "");
}

/** How far from the upper edge of its window the first thing is that says this. */
async function topOfPreview(page: Page, words: string): Promise<Json> {
  const [inner, outer] = [
    await preview(page).getByText(words).first().boundingBox(),
    await page.locator("iframe.webview.ready:visible").boundingBox(),
  ];
  return inner && outer ? Math.round(inner.y - outer.y) : null;
}
