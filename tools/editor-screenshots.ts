import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { startServices } from "../sample/services/start-services.ts";
import { runCommand } from "../test/editor/by-hand/run-command.ts";
import { untilTrue } from "../test/editor/by-hand/patience.ts";
import { EditorHost } from "./editor/editor-host.ts";
import { findOrInstallChromium } from "./editor/find-chromium.ts";
import { installCodeServer, type CodeServer } from "./editor/install-code-server.ts";
import { launchChromium } from "./editor/launch-chromium.ts";
import { createWorkbenchUrl } from "./editor/workbench-url.ts";
import { screenshotSettings } from "./screenshot-settings.ts";
import {
  addEndpointPages,
  addOlderVersion,
  addProblems,
  addSharedSettings,
  addSwagger,
  changeCommittedSite,
  configureNeovim,
  copySampleSite,
  removeProblems,
  useOlderConfiguration,
  useRemoteSpecification,
} from "./screenshot-sites.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");

interface Screenshot {
  readonly name: string;
  /** The file that the editor opens, relative to the sample site. */
  readonly file: string;
  /** The text in the file at which the cursor is placed. */
  readonly at?: string;
  readonly theme?: string;
  /** Whether the screenshot shows responses of the sample API. Port 4010 must be free. */
  readonly withServices?: boolean;
  /** Changes the copy of the sample site. Called before the editor opens the copy. */
  readonly prepare?: (site: string) => void;
  readonly show: (page: Page, site: string) => Promise<void>;
  /** The element that the screenshot shows, instead of the whole window. */
  readonly element?: string;
  /** The size of the window in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
}

const screenshots: readonly Screenshot[] = [
  { name: "problems", file: "faults/docs.json", at: '"guides/instal"', show: showProblems },
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
  { name: "completion", file: "guides/authentication.mdx", show: showCompletion },
  {
    name: "explain",
    file: "api-reference/release-hold.mdx",
    show: async (page) => {
      await runCommand(page, "Docwright: Explain Visibility…");
      await page.locator(".quick-input-list .monaco-list-row", { hasText: "Not shown" }).waitFor();
    },
  },
  { name: "move-page", file: "guides/authentication.mdx", show: showMove },
  {
    name: "convert",
    file: "openapi/pilots.json",
    prepare: addSwagger,
    show: showConversion,
  },
  {
    name: "api-tests",
    file: "openapi/tracking.yaml",
    withServices: true,
    prepare: removeProblems,
    show: showTests,
  },
  {
    name: "check",
    file: "quickstart.mdx",
    prepare: addProblems,
    show: (page) => showTerminal(page, "docwright check"),
  },
  {
    name: "compare-specifications",
    file: "openapi/tracking.yaml",
    prepare: addOlderVersion,
    show: (page) => showTerminal(page, "docwright diff-spec old.yaml openapi/tracking.yaml"),
  },
  { name: "tour", file: "faults/text/links.mdx", show: showTour },
  {
    name: "walkthrough",
    file: "faults/docs.json",
    show: showWalkthrough,
    size: { width: 1000, height: 760 },
  },
  {
    name: "remote-specification",
    file: "docs.json",
    at: '"https://api.example.com/openapi.json"',
    prepare: useRemoteSpecification,
    show: showRemoteSpecification,
    size: { width: 1000, height: 640 },
  },
  {
    name: "migrate",
    file: "docs.json",
    prepare: addEndpointPages,
    show: showMigration,
    size: { width: 1280, height: 840 },
  },
  { name: "upgrade", file: "mint.json", prepare: useOlderConfiguration, show: showUpgrade },
  {
    name: "ci",
    file: "quickstart.mdx",
    prepare: changeCommittedSite,
    show: (page) =>
      showTerminal(
        page,
        "docwright check --changed-since main",
        "docwright check --changed-since main --format github",
      ),
    size: { width: 1100, height: 570 },
  },
  {
    name: "neovim",
    file: "faults/docs.json",
    prepare: configureNeovim,
    show: showNeovim,
    element: ".terminal-wrapper.active",
    size: { width: 1000, height: 570 },
  },
  {
    name: "configuration",
    file: ".docwright.json",
    at: '*": "error"',
    prepare: addSharedSettings,
    show: showConfiguration,
    size: { width: 1000, height: 500 },
  },
];

/** Opens the quick fixes of a problem, with the Problems view below. */
async function showProblems(page: Page): Promise<void> {
  await runCommand(page, "View: Focus Problems");
  await page.locator(".markers-panel .monaco-list-row").first().waitFor({ timeout: 60_000 });
  await runCommand(page, "View: Focus Active Editor Group");
  await scrollDown(page, 6);
  await openQuickFixes(page, "guides/install");
}

/**
 * Scrolls the editor so that what opens below its cursor fits. While VS Code is still resizing the editor, it may ignore
 * the keys.
 */
async function scrollDown(page: Page, lines: number): Promise<void> {
  const cursorLine = page.locator(".monaco-editor.focused .current-line").first();
  const getTop = async (): Promise<number> => (await cursorLine.boundingBox())?.y ?? Number.NaN;
  const before = await getTop();
  await untilTrue("the editor to scroll", async () => {
    for (let line = 0; line < lines; line++) await page.keyboard.press("Control+ArrowDown");
    await page.waitForTimeout(500);
    return (await getTop()) < before;
  });
}

/** Opens the quick fixes at the cursor repeatedly until one with this text is found, and returns it. */
async function openQuickFixes(page: Page, text: string): Promise<Locator> {
  const fix = page.locator(".action-widget .monaco-list-row", { hasText: text }).first();
  await untilTrue("quick fixes", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+.");
    await fix.waitFor({ timeout: 5000 });
    return true;
  });
  return fix;
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

/** Opens the preview next to the page, and waits until the last part of the page is rendered. */
async function showPreview(page: Page, lastPart: string): Promise<void> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+B");
  await page.locator('.editor-actions a[aria-label*="Preview to the Side"]').first().click();
  const preview = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await preview.locator(lastPart).first().waitFor({ timeout: 60_000 });
}

