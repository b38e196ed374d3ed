import {
  ColorPresentationRequest,
  DocumentColorRequest,
  InlayHintRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  DocumentLinkRequest,
  DocumentLinkResolveRequest,
  FoldingRangeRequest,
  SelectionRangeRequest,
  WorkspaceSymbolRequest,
  type Connection,
} from "vscode-languageserver/node";
import { colorPresentation, documentColor } from "./document-color.ts";
import { documentLink, resolveDocumentLink } from "./document-link.ts";
import { foldingRange } from "./folding-range.ts";
import { inlayHint } from "./inlay-hint.ts";
import { selectionRange } from "./selection-range.ts";
import { semanticTokens } from "./semantic-tokens.ts";
import type { Session } from "./session.ts";
import { answerTags } from "./tag-features.ts";
import { workspaceSymbols } from "./workspace-symbols.ts";

/** What helps to read and write a file as it is shown: one line for each method. */
export function answerReading(connection: Connection, session: Session): void {
  connection.onRequest(DocumentLinkRequest.type, (request, token) => documentLink(request, token, session));
  connection.onRequest(DocumentLinkResolveRequest.type, (link) => resolveDocumentLink(link, session));
  connection.onRequest(WorkspaceSymbolRequest.type, (request, token) =>
    workspaceSymbols(request, token, session),
  );
  connection.onRequest(FoldingRangeRequest.type, (request, token) => foldingRange(request, token, session));
  connection.onRequest(SelectionRangeRequest.type, (request, token) =>
    selectionRange(request, token, session),
  );
  connection.onRequest(SemanticTokensRequest.type, (request, token) =>
    semanticTokens(request, token, session),
  );
  connection.onRequest(SemanticTokensRangeRequest.type, (request, token) =>
    semanticTokens(request, token, session),
  );
  connection.onRequest(InlayHintRequest.type, (request, token) => inlayHint(request, token, session));
  connection.onRequest(DocumentColorRequest.type, (request, token) => documentColor(request, token, session));
  connection.onRequest(ColorPresentationRequest.type, (request, token) =>
    colorPresentation(request, token, session),
  );
  answerTags(connection, session);
}
