import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findOrInstallChromium } from "../../tools/editor/find-chromium.ts";
import { launchChromium } from "../../tools/editor/launch-chromium.ts";
import { fixStep, newcomerSteps } from "./by-hand/newcomer-steps.ts";
import { patience } from "./by-hand/patience.ts";
import type { Step } from "./by-hand/step.ts";
import { openWindow } from "./runner/open-window.ts";
import { takeSteps } from "./runner/run-by-hand.ts";
import type { RunControl, TestReport } from "./runner/session.ts";

const project = path.resolve(__dirname, "../..");
const marker = "DOCWRIGHT_START_CHECK";

/** The maximum time from the start of `npm start` until the first problem is fixed on an idle machine, in seconds. */
const targetSecondsToFix = 60;

/**
 * The maximum time in seconds on a machine that isn't very slow. Other tests that run at the same time make a machine up
 * to three times slower.
 */
const maxSecondsToFix = 3 * targetSecondsToFix;

/**
 * The maximum ratio of the time until the first problem is fixed to the time until the site is served, which includes the
 * build. The ratio is usually about 2. It determines the limit only on a very slow machine.
 */
const maxRatioToServed = 6;

/**
 * Tests that `npm start` serves the sample site, that a new user can take the first steps there, and that no processes
 * remain, regardless of how the command is ended.
 */
export async function checkStart(control: RunControl): Promise<TestReport[]> {
  const steps: TestReport[] = [];
  const first = await checkEnding(
    "Ctrl-C",
    (npm) => signal(-pidOf(npm), "SIGINT"),
    async (served) => {
      steps.push(...(await takeFirstSteps(served, control)));
    },
  );
  // The first start has built the product.
  const builtEnv = { DOCWRIGHT_BUILT: path.join(project, "dist") };
  const second = await checkEnding("a polite kill of npm", (npm) => signal(pidOf(npm), "SIGTERM"), undefined, builtEnv);
  return [...steps, first, second];
}

interface ServedSite {
  readonly url: string;
  readonly site: string;
  /** The time when `npm start` was called. */
  readonly start: number;
  /** The time when the site was served. */
  readonly servedAt: number;
}

async function takeFirstSteps(
  { url, site, start, servedAt }: ServedSite,
  { onBegin }: RunControl,
): Promise<TestReport[]> {
  const browser = await launchChromium(await findOrInstallChromium(console.log));
  try {
    const page = await openWindow(browser);
    page.setDefaultTimeout(patience.timeout);
    await page.goto(url);
    let isFixed: number | undefined;
    const steps = newcomerSteps.map(([title, take]): Step => {
      const takeTimed: Step[1] = async (...args) => {
        await take(...args);
        if (title === fixStep) isFixed = Date.now();
      };
      return [`npm start: ${title}`, takeTimed];
    });
    const reports = await takeSteps(page, site, { name: "newcomer", steps }, onBegin);
    return isFixed === undefined ? reports : [...reports, timeToFix(isFixed - start, servedAt - start)];
  } finally {
    await browser.close();
  }
}

function timeToFix(milliseconds: number, servedAfter: number): TestReport {
  const seconds = Math.round(milliseconds / 1000);
  const maxSeconds = Math.max(maxSecondsToFix, Math.round((servedAfter * maxRatioToServed) / 1000));
  const title = `npm start: the first problem is fixed after ${seconds} s (target: ${targetSecondsToFix} s on an idle machine)`;
  console.log(title);
  return seconds <= maxSeconds
    ? { title, outcome: "passed", milliseconds }
    : {
        title,
        outcome: "failed",
        milliseconds,
        error: `The limit is ${maxSeconds} s. The site was served after ${Math.round(servedAfter / 1000)} s.`,
      };
}

async function checkEnding(
  name: string,
  end: (npm: ChildProcess) => void,
  use?: (served: ServedSite) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<TestReport> {
  const title = `npm start serves a site and leaves no process behind after ${name}`;
  const start = Date.now();
  const id = randomUUID();
  const profile = await mkdtemp(path.join(os.tmpdir(), "docwright-start-"));
  const { DOCWRIGHT_BUILT: _, ...ownEnv } = process.env;
  const npm = spawn("npm", ["start", "--", "--no-open", "--profile", profile], {
    cwd: project,
    env: { ...ownEnv, ...env, INIT_CWD: project, [marker]: id },
    stdio: ["ignore", "pipe", "inherit"],
    // A separate process group simulates the terminal that receives Ctrl-C.
    detached: true,
  });
  try {
    const url = await printedUrl(npm);
    assert.equal((await fetch(url)).status, 200);
    const servedAt = Date.now();
    const before = await processesMarked(id);
    assert.ok(before.length >= 3, "the editor isn't running");
    await use?.({ url, site: path.join(profile, "berthline-docs"), start, servedAt });
    end(npm);
    await untilGone(id);
    await assert.rejects(fetch(url), "the port is closed");
    return { title, outcome: "passed", milliseconds: Date.now() - start };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { title, outcome: "failed", milliseconds: Date.now() - start, error: text };
  } finally {
    for (const pid of await processesMarked(id)) signal(pid, "SIGKILL");
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function printedUrl(npm: ChildProcess): Promise<string> {
  let output = "";
  for await (const text of npm.stdout ?? []) {
    output += String(text);
    // The URL is complete if it's followed by a space.
    const url = /http:\/\/localhost:\S+(?=\s)/.exec(output)?.[0];
    if (url) return url;
  }
  throw new Error(`npm start ended without printing a URL:\n${output}`);
}

async function untilGone(id: string): Promise<void> {
  let remaining: number[] = [];
  for (const deadline = Date.now() + 180_000; Date.now() < deadline; await sleep(100)) {
    remaining = await processesMarked(id);
    if (remaining.length === 0) return;
  }
  throw new Error(`Still running: ${remaining.join(", ")}.`);
}

/**
 * Returns every process whose environment contains the mark, regardless of its current parent. Linux only. Zombie
 * processes have no environment.
 */
async function processesMarked(id: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const marked = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      return environment.split("\0").includes(`${marker}=${id}`) ? [pid] : [];
    }),
  );
  return marked.flat();
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error("npm could not be started.");
  return child.pid;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already exited.
  }
}
