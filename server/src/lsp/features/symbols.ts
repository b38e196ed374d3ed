import {
  type DocumentSymbol,
  type DocumentSymbolParams,
  type SymbolInformation,
  SymbolKind,
  type WorkspaceSymbolParams,
} from "vscode-languageserver/node";
import { findDefinitions } from "../../core/features/references/find-definitions.ts";
import { type SpecSymbolKind, symbolKinds } from "../../core/features/spec/spec-symbols.ts";
import {
  selectBestSymbols,
  createConfigOutline,
  findSymbols,
  type FoundSymbol,
  type OutlineNode,
  createPageOutline,
} from "../../core/features/symbols.ts";
import { findFileSpec } from "../../core/site/specs/specs.ts";
import type { LineMap } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { maxTextSize } from "../../workspace/files/disk.ts";
import { readFile, getFileText } from "../../workspace/files/site-files.ts";
import { toLocation, toRange } from "../convert/convert.ts";
import type { Cancellable } from "../handlers.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

const symbolKindBySpecKind: Readonly<Record<SpecSymbolKind, SymbolKind>> = {
  section: SymbolKind.Namespace,
  path: SymbolKind.Interface,
  operation: SymbolKind.Method,
  event: SymbolKind.Event,
  part: SymbolKind.Struct,
  tag: SymbolKind.Key,
  server: SymbolKind.Constant,
};

/**
 * Returns a specification's paths and operations, components, and channels. Returns an empty list if the file isn't a
 * specification.
 */
export async function createSpecOutline(location: FileLocation, session: Session): Promise<DocumentSymbol[]> {
  const site = location.site.current?.site;
  const spec = site && findFileSpec(site, location.path);
  const specSymbols =
    spec &&
    (await session.specs.requestEditorData(location.site.files, spec, { about: "symbols", file: location.path }));
  if (!specSymbols) return [];
  const lines = session.lineMaps.get(location);
  const topSymbols: DocumentSymbol[] = [];
  const childrenByLevel: DocumentSymbol[][] = [topSymbols];
  for (const [i, name] of specSymbols.names.entries()) {
    const [start = 0, end = 0, nameStart = 0, nameEnd = 0] = specSymbols.offsets.subarray(4 * i, 4 * i + 4);
    const children: DocumentSymbol[] = [];
    const detail = specSymbols.details[i] ?? "";
    const kind = symbolKindBySpecKind[symbolKinds[specSymbols.kinds[i] ?? 0] ?? "part"];
    const range = toRange(lines, { start, end });
    const selectionRange = toRange(lines, { start: nameStart, end: nameEnd });
    const level = specSymbols.levels[i] ?? 0;
    childrenByLevel[level]?.push({
      name,
      ...(detail !== "" && { detail }),
      kind,
      range,
      selectionRange,
      children,
    });
    childrenByLevel[level + 1] = children;
  }
  return topSymbols;
}

/**
 * The label that distinguishes Docwright's outline from those of other extensions, for example, for JSON, YAML, or MDX.
 */
export const outlineLabel = "Docwright";

const symbolKindByOutlineKind: Readonly<Record<OutlineNode["kind"], SymbolKind>> = {
  heading: SymbolKind.String,
  component: SymbolKind.Class,
  export: SymbolKind.Constant,
  division: SymbolKind.Namespace,
  group: SymbolKind.Package,
  page: SymbolKind.File,
  operation: SymbolKind.Method,
  link: SymbolKind.Key,
};

/**
 * Handles `textDocument/documentSymbol`. Returns the headings and components on a page, the navigation in docs.json, or
 * the operations in a specification.
 */
export async function getDocumentSymbols(
  { textDocument: { uri } }: DocumentSymbolParams,
  session: Session,
  { location }: RequestFile,
): Promise<DocumentSymbol[] | SymbolInformation[]> {
  const symbols = await createOutline(location, session);
  const capabilities = session.client.textDocument?.documentSymbol;
  return capabilities?.hierarchicalDocumentSymbolSupport === true ? symbols : flattenSymbols(symbols, uri);
}

/** Returns the symbols as a list, for clients that don't support trees. */
function flattenSymbols(symbols: readonly DocumentSymbol[], uri: string, containerName?: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, ...(containerName !== undefined && { containerName }), location: { uri, range } },
    ...flattenSymbols(children, uri, name),
  ]);
}

async function createOutline(location: RequestFile["location"], session: Session): Promise<DocumentSymbol[]> {
  const site = location?.site.current?.site;
  if (!location || !site) return [];
  const lines = session.lineMaps.get(location);
  const page = site.references.get(location.path);
  if (page) return createPageOutline(page).map((node) => toSymbol(node, lines));
  if (site.config.files.some(({ path }) => path === location.path))
    return createConfigOutline(site, location.path).map((node) => toSymbol(node, lines));
  return createSpecOutline(location, session);
}

function toSymbol({ kind, name, detail, range, nameRange, children }: OutlineNode, lines: LineMap): DocumentSymbol {
  return {
    name,
    ...(detail !== "" && { detail }),
    kind: symbolKindByOutlineKind[kind],
    range: toRange(lines, range),
    selectionRange: toRange(lines, nameRange),
    children: children.map((child) => toSymbol(child, lines)),
  };
}

const symbolKindByFoundKind: Readonly<Record<FoundSymbol["kind"], SymbolKind>> = {
  page: SymbolKind.File,
  heading: SymbolKind.String,
  component: SymbolKind.Class,
  operation: SymbolKind.Method,
};

/**
 * Handles `workspace/symbol`. Returns up to 200 pages, headings, components, and operations from all sites. The best
 * matches come first.
 */
export function getWorkspaceSymbols(
  { query }: WorkspaceSymbolParams,
  session: Session,
  { token }: Cancellable,
): SymbolInformation[] {
  session.documents.flush();
  const siteBySymbol = new Map<FoundSymbol, SiteState>();
  for (const siteState of session.sites.sites) {
    const site = siteState.current?.site;
    if (!site || token.isCancellationRequested) continue;
    for (const symbol of findSymbols(site, query)) siteBySymbol.set(symbol, siteState);
  }
  return selectBestSymbols([...siteBySymbol.keys()]).flatMap((symbol): SymbolInformation[] => {
    const siteState = siteBySymbol.get(symbol);
    const { name, kind, container: containerName } = symbol;
    if (!siteState) return [];
    return [
      {
        name,
        kind: symbolKindByFoundKind[kind],
        containerName,
        location: toSymbolLocation(symbol, siteState, session),
      },
    ];
  });
}

/**
 * Returns the location of a symbol. A site contains only outlines of scripts, so the line in a script is determined
 * from the file itself.
 */
function toSymbolLocation({ file, name, range }: FoundSymbol, siteState: SiteState, session: Session) {
  const site = siteState.current?.site;
  const readText = (path: string) => getFileText(readFile(siteState.files, path, maxTextSize));
  const [definition] = range || !site ? [] : findDefinitions(site, { kind: "export", file, name }, readText);
  return toLocation(definition ?? { file, range: range ?? { start: 0, end: 0 } }, siteState, session);
}
