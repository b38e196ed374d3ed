import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  CompletionResolveRequest,
  ExecuteCommandRequest,
  HoverRequest,
  type Connection,
} from "vscode-languageserver/node";
import { codeActions } from "./code-action.ts";
import { codeLenses } from "./code-lens.ts";
import { completion, resolveCompletion } from "./completion.ts";
import { hovers } from "./hover.ts";
import type { Session } from "./session.ts";
import { executeCommand } from "./show-place.ts";

/** What an author asks for at a place: one line for each method. */
export function answerFeatures(connection: Connection, session: Session): void {
  connection.onRequest(CodeActionRequest.type, (request, token) => codeActions(request, token, session));
  connection.onRequest(CodeLensRequest.type, (request, token) => codeLenses(request, token, session));
  connection.onRequest(CompletionRequest.type, (request) => completion(request, session));
  connection.onRequest(CompletionResolveRequest.type, (item) => resolveCompletion(item, session));
  connection.onRequest(ExecuteCommandRequest.type, (request) => executeCommand(request, session));
  connection.onRequest(HoverRequest.type, (request) => hovers(request, session));
}
