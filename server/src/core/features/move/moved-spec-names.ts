import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import type { Site } from "../../site/site.ts";
import { partRange } from "../../spec/edit-spec.ts";
import { isRemoteSpec } from "../../spec/remote-spec.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import { siteUses, type SiteUse } from "../spec/site-things.ts";
import type { MovedFiles } from "./moved-files.ts";
import { folderChange, writtenPath } from "../../site/links/written-path.ts";

/** Where docs.json and frontmatter name a specification by its path, after the move. */
export function movedSpecNames(site: Site, moved: MovedFiles): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const use of siteUses(site)) {
    const text = use.named && movedName(use, use.named, moved);
    if (text === undefined || !use.named) continue;
    const range = partRange(use.text, use.at.range, use.named.part);
    const isWhole = range === use.at.range && range.end - range.start !== use.text.length;
    const { start, end } = use.named.part;
    const whole = use.text.slice(0, start) + text + use.text.slice(end);
    const newText = isWhole ? JSON.stringify(whole) : JSON.stringify(text).slice(1, -1);
    addEdits(edits, use.at.file, [{ range, newText }]);
  }
  return edits;
}

/** Undefined where the name can stay: a bare file name is looked for wherever the file lies. */
function movedName(
  { text, at }: SiteUse,
  { spec, part }: NonNullable<SiteUse["named"]>,
  moved: MovedFiles,
): string | undefined {
  if (isRemoteSpec(spec.path)) return undefined;
  const written = text.slice(part.start, part.end);
  const to = moved.get(spec.path);
  const folders = folderChange(at.file, moved.get(at.file));
  const fromRoot = resolveSitePath(written);
  const isFromRoot = fromRoot.ok && fromRoot.path === spec.path;
  if (to === undefined && (isFromRoot || folders.oldFolder === folders.newFolder)) return undefined;
  if (isFromRoot) {
    const root = { oldFolder: "", newFolder: "" };
    return to === undefined ? undefined : writtenPath(written, { from: spec.path, to }, root);
  }
  const own = resolveSitePath(written, folders.oldFolder);
  if (!own.ok || own.path !== spec.path) {
    // Found by its last part.
    const [oldName, newName] = [spec.path, to ?? spec.path].map((path) =>
      path.slice(path.lastIndexOf("/") + 1),
    );
    return oldName === newName || newName === undefined ? undefined : `/${to ?? spec.path}`;
  }
  return writtenPath(written, { from: spec.path, to: to ?? spec.path }, folders);
}
