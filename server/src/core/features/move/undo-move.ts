import { readConfig } from "../../config/config.ts";
import { type JsonFile, readJson } from "../../config/json/json-tree.ts";
import { scanPage } from "../../page/scan-page.ts";
import type { Site } from "../../site/site.ts";
import { applyFileEdits, type EditedFiles, type SitePath } from "../../text/text-edit.ts";
import type { FileMove, MovedFiles } from "./moved-links.ts";
import type { MovePlan } from "./plan-move.ts";

/**
 * The changes made by a move. They're needed to undo the move, because the new text no longer shows all details of the
 * old one, such as whether a link was `/search/index` or `/search`.
 */
export interface MoveRecord {
  readonly movedFiles: MovedFiles;
  /** All files in the site before the move. */
  readonly files: ReadonlySet<SitePath>;
  /**
   * The new text of each edited file, and the edits that restore its original text. Redirects aren't included, because
   * the author might not have approved them.
   */
  readonly texts: EditedFiles;
}

export function createMoveRecord(
  site: Site,
  plan: MovePlan,
  readText: (file: SitePath) => string | undefined,
): MoveRecord {
  const movedFiles = new Map(plan.moves.map(({ from, to }) => [from, to]));
  const edits = plan.edits.flatMap((edit) => (edit.kind === "edit" ? [[edit.file, edit.edits] as const] : []));
  const texts = applyFileEdits(edits, readText, (file) => movedFiles.get(file) ?? file);
  return { movedFiles, files: site.files, texts };
}

/**
 * Whether these moves reverse an earlier one and no other file has been added or removed since then. If so, each path
 * has the same meaning as before.
 */
export function isUndoOf(record: MoveRecord, { files }: Pick<Site, "files">, movedFiles: MovedFiles): boolean {
  if (record.movedFiles.size !== movedFiles.size || record.files.size !== files.size) return false;
  for (const [oldPath, newPath] of record.movedFiles) if (movedFiles.get(newPath) !== oldPath) return false;
  for (const file of record.files) if (!files.has(record.movedFiles.get(file) ?? file)) return false;
  return true;
}

/**
 * Returns the site as it was before files moved, but with the files' current text. Because the old paths resolve in
 * this site, a move that was made outside the editor can still be planned.
 */
export function restoreSite(
  site: Site,
  moves: readonly FileMove[],
  readText: (file: SitePath) => string | undefined,
): Site {
  const oldPathByNewPath = new Map(moves.map(({ from, to }) => [to, from]));
  const getOldPath = (path: SitePath) => oldPathByNewPath.get(path) ?? path;
  const pagesByPath = new Map(
    moves.flatMap(({ from, to }) => {
      const text = site.references.get(to)?.text;
      return text === undefined ? [] : [[to, scanPage(from, text)] as const];
    }),
  );
  return {
    ...site,
    files: new Set([...site.files].map(getOldPath).sort(compareStrings)),
    config: restoreConfig(site, moves, readText),
    pages: convertEntries(site.pages, getOldPath, (page, path) => pagesByPath.get(path)?.outline ?? page),
    references: convertEntries(site.references, getOldPath, (page, path) => pagesByPath.get(path)?.references ?? page),
    scripts: convertEntries(site.scripts, getOldPath, (script) => ({ ...script, path: getOldPath(script.path) })),
    scriptReferences: convertEntries(site.scriptReferences, getOldPath, (script) => ({
      ...script,
      path: getOldPath(script.path),
    })),
    specs: convertEntries(site.specs, getOldPath, (spec) =>
      oldPathByNewPath.has(spec.path) ? { ...spec, path: getOldPath(spec.path) } : spec,
    ),
    analyses: new Map(),
  };
}

/** Returns the configuration as it was before the move. Files that docs.json includes are read from their new paths. */
function restoreConfig(
  { config }: Site,
  moves: readonly FileMove[],
  readText: (file: SitePath) => string | undefined,
): Site["config"] {
  const missingPaths = new Set(config.refs.flatMap(({ result }) => (result.kind === "not-found" ? [result.file] : [])));
  const movesOfMissingFiles = moves.filter(({ from }) => missingPaths.has(from));
  if (movesOfMissingFiles.length === 0) return config;
  const fileByPath = new Map<SitePath, JsonFile | null>(config.files.map((file) => [file.path, file]));
  for (const { from, to } of movesOfMissingFiles) {
    const text = readText(to);
    if (text !== undefined) fileByPath.set(from, readJson(from, text));
  }
  return readConfig(config.entry, fileByPath);
}

function convertEntries<Value>(
  entriesByPath: ReadonlyMap<SitePath, Value>,
  getOldPath: (path: SitePath) => SitePath,
  convertValue: (value: Value, path: SitePath) => Value,
): Map<SitePath, Value> {
  const entries = [...entriesByPath].map(([path, value]): [SitePath, Value] => [
    getOldPath(path),
    convertValue(value, path),
  ]);
  return new Map(entries.sort(([a], [b]) => compareStrings(a, b)));
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
