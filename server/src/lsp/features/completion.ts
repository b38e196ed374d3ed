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
  nothing,
  type Offer,
  type OfferKind,
} from "../../core/features/completion/completion.ts";
import { completeSpec } from "../../core/features/spec/complete-spec.ts";
import { specOfFile } from "../../core/site/specs/specs.ts";
import { escapeInvisible } from "../../core/text/message.ts";
import { type LineMap, offsetAt } from "../../core/text/text-edit.ts";
import type { OpenFile, SitePlace } from "../../workspace/analysis/site-store.ts";
import { toRange } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** The maximum number of icon previews that are sent to editors that don't support `completionItem/resolve`. */
const maxImages = 20;

/**
 * Returns the documentation of an item. Previews for two hundred icons would make a large list, so icons get one only
 * on request, or if the editor doesn't support that, only the first `maxImages` of them.
 */
export function documentationOf(
  { about, icon }: Completion,
  rank: number,
  { lazyDocumentation }: ItemFeatures,
  findIcon: FindIcon,
): Partial<CompletionItem> {
  if (icon && lazyDocumentation) return { data: icon };
  const image = icon && rank < maxImages ? iconDocumentation(icon, findIcon) : undefined;
  if (image) return { documentation: image };
  return about === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: about } };
}

/** Returns the item with a preview of its icon, if it has one. */
export function withImage(item: CompletionItem, findIcon: FindIcon): CompletionItem {
  const icon = iconOf(item.data);
  const documentation = icon && iconDocumentation(icon, findIcon);
  return documentation ? { ...item, documentation } : item;
}

type Icon = NonNullable<Offer["icon"]>;

function iconOf(data: unknown): Icon | undefined {
  if (typeof data !== "object" || data === null || !("library" in data) || !("name" in data))
    return undefined;
  const library = iconLibraries.find((known) => known === data.library);
  return library && typeof data.name === "string" ? { library, name: data.name } : undefined;
}

/** Returns the preview of an icon, or undefined if there's no free version of the icon. */
function iconDocumentation({ library, name }: Icon, findIcon: FindIcon): MarkupContent | undefined {
  const svg = findIcon(library, name);
  return svg === undefined ? undefined : { kind: MarkupKind.Markdown, value: createIconImage(svg, name) };
}

/** The completion features of the editor. */
export interface ItemFeatures {
  readonly snippets: boolean;
  readonly labelDetails: boolean;
  /** Whether the editor requests documentation only when an item is selected. */
  readonly lazyDocumentation: boolean;
}

export function featuresOf(client: ClientCapabilities): ItemFeatures {
  const supported = client.textDocument?.completion?.completionItem;
  return {
    snippets: supported?.snippetSupport === true,
    labelDetails: supported?.labelDetailsSupport === true,
    lazyDocumentation: supported?.resolveSupport?.properties.includes("documentation") === true,
  };
}

/** The LSP kind of each completion, which determines its icon in the list. */
export const completionKinds: Readonly<Record<OfferKind, CompletionItemKind>> = {
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

/** Converts a completion to an LSP item. `rank` is the completion's index in the list. */
export function toCompletionItem(
  item: Completion,
  rank: number,
  lines: LineMap,
  features: ItemFeatures,
  findIcon: FindIcon,
): CompletionItem {
  const { label, kind, detail, remark, filter, more } = item;
  // Editors show the detail only for the selected item, but pages can't be identified by their path alone.
  const title = kind === "page" || kind === "operation" ? detail && escapeInvisible(detail) : undefined;
  const description = [title, remark].filter((text) => text !== undefined).join(" · ");
  const moreEdits = more.map(({ range, newText }) => ({ range: toRange(lines, range), newText }));
  return {
    label,
    kind: completionKinds[kind],
    filterText: filter,
    // With this prefix, the items come before those that other providers offer for the same quotes. VS Code's JSON
    // service sorts by labels that begin with a quote.
    sortText: `!${String(rank).padStart(4, "0")}`,
    ...textEdit(item, lines, features.snippets),
    ...(detail === undefined ? {} : { detail }),
    ...(features.labelDetails && description !== "" ? { labelDetails: { description } } : {}),
    ...documentationOf(item, rank, features, findIcon),
    ...(moreEdits.length === 0 ? {} : { additionalTextEdits: moreEdits }),
  };
}

/** Returns the edit as text, with the caret positions after insertion if the editor supports snippets. */
function textEdit(
  { edit, caret, stops = [] }: Completion,
  lines: LineMap,
  snippets: boolean,
): Partial<CompletionItem> {
  const range = toRange(lines, edit.range);
  const plain: TextEdit = { range, newText: edit.newText };
  // The lines of an element are already indented.
  const mode = edit.newText.includes("\n") ? { insertTextMode: InsertTextMode.asIs } : {};
  if (!snippets || caret === undefined)
    return { textEdit: plain, insertTextFormat: InsertTextFormat.PlainText, ...mode };
  const escape = (text: string) => text.replace(/[\\$}]/g, "\\$&");
  const carets = [caret, ...stops];
  const parts = [0, ...carets].map((start, index) => escape(edit.newText.slice(start, carets[index])));
  // `$0` is the last position.
  const newText = parts.reduce((text, part, index) => `${text}$${index % carets.length}${part}`);
  return { textEdit: { range, newText }, insertTextFormat: InsertTextFormat.Snippet, ...mode };
}

/**
 * Returns the completions in a specification. They're computed in the worker, which has the text. Returns undefined for
 * a file that isn't a specification.
 */
export async function completionInSpec(
  place: SitePlace,
  file: OpenFile,
  offset: number,
  { specs, sites }: Session,
): Promise<Completions | undefined> {
  const { site: live, path } = place;
  if (!live.current || !specOfFile(live.current.site, path)) return undefined;
  if (sites.isBehind(place)) await live.whenReady(path);
  const site = live.current?.site;
  const spec = site && specOfFile(site, path);
  if (!site || !spec) return nothing;
  const caret = await specs.ask(live.files, spec, { about: "caret", file: path, offset });
  // Outdated text gets no completions, because the editor requests completion again.
  const isSame = sites.openFile(join(live.root, path))?.text === file.text;
  return caret && isSame ? completeSpec(site, path, file.text, caret) : nothing;
}

/** Characters that trigger completion. Docwright offers completions after each of them. */
export const triggerCharacters: string[] = ['"', "'", "/", "<", "{", "#", " ", "-", "(", ".", "=", ":", "`"];

/** Handles `textDocument/completion`. */
export async function completion(
  { position }: CompletionParams,
  session: Session,
  { place }: InFile,
): Promise<CompletionList> {
  const site = place?.site.current?.site;
  const file = place && session.sites.openFile(join(place.site.root, place.path));
  if (!place || !site || !file) return { isIncomplete: false, items: [] };
  const lines = session.lineMaps.of(place);
  const offset = offsetAt(lines, position);
  const inSpec = await completionInSpec(place, file, offset, session);
  const { items, isComplete } =
    inSpec ?? complete(site, place.path, file.text, offset, session.host.leftInPages());
  const features = featuresOf(session.client);
  return {
    isIncomplete: !isComplete,
    items: items.map((item, rank) => toCompletionItem(item, rank, lines, features, session.findIcon)),
  };
}

/** Handles `completionItem/resolve`: adds the icon preview to a selected item. */
export function resolveCompletion(item: CompletionItem, { findIcon }: Session): CompletionItem {
  return withImage(item, findIcon);
}
