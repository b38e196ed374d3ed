import { quoted } from "../../config/json/json-edit.ts";
import { placeOf } from "../../config/json/json-tree.ts";
import { settingsOf } from "../../site/settings/config-settings.ts";
import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import type { Site } from "../../site/site.ts";
import { isAbsoluteReference, resolveSitePath, folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { MovedFiles } from "./moved-files.ts";
import { folderChange, writtenPath } from "../../site/links/written-path.ts";

/** Pictures, fonts and grammars that docs.json names, and the files that its `$ref`s pull in, after the move. */
export function movedSettings(site: Site, moved: MovedFiles): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const { node } of settingsOf(site).files) {
    const text = movedSetting(node.value, moved);
    const at = placeOf(node);
    if (text !== undefined) addEdits(edits, at.file, [{ range: at.range, newText: quoted(text) }]);
  }
  for (const { at, written } of site.config.refs) {
    const text = moveSettingsRef(written, at.file, moved);
    if (text !== undefined) addEdits(edits, at.file, [{ range: at.range, newText: quoted(text) }]);
  }
  return edits;
}

/** Begins at the root, with a slash or without. */
function movedSetting(written: string, moved: MovedFiles): string | undefined {
  const value = written.trim();
  if (value === "" || isAbsoluteReference(value)) return undefined;
  const cut = value.search(/[?#]|$/);
  const path = value.slice(0, cut);
  const place = resolveSitePath(path);
  const to = place.ok ? moved.get(place.path) : undefined;
  if (!place.ok || to === undefined) return undefined;
  const root = { oldFolder: "", newFolder: "" };
  return writtenPath(path, { from: place.path, to }, root) + value.slice(cut);
}

/** Begins in the folder of its file. */
function moveSettingsRef(written: string, file: SitePath, moved: MovedFiles): string | undefined {
  const cut = written.search(/#|$/);
  const path = written.slice(0, cut);
  const place = resolveSitePath(path, folderOf(file));
  if (path === "" || !place.ok) return undefined;
  const to = moved.get(place.path);
  const folders = folderChange(file, moved.get(file));
  if (to === undefined && (path.startsWith("/") || folders.oldFolder === folders.newFolder)) return undefined;
  const text = writtenPath(path, { from: place.path, to: to ?? place.path }, folders) + written.slice(cut);
  return text === written ? undefined : text;
}
