import {
  type FoldingRange,
  type FoldingRangeParams,
  type LinkedEditingRangeParams,
  type LinkedEditingRanges,
  Range,
  type SelectionRange,
  type SelectionRangeParams,
} from "vscode-languageserver/node";
import { createClosingTag, getFolds, findEnclosingRanges, findTagPair } from "../../core/features/editing-ranges.ts";
import { getOffset } from "../../core/text/text-edit.ts";
import type { CloseTagResult, CloseTagParams } from "../../protocol/refactoring.ts";
import { toRange } from "../convert/convert.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Handles `textDocument/foldingRange`. Returns the line ranges that can be folded in a page or docs.json. */
export function getFoldingRanges(_: FoldingRangeParams, session: Session, { location }: RequestFile): FoldingRange[] {
  const site = location?.site.current?.site;
  if (!location || !site) return [];
  const maxFoldCount = session.client.textDocument?.foldingRange?.rangeLimit ?? Infinity;
  return getFolds(site, location.path, session.lineMaps.get(location))
    .slice(0, maxFoldCount)
    .map(({ startLine, endLine, kind }) => ({ startLine, endLine, ...(kind && { kind }) }));
}

/**
 * Handles `textDocument/selectionRange`. For each position in a page or docs.json, returns the ranges that a selection
 * can expand to.
 */
export function getSelectionRanges(
  { positions }: SelectionRangeParams,
  session: Session,
  { location }: RequestFile,
): SelectionRange[] | null {
  const site = location?.site.current?.site;
  if (!location || !site) return null;
  const lines = session.lineMaps.get(location);
  const chains = positions.map((position) => findEnclosingRanges(site, location.path, getOffset(lines, position)));
  if (chains.every((chain) => chain.length === 0)) return null;
  return chains.map((chain, i): SelectionRange => {
    const requestedPosition = positions[i] ?? { line: 0, character: 0 };
    let selection: SelectionRange | undefined;
    for (const range of [...chain].reverse())
      selection = { range: toRange(lines, range), ...(selection && { parent: selection }) };
    return selection ?? { range: Range.create(requestedPosition, requestedPosition) };
  });
}

/** Matches the name of a tag. */
const wordPattern = "[\\w$.:-]*";

/**
 * Handles `textDocument/linkedEditingRange`. Returns the ranges of the name in an opening tag and in its closing tag.
 */
export function getLinkedEditingRanges(
  { position }: LinkedEditingRangeParams,
  session: Session,
  { location }: RequestFile,
): LinkedEditingRanges | null {
  const page = location?.site.current?.site.references.get(location.path);
  if (!location || !page) return null;
  const lines = session.lineMaps.get(location);
  const tagPair = findTagPair(page.text, getOffset(lines, position), page.frontmatter.range?.end ?? 0);
  if (!tagPair) return null;
  return { ranges: [toRange(lines, tagPair.openingRange), toRange(lines, tagPair.closingRange)], wordPattern };
}

/**
 * Handles `docwright/closeTag`. Returns the closing tag for an opening tag that has just been typed, or null if no
 * closing tag is needed.
 */
export function closeTag(
  { position }: CloseTagParams,
  session: Session,
  { location }: RequestFile,
): CloseTagResult | null {
  const page = location?.site.current?.site.references.get(location.path);
  if (!location || !page) return null;
  const offset = getOffset(session.lineMaps.get(location), position);
  const text = createClosingTag(page.text, offset, page.frontmatter.range?.end ?? 0);
  return text === undefined ? null : { text };
}
