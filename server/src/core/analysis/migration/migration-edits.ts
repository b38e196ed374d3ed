import type { Config } from "../../config/config.ts";
import { insertProperty, toJsonString } from "../../config/json/json-edit.ts";
import type { JsonFile } from "../../config/json/json-tree.ts";
import { addRedirects } from "../../config/redirect-edits.ts";
import { getLabelKey, type NavElement, type NavEntry } from "../../config/settings/navigation.ts";
import type { PageReferences } from "../../page/page.ts";
import {
  type ResolvedLink,
  resolvedLinksOfConfig,
  resolvedLinksOfPage,
  resolvedLinksOfScript,
  resolvedLinksOfSpec,
  linksOfPage,
} from "../../site/links/links.ts";
import {
  destinationPath,
  redirectPath,
  redirectsOf,
  formatRedirectPath,
} from "../../site/links/redirects.ts";
import { encodedPath, encodedUrl, formatLink } from "../../site/links/written-path.ts";
import { getPageSlug, urlsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { sourceOfEntry } from "../../site/specs/generated-pages.ts";
import { resolveEntryReference } from "../../site/specs/operation-references.ts";
import { directoryOf } from "../../site/specs/specs.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import type { SpecInsertion } from "../../spec/spec-outline.ts";
import { folderOf, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath, TextEdit } from "../../text/text-edit.ts";
import type { Move } from "./assess-page.ts";
import type { FoundOperation, Plain } from "./operation-facts.ts";
import { isPlainRecord } from "../../text/plain-record.ts";

/** Returns the parsed file to edit: docs.json or a file that it includes. */
export function configFileOf(config: Config, path: SitePath): JsonFile | undefined {
  return config.files.find((file) => file.path === path);
}

export type EditsByFile = Map<SitePath, TextEdit[]>;

export function addEdits(edits: EditsByFile, file: SitePath, newEdits: readonly TextEdit[]): void {
  const existing = edits.get(file);
  if (existing) existing.push(...newEdits);
  else if (newEdits.length > 0) edits.set(file, [...newEdits]);
}

/** Returns edits that make the page's relative links and image paths absolute. */
export function absoluteLinks(page: PageReferences): readonly TextEdit[] {
  return linksOfPage(page).flatMap(({ at, url, writeAs }): TextEdit[] => {
    if (!writeAs || writeAs === "json" || !/^[^/#?{\\]/.test(url) || /^[a-z][a-z0-9+.-]*:/i.test(url))
      return [];
    const suffixStart = url.search(/[?#]/);
    const [path, rest] = suffixStart < 0 ? [url, ""] : [url.slice(0, suffixStart), url.slice(suffixStart)];
    const resolvedPath = resolveSitePath(path, folderOf(page.path));
    return resolvedPath.ok && !/[{}$\s]/.test(path)
      ? [
          {
            range: at.range,
            newText: formatLink(`/${encodedPath(resolvedPath.path)}${encodedUrl(rest)}`, writeAs),
          },
        ]
      : [];
  });
}

/**
 * Returns edits that update links to moved pages. The links can be in pages, code files, docs.json, specifications, and
 * redirect destinations. Links that can't be edited safely still work because of the page's redirect.
 */
export function linkEdits(site: Site, moved: ReadonlyMap<SitePath, string>): EditsByFile {
  const edits: EditsByFile = new Map();
  if (moved.size === 0) return edits;
  const add = (links: readonly ResolvedLink[]): void => {
    for (const { reference: place, targets } of links) {
      const newText = newUrl(place.url, targets, moved);
      if (newText === undefined || newText === place.url || place.writeAs === undefined) continue;
      const encodedText = place.writeAs === "json" ? newText : encodedUrl(newText);
      addEdits(edits, place.at.file, [
        { range: place.at.range, newText: formatLink(encodedText, place.writeAs) },
      ]);
    }
  };
  for (const references of site.references.values()) add(resolvedLinksOfPage(site, references));
  for (const script of site.scriptReferences.values()) add(resolvedLinksOfScript(site, script));
  for (const spec of site.specs.values()) add(resolvedLinksOfSpec(site, spec));
  add(resolvedLinksOfConfig(site));
  for (const [file, edit] of redirectEdits(site, moved)) addEdits(edits, file, [edit]);
  return edits;
}

function newUrl(
  url: string,
  resolved: ResolvedLink["targets"],
  moved: ReadonlyMap<SitePath, string>,
): string | undefined {
  const targets = resolved.map(({ target }) => (target.kind === "page" ? target.file : undefined));
  const [file] = targets;
  if (file === undefined || targets.some((other) => other !== file)) return undefined;
  const newSlug = moved.get(file);
  if (newSlug === undefined || /^[a-z][a-z0-9+.-]*:/i.test(url)) return undefined;
  const suffixStart = url.search(/[?#]/);
  const [path, rest] = suffixStart < 0 ? [url, ""] : [url.slice(0, suffixStart), url.slice(suffixStart)];
  if (!path.startsWith("/")) return `/${newSlug}${rest}`;
  // If the link starts with the site's base path, the base path is preserved.
  const matchingUrl = urlsOf(getPageSlug(file) ?? "").find((candidate) =>
    path.replace(/\/$/, "").endsWith(candidate),
  );
  if (matchingUrl === undefined) return undefined;
  return `${path.replace(/\/$/, "").slice(0, -matchingUrl.length)}/${newSlug}${rest}`;
}

/**
 * Returns edits that make existing redirects lead directly to a page's new URL so that the migration doesn't create
 * redirect chains.
 */
function redirectEdits(site: Site, moved: ReadonlyMap<SitePath, string>): (readonly [SitePath, TextEdit])[] {
  const byUrl = new Map(
    [...moved].flatMap(([file, slug]) =>
      urlsOf(getPageSlug(file) ?? "").map((url) => [url.replace(/^\//, ""), slug] as const),
    ),
  );
  return redirectsOf(site).flatMap(({ destination, destinationNode, pattern }) => {
    const destinationSlug = destinationPath(site, destination);
    const slug = destinationSlug === undefined ? undefined : byUrl.get(destinationSlug);
    if (
      destinationSlug === undefined ||
      slug === undefined ||
      pattern ||
      !configFileOf(site.config, destinationNode.file)
    )
      return [];
    const rest = destination.slice(destination.search(/[?#]|$/));
    const full = redirectPath(destination);
    const base = redirectPath(full.slice(0, full.length - destinationSlug.length));
    const path = base === "" ? slug : `${base}/${slug}`;
    const newText = toJsonString(`${destination.startsWith("/") ? "/" : ""}${path}${rest}`);
    return [[destinationNode.file, { range: destinationNode.range, newText }] as const];
  });
}

/** How a navigation entry can refer to an operation. */
export interface EntryPosition {
  /** The entry without a specification, such as `GET /users`. */
  readonly text: string;
  /**
   * Whether the parents set this specification (`inherited`), a different one (`other`), or none (`unset`). If it's
   * `unset`, the specification must be set on an element or named in the entry. If it's `other`, the entry must name
   * its own specification.
   */
  readonly spec: "inherited" | "unset" | "other";
  /** The folder of the generated page. */
  readonly directory: string;
}

/** Returns how the entry can refer to the operation, or undefined if a navigation entry can't refer to it. */
export function positionEntry(site: Site, entry: NavEntry, found: FoundOperation): EntryPosition | undefined {
  const { spec, operation, kind } = found;
  const text = kind === "webhook" ? `webhook ${operation.path}` : `${operation.method} ${operation.path}`;
  const parsedReference = readOperationReference(text);
  if (!parsedReference.ok) return undefined;
  const directory = directoryOf(sourceOfEntry(entry, spec, site));
  const inherited = entry.parent.openapi?.value;
  const resolved = resolveEntryReference(site.specs, site.profile, parsedReference.reference, inherited);
  if (resolved.kind === "found" && resolved.target.kind === kind && resolved.target.operation === operation)
    return { text, spec: "inherited", directory };
  // A space separates the parts of an entry, so the specification's path can't contain one.
  if (isRemoteSpec(spec.path) || /\s/.test(spec.path)) return undefined;
  return { text, spec: inherited ? "other" : "unset", directory };
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
export function chooseElements(unset: readonly UnsetEntry[]): ReadonlyMap<NavElement, string> {
  const groups = new Map<string, { readonly spec: string; readonly chains: (readonly NavElement[])[] }>();
  const numbers = new Map<NavElement, number>();
  for (const { entry, spec } of unset) {
    const chain = chainTo(entry.parent);
    const [, top] = chain;
    if (!top) continue;
    const number = numbers.get(top) ?? numbers.size;
    numbers.set(top, number);
    const key = `${number} ${spec}`;
    const group = groups.get(key) ?? { spec, chains: [] };
    groups.set(key, group);
    group.chains.push(chain);
  }
  const chosen = new Map<NavElement, string>();
  for (const { spec, chains } of [...groups.values()].sort((a, b) => b.chains.length - a.chains.length)) {
    const commonAncestor = chains[0]?.findLast((element, i) => chains.every((other) => other[i] === element));
    for (const element of new Set(chains.map((chain) => innermostOf(commonAncestor, chain))))
      if (element && !chosen.has(element) && !takesFromOthers(element, spec, unset, chosen))
        chosen.set(element, spec);
  }
  return chosen;
}

/**
 * Whether other entries in this element use a different specification that is set on a parent element. If so, setting
 * the new specification on this element would override it.
 */
function takesFromOthers(
  element: NavElement,
  spec: string,
  unset: readonly UnsetEntry[],
  chosen: ReadonlyMap<NavElement, string>,
): boolean {
  return unset.some(
    (other) =>
      other.spec !== spec &&
      chainTo(other.entry.parent).includes(element) &&
      chosenFor(other.entry, chosen) === other.spec,
  );
}

/** Returns the specification that applies to an entry: the one chosen for its nearest ancestor. */
export function chosenFor(entry: NavEntry, chosen: ReadonlyMap<NavElement, string>): string | undefined {
  for (let element: NavElement | undefined = entry.parent; element; element = element.parent)
    if (chosen.has(element)) return chosen.get(element);
  return undefined;
}

/**
 * Returns the common element if it can have a specification; otherwise, returns the entry's own parent. Returns
 * undefined if neither can have one.
 */
function innermostOf(
  commonAncestor: NavElement | undefined,
  chain: readonly NavElement[],
): NavElement | undefined {
  return [commonAncestor, chain.at(-1)].find((element) => element && canTakeSpec(element));
}

/** Returns the elements from the root to this element. */
function chainTo(element: NavElement): readonly NavElement[] {
  return element.parent ? [...chainTo(element.parent), element] : [element];
}

function canTakeSpec({ kind, href, asyncapi, openapi, lost }: NavElement): boolean {
  const hasChannels = asyncapi !== undefined && !asyncapi.isInherited;
  return kind !== "root" && kind !== "global" && !href && !hasChannels && !openapi && !lost;
}

/** Returns edits that replace the entries of migrated pages and set the specifications that the new entries require. */
export function navigationEdits(site: Site, moves: readonly Move[]): EditsByFile {
  const edits: EditsByFile = new Map();
  const unset = moves
    .filter(({ entryPosition: place }) => place.spec === "unset")
    .map(({ entry, found }) => ({ entry, spec: found.spec.path }));
  const chosen = chooseElements(unset);
  const changedElements = new Map(
    [...chosen].filter(([element, spec]) => setSpec(site, element, spec, edits)),
  );
  for (const { entry, entryPosition: place, found } of moves) {
    const isSet = place.spec === "inherited" || chosenFor(entry, changedElements) === found.spec.path;
    const text = isSet ? place.text : `${found.spec.path} ${place.text}`;
    addEdits(edits, entry.node.file, [{ range: entry.node.range, newText: toJsonString(text) }]);
  }
  return edits;
}

/** Adds an edit that sets an element's specification. Returns false if the element's file can't be edited. */
function setSpec(site: Site, { node, kind }: NavElement, spec: string, edits: EditsByFile): boolean {
  const file = configFileOf(site.config, node.file);
  const insertions = file ? insertProperty(file, node, "openapi", toJsonString(spec), getLabelKey(kind)) : [];
  addEdits(edits, node.file, insertions);
  return insertions.length > 0;
}

/**
 * Returns edits that add redirects from each page's old URLs to its new URL, or undefined if the redirects can't be
 * added to docs.json.
 */
export function redirectInsertion(site: Site, moves: readonly Move[]): EditsByFile | undefined {
  const redirects = moves.flatMap(({ endpoint, newSlug }) => {
    const destination = formatRedirectPath(site, newSlug);
    return urlsOf(endpoint.slug)
      .map((url) => ({ source: formatRedirectPath(site, url.slice(1)), destination }))
      .filter(({ source }) => source !== destination);
  });
  if (redirects.length === 0) return new Map();
  const added = addRedirects(site.config, redirects);
  return added && new Map([[added.file, [...added.edits]]]);
}

/** The fields of a vendor extension, such as `href`, `metadata`, and `content`. */
export type ExtensionFields = Readonly<Record<string, Plain>>;

/**
 * Returns the edit that adds a vendor extension to an operation, or that adds fields to an existing extension, in the
 * style of the surrounding text.
 */
export function insertFields(at: SpecInsertion, fields: ExtensionFields): TextEdit {
  const members = Object.entries(fields);
  const newText =
    at.style === "block"
      ? members.map(([key, value]) => blockMember(key, value, at.before, at.indentUnit) + at.before).join("")
      : members.map(([key, value]) => flowMember(key, value, at)).join(separatorOf(at)) + endOf(at);
  return { range: { start: at.offset, end: at.offset }, newText };
}

function separatorOf({ before }: SpecInsertion): string {
  return `,${before === "" ? " " : before}`;
}

function endOf(at: SpecInsertion): string {
  return at.isEmpty ? "" : separatorOf(at);
}

function flowMember(key: string, value: Plain, { before, indentUnit }: SpecInsertion): string {
  if (before === "") return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const text = JSON.stringify(value, null, indentUnit).replaceAll("\n", before);
  return `${JSON.stringify(key)}: ${text}`;
}

/** Formats a key and its value in YAML's block style. `before` is the line ending and the indentation of the key. */
function blockMember(key: string, value: Plain, before: string, step: string): string {
  const name = `${keyText(key)}:`;
  if (typeof value === "string") return `${name} ${scalarText(value, before, step)}`;
  if (!isPlainRecord(value)) return `${name} ${JSON.stringify(value)}`;
  const members = Object.entries(value);
  if (members.length === 0) return `${name} {}`;
  const inner = before + step;
  return (
    name + members.map(([each, memberValue]) => inner + blockMember(each, memberValue, inner, step)).join("")
  );
}

/** Matches words that some YAML parsers don't read as strings. */
const reservedScalars = /^(y|n|yes|no|on|off|true|false|null)$/i;

function keyText(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !reservedScalars.test(key) ? key : JSON.stringify(key);
}

/** Writes text with several lines as a block scalar, a simple path as a plain scalar, and any other text in quotes. */
function scalarText(text: string, before: string, step: string): string {
  if (/^\/[\w/-]*\w$/.test(text)) return text;
  // Control characters except tabs and line feeds must be escaped, and so must line breaks that only some parsers
  // recognize.
  const isPlain = !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]/.test(
    text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ""),
  );
  if (!text.includes("\n") || !isPlain || /^\s|\s$/.test(text)) return JSON.stringify(text);
  const eol = before.startsWith("\r\n") ? "\r\n" : "\n";
  const lines = text.split("\n").map((line) => (line === "" ? eol : before + step + line));
  return `|-${lines.join("")}`;
}
