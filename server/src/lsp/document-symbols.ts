import { type DocumentSymbol, type DocumentSymbolParams, SymbolKind } from "vscode-languageserver/node";
import { configOutline, type OutlineNode, pageOutline } from "../core/features/symbols/document-outline.ts";
import type { LineMap } from "../core/text/text-edit.ts";
import { toRange } from "./convert.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";
import { specOutline } from "./spec-outline.ts";

/** Beside the outline of another extension, of JSON, YAML or MDX, ours stands under this name. */
export const outlineLabel = "Docwright";

const outlineKinds: Readonly<Record<OutlineNode["kind"], SymbolKind>> = {
  heading: SymbolKind.String,
  component: SymbolKind.Class,
  export: SymbolKind.Constant,
  division: SymbolKind.Namespace,
  group: SymbolKind.Package,
  page: SymbolKind.File,
  operation: SymbolKind.Method,
  link: SymbolKind.Key,
};

/** `textDocument/documentSymbol`: headings and components of a page, the navigation of docs.json, operations of a specification. */
export async function documentSymbols(
  _: DocumentSymbolParams,
  session: Session,
  { place }: InFile,
): Promise<DocumentSymbol[]> {
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  const lines = session.lineMaps.of(place);
  const page = site.references.get(place.path);
  if (page) return pageOutline(page).map((node) => toSymbol(node, lines));
  if (site.config.files.some(({ path }) => path === place.path))
    return configOutline(site, place.path).map((node) => toSymbol(node, lines));
  return specOutline(place, session);
}

function toSymbol(
  { kind, name, detail, range, nameRange, children }: OutlineNode,
  lines: LineMap,
): DocumentSymbol {
  return {
    name,
    ...(detail !== "" && { detail }),
    kind: outlineKinds[kind],
    range: toRange(lines, range),
    selectionRange: toRange(lines, nameRange),
    children: children.map((child) => toSymbol(child, lines)),
  };
}
