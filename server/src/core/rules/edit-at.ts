import type { Config } from "../config/config.ts";
import { removeMember } from "../config/json/json-edit.ts";
import type { JsonFile } from "../config/json/json-tree.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit } from "../text/text-edit.ts";

/** docs.json or a file it pulls in, as parsed; where edits of its nodes are made. */
export function configFile(config: Config, path: SitePath): JsonFile | undefined {
  return config.files.find((file) => file.path === path);
}

/** Takes the property or item at this place out of the file it stands in. Nothing when it is no longer there. */
export function removeAt(config: Config, at: SiteLocation): FileEdit[] {
  const file = configFile(config, at.file);
  return file ? editsOf(at.file, removeMember(file, at.range)) : [];
}

/** Writes another text over this place, as it stands there: quotes and escapes are the caller's. */
export function replaceAt(at: SiteLocation, newText: string): FileEdit[] {
  return [{ kind: "edit", file: at.file, edits: [{ range: at.range, newText }] }];
}

/** Edits of one file, or none at all when there is nothing to do. */
export function editsOf(file: SitePath, edits: readonly TextEdit[]): FileEdit[] {
  return edits.length > 0 ? [{ kind: "edit", file, edits }] : [];
}
