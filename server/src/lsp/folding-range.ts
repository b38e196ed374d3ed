import type { CancellationToken, FoldingRange, FoldingRangeParams } from "vscode-languageserver/node";
import { foldsOf } from "../core/features/folding/folds.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** `textDocument/foldingRange`: whole lines of pages and docs.json. */
export async function foldingRange(
  { textDocument }: FoldingRangeParams,
  token: CancellationToken,
  session: Session,
): Promise<FoldingRange[]> {
  const place = await whenRead(textDocument.uri, token, session);
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  const most = session.client.textDocument?.foldingRange?.rangeLimit ?? Infinity;
  return foldsOf(site, place.path, session.lineMaps.of(place))
    .slice(0, most)
    .map(({ startLine, endLine, kind }) => ({ startLine, endLine, ...(kind && { kind }) }));
}
