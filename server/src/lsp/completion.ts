import {
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  type CompletionItem,
  type CompletionList,
  type CompletionParams,
  type TextEdit,
} from "vscode-languageserver/node";
import { join } from "node:path";
import { complete } from "../core/features/complete.ts";
import type { Completion } from "../core/features/completion.ts";
import { offsetAt, type LineMap } from "../core/text/line-map.ts";
import { toRange } from "./convert.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

const kinds: Readonly<Record<Completion["kind"], CompletionItemKind>> = {
  setting: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  page: CompletionItemKind.File,
  operation: CompletionItemKind.Method,
  file: CompletionItemKind.File,
};

/** `textDocument/completion` */
export function completion({ textDocument, position }: CompletionParams, session: Session): CompletionList {
  session.documents.flush();
  const path = pathOfUri(textDocument.uri);
  const place = path === undefined ? undefined : session.sites.siteOf(path);
  const site = place?.site.current?.site;
  const file = place && session.sites.openFile(join(place.site.root, place.path));
  if (!place || !site || !file) return { isIncomplete: false, items: [] };
  const lines = session.lineMaps.of(place);
  const { items, isComplete } = complete(site, place.path, file.text, offsetAt(lines, position));
  const features = session.client.textDocument?.completion?.completionItem;
  const toItem = itemMaker(lines, features?.snippetSupport === true, features?.labelDetailsSupport === true);
  return { isIncomplete: !isComplete, items: items.map(toItem) };
}

function itemMaker(lines: LineMap, snippets: boolean, labelDetails: boolean) {
  return (item: Completion, index: number): CompletionItem => ({
    label: item.label,
    kind: kinds[item.kind],
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    ...(labelDetails && item.remark !== undefined ? { labelDetails: { description: item.remark } } : {}),
    ...(item.about === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: item.about } }),
    filterText: item.filter,
    sortText: String(index).padStart(4, "0"),
    ...textEdit(item, lines, snippets),
    ...(item.more.length === 0
      ? {}
      : {
          additionalTextEdits: item.more.map((edit) => ({
            range: toRange(lines, edit.range),
            newText: edit.newText,
          })),
        }),
  });
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
