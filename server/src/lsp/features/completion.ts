import { join } from "node:path";
import {
  type ClientCapabilities,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  InsertTextFormat,
  InsertTextMode,
  type MarkupContent,
  MarkupKind,
  type TextEdit,
} from "vscode-languageserver/node";
import { type FindIcon, iconLibraries } from "../../core/config/icons/icons.ts";
import { createIconImage } from "../../core/features/completion/complete-values.ts";
import { complete } from "../../core/features/completion/complete.ts";
import {
  type Completion,
  type Completions,
  emptyCompletions,
  type Suggestion,
  type SuggestionKind,
} from "../../core/features/completion/completion.ts";
import { completeSpec } from "../../core/features/spec/complete-spec.ts";
import { findFileSpec } from "../../core/site/specs/specs.ts";
import { escapeInvisible } from "../../core/text/message.ts";
import { type LineMap, getOffset } from "../../core/text/text-edit.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import type { OpenFile } from "../../workspace/files/file-stamps.ts";
import { toMarkup, toRange } from "../convert/convert.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** The maximum number of icon previews that are sent if the editor doesn't support `completionItem/resolve`. */
const maxIconPreviews = 20;

/**
 * Returns the documentation for an item. Previews of two hundred icons would make the list large, so an icon's preview
 * is sent only on request. If the editor doesn't support such requests, only the first `maxIconPreviews` icons have a
 * preview.
 */
export function createDocumentation(
  { description, icon }: Completion,
  rank: number,
  { supportsLazyDocumentation, documentationFormat }: ItemFeatures,
  findIcon: FindIcon,
): Partial<CompletionItem> {
  const markup = description === undefined ? {} : { documentation: toMarkup(description, documentationFormat) };
  if (!icon || documentationFormat?.includes(MarkupKind.Markdown) === false) return markup;
  if (supportsLazyDocumentation) return { data: icon };
  const image = rank < maxIconPreviews ? createIconDocumentation(icon, findIcon) : undefined;
  return image ? { documentation: image } : markup;
}

/**
 * Returns the item with a preview of its icon. If the item doesn't have an icon, returns the item unchanged.
 */
export function addIconPreview(item: CompletionItem, findIcon: FindIcon): CompletionItem {
  const icon = parseIcon(item.data);
  const documentation = icon && createIconDocumentation(icon, findIcon);
  return documentation ? { ...item, documentation } : item;
}

type Icon = NonNullable<Suggestion["icon"]>;

function parseIcon(data: unknown): Icon | undefined {
  if (typeof data !== "object" || data === null || !("library" in data) || !("name" in data)) return undefined;
  const library = iconLibraries.find((candidate) => candidate === data.library);
  return library && typeof data.name === "string" ? { library, name: data.name } : undefined;
}

/** Returns the preview of an icon, or undefined if there's no free version of the icon. */
function createIconDocumentation({ library, name }: Icon, findIcon: FindIcon): MarkupContent | undefined {
  const svg = findIcon(library, name);
  return svg === undefined ? undefined : { kind: MarkupKind.Markdown, value: createIconImage(svg, name) };
}

/** The features that the editor supports for completion items. */
export interface ItemFeatures {
  readonly supportsSnippets: boolean;
  readonly supportsLabelDetails: boolean;
  /** Whether the editor requests an item's documentation only when the item is selected. */
  readonly supportsLazyDocumentation: boolean;
  /** The formats that the editor supports in documentation. Undefined if it hasn't declared any. */
  readonly documentationFormat?: readonly MarkupKind[] | undefined;
}

export function getItemFeatures(client: ClientCapabilities): ItemFeatures {
  const capabilities = client.textDocument?.completion?.completionItem;
  return {
    supportsSnippets: capabilities?.snippetSupport === true,
    supportsLabelDetails: capabilities?.labelDetailsSupport === true,
    supportsLazyDocumentation: capabilities?.resolveSupport?.properties.includes("documentation") === true,
    documentationFormat: capabilities?.documentationFormat,
  };
}

/** Maps each kind of completion to an LSP kind, which determines the icon in the list. */
export const completionKinds: Readonly<Record<SuggestionKind, CompletionItemKind>> = {
  setting: CompletionItemKind.Property,
  element: CompletionItemKind.Struct,
  value: CompletionItemKind.EnumMember,
  page: CompletionItemKind.File,
  operation: CompletionItemKind.Method,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  icon: CompletionItemKind.Constant,
  color: CompletionItemKind.Color,
  component: CompletionItemKind.Class,
  "closing-tag": CompletionItemKind.Class,
  snippet: CompletionItemKind.Module,
  variable: CompletionItemKind.Variable,
  anchor: CompletionItemKind.Reference,
  rule: CompletionItemKind.EnumMember,
};

