import type { SitePath, TextEdit } from "./text-edit.ts";

/** The result of edits to a text, and the edits that undo them. */
export interface EditedText {
  readonly after: string;
  /** Sorted, with offsets in `after`. */
  readonly back: readonly TextEdit[];
}

/** By the path of the file after all changes. */
export type EditedTexts = ReadonlyMap<SitePath, EditedText>;

type EditsOfFile = readonly [SitePath, readonly TextEdit[]];
type ReadText = (file: SitePath) => string | undefined;

/** Returns the result of these edits for each file, without files that can't be read. */
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

/** Applies edits like `applyEdits`: of overlapping edits, the later one is dropped. */
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

/**
 * Returns the edits that undo the changes. Files not changed since are restored byte for byte; for others, uses `fallback`.
 */
export function getUndoEdits(
  made: EditedTexts,
  fallback: Iterable<EditsOfFile>,
  textOf: ReadText,
): Map<SitePath, readonly TextEdit[]> {
  const edits = new Map(fallback);
  for (const [file, { after, back }] of made) if (textOf(file) === after) edits.set(file, back);
  return edits;
}

/** Whether a text equals the previous one with at least one of the edits applied and no other changes. */
export function containsEdits({ after, back }: EditedText, text: string): boolean {
  /** Maps the position of each possible reading of the text to whether it includes an edit. */
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
