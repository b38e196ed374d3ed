import { CompletionItemKind } from "vscode-languageserver/node";
import type { OfferKind } from "../core/features/completion/completion.ts";

/** The sign in front of each kind of offer. */
export const completionKinds: Readonly<Record<OfferKind, CompletionItemKind>> = {
  setting: CompletionItemKind.Property,
  element: CompletionItemKind.Struct,
  value: CompletionItemKind.EnumMember,
  page: CompletionItemKind.File,
  operation: CompletionItemKind.Method,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  icon: CompletionItemKind.Constant,
  colour: CompletionItemKind.Color,
  component: CompletionItemKind.Class,
  "closing-tag": CompletionItemKind.Class,
  snippet: CompletionItemKind.Module,
  variable: CompletionItemKind.Variable,
  anchor: CompletionItemKind.Reference,
  rule: CompletionItemKind.EnumMember,
};
