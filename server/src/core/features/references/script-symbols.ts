import { type ImportName, namesOfImport } from "../../page/import-names.ts";
import { findExports, scriptSources } from "../../page/scan-script.ts";
import { findExportedVariable, readNames } from "../../page/syntax/names-in-code.ts";
import type { PageExport, PageImport } from "../../page/page.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { SiteSymbol, SiteSymbolAt } from "./symbol-at.ts";

/** Returns the file that an import refers to, if it's in the site. */
export function symbolOfSource(site: Site, source: string, from: SitePath): SiteSymbol | undefined {
  const target = resolveImport(site, source, from);
  if (target.kind === "module") return { kind: target.isPage ? "page" : "file", file: target.path };
  return target.kind === "unread" && site.files.has(target.path)
    ? { kind: "file", file: target.path }
    : undefined;
}

/** Returns the symbol that an imported name refers to: an export, or a page or namespace as a whole. */
export function symbolOfImport(
  site: Site,
  source: string,
  from: SitePath,
  imported: string,
): SiteSymbol | undefined {
  const target = resolveImport(site, source, from);
  if (target.kind !== "module") return undefined;
  if (imported === "*" || (imported === "default" && target.isPage))
    return { kind: "page", file: target.path };
  return { kind: "export", file: target.path, name: imported };
}

/**
 * Returns the symbol at an offset of a code file: the file or a name in an import, an export, or the use of either in
 * the code.
 */
export function findScriptSymbol(
  site: Site,
  file: SitePath,
  text: string,
  offset: number,
): SiteSymbolAt | undefined {
  const imports = scriptSources(text);
  const from = imports.find(({ range }) => isIn(range, offset));
  const symbol = from && symbolOfSource(site, from.source, file);
  if (from) return symbol && { thing: symbol, range: from.range, isOwn: false };
  for (const { source, clause } of imports)
    if (isIn(clause, offset))
      for (const name of namesOfImport(text, clause)) {
        const found = nameAt(name, offset);
        const thing = found && !found.isOwn ? symbolOfImport(site, source, file, name.imported) : undefined;
        if (found && thing) return { thing, range: found.range, isOwn: false, local: found.local };
      }
  const exports = findExports(text);
  const own = exports.find(({ range }) => isIn(range, offset));
  if (own) {
    // `export default function Card`: the function's own name, which only this file uses.
    const local = own.name === "default" ? text.slice(own.range.start, own.range.end) : undefined;
    return { thing: { kind: "export", file, name: own.name }, range: own.range, isOwn: true, local };
  }
  return useAt(site, file, text, offset, imports, exports);
}

/** Returns the symbol of an imported or exported name that is used at the offset. */
function useAt(
  site: Site,
  file: SitePath,
  text: string,
  offset: number,
  imports: readonly PageImport[],
  exports: readonly PageExport[],
): SiteSymbolAt | undefined {
  const names = readNames(text);
  const use = names?.nameAt(offset);
  if (!names || !use || use.isLocal) return undefined;
  const { name: local, range } = use;
  for (const { source, clause } of imports) {
    const name = namesOfImport(text, clause).find((each) => each.local === local && !each.isPassedOn);
    const thing = name && symbolOfImport(site, source, file, name.imported);
    if (name) return thing && { thing, range, isOwn: false, local };
  }
  const exported = exports.find(
    ({ name, range: at }) =>
      findExportedVariable(names, at.start)?.name === local && (name === local || name === "default"),
  );
  return exported && { thing: { kind: "export", file, name: exported.name }, range, isOwn: false, local };
}

/** Returns the range of the name at an offset in an import, and whether this file exports that name. */
function nameAt({ importedRange, local, localRange, isPassedOn }: ImportName, offset: number) {
  const isAlias = localRange.start !== importedRange?.start;
  if (isIn(localRange, offset))
    return { range: localRange, isOwn: isPassedOn && isAlias, local: isPassedOn ? undefined : local };
  return importedRange && isIn(importedRange, offset)
    ? { range: importedRange, isOwn: false, local: undefined }
    : undefined;
}

function isIn({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
