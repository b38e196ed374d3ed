import { findConfigFile } from "../../config/config.ts";
import { findMissingAnchorOnPage } from "../../site/links/anchors.ts";
import { findNearestAnchor } from "../../site/links/anchor-suggestions.ts";
import { encodeUrl, formatLink, percentEncodeCharacter, toFragment } from "../../site/links/written-path.ts";
import { type LinkReference } from "../../site/links/links.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import { hasErrorsWithin } from "../../config/json/json-reader.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavEntry } from "../../config/settings/navigation.ts";
import { type Component, type ComponentProp, isCommonProp } from "../../page/components/component.ts";
import { insertImport } from "../../page/imports.ts";
import type { ModuleExport, PageAttribute, PageReferences, PageTag } from "../../page/page.ts";
import { type Redirect, getRedirects } from "../../site/links/redirects.ts";
import { findGeneratedPage, findPageBySlug, resolveLink } from "../../site/links/resolve-link.ts";
import { createImportName } from "../../site/pages/imports.ts";
import { isPortableSlug, isSnippet, createPageText, getPublishedPages, toTitle } from "../../site/pages/pages.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { getVendorExtension } from "../../site/specs/generated-page-plan.ts";
import { getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { getEndpointEntries } from "../../site/specs/operation-references.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import { createKeyInsertion } from "../../spec/edit-spec.ts";
import type { OperationOutline } from "../../spec/spec-outline.ts";
import { findNearestName } from "../../text/similarity.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import { type FileEdit, type SiteLocation, type SitePath, type TextEdit } from "../../text/text-edit.ts";
import { type Finding, type Fix, createMemberRemovalEdits, createReplaceEdits } from "../rule.ts";
import { getAttribute } from "./page-subjects.ts";
import { createRemovalEdits, createGroupFix } from "./same-target.ts";
import { addToGroup } from "../../text/maps.ts";

/** Returns a suggestion for a name. The callback computes the suggestion the first time, and the result is cached. */
export type SuggestionSource<Suggestion = string> = (
  name: string,
  computeSuggestion: () => Suggestion | undefined,
) => Suggestion | undefined;

/**
 * The maximum number of names for which suggestions are computed. Each name is compared with hundreds of others, and
 * authors don't fix more names than this in one session.
 */
const maxSuggestions = 200;

/**
 * Returns a function that computes suggestions once per name and only for a limited number of names. Each check of a
 * subject has its own limit, so a file's results don't depend on the files that were checked before it.
 */
export function createSuggestionSource<Suggestion = string>(): SuggestionSource<Suggestion> {
  const suggestionByName = new Map<string, Suggestion | undefined>();
  return (name, computeSuggestion) => {
    if (suggestionByName.has(name) || suggestionByName.size >= maxSuggestions) return suggestionByName.get(name);
    const suggestion = computeSuggestion();
    suggestionByName.set(name, suggestion);
    return suggestion;
  };
}

/** Returns the data that `findRedirectOfFinding` needs to find the redirect again. */
export function createRedirectData({ index }: Redirect): { readonly redirect: number } {
  return { redirect: index };
}

/** Returns a finding's redirect, or undefined if the redirects have changed. */
export function findRedirectOfFinding({ at, data }: Finding, site: Site): Redirect | undefined {
  const index = data?.["redirect"];
  const redirect = typeof index === "number" ? getRedirects(site)[index] : undefined;
  if (!redirect || redirect.node.file !== at.file) return undefined;
  const { start, end } = redirect.node.range;
  return start <= at.range.start && at.range.end <= end ? redirect : undefined;
}

/** Returns the edits that remove a finding's redirect, or an empty list if it can't be removed safely. */
export function createRedirectRemovalEdits(finding: Finding, site: Site): FileEdit[] {
  const location = findRemovableRedirect(finding, site);
  return location ? createMemberRemovalEdits(site.config, location) : [];
}

/** Yields the fix that removes the redirects of all findings, unless any of them can't be removed safely. */
export function* createRedirectRemovalFix(findings: readonly Finding[], site: Site): Generator<Fix<"removeAll">> {
  const locations = findings.flatMap((finding) => findRemovableRedirect(finding, site) ?? []);
  const edits = locations.length === findings.length ? createRemovalEdits(site.config, locations) : [];
  if (edits.length > 0) yield { title: "removeAll", args: { count: locations.length }, edits };
}

/** Returns the location of a finding's redirect, unless the redirect has syntax errors. */
function findRemovableRedirect(finding: Finding, site: Site): SiteLocation | undefined {
  const redirectNode = findRedirectOfFinding(finding, site)?.node;
  const file = redirectNode && findConfigFile(site.config, redirectNode.file);
  return file && !hasErrorsWithin(file, redirectNode.range) ? getNodeLocation(redirectNode) : undefined;
}

/** An export that a page can import under a given name, and its file. */
export interface ImportSuggestion {
  readonly file: SitePath;
  /** The name of the export, which can be `default`. */
  readonly importedName: string;
  /** Whether the code or the file's name contains exactly this name, which isn't only derived from the file's name. */
  readonly isExactName: boolean;
}

/**
 * Returns up to five exports that a page can import as a component with this name. Exports with exactly this
 * name come first. Among these and the others, the order is: files that share folders with the page, such as its
 * language folder, those in folders from which the page imports the most files, those that other pages import, and then
 * those with the fewest folders in their paths.
 */
export function suggestImports(site: Site, name: string, pagePath: SitePath): readonly ImportSuggestion[] {
  const suggestions = groupImportsByName(site).get(name) ?? [];
  const pageFolders = new Set(pagePath.split("/").slice(0, -1));
  const importFolders = (site.references.get(pagePath)?.imports ?? []).map(({ source }) =>
    getFolderPath(source.replace(/^\//, "")),
  );
  const { importersByFile } = getPublishedPages(site.pages);
  const getRank = ({ file, isExactName }: ImportSuggestion) => {
    const fileFolders = file.split("/").slice(0, -1);
    const importCount = importFolders.filter((folder) => folder === getFolderPath(file)).length;
    const importerCount = importersByFile.get(file)?.length ?? 0;
    return (
      fileFolders.length -
      (5 * importerCount) / (importerCount + 1) -
      (10 * importCount) / (importFolders.length + 1) -
      10 * fileFolders.filter((folder) => pageFolders.has(folder)).length -
      (isExactName ? 1000 : 0)
    );
  };
  return suggestions.toSorted((a, b) => getRank(a) - getRank(b)).slice(0, 5);
}

const groupImportsByName = createSiteView(
  ["pages", "scripts"],
  ({ pages, scripts }): ReadonlyMap<string, readonly ImportSuggestion[]> => {
    const importsByName = new Map<string, ImportSuggestion[]>();
    const addSuggestion = (name: string, suggestion: ImportSuggestion) => addToGroup(importsByName, name, suggestion);
    const addExports = (file: SitePath, exports: readonly ModuleExport[]) => {
      for (const { name, isComponent } of exports)
        if (isComponent && name !== "default") addSuggestion(name, { file, importedName: name, isExactName: true });
    };
    const addDefault = (file: SitePath) => {
      const name = createImportName(file);
      addSuggestion(name, { file, importedName: "default", isExactName: getFileName(file).startsWith(`${name}.`) });
    };
    for (const { path, exports } of scripts.values()) {
      addExports(path, exports);
      if (exports.some(({ name }) => name === "default")) addDefault(path);
    }
    const { importersByFile } = getPublishedPages(pages);
    for (const { path, exports } of pages.values()) {
      if (!isSnippet(path) && !importersByFile.has(path)) continue;
      addExports(path, exports);
      if (!exports.some(({ name }) => name === createImportName(path))) addDefault(path);
    }
    return importsByName;
  },
);

/** Returns the edit that imports an export of a file into the page. */
export function createImportEdit(
  page: PageReferences,
  { file, importedName: importSource }: Pick<ImportSuggestion, "file" | "importedName">,
  localName: string,
): FileEdit {
  const edit = insertImport(page, { importedName: importSource, localName, source: `/${file}` });
  return { kind: "edit", file: page.path, edits: [edit] };
}

/**
 * Returns the edit that sets `href` in the vendor extension of the operation that `entry` lists. The value is the
 * current path of the operation's page or, if another page has that path, a similar one. Returns undefined if the
 * specification is remote or if there is no simple position for `href`.
 */
export function createHrefFix(
  operation: OperationOutline,
  entry: NavEntry,
  site: Site,
): { readonly args: { readonly href: string }; readonly edits: readonly FileEdit[] } | undefined {
  const endpointEntry = getEndpointEntries(site).find((candidate) => candidate.entry === entry);
  const page = getGeneratedPages(site).find(({ node }) => node === entry);
  if (endpointEntry?.resolution.kind !== "found" || !page) return undefined;
  const file = operation.file ?? endpointEntry.resolution.spec.path;
  const slug = findFreeSlug(page.slug, operation, site);
  if (isRemoteSpec(file) || slug === undefined) return undefined;
  const href = `/${slug}`;
  const edit = createHrefEdit(operation, href, site);
  return edit && { args: { href }, edits: [{ kind: "edit", file, edits: [edit] }] };
}

function createHrefEdit(operation: OperationOutline, href: string, site: Site): TextEdit | undefined {
  const extension = getVendorExtension(operation, site.profile);
  if (extension)
    return extension.insertAt && !extension.hrefRange
      ? createKeyInsertion(extension.insertAt, "href", href)
      : undefined;
  const [key] = site.profile.vendorExtensions;
  const hasExtension = operation.extensions.some(({ key: other }) => site.profile.vendorExtensions.includes(other));
  // If an extension is ignored because of an error, an `href` in it would be ignored, too.
  if (key === undefined || hasExtension || !operation.insertAt) return undefined;
  return createKeyInsertion(operation.insertAt, key, { href });
}

/**
 * Returns the slug or, if another page has it, a similar one. Returns undefined if none of the similar slugs is free or
 * if the slug contains characters that would have to be escaped.
 */
function findFreeSlug(slug: string, operation: OperationOutline, site: Site): string | undefined {
  if (/[?#\s]/.test(slug)) return undefined;
  const candidateSlugs = [
    slug,
    `${slug}-reference`,
    ...Array.from({ length: 9 }, (_, i) => `${slug}-reference-${i + 1}`),
  ];
  return candidateSlugs.find((name) => {
    if (findPageBySlug(site.pages, name)) return false;
    const target = findGeneratedPage(site, name)?.target;
    return !target || (target.kind !== "channel" && target.operation === operation);
  });
}

/**
 * Returns the edit that creates a page with a title, or undefined if a page can't be created there or if its name isn't
 * valid on every operating system.
 */
export function createPageEdit(site: Site, slug: string): FileEdit | undefined {
  const file = `${removePageExtension(slug)}.mdx`;
  const canCreate =
    slug !== "" && isPortableSlug(slug) && !isSnippet(file) && !site.isIgnored(file) && !site.files.has(file);
  return canCreate ? { kind: "create", file, text: createPageText(toTitle(removePageExtension(slug))) } : undefined;
}

/** Returns the edits that replace the JSON string at this location with a page's path. */
export function createPagePathEdits(at: SiteLocation, slug: string): FileEdit[] {
  return createReplaceEdits(at, toJsonString(slug));
}

/** Whether the component ignores an attribute with this name. */
export function isUnknownProp(component: Component, name: string): boolean {
  return !component.props.has(name) && !isCommonProp(name);
}

/**
 * Returns the prop that the author most likely meant instead of an unknown one, or undefined if there is none or if the
 * tag already sets it.
 */
export function findIntendedProp(component: Component, tag: PageTag, attribute: PageAttribute): string | undefined {
  const { name } = attribute;
  const suggestedProps = [...component.props.values()].filter(
    (prop) => !prop.isUnlisted && !getAttribute(tag, prop.name),
  );
  const suggestion =
    propByAlias.get(`${component.name}.${name}`) ??
    findNearestName(
      name,
      suggestedProps.map((prop) => prop.name),
    );
  const prop = suggestedProps.find((candidate) => candidate.name === suggestion);
  if (!prop) return undefined;
  const { value } = attribute;
  const acceptsValue = prop.type !== "enum" || value?.kind !== "text" || prop.values?.includes(value.text) !== false;
  // With a variant, a callout uses the variant's icon and color, and ignores the props `icon` and `color`.
  const hasOwnAppearance =
    component.name === "Callout" &&
    prop.name === "variant" &&
    ["icon", "color"].some((attributeName) => getAttribute(tag, attributeName));
  return acceptsValue && !hasOwnAppearance ? prop.name : undefined;
}

/** Returns the edits that rename an attribute. A number in quotes, as in `columns="3"`, is put in braces. */
export function createPropRenameEdits(
  { nameRange, value }: PageAttribute,
  prop: Pick<ComponentProp, "name" | "type" | "values"> | undefined,
  newName: string,
): TextEdit[] {
  const isNumeric = prop?.type === "number" || (prop?.values?.every((text) => /^\d+$/.test(text)) ?? false);
  const isNumberInQuotes =
    isNumeric && value?.kind === "text" && /^\d+$/.test(value.text) && value.fullRange.end === value.range.end + 1;
  return [
    { range: nameRange, newText: newName },
    ...(isNumberInQuotes ? [{ range: value.fullRange, newText: `{${value.text}}` }] : []),
  ];
}

/** Incorrect names that authors use for props, mapped to the correct names. */
const propByAlias: ReadonlyMap<string, string> = new Map([
  ["Callout.type", "variant"],
  ["CardGroup.columns", "cols"],
  ["Icon.name", "icon"],
  ["Columns.columns", "cols"],
  ["Update.date", "label"],
  ["Tooltip.content", "tip"],
  ["Tooltip.text", "tip"],
  ["CodeBlock.lang", "language"],
  ["CodeBlock.title", "filename"],
]);

/**
 * Returns the URL with another path but the same query and fragment. Characters in the path that could end the link are
 * percent-encoded.
 */
export function replacePath(url: string, path: string): string {
  const queryAndFragment = /[?#].*$/s.exec(url)?.[0] ?? "";
  return `${encodeReservedCharacters(path)}${queryAndFragment}`;
}

export function encodeReservedCharacters(path: string): string {
  return path.replace(/[\s"'<>(){}[\]\\^`|%#?]/g, percentEncodeCharacter);
}

/** Returns the URL with the nearest anchor on the suggested page, or without an anchor if the page has no similar one. */
export function fixAnchor(site: Site, suggestion: string, url: string, guess: SuggestionSource): string {
  const anchor = /#(.+)$/s.exec(url)?.[1];
  const target = anchor === undefined ? undefined : resolveLink(site, suggestion, undefined);
  const missingAnchor =
    anchor !== undefined && target?.kind === "page" ? findMissingAnchorOnPage(target.file, anchor, site) : undefined;
  if (anchor === undefined || !missingAnchor) return url;
  // Pages with many anchors and links would take long, so only a limited number of anchors is compared.
  const id = guess(`${missingAnchor.page}\n#${anchor}`, () => findNearestAnchor(anchor, missingAnchor.anchors) ?? "");
  return id === undefined ? url : url.replace(/#.*$/s, () => (id === "" ? "" : `#${toFragment(id)}`));
}

/** Returns the edits that replace the link at this location, or no edits if the link can't be replaced safely. */
export function createLinkFixEdits(at: SiteLocation, writeAs: unknown, url: string): FileEdit[] {
  const isSupportedSyntax = writeAs === "json" || writeAs === "entities" || writeAs === "plain";
  return isSupportedSyntax ? createReplaceEdits(at, formatLink(url, writeAs)) : [];
}

/**
 * Yields the fix that replaces a link, if the finding contains the data from `createLinkFixData`. `isSafe` has the same
 * meaning as in `Fix`.
 */
export function* createLinkFix({ at, data }: Finding, options: Pick<Fix, "isSafe"> = {}): Generator<Fix<"use">> {
  const newUrl = data?.["use"];
  if (typeof newUrl === "string")
    yield {
      title: "use",
      args: { near: newUrl },
      edits: createLinkFixEdits(at, data?.["writeAs"], newUrl),
      ...options,
    };
}

/** Yields the fix that changes all links to the same target. The links keep their queries and fragments. */
export function createLinkGroupFix(findings: readonly Finding[]): Generator<Fix<"useAll">> {
  return createGroupFix(
    findings,
    ({ data }) => String(data?.["use"] ?? "").replace(/[?#].*$/s, ""),
    (finding) => [...createLinkFix(finding)].flatMap(({ edits }) => edits),
  );
}

/**
 * Returns the data that a link's fix needs to replace the link. Characters in the new URL that could end the link are
 * percent-encoded.
 */
export function createLinkFixData({ encoding }: LinkReference, newUrl: string): Readonly<Record<string, string>> {
  return encoding === undefined ? {} : { use: encodeUrl(newUrl), writeAs: encoding };
}
