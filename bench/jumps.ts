import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { readFrontmatterRanges } from "../server/src/core/page/frontmatter.ts";
import type { FromPage, ToPage } from "../webview/src/protocol.ts";
import { findOrInstallChromium } from "../tools/editor/find-chromium.ts";
import { launchChromium } from "../tools/editor/launch-chromium.ts";
import { findTopBlock, findLine } from "./jumps-in-page.ts";
import { createRandom, type Random } from "./recall/random.ts";
import { readArguments } from "../tools/read-arguments.ts";

const { values, positionals } = readArguments({
  help: `Usage: npm run bench:jumps [-- [options] [FOLDER]…]

Jumps between a page's text and the preview in both directions, with the built
docwright preview and a real Chromium: from a random line to where it's
rendered, by scrolling the editor and by moving its cursor, and from a random
position of the page to the reported line. Each FOLDER contains one site
(default: the sample site).

Options:
  --dist DIR   folder with the built command line (default: dist)
  --seed N     seed for the random numbers (default: 1)
  --jumps N    number of jumps per page (default: 100)
  --pages N    number of pages per site (default: 12)
  --with TEXT  use only pages that contain this text
  --help       show this help

Exit codes: 0 success; 1 a line is out of view, half of them are more than
40 px from their position, or a reported line isn't part of the block at the top`,
  options: {
    dist: { type: "string", default: "dist" },
    seed: { type: "string", default: "1" },
    jumps: { type: "string", default: "100" },
    pages: { type: "string", default: "12" },
    with: { type: "string", default: "" },
  },
  count: { min: 0 },
});

/** The maximum median distance in pixels between a line and its expected position. */
const maxOff = 40;
/**
 * The time in milliseconds to wait after each jump. On a busy machine, the wait is repeated until the page stops
 * moving.
 */
const rest = 200;
const maxRests = 12;

interface OpenPage {
  readonly page: Page;
  readonly file: string;
  /** The zero-based range of the page's lines after the frontmatter. */
  readonly lines: readonly [number, number];
  /** The words of each line. */
  readonly words: readonly string[];
  readonly reported: readonly number[];
}

interface Tally {
  jumps: number;
  inView: number;
  off: number[];
  cursors: number;
  cursorsInView: number;
  reported: number;
  right: number;
  faults: string[];
}

void main();

async function main(): Promise<void> {
  const folders = positionals.length > 0 ? positionals : [join(import.meta.dirname, "../sample/site")];
  const browser = await launchChromium(await findOrInstallChromium(() => undefined));
  let isMet = true;
  try {
    console.log(
      "| site | lines jumped to | in view | px off, median | px off, 95 % | cursors | in view | places scrolled to | line of the block reported |",
    );
    console.log("|---|---|---|---|---|---|---|---|---|");
    for (const folder of folders) {
      const tally = await measureSite(folder, browser);
      console.log(formatRow(folder, tally));
      for (const fault of tally.faults) console.error(fault);
      isMet &&=
        tally.inView === tally.jumps &&
        tally.cursorsInView === tally.cursors &&
        tally.right === tally.reported &&
        getQuantile(tally.off, 0.5) <= maxOff;
    }
  } finally {
    await browser.close();
  }
  process.exitCode = isMet ? 0 : 1;
}

async function measureSite(folder: string, browser: Browser): Promise<Tally> {
  const site = findSiteBelow(folder);
  const random = createRandom(`${values.seed} ${folder}`);
  const server = await startPreview(site);
  const tally: Tally = {
    jumps: 0,
    inView: 0,
    off: [],
    cursors: 0,
    cursorsInView: 0,
    reported: 0,
    right: 0,
    faults: [],
  };
  const files = random.shuffle(listPagesBelow(site)).slice(0, Number(values.pages));
  const perPage = Math.ceil(Number(values.jumps) / Math.max(1, files.length));
  try {
    for (const file of files) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: "reduce",
      });
      const page = await openPage(await context.newPage(), server.url, site, file);
      if (page) await measurePage(page, perPage, random, tally);
      await context.close();
    }
  } finally {
    server.child.kill("SIGINT");
  }
  return tally;
}