/** Converts a completion to an LSP item. `rank` is the index of the completion in the list. */
export function toCompletionItem(
  item: Completion,
  rank: number,
  lines: LineMap,
  features: ItemFeatures,
  findIcon: FindIcon,
): CompletionItem {
  const { label, kind, detail, remark, filterText, additionalEdits } = item;
  // Editors show the detail only for the selected item, but the path alone isn't enough to identify a page.
  const title = kind === "page" || kind === "operation" ? detail && escapeInvisible(detail) : undefined;
  const description = [title, remark].filter((text) => text !== undefined).join(" · ");
  const additionalTextEdits = additionalEdits.map(({ range, newText }) => ({ range: toRange(lines, range), newText }));
  return {
    label,
    kind: completionKinds[kind],
    filterText,
    // This prefix sorts the items before those that other providers offer after the same quotation mark. VS Code's JSON
    // service sorts by labels, which start with a quotation mark.
    sortText: `!${String(rank).padStart(4, "0")}`,
    ...toTextEdit(item, lines, features.supportsSnippets),
    ...(detail === undefined ? {} : { detail }),
    ...(features.supportsLabelDetails && description !== "" ? { labelDetails: { description } } : {}),
    ...createDocumentation(item, rank, features, findIcon),
    ...(additionalTextEdits.length === 0 ? {} : { additionalTextEdits }),
  };
}

/**
 * Returns the edit for an item. If the editor supports snippets, the new text contains the caret positions after
 * insertion. If the editor doesn't support snippets, the new text contains the first choice.
 */
function toTextEdit(
  { edit, caret, stops = [], choices = [] }: Completion,
  lines: LineMap,
  supportsSnippets: boolean,
): Partial<CompletionItem> {
  const range = toRange(lines, edit.range);
  const textEdit: TextEdit = { range, newText: edit.newText };
  // The lines of an element are already indented.
  const insertMode = edit.newText.includes("\n") ? { insertTextMode: InsertTextMode.asIs } : {};
  if (!supportsSnippets || caret === undefined)
    return { textEdit, insertTextFormat: InsertTextFormat.PlainText, ...insertMode };
  const escape = (text: string) => text.replace(/[\\$}]/g, "\\$&");
  const carets = [caret, ...stops];
  const parts = [0, ...carets].map((start, index) => edit.newText.slice(start, carets[index]));
  const [firstChoice = ""] = choices;
  // The editor inserts the first choice.
  const [firstPart = "", ...otherParts] = parts.map((part, index) =>
    escape(index === 0 ? part.slice(0, part.length - firstChoice.length) : part),
  );
  const choicesText = choices.map((text) => text.replace(/[\\,|]/g, "\\$&")).join(",");
  // `$0` is the final caret position.
  const newText = otherParts.reduce((text, part, index) => {
    const stopIndex = (index + 1) % carets.length;
    return `${text}${index === 0 && choicesText !== "" ? `\${${stopIndex}|${choicesText}|}` : `$${stopIndex}`}${part}`;
  }, firstPart);
  return { textEdit: { range, newText }, insertTextFormat: InsertTextFormat.Snippet, ...insertMode };
}

/**
 * Returns the completions in a specification. They're computed in the worker because it has the text. Returns undefined
 * if the file isn't a specification.
 */
export async function completeInSpec(
  location: FileLocation,
  file: OpenFile,
  offset: number,
  { specs, sites }: Session,
): Promise<Completions | undefined> {
  const { site: siteState, path } = location;
  if (!siteState.current || !findFileSpec(siteState.current.site, path)) return undefined;
  if (sites.hasPendingChanges(location)) await siteState.waitUntilReady(path);
  const site = siteState.current?.site;
  const spec = site && findFileSpec(site, path);
  if (!site || !spec) return emptyCompletions;
  const caret = await specs.requestEditorData(siteState.files, spec, { about: "caret", file: path, offset });
  // If the text is outdated, no completions are returned, because the editor will request completions again.
  const isCurrent = sites.getOpenFile(join(siteState.root, path))?.text === file.text;
  return caret && isCurrent ? completeSpec(site, path, file.text, caret) : emptyCompletions;
}

/**
 * The characters that trigger completion. Each of these characters can be followed by text that Docwright completes.
 */
export const triggerCharacters: string[] = ['"', "'", "/", "<", "{", "#", " ", "-", "(", ".", "=", ":", "`"];

/** Handles `textDocument/completion`. */
export async function getCompletion(
  { position }: CompletionParams,
  session: Session,
  { location }: RequestFile,
): Promise<CompletionList> {
  const site = location?.site.current?.site;
  const file = location && session.sites.getOpenFile(join(location.site.root, location.path));
  if (!location || !site || !file) return { isIncomplete: false, items: [] };
  const lines = session.lineMaps.get(location);
  const offset = getOffset(lines, position);
  const specCompletion = await completeInSpec(location, file, offset, session);
  const { items, isComplete } =
    specCompletion ?? complete(site, location.path, file.text, offset, session.host.readDelegatedFeatures());
  const features = getItemFeatures(session.client);
  return {
    isIncomplete: !isComplete,
    items: items.map((item, rank) => toCompletionItem(item, rank, lines, features, session.findIcon)),
  };
}

/** Handles `completionItem/resolve`. Adds the icon preview to the item that is selected. */
export function resolveCompletion(item: CompletionItem, { findIcon }: Session): CompletionItem {
  return addIconPreview(item, findIcon);
}