/** Types a link, and waits until the completion list shows the pages that can be linked to. */
async function showCompletion(page: Page): Promise<void> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+Home");
  for (let line = 0; line < linesAboveText; line++) await page.keyboard.press("ArrowDown");
  await page.keyboard.type("\n\n");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("To follow a shipment, see [how tracking works](/tra", { delay: 30 });
  await page.keyboard.press("Control+Space");
  await page.locator(".suggest-widget.visible .monaco-list-row").nth(3).waitFor({ timeout: 60_000 });
}

/** The number of lines of `guides/authentication.mdx` above its text. */
const linesAboveText = 7;

/** Moves the page, and waits until the list of edits is shown. */
async function showMove(page: Page): Promise<void> {
  await runCommand(page, "Docwright: Move or Rename Page…");
  const input = page.locator(".quick-input-widget", { hasText: "New path" }).locator("input").first();
  await input.fill("guides/sign-in");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show Edits" }).click({ timeout: 60_000 });
  await page.locator("#refactorPreview").waitFor({ timeout: 60_000 });
  await page.locator("#refactorPreview .monaco-list-row").nth(3).click();
}

async function showConversion(page: Page): Promise<void> {
  await runCommand(page, "Docwright: Convert Swagger 2.0 to OpenAPI…");
  await page.locator(".monaco-diff-editor .line-insert").first().waitFor({ timeout: 60_000 });
}

/** Runs the read-only requests of the site against the sample API. */
async function showTests(page: Page): Promise<void> {
  await runCommand(page, "Test: Refresh Tests");
  await runCommand(page, "Testing: Focus on Test Explorer View");
  await page.locator(".test-explorer .monaco-list-row").first().waitFor({ timeout: 60_000 });
  await runCommand(page, "Test: Run All Tests");
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: "localhost:4010" })
    .first()
    .click({ timeout: 60_000 });
  await page
    .locator(".monaco-dialog-box .monaco-button", { hasText: "Always Allow This Origin" })
    .click({ timeout: 60_000 });
  await page.locator(".test-explorer .codicon-testing-passed-icon").first().waitFor({ timeout: 60_000 });
  await page.locator(".test-explorer .monaco-list-row").first().click();
  // Expands the site and its first specification.
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(500);
  }
}

