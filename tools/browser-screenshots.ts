import { spawn } from "node:child_process";
import path from "node:path";
import type { Browser } from "playwright-core";
import { startServices } from "../sample/services/start-services.ts";
import { findOrInstallChromium } from "./editor/find-chromium.ts";
import { launchChromium } from "./editor/launch-chromium.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");
const images = path.join(project, "docs/images");

async function main(): Promise<void> {
  readArguments({
    help: `Usage: node --import tsx tools/browser-screenshots.ts

Takes the screenshots of docwright preview in docs/images, in a browser with the
sample site and its services. Run npm run build first. Port 4010 must be free.
Review the screenshots before you commit them.

Options:
  --help  show this help`,
    options: {},
    count: { min: 0, max: 0 },
  });
  const { end: stopServices } = await startServices(console.log);
  const cli = [path.join(project, "dist/cli.js"), "preview", path.join(project, "sample/site")];
  const preview = spawn(process.execPath, cli, { stdio: ["ignore", "pipe", "inherit"] });
  const browser = await launchChromium(await findOrInstallChromium(console.log));
  try {
    const origin = await new Promise<string>((resolve) => {
      let printed = "";
      preview.stdout.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const url = /^Preview: (\S+)$/m.exec(printed)?.[1];
        if (url !== undefined) resolve(url);
      });
    });
    await takePageScreenshots(browser, origin);
    await takePlayground(browser, origin);
  } finally {
    await browser.close();
    preview.kill();
    await stopServices();
  }
}

/** Takes screenshots of a guide page in dark mode and of an endpoint page. */
async function takePageScreenshots(browser: Browser, url: string): Promise<void> {
  const pages = [
    { name: "preview-browser-dark", path: "guides/tracking/exceptions", colorScheme: "dark" },
    { name: "preview-api", path: "api-reference/shipments/register-a-shipment", colorScheme: "light" },
  ] as const;
  for (const { name, path: pagePath, colorScheme } of pages) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
    await page.goto(`${url}${pagePath}`);
    await page.locator("h1").first().waitFor();
    await page.waitForTimeout(3000);
    await page.screenshot({ path: path.join(images, `${name}.png`) });
    await page.context().close();
  }
}

/** Sends a request from an endpoint page, and takes a screenshot of the response. */
async function takePlayground(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1180 }, colorScheme: "light" });
  await page.goto(`${url}api-reference/shipments/retrieve-a-shipment`);
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("button", { name: /^Set/ }).click();
  await page.locator("input[type=password]").fill("demo-key");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Send/ }).first().click();
  await page.getByRole("button", { name: "Allow once" }).click();
  await page.getByText("200 OK").first().waitFor();
  await page.getByText("Matches the specification").first().waitFor();
  const show = page.getByRole("button", { name: "Show", exact: true });
  if ((await show.count()) > 0) await show.first().click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: path.join(images, "playground.png") });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
