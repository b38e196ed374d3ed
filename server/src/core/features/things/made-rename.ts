import type { EditsByFile } from "../../analysis/migration/migration-edits.ts";
import type { SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";
import { editedTexts, type EditedTexts, wayBack } from "../../text/undo-edits.ts";

/**
 * What another name made of a site. Renaming back restores by it how the name was written: an anchor in a spelling of its
 * own, a title with an escape.
 */
export interface MadeRename {
  readonly from: string;
  readonly to: string;
  readonly texts: EditedTexts;
}

type ReadText = (file: SitePath) => string | undefined;

export function madeRename(
  { from, to }: Pick<MadeRename, "from" | "to">,
  edits: ReadonlyMap<SitePath, readonly TextEdit[]>,
  textOf: ReadText,
): MadeRename {
  return { from, to, texts: editedTexts(edits, textOf) };
}

/** The edits of a rename `from` → `to`: where it takes back one that was made, what stood there before. */
export function renameBack(
  { from, to }: Pick<MadeRename, "from" | "to">,
  edits: EditsByFile,
  earlier: readonly MadeRename[],
  textOf: ReadText,
): ReadonlyMap<SitePath, readonly TextEdit[]> {
  const made = earlier.findLast(
    (one) => one.from === to && one.to === from && isSameThing(one, edits, textOf),
  );
  return made ? wayBack(made.texts, edits, textOf) : edits;
}

/** Several things may have the same name; of one, every place in an unchanged file was written by the rename. */
function isSameThing({ texts }: MadeRename, edits: EditsByFile, textOf: ReadText): boolean {
  let known = 0;
  for (const [file, own] of edits) {
    const made = texts.get(file);
    if (!made || textOf(file) !== made.after) continue;
    if (!own.every(({ range }) => made.back.some((back) => touch(back.range, range)))) return false;
    known++;
  }
  return known > 0;
}

function touch(one: TextRange, other: TextRange): boolean {
  return one.start <= other.end && other.start <= one.end;
}
