import { MarkupKind, type Hover, type HoverParams } from "vscode-languageserver/node";
import { hover } from "../core/features/hover/hover.ts";
import { offsetAt } from "../core/text/line-map.ts";
import { toRange } from "./convert.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** `textDocument/hover` */
export function hovers({ textDocument, position }: HoverParams, session: Session): Hover | null {
  session.documents.flush();
  const path = pathOfUri(textDocument.uri);
  const place = path === undefined ? undefined : session.sites.siteOf(path);
  const site = place?.site.current?.site;
  if (!place || !site) return null;
  const lines = session.lineMaps.of(place);
  const { findIcon } = session;
  const found = hover({ site, file: place.path, offset: offsetAt(lines, position), findIcon });
  if (!found) return null;
  return {
    range: toRange(lines, found.range),
    contents: { kind: MarkupKind.Markdown, value: found.markdown },
  };
}