/** Opens a page with problems next to its preview, with the Problems view below. */
async function showTour(page: Page): Promise<void> {
  await showPreview(page, "h1");
  await runCommand(page, "View: Focus Problems");
  await page.locator(".markers-panel .monaco-list-row").first().waitFor({ timeout: 60_000 });
  await page.getByPlaceholder(/^Filter/).fill("links.mdx");
}

async function showWalkthrough(page: Page): Promise<void> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+B");
  await runCommand(page, "Docwright: Get Started");
  await page.locator(".gettingStartedContainer .getting-started-step").first().waitFor({ timeout: 60_000 });
}

/** Opens the prompt for the host of a remote specification. */
async function showRemoteSpecification(page: Page): Promise<void> {
  await runCommand(page, "View: Focus Active Editor Group");
  await page.keyboard.press("Control+B");
  // The prompt is in the middle of the window.
  await scrollDown(page, 8);
  const fix = await openQuickFixes(page, "Fetch this specification");
  await fix.click();
  await page.locator(".monaco-dialog-box", { hasText: "Allow Once" }).waitFor({ timeout: 60_000 });
}

async function showMigration(page: Page): Promise<void> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+B");
  await runCommand(page, "Docwright: Migrate Endpoint Pages to OpenAPI Navigation…");
  await page.locator("#refactorPreview .monaco-list-row").nth(3).waitFor({ timeout: 60_000 });
}

async function showUpgrade(page: Page): Promise<void> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+B");
  // The report opens in this group, next to mint.json.
  await runCommand(page, "View: New Editor Group to the Right");
  await runCommand(page, "Docwright: Upgrade mint.json to docs.json…");
  const rows = page.locator("#refactorPreview .monaco-list-row");
  await rows.nth(1).waitFor({ timeout: 60_000 });
  // Collapses the new docs.json, which is shown on one line.
  await rows.first().locator(".monaco-tl-twistie").click();
  await runCommand(page, "View: Focus Active Editor Group");
}

/** Waits until the completion list shows rules, with the details of one. */
async function showConfiguration(page: Page): Promise<void> {
  await page.locator(".statusbar-item", { hasText: "Berthline" }).waitFor({ timeout: 120_000 });
  await runCommand(page, "View: Focus Active Editor Group");
  await page.keyboard.press("Control+B");
  const list = page.locator(".suggest-widget.visible .monaco-list");
  const row = list.locator(".monaco-list-row", { hasText: "link/unused-file" });
  // The list is empty until the editor has loaded the schema.
  await untilTrue("completion", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Space");
    await row.waitFor({ timeout: 5000 });
    return true;
  });
  await page.keyboard.press("Control+Space");
  await page.locator(".suggest-details").waitFor();
  await untilTrue("selection", async () => {
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(500);
    return ((await row.getAttribute("class")) ?? "").includes("focused");
  });
}

/** Runs commands in a terminal that fills the window, and waits until each has ended. */
async function showTerminal(page: Page, ...commands: readonly string[]): Promise<void> {
  const marks = await openTerminal(page);
  for (const [index, command] of commands.entries()) {
    await page.keyboard.type(`${command}\n`, { delay: 10 });
    await marks.nth(index + 1).waitFor({ timeout: 180_000 });
  }
}

/** Opens docs.json in Neovim, which must be installed, and waits until it shows a problem. */
async function showNeovim(page: Page, site: string): Promise<void> {
  await openTerminal(page);
  await page.keyboard.type("nvim faults/docs.json\n", { delay: 10 });
  await untilTrue("Neovim", () => existsSync(path.join(site, "problem-shown")));
}

/** Opens a terminal that fills the window. Returns the marks next to its prompts. */
async function openTerminal(page: Page): Promise<Locator> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+B");
  await runCommand(page, "Terminal: Create New Terminal");
  await page.locator(".terminal-wrapper.active .xterm-screen").waitFor({ timeout: 60_000 });
  await runCommand(page, "View: Toggle Maximized Panel");
  await page.locator(".terminal-wrapper.active .xterm-screen").click();
  // The terminal's text isn't in the document, but the marks next to commands are.
  const marks = page.locator(".terminal-command-decoration");
  await marks.first().waitFor({ timeout: 60_000 });
  return marks;
}

