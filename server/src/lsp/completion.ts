import type { CompletionItem, CompletionList, CompletionParams } from "vscode-languageserver/node";
import { join } from "node:path";
import { complete } from "../core/features/completion/complete.ts";
import { offsetAt } from "../core/text/text-edit.ts";
import { withPicture } from "./completion-documentation.ts";
import { featuresOf } from "./completion-features.ts";
import { toCompletionItem } from "./completion-item.ts";
import { completionInSpec } from "./completion-in-spec.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

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
  return withPicture(item, findIcon);
}
