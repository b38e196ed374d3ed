import type {
  ColorInformation,
  ColorPresentation,
  ColorPresentationParams,
  DocumentColorParams,
} from "vscode-languageserver/node";
import { findColors, writeColor } from "../../core/features/colors.ts";
import { toRange, toTextRange } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Handles `textDocument/documentColor`. Returns the colors in the settings in docs.json. */
export function documentColor(
  _: DocumentColorParams,
  session: Session,
  { place }: InFile,
): ColorInformation[] {
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  const lines = session.lineMaps.of(place);
  return findColors(site, place.path).map(({ range, color }) => ({
    range: toRange(lines, range),
    color,
  }));
}

/** Handles `textDocument/colorPresentation`. Returns the color in the same notation as the existing one. */
export function colorPresentation(
  { range, color }: ColorPresentationParams,
  session: Session,
  { place }: InFile,
): ColorPresentation[] {
  const file = place?.site.current?.site.config.files.find(({ path }) => path === place.path);
  if (!place || !file) return [];
  const { start, end } = toTextRange(session.lineMaps.of(place), range);
  const label = writeColor(color, file.text.slice(start, end));
  return [{ label, textEdit: { range, newText: label } }];
}
