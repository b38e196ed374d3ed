import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { runCommand } from "../test/editor/by-hand/run-command.ts";
import { EditorHost } from "./editor/editor-host.ts";
import { findOrInstallChromium } from "./editor/find-chromium.ts";
import { installCodeServer, type CodeServer } from "./editor/install-code-server.ts";
import { launchChromium } from "./editor/launch-chromium.ts";
import { workbenchUrl } from "./editor/workbench-url.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");

interface Picture {
  readonly name: string;
  /** The file that the editor opens, relative to the sample site. */
  readonly file: string;
  readonly theme?: string;
  readonly show: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: "problems", file: "faults/docs.json", show: showProblems },
  { name: "overview", file: "faults/docs.json", show: showOverview },
  { name: "preview-light", file: "quickstart.mdx", show: (page) => showPreview(page, ".dw-step") },
  {
    name: "preview-dark",
    file: "guides/tracking/overview.mdx",
    theme: "Default Dark Modern",
    show: (page) => showPreview(page, ".dw-diagram svg"),
  },
  {
    name: "coverage",
    file: "openapi/tracking.yaml",
    show: (page) => showView(page, "API Coverage", "Not in the navigation"),
  },
  {
    name: "navigation-tree",
    file: "quickstart.mdx",
    show: (page) => showView(page, "Navigation", "Quickstart"),
  },
  {
    name: "new-page",
    file: "quickstart.mdx",
    show: async (page) => {
      await runCommand(page, "Docwright: New Page…");
      await page.locator(".quick-input-list .monaco-list-row", { hasText: "Landing page" }).waitFor();
    },
  },
];

/** Opens the quick fixes of a problem, with the Problems view below. */
async function showProblems(page: Page): Promise<void> {
  await runCommand(page, "View: Focus Problems");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "nav/page-not-found" }).first().waitFor();
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+F");
  await page.keyboard.type('"guides/instal"');
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget .monaco-list-row", { hasText: "guides/install" }).first().waitFor();
}

/** Opens the Site Overview without the sidebar. */
async function showOverview(page: Page): Promise<void> {
  await page.locator(".markers-panel, .squiggly-error").first().waitFor({ timeout: 120_000 });
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+B");
  await runCommand(page, "Docwright: Show Site Overview");
  const overview = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await overview.getByRole("button", { name: "Fix All Safe Problems…" }).waitFor({ timeout: 60_000 });
}

/** Opens the preview next to the page, and waits for its last part. */
async function showPreview(page: Page, lastPart: string): Promise<void> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+B");
  await page.locator('.editor-actions a[aria-label*="Preview to the Side"]').first().click();
  const preview = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await preview.locator(lastPart).first().waitFor({ timeout: 60_000 });
}

/** Opens the view, collapses the others, and waits for a row. */
async function showView(page: Page, name: string, row: string): Promise<void> {
  await runCommand(page, `Focus on ${name} View`);
  const panes = page.locator(".sidebar .pane-header");
  await panes.first().waitFor();
  for (const pane of await panes.all()) {
    const isRequested = ((await pane.getAttribute("aria-label")) ?? "").startsWith(name);
    const isExpanded = (await pane.getAttribute("aria-expanded")) === "true";
    if (isRequested !== isExpanded) await pane.click();
  }
  await page.locator(".sidebar .monaco-list-row", { hasText: row }).first().waitFor({ timeout: 60_000 });
}

async function main(): Promise<void> {
  const { positionals: names } = readArguments({
    help: `Usage: node --import tsx tools/guide-pictures.ts [NAME…]

Takes the screenshots of the editor in docs/images, in a real editor with the
sample site: all of them, or those listed. Run npm run build first. Review each
one before you commit it.

Options:
  --help  show this help

Names: ${pictures.map(({ name }) => name).join(", ")}`,
    options: {},
    count: { min: 0 },
  });
  const unknown = names.filter((name) => !pictures.some((picture) => picture.name === name));
  if (unknown.length > 0) throw new Error(`There's no picture named ${unknown.join(", ")}.`);
  const codeServer = await installCodeServer(console.log);
  const browser = await launchChromium(await findOrInstallChromium(console.log));
  try {
    for (const one of pictures)
      if (names.length === 0 || names.includes(one.name)) await take(one, codeServer, browser);
  } finally {
    await browser.close();
  }
}

async function take(
  { name, file, theme = "Default Light Modern", show }: Picture,
  codeServer: CodeServer,
  browser: Browser,
): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), "docwright-picture-"));
  const settings = {
    "workbench.colorTheme": theme,
    "window.autoDetectColorScheme": false,
    "editor.minimap.enabled": false,
    "editor.wordWrap": "on",
    "breadcrumbs.enabled": false,
    "window.commandCenter": false,
    "workbench.layoutControl.enabled": false,
  };
  const host = await EditorHost.start({ codeServer, profile, settings });
  try {
    const colorScheme = theme.includes("Dark") ? "dark" : "light";
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
    const site = path.join(project, "sample/site");
    await page.goto(
      workbenchUrl({
        authority: host.authority,
        folder: site,
        extension: project,
        openFile: path.join(site, file),
      }),
    );
    await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 120_000 });
    // The CodeLens above a page appears when the server has loaded the site.
    if (file.endsWith(".mdx"))
      await page.locator(".codelens-decoration").first().waitFor({ state: "attached", timeout: 120_000 });
    await show(page);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(3000);
    await page.screenshot({ path: path.join(project, "docs/images", `${name}.png`) });
    await page.context().close();
    console.log(`${name}.png`);
  } finally {
    await host.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
