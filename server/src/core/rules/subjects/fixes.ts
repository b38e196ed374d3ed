import { quoted } from "../../config/json/json-edit.ts";
import type { NavEntry } from "../../config/settings/navigation.ts";
import type { Component } from "../../page/components/component.ts";
import { isCommonProp } from "../../page/components/components.ts";
import type { ModuleExport, PageAttribute, PageReferences, PageTag } from "../../page/page.ts";
import { type Redirect, redirectsOf } from "../../site/links/redirects.ts";
import { generatedAt, pageAt } from "../../site/links/resolve-link.ts";
import { importNameOfFile } from "../../site/pages/imports.ts";
import {
  isPortableSlug,
  isSnippet,
  newPageText,
  publishedPages,
  titleOfSlug,
} from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { vendorExtension } from "../../site/specs/generated-page-plan.ts";
import { generatedPages } from "../../site/specs/generated-pages.ts";
import { endpointEntries } from "../../site/specs/operation-references.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import { insertKey } from "../../spec/edit-spec.ts";
import type { OperationOutline } from "../../spec/spec-outline.ts";
import { findNearestNames } from "../../text/similarity.ts";
import { withoutPageExtension } from "../../text/site-path.ts";
import {
  endOfLine,
  type FileEdit,
  type SiteLocation,
  type SitePath,
  type TextEdit,
} from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { type Finding, removeAt, replaceAt } from "../rule.ts";
import { getAttribute } from "./page-subjects.ts";
import { addToGroup } from "../../text/maps.ts";

/** Returns a suggestion for a name, which is either cached or computed by `guess`. */
export type SuggestionSource<Found = string> = (
  name: string,
  guess: () => Found | undefined,
) => Found | undefined;

/**
 * The maximum number of names for which suggestions are computed. For each suggestion, a name is compared with hundreds
 * of others, and authors don't fix more names than this at once.
 */
const maxGuessed = 200;

/**
 * Computes suggestions once per name, and only for a limited number of names. A new limit is created for each check of
 * a subject, so that a file's results don't depend on which other files were checked before.
 */
export function limitSuggestions<Found = string>(): SuggestionSource<Found> {
  const known = new Map<string, Found | undefined>();
  return (name, guess) => {
    if (known.has(name) || known.size >= maxGuessed) return known.get(name);
    const found = guess();
    known.set(name, found);
    return found;
  };
}

/** Returns the data that `redirectOf` needs to find the redirect again. */
export function redirectData({ index }: Redirect): { readonly redirect: number } {
  return { redirect: index };
}

/** Returns a finding's redirect, or undefined if the redirects have changed. */
export function redirectOf({ at, data }: Finding, site: Site): Redirect | undefined {
  const index = data?.["redirect"];
  const redirect = typeof index === "number" ? redirectsOf(site)[index] : undefined;
  if (!redirect || redirect.node.file !== at.file) return undefined;
  const { start, end } = redirect.node.range;
  return start <= at.range.start && at.range.end <= end ? redirect : undefined;
}

/** Removes the complete redirect. */
export function removeRedirect(finding: Finding, site: Site): FileEdit[] {
  const redirect = redirectOf(finding, site);
  return redirect ? removeAt(site.config, { file: redirect.node.file, range: redirect.node.range }) : [];
}

/** A file from which a page can import a given name. */
export interface ImportOffer {
  readonly file: SitePath;
  /** `default`, or the export's name. */
  readonly imported: string;
}

/**
 * Returns up to five files from which the page `from` can import a component with this name. Files in the page's own
 * folders, such as its language folder, come first, followed by those nearest to the site's folder.
 */
export function importsFor(site: Site, name: string, from: SitePath): readonly ImportOffer[] {
  const offers = importsByName(site.pages)(site.scripts).get(name) ?? [];
  const folders = new Set(from.split("/").slice(0, -1));
  const rank = ({ file }: ImportOffer) => {
    const path = file.split("/").slice(0, -1);
    return path.length - 10 * path.filter((folder) => folders.has(folder)).length;
  };
  return offers.toSorted((a, b) => rank(a) - rank(b)).slice(0, 5);
}

const importsByName = derive((pages: Site["pages"]) =>
  derive((scripts: Site["scripts"]): ReadonlyMap<string, readonly ImportOffer[]> => {
    const byName = new Map<string, ImportOffer[]>();
    const add = (name: string, offer: ImportOffer) => addToGroup(byName, name, offer);
    const addAll = (file: SitePath, exports: readonly ModuleExport[]) => {
      for (const { name, isComponent } of exports)
        if (isComponent && name !== "default") add(name, { file, imported: name });
    };
    for (const { path, exports } of scripts.values()) {
      addAll(path, exports);
      if (exports.some(({ name }) => name === "default"))
        add(importNameOfFile(path), { file: path, imported: "default" });
    }
    const { importedBy } = publishedPages(pages);
    for (const { path, exports } of pages.values()) {
      if (!isSnippet(path) && !importedBy.has(path)) continue;
      addAll(path, exports);
      if (!exports.some(({ name }) => name === importNameOfFile(path)))
        add(importNameOfFile(path), { file: path, imported: "default" });
    }
    return byName;
  }),
);

