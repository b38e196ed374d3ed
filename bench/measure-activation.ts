import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { runCommand } from "../test/editor/by-hand/run-command.ts";
import { EditorHost } from "../tools/editor/editor-host.ts";
import { findOrInstallChromium } from "../tools/editor/find-chromium.ts";
import { type CodeServer, installCodeServer } from "../tools/editor/install-code-server.ts";
import { launchChromium } from "../tools/editor/launch-chromium.ts";
import { createWorkbenchUrl } from "../tools/editor/workbench-url.ts";
import { copySampleSite } from "../tools/screenshot-sites.ts";
import type { GoalResults } from "./goals.ts";
import { getPercentile } from "./times-row.ts";

const project = join(__dirname, "..");

/**
 * Opens the sample site in a new editor for each run, and reads the activation time from the list of running
 * extensions. The time includes loading the extension's code, but not starting the server.
 */
export async function* measureActivation(runs: number, goals: GoalResults): AsyncGenerator<string> {
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  const codeServer = await installCodeServer(report);
  const browser = await launchChromium(await findOrInstallChromium(report));
  const times: number[] = [];
  try {
    for (let run = 0; run < runs; run++) times.push(await measureOnce(codeServer, browser));
  } finally {
    await browser.close();
  }
  goals.add("activation", times);
  yield `| Load the code and call \`activate()\` | ${times.length} | ${getPercentile(times, 0.5)} | ${Math.max(...times)} |`;
}

/** Returns the milliseconds that VS Code measured for loading and activating the extension. */
async function measureOnce(codeServer: CodeServer, browser: Browser): Promise<number> {
  const profile = mkdtempSync(join(tmpdir(), "docwright-activation-"));
  const site = join(profile, "site");
  copySampleSite(site);
  const host = await EditorHost.start({ codeServer, profile });
  try {
    // The list is sorted by time, and only rows in view exist.
    const page = await browser.newPage({ viewport: { width: 1280, height: 2400 } });
    const openFile = join(site, "docs.json");
    await page.goto(createWorkbenchUrl({ authority: host.authority, folder: site, extension: project, openFile }));
    await page.locator(".statusbar-item", { hasText: "Berthline" }).waitFor({ timeout: 120_000 });
    await runCommand(page, "Developer: Show Running Extensions");
    const row = page.locator(".runtime-extensions-editor .monaco-list-row", { hasText: "Docwright" });
    const text = await row.locator(".activation-time").innerText({ timeout: 60_000 });
    await page.context().close();
    const milliseconds = /(\d+)\s*ms/.exec(text)?.[1];
    if (milliseconds === undefined) throw new Error(`VS Code doesn't show an activation time: ${text}`);
    return Number(milliseconds);
  } finally {
    await host.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
