import type { Browser, Page } from "playwright-core";
import { pictureHeight, type PicturePage } from "./picture-pages.ts";
import { pictureStyle } from "./picture-site.ts";

/**
 * Maps the name of each box, such as `h2 Install`, to its left and top positions, width, and height in window pixels.
 */
export type Boxes = Readonly<Record<string, readonly [number, number, number, number]>>;

export interface Picture {
  readonly png: Buffer;
  readonly boxes: Boxes;
}

/**
 * Returns the major version of Chromium. Screenshots are compared pixel by pixel only if they were taken with the same
 * major version.
 */
export function majorVersion(browser: Browser): number {
  return Number.parseInt(browser.version(), 10);
}

/** Returns the options of the window in which a screenshot is taken. */
export function pictureWindow({ width = 1000, dark }: PicturePage) {
  return {
    viewport: { width, height: pictureHeight },
    deviceScaleFactor: 1,
    reducedMotion: "reduce",
    colorScheme: dark ? "dark" : "light",
    locale: "en-GB",
    timezoneId: "UTC",
    // A style sheet loads the fonts in screenshots, which the policy doesn't allow for a site.
    bypassCSP: true,
  } as const;
}

/**
 * Takes a screenshot of a complete and stable page in a new window. `site` is the URL that the preview prints, which
 * ends with `/`.
 */
export async function takePicture(page: Page, site: string, expected: PicturePage): Promise<Picture> {
  // The tools compile this file with a helper for function names, which doesn't exist in the page.
  await page.addInitScript("globalThis.__name ??= (value) => value");
  await page.goto(new URL(expected.url.replace(/^\//, ""), site).href);
  await page.addStyleTag({ content: pictureStyle });
  await page.locator(".dw-root article, .dw-root [data-block]").first().waitFor();
  await page.locator(".dw-rest").waitFor({ state: "detached" });
  if (expected.awaits !== undefined) await page.locator(expected.awaits).first().waitFor();
  await expected.prepare?.(page);
  await page.mouse.move(0, pictureHeight - 1);
  await settled(page);
  await page.evaluate(scrollTo, expected.from ?? "");
  await settled(page);
  return { png: await page.screenshot({ animations: "disabled" }), boxes: await page.evaluate(readBoxes) };
}

/** Waits until all fonts and images have been loaded and nothing has changed for a while. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const quiet = 400;
        let timer = setTimeout(check, quiet);
        const observer = new MutationObserver(() => takeAgain());
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        function takeAgain(): void {
          clearTimeout(timer);
          timer = setTimeout(check, quiet);
        }
        function check(): void {
          const images = [...document.images].filter((image) => image.getClientRects().length > 0);
          // Lazy images that are far below the window aren't loaded yet.
          const isFull = images.every((image) => image.complete || image.loading === "lazy");
          if (document.fonts.status !== "loaded" || !isFull) return takeAgain();
          observer.disconnect();
          resolve();
        }
      }),
  );
}

/** Returns the boxes of the page content that is in the window. This function runs in the page. */
function readBoxes(): Record<string, [number, number, number, number]> {
  const kinds =
    "h1, h2, h3, h4, .dw-page p, .dw-page li, .dw-card, .dw-code, .dw-callout, .dw-tabs, .dw-step, .dw-table, .dw-diagram, .dw-field, .dw-page img, .dw-site-sidebar, .dw-site-item, .dw-site-header, .dwt";
  const boxes: Record<string, [number, number, number, number]> = {};
  for (const element of document.querySelectorAll(kinds)) {
    const { left, top, width, height, bottom } = element.getBoundingClientRect();
    if (width === 0 || bottom <= 0 || top >= window.innerHeight) continue;
    const kind = [...element.classList].find((name) => name.startsWith("dw")) ?? element.localName;
    const words = element.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
    let name = `${kind} ${words}`.trim();
    for (let count = 2; name in boxes; count++) name = `${kind} ${words} (${count})`;
    boxes[name] = [Math.round(left), Math.round(top), Math.round(width), Math.round(height)];
  }
  return boxes;
}

/**
 * Scrolls the first matching element to a position below the site's bars. Does nothing if the selector is empty. This
 * function runs in the page.
 */
function scrollTo(selector: string): void {
  if (selector === "") return;
  const element = document.querySelector(selector);
  if (!element) throw new Error(`The page has no element ${selector}.`);
  window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - 220, behavior: "instant" });
}
