import type { Range } from "vscode-languageserver/node";
import type { TextRange } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toRange } from "./convert.ts";
import type { Session } from "./session.ts";

/** A place that a preview names, in the protocol's words. */
export function previewRange(
  at: { readonly line: number } | { readonly range: TextRange },
  place: SitePlace,
  session: Session,
): Range {
  if ("range" in at) return toRange(session.lineMaps.of(place), at.range);
  const start = { line: at.line, character: 0 };
  return { start, end: start };
}
