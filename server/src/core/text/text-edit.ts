import { getCommonPrefixLength, getCommonSuffixLength } from "./similarity.ts";

/** A replacement for the text at `range`. If the range is empty, `newText` is inserted. */
export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** A change to one file by a fix, rename, or move. */
export type FileEdit =
  | { readonly kind: "edit"; readonly file: SitePath; readonly edits: readonly TextEdit[] }
  | { readonly kind: "create"; readonly file: SitePath; readonly text: string };

/** A change to one file, including its deletion, by a migration or move. */
export type SiteEdit = FileEdit | { readonly kind: "delete"; readonly file: SitePath };

export type EditsByFile = Map<SitePath, TextEdit[]>;

/** Adds edits of a file to the edits of all files. */
export function addEdits(editsByFile: EditsByFile, file: SitePath, newEdits: readonly TextEdit[]): void {
  const existingEdits = editsByFile.get(file);
  if (existingEdits) existingEdits.push(...newEdits);
  else if (newEdits.length > 0) editsByFile.set(file, [...newEdits]);
}

/**
 * Returns the text with all edits applied. The edits can be in any order. If two edits overlap, the later one is
 * dropped.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sortedEdits = [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  let result = "";
  let position = 0;
  for (const { range, newText } of sortedEdits) {
    if (range.start < position) continue;
    result += text.slice(position, range.start) + newText;
    position = range.end;
  }
  return result + text.slice(position);
}

/**
 * Returns a copy that doesn't share memory with the text that the string was taken from. A substring keeps the entire
 * text in memory, so a substring that outlives its text must be copied. Otherwise, each value that an author types in
 * docs.json would keep the version of the file in which it was typed.
 */
export function copyString(text: string): string {
  // The result is a substring of the concatenation, which is a new string.
  return (" " + text).slice(1);
}

/**
 * The maximum length of a shared name, in UTF-16 code units. V8 copies substrings of up to this length, so names don't
 * keep a page's text in memory.
 */
const maxSharedNameLength = 12;
const maxSharedNameCount = 1000;
const sharedNames = new Map<string, string>();

/**
 * Returns an equal string that all occurrences of a short name share. The pages of a site contain the same few names of
 * components, attributes, and languages many thousands of times. The number of shared names is limited.
 */
export function internString(name: string): string {
  const sharedName = sharedNames.get(name);
  if (sharedName !== undefined) return sharedName;
  if (name.length <= maxSharedNameLength && sharedNames.size < maxSharedNameCount) sharedNames.set(name, name);
  return name;
}

/**
 * A range of text, as used throughout `core`. Offsets are UTF-16 code units from the start of the file, as in
 * JavaScript strings. Ranges are converted to and from the protocol's lines and characters only where messages are sent
 * and received (see `getPosition` and `getOffset`).
 */
export interface TextRange {
  readonly start: number;
  /** The end is exclusive, so the range's text is `text.slice(start, end)`. */
  readonly end: number;
}

/**
 * The POSIX path of a file relative to the site root, such as `guides/start.mdx`, without a leading slash or `.`
 * segments. Only `resolveSitePath` and the scan create such paths, so they're always inside the site.
 */
export type SitePath = string;

export interface SiteLocation {
  readonly file: SitePath;
  readonly range: TextRange;
}

/** Whether both locations have the same range in the same file. */
export function isSameLocation(a: SiteLocation, b: SiteLocation): boolean {
  return a.file === b.file && a.range.start === b.range.start && a.range.end === b.range.end;
}

