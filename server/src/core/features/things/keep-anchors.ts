import type { PageReferences } from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import type { Site } from "../../site/site.ts";
import { applyEdits, type TextEdit, type TextRange } from "../../text/text-edit.ts";
import { canHaveId, followAnchor, headingWords, lineStart } from "./rename-heading.ts";
import { withoutId } from "./rename-start.ts";
import type { RenameOutcome } from "./rename-thing.ts";

/** A heading whose anchor can be written behind it, so that the words may change and links still arrive. */
export interface PinnableHeading {
  /** As links write it: `install-it`. */
  readonly id: string;
  /** The words, as F2 shows them. */
  readonly name: string;
  readonly range: TextRange;
  /** Writes the anchor, and nothing else. */
  readonly pin: EditsByFile;
}

/** The heading that this range lies in, from the start of its line on; undefined where there is nothing to pin. */
export function pinnableHeading(
  site: Site,
  page: PageReferences,
  range: TextRange,
): PinnableHeading | undefined {
  const index = page.headings.findIndex(
    ({ range: own }) => lineStart(page.text, own.start) <= range.start && range.end <= own.end,
  );
  const heading = page.headings[index];
  if (!heading) return undefined;
  const kept = keepAnchors(page, new Map([[index, pinEdit(page, index)]]));
  const pin = kept && withLinks(site, page, kept);
  if (!pin) return undefined;
  const name = page.text.slice(heading.range.start, heading.range.end);
  return { id: heading.id, name, range: heading.range, pin };
}

/**
 * Other words for a heading, while every anchor of the page stays as it is: the old ones are written behind the headings
 * that would lose them, those further down that had the same words among them. `{#id}` is what the service reads as the
 * anchor of a heading (its own documentation, create/text: “Custom heading IDs”).
 */
export function renameKeepingAnchors(
  site: Site,
  page: PageReferences,
  offset: number,
  newName: string,
): RenameOutcome {
  const index = page.headings.findIndex(({ range }) => range.start <= offset && offset <= range.end);
  const heading = page.headings[index];
  if (!heading) return { ok: false, reason: "There is no heading here any more. Try again." };
  const words = headingWords(site, page, heading, newName);
  if (!words.ok) return words;
  const kept = keepAnchors(page, new Map([[index, words.edit]]));
  const edits = kept && withLinks(site, page, kept);
  if (!edits)
    return {
      ok: false,
      reason: `The anchor #${heading.id} cannot be written behind this heading, so old links would break. Write the heading with # in front on a line of its own, or rename it without keeping the anchor.`,
    };
  return { ok: true, edits };
}

interface KeptAnchors {
  readonly edits: readonly TextEdit[];
  /** Of the headings that have it written behind them now. */
  readonly pinned: readonly string[];
}

/** Each round may number other headings anew; a page with more such chains than this is not written by hand. */
const mostRounds = 50;

/** These edits of headings by their number, with what keeps every anchor; undefined where one cannot be kept. */
function keepAnchors(
  page: PageReferences,
  first: ReadonlyMap<number, TextEdit | undefined>,
): KeptAnchors | undefined {
  const edits = new Map<number, TextEdit>();
  for (const [index, edit] of first) {
    if (!edit) return undefined;
    edits.set(index, edit);
  }
  const pinned = new Set<number>();
  for (let round = 0; round < mostRounds; round++) {
    const { headings } = scanPage(page.path, applyEdits(page.text, [...edits.values()])).references;
    if (headings.length !== page.headings.length) return undefined;
    const lost = page.headings.flatMap(({ id }, index) => (headings[index]?.id === id ? [] : [index]));
    if (lost.length === 0)
      return {
        edits: [...edits.values()],
        pinned: [...edits.keys()].flatMap((index) => page.headings[index]?.id ?? []),
      };
    // With its own anchor kept, those further down are mostly counted as before.
    const named = lost.filter((index) => first.has(index));
    for (const index of named.length > 0 ? named : lost) {
      const edit = pinned.has(index) ? undefined : pinEdit(page, index, edits.get(index)?.newText);
      if (!edit) return undefined;
      pinned.add(index);
      edits.set(index, edit);
    }
  }
  return undefined;
}

const longestId = 150;

/** Returns the edit that adds a heading's anchor after it, or undefined if the service wouldn't read it there. */
function pinEdit(page: PageReferences, index: number, words?: string): TextEdit | undefined {
  const heading = page.headings[index];
  if (!heading || !/^[^\s{}]+$/.test(heading.id) || heading.id.length > longestId) return undefined;
  const { start, end } = heading.range;
  const { text } = page;
  const written = words ?? text.slice(start, end);
  if (!canHaveId(text, heading.range) || withoutId(written) !== written) return undefined;
  const pin = ` {#${heading.id}}`;
  return words === undefined
    ? { range: { start: end, end }, newText: pin }
    : { range: heading.range, newText: words + pin };
}

/** Links in a spelling that arrives only while the anchor is made of the words are written as the anchor is. */
function withLinks(
  site: Site,
  page: PageReferences,
  { edits, pinned }: KeptAnchors,
): EditsByFile | undefined {
  const all: EditsByFile = new Map();
  addEdits(all, page.path, edits);
  return pinned.some((id) => followAnchor(site, page, id, id, all) !== undefined) ? undefined : all;
}
