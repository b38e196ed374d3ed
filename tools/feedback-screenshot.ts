import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { demoKey, feedbackSettings } from "../sample/services/feedback/demo-access.ts";
import { startServices } from "../sample/services/start-services.ts";
import { runCommand } from "../test/editor/by-hand/run-command.ts";
import { editSettings } from "./editor/edit-settings.ts";
import { EditorHost } from "./editor/editor-host.ts";
import { findOrInstallChromium } from "./editor/find-chromium.ts";
import { installCodeServer } from "./editor/install-code-server.ts";
import { launchChromium } from "./editor/launch-chromium.ts";
import { createWorkbenchUrl } from "./editor/workbench-url.ts";
import { screenshotSettings } from "./screenshot-settings.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");
const site = path.join(project, "sample/site");

async function main(): Promise<void> {
  const {
    positionals: [extension = project],
  } = readArguments({
    help: `Usage: node --import tsx tools/feedback-screenshot.ts [EXTENSION]

Takes the screenshots of reader feedback in docs/images, in a real editor with
the sample site and its services. Run npm run build first. Ports 4010 and 4011
must be free. EXTENSION is a folder with a built extension (default: this
project). Review the screenshots before you commit them.

Options:
  --help  show this help`,
    options: {},
    count: { min: 0, max: 1 },
  });
  const services = await startServices(console.log);
  const profile = await mkdtemp(path.join(os.tmpdir(), "docwright-screenshot-"));
  await editSettings(path.join(profile, "data/Machine/settings.json"), { add: feedbackSettings });
  const settings = { ...screenshotSettings, "comments.openView": "never" };
  const editor = await EditorHost.start({
    codeServer: await installCodeServer(console.log),
    profile,
    settings,
  });
  const browser = await launchChromium(await findOrInstallChromium(console.log));
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const openFile = path.join(site, "guides/webhooks/verify-signatures.mdx");
    await page.goto(
      createWorkbenchUrl({
        authority: editor.authority,
        folder: site,
        extension: path.resolve(extension),
        openFile,
      }),
    );
    await enterKey(page);
    await page.locator(".codelens-decoration", { hasText: "open comments" }).waitFor({ timeout: 60_000 });
    await page.locator(".comment-thread-range-decoration, .comment-range-glyph").first().waitFor();
    await take(page, "feedback-in-file");
    await page.keyboard.press("Control+b");
    await runCommand(page, "Open Reader Feedback");
    const panel = page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
    await panel.getByPlaceholder(/^Search/).fill("exactly this code");
    await panel.locator(".dwf-row").first().click({ timeout: 30_000 });
    await take(page, "feedback");
  } finally {
    await browser.close();
    await editor.stop();
    await services.end();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function enterKey(page: Page): Promise<void> {
  await runCommand(page, "Set Reader Feedback API Key");
  const field = page.locator(".quick-input-widget input[type=password]");
  await field.fill(demoKey, { timeout: 30_000 });
  await field.press("Enter");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Test and save" }).click();
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: path.join(project, `docs/images/${name}.png`) });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
