import type { Config } from "../../config/config.ts";
import {
  getJsonValue,
  type JsonFile,
  type JsonNode,
  type JsonObject,
  type JsonString,
  getNodeLocation,
} from "../../config/json/json-tree.ts";
import { listImports, type ImportName, parseImportNames } from "../../page/imports.ts";
import { findVariables } from "../../page/page-variables.ts";
import type { PageExport, PageImport, PageReferences } from "../../page/page.ts";
import { findExports, findScriptImports } from "../../page/scan-script.ts";
import { findExportedVariable, readNames } from "../../page/syntax/names-in-code.ts";
import { findWorkingTarget, type LinkReference, getFileLinks } from "../../site/links/links.ts";
import { getRedirects } from "../../site/links/redirects.ts";
import { getFinalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { getSnippetPaths } from "../../site/navigation/used-files.ts";
import { indexImportsByName, resolveImport } from "../../site/pages/imports.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import { getSettingsResult } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import { type SiteLocation, type SitePath, type TextRange, containsOffset } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { type JsonLocation, findJsonLocation } from "../cursor/json-cursor.ts";

/** Returns the file that an import refers to, or undefined if the file isn't in the site. */
function findSourceSymbol(site: Site, source: string, importingFile: SitePath): SiteSymbol | undefined {
  const target = resolveImport(site, source, importingFile);
  if (target.kind === "module") return { kind: target.isPage ? "page" : "file", file: target.path };
  return target.kind === "unread" && site.files.has(target.path) ? { kind: "file", file: target.path } : undefined;
}

/** Returns the symbol that an imported name refers to: an export, or a page or namespace as a whole. */
export function findImportSymbol(
  site: Site,
  source: string,
  importingFile: SitePath,
  importedName: string,
): SiteSymbol | undefined {
  const target = resolveImport(site, source, importingFile);
  if (target.kind !== "module") return undefined;
  if (importedName === "*" || (importedName === "default" && target.isPage)) return { kind: "page", file: target.path };
  return { kind: "export", file: target.path, name: importedName };
}

/**
 * Returns the symbol at an offset in a code file. The offset can be in the path or a name of an import, in an export,
 * in the target of a link, or in a use of an import or export.
 */
function findScriptSymbol(site: Site, file: SitePath, text: string, offset: number): SiteSymbolOccurrence | undefined {
  const imports = findScriptImports(text);
  const importSource = imports.find(({ range }) => containsOffset(range, offset));
  const symbol = importSource && findSourceSymbol(site, importSource.source, file);
  if (importSource) return symbol && { symbol, range: importSource.range, isDefinition: false };
  for (const { source, clauseRange } of imports)
    if (containsOffset(clauseRange, offset))
      for (const name of parseImportNames(text, clauseRange)) {
        const importName = findImportName(name, offset);
        const targetSymbol =
          importName && !importName.isDefinition ? findImportSymbol(site, source, file, name.importedName) : undefined;
        if (importName && targetSymbol)
          return {
            symbol: targetSymbol,
            range: importName.range,
            isDefinition: false,
            localName: importName.localName,
          };
      }
  const exports = findExports(text);
  const exportAtOffset = exports.find(({ range }) => containsOffset(range, offset));
  if (exportAtOffset) {
    // In `export default function Card`, the name `Card` is used only in this file.
    const localName =
      exportAtOffset.name === "default" ? text.slice(exportAtOffset.range.start, exportAtOffset.range.end) : undefined;
    return {
      symbol: { kind: "export", file, name: exportAtOffset.name },
      range: exportAtOffset.range,
      isDefinition: true,
      localName,
    };
  }
  return findLink(site, { path: file, text }, offset) ?? findNameReference(site, file, text, offset, imports, exports);
}

/** Returns the symbol for an imported or exported name that is used at the offset. */
function findNameReference(
  site: Site,
  file: SitePath,
  text: string,
  offset: number,
  imports: readonly PageImport[],
  exports: readonly PageExport[],
): SiteSymbolOccurrence | undefined {
  const names = readNames(text);
  const nameInCode = names?.findNameAt(offset);
  if (!names || !nameInCode || nameInCode.isLocal) return undefined;
  const { name: localName, range } = nameInCode;
  for (const { source, clauseRange } of imports) {
    const name = parseImportNames(text, clauseRange).find(
      (candidate) => candidate.localName === localName && !candidate.isReExported,
    );
    const targetSymbol = name && findImportSymbol(site, source, file, name.importedName);
    if (name) return targetSymbol && { symbol: targetSymbol, range, isDefinition: false, localName };
  }
  const matchingExport = exports.find(
    ({ name, range: exportRange }) =>
      findExportedVariable(names, exportRange.start)?.name === localName && (name === localName || name === "default"),
  );
  return (
    matchingExport && {
      symbol: { kind: "export", file, name: matchingExport.name },
      range,
      isDefinition: false,
      localName,
    }
  );
}

/**
 * Returns the range of the name at an offset in an import, and whether the file re-exports it under that name. Returns
 * undefined if the offset isn't in a name.
 */
function findImportName({ importedRange, localName, localRange, isReExported }: ImportName, offset: number) {
  const isAlias = localRange.start !== importedRange?.start;
  if (containsOffset(localRange, offset))
    return {
      range: localRange,
      isDefinition: isReExported && isAlias,
      localName: isReExported ? undefined : localName,
    };
  return importedRange && containsOffset(importedRange, offset)
    ? { range: importedRange, isDefinition: false, localName: undefined }
    : undefined;
}

/** A symbol that can be referenced within a site. */
export type SiteSymbol =
  /** A file that is a page or a snippet. */
  | { readonly kind: "page"; readonly file: SitePath }
  /** An image, specification, script, or any other file that isn't a page or snippet. */
  | { readonly kind: "file"; readonly file: SitePath }
  /**
   * A heading, or an element with an `id`, that links can refer to after `#`. `id` is the anchor on the published page.
   */
  | { readonly kind: "anchor"; readonly file: SitePath; readonly id: string }
  /** An export of a file, such as `PriceTable`. */
  | { readonly kind: "export"; readonly file: SitePath; readonly name: string }
  /** A docs.json variable, such as `version` in `{{version}}`. */
  | { readonly kind: "variable"; readonly name: string }
  /** The title of a group, tab, or other section. `at` includes the quotes. */
  | { readonly kind: "label"; readonly location: SiteLocation; readonly text: string };

/** The symbol at an offset in a file. */
export interface SiteSymbolOccurrence {
  readonly symbol: SiteSymbol;
  /** The range of the name, including JSON quotes. */
  readonly range: TextRange;
  /** Whether this is the definition rather than a reference. */
  readonly isDefinition: boolean;
  /**
   * The local name of an import. Set only if the symbol is at the position where the import declares this name, or
   * where the name is used.
   */
  readonly localName?: string | undefined;
}

export interface SymbolReference {
  readonly location: SiteLocation;
  /** For links, the URL and the syntax in which a replacement must be written. */
  readonly link?: Pick<LinkReference, "url" | "encoding"> & {
    /**
     * Whether the reference may lead to another target as well. This is the case for a link in a snippet that several
     * pages include, and for a link to one of several headings whose anchors are numbered.
     */
    readonly isAmbiguous?: boolean;
  };
  readonly kind:
    | "entry"
    | "root"
    | "link"
    | "import"
    | "snippet"
    | "tag"
    /** `Box` in `<All.Box>`. */
    | "member"
    | "name"
    | "redirect"
    | "setting"
    | "reference"
    | "variable"
    | "label";
}

/**
 * Returns the symbol in the site that a link leads to. If the caret is after `#`, this is the anchor. Returns undefined
 * if the link leads elsewhere.
 */
function getTargetSymbol(
  site: Site,
  target: LinkTarget,
  linkingPage: SitePath | undefined,
  isOnAnchor: boolean,
): SiteSymbol | undefined {
  const finalTarget = getFinalTarget(target);
  switch (finalTarget.kind) {
    case "page":
      return isOnAnchor && finalTarget.anchor !== undefined
        ? { kind: "anchor", file: finalTarget.file, id: finalTarget.anchor }
        : { kind: "page", file: finalTarget.file };
    case "file":
      return { kind: site.pages.has(finalTarget.file) ? "page" : "file", file: finalTarget.file };
    case "same-page":
      return linkingPage !== undefined && finalTarget.anchor !== undefined
        ? { kind: "anchor", file: linkingPage, id: finalTarget.anchor }
        : undefined;
    default:
      return undefined;
  }
}

const variablePattern = /\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g;

/**
 * Returns the variable at an offset in docs.json. The offset can be in the variable's key or in a `{{name}}` that uses
 * the variable.
 */
export function findVariableSymbol(
  site: Site,
  { path: file, text }: JsonFile,
  offset: number,
  { property, value }: JsonLocation,
): SiteSymbolOccurrence | undefined {
  const definition =
    property &&
    getVariables(site.config)?.properties.find(
      ({ keyRange, file: definitionFile }) => definitionFile === file && keyRange.start === property.keyRange.start,
    );
  if (definition)
    return { symbol: { kind: "variable", name: definition.key }, range: definition.keyRange, isDefinition: true };
  if (value?.kind !== "string") return undefined;
  for (const match of text.slice(value.range.start, value.range.end).matchAll(variablePattern)) {
    const start = value.range.start + match.index;
    const range = { start, end: start + match[0].length };
    if (start <= offset && offset <= range.end)
      return { symbol: { kind: "variable", name: match[1] ?? "" }, range, isDefinition: false };
  }
  return undefined;
}

/** Returns the locations of the keys in docs.json that define a variable. */
export function getVariableKeys({ config }: Site, name: string): readonly SiteLocation[] {
  const properties = getVariables(config)?.properties.filter(({ key }) => key === name) ?? [];
  return properties.map(({ file, keyRange }) => ({ file, range: keyRange }));
}

/** Returns the location of the name in every `{{name}}` on pages and in docs.json. */
export function findVariableReferences(site: Site, name: string): readonly SymbolReference[] {
  const references: SymbolReference[] = [];
  for (const page of site.references.values())
    for (const { name: variableName, range } of findVariables(page))
      if (variableName === name) {
        const start = page.text.indexOf(name, range.start);
        references.push({
          kind: "variable",
          location: { file: page.path, range: { start, end: start + name.length } },
        });
      }
  for (const { location, name: mentionName } of findVariableMentions(site.config))
    if (mentionName === name) references.push({ kind: "variable", location });
  return references;
}

interface VariableMention {
  readonly name: string;
  readonly location: SiteLocation;
}

const findVariableMentions = derive(({ files }: Config): readonly VariableMention[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(variablePattern)].map((match) => {
      const name = match[1] ?? "";
      const start = match.index + match[0].indexOf(name);
      return { name, location: { file: path, range: { start, end: start + name.length } } };
    }),
  ),
);

