import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  CompletionResolveRequest,
  DefinitionRequest,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  HoverRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  WillDeleteFilesRequest,
  WillRenameFilesRequest,
  type Connection,
} from "vscode-languageserver/node";
import { codeActions } from "./code-action.ts";
import { codeLenses } from "./code-lens.ts";
import { completion, resolveCompletion } from "./completion.ts";
import { definitions } from "./definition.ts";
import { documentSymbols } from "./document-symbols.ts";
import { hovers } from "./hover.ts";
import { references } from "./references.ts";
import { prepareRename } from "./prepare-rename.ts";
import { rename } from "./rename.ts";
import type { Session } from "./session.ts";
import { willDeleteFiles } from "./will-delete-files.ts";
import { willRenameFiles } from "./will-rename-files.ts";
import { executeCommand } from "./show-place.ts";

/** What an author asks for at a place: one line for each method. */
export function answerFeatures(connection: Connection, session: Session): void {
  connection.onRequest(CodeActionRequest.type, (request, token) => codeActions(request, token, session));
  connection.onRequest(CodeLensRequest.type, (request, token) => codeLenses(request, token, session));
  connection.onRequest(CompletionRequest.type, (request) => completion(request, session));
  connection.onRequest(CompletionResolveRequest.type, (item) => resolveCompletion(item, session));
  connection.onRequest(DefinitionRequest.type, (request, token) => definitions(request, token, session));
  connection.onRequest(DocumentSymbolRequest.type, (request, token) =>
    documentSymbols(request, token, session),
  );
  connection.onRequest(PrepareRenameRequest.type, (request, token) => prepareRename(request, token, session));
  connection.onRequest(RenameRequest.type, (request, token) => rename(request, token, session));
  connection.onRequest(ReferencesRequest.type, (request, token) => references(request, token, session));
  connection.onRequest(ExecuteCommandRequest.type, (request) => executeCommand(request, session));
  connection.onRequest(WillRenameFilesRequest.type, (request, token) =>
    willRenameFiles(request, token, session),
  );
  connection.onRequest(WillDeleteFilesRequest.type, (request, token) =>
    willDeleteFiles(request, token, session),
  );
  connection.onRequest(HoverRequest.type, (request) => hovers(request, session));
}
