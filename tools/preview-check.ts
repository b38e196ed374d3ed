import { readArguments } from "./read-arguments.ts";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { plainRenderTools } from "../server/src/core/preview/drawing.ts";
import type { PageSource, SiteFacts } from "../server/src/core/preview/source/page-source.ts";
import { renderPage, type RenderedPage } from "../server/src/core/preview/render-page.ts";
import { sheetDangers, viewDangers } from "../test/proofs/view-dangers.ts";
import { missingWords, wordsShown, wordsWritten } from "../test/proofs/page-words.ts";

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx tools/preview-check.ts FOLDER… [--list] [--words] [--every N]

Renders every page of real sites and counts: pages without content that the preview can't show, pages that fail or stay blank, the share of words from an independent reading that are shown, and anything that could run code or load something. Prints a Markdown table. --list prints every issue, and --words the pages that lose the most words.`,
  options: {
    list: { type: "boolean", default: false },
    words: { type: "boolean", default: false },
    every: { type: "string", default: "1" },
  },
  count: { min: 1 },
});

interface Count {
  pages: number;
  clean: number;
  failed: number;
  blank: number;
  broken: number;
  words: number;
  lost: number;
  dangers: number;
  readonly kinds: Map<string, number>;
}

main();

function main(): void {
  const all = createCount();
  console.log(
    "| site | pages | nothing missing | half readable | failed | blank | words shown | dangers | pages by issue |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const site of positionals.flatMap(listSites)) {
    const count = createCount();
    const reported = checkSite(site, count);
    console.log(formatRow(basename(site), count));
    for (const line of reported) console.log(`  ${line}`);
    add(all, count);
  }
  console.log(formatRow("**all**", all));
  process.exitCode = all.failed + all.dangers > 0 ? 1 : 0;
}

function createCount(): Count {
  return {
    pages: 0,
    clean: 0,
    failed: 0,
    blank: 0,
    broken: 0,
    words: 0,
    lost: 0,
    dangers: 0,
    kinds: new Map(),
  };
}

function add(all: Count, { kinds, ...rest }: Count): void {
  for (const [key, value] of Object.entries(rest) as [Exclude<keyof Count, "kinds">, number][]) all[key] += value;
  for (const [kind, pages] of kinds) all.kinds.set(kind, (all.kinds.get(kind) ?? 0) + pages);
}

function formatRow(name: string, { kinds, ...count }: Count): string {
  const formatPercent = (part: number, full: number) => `${((100 * part) / Math.max(1, full)).toFixed(2)} %`;
  const issues = [...kinds].map(([kind, pages]) => `${kind} ${pages}`).join(", ");
  return `| ${[
    name,
    count.pages,
    `${count.clean} (${formatPercent(count.clean, count.pages)})`,
    count.broken,
    count.failed,
    count.blank,
    formatPercent(count.words - count.lost, count.words),
    count.dangers,
    issues,
  ].join(" | ")} |`;
}

function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules)/.test(entry.name))
    .flatMap((entry) => {
      const inner = join(folder, entry.name);
      const site = [inner, join(inner, "docs"), join(inner, "handbook")].find((each) =>
        existsSync(join(each, "docs.json")),
      );
      return site ?? [];
    });
}

function checkSite(site: string, count: Count): string[] {
  const facts = readFacts(site);
  const read = createReader(site);
  const lines: string[] = [];
  for (const [index, path] of listPagesBelow(site).entries()) {
    if (index % Number(values.every) !== 0) continue;
    count.pages++;
    const text = read(path) ?? "";
    let page: RenderedPage;
    try {
      page = render(path, text, facts, read);
    } catch (error) {
      count.failed++;
      lines.push(`FAILED ${path}: ${String(error)}`);
      continue;
    }
    lines.push(...validate(path, text, page, count, read));
  }
  return lines;
}

function validate(
  path: string,
  text: string,
  { view }: RenderedPage,
  count: Count,
  read: (path: string) => string | null,
): string[] {
  const lines: string[] = [];
  const nodes = view.blocks.flatMap((block) => block.nodes);
  const sourceWords = wordsWritten(text);
  const lost = missingWords(sourceWords, wordsShown(nodes));
  const dangers = [...viewDangers(nodes), ...sheetDangers(view.styles)];
  count.words += sourceWords.length;
  count.lost += lost.length;
  count.dangers += dangers.length;
  if (view.issues.length === 0) count.clean++;
  if (view.blocks.some(({ problem }) => problem)) count.broken++;
  if (nodes.length === 0 && text.replace(/^\ufeff?---[^]*?\n---/, "").trim() !== "") {
    count.blank++;
    lines.push(`BLANK ${path}`);
  }
  for (const danger of dangers) lines.push(`DANGER ${path}: ${danger}`);
  for (const kind of new Set(view.issues.map((issue) => issue.kind)))
    count.kinds.set(kind, (count.kinds.get(kind) ?? 0) + 1);
  if (values.list)
    for (const { kind, message, file, range } of view.issues) {
      const code = (read(file) ?? "").slice(range.start, range.end).slice(0, 60);
      lines.push(`${path}: ${kind}: ${JSON.stringify(code)} ${message}`);
    }
  if (values.words && lost.length > Math.max(3, sourceWords.length * 0.01))
    lines.push(`${path}: ${lost.length} of ${sourceWords.length} words: ${lost.slice(0, 15).join(" ")}`);
  return lines;
}

/** Renders repeatedly until every requested file is available. */
function render(path: string, text: string, facts: SiteFacts, read: (path: string) => string | null): RenderedPage {
  const files = new Map<string, string | null>();
  const createSource = (): PageSource => ({
    path,
    text,
    files: new Map(files),
    facts,
    audience: { reader: "human", signedIn: false, groups: [] },
  });
  let page = renderPage(createSource(), plainRenderTools);
  for (let round = 0; page.requestedPaths.length > 0 && round < 30; round++) {
    for (const file of page.requestedPaths) files.set(file, read(file));
    page = renderPage(createSource(), plainRenderTools);
  }
  return page;
}

function createReader(site: string): (path: string) => string | null {
  const texts = new Map<string, string | null>();
  return (path) => {
    const file = join(site, path);
    const text = texts.get(path) ?? (existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : null);
    texts.set(path, text);
    return text;
  };
}

/** Reads the data for this check from docs.json without using Docwright's own code. */
function readFacts(site: string): SiteFacts {
  const config = JSON.parse(readFileSync(join(site, "docs.json"), "utf8")) as {
    readonly variables?: Record<string, unknown>;
    readonly styling?: { readonly latex?: boolean };
  };
  return {
    variables: new Map(Object.entries(config.variables ?? {}).map(([name, value]) => [name, String(value)])),
    iconLibrary: "fontawesome",
    singleDollarMaths: config.styling?.latex !== false,
    codeThemes: { light: "github-light-default", dark: "dark-plus" },
    isMintlify: true,
  };
}

function listPagesBelow(site: string, folder = ""): string[] {
  return readdirSync(join(site, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return /^(?:\.|node_modules$|_?snippets$)/.test(entry.name) ? [] : listPagesBelow(site, path);
    return entry.name.endsWith(".mdx") ? [path] : [];
  });
}
