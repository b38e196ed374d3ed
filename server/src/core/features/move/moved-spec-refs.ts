import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import type { SpecReference } from "../../spec/spec-tree.ts";
import { isAbsoluteReference, resolveSitePath, folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { MovedFiles } from "./moved-files.ts";
import { folderChange, writtenPath } from "../../site/links/written-path.ts";

/** `$ref`s between the files of specifications, after the move. Quotes stay as they were. */
export function movedSpecRefs(
  refs: readonly SpecReference[],
  moved: MovedFiles,
  textOf: (file: SitePath) => string | undefined,
): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const { file, range, text } of refs) {
    const newText = moveSpecRef(text, file, moved);
    const written = newText === undefined ? undefined : textOf(file)?.slice(range.start, range.end);
    if (newText === undefined || written === undefined) continue;
    const quote = /^["']/.exec(written)?.[0] ?? "";
    addEdits(edits, file, [{ range, newText: quote + newText + quote }]);
  }
  return edits;
}

function moveSpecRef(text: string, file: SitePath, moved: MovedFiles): string | undefined {
  const cut = text.search(/#|$/);
  const path = text.slice(0, cut);
  if (path === "" || isAbsoluteReference(path)) return undefined;
  const place = resolveSitePath(path, folderOf(file));
  if (!place.ok) return undefined;
  const to = moved.get(place.path);
  const folders = folderChange(file, moved.get(file));
  if (to === undefined && (path.startsWith("/") || folders.oldFolder === folders.newFolder)) return undefined;
  const written = writtenPath(path, { from: place.path, to: to ?? place.path }, folders) + text.slice(cut);
  return written === text ? undefined : written;
}