function getVariables(config: Config): JsonObject | undefined {
  const node: JsonNode | undefined = getJsonValue(config.root, "variables");
  return node?.kind === "object" ? node : undefined;
}

/** Returns the symbol at an offset in docs.json or a file that it includes. */
function findConfigSymbol(site: Site, file: SitePath, offset: number): SiteSymbolOccurrence | undefined {
  const configFile = site.config.files.find(({ path }) => path === file);
  const jsonLocation = configFile && findJsonLocation(configFile.root, offset);
  if (!configFile || !jsonLocation) return undefined;
  const variableOccurrence = findVariableSymbol(site, configFile, offset, jsonLocation);
  if (variableOccurrence) return variableOccurrence;
  const { value: node } = jsonLocation;
  if (jsonLocation.property || node?.kind !== "string") return undefined;
  const symbol = findStringSymbol(site, node, offset);
  return symbol && { symbol, range: node.range, isDefinition: symbol.kind === "label" };
}

function findStringSymbol(site: Site, node: JsonString, offset: number): SiteSymbol | undefined {
  const isSameNode = (other: { file: SitePath; range: { start: number } } | undefined) =>
    other?.file === node.file && other.range.start === node.range.start;
  const { entries, elements } = getNavigation(site.config);
  if (entries.some((entry) => isSameNode(entry.node)) || elements.some(({ root }) => isSameNode(root)))
    return findPage(site, node.value);
  if (elements.some(({ label }) => isSameNode(label)))
    return { kind: "label", location: getNodeLocation(node), text: node.value };
  const isAnchor = offset > node.range.start + 1 + node.value.indexOf("#") && node.value.includes("#");
  const redirect = getRedirects(site).find(
    (candidate) => isSameNode(candidate.sourceNode) || isSameNode(candidate.destinationNode),
  );
  if (redirect) return getTargetSymbol(site, resolveLink(site, redirect.destination, undefined), undefined, isAnchor);
  if (getFileLinks(site, node.file).some(({ location }) => isSameNode(location)))
    return getTargetSymbol(site, resolveLink(site, node.value, undefined), undefined, isAnchor);
  const ref = site.config.refs.find(({ location }) => isSameNode(location));
  if (ref?.result.kind === "resolved") return { kind: "file", file: ref.result.file };
  if (getSettingsResult(site).files.some((reference) => isSameNode(reference.node))) return findFile(site, node.value);
  return undefined;
}

