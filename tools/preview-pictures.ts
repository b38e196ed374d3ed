// node --import tsx tools/preview-pictures.ts [--extension DIR]: takes the screenshots of the preview in docs/images,
// in a real editor with the sample site (run `npm run build` first). Review each one before you commit it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { EditorHost } from "./editor/editor-host.ts";
import { findOrInstallChromium } from "./editor/find-chromium.ts";
import { installCodeServer, type CodeServer } from "./editor/install-code-server.ts";
import { launchChromium } from "./editor/launch-chromium.ts";
import { workbenchUrl } from "./editor/workbench-url.ts";

const project = path.resolve(__dirname, "..");

interface Picture {
  readonly name: string;
  readonly theme: string;
  readonly file: string;
  /** Indicates that the preview is complete. */
  readonly awaits: string;
}

const pictures: readonly Picture[] = [
  { name: "preview-light", theme: "Default Light Modern", file: "quickstart.mdx", awaits: ".dw-step" },
  {
    name: "preview-dark",
    theme: "Default Dark Modern",
    file: "guides/tracking/overview.mdx",
    awaits: ".dw-diagram svg",
  },
];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { extension: { type: "string", default: project } } });
  const codeServer = await installCodeServer(console.log);
  const browser = await launchChromium(await findOrInstallChromium(console.log));
  try {
    for (const image of pictures) await take(image, codeServer, browser, path.resolve(values.extension));
  } finally {
    await browser.close();
  }
}

async function take(
  { name, theme, file, awaits }: Picture,
  codeServer: CodeServer,
  browser: Browser,
  extension: string,
): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), "docwright-picture-"));
  const site = path.join(project, "sample/site");
  const settings = {
    "workbench.colorTheme": theme,
    "window.autoDetectColorScheme": false,
    "workbench.statusBar.visible": true,
    "editor.minimap.enabled": false,
    "editor.wordWrap": "on",
    "breadcrumbs.enabled": false,
    "window.commandCenter": false,
    "workbench.layoutControl.enabled": false,
  };
  const host = await EditorHost.start({ codeServer, profile, settings });
  try {
    const colorScheme = theme.includes("Dark") ? "dark" : "light";
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 }, colorScheme });
    const openFile = path.join(site, file);
    await page.goto(workbenchUrl({ authority: host.authority, folder: site, extension, openFile }));
    await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 120_000 });
    await page.locator(".monaco-editor .view-lines").first().click();
    await page.keyboard.press("Control+B");
    // By now, the server has loaded the site.
    await page.waitForTimeout(8000);
    await page.locator('.editor-actions a[aria-label*="Preview to the Side"]').first().click();
    const preview = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
    await preview.locator(awaits).first().waitFor({ timeout: 60_000 });
    await page.waitForTimeout(4000);
    const target = path.join(project, "docs/images", `${name}.png`);
    await page.screenshot({ path: target });
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