/** Whether the first range is inside the second range or equal to it. */
export function isWithin(inner: TextRange, outer: TextRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/**
 * Whether the offset is in the range or at its end. A cursor at the end of a range is still considered to be in the
 * range.
 */
export function containsOffset({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

/**
 * A function that maps a range in the old text to the new text, or returns undefined if the range touches the changed
 * part.
 */
export type RangeMapper = (range: TextRange) => TextRange | undefined;

/** Returns a mapper that treats all differences as a single edit, as when an author types at one position. */
export function createRangeMapper(oldText: string, newText: string): RangeMapper {
  if (oldText === newText) return (range) => range;
  const start = getCommonPrefixLength(oldText, newText);
  const suffixLength = getCommonSuffixLength(oldText, newText, Math.min(oldText.length, newText.length) - start);
  const changedEnd = oldText.length - suffixLength;
  const lengthDelta = newText.length - oldText.length;
  return (range) => {
    if (range.end <= start) return range;
    return range.start >= changedEnd ? { start: range.start + lengthDelta, end: range.end + lengthDelta } : undefined;
  };
}

/**
 * Returns a mapper like that of `createRangeMapper`, for callers that have only the line starts of both versions of the
 * text. For a range on a changed line, the mapper returns undefined.
 */
export function createLineRangeMapper(oldLineMap: LineMap, newLineMap: LineMap): RangeMapper {
  const [oldStarts, newStarts] = [oldLineMap.lineStarts, newLineMap.lineStarts];
  const max = Math.min(oldStarts.length, newStarts.length);
  let commonLineCount = 0;
  while (commonLineCount < max && oldStarts[commonLineCount] === newStarts[commonLineCount]) commonLineCount++;
  const lengthDelta = newLineMap.length - oldLineMap.length;
  if (commonLineCount === max && oldStarts.length === newStarts.length && lengthDelta === 0) return (range) => range;
  let suffixLineCount = 0;
  while (
    suffixLineCount <= max - commonLineCount &&
    (newStarts[newStarts.length - 1 - suffixLineCount] ?? 0) -
      (oldStarts[oldStarts.length - 1 - suffixLineCount] ?? 0) ===
      lengthDelta
  )
    suffixLineCount++;
  // The change may start anywhere in the last line whose start offset is unchanged.
  const start = oldStarts[commonLineCount - 1] ?? 0;
  const changedEnd =
    suffixLineCount === 0 ? oldLineMap.length + 1 : (oldStarts[oldStarts.length - suffixLineCount] ?? 0);
  return (range) => {
    if (range.end <= start) return range;
    return range.start >= changedEnd ? { start: range.start + lengthDelta, end: range.end + lengthDelta } : undefined;
  };
}

/** A zero-based line and a zero-based character in UTF-16 units, as in the Language Server Protocol. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** The offsets where lines start in a text. Lines end with `\n`, `\r\n`, or a lone `\r`, as in the protocol. */
export interface LineMap {
  readonly lineStarts: ArrayLike<number>;
  readonly length: number;
}

/** Returns the offsets where lines start in the text. If you need many positions in the same text, store the result. */
export function createLineMap(text: string): LineMap {
  const lineStarts = [0];
  if (!text.includes("\r")) {
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) lineStarts.push(end + 1);
    return { lineStarts, length: text.length };
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) lineStarts.push(i + 1);
  }
  return { lineStarts, length: text.length };
}

/** Returns the position of `offset`. An offset before or after the text is treated as the start or end of the text. */
export function getPosition(lineMap: LineMap, offset: number): Position {
  const clampedOffset = Math.max(0, Math.min(offset, lineMap.length));
  let low = 0;
  let high = lineMap.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineMap.lineStarts[middle] ?? 0) <= clampedOffset) low = middle;
    else high = middle - 1;
  }
  return { line: low, character: clampedOffset - (lineMap.lineStarts[low] ?? 0) };
}

/**
 * Returns the offset of `position`. For a line after the last one, returns the end of the text. For a character after
 * the end of its line, returns the start of the next line.
 */
export function getOffset(lineMap: LineMap, position: Position): number {
  const start = lineMap.lineStarts[position.line];
  if (start === undefined) return position.line < 0 ? 0 : lineMap.length;
  const nextLineStart = lineMap.lineStarts[position.line + 1] ?? lineMap.length;
  return Math.max(start, Math.min(start + position.character, nextLineStart));
}

