import type { CompletionList, CompletionParams } from "vscode-languageserver/node";
import type { Session } from "./session.ts";

export function completion(_params: CompletionParams, _session: Session): CompletionList {
  return { isIncomplete: false, items: [] };
}
