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
import { type LineMap, offsetAt } from "../../core/text/text-edit.ts";
import type { OpenFile, SitePlace } from "../../workspace/analysis/site-store.ts";
import { toRange } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Pictures sent along to editors that ask for nothing later. */
const maxImages = 20;

/** A picture for each of two hundred icons would make a heavy list: it waits until it is asked for, or few have one. */
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

/** The item with the picture of its icon, if it was given one. */
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

/** Undefined when there is no free drawing of the icon. */
function iconDocumentation({ library, name }: Icon, findIcon: FindIcon): MarkupContent | undefined {
  const svg = findIcon(library, name);
  return svg === undefined ? undefined : { kind: MarkupKind.Markdown, value: createIconImage(svg, name) };
}

/** What the editor can do with a completion. */
export interface ItemFeatures {
  readonly snippets: boolean;
  readonly labelDetails: boolean;
  /** Documentation is asked for when an item is looked at. */
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

/** Told by the worker, which has the text; undefined for a file that is no specification. */
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
  // Of a text that is no longer there nothing is offered: the editor asks again.
  const isSame = sites.openFile(join(live.root, path))?.text === file.text;
  return caret && isSame ? completeSpec(site, path, file.text, caret) : nothing;
}

/** Typed one by one in documentation; each begins a place where something is known. */
export const triggerCharacters: string[] = ['"', "'", "/", "<", "{", "#", " ", "-", "(", ".", "=", ":", "`"];

/** `textDocument/completion` */
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

/** `completionItem/resolve`: the picture of an icon, when it is looked at. */
export function resolveCompletion(item: CompletionItem, { findIcon }: Session): CompletionItem {
  return withImage(item, findIcon);
}
