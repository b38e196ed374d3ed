import type { GoalName, GoalResults } from "./goals.ts";
import { LspDriver } from "./lsp-driver.ts";
import { faults, faultyPage } from "./make-site.ts";
import { getPercentile, formatTimesRow } from "./times-row.ts";

const firstProblemGoals = new Map<number, GoalName>([
  [50, "firstProblem50"],
  [500, "firstProblem500"],
  [5000, "firstProblem5000"],
]);

/**
 * Yields the time from `initialize`, which is sent when the process starts, until the diagnostics for an open file
 * arrive. The server scans the rest of the site afterward.
 */
export async function* measureFirstDiagnostics(
  server: string,
  site: string,
  pages: number,
  runs: number,
  goals: GoalResults,
): AsyncGenerator<string, void> {
  for (const [path, code] of faults) {
    const times: number[] = [];
    for (let i = 0; i < runs; i++) {
      const driver = new LspDriver(server, site);
      const first = driver.waitForPublished(path, ({ diagnostics }) => diagnostics.some((one) => one.code === code));
      await driver.initialize();
      await driver.open(path, path === faultyPage ? "mdx" : "json");
      times.push((await first).at - driver.initializeSentAt);
      await driver.stop();
    }
    const goal = firstProblemGoals.get(pages);
    if (goal && path === "docs.json") goals.add(goal, times);
    const [median, slowest] = [getPercentile(times, 0.5), getPercentile(times, 1)];
    const file = path === faultyPage ? "a page" : path;
    yield `| ${pages} | ${file} | ${Math.round(median)} | ${Math.round(slowest)} |`;
  }
}

/**
 * Yields the time from typing or deleting a character until the diagnostics for that version arrive. The positions are
 * throughout docs.json and on a page.
 */
export async function* measureKeystrokes(
  server: string,
  site: string,
  goals: GoalResults,
): AsyncGenerator<string, void> {
  for (const [path, language, count] of [
    ["docs.json", "json", 300],
    [faultyPage, "mdx", 200],
  ] as const) {
    const driver = new LspDriver(server, site);
    await driver.initialize();
    const text = await driver.open(path, language);
    await driver.waitUntilAtRest();
    const times = await type(driver, path, findPlaces(text, path === "docs.json" ? /page-\d+/ : /nest/), count);
    const memory = driver.readMemory();
    if (path === "docs.json" && memory !== undefined) goals.add("serverMemory", [memory]);
    goals.add(path === "docs.json" ? "configKeystroke" : "pageKeystroke", times);
    const file =
      path === "docs.json" ? `docs.json, 5,000 pages, ${Math.round(text.length / 1000)} kB` : "A page, in its text";
    yield `${formatTimesRow(file, times)} ${Math.round(memory ?? 0)} |`;
    await driver.stop();
  }
}

interface EditLocation {
  readonly line: number;
  readonly character: number;
}

function findPlaces(text: string, what: RegExp): EditLocation[] {
  return text.split("\n").flatMap((line, number) => {
    const found = what.exec(line);
    return found ? [{ line: number, character: found.index + 2 }] : [];
  });
}

/** Returns the time in milliseconds from each keystroke until its diagnostics arrive. */
async function type(
  driver: LspDriver,
  path: string,
  locations: readonly EditLocation[],
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const editLocation = locations[(Math.floor(i / 2) * 7919) % locations.length];
    if (!editLocation) throw new Error(`${path} contains no position to type at.`);
    const answer = driver.waitForPublished(path, ({ version }) => version === i + 2);
    const begin = performance.now();
    await driver.insert(path, i + 2, editLocation, i % 2 === 0 ? "x" : "", i % 2 === 0 ? 0 : 1);
    times.push((await answer).at - begin);
    // Simulates a pause so that work that the server does after its response isn't included in the time for the next
    // keystroke.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  return times;
}
