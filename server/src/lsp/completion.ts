import type { CompletionList, CompletionParams } from "vscode-languageserver/node";
import { join } from "node:path";
import { complete } from "../core/features/complete.ts";
import { offsetAt } from "../core/text/line-map.ts";
import { toCompletionItem } from "./completion-item.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

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
  const supported = session.client.textDocument?.completion?.completionItem;
  const features = {
    snippets: supported?.snippetSupport === true,
    labelDetails: supported?.labelDetailsSupport === true,
  };
  return {
    isIncomplete: !isComplete,
    items: items.map((item, rank) => toCompletionItem(item, rank, lines, features)),
  };
}
