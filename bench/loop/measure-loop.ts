import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { navigation } from "../../server/src/protocol/navigation.ts";
import { openPreview, previewMessage, previewPush } from "../../server/src/protocol/preview.ts";
import type { ToPage } from "../../webview/src/protocol.ts";
import type { GoalResults } from "../goals.ts";
import { LspDriver } from "../lsp-driver.ts";
import { faultyPage } from "../make-site.ts";

/** The maximum time in milliseconds that the event loop may be blocked. */
const limit = 50;
/** The minimum duration of a turn of the event loop that is recorded, in milliseconds. */
const least = 10;

/** A turn of the server's event loop that blocked it. Times are in milliseconds. */
interface Turn {
  /** The time when the turn started, in milliseconds since 1970. */
  readonly at: number;
  readonly clock: number;
  /** The CPU time that the main thread used, which doesn't depend on other load on the machine. */
  readonly work: number;
}

/** An author's action, along with a way to wait until the server has handled it. */
interface Action {
  readonly name: string;
  readonly run: (driver: LspDriver) => Promise<unknown>;
}

/**
 * Yields the longest turns of the server's event loop while a site with 5,000 pages is read, previewed, and edited. The
 * site's navigation is split into 21 tabs in the first run and is a single sidebar in the second run. The time before
 * the server accepts requests isn't included.
 */
export async function* measureLoop(
  server: string,
  site: string,
  folder: string,
  goals: GoalResults,
): AsyncGenerator<string, void> {
  const inTabs = readFileSync(join(site, "docs.json"), "utf8");
  try {
    for (const [layout, config] of [
      ["21 tabs", inTabs],
      ["One sidebar", mergeSidebars(inTabs)],
    ] as const) {
      writeFileSync(join(site, "docs.json"), config);
      for (const [action, turns] of await measureTurns(server, site, folder, config)) {
        goals.add(
          "longestTurn",
          turns.map(({ work }) => work),
        );
        yield formatRow(layout, action, turns);
      }
    }
  } finally {
    writeFileSync(join(site, "docs.json"), inTabs);
  }
}

function formatRow(layout: string, action: string, turns: readonly Turn[]): string {
  const getMaxLength = (of: "work" | "clock") => Math.max(0, ...turns.map((turn) => turn[of])).toFixed(1);
  const overLimit = turns.filter(({ work }) => work > limit).length;
  return `| ${layout}: ${action} | ${getMaxLength("work")} | ${getMaxLength("clock")} | ${String(overLimit)} | ${String(limit)} |`;
}

/** Returns the configuration with the pages of all tabs in a single list. */
function mergeSidebars(config: string): string {
  const siteConfig = JSON.parse(config) as { navigation: unknown };
  const pages: unknown[] = [];
  const collectEntries = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collectEntries(one);
    else if (typeof value === "object" && value !== null)
      for (const [key, member] of Object.entries(value)) {
        if (key === "pages" && Array.isArray(member))
          for (const one of member as readonly unknown[])
            if (typeof one === "string" && one.startsWith("tab-")) pages.push(one);
        if (typeof member === "object") collectEntries(member);
      }
  };
  collectEntries(siteConfig.navigation);
  return `${JSON.stringify({ ...siteConfig, navigation: { groups: [{ group: "Everything", pages }] } }, undefined, 2)}\n`;
}

async function measureTurns(
  server: string,
  site: string,
  folder: string,
  config: string,
): Promise<readonly (readonly [string, readonly Turn[]])[]> {
  const file = join(folder, "turns.jsonl");
  const cache = join(folder, "cache-of-loop");
  const rows: (readonly [string, readonly Turn[]])[] = [];
  for (const round of ["without a cache", "with all pages cached"]) {
    rmSync(file, { force: true });
    const driver = new LspDriver(server, site, {
      cache,
      nodeOptions: ["--require", join(import.meta.dirname, "note-turns.cjs")],
      env: { DOCWRIGHT_TURNS: file, DOCWRIGHT_TURNS_FROM: String(least) },
    });
    await driver.initialize();
    const ends: (readonly [string, number])[] = [["", Date.now()]];
    const actions =
      round === "without a cache" ? [createReading(round), ...createAuthorActions(config)] : [createReading(round)];
    for (const { name, run } of actions) {
      await run(driver);
      ends.push([name, Date.now()]);
    }
    await driver.stop();
    const turns = readTurns(file);
    for (const [index, [name, end]] of ends.entries()) {
      const begin = ends[index - 1]?.[1];
      if (begin !== undefined) rows.push([name, turns.filter(({ at }) => at > begin && at <= end)]);
    }
  }
  rmSync(cache, { recursive: true, force: true });
  return rows;
}

