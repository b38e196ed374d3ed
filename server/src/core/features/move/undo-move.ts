import { readConfig } from "../../config/config.ts";
import { type JsonFile, readJson } from "../../config/json/json-tree.ts";
import { scanPage } from "../../page/scan-page.ts";
import type { Site } from "../../site/site.ts";
import { editedTexts, type EditedTexts, type SitePath } from "../../text/text-edit.ts";
import type { FileMove, MovedFiles } from "./moved-links.ts";
import type { MovePlan } from "./plan-move.ts";

/**
 * The changes made by a move. They're needed to undo the move, because the new text no longer shows all details of the
 * old one, such as whether a link was `/search/index` or `/search`.
 */
export interface MoveRecord {
  readonly moved: MovedFiles;
  /** All files in the site before the move. */
  readonly files: ReadonlySet<SitePath>;
  /**
   * The original text of the edited files. Redirects aren't included, because the author might not have approved them.
   */
  readonly texts: EditedTexts;
}

export function createMoveRecord(
  site: Site,
  plan: MovePlan,
  textOf: (file: SitePath) => string | undefined,
): MoveRecord {
  const moved = new Map(plan.moves.map(({ from, to }) => [from, to]));
  const edits = plan.edits.flatMap((edit) =>
    edit.kind === "edit" ? [[edit.file, edit.edits] as const] : [],
  );
  const texts = editedTexts(edits, textOf, (file) => moved.get(file) ?? file);
  return { moved, files: site.files, texts };
}

/**
 * Whether these moves reverse an earlier one and no other file has been added or removed since then. If so, each path
 * has the same meaning as before.
 */
export function isUndoOf(made: MoveRecord, { files }: Pick<Site, "files">, moved: MovedFiles): boolean {
  if (made.moved.size !== moved.size || made.files.size !== files.size) return false;
  for (const [from, to] of made.moved) if (moved.get(to) !== from) return false;
  for (const file of made.files) if (!files.has(made.moved.get(file) ?? file)) return false;
  return true;
}

/**
 * Returns the site as it was before files moved, but with the files' current text. Because the old paths resolve in
 * this site, a move that was made outside the editor can still be planned.
 */
export function siteBeforeMove(
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
    scriptReferences: mapped(site.scriptReferences, old, (script) => ({ ...script, path: old(script.path) })),
    specs: mapped(site.specs, old, (spec) =>
      back.has(spec.path) ? { ...spec, path: old(spec.path) } : spec,
    ),
    analyses: new Map(),
  };
}

/** Returns the configuration as it was before the move. Files that docs.json includes are read from their new paths. */
function configBefore(
  { config }: Site,
  moves: readonly FileMove[],
  textOf: (file: SitePath) => string | undefined,
): Site["config"] {
  const requested = new Set(
    config.refs.flatMap(({ verdict: result }) => (result.kind === "not-found" ? [result.file] : [])),
  );
  const missing = moves.filter(({ from }) => requested.has(from));
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
