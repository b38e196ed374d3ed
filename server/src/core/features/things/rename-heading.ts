import { quoted } from "../../config/edit-config.ts";
import type { HeadingReference, PageReferences } from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import { addEdits, type EditsByFile } from "../../site/migration/link-edits.ts";
import type { Site } from "../../site/site.ts";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { encodedPath } from "../move/written-path.ts";
import { isSameSpelling } from "./anchor-place.ts";
import type { RenameOutcome } from "./rename-thing.ts";
import { textOf, withoutId } from "./rename-start.ts";
import { usesOfThing } from "./uses-of-thing.ts";

/** In characters. */
const longestHeading = 500;

/**
 * Another text for a heading, or another `id` for an element; links follow to every anchor that becomes another by it,
 * those of headings further down that had the same words among them.
 */
export function renameAnchor(site: Site, page: PageReferences, id: string, newName: string): RenameOutcome {
  const heading = page.headings.find((each) => each.id === id || each.otherIds.includes(id));
  if (!heading) return renameElement(site, page, id, newName);
  const edits: EditsByFile = new Map();
  const words = headingWords(page, heading, newName);
  if (!words.ok) return words;
  const own = words.edit;
  addEdits(edits, page.path, [own]);
  const after = scanPage(page.path, applyEdits(page.text, [own])).references.headings;
  for (const [i, { id: old }] of page.headings.entries()) {
    const now = after[i]?.id;
    if (now !== undefined && now !== old) followAnchor(site, page, old, now, edits);
  }
  return { ok: true, edits };
}

/** The heading in other words, with an anchor that is written behind it; why they are none. */
export function headingWords(
  page: PageReferences,
  { range }: Pick<HeadingReference, "range">,
  newName: string,
): { readonly ok: true; readonly edit: TextEdit } | { readonly ok: false; readonly reason: string } {
  const name = newName.trim().replace(/^#{1,6}\s+/, "");
  if (name === "" || /[\r\n]/.test(name)) return { ok: false, reason: "A heading needs words, on one line." };
  if (name.length > longestHeading)
    return { ok: false, reason: "No reader reads a heading as long as this. Choose fewer words." };
  const written = page.text.slice(range.start, range.end);
  const kept = written.slice(withoutId(written).length);
  const edit = { range, newText: withoutId(name) === name ? name + kept : name };
  const after = scanPage(page.path, applyEdits(page.text, [edit])).references;
  const now = after.headings.find((each) => each.range.start === range.start);
  const isWhole = now?.range.end === range.start + edit.newText.length;
  return isWhole && after.headings.length === page.headings.length
    ? { ok: true, edit }
    : {
        ok: false,
        reason: "Written like this, it would not be one heading for readers. Choose other words.",
      };
}

/** Another `id` for an element; links follow. */
export function renameElement(site: Site, page: PageReferences, id: string, newName: string): RenameOutcome {
  const anchor = page.anchors.find((each) => each.id === id);
  if (!anchor)
    return { ok: false, reason: "This place is made of a component, so it has no name of its own." };
  if (!/^[^\s"'<>{}#?&\\]+$/.test(newName))
    return { ok: false, reason: "An id has no blanks, quotes or brackets. Choose another." };
  const edits: EditsByFile = new Map([[page.path, [{ range: anchor.range, newText: newName }]]]);
  followAnchor(site, page, id, newName, edits);
  return { ok: true, edits };
}

/** Whatever stands behind `#` in the links to it, but for spellings of what it is now and what goes with the heading. */
export function followAnchor(
  site: Site,
  page: PageReferences,
  old: string,
  now: string,
  edits: EditsByFile,
): void {
  for (const { at } of usesOfThing(site, { kind: "anchor", file: page.path, id: old })) {
    const written = textOf(site, at.file).slice(at.range.start, at.range.end);
    const hash = written.indexOf("#");
    const own = at.file === page.path ? (edits.get(at.file) ?? []) : [];
    const isReplaced = own.some(({ range }) => range.start <= at.range.start && at.range.end <= range.end);
    if (hash < 0 || isReplaced || isSameSpelling(written.slice(hash + 1).replace(/"$/, ""), now)) continue;
    const isJson = written.startsWith('"') && at.range.end - at.range.start > 1 && written.endsWith('"');
    const anchor = now.includes("%") ? now : encodedPath(now);
    const newText = isJson
      ? quoted(`${(JSON.parse(written) as string).replace(/#[^]*$/, "")}#${anchor}`)
      : `${written.slice(0, hash)}#${anchor}`;
    addEdits(edits, at.file, [{ range: at.range, newText }]);
  }
}
