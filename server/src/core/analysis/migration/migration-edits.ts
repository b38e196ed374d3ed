import { findConfigFile } from "../../config/config.ts";
import { insertProperty, toJsonString } from "../../config/json/json-edit.ts";
import { addRedirects } from "../../config/redirect-edits.ts";
import { getLabelKey, type NavElement, type NavEntry } from "../../config/settings/navigation.ts";
import type { PageReferences } from "../../page/page.ts";
import {
  type ResolvedLink,
  resolveConfigLinks,
  resolvePageLinks,
  resolveScriptLinks,
  resolveSpecLinks,
  getPageLinks,
} from "../../site/links/links.ts";
import { getDestinationPath, toRedirectPath, getRedirects, formatRedirectPath } from "../../site/links/redirects.ts";
import { encodePath, encodeUrl, formatLink } from "../../site/links/written-path.ts";
import { getPageSlug, listUrls } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getEntrySource } from "../../site/specs/generated-pages.ts";
import { resolveEntryReference } from "../../site/specs/operation-references.ts";
import { getDirectory } from "../../site/specs/specs.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import type { SpecInsertion } from "../../spec/spec-outline.ts";
import { getFolderPath, resolveSitePath } from "../../text/site-path.ts";
import { addEdits, type EditsByFile, type SitePath, type TextEdit } from "../../text/text-edit.ts";
import type { PageReplacement } from "./assess-page.ts";
import type { FoundOperation, PlainValue } from "./operation-facts.ts";
import { isPlainRecord } from "../../text/plain-record.ts";

