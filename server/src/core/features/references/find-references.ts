import { getNodeLocation } from "../../config/json/json-tree.ts";
import { listImports, parseImportNames } from "../../page/imports.ts";
import type { PageImport, PageReferences } from "../../page/page.ts";
import { findExports, findScriptImports } from "../../page/scan-script.ts";
import { findExportedVariable, type NamesInCode, readNames } from "../../page/syntax/names-in-code.ts";
import { getPageAnchors, getSharedAnchors } from "../../site/links/anchors.ts";
import {
  findFilesIncluding,
  getResolvableScriptLinks,
  type LinkReference,
  getConfigLinks,
  getPageLinks,
  getSpecLinks,
  listTargetsOnPages,
} from "../../site/links/links.ts";
import { getRedirects } from "../../site/links/redirects.ts";
import { getFinalTarget, type LinkSource, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import { getSettingsResult } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { compactList, derive } from "../../text/maps.ts";
import { findAnchorLocation, isSameAnchor } from "./find-definitions.ts";
import { findVariableReferences, type SiteSymbol, type SymbolReference } from "./symbol-at.ts";

/**
 * Returns the references to an export in imports, in tags and expressions on pages, and in code. `readText` returns the
 * text of a script, because the site doesn't contain it.
 */
export function findExportReferences(
  site: Site,
  file: SitePath,
  name: string,
  readText: TextReader = () => undefined,
): readonly SymbolReference[] {
  const symbolReferences = [...site.references.values()].flatMap((page) => {
    const memberReferences = findMemberReferences(page, new Set(getNamespaces(site, page, file)), name);
    const localName = findLocalName(site, page, file, name);
    if (localName === undefined) return memberReferences;
    const toLocation = (range: TextRange) => ({ file: page.path, range });
    return [
      ...memberReferences,
      ...findImportedNameRanges(page, site, file, name).map((range): SymbolReference => ({
        kind: "import",
        location: toLocation(range),
      })),
      ...findNameReferences(page, localName),
    ];
  });
  let lastNames: { readonly path: SitePath; readonly names: NamesInCode | undefined } | undefined;
  const codeReferences = findCodeImports(site, file, name, readText).flatMap(
    ({ path, text, importName }): SymbolReference[] => {
      const reference: SymbolReference = { kind: "import", location: { file: path, range: importName.range } };
      if (importName.isReExported) return [reference];
      // Parsing takes a long time, so the file is parsed only once, even if it imports the export under several names.
      if (lastNames?.path !== path) lastNames = { path, names: readNames(text) };
      return [reference, ...findCodeReferences(path, lastNames.names, importName.localName)];
    },
  );
  return [
    ...symbolReferences,
    ...findDeclaringReferences(file, site.scripts.has(file) ? readText(file) : "", name),
    ...codeReferences,
  ];
}

/** Returns the uses of an export in the code file that declares it. */
function findDeclaringReferences(file: SitePath, text = "", name: string): SymbolReference[] {
  const range = findExports(text).find((candidate) => candidate.name === name)?.range;
  const names = range && readNames(text);
  const variable = names && findExportedVariable(names, range.start);
  return variable
    ? findCodeReferences(file, names, variable.name).filter(({ location }) => location.range.start !== range.start)
    : [];
}

/** Returns the uses of a top-level variable or import in a code file. */
function findCodeReferences(file: SitePath, names: NamesInCode | undefined, name: string): SymbolReference[] {
  return (names?.findByName(name) ?? []).flatMap(({ range, isLocal, isDeclaration }): SymbolReference[] =>
    isLocal || isDeclaration ? [] : [{ kind: "name", location: { file, range } }],
  );
}

type TextReader = (file: SitePath) => string | undefined;

/** Returns the imports of an export in scripts. */
export function findCodeImports(site: Site, file: SitePath, name: string, readText: TextReader) {
  return [...site.scripts.values()].flatMap(({ path, imports }) => {
    if (!imports.some((source) => isImportOfFile(site, source, path, file))) return [];
    const text = readText(path) ?? "";
    return findScriptImports(text)
      .filter(({ source }) => isImportOfFile(site, source, path, file))
      .flatMap(({ clauseRange }) => parseImportNames(text, clauseRange))
      .flatMap(({ importedName, importedRange, ...rest }) =>
        importedName === name ? [{ path, text, importName: { ...rest, range: importedRange ?? rest.localRange } }] : [],
      );
  });
}

/** Returns the first file that imports a name at an unknown range. Such an import can't be renamed. */
export function findFileWithUnlocatedImport(
  site: Site,
  file: SitePath,
  name: string,
  readText: TextReader,
): SitePath | undefined {
  const lacksRange = (path: SitePath, text: string, imports: readonly PageImport[]) =>
    imports.some(
      ({ source, clauseRange, names }) =>
        names.some(({ importedName }) => importedName === name) &&
        isImportOfFile(site, source, path, file) &&
        !parseImportNames(text, clauseRange).some(
          ({ importedName, importedRange }) => importedName === name && importedRange,
        ),
    );
  for (const { path, text, imports } of site.references.values()) if (lacksRange(path, text, imports)) return path;
  for (const { path, imports } of site.scripts.values()) {
    if (!imports.some((source) => isImportOfFile(site, source, path, file))) continue;
    const text = readText(path);
    if (text === undefined || lacksRange(path, text, findScriptImports(text))) return path;
  }
  return undefined;
}

/** Returns the namespaces under which a page imports a file, such as `All` in `import * as All from …`. */
function getNamespaces(site: Site, page: PageReferences, file: SitePath): readonly string[] {
  return page.imports.flatMap(({ source, names }) => {
    const namespaceImports = names.filter(({ importedName }) => importedName === "*");
    return namespaceImports.length > 0 && isImportOfFile(site, source, page.path, file)
      ? namespaceImports.map(({ localName }) => localName)
      : [];
  });
}

/** Returns the references to a member of a namespace in opening and closing tags, such as `Box` in `<All.Box>`. */
function findMemberReferences(
  page: PageReferences,
  namespaces: ReadonlySet<string>,
  name: string,
): (SymbolReference & { readonly namespace: string })[] {
  if (namespaces.size === 0) return [];
  return page.tags.flatMap((tag) => {
    const [namespace = "", member] = tag.name.split(".", 2);
    if (member !== name || !namespaces.has(namespace)) return [];
    return getTagNameOffsets(page, tag, `${namespace}.${name}`).map((index) => {
      const start = index + namespace.length + 1;
      const range = { start, end: start + name.length };
      return { kind: "member" as const, location: { file: page.path, range }, namespace };
    });
  });
}

/**
 * Returns the first file that uses an export through a namespace in anything but a tag, such as `{All.Box}`. Such a use
 * can't be renamed.
 */
export function findFileWithMember(
  site: Site,
  file: SitePath,
  name: string,
  readText: TextReader,
): SitePath | undefined {
  for (const page of site.references.values()) {
    const namespaces = new Set(getNamespaces(site, page, file));
    if (namespaces.size === 0) continue;
    const countsByNamespace = countMembers(page.text, namespaces, name);
    for (const { namespace } of findMemberReferences(page, namespaces, name))
      countsByNamespace.set(namespace, (countsByNamespace.get(namespace) ?? 0) - 1);
    if ([...countsByNamespace.values()].some((count) => count > 0)) return page.path;
  }
  for (const { path, imports } of site.scripts.values()) {
    if (!imports.some((source) => isImportOfFile(site, source, path, file))) continue;
    const text = readText(path) ?? "";
    const names = findScriptImports(text)
      .filter(({ source }) => isImportOfFile(site, source, path, file))
      .flatMap(({ clauseRange }) => parseImportNames(text, clauseRange));
    const namespaces = names.filter(({ importedName }) => importedName === "*").map(({ localName }) => localName);
    if (countMembers(text, new Set(namespaces), name).size > 0) return path;
  }
  return undefined;
}

const maxPatternLength = 1000;
const namePattern = String.raw`(?<![\p{ID_Continue}$])([\p{ID_Continue}$]+)(?![\p{ID_Continue}$])`;

/**
 * Counts all occurrences of `All.Box`, `All["Box"]`, and `{ Box } = All` in `text`, regardless of their context. The
 * keys of the result are namespaces, such as `All`. The text is scanned only once, because a file can have thousands of
 * namespaces.
 */
function countMembers(text: string, namespaces: ReadonlySet<string>, name: string): Map<string, number> {
  const countsByNamespace = new Map<string, number>();
  if (namespaces.size === 0) return countsByNamespace;
  const add = (namespace = "") => {
    if (namespaces.has(namespace)) countsByNamespace.set(namespace, (countsByNamespace.get(namespace) ?? 0) + 1);
  };
  const memberNamePattern = String.raw`(?<![\p{ID_Continue}$])${name.replaceAll("$", "\\$&")}(?![\p{ID_Continue}$])`;
  const memberPattern = new RegExp(
    String.raw`${namePattern}\s*(?:\?\s*)?(?:\.\s*${memberNamePattern}|(?:\.\s*)?\[\s*["'\x60]${memberNamePattern})`,
    "gu",
  );
  for (const [, namespace] of text.matchAll(memberPattern)) add(namespace);
  const destructuredNamePattern = new RegExp(memberNamePattern, "u");
  for (const { 1: namespace = "", index } of text.matchAll(new RegExp(String.raw`\}\s*=\s*${namePattern}`, "gu"))) {
    if (!namespaces.has(namespace)) continue;
    const precedingText = text.slice(Math.max(0, index - maxPatternLength), index);
    if (destructuredNamePattern.test(precedingText.slice(precedingText.lastIndexOf("{") + 1))) add(namespace);
  }
  return countsByNamespace;
}

/**
 * Returns the first code file that re-exports everything from the given file (`export * from`). Other files can then
 * import the names from that code file.
 */
export function findFileExportingAll(site: Site, file: SitePath): SitePath | undefined {
  for (const { path, imports, exportsAll } of site.scripts.values())
    if (exportsAll && imports.some((source) => isImportOfFile(site, source, path, file))) return path;
  return undefined;
}

/** Returns the local name of the export on a page, or undefined if the page doesn't import the export. */
export function findLocalName(site: Site, page: PageReferences, file: SitePath, name: string): string | undefined {
  if (page.path === file) return page.exports.some((candidate) => candidate.name === name) ? name : undefined;
  const importNames = page.imports.flatMap(({ source, names }) => {
    const matchingImports = names.filter(({ importedName }) => importedName === name);
    return matchingImports.length > 0 && isImportOfFile(site, source, page.path, file) ? matchingImports : [];
  });
  // A page can import the same export several times under different names.
  return (importNames.find(({ localName }) => localName === name) ?? importNames[0])?.localName;
}

/** Returns the tags, closing tags, and `{name}` expressions with this name in a page's body. */
export function findNameReferences(page: PageReferences, localName: string): SymbolReference[] {
  const references: SymbolReference[] = [];
  const add = (kind: SymbolReference["kind"], start: number) =>
    references.push({ kind, location: { file: page.path, range: { start, end: start + localName.length } } });
  for (const tag of page.tags)
    if (tag.name === localName || tag.name.startsWith(`${localName}.`))
      for (const start of getTagNameOffsets(page, tag, localName)) add("tag", start);
  for (const { name, range } of page.names)
    if (name === localName) add("name", page.text.indexOf(localName, range.start));
  return references;
}

/** Returns the offsets at which the name starts in a tag and in its closing tag. */
function getTagNameOffsets(
  page: PageReferences,
  { nameRange, closingTagRange: closingRange }: PageReferences["tags"][number],
  name: string,
): number[] {
  return [nameRange.start, ...(closingRange ? [page.text.indexOf(name, closingRange.start)] : [])];
}

/** Returns the ranges of a name in imports, such as `Name` in `import { Name as Other } from …`. */
function findImportedNameRanges(page: PageReferences, site: Site, file: SitePath, name: string): TextRange[] {
  return page.imports.flatMap(({ source, clauseRange, names }) => {
    if (!names.some(({ importedName }) => importedName === name) || !isImportOfFile(site, source, page.path, file))
      return [];
    return parseImportNames(page.text, clauseRange).flatMap(({ importedName, importedRange, localRange }) =>
      importedName === name ? [importedRange ?? localRange] : [],
    );
  });
}

function isImportOfFile(site: Site, source: string, importingFile: SitePath, file: SitePath): boolean {
  const target = resolveImport(site, source, importingFile);
  return "path" in target && target.path === file;
}

/**
 * The segment used for links whose last segment can't be compared as written, because it's encoded, contains a
 * placeholder, or is `.` or `..`.
 */
export const wildcardSegment = "*";

/**
 * Returns the last path segments of a file's links so that most files can be skipped. The segments are in lowercase and
 * don't include the extension of a page. The segment for `/guides/start.mdx#x` is `start`, and the segment for links
 * within the page is `""`.
 */
export const getLinkSegments = derive((links: readonly LinkReference[]): readonly string[] =>
  compactList([...new Set(links.map(({ url }) => getLastSegment(url)))]),
);

function getLastSegment(url: string): string {
  const path = url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
  const lastSegment = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (/[%{\\:]|^\.+$/.test(lastSegment)) return wildcardSegment;
  return lastSegment.replace(/\.mdx?$/, "");
}

/**
 * Returns the last path segments that links to a file can have, including the folder for a file such as
 * `guides/index.mdx`.
 */
export function getLastSegments(file: SitePath): ReadonlySet<string> {
  const pathSegments = file.toLowerCase().split("/");
  const lastSegment = pathSegments.at(-1) ?? "";
  const segments = new Set([wildcardSegment, lastSegment, lastSegment.replace(/\.mdx?$/, "")]);
  if (/^index\.mdx?$/.test(lastSegment)) segments.add(pathSegments.at(-2) ?? "");
  return segments;
}

/**
 * Returns the links in a file whose last path segment is one of these segments. Optimized for speed, because thousands
 * of files are checked on each keystroke, and nearly all of them contain no such link.
 */
export function findLinksWithSegment(
  links: readonly LinkReference[],
  segments: ReadonlySet<string>,
): readonly LinkReference[] {
  const linkSegments = getLinkSegments(links);
  for (const segment of segments)
    if (linkSegments.includes(segment)) return links.filter(({ url }) => segments.has(getLastSegment(url)));
  return noLinks;
}

const noLinks: readonly LinkReference[] = [];

/** Returns the files in older `<Snippet file="x.mdx" />` tags, without a leading slash. */
export const findSnippetFiles = derive(({ tags }: PageReferences) =>
  compactList(
    tags.flatMap(({ name, attributes }) => {
      const value = name === "Snippet" ? attributes.find((prop) => prop.name === "file")?.value : undefined;
      return value?.kind === "text" ? [{ text: value.text.replace(/^\/+/, ""), range: value.range }] : [];
    }),
  ),
);

/**
 * Returns all references to a symbol in docs.json, pages, and specifications, but not its definition. `readText`
 * returns the text of a script.
 */
export function findReferences(
  site: Site,
  symbol: SiteSymbol,
  readText?: (file: SitePath) => string | undefined,
): readonly SymbolReference[] {
  switch (symbol.kind) {
    case "page":
    case "file":
      return [
        ...findEntryReferences(site, symbol.file),
        ...findLinkReferences(site, symbol.file),
        ...findFileReferences(site, symbol.file, readText),
      ];
    case "anchor":
      return findAnchorReferences(site, symbol.file, symbol.id);
    case "export":
      return findExportReferences(site, symbol.file, symbol.name, readText);
    case "variable":
      return findVariableReferences(site, symbol.name);
    case "label":
      return [];
  }
}

function findEntryReferences(site: Site, file: SitePath): SymbolReference[] {
  const { fileBySlug } = getPageSlugs(site.files);
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const isPage = (text: string) => {
    if (!text.includes(name)) return false;
    const pageEntry = readPageEntry(text);
    return pageEntry.kind === "page" && fileBySlug.get(pageEntry.slug) === file;
  };
  const { entries, elements } = getNavigation(site.config);
  return [
    ...entries
      .filter(({ text }) => isPage(text))
      .map(({ node }): SymbolReference => ({ kind: "entry", location: getNodeLocation(node) })),
    ...elements.flatMap(({ root }): SymbolReference[] =>
      root && isPage(root.value) ? [{ kind: "root", location: getNodeLocation(root) }] : [],
    ),
  ];
}

/** Returns the links that lead to a file, directly or through redirects. Also returns these redirects. */
function findLinkReferences(site: Site, file: SitePath): SymbolReference[] {
  const isLinkToFile = (url: string, page: LinkSource | undefined) =>
    resolveTargets(site, url, page).some(
      ({ target }) => (target.kind === "page" || target.kind === "file") && target.file === file,
    );
  const redirects = getRedirects(site).filter(({ destination }) => isLinkToFile(destination, undefined));
  const segments = new Set(getLastSegments(file));
  for (const { source } of redirects)
    for (const segment of getLastSegments(source.replace(/\/+$/, ""))) segments.add(segment);
  const references: SymbolReference[] = [];
  const add = (links: readonly LinkReference[], page?: LinkSource) => {
    for (const { location, url } of links) if (isLinkToFile(url, page)) references.push({ kind: "link", location });
  };
  for (const page of site.references.values()) add(findLinksWithSegment(getPageLinks(page), segments), page);
  for (const script of site.scriptReferences.values())
    add(findLinksWithSegment(getResolvableScriptLinks(site, script), segments), script);
  add(getConfigLinks(site.config));
  for (const spec of site.specs.values()) add(getSpecLinks(spec));
  for (const { destinationNode } of redirects)
    references.push({ kind: "redirect", location: getNodeLocation(destinationNode) });
  return references;
}

/** Returns the imports, older `<Snippet>` tags, docs.json settings, and `$ref`s that refer to a file. */
function findFileReferences(site: Site, file: SitePath, readText: TextReader = () => undefined): SymbolReference[] {
  const references: SymbolReference[] = [];
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  /** Settings refer only to images, fonts, and similar files, and older snippet tags refer only to pages. */
  const isPage = site.pages.has(file);
  for (const page of site.references.values()) {
    for (const { source, range } of listImports(page)) {
      const target = source.includes(name) ? resolveImport(site, source, page.path) : undefined;
      if (target && "path" in target && target.path === file)
        references.push({ kind: "import", location: { file: page.path, range } });
    }
    if (isPage)
      for (const { text, range } of findSnippetFiles(page))
        if (file.endsWith(text)) references.push({ kind: "snippet", location: { file: page.path, range } });
  }
  for (const { path, imports } of site.scripts.values())
    if (imports.some((source) => isImportOfFile(site, source, path, file)))
      for (const { source, range } of findScriptImports(readText(path) ?? ""))
        if (isImportOfFile(site, source, path, file))
          references.push({ kind: "import", location: { file: path, range } });
  for (const { node } of isPage ? [] : getSettingsResult(site).files) {
    const result = resolveSitePath(node.value.trim().replace(/[?#].*$/s, ""));
    if (result.ok && result.path === file) references.push({ kind: "setting", location: getNodeLocation(node) });
  }
  for (const { location, result } of site.config.refs)
    if (result.kind === "resolved" && result.file === file) references.push({ kind: "reference", location });
  return references;
}

/** Returns the links to an anchor on this page. Excludes links to the same heading on other pages that include it. */
export function findReferencesOnPage(site: Site, page: SitePath, id: string): readonly SymbolReference[] {
  return findAnchorReferences(site, page, id, [page]);
}

function findAnchorReferences(site: Site, file: SitePath, id: string, pages?: readonly SitePath[]): SymbolReference[] {
  const location = findAnchorLocation(site, file, id);
  const anchor = location ?? { file, id };
  const includingPages = new Set(pages ?? findFilesIncluding(site, location?.file ?? file));
  const references: SymbolReference[] = [];
  const add = (kind: "link" | "redirect", { location, url, encoding }: AnchorLink, page?: LinkSource) => {
    if (!url.includes("#")) return;
    const targetMatches = resolveTargets(site, url, page).map(({ linkingPage, target }) => {
      const path = target.kind === "same-page" ? linkingPage : target.kind === "page" ? target.file : undefined;
      const fragment = target.kind === "same-page" || target.kind === "page" ? target.anchor : undefined;
      if (path === undefined || fragment === undefined) return "no";
      const isWorking = getPageAnchors(site, path).has(fragment);
      if (includingPages.has(path)) {
        if (isWorking && canBeNumbered(site, path, fragment, id)) return "maybe";
        if (isSameAnchor(site, path, fragment, anchor)) return "here";
      }
      return isWorking ? "elsewhere" : "no";
    });
    if (!targetMatches.includes("here") && !targetMatches.includes("maybe")) return;
    const isAmbiguous = targetMatches.includes("elsewhere") || targetMatches.includes("maybe");
    references.push({ kind, location, link: { url, ...(encoding && { encoding }), isAmbiguous } });
  };
  for (const page of site.references.values()) for (const link of getPageLinks(page)) add("link", link, page);
  for (const script of site.scriptReferences.values())
    for (const link of getResolvableScriptLinks(site, script)) add("link", link, script);
  for (const link of getConfigLinks(site.config)) add("link", link);
  for (const spec of site.specs.values()) for (const link of getSpecLinks(spec)) add("link", link);
  for (const { destination, destinationNode } of getRedirects(site))
    add("redirect", { location: getNodeLocation(destinationNode), url: destination, encoding: "json" });
  return references;
}

type AnchorLink = Pick<LinkReference, "location" | "url" | "encoding">;

/**
 * Whether a link to `#use` or `#use-2` may lead to a heading with the given anchor. This is the case if several of the
 * page's files contain such headings, or if the page includes a file several times, because the service determines how
 * the headings are numbered.
 */
function canBeNumbered(site: Site, page: SitePath, fragment: string, id: string): boolean {
  const { isShared, areNumberedTogether } = getSharedAnchors(site, page);
  return areNumberedTogether(fragment, id) && isShared(fragment);
}

/**
 * Returns the targets of a link, one for each page that shows the link. Links in a snippet are relative to the folder
 * of the page that includes the snippet.
 */
function resolveTargets(
  site: Site,
  url: string,
  page: LinkSource | undefined,
): readonly { readonly linkingPage: SitePath | undefined; readonly target: LinkTarget }[] {
  const resolvedTargets = page
    ? listTargetsOnPages(site, page.path, url)
    : [{ page: undefined, target: resolveLink(site, url, undefined) }];
  return resolvedTargets.map((resolvedTarget) => ({
    linkingPage: resolvedTarget.page,
    target: getFinalTarget(resolvedTarget.target),
  }));
}
