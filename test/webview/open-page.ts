import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { findOrInstallChromium } from "../../tools/editor/find-chromium.ts";
import { launchChromium } from "../../tools/editor/launch-chromium.ts";
import { maxWait } from "../harness/eventually.ts";

export type OpenPage = (options?: BrowserContextOptions, expectations?: Expectations) => Promise<Page>;

interface Expectations {
  /** Scripts of the page may fail: they are not ours. */
  readonly scriptsFail?: boolean;
}

/**
 * To be called in a `describe`: what its tests call to open a page in Chromium, as a person who has never been there.
 * Pages are closed after their test; one in which a script has failed fails its test. The browser is the one that
 * serves all test files of this run, or is launched for this file where it runs alone.
 */
export function inChromium(): OpenPage {
  let browser: Browser | undefined;
  let open: Page[] = [];
  let faults: string[] = [];
  before(async function () {
    // It may have to be installed.
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
    // Long, as it is there for what never comes to be: a machine may be busy with other things.
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
