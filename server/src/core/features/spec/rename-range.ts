import { partRange } from "../../spec/edit-spec.ts";
import type { SiteLocation, TextRange } from "../../text/text-edit.ts";
import { nameToRename, partOf, wholeFile, type RenameName } from "./rename-thing.ts";
import { isOnFileName, type SiteUse } from "./site-things.ts";
import { usesOf } from "./thing-uses.ts";
import type { SpecParts, ThingAt } from "./spec-thing.ts";

/** The word under the caret that is the name, and the name; or why nothing can be renamed there. */
export type RenameStart =
  | { readonly ok: true; readonly range: TextRange; readonly name: string }
  | Extract<RenameName, { ok: false }>;

/** In a specification's file. */
export function renameStart(parts: SpecParts, found: ThingAt, at: SiteLocation): RenameStart {
  const known = nameToRename(found.thing);
  if (!known.ok) return known;
  const use = usesOf(parts, found.thing).find(
    ({ file, range }) => file === at.file && range.start === found.range.start,
  );
  const part = use && partOf(use);
  const text = use?.text ?? known.name;
  const range = partRange(text, found.range, part ?? { start: 0, end: text.length });
  return { ok: true, range, name: known.name };
}

/** In docs.json or on a page. */
export function renameStartOfUse(use: SiteUse, offset: number): RenameStart | undefined {
  const { at, text, reference, found } = use;
  if (isOnFileName(use, offset)) return wholeFile;
  if (!reference || !found) return undefined;
  const part = reference.form === "operation" ? reference.path : reference.name;
  return { ok: true, range: partRange(text, at.range, part.range), name: part.text };
}
