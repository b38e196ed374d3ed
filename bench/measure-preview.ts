import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { findOrInstallChromium } from "../tools/editor/find-chromium.ts";
import { launchChromium } from "../tools/editor/launch-chromium.ts";
import type { GoalResults } from "./goals.ts";
import { formatTimesRow } from "./times-row.ts";

/**
 * Measures the time from a file change to the frame in which Chromium paints the change, and from opening a URL to the
 * first text.
 */
export async function* measurePreview(
  dist: string,
  folder: string,
  runs: number,
  goals: GoalResults,
): AsyncGenerator<string> {
  const site = join(folder, "preview-site");
  writeSite(site);
  const browser = await launchChromium(await findOrInstallChromium(() => undefined));
  try {
    yield formatTimesRow(
      "Open a page until its first text, server just started",
      await measureCold(dist, site, browser, runs),
    );
    const server = await startPreview(dist, site);
    try {
      yield formatTimesRow(
        "Open a page until its first text, server running",
        (await openTimes(server.url, browser, Math.max(runs * 2, 10) + 1)).slice(1),
      );
      const keys = await measureKeys(server.url, site, "page", browser, runs * 40);
      goals.add("preview", keys);
      yield formatTimesRow("Keystroke in a page of 8 kB until it's painted", keys);
      for (const [name, reported] of longPages)
        yield formatTimesRow(
          `${reported} in a page of 700 kB until it's painted`,
          await measureKeys(server.url, site, name, browser, runs * 8),
        );
    } finally {
      await server.end();
    }
  } finally {
    await browser.close();
  }
}

/** The pages with 700 kB of text, along with the kind of edit that is measured on each page. */
const longPages = [
  ["long", "Keystroke"],
  ["lines", "Enter (moves all lines below)"],
  ["windows", "Keystroke (CRLF line endings)"],
] as const;
type PageName = "page" | (typeof longPages)[number][0];

interface RunningPreview {
  readonly url: string;
  readonly end: () => Promise<void>;
}

function startPreview(dist: string, site: string): Promise<RunningPreview> {
  const child = spawn(process.execPath, [join(dist, "cli.js"), "preview", site], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The preview has ended.")));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const url = /Preview: (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve({ url, end: () => waitForExit(child) });
    });
  });
}

function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners("exit").once("exit", () => resolve());
    child.kill("SIGINT");
  });
}

async function measureCold(dist: string, site: string, browser: Browser, runs: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const server = await startPreview(dist, site);
    times.push(...(await openTimes(server.url, browser, 1)));
    await server.end();
  }
  return times;
}

/**
 * Returns the milliseconds until the frame that shows the first words of the page is complete. Each measurement uses a
 * new tab of the same browser, and the first tab fills the browser's cache.
 */
async function openTimes(url: string, browser: Browser, count: number): Promise<number[]> {
  const context = await browser.newContext();
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const page = await context.newPage();
    await page.addInitScript(createWatcher("The first words of this page"));
    const from = Date.now();
    await page.goto(new URL("page", url).href, { waitUntil: "commit" });
    times.push((await page.evaluate<number>("window.painted")) - from);
    // Syntax colors appear after the text. The next tab is opened when nothing else is running.
    await page.waitForTimeout(700);
    await page.close();
  }
  await context.close();
  return times;
}

/**
 * Returns the milliseconds from writing a file with an additional word to the frame after the one that shows the word.
 */
async function measureKeys(
  url: string,
  site: string,
  name: PageName,
  browser: Browser,
  count: number,
): Promise<number[]> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto(new URL(name, url).href);
  await page.getByText("The first words of this page").waitFor();
  await page.waitForTimeout(3000);
  const times: number[] = [];
  for (let i = 0; i < count + 5; i++) {
    const word = `key${i}end`;
    await page.evaluate(createWatcher(word));
    const from = Date.now();
    writeFileSync(join(site, `${name}.mdx`), createText(name, word, i));
    const time = (await page.evaluate<number>("window.painted")) - from;
    // The first runs load code that later runs reuse.
    if (i >= 5) times.push(time);
    await page.waitForTimeout(60);
  }
  await page.context().close();
  return times;
}

/**
 * Returns a script that records the system time when the first frame that shows the text is complete. The script is a
 * string, because the compiler of this file would otherwise add calls to helper functions that don't exist in the page.
 */
function createWatcher(text: string): string {
  return `window.painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const page = document.querySelector("[data-block]")?.parentElement;
      if (!page?.textContent.includes(${JSON.stringify(text)})) return;
      observer.disconnect();
      // A task that is queued after a frame runs when the frame is done.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }), undefined`;
}

const pageNames: readonly PageName[] = ["page", ...longPages.map(([name]) => name)];

function writeSite(site: string): void {
  mkdirSync(site, { recursive: true });
  writeFileSync(
    join(site, "docs.json"),
    JSON.stringify({
      name: "Bench",
      colors: { primary: "#0b6e5f" },
      navigation: { pages: pageNames },
    }),
  );
  for (const name of pageNames) writeFileSync(join(site, `${name}.mdx`), createText(name, "none", 0));
}

/** Real pages have about 300 characters per block. */
const sentence = "Readers of real pages find sentences that are about as long as this one is, and a few of them. ";

function createText(name: PageName, word: string, times: number): string {
  const length = name === "page" ? 8000 : 700_000;
  const createPart = (i: number): string =>
    [
      `## Part ${i}`,
      `Some **words** with [a link](/page) and \`code\`, number ${i}, so that the page is like others. ${sentence.repeat(4)}`,
      `<Card title="Card ${i}" icon="rocket">\n  More words in a card.\n</Card>`,
      `\`\`\`ts part-${i}.ts\n${`const value${i} = read("a", ${i});\n`.repeat(8)}\`\`\``,
      `- one\n- two\n- three`,
    ].join("\n\n");
  let body = `The first words of this page. ${word}${name === "lines" ? "\n".repeat(times) : ""}`;
  for (let i = 0; body.length < length; i++) body += `\n\n${createPart(i)}`;
  const full = `---\ntitle: ${name}\n---\n\n${body}\n`;
  return name === "windows" ? full.replaceAll("\n", "\r\n") : full;
}