function readTurns(file: string): Turn[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Turn);
  } catch {
    return [];
  }
}

function createReading(round: string): Action {
  return {
    name: `read the site ${round}, with docs.json and a page open`,
    run: async (driver) => {
      await driver.open("docs.json", "json");
      await driver.open(faultyPage, "mdx");
      await driver.waitUntilAtRest();
      await pause(2000);
    },
  };
}

const preview = "bench";

function createAuthorActions(config: string): readonly Action[] {
  let version = 1;
  const typeInside = async (driver: LspDriver, path: string, text: string, inside: RegExp) => {
    const matches = [...text.matchAll(inside)];
    for (let i = 0; i < 8; i++) {
      const match = matches[(i * 7919) % matches.length];
      if (!match) throw new Error(`${path} contains no position to type at.`);
      const before = text.slice(0, match.index + match[0].length).split("\n");
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
      await driver.insert(path, ++version, position, "x");
      await pause(700);
      await driver.insert(path, ++version, position, "", 1);
      await pause(700);
    }
  };
  return [
    {
      name: "navigation tree requests its data",
      run: async (driver) => {
        await driver.request(navigation.method, undefined);
        await pause(1000);
      },
    },
    {
      name: "open a preview",
      run: async (driver) => {
        driver.hear<{ message?: ToPage }>(previewPush.method, ({ message }) => {
          if (message?.kind !== "page") return;
          const painted = { kind: "painted", version: message.update.version, milliseconds: 5 };
          void driver.notify(previewMessage.method, { preview, message: painted });
        });
        await driver.request(openPreview.method, { preview, uri: driver.toUri(faultyPage) });
        await driver.notify(previewMessage.method, { preview, message: { kind: "ready" } });
        await pause(3000);
      },
    },
    {
      name: "search the site twice",
      run: async (driver) => {
        for (const query of ["kestrel", "warm ledger"]) {
          await driver.notify(previewMessage.method, { preview, message: { kind: "search", query } });
          await pause(4000);
        }
      },
    },
    ...(
      [
        ["site name", /"name": "Kes/g],
        ["group titles", /"group": "[A-Z]/g],
        ["page paths", /page-\d\d/g],
      ] as const
    ).map(([what, inside]) => ({
      name: `type in docs.json, ${what}`,
      run: (driver: LspDriver) => typeInside(driver, "docs.json", config, inside),
    })),
    {
      name: "type in a page, text and title",
      run: async (driver) => {
        const text = readFileSync(join(driver.folder, faultyPage), "utf8");
        await typeInside(driver, faultyPage, text, /\b(nest|egg|wind|warm)\b/g);
        await typeInside(driver, faultyPage, text, /title: "?\w/g);
      },
    },
    {
      name: "write 240 pages and docs.json at the same time",
      run: async (driver) => {
        const paths = Array.from(
          { length: 240 },
          (_, i) => `tab-0/group-${String(Math.floor(i / 12))}/page-${String(i)}.mdx`,
        );
        const texts = paths.map((path) => [path, readFileSync(join(driver.folder, path), "utf8")] as const);
        for (const added of ["\nNew words in every page.\n", ""]) {
          for (const [path, text] of texts) writeFileSync(join(driver.folder, path), text + added);
          await driver.notify("workspace/didChangeWatchedFiles", {
            changes: [...paths, "docs.json"].map((path) => ({ uri: driver.toUri(path), type: 2 })),
          });
          await pause(500);
          await driver.waitUntilAtRest();
          await pause(2000);
        }
      },
    },
  ];
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
