import type {
  CancellationToken,
  LinkedEditingRangeParams,
  LinkedEditingRanges,
} from "vscode-languageserver/node";
import { tagPairAt } from "../core/features/tags/tag-pairs.ts";
import { offsetAt } from "../core/text/line-map.ts";
import { toRange } from "./convert.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** What a tag's name is made of. */
const wordPattern = "[\\w$.:-]*";

/** `textDocument/linkedEditingRange`: the names of an opening tag and of its closing one in a page. */
export async function linkedEditingRange(
  { textDocument, position }: LinkedEditingRangeParams,
  token: CancellationToken,
  session: Session,
): Promise<LinkedEditingRanges | null> {
  const place = await whenRead(textDocument.uri, token, session, (path) => /\.mdx?$/.test(path));
  const page = place?.site.current?.site.references.get(place.path);
  if (!place || !page) return null;
  const lines = session.lineMaps.of(place);
  const pair = tagPairAt(page.text, offsetAt(lines, position), page.frontmatter.range?.end ?? 0);
  if (!pair) return null;
  return { ranges: [toRange(lines, pair.opening), toRange(lines, pair.closing)], wordPattern };
}
