import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Browser, Page } from "playwright-core";
import { manyEntries } from "../../test/harness/many-entries.ts";
import { openPanel, type PanelStage } from "../../test/webview/feedback/panel-stage.ts";
import { findOrInstallChromium } from "../../tools/editor/find-chromium.ts";
import { launchChromium } from "../../tools/editor/launch-chromium.ts";

const count = 100_000;
const limits = { first: 300, key: 50, task: 50, rows: 200, megabytes: 150 } as const;

/**
 * Measures the panel with 100,000 entries. The panel's controller runs in this process, as in the extension host, and
 * its page runs in Chromium.
 */
export async function* measurePanel(dist: string, runs: number): AsyncGenerator<string> {
  const before = measureHeap();
  const state = manyEntries(count, Date.now());
  const entries = measureHeap() - before;
  const browser = await launchChromium(await findOrInstallChromium(() => undefined));
  try {
    const [firsts, works]: [number[], number[]] = [[], []];
    for (let run = 0; run < Math.max(runs, 5); run++) {
      const stage = await openEmptyPanel(browser, dist);
      works.push(
        await measureWork(stage.page, async () => {
          firsts.push(await measureUntilPainted(stage, () => stage.show(state)));
        }),
      );
      await stage.page.close();
    }
    yield formatRow("Response received until the first page is painted, ms", firsts, limits.first);
    yield formatRow("The same, CPU time of the controller and page, ms", works, limits.first);
    const stage = await openEmptyPanel(browser, dist);
    stage.show(state);
    await stage.page.locator(".dwf-row[data-kind=entry]").first().waitFor();
    // While the user isn't typing, the panel prepares the search index.
    await stage.page.waitForTimeout(3000);
    const keys = await measureKeyTimes(stage.page);
    yield formatRow("Keystroke in the search until its rows are painted, ms", keys, limits.key);
    yield formatRow("Filter, sort, or group until the rows are painted, ms", await filterTimes(stage.page), limits.key); // prettier-ignore
    const work = await measureWork(stage.page, async () => void (await measureKeyTimes(stage.page)));
    yield formatRow("Keystroke in the search, CPU time of the controller and page, ms", [work / keys.length], limits.key); // prettier-ignore
    await browser.startTracing(stage.page, { categories: ["toplevel"] });
    const scrolled = await scroll(stage.page);
    const trace = await browser.stopTracing();
    yield formatRow("Scroll for 10 s, longest task over 50 ms (0 if none), ms", [scrolled.longest], limits.task);
    yield formatRow("Scroll for 10 s, CPU time of the longest task, ms", [getLongestTask(trace)], limits.task);
    yield formatRow("Scroll, rows in the DOM", [scrolled.rows], limits.rows);
    yield formatRow("Scroll, frames with a row whose text isn't loaded yet, %", [scrolled.coming], undefined);
    const memory = await measureMemory(browser, stage.page);
    yield formatRow("Page, heap, MB", [memory.heap], limits.megabytes);
    yield formatRow("Page, private memory of its process, MB", [memory.own], limits.megabytes);
    yield formatRow("Extension host, 100,000 entries, MB", [entries / 1e6], undefined);
    yield formatRow("Extension host, data derived from them, MB", [(measureHeap() - before - entries) / 1e6], undefined); // prettier-ignore
  } finally {
    await browser.close();
  }
}

async function openEmptyPanel(browser: Browser, dist: string): Promise<PanelStage> {
  const openPage = async () => {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await page.addInitScript(pageScript);
    return page;
  };
  const emptyState = { ...manyEntries(0, Date.now()), freshness: { kind: "loading", warnings: [] } as const };
  const stage = await openPanel(openPage, emptyState, { bundle: join(dist, "webview") });
  await stage.page.getByText("Loading feedback…").first().waitFor();
  await stage.page.waitForTimeout(400);
  return stage;
}

/**
 * A script that runs in the page and records the system time when the frame that shows a different list is complete.
 */
const pageScript = `
window.version = () => document.querySelector("[data-version]")?.getAttribute("data-version") ?? "";
window.nextList = (before) => new Promise((resolve) => {
  const look = () => {
    if (window.version() === before || !document.querySelector(".dwf-row[data-kind=entry], .dwf-card")) return false;
    observer.disconnect();
    // A task that is queued after a frame runs when the frame is done.
    requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    return true;
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
});
window.timed = async (act) => {
  const before = window.version();
  const next = window.nextList(before);
  const from = performance.timeOrigin + performance.now();
  act();
  return (await next) - from;
};
`;

async function measureUntilPainted({ page }: PanelStage, runAction: () => void): Promise<number> {
  const painted = page.evaluate<number>("window.nextList(window.version())");
  await page.waitForTimeout(50);
  const from = performance.timeOrigin + performance.now();
  runAction();
  return (await painted) - from;
}

