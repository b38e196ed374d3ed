import { canHaveCustomId } from "../../page/headings.ts";
import type { PageReferences } from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import type { Site } from "../../site/site.ts";
import { encodeAnchor } from "../../text/decode-text.ts";
import { createMessage, refuse } from "../../text/message.ts";
import {
  applyEdits,
  containsOffset,
  getLineStart,
  type TextEdit,
  type TextRange,
  type EditsByFile,
} from "../../text/text-edit.ts";
import { findNumberingFile, planHeadingEdit } from "./rename-heading.ts";
import { removeId } from "./rename-targets.ts";
import type { RenameOutcome } from "./rename.ts";

/** A heading to which an explicit anchor can be added so that links still work if the heading's text changes. */
export interface PinnableHeading {
  /** The anchor that links use, such as `install-it`. */
  readonly id: string;
  /** The heading's text, as shown by Rename Symbol. */
  readonly name: string;
  readonly range: TextRange;
  /** The edits that make the anchor explicit without renaming the heading. */
  readonly pinEdits: EditsByFile;
}

/** Returns the heading whose line contains this range, or undefined if an explicit anchor can't be added to it. */
export function findPinnableHeading(site: Site, page: PageReferences, range: TextRange): PinnableHeading | undefined {
  const index = page.headings.findIndex(
    ({ range: headingRange }) =>
      getLineStart(page.text, headingRange.start) <= range.start && range.end <= headingRange.end,
  );
  const heading = page.headings[index];
  // The service numbers this heading, so the anchor that it generates can't be determined.
  if (!heading || findNumberingFile(site, page, heading.id) !== undefined) return undefined;
  const anchorEdits = keepAnchors(page, new Map([[index, createPinEdit(page, index)]]));
  if (!anchorEdits) return undefined;
  const pinEdits: EditsByFile = new Map([[page.path, [...anchorEdits]]]);
  const name = page.text.slice(heading.range.start, heading.range.end);
  return { id: heading.id, name, range: heading.range, pinEdits };
}

/** The message for a request to rename a heading if the position isn't in a heading. */
export const headingNotFoundMessage = createMessage("The heading no longer exists. Try again.");

/** Returns the index of the heading whose text contains the offset, or -1 if no heading does. */
export function findHeadingIndex({ headings }: PageReferences, offset: number): number {
  return headings.findIndex(({ range }) => containsOffset(range, offset));
}

/**
 * Renames a heading without changing any anchor on the page. If this heading or a later one with the same text would
 * lose its anchor, the old anchor is added after that heading's text. The service treats `{#id}` as a heading's anchor
 * (see “Custom heading IDs” in create/text of its documentation).
 */
export function renameKeepingAnchors(site: Site, page: PageReferences, offset: number, newName: string): RenameOutcome {
  const index = findHeadingIndex(page, offset);
  const heading = page.headings[index];
  if (!heading) return refuse(headingNotFoundMessage);
  const headingEditResult = planHeadingEdit(site, page, heading, newName);
  if (!headingEditResult.ok) return headingEditResult;
  const anchorEdits = keepAnchors(page, new Map([[index, headingEditResult.edit]]));
  if (!anchorEdits)
    return refuse(
      createMessage(
        "The anchor #{0} can't be added after this heading, so old links would break. Start the heading with # on its own line, or rename it without keeping the anchor.",
        heading.id,
      ),
    );
  const numberingFile = anchorEdits.includes(headingEditResult.edit)
    ? undefined
    : findNumberingFile(site, page, heading.id);
  if (numberingFile !== undefined)
    return refuse(
      createMessage(
        "{0} shows several headings that would have the anchor #{1}, so the service would number their anchors. Rename this heading without keeping the anchor.",
        numberingFile,
        heading.id,
      ),
    );
  return { ok: true, edits: new Map([[page.path, [...anchorEdits]]]) };
}

/**
 * The maximum number of rounds. More than one round may be needed, because each edit can change the numbers of other
 * headings. Pages written by hand never reach this maximum.
 */
const maxRounds = 50;

/**
 * Returns the edits to headings, including those needed to preserve every anchor. Returns undefined if an anchor can't
 * be preserved.
 */
function keepAnchors(
  page: PageReferences,
  initialEditByIndex: ReadonlyMap<number, TextEdit | undefined>,
): readonly TextEdit[] | undefined {
  const editByIndex = new Map<number, TextEdit>();
  for (const [index, edit] of initialEditByIndex) {
    if (!edit) return undefined;
    editByIndex.set(index, edit);
  }
  const pinnedIndexes = new Set<number>();
  for (let round = 0; round < maxRounds; round++) {
    const { headings } = scanPage(page.path, applyEdits(page.text, [...editByIndex.values()])).references;
    if (headings.length !== page.headings.length) return undefined;
    const changedIndexes = page.headings.flatMap(({ id }, index) => (headings[index]?.id === id ? [] : [index]));
    if (changedIndexes.length === 0) return [...editByIndex.values()];
    // The headings that change get explicit anchors first. After that, later headings usually keep their numbers.
    const editedIndexes = changedIndexes.filter((index) => initialEditByIndex.has(index));
    for (const index of editedIndexes.length > 0 ? editedIndexes : changedIndexes) {
      const pinnedEdit = pinnedIndexes.has(index)
        ? undefined
        : createPinEdit(page, index, editByIndex.get(index)?.newText);
      if (!pinnedEdit) return undefined;
      pinnedIndexes.add(index);
      editByIndex.set(index, pinnedEdit);
    }
  }
  return undefined;
}

const maxIdLength = 150;

/**
 * Returns the edit that adds a heading's anchor after its text, or undefined if the service doesn't support an anchor
 * at that position.
 */
function createPinEdit(page: PageReferences, index: number, title?: string): TextEdit | undefined {
  const heading = page.headings[index];
  const id = heading && encodeAnchor(heading.id);
  if (!id || id.length > maxIdLength) return undefined;
  const { start, end } = heading.range;
  const { text } = page;
  const headingText = title ?? text.slice(start, end);
  if (!canHaveCustomId(text, heading.range) || removeId(headingText) !== headingText) return undefined;
  const idSuffix = ` {#${id}}`;
  return title === undefined
    ? { range: { start: end, end }, newText: idSuffix }
    : { range: heading.range, newText: title + idSuffix };
}
