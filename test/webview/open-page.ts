import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { findOrInstallChromium } from "../../tools/editor/find-chromium.ts";
import { launchChromium } from "../../tools/editor/launch-chromium.ts";
import { maxWait } from "../harness/eventually.ts";

export type OpenPage = (options?: BrowserContextOptions, expectations?: Expectations) => Promise<Page>;

interface Expectations {
  /** Whether scripts in the page may fail because they aren't Docwright's. */
  readonly scriptsFail?: boolean;
}

/**
 * Call this in a `describe`. Returns a function that opens a page in Chromium with a fresh browser context. Pages are
 * closed after their test, and a script error in a page fails its test. Uses the browser shared by all test files of
 * this run, or launches one if the file runs alone.
 */
export function inChromium(): OpenPage {
  let browser: Browser | undefined;
  let open: Page[] = [];
  let faults: string[] = [];
  before(async function () {
    // The browser may have to be installed.
    this.timeout(300_000);
    browser = await findBrowser();
  });
  afterEach(async () => {
    const [pages, failed] = [open, faults];
    [open, faults] = [[], []];
    await Promise.all(pages.map((page) => page.context().close()));
    if (failed.length > 0) throw new Error(`A script of the page failed:\n${failed.join("\n")}`);
  });
  after(() => browser?.close());

  return async (options = {}, { scriptsFail = false } = {}) => {
    if (!browser)
      throw new Error("A page can be opened in a test or a hook of the describe that asked for Chromium.");
    const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
    // The timeout is long because the machine may be busy. It matters only for conditions that are never met.
    context.setDefaultTimeout(maxWait);
    const page = await context.newPage();
    if (!scriptsFail) page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
    open.push(page);
    return page;
  };
}

async function findBrowser(): Promise<Browser> {
  const served = process.env["DOCWRIGHT_BROWSER"];
  return served === undefined
    ? launchChromium(await findOrInstallChromium(console.log))
    : chromium.connect(served, { timeout: 120_000 });
}
