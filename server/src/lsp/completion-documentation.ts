import { type CompletionItem, type MarkupContent, MarkupKind } from "vscode-languageserver/node";
import { type FindIcon, iconLibraries } from "../core/config/icons/icons.ts";
import type { Completion, Offer } from "../core/features/completion/completion.ts";
import { iconPicture } from "../core/features/completion/complete-values.ts";
import type { ItemFeatures } from "./completion-features.ts";

/** Pictures sent along to editors that ask for nothing later. */
const mostPictures = 20;

/** A picture for each of two hundred icons would make a heavy list: it waits until it is asked for, or few have one. */
export function documentationOf(
  { about, icon }: Completion,
  rank: number,
  { lazyDocumentation }: ItemFeatures,
  findIcon: FindIcon,
): Partial<CompletionItem> {
  if (icon && lazyDocumentation) return { data: icon };
  const picture = icon && rank < mostPictures ? iconDocumentation(icon, findIcon) : undefined;
  if (picture) return { documentation: picture };
  return about === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: about } };
}

/** The item with the picture of its icon, if it was given one. */
export function withPicture(item: CompletionItem, findIcon: FindIcon): CompletionItem {
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
  return svg === undefined ? undefined : { kind: MarkupKind.Markdown, value: iconPicture(svg, name) };
}
