import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { isDoneByEditor, type EditorService } from "./editor-services.ts";

/** Leaves to VS Code what it does by itself, so that nothing is offered twice. */
export const withoutEditorServices: Middleware = {
  provideFoldingRanges: (document, context, token, next) =>
    isDone("folding", document) ? undefined : next(document, context, token),
  provideSelectionRanges: (document, positions, token, next) =>
    isDone("selection", document) ? undefined : next(document, positions, token),
  provideDocumentSymbols: (document, token, next) =>
    isDone("outline", document) ? undefined : next(document, token),
  provideDocumentColors: async (document, token, next) => {
    if (isAskingOthers) return undefined;
    const ours = await next(document, token);
    // An empty list would say that there are no colors, and hide those that the editor finds by itself.
    if (!ours || ours.length === 0) return undefined;
    // With a schema at hand that says what is a colour, VS Code's own service shows it too.
    const theirs = await coloursOfOthers(document);
    const left = ours.filter(({ range }) => !theirs.some((their) => their.range.intersection(range)));
    return left.length === 0 ? undefined : left;
  },
};

function isDone(service: EditorService, { languageId, uri }: vscode.TextDocument): boolean {
  return isDoneByEditor(service, languageId, uri.path);
}

/** True while others are asked, so that ours are not asked for in a circle. */
let isAskingOthers = false;

async function coloursOfOthers({ uri }: vscode.TextDocument): Promise<readonly vscode.ColorInformation[]> {
  isAskingOthers = true;
  try {
    return await vscode.commands.executeCommand<vscode.ColorInformation[]>(
      "vscode.executeDocumentColorProvider",
      uri,
    );
  } finally {
    isAskingOthers = false;
  }
}
