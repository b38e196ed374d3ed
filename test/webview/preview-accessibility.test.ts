import assert from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import { eventually } from "../harness/eventually.ts";
import { findViolations } from "./find-violations.ts";
import { inChromium } from "./open-page.ts";
import { previewSample } from "./preview-sample.ts";

interface Sight {
  readonly url: string;
  readonly width?: number;
  readonly dark?: true;
  readonly more?: BrowserContextOptions;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** The variables that the editor provides to webviews in a high-contrast theme. */
const highContrast = `:root {
  --vscode-editor-background: #000000; --vscode-foreground: #ffffff; --vscode-descriptionForeground: #ffffff;
  --vscode-editorWidget-background: #0c141f; --vscode-contrastBorder: #6fc3df; --vscode-focusBorder: #f38518;
  --vscode-inputOption-activeBackground: #000000; --vscode-inputOption-activeForeground: #ffffff;
  --vscode-toolbar-hoverBackground: #000000; --vscode-panel-border: #6fc3df;
}`;

const drawer = (page: Page) => page.getByRole("button", { name: "Site navigation" }).click();
const search = async (page: Page) => {
  await page.getByRole("button", { name: "Search guides and endpoints" }).click();
  await page.keyboard.type("shipment");
  await page.getByRole("option").first().waitFor();
};
const readers = (page: Page) => page.getByTitle("View as").click();

const sights: Readonly<Record<string, Sight>> = {
  "the first page": { url: "/" },
  "the first page, dark": { url: "/", dark: true },
  "text and tabs": { url: "/guides/authentication" },
  "steps and code": { url: "/quickstart" },
  "code in several languages, dark": { url: "/guides/webhooks/verify-signatures", dark: true },
  "tables and accordions": { url: "/guides/tracking/register-shipments" },
  formulas: { url: "/guides/tracking/arrival-estimates" },
  "a diagram": { url: "/guides/tracking/overview" },
  "a list of the pages below": { url: "/guides/tracking/exceptions" },
  "a state diagram, dark": { url: "/berths/book-a-berth", dark: true },
  "cards and tiles in a narrow window": { url: "/berths/overview", width: 700 },
  "an endpoint on a page": { url: "/api-reference/upload-document" },
  "an operation": { url: "/api-reference/shipments/register-a-shipment" },
  "an operation, dark": { url: "/api-reference/shipments/register-a-shipment", dark: true },
  "a channel": { url: "/events/channels/shipments/shipment-movements" },
  "a changelog": { url: "/changelog" },
  "a missing page": { url: "/guides/autentication" },
  "another language": { url: "/de/quickstart" },
  "another version": { url: "/v1/overview" },
  "an open drawer": { url: "/quickstart", width: 375, prepare: drawer },
  "an open drawer, dark": { url: "/quickstart", width: 375, dark: true, prepare: drawer },
  "a search": { url: "/quickstart", prepare: search },
  "a search, dark": { url: "/quickstart", dark: true, prepare: search },
  "the audience menu": { url: "/quickstart", prepare: readers },
  "an editor with a high-contrast theme": {
    url: "/quickstart",
    dark: true,
    more: { bypassCSP: true, contrast: "more" },
    prepare: async (page) => {
      await page.addStyleTag({ content: highContrast });
      await readers(page);
    },
  },
};

describe("preview accessibility", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  const preview = previewSample(openPage);

  const open = async ({ url, width = 1280, dark, more, prepare }: Sight): Promise<Page> => {
    const page = await preview.open(url, {
      viewport: { width, height: 900 },
      colorScheme: dark ? "dark" : "light",
      ...more,
    });
    await prepare?.(page);
    return page;
  };

  for (const [name, sight] of Object.entries(sights))
    it(`has no violations: ${name}`, async () => {
      const page = await open(sight);
      assert.deepEqual(await findViolations(page), []);
    });

  for (const [name, sight] of Object.entries({
    "a page": { url: "/guides/webhooks/verify-signatures" },
    "an operation": { url: "/api-reference/shipments/register-a-shipment" },
    "a phone-sized window": { url: "/quickstart", width: 375 },
  }))
    it(`focuses each control once with Tab, in reading order: ${name}`, async () => {
      const page = await open(sight);
      // Controls in a group are excluded, because the arrow keys move the focus between them.
      const expected = await page.evaluate<number>(numberControls);
      const walked: number[] = [];
      const unseen: string[] = [];
      for (let steps = 0; steps < expected + 5; steps++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate<readonly [number, boolean, string]>(readFocus);
        if (at[0] < 0) break;
        walked.push(at[0]);
        if (!at[1]) unseen.push(at[2]);
      }
      assert.deepEqual(
        walked,
        Array.from({ length: expected }, (_, index) => index),
      );
      assert.deepEqual(unseen, [], "the focus isn't visible");
    });

  it("closes open elements with Escape and restores the focus", async () => {
    const page = await open({ url: "/quickstart" });
    const focused = () =>
      page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent");
    for (const [name, opened] of [
      ["Search guides and endpoints", page.getByRole("dialog")],
      [/^Language/, page.getByRole("link", { name: "Deutsch" })],
      [/^Person/, page.getByLabel("AI agent")],
      ["Resources", page.getByRole("link", { name: /^Live events/ }).first()],
    ] as const) {
      const button = page.getByRole("button", { name }).first();
      await button.focus();
      const before = await focused();
      await page.keyboard.press("Enter");
      await opened.waitFor();
      await page.keyboard.press("Escape");
      await opened.waitFor({ state: "hidden" });
      await eventually(async () => assert.equal(await focused(), before));
    }
    const narrow = await open({ url: "/quickstart", width: 700, prepare: drawer });
    const link = narrow.getByRole("navigation", { name: "Pages" }).getByRole("link").first();
    await link.waitFor();
    await narrow.keyboard.press("Escape");
    await link.waitFor({ state: "hidden" });
  });

  it("shows no animations if reduced motion is preferred", async () => {
    for (const at of ["/", "/guides/webhooks/verify-signatures", "/api-reference/shipments/register-a-shipment"]) {
      const page = await open({ url: at });
      const moving = await page.evaluate<string[]>(`[...document.querySelectorAll("body *")].flatMap((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
        const moves = (text) => text.split(",").some((part) => Number.parseFloat(part) > 0);
        return moves(transitionDuration) || (animationName !== "none" && moves(animationDuration)) ? [element.className.toString() || element.localName] : [];
      })`);
      assert.deepEqual([...new Set(moving)], []);
    }
  });
});

/**
 * A script that runs in the page. It numbers the elements that can be reached with Tab in document order, and returns
 * their count.
 */
const numberControls = `(() => {
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((element) =>
    element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) && !element.closest("[inert]"));
  controls.forEach((element, index) => (element.dataset.walk = String(index)));
  return controls.length;
})()`;

/**
 * A script that runs in the page. It returns the number of the focused element, whether the focus is visible, and a
 * description of the element.
 */
const readFocus = `(() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const isSeen = (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
  return [element === document.body ? -1 : Number(element.dataset.walk ?? -2), isSeen, element.outerHTML.slice(0, 120)];
})()`;
