import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GoalResults } from "./goals.ts";
import { LspDriver, type DriverOptions } from "./lsp-driver.ts";
import { faultyPage } from "./make-site.ts";
import { formatTimesRow } from "./times-row.ts";

interface TimedRequest {
  readonly name: string;
  readonly path: string;
  readonly language: string;
  readonly on: string;
}

const pendingRequests: readonly TimedRequest[] = [
  { name: "an entry of docs.json", path: "docs.json", language: "json", on: '"tab-0/group-1/' },
  { name: "a link in a page", path: faultyPage, language: "mdx", on: "](/" },
  { name: "the title of a page", path: faultyPage, language: "mdx", on: "title: " },
];

const incoming = 500;

/**
 * Yields the times for finding definitions and references right after a keystroke, when nothing about the text is
 * cached, and for renaming a page that 500 pages link to. Renaming includes the data for the preview of the changes.
 */
export async function* measureRefactoring(
  server: string,
  site: string,
  options: DriverOptions,
  goals: GoalResults,
  times = 40,
): AsyncGenerator<string, void> {
  const [definitions, references]: [number[], number[]] = [[], []];
  for (const { name, path, language, on } of pendingRequests) {
    const driver = new LspDriver(server, site, options);
    await driver.initialize();
    const text = await driver.open(path, language);
    await driver.waitUntilAtRest();
    const before = text.slice(0, text.indexOf(on) + on.length).split("\n");
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const end = { line: text.split("\n").length - 1, character: text.length - text.lastIndexOf("\n") - 1 };
    for (let i = 0; i < times; i++) {
      const method = i % 2 === 0 ? "definition" : "references";
      await driver.insert(path, i + 2, end, " ");
      const begin = performance.now();
      const results = await driver.request<readonly unknown[]>(`textDocument/${method}`, {
        textDocument: { uri: driver.toUri(path) },
        position,
        context: { includeDeclaration: true },
      });
      (method === "definition" ? definitions : references).push(performance.now() - begin);
      if (results.length === 0) throw new Error(`${name} doesn't contain ${method}.`);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    await driver.stop();
  }
  yield formatTimesRow("Go to Definition (p95 limit: 30)", definitions);
  yield formatTimesRow("Find All References (p95 limit: 30)", references);
  const renamed = await measureRenames(server, site, options);
  goals.add("rename", renamed);
  yield formatTimesRow(`Rename a page with ${String(incoming)} links to it`, renamed);
}

async function measureRenames(server: string, site: string, options: DriverOptions): Promise<number[]> {
  const target = "tab-0/group-0/page-3";
  const changed: (readonly [string, string])[] = [];
  for (let i = 0; i < incoming; i++) {
    const group = Math.floor((i + 24) / 12);
    const file = join(site, `tab-${String(Math.floor(group / 20))}/group-${String(group)}/page-${String(i + 24)}.mdx`);
    const text = readFileSync(file, "utf8");
    changed.push([file, text]);
    writeFileSync(file, `${text}\n[the page that moves](/${target})\n`);
  }
  try {
    const driver = new LspDriver(server, site, options);
    await driver.initialize({
      workspace: {
        workspaceEdit: {
          documentChanges: true,
          resourceOperations: ["rename"],
          changeAnnotationSupport: { groupsOnLabel: true },
        },
      },
    });
    const text = await driver.open(`${target}.mdx`, "mdx");
    await driver.waitUntilAtRest();
    const line = text.split("\n").findIndex((each) => each.startsWith("title: "));
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      await driver.insert(`${target}.mdx`, i + 2, { line: 0, character: 3 }, "");
      const begin = performance.now();
      const edit = await driver.request<{ readonly documentChanges: readonly unknown[] }>("textDocument/rename", {
        textDocument: { uri: driver.toUri(`${target}.mdx`) },
        position: { line, character: 9 },
        newName: `moved/page-${String(i)}`,
      });
      times.push(performance.now() - begin);
      if (edit.documentChanges.length < incoming) throw new Error("The rename doesn't update every page.");
    }
    await driver.stop();
    return times;
  } finally {
    for (const [file, text] of changed) writeFileSync(file, text);
  }
}