/** Returns the start of the line that contains the offset. */
export function getLineStart(text: string, offset: number): number {
  let i = offset;
  // `lastIndexOf` would search the entire text before the line for the other kind of line break.
  for (; i > 0; i--) {
    const code = text.charCodeAt(i - 1);
    if (code === 10 || code === 13) break;
  }
  return Math.max(i, 0);
}

/**
 * Returns the end of the line that contains `offset`, without its line break. If `limit` comes first, returns `limit`.
 */
export function getLineEnd(text: string, offset: number, limit = text.length): number {
  let i = offset;
  while (i < limit) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) return i;
    i++;
  }
  return limit;
}

/** Returns the start of the next line, given the end of a line. The line can end with `\r\n`, `\n`, or a lone `\r`. */
export function findNextLineStart(text: string, lineEnd: number): number {
  if (lineEnd >= text.length) return text.length;
  return text.charCodeAt(lineEnd) === 13 && text.charCodeAt(lineEnd + 1) === 10 ? lineEnd + 2 : lineEnd + 1;
}

/** Returns the end of the previous line for a line that starts at `lineStart`. There must be a previous line. */
export function findPreviousLineEnd(text: string, lineStart: number): number {
  return text.charCodeAt(lineStart - 1) === 10 && text.charCodeAt(lineStart - 2) === 13 ? lineStart - 2 : lineStart - 1;
}

/** Returns the first offset at or after `start` that isn't a space or tab. */
export function skipSpacesAndTabs(text: string, start: number, limit: number): number {
  let i = start;
  while (i < limit && isSpaceOrTab(text.charCodeAt(i))) i++;
  return i;
}

/** Returns the start of the spaces and tabs that precede `end`. The result is never before `start`. */
export function findStartOfSpaces(text: string, start: number, end: number): number {
  let i = end;
  while (i > start && isSpaceOrTab(text.charCodeAt(i - 1))) i--;
  return i;
}

/** Whether the character code is a space or tab. */
export function isSpaceOrTab(code: number): boolean {
  return code === 32 || code === 9;
}

const chunkLength = 1024;

