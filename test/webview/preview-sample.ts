import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { BuiltCli } from "../cli/spawn-cli.ts";
import { project } from "../harness/source-files.ts";
import type { OpenPage } from "./open-page.ts";
import { startPreview } from "./start-preview.ts";

interface SamplePreview {
  /** Opens a page on the site, such as `/quickstart`, in a new window. */
  readonly open: (path: string, window?: BrowserContextOptions) => Promise<Page>;
  /** Goes to a page on the site, and waits until it's complete. */
  readonly goTo: (page: Page, path: string) => Promise<void>;
}

/**
 * Call this in a `describe`. Runs `docwright preview` for the sample site during its tests, as shipped, with the
 * options.
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
    // The page is rendered in steps. Wait until it's complete.
    await page.locator(".dw-rest").waitFor({ state: "detached" });
  };
  return {
    goTo,
    open: async (path, window) => {
      const page = await openPage({ reducedMotion: "reduce", ...window });
      await goTo(page, path);
      return page;
    },
  };
}
