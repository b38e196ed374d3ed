import type { CancellationToken } from "vscode-languageserver/node";
import { closingTagFor } from "../core/features/tags/tag-pairs.ts";
import { offsetAt } from "../core/text/line-map.ts";
import type { ClosedTag, CloseTag } from "../protocol/close-tag.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** `docwright/closeTag` */
export async function closeTag(
  { textDocument, position }: CloseTag,
  token: CancellationToken,
  session: Session,
): Promise<ClosedTag | null> {
  const place = await whenRead(textDocument.uri, token, session, (path) => /\.mdx?$/.test(path));
  const page = place?.site.current?.site.references.get(place.path);
  if (!place || !page) return null;
  const offset = offsetAt(session.lineMaps.of(place), position);
  const text = closingTagFor(page.text, offset, page.frontmatter.range?.end ?? 0);
  return text === undefined ? null : { text };
}
