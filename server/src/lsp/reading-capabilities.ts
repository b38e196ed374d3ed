import type { ServerCapabilities } from "vscode-languageserver/node";
import { semanticTokensLegend } from "./semantic-tokens.ts";

/** What `reading-features.ts` answers. */
export const readingCapabilities: ServerCapabilities = {
  documentLinkProvider: { resolveProvider: true },
  workspaceSymbolProvider: true,
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  semanticTokensProvider: { legend: semanticTokensLegend, full: true, range: true },
  inlayHintProvider: true,
  colorProvider: true,
  linkedEditingRangeProvider: true,
};
