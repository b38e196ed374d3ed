import {
  InsertTextFormat,
  InsertTextMode,
  type CompletionItem,
  type TextEdit,
} from "vscode-languageserver/node";
import type { FindIcon } from "../core/config/icons/icons.ts";
import type { Completion } from "../core/features/completion/completion.ts";
import type { LineMap } from "../core/text/text-edit.ts";
import { documentationOf } from "./completion-documentation.ts";
import type { ItemFeatures } from "./completion-features.ts";
import { completionKinds } from "./completion-kind.ts";
import { toRange } from "./convert.ts";

/** `rank`: the item's place in the list. */
export function toCompletionItem(
  item: Completion,
  rank: number,
  lines: LineMap,
  features: ItemFeatures,
  findIcon: FindIcon,
): CompletionItem {
  const { label, kind, detail, remark, filter, more } = item;
  const moreEdits = more.map(({ range, newText }) => ({ range: toRange(lines, range), newText }));
  return {
    label,
    kind: completionKinds[kind],
    filterText: filter,
    // Before what others offer for the same quotes: VS Code's JSON service sorts by labels that begin with one.
    sortText: `!${String(rank).padStart(4, "0")}`,
    ...textEdit(item, lines, features.snippets),
    ...(detail === undefined ? {} : { detail }),
    ...(features.labelDetails && remark !== undefined ? { labelDetails: { description: remark } } : {}),
    ...documentationOf(item, rank, features, findIcon),
    ...(moreEdits.length === 0 ? {} : { additionalTextEdits: moreEdits }),
  };
}

/** With the caret where the next thing is typed, in editors that can put it there. */
function textEdit({ edit, caret }: Completion, lines: LineMap, snippets: boolean): Partial<CompletionItem> {
  const range = toRange(lines, edit.range);
  const plain: TextEdit = { range, newText: edit.newText };
  // Lines of an element have their indentation already.
  const mode = edit.newText.includes("\n") ? { insertTextMode: InsertTextMode.asIs } : {};
  if (!snippets || caret === undefined)
    return { textEdit: plain, insertTextFormat: InsertTextFormat.PlainText, ...mode };
  const escape = (text: string) => text.replace(/[\\$}]/g, "\\$&");
  const newText = `${escape(edit.newText.slice(0, caret))}$0${escape(edit.newText.slice(caret))}`;
  return { textEdit: { range, newText }, insertTextFormat: InsertTextFormat.Snippet, ...mode };
}
