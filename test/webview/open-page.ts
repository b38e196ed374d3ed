import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { findOrInstallChromium } from "../../tools/editor/find-chromium.ts";
import { launchChromium } from "../../tools/editor/launch-chromium.ts";
import { maxWait } from "../harness/eventually.ts";

export type OpenPage = (options?: BrowserContextOptions, expectations?: Expectations) => Promise<Page>;

interface Expectations {
  /** Whether scripts on the page may fail because they aren't part of Docwright. */
  readonly scriptsFail?: boolean;
  /**
   * The pool from which the page may be taken, and to which it's returned after the test. Reusing a page takes less than
   * half of the time. Pages of a pool must have the same scripts for later documents and the same listeners, and a test
   * can't hold keys. Stored data is removed, and emulated media features are reset.
   */
  readonly pool?: string;
}

interface OpenedPage {
  readonly page: Page;
  /** A key for the pool and the options of a page that may be reused. */
  readonly key: string | undefined;
  readonly options: BrowserContextOptions;
}

/**
 * Returns a function that opens a page in Chromium. Must be called in a `describe`. Each page has its own browser
 * context, unless it may be reused. After each test, its pages are closed or cleared, and a script error on a page
 * makes the test fail. All test files that run in the same process share a browser.
 */
export function inChromium(): OpenPage {
  let browser: Browser | undefined;
  let open: OpenedPage[] = [];
  const idle = new Map<string, Page>();
  let faults: string[] = [];
  before(async function () {
    // Chromium may have to be installed first.
    this.timeout(300_000);
    browser = await findBrowser();
  });
  afterEach(async () => {
    const pages = open;
    open = [];
    for (const { page, key, options } of pages)
      if (key !== undefined && !idle.has(key) && (await clearPage(page, options))) idle.set(key, page);
      else await page.context().close();
    const failed = faults;
    faults = [];
    if (failed.length > 0) throw new Error(`A script of the page failed:\n${failed.join("\n")}`);
  });
  after(async () => {
    await Promise.all([...idle.values()].map((page) => page.context().close()));
    // Mocha itself ends only after the browser does. The process of a whole run ends the browser when it exits.
    if (process.env["DOCWRIGHT_BROWSER"] === undefined) await browser?.close();
  });

  return async (options = {}, { scriptsFail = false, pool } = {}) => {
    if (!browser) throw new Error("Open pages only in a test or hook of the describe that calls this function.");
    const viewport = { width: 1000, height: 900 };
    // The size of a reused window is set.
    const key = pool === undefined ? undefined : JSON.stringify([pool, { ...options, viewport: undefined }]);
    const page = (key === undefined ? undefined : idle.get(key)) ?? (await newPage(browser, { viewport, ...options }));
    if (key !== undefined && idle.delete(key)) await page.setViewportSize(options.viewport ?? viewport);
    if (!scriptsFail) page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
    open.push({ page, key, options });
    return page;
  };
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  // The timeout is long because the machine may be busy. Only conditions that are never met reach it.
  context.setDefaultTimeout(maxWait);
  const page = await context.newPage();
  const urls = new Set<string>();
  shownUrls.set(page, urls);
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) urls.add(frame.url());
  });
  return page;
}

/** The URLs of the documents that a page has shown since it was cleared. */
const shownUrls = new WeakMap<Page, Set<string>>();

/**
 * Returns the page to its initial state. Returns false if that isn't possible, because the page doesn't respond, has
 * opened windows, or has left the site whose data has to be removed.
 */
async function clearPage(page: Page, options: BrowserContextOptions): Promise<boolean> {
  if (page.context().pages().length > 1) return false;
  try {
    await showBlank(page);
    // The pointer is moved out of the window, so that nothing on the next page is hovered.
    await page.mouse.move(-1, -1);
    const { colorScheme, reducedMotion, forcedColors, contrast } = options;
    await page.emulateMedia({
      media: null,
      colorScheme: colorScheme ?? "light",
      reducedMotion: reducedMotion ?? "no-preference",
      forcedColors: forcedColors ?? "none",
      contrast: contrast ?? "no-preference",
    });
    await page.unrouteAll();
    page.removeAllListeners("pageerror");
    return true;
  } catch {
    return false;
  }
}

/** Replaces the page with a blank one. It's on the same site, because another site would need a new process. */
async function showBlank(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const urls = shownUrls.get(page) ?? new Set();
  const origins = new Set([...urls].map((url) => new URL(url).origin));
  // Documents without an origin, such as about:blank, store no data.
  origins.delete("null");
  if ([...origins].some((other) => other !== origin)) throw new Error("The page has left its site.");
  if (origin === "null") return void (await page.goto("about:blank"));
  const blank = `${origin}/blank`;
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(blank);
  // A document also stores data when the page leaves it.
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await page.context().clearCookies();
  urls.clear();
}

let launched: Promise<Browser> | undefined;

/** Launches the browser, or returns the one that this process has launched before, unless it has crashed since. */
async function findBrowser(): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected() === true) return running;
  const program = process.env["DOCWRIGHT_BROWSER"] ?? (await findOrInstallChromium(console.log));
  launched = launchChromium(program);
  return launched;
}
