import { SymbolKind, type DocumentSymbol } from "vscode-languageserver/node";
import { symbolKinds, type SpecSymbolKind } from "../core/features/spec/spec-symbols.ts";
import { specOfFile } from "../core/site/specs/specs.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toRange } from "./convert.ts";
import type { Session } from "./session.ts";

const kinds: Readonly<Record<SpecSymbolKind, SymbolKind>> = {
  section: SymbolKind.Namespace,
  path: SymbolKind.Interface,
  operation: SymbolKind.Method,
  event: SymbolKind.Event,
  part: SymbolKind.Struct,
  tag: SymbolKind.Key,
  server: SymbolKind.Constant,
};

/** Paths with their operations, components and channels of a specification; nothing of another file. */
export async function specOutline(place: SitePlace, session: Session): Promise<DocumentSymbol[]> {
  const site = place.site.current?.site;
  const spec = site && specOfFile(site, place.path);
  const found =
    spec && (await session.specs.ask(place.site.files, spec, { about: "symbols", file: place.path }));
  if (!found) return [];
  const lines = session.lineMaps.of(place);
  const top: DocumentSymbol[] = [];
  const open: DocumentSymbol[][] = [top];
  for (const [i, name] of found.names.entries()) {
    const [start = 0, end = 0, nameStart = 0, nameEnd = 0] = found.places.subarray(4 * i, 4 * i + 4);
    const children: DocumentSymbol[] = [];
    const detail = found.details[i] ?? "";
    const kind = kinds[symbolKinds[found.kinds[i] ?? 0] ?? "part"];
    const range = toRange(lines, { start, end });
    const selectionRange = toRange(lines, { start: nameStart, end: nameEnd });
    const level = found.levels[i] ?? 0;
    open[level]?.push({ name, ...(detail !== "" && { detail }), kind, range, selectionRange, children });
    open[level + 1] = children;
  }
  return top;
}
