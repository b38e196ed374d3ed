import type { LinkedEditingRangeParams, LinkedEditingRanges } from "vscode-languageserver/node";
import { tagPairAt } from "../core/features/tag-pairs.ts";
import { offsetAt } from "../core/text/text-edit.ts";
import { toRange } from "./convert.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** What a tag's name is made of. */
const wordPattern = "[\\w$.:-]*";

/** `textDocument/linkedEditingRange`: the names of an opening tag and of its closing one in a page. */
export function linkedEditingRange(
  { position }: LinkedEditingRangeParams,
  session: Session,
  { place }: InFile,
): LinkedEditingRanges | null {
  const page = place?.site.current?.site.references.get(place.path);
  if (!place || !page) return null;
  const lines = session.lineMaps.of(place);
  const pair = tagPairAt(page.text, offsetAt(lines, position), page.frontmatter.range?.end ?? 0);
  if (!pair) return null;
  return { ranges: [toRange(lines, pair.opening), toRange(lines, pair.closing)], wordPattern };
}