/** Returns the lengths of the common prefix and suffix of two strings. The prefix and suffix don't overlap. */
export function getCommonEndLengths(a: string, b: string): { readonly start: number; readonly end: number } {
  const minLength = Math.min(a.length, b.length);
  let start = 0;
  while (
    start + chunkLength <= minLength &&
    a.slice(start, start + chunkLength) === b.slice(start, start + chunkLength)
  )
    start += chunkLength;
  while (start < minLength && a[start] === b[start]) start++;
  const max = minLength - start;
  let end = 0;
  const sliceFromEnd = (text: string, distance: number) =>
    text.slice(text.length - distance - chunkLength, text.length - distance);
  while (end + chunkLength <= max && sliceFromEnd(a, end) === sliceFromEnd(b, end)) end += chunkLength;
  while (end < max && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { start, end };
}

/** Whether the offset is between the two UTF-16 units of one character, such as an emoji. */
function isInCharacter(text: string, offset: number): boolean {
  const [codeBefore, codeAfter] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return codeBefore >= 0xd800 && codeBefore <= 0xdbff && codeAfter >= 0xdc00 && codeAfter <= 0xdfff;
}

/** Returns the range of the character at an offset. At the end of the text, the range is empty. */
export function getCharacterRange(text: string, offset: number): TextRange {
  return expandToCharacters(text, { start: offset, end: Math.min(offset + 1, text.length) });
}

/** Returns the range, extended so that it doesn't split a character at its start or end. */
export function expandToCharacters(text: string, { start, end }: TextRange): TextRange {
  return {
    start: isInCharacter(text, start) ? start - 1 : start,
    end: isInCharacter(text, end) ? end + 1 : end,
  };
}

/** Returns at most `length` UTF-16 units from the start of the text. Doesn't split a character. */
export function takeFirstCharacters(text: string, length: number): string {
  return text.slice(0, isInCharacter(text, length) ? length - 1 : length);
}

/** Returns at most `length` UTF-16 units from the end of the text. Doesn't split a character. */
export function takeLastCharacters(text: string, length: number): string {
  const start = Math.max(0, text.length - length);
  return text.slice(isInCharacter(text, start) ? start + 1 : start);
}

/** The text after edits were applied, and the edits that undo them. */
export interface EditedText {
  readonly content: string;
  /** The edits that undo the changes, in order. The offsets refer to `content`. */
  readonly undoEdits: readonly TextEdit[];
}

/** The edited text of each file. The keys are the files' paths after all changes. */
export type EditedFiles = ReadonlyMap<SitePath, EditedText>;

type FileTextEdits = readonly [SitePath, readonly TextEdit[]];
type TextReader = (file: SitePath) => string | undefined;

/** Applies the edits and returns the edited text of each file. Files that can't be read are omitted. */
export function applyFileEdits(
  edits: Iterable<FileTextEdits>,
  readText: TextReader,
  getNewPath: (file: SitePath) => SitePath = (file) => file,
): EditedFiles {
  const editedTextsByFile = new Map<SitePath, EditedText>();
  for (const [file, fileEdits] of edits) {
    const text = readText(file);
    if (text !== undefined) editedTextsByFile.set(getNewPath(file), applyReversibleEdits(text, fileEdits));
  }
  return editedTextsByFile;
}

/**
 * Applies edits in the same way as `applyEdits`, but also returns the edits that undo them. If edits overlap, the later
 * one is dropped.
 */
function applyReversibleEdits(text: string, edits: readonly TextEdit[]): EditedText {
  const sortedEdits = [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  const undoEdits: TextEdit[] = [];
  let content = "";
  let position = 0;
  for (const { range, newText } of sortedEdits) {
    if (range.start < position) continue;
    content += text.slice(position, range.start);
    const start = content.length;
    content += newText;
    undoEdits.push({ range: { start, end: content.length }, newText: text.slice(range.start, range.end) });
    position = range.end;
  }
  return { content: content + text.slice(position), undoEdits };
}

/**
 * Returns the edits that undo the changes. If a file hasn't changed since the edits were applied, its previous text is
 * restored exactly. For any other file, the edits in `fallbackEdits` are used.
 */
export function getUndoEdits(
  editedFiles: EditedFiles,
  fallbackEdits: Iterable<FileTextEdits>,
  readText: TextReader,
): Map<SitePath, readonly TextEdit[]> {
  const editsByFile = new Map(fallbackEdits);
  for (const [file, { content, undoEdits }] of editedFiles)
    if (readText(file) === content) editsByFile.set(file, undoEdits);
  return editsByFile;
}

/** Whether `text` is the previous text with at least one of the edits and no other changes. */
export function containsEdits({ content, undoEdits }: EditedText, text: string): boolean {
  /**
   * The keys are positions up to which `text` matches. Each value is whether an edit was found before that position.
   */
  let hasEditByPosition = new Map<number, boolean>([[0, false]]);
  let position = 0;
  for (const { range, newText: oldText } of [
    ...undoEdits,
    { range: { start: content.length, end: content.length }, newText: "" },
  ]) {
    const textBetween = content.slice(position, range.start);
    const source = content.slice(range.start, range.end);
    const nextHasEditByPosition = new Map<number, boolean>();
    for (const [offset, hasEdit] of hasEditByPosition) {
      if (!text.startsWith(textBetween, offset)) continue;
      const start = offset + textBetween.length;
      if (text.startsWith(source, start) && source !== oldText) nextHasEditByPosition.set(start + source.length, true);
      if (text.startsWith(oldText, start))
        nextHasEditByPosition.set(
          start + oldText.length,
          hasEdit || nextHasEditByPosition.get(start + oldText.length) === true,
        );
    }
    hasEditByPosition = nextHasEditByPosition;
    position = range.end;
  }
  return hasEditByPosition.get(text.length) === true;
}
