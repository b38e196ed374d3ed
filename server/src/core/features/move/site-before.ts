import { readJson, type JsonFile } from "../../config/json/json-tree.ts";
import { readConfig } from "../../config/config.ts";
import { scanPage } from "../../page/scan-page.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { FileMove } from "./moved-files.ts";

/**
 * The site as it was before files went elsewhere, with the texts that they have now: what still names them by their old
 * places leads there again, so that a move made outside of the editor can be planned as if it were still to come.
 */
export function siteBefore(
  site: Site,
  moves: readonly FileMove[],
  textOf: (file: SitePath) => string | undefined,
): Site {
  const back = new Map(moves.map(({ from, to }) => [to, from]));
  const old = (path: SitePath) => back.get(path) ?? path;
  const scanned = new Map(
    moves.flatMap(({ from, to }) => {
      const text = site.references.get(to)?.text;
      return text === undefined ? [] : [[to, scanPage(from, text)] as const];
    }),
  );
  return {
    ...site,
    files: new Set([...site.files].map(old).sort(inOrder)),
    config: configBefore(site, moves, textOf),
    pages: mapped(site.pages, old, (page, path) => scanned.get(path)?.outline ?? page),
    references: mapped(site.references, old, (page, path) => scanned.get(path)?.references ?? page),
    scripts: mapped(site.scripts, old, (script) => ({ ...script, path: old(script.path) })),
    specs: mapped(site.specs, old, (spec) =>
      back.has(spec.path) ? { ...spec, path: old(spec.path) } : spec,
    ),
    studies: new Map(),
  };
}

/** Files that docs.json pulls in are read where they lie now. */
function configBefore(
  { config }: Site,
  moves: readonly FileMove[],
  textOf: (file: SitePath) => string | undefined,
): Site["config"] {
  const wanted = new Set(
    config.refs.flatMap(({ verdict }) => (verdict.kind === "not-found" ? [verdict.file] : [])),
  );
  const missing = moves.filter(({ from }) => wanted.has(from));
  if (missing.length === 0) return config;
  const sources = new Map<SitePath, JsonFile | null>(config.files.map((file) => [file.path, file]));
  for (const { from, to } of missing) {
    const text = textOf(to);
    if (text !== undefined) sources.set(from, readJson(from, text));
  }
  return readConfig(config.entry, sources);
}

function mapped<Value>(
  map: ReadonlyMap<SitePath, Value>,
  old: (path: SitePath) => SitePath,
  change: (value: Value, path: SitePath) => Value,
): Map<SitePath, Value> {
  const entries = [...map].map(([path, value]): [SitePath, Value] => [old(path), change(value, path)]);
  return new Map(entries.sort(([a], [b]) => inOrder(a, b)));
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
