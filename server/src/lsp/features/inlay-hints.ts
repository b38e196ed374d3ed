import { type InlayHint, type InlayHintParams, MarkupKind } from "vscode-languageserver/node";
import { configHints } from "../../core/features/hover/inlay-hints.ts";
import { positionAt } from "../../core/text/text-edit.ts";
import { toLocation, toTextRange } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/**
 * Handles `textDocument/inlayHint`: in docs.json, shows the titles of pages and what elements inherit, each hint with
 * a link to the source.
 */
export function inlayHint({ range }: InlayHintParams, session: Session, { place }: InFile): InlayHint[] {
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  const lines = session.lineMaps.of(place);
  return configHints(site, place.path, toTextRange(lines, range), session.inlayHints).map(
    ({ offset, label, tooltip, from }): InlayHint => ({
      position: positionAt(lines, offset),
      label: [
        {
          value: label,
          tooltip: { kind: MarkupKind.Markdown, value: tooltip },
          ...(from && { location: toLocation(from, place.site, session) }),
        },
      ],
      paddingLeft: true,
    }),
  );
}
