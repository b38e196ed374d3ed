import {
  type ColorInformation,
  type ColorPresentation,
  type ColorPresentationParams,
  type DocumentColorParams,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensParams,
  type SemanticTokensRangeParams,
  SemanticTokenTypes,
} from "vscode-languageserver/node";
import {
  type EndpointTokenKind,
  endpointTokenKinds,
  createEndpointTokens,
  findColors,
  formatColor,
} from "../../core/features/decorations.ts";
import { getPosition } from "../../core/text/text-edit.ts";
import { toRange, toTextRange } from "../convert/convert.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Handles `textDocument/documentColor`. Returns the colors in the settings in docs.json. */
export function getDocumentColors(
  _: DocumentColorParams,
  session: Session,
  { location }: RequestFile,
): ColorInformation[] {
  const site = location?.site.current?.site;
  if (!location || !site) return [];
  const lines = session.lineMaps.get(location);
  return findColors(site, location.path).map(({ range, color }) => ({
    range: toRange(lines, range),
    color,
  }));
}

/** Handles `textDocument/colorPresentation`. Returns the color in the same notation as the existing one. */
export function getColorPresentations(
  { range, color }: ColorPresentationParams,
  session: Session,
  { location }: RequestFile,
): ColorPresentation[] {
  const file = location?.site.current?.site.config.files.find(({ path }) => path === location.path);
  if (!location || !file) return [];
  const { start, end } = toTextRange(session.lineMaps.get(location), range);
  const label = formatColor(color, file.text.slice(start, end));
  return [{ label, textEdit: { range, newText: label } }];
}

/** Maps each kind of token to its standard LSP type. All themes have colors for these types. */
const tokenTypes: Readonly<Record<EndpointTokenKind, SemanticTokenTypes>> = {
  file: SemanticTokenTypes.namespace,
  method: SemanticTokenTypes.keyword,
  path: SemanticTokenTypes.function,
  parameter: SemanticTokenTypes.parameter,
  name: SemanticTokenTypes.type,
};

export const semanticTokensLegend = {
  tokenTypes: endpointTokenKinds.map((kind) => tokenTypes[kind] as string),
  tokenModifiers: [],
};

/**
 * Handles `textDocument/semanticTokens/full` and `/range`. Returns the tokens of references to specifications, in
 * docs.json and frontmatter.
 */
export function getSemanticTokens(
  request: SemanticTokensParams | SemanticTokensRangeParams,
  session: Session,
  { location }: RequestFile,
): SemanticTokens {
  const site = location?.site.current?.site;
  if (!location || !site) return { data: [] };
  const lines = session.lineMaps.get(location);
  const textRange = "range" in request ? toTextRange(lines, request.range) : undefined;
  const builder = new SemanticTokensBuilder();
  for (const { kind, range } of createEndpointTokens(site, location.path, textRange)) {
    const { line, character } = getPosition(lines, range.start);
    const length = range.end - range.start;
    builder.push(line, character, length, endpointTokenKinds.indexOf(kind), 0);
  }
  return builder.build();
}
