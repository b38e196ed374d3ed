import { SymbolKind, type SymbolInformation, type WorkspaceSymbolParams } from "vscode-languageserver/node";
import { bestSymbols, findSymbols, type FoundSymbol } from "../core/features/symbols/workspace-symbols.ts";
import { definitionsOfThing } from "../core/features/references/find-definitions.ts";
import { largestText } from "../workspace/files/disk.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { readFile, textOf } from "../workspace/files/site-files.ts";
import type { Cancellable } from "./handle.ts";
import type { Session } from "./session.ts";
import { toLocation } from "./to-location.ts";

const foundSymbolKinds: Readonly<Record<FoundSymbol["kind"], SymbolKind>> = {
  page: SymbolKind.File,
  heading: SymbolKind.String,
  component: SymbolKind.Class,
  operation: SymbolKind.Method,
};

/** `workspace/symbol`: pages, headings, components and operations of every site, the best first, at most 200. */
export function workspaceSymbols(
  { query }: WorkspaceSymbolParams,
  session: Session,
  { token }: Cancellable,
): SymbolInformation[] {
  session.documents.flush();
  const siteOf = new Map<FoundSymbol, LiveSite>();
  for (const live of session.sites.sites) {
    const site = live.current?.site;
    if (!site || token.isCancellationRequested) continue;
    for (const found of findSymbols(site, query)) siteOf.set(found, live);
  }
  return bestSymbols([...siteOf.keys()]).flatMap((found): SymbolInformation[] => {
    const live = siteOf.get(found);
    const { name, kind, container: containerName } = found;
    if (!live) return [];
    return [{ name, kind: foundSymbolKinds[kind], containerName, location: placeOf(found, live, session) }];
  });
}

/** Of scripts a site keeps outlines alone, so that the line is looked for in the file. */
function placeOf({ file, name, range }: FoundSymbol, live: LiveSite, session: Session) {
  const site = live.current?.site;
  const read = (path: string) => textOf(readFile(live.files, path, largestText));
  const [at] = range || !site ? [] : definitionsOfThing(site, { kind: "export", file, name }, read);
  return toLocation(at ?? { file, range: range ?? { start: 0, end: 0 } }, live, session);
}