/** Returns edits that make the page's relative links and image paths absolute. */
export function createAbsoluteLinkEdits(page: PageReferences): readonly TextEdit[] {
  return getPageLinks(page).flatMap(({ location, url, encoding }): TextEdit[] => {
    if (!encoding || encoding === "json" || !/^[^/#?{\\]/.test(url) || /^[a-z][a-z0-9+.-]*:/i.test(url)) return [];
    const suffixStart = url.search(/[?#]/);
    const [path, suffix] = suffixStart < 0 ? [url, ""] : [url.slice(0, suffixStart), url.slice(suffixStart)];
    const pathResult = resolveSitePath(path, getFolderPath(page.path));
    return pathResult.ok && !/[{}$\s]/.test(path)
      ? [
          {
            range: location.range,
            newText: formatLink(`/${encodePath(pathResult.path)}${encodeUrl(suffix)}`, encoding),
          },
        ]
      : [];
  });
}

/**
 * Returns edits that update links to moved pages. The links can be in pages, code files, docs.json, specifications, and
 * redirect destinations. Links that can't be edited safely still work because of the page's redirect.
 */
export function createLinkEdits(site: Site, slugByFile: ReadonlyMap<SitePath, string>): EditsByFile {
  const edits: EditsByFile = new Map();
  if (slugByFile.size === 0) return edits;
  const addLinkEdits = (links: readonly ResolvedLink[]): void => {
    for (const { reference, targets } of links) {
      const newText = createNewUrl(reference.url, targets, slugByFile);
      if (newText === undefined || newText === reference.url || reference.encoding === undefined) continue;
      const encodedText = reference.encoding === "json" ? newText : encodeUrl(newText);
      addEdits(edits, reference.location.file, [
        { range: reference.location.range, newText: formatLink(encodedText, reference.encoding) },
      ]);
    }
  };
  for (const references of site.references.values()) addLinkEdits(resolvePageLinks(site, references));
  for (const script of site.scriptReferences.values()) addLinkEdits(resolveScriptLinks(site, script));
  for (const spec of site.specs.values()) addLinkEdits(resolveSpecLinks(site, spec));
  addLinkEdits(resolveConfigLinks(site));
  for (const [file, edit] of createRedirectUpdates(site, slugByFile)) addEdits(edits, file, [edit]);
  return edits;
}

function createNewUrl(
  url: string,
  resolvedTargets: ResolvedLink["targets"],
  slugByFile: ReadonlyMap<SitePath, string>,
): string | undefined {
  const targets = resolvedTargets.map(({ target }) => (target.kind === "page" ? target.file : undefined));
  const [file] = targets;
  if (file === undefined || targets.some((other) => other !== file)) return undefined;
  const newSlug = slugByFile.get(file);
  if (newSlug === undefined || /^[a-z][a-z0-9+.-]*:/i.test(url)) return undefined;
  const suffixStart = url.search(/[?#]/);
  const [path, suffix] = suffixStart < 0 ? [url, ""] : [url.slice(0, suffixStart), url.slice(suffixStart)];
  if (!path.startsWith("/")) return `/${newSlug}${suffix}`;
  // If the link starts with the site's base path, the base path is preserved.
  const matchingUrl = listUrls(getPageSlug(file) ?? "").find((candidate) =>
    path.replace(/\/$/, "").endsWith(candidate),
  );
  if (matchingUrl === undefined) return undefined;
  return `${path.replace(/\/$/, "").slice(0, -matchingUrl.length)}/${newSlug}${suffix}`;
}

/**
 * Returns edits that make existing redirects lead directly to a page's new URL so that the migration doesn't create
 * redirect chains.
 */
function createRedirectUpdates(
  site: Site,
  slugByFile: ReadonlyMap<SitePath, string>,
): (readonly [SitePath, TextEdit])[] {
  const slugByUrl = new Map(
    [...slugByFile].flatMap(([file, slug]) =>
      listUrls(getPageSlug(file) ?? "").map((url) => [url.replace(/^\//, ""), slug] as const),
    ),
  );
  return getRedirects(site).flatMap(({ destination, destinationNode, pattern }) => {
    const destinationSlug = getDestinationPath(site, destination);
    const slug = destinationSlug === undefined ? undefined : slugByUrl.get(destinationSlug);
    if (
      destinationSlug === undefined ||
      slug === undefined ||
      pattern ||
      !findConfigFile(site.config, destinationNode.file)
    )
      return [];
    const suffix = destination.slice(destination.search(/[?#]|$/));
    const fullPath = toRedirectPath(destination);
    const basePath = toRedirectPath(fullPath.slice(0, fullPath.length - destinationSlug.length));
    const path = basePath === "" ? slug : `${basePath}/${slug}`;
    const newText = toJsonString(`${destination.startsWith("/") ? "/" : ""}${path}${suffix}`);
    return [[destinationNode.file, { range: destinationNode.range, newText }] as const];
  });
}

/** How a navigation entry can refer to an operation. */
export interface EntryReference {
  /** The entry without a specification, such as `GET /users`. */
  readonly text: string;
  /**
   * Whether the parents set this specification (`inherited`), a different one (`other`), or none (`unset`). If it's
   * `unset`, the specification must be set on an element or named in the entry. If it's `other`, the entry must name
   * its own specification.
   */
  readonly specSource: "inherited" | "unset" | "other";
  /** The folder of the generated page. */
  readonly directory: string;
}

/** Returns how the entry can refer to the operation, or undefined if a navigation entry can't refer to it. */
export function findEntryReference(
  site: Site,
  entry: NavEntry,
  foundOperation: FoundOperation,
): EntryReference | undefined {
  const { spec, operation, kind } = foundOperation;
  const text = kind === "webhook" ? `webhook ${operation.path}` : `${operation.method} ${operation.path}`;
  const parsedReference = readOperationReference(text);
  if (!parsedReference.ok) return undefined;
  const directory = getDirectory(getEntrySource(entry, spec, site));
  const inheritedSources = entry.parent.openapi?.value;
  const resolution = resolveEntryReference(site.specs, site.profile, parsedReference.reference, inheritedSources);
  if (resolution.kind === "found" && resolution.target.kind === kind && resolution.target.operation === operation)
    return { text, specSource: "inherited", directory };
  // A space separates the parts of an entry, so the specification's path can't contain one.
  if (isRemoteSpec(spec.path) || /\s/.test(spec.path)) return undefined;
  return { text, specSource: inheritedSources ? "other" : "unset", directory };
}

/** An entry whose parents don't set a specification. */
export interface UnsetEntry {
  readonly entry: NavEntry;
  readonly spec: string;
}

/**
 * Chooses the elements to set the specifications on. For each tab, version, or similar section, chooses the innermost
 * element that contains all entries of a specification. If that element can't have a specification, for example,
 * because it has an `href` or its own channels, tries each entry's parent. The remaining entries must name the file.
 */
export function chooseSpecElements(unsetEntries: readonly UnsetEntry[]): ReadonlyMap<NavElement, string> {
  const groupsByKey = new Map<string, { readonly spec: string; readonly chains: (readonly NavElement[])[] }>();
  const numberByElement = new Map<NavElement, number>();
  for (const { entry, spec } of unsetEntries) {
    const chain = getChain(entry.parent);
    const [, topElement] = chain;
    if (!topElement) continue;
    const number = numberByElement.get(topElement) ?? numberByElement.size;
    numberByElement.set(topElement, number);
    const key = `${number} ${spec}`;
    const group = groupsByKey.get(key) ?? { spec, chains: [] };
    groupsByKey.set(key, group);
    group.chains.push(chain);
  }
  const specByElement = new Map<NavElement, string>();
  for (const { spec, chains } of [...groupsByKey.values()].sort((a, b) => b.chains.length - a.chains.length)) {
    const commonAncestor = chains[0]?.findLast((element, i) => chains.every((other) => other[i] === element));
    for (const element of new Set(chains.map((chain) => findSpecElement(commonAncestor, chain))))
      if (element && !specByElement.has(element) && !overridesInheritedSpec(element, spec, unsetEntries, specByElement))
        specByElement.set(element, spec);
  }
  return specByElement;
}

/**
 * Whether other entries in this element use a different specification that is set on a parent element. If so, setting
 * the new specification on this element would override it.
 */
function overridesInheritedSpec(
  element: NavElement,
  spec: string,
  unsetEntries: readonly UnsetEntry[],
  specByElement: ReadonlyMap<NavElement, string>,
): boolean {
  return unsetEntries.some(
    (other) =>
      other.spec !== spec &&
      getChain(other.entry.parent).includes(element) &&
      getChosenSpec(other.entry, specByElement) === other.spec,
  );
}

/** Returns the specification that applies to an entry: the one chosen for its nearest ancestor. */
export function getChosenSpec(entry: NavEntry, specByElement: ReadonlyMap<NavElement, string>): string | undefined {
  for (let element: NavElement | undefined = entry.parent; element; element = element.parent)
    if (specByElement.has(element)) return specByElement.get(element);
  return undefined;
}

/**
 * Returns the common element if it can have a specification; otherwise, returns the entry's own parent. Returns
 * undefined if neither can have one.
 */
function findSpecElement(commonAncestor: NavElement | undefined, chain: readonly NavElement[]): NavElement | undefined {
  return [commonAncestor, chain.at(-1)].find((element) => element && canHaveSpec(element));
}

/** Returns the elements from the root to this element. */
function getChain(element: NavElement): readonly NavElement[] {
  return element.parent ? [...getChain(element.parent), element] : [element];
}

function canHaveSpec({ kind, href, asyncapi, openapi, isIgnored }: NavElement): boolean {
  const hasChannels = asyncapi !== undefined && !asyncapi.isInherited;
  return kind !== "root" && kind !== "global" && !href && !hasChannels && !openapi && !isIgnored;
}

/** Returns edits that replace the entries of migrated pages and set the specifications that the new entries require. */
export function createNavigationEdits(site: Site, replacements: readonly PageReplacement[]): EditsByFile {
  const edits: EditsByFile = new Map();
  const unsetEntries = replacements
    .filter(({ entryReference: entryPosition }) => entryPosition.specSource === "unset")
    .map(({ entry, foundOperation }) => ({ entry, spec: foundOperation.spec.path }));
  const specByElement = chooseSpecElements(unsetEntries);
  const specByChangedElement = new Map(
    [...specByElement].filter(([element, spec]) => addSpecEdit(site, element, spec, edits)),
  );
  for (const { entry, entryReference: entryPosition, foundOperation } of replacements) {
    const inheritsSpec =
      entryPosition.specSource === "inherited" ||
      getChosenSpec(entry, specByChangedElement) === foundOperation.spec.path;
    const text = inheritsSpec ? entryPosition.text : `${foundOperation.spec.path} ${entryPosition.text}`;
    addEdits(edits, entry.node.file, [{ range: entry.node.range, newText: toJsonString(text) }]);
  }
  return edits;
}

/** Adds an edit that sets an element's specification. Returns false if the element's file can't be edited. */
function addSpecEdit(site: Site, { node, kind }: NavElement, spec: string, edits: EditsByFile): boolean {
  const file = findConfigFile(site.config, node.file);
  const insertions = file ? insertProperty(file, node, "openapi", toJsonString(spec), getLabelKey(kind)) : [];
  addEdits(edits, node.file, insertions);
  return insertions.length > 0;
}

/**
 * Returns edits that add redirects from each page's old URLs to its new URL, or undefined if the redirects can't be
 * added to docs.json.
 */
export function createNewRedirectEdits(site: Site, replacements: readonly PageReplacement[]): EditsByFile | undefined {
  const redirects = replacements.flatMap(({ endpoint, newSlug }) => {
    const destination = formatRedirectPath(site, newSlug);
    return listUrls(endpoint.slug)
      .map((url) => ({ source: formatRedirectPath(site, url.slice(1)), destination }))
      .filter(({ source }) => source !== destination);
  });
  if (redirects.length === 0) return new Map();
  const addedRedirects = addRedirects(site.config, redirects);
  return addedRedirects && new Map([[addedRedirects.file, [...addedRedirects.edits]]]);
}

/** The fields of a vendor extension, such as `href`, `metadata`, and `content`. */
export type ExtensionFields = Readonly<Record<string, PlainValue>>;

/**
 * Returns the edit that adds a vendor extension to an operation, or that adds fields to an existing extension, in the
 * style of the surrounding text.
 */
export function createFieldsEdit(insertion: SpecInsertion, fields: ExtensionFields): TextEdit {
  const members = Object.entries(fields);
  const newText =
    insertion.style === "block"
      ? members
          .map(
            ([key, value]) =>
              formatBlockMember(key, value, insertion.linePrefix, insertion.indentUnit) + insertion.linePrefix,
          )
          .join("")
      : members.map(([key, value]) => formatFlowMember(key, value, insertion)).join(getSeparator(insertion)) +
        getSuffix(insertion);
  return { range: { start: insertion.offset, end: insertion.offset }, newText };
}

function getSeparator({ linePrefix }: SpecInsertion): string {
  return `,${linePrefix === "" ? " " : linePrefix}`;
}

function getSuffix(insertion: SpecInsertion): string {
  return insertion.isEmpty ? "" : getSeparator(insertion);
}

function formatFlowMember(key: string, value: PlainValue, { linePrefix, indentUnit }: SpecInsertion): string {
  if (linePrefix === "") return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const text = JSON.stringify(value, null, indentUnit).replaceAll("\n", linePrefix);
  return `${JSON.stringify(key)}: ${text}`;
}

/**
 * Formats a key and its value in YAML's block style. `linePrefix` is the line ending and the indentation of the key.
 */
function formatBlockMember(key: string, value: PlainValue, linePrefix: string, indentUnit: string): string {
  const name = `${formatKey(key)}:`;
  if (typeof value === "string") return `${name} ${formatScalar(value, linePrefix, indentUnit)}`;
  if (!isPlainRecord(value)) return `${name} ${JSON.stringify(value)}`;
  const members = Object.entries(value);
  if (members.length === 0) return `${name} {}`;
  const innerLinePrefix = linePrefix + indentUnit;
  return (
    name +
    members
      .map(
        ([memberKey, memberValue]) =>
          innerLinePrefix + formatBlockMember(memberKey, memberValue, innerLinePrefix, indentUnit),
      )
      .join("")
  );
}

/** Matches words that some YAML parsers don't read as strings. */
const reservedScalarPattern = /^(y|n|yes|no|on|off|true|false|null)$/i;

function formatKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !reservedScalarPattern.test(key) ? key : JSON.stringify(key);
}

/** Formats text with several lines as a block scalar, a simple path as a plain scalar, and any other text in quotes. */
function formatScalar(text: string, linePrefix: string, indentUnit: string): string {
  if (/^\/[\w/-]*\w$/.test(text)) return text;
  // Control characters except tabs and line feeds must be escaped, and so must line breaks that only some parsers
  // recognize.
  const isPrintable = !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]/.test(
    text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ""),
  );
  if (!text.includes("\n") || !isPrintable || /^\s|\s$/.test(text)) return JSON.stringify(text);
  const eol = linePrefix.startsWith("\r\n") ? "\r\n" : "\n";
  const lines = text.split("\n").map((line) => (line === "" ? eol : linePrefix + indentUnit + line));
  return `|-${lines.join("")}`;
}
