import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { startServices } from "../sample/services/start-services.ts";
import { runCommand } from "../test/editor/by-hand/run-command.ts";
import { EditorHost } from "./editor/editor-host.ts";
import { findOrInstallChromium } from "./editor/find-chromium.ts";
import { installCodeServer, type CodeServer } from "./editor/install-code-server.ts";
import { launchChromium } from "./editor/launch-chromium.ts";
import { workbenchUrl } from "./editor/workbench-url.ts";
import { screenshotSettings } from "./screenshot-settings.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");

interface Screenshot {
  readonly name: string;
  /** The file that the editor opens, relative to the sample site. */
  readonly file: string;
  readonly theme?: string;
  /** Whether the screenshot shows responses of the sample API. Port 4010 must be free. */
  readonly withServices?: boolean;
  /** Changes the copy of the sample site. Called before the editor opens the copy. */
  readonly prepare?: (site: string) => void;
  readonly show: (page: Page) => Promise<void>;
}

const screenshots: readonly Screenshot[] = [
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
  { name: "convert", file: "faults/openapi/swagger.json", show: showConversion },
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
];

/** Opens the quick fixes of a problem, with the Problems view below. */
async function showProblems(page: Page): Promise<void> {
  await runCommand(page, "View: Focus Problems");
  await page.locator(".markers-panel .monaco-list-row").first().waitFor({ timeout: 60_000 });
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

/**
 * Runs a command in a terminal that fills the window, and waits for a fixed time, because the terminal's text isn't in
 * the document.
 */
async function showTerminal(page: Page, command: string): Promise<void> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+B");
  await runCommand(page, "Terminal: Create New Terminal");
  await page.locator(".terminal-wrapper.active .xterm-screen").waitFor({ timeout: 60_000 });
  await runCommand(page, "View: Toggle Maximized Panel");
  await page.locator(".terminal-wrapper.active .xterm-screen").click();
  await page.waitForTimeout(3000);
  await page.keyboard.type(`${command}\n`, { delay: 10 });
  await page.waitForTimeout(commandTime);
}

const commandTime = 15_000;

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
sample site: all of them, or those listed. Run npm run build first. Review each
one before you commit it.

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

/** Returns a copy of the sample site, so that no screenshot changes the site or opens files next to it. */
function copySite(folder: string): string {
  const site = path.join(folder, "site");
  cpSync(path.join(project, "sample/site"), site, { recursive: true });
  return site;
}

/** Adds an older version of a specification. */
function addOlderVersion(site: string): void {
  const current = readFileSync(path.join(site, "openapi/tracking.yaml"), "utf8");
  const older = current
    .replace("/shipments/{shipmentId}/estimate:", "/shipments/{shipmentId}/eta:")
    .replace("[registered, ", "[registered, lost, ");
  writeFileSync(path.join(site, "old.yaml"), older);
}

function removeProblems(site: string): void {
  rmSync(path.join(site, "faults"), { recursive: true });
}

/** Adds a few problems to the site, because `faults` contains too many for a screenshot. */
function addProblems(site: string): void {
  removeProblems(site);
  appendFileSync(
    path.join(site, "quickstart.mdx"),
    `
See [how tracking works](/guides/tracking/overveiw) and [the keys](/guides/authentication#key).

![A container in port](/images/container.png)
`,
  );
  appendFileSync(path.join(site, "guides/authentication.mdx"), "\n<Cards>Next steps</Cards>\n");
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

async function take(
  { name, file, theme = "Default Light Modern", withServices, prepare, show }: Screenshot,
  codeServer: CodeServer,
  browser: Browser,
): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), "docwright-screenshot-"));
  prepareTerminal(profile);
  const site = copySite(profile);
  prepare?.(site);
  const settings = { ...screenshotSettings, "workbench.colorTheme": theme };
  const services = withServices ? await startServices(console.log) : undefined;
  const host = await EditorHost.start({ codeServer, profile, settings });
  try {
    const colorScheme = theme.includes("Dark") ? "dark" : "light";
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
    await page.goto(
      workbenchUrl({
        authority: host.authority,
        folder: site,
        extension: project,
        openFile: path.join(site, file),
      }),
    );
    await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 120_000 });
    // Waits for the CodeLens above a page, which appears once the server has loaded the site.
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
    await services?.end();
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