/** Opens the view, collapses the other views, and waits until a row is shown. */
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
    help: `Usage: node --import tsx tools/editor-screenshots.ts [NAME…]

Takes the screenshots of the editor in docs/images, in a real editor with the
sample site: all of them, or those listed. Run npm run build first. The one named
neovim requires Neovim 0.7 or later. Review each one before you commit it.

Options:
  --help  show this help

Names: ${screenshots.map(({ name }) => name).join(", ")}`,
    options: {},
    count: { min: 0 },
  });
  const unknown = names.filter((name) => !screenshots.some((screenshot) => screenshot.name === name));
  if (unknown.length > 0) throw new Error(`There's no screenshot named ${unknown.join(", ")}.`);
  const codeServer = await installCodeServer(console.log);
  const browser = await launchChromium(await findOrInstallChromium(console.log));
  try {
    for (const one of screenshots)
      if (names.length === 0 || names.includes(one.name)) await take(one, codeServer, browser);
  } finally {
    await browser.close();
  }
}

/** Makes `docwright` a command in terminals. */
function prepareTerminal(home: string): void {
  const bin = path.join(home, "bin");
  mkdirSync(bin);
  const command = path.join(bin, "docwright");
  writeFileSync(command, `#!/bin/sh\nexec node "${path.join(project, "dist/cli.js")}" "$@"\n`);
  chmodSync(command, 0o755);
  writeFileSync(path.join(home, ".bashrc"), `PATH="${bin}:$PATH"\nPS1='$ '\n`);
}

/** Returns the position of the text in the file, such as `:12:5`. */
function findPosition(text: string, file: string): string {
  const before = readFileSync(file, "utf8").split(text)[0]?.split("\n") ?? [];
  return `:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

async function take(
  {
    name,
    file,
    at,
    theme = "Default Light Modern",
    withServices,
    prepare,
    show,
    element,
    size = { width: 1280, height: 800 },
  }: Screenshot,
  codeServer: CodeServer,
  browser: Browser,
): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), "docwright-screenshot-"));
  prepareTerminal(profile);
  const site = path.join(profile, "site");
  copySampleSite(site);
  prepare?.(site);
  const settings = { ...screenshotSettings, "workbench.colorTheme": theme };
  const services = withServices ? await startServices(console.log) : undefined;
  const host = await EditorHost.start({ codeServer, profile, settings });
  try {
    const colorScheme = theme.includes("Dark") ? "dark" : "light";
    const page = await browser.newPage({ viewport: size, colorScheme });
    await page.goto(
      createWorkbenchUrl({
        authority: host.authority,
        folder: site,
        extension: project,
        openFile: `${path.join(site, file)}${at === undefined ? "" : findPosition(at, path.join(site, file))}`,
      }),
    );
    await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 120_000 });
    // Waits for the CodeLens above a page, which appears once the server has loaded the site.
    if (file.endsWith(".mdx"))
      await page.locator(".codelens-decoration").first().waitFor({ state: "attached", timeout: 120_000 });
    await show(page, site);
    await page.mouse.move(0, 0);
    await waitForSyntaxColors(page);
    await page.waitForTimeout(3000);
    await page.locator(element ?? "body").screenshot({ path: path.join(project, "docs/images", `${name}.png`) });
    await page.context().close();
    console.log(`${name}.png`);
  } finally {
    await host.stop();
    await services?.end();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Waits until each editor in the window has colored at least one part of its text. Terminals aren't waited for. */
async function waitForSyntaxColors(page: Page): Promise<void> {
  for (const lines of await page.locator(".editor-instance .view-lines").filter({ visible: true }).all())
    await lines.locator(coloredText).first().waitFor({ timeout: 60_000 });
}

/** Matches text in a color other than `mtk1`, the default. */
const coloredText = '.view-line span[class*="mtk"]:not(.mtk1)';

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