/** Adds an import after the existing imports or, if the page has no imports, below the frontmatter. */
export function addImport(page: PageReferences, { file, imported }: ImportOffer, local: string): FileEdit {
  const clause =
    imported === "default" ? local : imported === local ? `{ ${local} }` : `{ ${imported} as ${local} }`;
  const { at, newText } = placed(page, `import ${clause} from "/${file}";`);
  return { kind: "edit", file: page.path, edits: [{ range: { start: at, end: at }, newText }] };
}

/**
 * Returns the edit that inserts an import. Blank lines separate it from text, which would otherwise be parsed as code.
 */
function placed({ text, eol, imports, frontmatter }: PageReferences, statement: string) {
  const last = imports.at(-1);
  if (last) return { at: endOfLine(text, last.range.end), newText: eol + statement };
  const end = frontmatter.range?.end;
  if (end === undefined) return { at: 0, newText: statement + eol + eol };
  const at = endOfLine(text, end);
  const isApart = /^(\r\n|\n|\r)[ \t]*(\r|\n|$)|^$/.test(text.slice(at, at + 200));
  return { at, newText: eol + eol + statement + (isApart ? "" : eol) };
}

/**
 * Sets `href` in the vendor extension of the operation that `entry` lists. The value is the current path of the
 * operation's page, or a similar path if a file has that path. Returns undefined if the specification is remote or has
 * no simple position for it.
 */
export function moveOwnPage(
  operation: OperationOutline,
  entry: NavEntry,
  site: Site,
): { readonly args: { readonly href: string }; readonly edits: readonly FileEdit[] } | undefined {
  const listed = endpointEntries(site).find((candidate) => candidate.entry === entry);
  const page = generatedPages(site).find(({ node }) => node === entry);
  if (listed?.resolution.kind !== "found" || !page) return undefined;
  const file = operation.file ?? listed.resolution.spec.path;
  const slug = freeAddress(page.slug, operation, site);
  if (isRemoteSpec(file) || slug === undefined) return undefined;
  const href = `/${slug}`;
  const edit = editOf(operation, href, site);
  return edit && { args: { href }, edits: [{ kind: "edit", file, edits: [edit] }] };
}

function editOf(operation: OperationOutline, href: string, site: Site): TextEdit | undefined {
  const own = vendorExtension(operation, site.profile);
  if (own) return own.insertAt && !own.hrefRange ? insertKey(own.insertAt, "href", href) : undefined;
  const [key] = site.profile.vendorExtensions;
  const isThere = operation.extensions.some(({ key: other }) =>
    site.profile.vendorExtensions.includes(other),
  );
  // If an extension is ignored because of an error, its `href` would also be ignored.
  if (key === undefined || isThere || !operation.insertAt) return undefined;
  return insertKey(operation.insertAt, key, { href });
}

/**
 * Returns the slug, or a similar one if another page has it. Returns undefined if no similar slug is free or if the
 * slug contains characters that would have to be escaped.
 */
function freeAddress(slug: string, operation: OperationOutline, site: Site): string | undefined {
  if (/[?#\s]/.test(slug)) return undefined;
  const names = [
    slug,
    `${slug}-reference`,
    ...Array.from({ length: 9 }, (_, i) => `${slug}-reference-${i + 1}`),
  ];
  return names.find((name) => {
    if (pageAt(site.pages, name)) return false;
    const target = generatedAt(site, name)?.target;
    return !target || (target.kind !== "channel" && target.operation === operation);
  });
}

/**
 * Creates the page with a title. Returns undefined if a page can't be created there or its name isn't valid on every
 * operating system.
 */
export function createPage(site: Site, slug: string): FileEdit | undefined {
  const file = `${withoutPageExtension(slug)}.mdx`;
  const isPossible =
    slug !== "" && isPortableSlug(slug) && !isSnippet(file) && !site.isIgnored(file) && !site.files.has(file);
  return isPossible
    ? { kind: "create", file, text: newPageText(titleOfSlug(withoutPageExtension(slug))) }
    : undefined;
}

/** Replaces the string at this location with another page path. */
export function namePage(at: SiteLocation, slug: string): FileEdit[] {
  return replaceAt(at, quoted(slug));
}

/** Whether the component ignores an attribute with this name. */
export function isUnknownProp(component: Component, name: string): boolean {
  return !component.props.has(name) && !isCommonProp(name);
}

/** Returns the prop that the author most likely meant instead of an unknown one, unless that prop is also set. */
export function meantProp(component: Component, tag: PageTag, attribute: PageAttribute): string | undefined {
  const { name } = attribute;
  const offered = [...component.props.values()].filter(
    (prop) => !prop.unlisted && !getAttribute(tag, prop.name),
  );
  const near =
    otherNames.get(`${component.name}.${name}`) ??
    findNearestNames(
      name,
      offered.map((prop) => prop.name),
    );
  const prop = offered.find((each) => each.name === near);
  if (!prop) return undefined;
  const { value } = attribute;
  const fits = prop.type !== "enum" || value?.kind !== "text" || prop.values?.includes(value.text) !== false;
  // A callout with a variant uses the icon and color of the variant and ignores the props `icon` and `color`.
  const isOwnLook =
    component.name === "Callout" &&
    prop.name === "variant" &&
    ["icon", "color"].some((own) => getAttribute(tag, own));
  return fits && !isOwnLook ? prop.name : undefined;
}

/** Incorrect prop names that sites use, and the correct ones. */
const otherNames: ReadonlyMap<string, string> = new Map([
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
