import type { FoldingRange, FoldingRangeParams } from "vscode-languageserver/node";
import { foldsOf } from "../core/features/folding.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `textDocument/foldingRange`: whole lines of pages and docs.json. */
export function foldingRange(_: FoldingRangeParams, session: Session, { place }: InFile): FoldingRange[] {
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  const most = session.client.textDocument?.foldingRange?.rangeLimit ?? Infinity;
  return foldsOf(site, place.path, session.lineMaps.of(place))
    .slice(0, most)
    .map(({ startLine, endLine, kind }) => ({ startLine, endLine, ...(kind && { kind }) }));
}