/**
 * Returns the response time of each keystroke, in milliseconds, while texts are typed and deleted in the search field:
 * single words, several words, a phrase, text without accents, and text without any matches.
 */
async function measureKeyTimes(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (const text of ["token renewed", '"rate limits"', "grosse cafe", "page-17", "zzz"]) {
    const steps = Array.from(text, (_, at) => text.slice(0, at + 1));
    for (const typed of [...steps, ...steps.slice(0, -1).reverse(), ""]) {
      times.push(
        await page.evaluate<number>(`window.timed(() => {
          const field = document.querySelector("[data-search]");
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, ${JSON.stringify(typed)});
          field.dispatchEvent(new Event("input", { bubbles: true }));
        })`),
      );
      await page.waitForTimeout(30);
    }
  }
  return times;
}

async function filterTimes(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  const actions = [
    ...[3, 1, 0, 4].map((at) => `document.querySelectorAll(".dwf-work input")[${at}].click()`),
    ...["page", "status", "source", "none"].map((name) => select("Grouping", name)),
    ...["newest", "oldest", "work"].map((name) => select("Sort", name)),
    ...["agents", "people", "everybody"].map((name) => select("Reader type", name)),
    `document.querySelector(".dwf-chip[aria-pressed]").click()`,
    `document.querySelector(".dwf-chip[aria-pressed]").click()`,
  ];
  for (let round = 0; round < 3; round++)
    for (const action of actions) {
      times.push(await page.evaluate<number>(`window.timed(() => { ${action} })`));
      await page.waitForTimeout(100);
    }
  return times;
}

/** Returns a script that selects an option of a select field. */
function select(label: string, name: string): string {
  return `const field = [...document.querySelectorAll("label")].find(({ firstChild }) => firstChild.textContent === "${label}").control; field.value = "${name}"; field.dispatchEvent(new Event("change", { bubbles: true }))`;
}

interface Scrolled {
  readonly longest: number;
  readonly rows: number;
  readonly coming: number;
}

/**
 * Scrolls in small steps as with a mouse wheel, then page by page, and then in jumps as with a scroll bar.
 */
function scroll(page: Page): Promise<Scrolled> {
  return page.evaluate<Scrolled>(`new Promise((resolve) => {
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration))).observe({ entryTypes: ["longtask"] });
    const list = document.querySelector("[data-list]");
    const begin = performance.now();
    let frames = 0, coming = 0, rows = 0;
    const step = () => {
      const past = performance.now() - begin;
      rows = Math.max(rows, list.querySelectorAll("[role=treeitem]").length);
      frames++;
      if (list.querySelector("[data-kind=coming]")) coming++;
      if (past > 10_000) return setTimeout(() => resolve({ longest: Math.max(0, ...tasks), rows, coming: 100 * coming / frames }), 500);
      if (past < 4000) list.scrollTop += 120;
      else if (past < 7000) list.scrollTop += list.clientHeight;
      else if (frames % 10 === 0) list.scrollTop = ((frames * 7919) % 1000) / 1000 * list.scrollHeight;
      requestAnimationFrame(step);
    };
    step();
  })`);
}

async function measureMemory(browser: Browser, page: Page): Promise<{ readonly heap: number; readonly own: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  const ownMemory = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/^RssAnon:\s+(\d+) kB$/m.exec(readStatus(id))?.[1] ?? 0) / 1024);
  return { heap: usedSize / 1e6, own: Math.max(0, ...ownMemory) };
}

function readStatus(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/status`, "utf8");
  } catch {
    return "";
  }
}

/** Returns the used heap of this process in bytes. */
function measureHeap(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Returns the CPU time that is used by this process and by the page's main thread, in milliseconds. Time spent waiting
 * for a CPU isn't included.
 */
async function measureWork(page: Page, runAction: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const measurePageWork = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const [before, page0] = [process.cpuUsage(), await measurePageWork()];
  await runAction();
  const { user, system } = process.cpuUsage(before);
  const workTime = (user + system) / 1000 + (await measurePageWork()) - page0;
  await session.detach();
  return workTime;
}

/** Returns the longest task of any thread in a trace, in milliseconds of CPU time. */
function getLongestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    readonly traceEvents: readonly { readonly name: string; readonly tdur?: number }[];
  };
  const tasks = traceEvents.filter(({ name }) => name.endsWith("RunTask"));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

function formatRow(name: string, values: readonly number[], limit: number | undefined): string {
  const sorted = [...values].sort((a, b) => a - b);
  const formatPercentile = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
  return `| ${name} | ${values.length} | ${formatPercentile(0.5)} | ${formatPercentile(0.95)} | ${formatPercentile(1)} | ${limit === undefined ? "" : `≤ ${limit}`} |`;
}
