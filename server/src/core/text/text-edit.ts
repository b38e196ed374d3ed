import type { SitePath, TextRange } from "./text-range.ts";

/** Replace the text at `range` by `newText`. An empty range inserts. */
export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** What a fix, a rename or a move does to one file. */
export type FileEdit =
  | { readonly kind: "edit"; readonly file: SitePath; readonly edits: readonly TextEdit[] }
  | { readonly kind: "create"; readonly file: SitePath; readonly text: string };

/** What a migration or a move does to one file. */
export type SiteEdit = FileEdit | { readonly kind: "delete"; readonly file: SitePath };

/** The text with all edits made. Edits may come in any order and must not overlap; of overlapping ones the later is dropped. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  let result = "";
  let position = 0;
  for (const { range, newText } of ordered) {
    if (range.start < position) continue;
    result += text.slice(position, range.start) + newText;
    position = range.end;
  }
  return result + text.slice(position);
}
