import { LSPErrorCodes, ResponseError } from "vscode-languageserver/node";

/** What a client shows when something cannot be done: a sentence that says what is in the way. */
export function refusal(reason: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}
