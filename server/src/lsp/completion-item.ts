import {
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  type CompletionItem,
  type TextEdit,
} from "vscode-languageserver/node";
import type { Completion } from "../core/features/completion.ts";
import type { LineMap } from "../core/text/line-map.ts";
import { toRange } from "./convert.ts";

export interface ItemFeatures {
  readonly snippets: boolean;
  readonly labelDetails: boolean;
}

const kinds: Readonly<Record<Completion["kind"], CompletionItemKind>> = {
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

/** `rank`: the item's place in the list. */
export function toCompletionItem(
  item: Completion,
  rank: number,
  lines: LineMap,
  features: ItemFeatures,
): CompletionItem {
  const { label, kind, detail, remark, about, filter, more } = item;
  return {
    label,
    kind: kinds[kind],
    filterText: filter,
    // Before what others offer for the same quotes: VS Code's JSON service sorts by labels that begin with one.
    sortText: `!${String(rank).padStart(4, "0")}`,
    ...textEdit(item, lines, features.snippets),
    ...(detail === undefined ? {} : { detail }),
    ...(features.labelDetails && remark !== undefined ? { labelDetails: { description: remark } } : {}),
    ...(about === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: about } }),
    ...(more.length === 0
      ? {}
      : {
          additionalTextEdits: more.map(({ range, newText }) => ({ range: toRange(lines, range), newText })),
        }),
  };
}

/** With the caret where the next thing is typed, in editors that can put it there. */
function textEdit({ edit, caret }: Completion, lines: LineMap, snippets: boolean): Partial<CompletionItem> {
  const range = toRange(lines, edit.range);
  const plain: TextEdit = { range, newText: edit.newText };
  if (!snippets || caret === undefined)
    return { textEdit: plain, insertTextFormat: InsertTextFormat.PlainText };
  const escape = (text: string) => text.replace(/[\\$}]/g, "\\$&");
  const newText = `${escape(edit.newText.slice(0, caret))}$0${escape(edit.newText.slice(caret))}`;
  return { textEdit: { range, newText }, insertTextFormat: InsertTextFormat.Snippet };
}