async function measurePage(open: OpenPage, count: number, random: Random, tally: Tally): Promise<void> {
  const { page, file, lines, reported } = open;
  const pickLine = (): number => lines[0] + random.nextBelow(lines[1] - lines[0]);
  for (let jump = 0; jump < count; jump++) {
    const line = pickLine();
    await translate(page, { kind: "reveal", file, line, trigger: "scroll" });
    await waitUntilSettled(page);
    const { isInView, off } = await page.evaluate(findLine, { line, words: open.words[line] ?? "" });
    tally.jumps++;
    if (isInView) tally.inView++;
    else tally.faults.push(`${file}:${line + 1} is out of sight`);
    if (off !== undefined) tally.off.push(off);
  }
  for (let jump = 0; jump < count; jump++) {
    const line = pickLine();
    await translate(page, { kind: "reveal", file, line, trigger: "cursor" });
    await waitUntilSettled(page);
    const { isInView } = await page.evaluate(findLine, { line, words: open.words[line] ?? "" });
    tally.cursors++;
    if (isInView) tally.cursorsInView++;
    else tally.faults.push(`${file}:${line + 1} is out of sight with the cursor in it`);
  }
  for (let jump = 0; jump < count; jump++) {
    await page.evaluate(
      (part) => {
        const max = document.documentElement.scrollHeight - innerHeight;
        scrollTo({ top: Math.round(part * max), behavior: "instant" });
      },
      random.nextBelow(1000) / 1000,
    );
    await waitUntilSettled(page);
    const top = await page.evaluate(findTopBlock);
    const line = reported.at(-1);
    if (top === undefined || line === undefined) continue;
    tally.reported++;
    if (line >= top[0] && line <= top[1]) tally.right++;
    else
      tally.faults.push(
        `${file}: line ${line + 1} is reported, the block at the top has ${top[0] + 1} to ${top[1] + 1}`,
      );
  }
}

/**
 * Opens a page that can receive messages as if its host had sent them. Returns undefined if the site doesn't have a
 * page for the file.
 */
async function openPage(page: Page, url: string, site: string, file: string): Promise<OpenPage | undefined> {
  const reported: number[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/_docwright/message")) return;
    const message = JSON.parse(request.postData() ?? "{}") as FromPage;
    if (message.kind === "scrolled") reported.push(message.line);
  });
  await page.addInitScript(messageInjectionScript);
  await page.goto(new URL(encodeURI(file.replace(/\.mdx?$/, "").replace(/(^|\/)index$/, "$1")), url).href);
  const block = page.locator("[data-block]").first();
  if (
    !(await block.waitFor({ timeout: 8000 }).then(
      () => true,
      () => false,
    ))
  )
    return undefined;
  // Waits until diagrams and images have reached their final size.
  await page.waitForTimeout(1500);
  const text = readFileSync(join(site, file), "utf8");
  const first = text.slice(0, readFrontmatterRanges(text).bodyStart).split("\n").length - 1;
  const last = text.trimEnd().split("\n").length;
  return last - first < 3
    ? undefined
    : {
        page,
        file,
        lines: [first, last],
        words: text.split("\n").map((line) => line.trim()),
        reported,
      };
}

/** A script that runs in the page before the page's own scripts and adds messages to those from the host. */
const messageInjectionScript = `{
  const real = window.fetch;
  window.fetch = async (...given) => {
    const answer = await real(...given);
    if (!String(given[0]).startsWith("/_docwright/events")) return answer;
    const both = new ReadableStream({
      async start(into) {
        window.say = (message) => into.enqueue(new TextEncoder().encode("data: " + message + "\\n\\n"));
        for await (const piece of answer.body) into.enqueue(piece);
        into.close();
      },
    });
    return new Response(both, { status: answer.status });
  };
}`;

async function translate(page: Page, message: ToPage): Promise<void> {
  await page.evaluate(`window.say(${JSON.stringify(JSON.stringify(message))})`);
}

/** Waits until the scroll position stops changing. */
async function waitUntilSettled(page: Page): Promise<void> {
  let before = Number.NaN;
  for (let rests = 0; rests < maxRests; rests++) {
    await page.waitForTimeout(rest);
    const now = await page.evaluate<number>("scrollY + (document.querySelector('.dw-aside')?.scrollTop ?? 0)");
    if (now === before) return;
    before = now;
  }
}

function startPreview(site: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [join(values.dist, "cli.js"), "preview", site], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`The preview of ${site} has ended.`)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const url = /Preview: (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve({ child, url });
    });
  });
}

/** Returns the folder itself if it contains a docs.json; otherwise, its first subfolder that contains one. */
function findSiteBelow(folder: string): string {
  if (existsSync(join(folder, "docs.json"))) return folder;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)docs\.json$/.test(file) && !file.includes("node_modules"))
    .sort((a, b) => a.split("/").length - b.split("/").length)[0];
  if (paths === undefined) throw new Error(`Can’t find docs.json in ${folder}.`);
  return join(folder, paths, "..");
}

function listPagesBelow(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".mdx") && !/(^|\/)(snippets|node_modules|faults|drafts)\//.test(file))
    .filter((file) => {
      const text = readFileSync(join(site, file), "utf8");
      return text.length > 1500 && text.includes(values.with);
    })
    .sort();
}

function getQuantile(sorted: readonly number[], share: number): number {
  const all = sorted.toSorted((a, b) => a - b);
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
}

function formatRow(folder: string, tally: Tally): string {
  const cells = [
    folder.split("/").at(-1),
    tally.jumps,
    tally.inView,
    Math.round(getQuantile(tally.off, 0.5)),
    Math.round(getQuantile(tally.off, 0.95)),
    tally.cursors,
    tally.cursorsInView,
    tally.reported,
    tally.right,
  ];
  return `| ${cells.join(" | ")} |`;
}
