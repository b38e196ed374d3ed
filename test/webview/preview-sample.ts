import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { BuiltCli } from "../cli/spawn-cli.ts";
import { project } from "../harness/source-files.ts";
import type { OpenPage } from "./open-page.ts";
import { startPreview } from "./start-preview.ts";

interface SamplePreview {
  /** Opens a page of the site, such as `/quickstart`, in a window without stored data. */
  readonly open: (path: string, window?: BrowserContextOptions) => Promise<Page>;
  /** Navigates to a page of the site, and waits until it's complete. */
  readonly goTo: (page: Page, path: string) => Promise<void>;
}

/**
 * Runs `docwright preview` as shipped for the sample site during the tests, with these options. Must be called in a
 * `describe`.
 */
export function previewSample(openPage: OpenPage, ...options: readonly string[]): SamplePreview {
  let cli: BuiltCli;
  let child: ChildProcessWithoutNullStreams | undefined;
  let url = "";
  before(async () => {
    cli = await BuiltCli.make();
    ({ child, url } = await startPreview(cli, join(project, "sample/site"), ...options));
  });
  after(() => {
    child?.kill("SIGKILL");
    cli.remove();
  });
  const goTo = async (page: Page, path: string): Promise<void> => {
    await page.goto(new URL(path.replace(/^\//, ""), url).href);
    await page.locator(".dw-root article, .dw-root [data-block]").first().waitFor();
    await page.locator(".dw-site-sidebar a").first().waitFor({ state: "attached" });
    // The page is rendered in steps, so wait until it's complete.
    await page.locator(".dw-rest").waitFor({ state: "detached" });
  };
  return {
    goTo,
    open: async (path, window) => {
      const page = await openPage({ reducedMotion: "reduce", ...window }, { pool: "sample" });
      await goTo(page, path);
      return page;
    },
  };
}