function findPage(site: Site, text: string): SiteSymbol | undefined {
  const pageEntry = readPageEntry(text);
  const file = pageEntry.kind === "page" ? getPageSlugs(site.files).fileBySlug.get(pageEntry.slug) : undefined;
  return file === undefined ? undefined : { kind: "page", file };
}

function findFile(site: Site, rawPath: string): SiteSymbol | undefined {
  const pathResult = resolveSitePath(rawPath.trim().replace(/[?#].*$/s, ""));
  return pathResult.ok && site.files.has(pathResult.path) ? { kind: "file", file: pathResult.path } : undefined;
}

/**
 * Returns the symbol at an offset on a page: the target of a link, import, tag, or name, or a symbol that the page
 * itself defines.
 */
function findPageSymbol(site: Site, page: PageReferences, offset: number): SiteSymbolOccurrence | undefined {
  return (
    findVariable(page, offset) ??
    findLink(site, page, offset) ??
    findImport(site, page, offset) ??
    findTag(site, page, offset) ??
    findDefinedSymbol(page, offset)
  );
}

function findLink(
  site: Site,
  { path, text }: Pick<PageReferences, "path" | "text">,
  offset: number,
): SiteSymbolOccurrence | undefined {
  const link = getFileLinks(site, path).find(({ location }) => containsOffset(location.range, offset));
  if (!link) return undefined;
  const hashIndex = text.indexOf("#", link.location.range.start);
  const isOnAnchor =
    hashIndex >= 0 && hashIndex < link.location.range.end && (offset > hashIndex || link.url.startsWith("#"));
  const { page: linkingPage, target } = findWorkingTarget(site, path, link.url);
  const symbol = getTargetSymbol(site, target, linkingPage, isOnAnchor);
  return symbol && { symbol, range: link.location.range, isDefinition: false };
}

function findVariable(page: PageReferences, offset: number): SiteSymbolOccurrence | undefined {
  const pageVariable = findVariables(page).find(({ range }) => containsOffset(range, offset));
  return (
    pageVariable && {
      symbol: { kind: "variable", name: pageVariable.name },
      range: pageVariable.range,
      isDefinition: false,
    }
  );
}

function findImport(site: Site, page: PageReferences, offset: number): SiteSymbolOccurrence | undefined {
  for (const { source, clauseRange } of page.imports) {
    if (!containsOffset(clauseRange, offset)) continue;
    const name = parseImportNames(page.text, clauseRange).find(
      ({ importedRange, localRange }) =>
        containsOffset(localRange, offset) || (importedRange && containsOffset(importedRange, offset)),
    );
    if (!name) continue;
    const { importedName, importedRange, localName, localRange } = name;
    if (!importedRange || containsOffset(localRange, offset)) {
      const symbol = findNameSymbol(site, page, localName);
      return symbol && { symbol, range: localRange, isDefinition: false, localName };
    }
    const target = resolveImport(site, source, page.path);
    if (target.kind !== "module") return undefined;
    return {
      symbol: { kind: "export", file: target.path, name: importedName },
      range: importedRange,
      isDefinition: false,
    };
  }
  const pageImport = listImports(page).find(({ range }) => containsOffset(range, offset));
  const symbol = pageImport && findSourceSymbol(site, pageImport.source, page.path);
  return pageImport && symbol && { symbol, range: pageImport.range, isDefinition: false };
}

/** Returns the symbol that a tag or `{name}` refers to: another file or an export of this page. */
function findTag(site: Site, page: PageReferences, offset: number): SiteSymbolOccurrence | undefined {
  for (const { name, nameRange, closingTagRange: closingRange, attributes } of page.tags) {
    const closingNameRange = closingRange && {
      start: closingRange.start + 2,
      end: closingRange.start + 2 + name.length,
    };
    const range = [nameRange, closingNameRange].find((candidate) => candidate && containsOffset(candidate, offset));
    const [rootName = name, member] = name.split(".", 2);
    const symbol = range && findNameSymbol(site, page, rootName);
    const localName = member === undefined ? rootName : undefined;
    if (range && symbol) return { symbol, range, isDefinition: false, localName };
    const value = name === "Snippet" ? attributes.find((attribute) => attribute.name === "file")?.value : undefined;
    if (value?.kind !== "text" || !containsOffset(value.range, offset)) continue;
    const file = getSnippetPaths(value.text).find((path) => site.pages.has(path));
    return file === undefined ? undefined : { symbol: { kind: "page", file }, range: value.range, isDefinition: false };
  }
  const pageName = page.names.find(({ range }) => containsOffset(range, offset));
  const symbol = pageName && findNameSymbol(site, page, pageName.name);
  if (!pageName || !symbol) return undefined;
  const { name: localName } = pageName;
  const start = page.text.indexOf(localName, pageName.range.start);
  return { symbol, range: { start, end: start + localName.length }, isDefinition: false, localName };
}

/** Returns the symbol that a name in a page's body refers to. */
function findNameSymbol(site: Site, page: PageReferences, name: string): SiteSymbol | undefined {
  const importByName = indexImportsByName(page);
  if (!importByName.has(name)) return undefined;
  const pageImport = importByName.get(name);
  if (!pageImport) return { kind: "export", file: page.path, name };
  const importedName = pageImport.names.find(({ localName }) => localName === name)?.importedName ?? name;
  return findImportSymbol(site, pageImport.source, page.path, importedName);
}

/** Returns the symbol that the page itself defines at the offset: a heading, an `id`, an export, or the title. */
function findDefinedSymbol(page: PageReferences, offset: number): SiteSymbolOccurrence | undefined {
  const { path: file } = page;
  const createDefinition = (symbol: SiteSymbol, range: TextRange): SiteSymbolOccurrence => ({
    symbol,
    range,
    isDefinition: true,
  });
  const heading = page.headings.find(({ range }) => containsOffset(range, offset));
  if (heading) return createDefinition({ kind: "anchor", file, id: heading.id }, heading.range);
  const anchor = page.anchors.find(({ range }) => containsOffset(range, offset));
  if (anchor) return createDefinition({ kind: "anchor", file, id: anchor.id }, anchor.range);
  const pageExport = page.exports.find(({ range }) => containsOffset(range, offset));
  if (pageExport) return createDefinition({ kind: "export", file, name: pageExport.name }, pageExport.range);
  const title = page.frontmatter.fields.get("title");
  const isTitle = title && title.keyRange.start <= offset && offset <= title.valueRange.end;
  return isTitle ? createDefinition({ kind: "page", file }, title.valueRange) : undefined;
}

/**
 * Returns the symbol at an offset in docs.json, an included file, a page, or a script, or undefined if there's none.
 * `readText` returns the text of a script. Symbols in specifications are found separately, because that requires the
 * parsed trees (see `spec/symbols-and-references.ts`).
 */
export function findSymbolAt(
  site: Site,
  file: SitePath,
  offset: number,
  readText: (file: SitePath) => string | undefined = () => undefined,
): SiteSymbolOccurrence | undefined {
  const page = site.references.get(file);
  if (page) return findPageSymbol(site, page, offset);
  return site.scripts.has(file)
    ? findScriptSymbol(site, file, readText(file) ?? "", offset)
    : findConfigSymbol(site, file, offset);
}
