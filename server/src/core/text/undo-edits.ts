import type { SitePath, TextEdit } from "./text-edit.ts";

/** What edits made of a text, and what takes them back. */
export interface EditedText {
  readonly after: string;
  /** In order, in offsets of `after`. */
  readonly back: readonly TextEdit[];
}

/** By the path where the file lies once everything is made. */
export type EditedTexts = ReadonlyMap<SitePath, EditedText>;

type EditsOfFile = readonly [SitePath, readonly TextEdit[]];
type ReadText = (file: SitePath) => string | undefined;

/** What these edits make of the files; those that cannot be read are left out. */
export function editedTexts(
  edits: Iterable<EditsOfFile>,
  textOf: ReadText,
  placeAfter: (file: SitePath) => SitePath = (file) => file,
): EditedTexts {
  const texts = new Map<SitePath, EditedText>();
  for (const [file, own] of edits) {
    const text = textOf(file);
    if (text !== undefined) texts.set(placeAfter(file), editedText(text, own));
  }
  return texts;
}

/** Like `applyEdits`: of overlapping edits the later is dropped. */
function editedText(text: string, edits: readonly TextEdit[]): EditedText {
  const ordered = [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  const back: TextEdit[] = [];
  let after = "";
  let position = 0;
  for (const { range, newText } of ordered) {
    if (range.start < position) continue;
    after += text.slice(position, range.start);
    const start = after.length;
    after += newText;
    back.push({ range: { start, end: after.length }, newText: text.slice(range.start, range.end) });
    position = range.end;
  }
  return { after: after + text.slice(position), back };
}

/** The edits that lead back: of files that nobody has changed since what was there to the last byte, of others `anew`. */
export function getUndoEdits(
  made: EditedTexts,
  anew: Iterable<EditsOfFile>,
  textOf: ReadText,
): Map<SitePath, readonly TextEdit[]> {
  const edits = new Map(anew);
  for (const [file, { after, back }] of made) if (textOf(file) === after) edits.set(file, back);
  return edits;
}

/** Whether a text is what it was before with at least one of the edits made, and nothing else changed. */
export function containsEdits({ after, back }: EditedText, text: string): boolean {
  /** Where a reading of the text has come to, and whether it has met an edit. */
  let readings = new Map<number, boolean>([[0, false]]);
  let position = 0;
  for (const { range, newText: old } of [
    ...back,
    { range: { start: after.length, end: after.length }, newText: "" },
  ]) {
    const between = after.slice(position, range.start);
    const written = after.slice(range.start, range.end);
    const next = new Map<number, boolean>();
    for (const [at, isMet] of readings) {
      if (!text.startsWith(between, at)) continue;
      const start = at + between.length;
      if (text.startsWith(written, start) && written !== old) next.set(start + written.length, true);
      if (text.startsWith(old, start))
        next.set(start + old.length, isMet || next.get(start + old.length) === true);
    }
    readings = next;
    position = range.end;
  }
  return readings.get(text.length) === true;
}
