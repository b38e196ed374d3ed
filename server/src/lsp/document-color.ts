import type {
  CancellationToken,
  ColorInformation,
  ColorPresentation,
  ColorPresentationParams,
  DocumentColorParams,
} from "vscode-languageserver/node";
import { coloursOf, writeColour } from "../core/features/colors/colours-of.ts";
import { toRange, toTextRange } from "./convert.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** `textDocument/documentColor`: the colors in the settings of docs.json. */
export async function documentColor(
  { textDocument }: DocumentColorParams,
  token: CancellationToken,
  session: Session,
): Promise<ColorInformation[]> {
  const place = await whenRead(textDocument.uri, token, session, (path) => path.endsWith(".json"));
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  const lines = session.lineMaps.of(place);
  return coloursOf(site, place.path).map(({ range, colour }) => ({
    range: toRange(lines, range),
    color: colour,
  }));
}

/** `textDocument/colorPresentation`: the colour in the style of the one that stands there. */
export async function colorPresentation(
  { textDocument, range, color }: ColorPresentationParams,
  token: CancellationToken,
  session: Session,
): Promise<ColorPresentation[]> {
  const place = await whenRead(textDocument.uri, token, session);
  const file = place?.site.current?.site.config.files.find(({ path }) => path === place.path);
  if (!place || !file) return [];
  const { start, end } = toTextRange(session.lineMaps.of(place), range);
  const label = writeColour(color, file.text.slice(start, end));
  return [{ label, textEdit: { range, newText: label } }];
}
