import type { PageOutline, PageReferences } from "../../page/page.ts";
import { addToGroup, derive, groupBy } from "../../text/maps.ts";
import { getFileName, getFolderPath, resolveSitePath } from "../../text/site-path.ts";
import type { FileEdit, SiteLocation, SitePath } from "../../text/text-edit.ts";

/** The pages that a site's files define. They're determined before any file is read. */
export interface PageSlugs {
  /**
   * The file of each page. For example, `guides/start` is in `guides/start.mdx`. If both `x.mdx` and `x.md` exist, the
   * first one is used.
   */
  readonly fileBySlug: ReadonlyMap<string, SitePath>;
  /** Maps lowercase paths to pages. Used to find paths that differ only in case. */
  readonly slugsByLowerCase: ReadonlyMap<string, readonly string[]>;
  /** The pages, keyed by folder (`""` for the root). `slugsByName` is keyed by the last segment of a page's path. */
  readonly slugsByFolder: ReadonlyMap<string, readonly string[]>;
  readonly slugsByName: ReadonlyMap<string, readonly string[]>;
}

/**
 * Whether the file is in `snippets/`, or in `_snippets/` on older sites. Files in these folders are imported by pages
 * and are never pages themselves.
 */
export function isSnippet(path: string): boolean {
  return path.startsWith("snippets/") || path.startsWith("_snippets/");
}

/** Cached for each list of files. */
export const getPageSlugs = derive((files: ReadonlySet<SitePath>): PageSlugs => {
  const fileBySlug = new Map<string, SitePath>();
  for (const file of files) {
    const slug = getPageSlug(file);
    if (slug !== undefined && !(fileBySlug.has(slug) && file.endsWith(".md"))) fileBySlug.set(slug, file);
  }
  const slugs = [...fileBySlug.keys()];
  return {
    fileBySlug,
    slugsByLowerCase: groupBy(slugs, (slug) => slug.toLowerCase()),
    slugsByFolder: groupBy(slugs, getFolderPath),
    slugsByName: groupBy(slugs, getFileName),
  };
});

/**
 * Maps paths with accented letters in composed form to pages, because macOS stores these letters in decomposed form.
 */
export const indexSlugsByComposedForm = derive(
  (files: ReadonlySet<SitePath>): ReadonlyMap<string, string> =>
    new Map([...getPageSlugs(files).fileBySlug.keys()].map((slug) => [slug.normalize("NFC"), slug])),
);

/**
 * Returns the slug of a page file, such as `guides/start` for `guides/start.mdx`, or undefined if the file isn't a
 * page.
 */
export function getPageSlug(file: SitePath): string | undefined {
  return /\.mdx?$/.test(file) && !isSnippet(file) ? file.replace(/\.mdx?$/, "") : undefined;
}

type PagesByPath = ReadonlyMap<SitePath, PageOutline>;

/** The files that are pages on the published site, and the files that pages import. */
export interface PublishedPages {
  /** Maps each slug, such as `guides/start`, to its page. If both `x.mdx` and `x.md` exist, the first one is used. */
  readonly pagesBySlug: ReadonlyMap<string, PageOutline>;
  /** Maps lowercase slugs to pages. Used to find links that differ only in case. */
  readonly pagesByLowerCase: ReadonlyMap<string, readonly PageOutline[]>;
  /** Maps each imported file to the files that import it. An imported file is a snippet, not a page. */
  readonly importersByFile: ReadonlyMap<SitePath, readonly SitePath[]>;
}

/** Cached for each set of page outlines. */
export const getPublishedPages = derive((pages: PagesByPath): PublishedPages => {
  const importersByFile = groupImportersByFile(pages);
  const pagesBySlug = new Map<string, PageOutline>();
  for (const page of pages.values()) {
    const slug = getPageSlug(page.path);
    if (slug === undefined || importersByFile.has(page.path)) continue;
    if (!(pagesBySlug.has(slug) && page.path.endsWith(".md"))) pagesBySlug.set(slug, page);
  }
  const pagesByLowerCase = new Map<string, PageOutline[]>();
  for (const [slug, page] of pagesBySlug) addToGroup(pagesByLowerCase, slug.toLowerCase(), page);
  return { pagesBySlug, pagesByLowerCase, importersByFile };
});

/** Whether this file is a page with its own URL. */
export function isPublished(pages: PagesByPath, path: SitePath): boolean {
  const slug = getPageSlug(path);
  return slug !== undefined && getPublishedPages(pages).pagesBySlug.get(slug)?.path === path;
}

/**
 * Returns a page's URLs relative to the site's URL, starting with the most common one. The navigation entry `guides`
 * doesn't refer to `guides/index`, but readers can open that page at `/guides`.
 */
export function listUrls(slug: string): readonly string[] {
  if (slug === "index") return ["/", "/index"];
  return slug.endsWith("/index") ? [`/${slug}`, `/${slug.slice(0, -"/index".length)}`] : [`/${slug}`];
}

function groupImportersByFile(pages: PagesByPath): Map<SitePath, SitePath[]> {
  const importersByFile = new Map<SitePath, SitePath[]>();
  for (const { path, imports } of pages.values())
    for (const source of imports) {
      const file = findImportedFile(source, path);
      if (file === undefined || file === path) continue;
      addToGroup(importersByFile, file, path);
    }
  return importersByFile;
}

/**
 * Returns the file that an import refers to. `/x` starts at the root, and `./x` is relative to the page. Returns
 * undefined for any other source, because it refers to a package.
 */
export function findImportedFile(source: string, page: SitePath): SitePath | undefined {
  if (!/^\.{0,2}\//.test(source)) return undefined;
  const result = resolveSitePath(source, getFolderPath(page));
  return result.ok ? result.path : undefined;
}

/**
 * Returns a title for a slug, such as `Getting started` for `guides/getting-started` or `Guides` for `guides/index`.
 */
export function toTitle(slug: string): string {
  const name =
    getFileName(slug) === "index" && getFolderPath(slug) !== "" ? getFileName(getFolderPath(slug)) : getFileName(slug);
  const title = name.replace(/[-_.\s]+/g, " ").trim();
  return title === "" ? "Untitled" : title.charAt(0).toUpperCase() + title.slice(1);
}

/**
 * Returns the text of a new page that has only frontmatter. Values are written as JSON strings, because these are also
 * valid in YAML.
 */
export function createPageText(title: string, extraFields: Readonly<Record<string, string>> = {}): string {
  const fields = Object.entries({ title, ...extraFields }).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `---\n${fields.join("")}---\n`;
}

/** Whether a page with this path can be created on all common operating systems. */
export function isPortableSlug(slug: string): boolean {
  return slug
    .split("/")
    .every(
      (name) =>
        name.length <= 200 && !/[<>:"|?*\\]|[. ]$|^ /.test(name) && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name),
    );
}

/**
 * Returns the location where a problem with an entire page is reported: the page's title, the line that opens the
 * frontmatter, the page's first heading, or the start of the file.
 */
export function getPageHeadLocation({ path, frontmatter, headings }: PageReferences): SiteLocation {
  const titleField = frontmatter.fields.get("title");
  if (titleField)
    return {
      file: path,
      range: { start: titleField.keyRange.start, end: Math.max(titleField.keyRange.end, titleField.valueRange.end) },
    };
  const start = frontmatter.range?.start;
  if (start !== undefined) return { file: path, range: { start, end: start + 3 } };
  return { file: path, range: headings[0]?.range ?? { start: 0, end: 0 } };
}

/** Returns edits that set a frontmatter field to a YAML value, or an empty list if the frontmatter can't be read. */
export function createFieldEdits({ path, frontmatter, eol }: PageReferences, key: string, value: string): FileEdit[] {
  const createEdit = (start: number, end: number, newText: string): FileEdit[] => [
    { kind: "edit", file: path, edits: [{ range: { start, end }, newText }] },
  ];
  const field = frontmatter.fields.get(key);
  if (field) {
    const { start, end } = field.valueRange;
    return createEdit(start, end, start === end ? ` ${value}` : value);
  }
  if (!frontmatter.range) return createEdit(0, 0, `---${eol}${key}: ${value}${eol}---${eol}${eol}`);
  if (!frontmatter.contentRange || frontmatter.problems.length > 0) return [];
  const { start, end } = frontmatter.contentRange;
  return start === end
    ? createEdit(start, end, `${key}: ${value}${eol}`)
    : createEdit(end, end, `${eol}${key}: ${value}`);
}

/** Returns edits that remove a frontmatter field. If the line contains nothing else, the line is removed, too. */
export function createFieldRemoval({ path, frontmatter, eol }: PageReferences, key: string): FileEdit[] {
  const field = frontmatter.fields.get(key);
  if (!field || !frontmatter.contentRange) return [];
  let { start } = field.keyRange;
  let { end } = field.valueRange;
  const isFollowedByField = [...frontmatter.fields.values()].some(
    ({ keyRange }) => keyRange.start === end + eol.length,
  );
  if (isFollowedByField) end += eol.length;
  else if (end === frontmatter.contentRange.end && start > frontmatter.contentRange.start) start -= eol.length;
  return [{ kind: "edit", file: path, edits: [{ range: { start, end }, newText: "" }] }];
}

/**
 * Maps normalized titles to pages. Titles that several pages share, and titles with fewer than four characters, are
 * omitted.
 */
export const indexPagesByTitle = derive((pages: PagesByPath): ReadonlyMap<string, string> => {
  const slugsByTitle = new Map<string, string>();
  const sharedTitles = new Set<string>();
  for (const [slug, { fields }] of getPublishedPages(pages).pagesBySlug) {
    const title = fields.get("title");
    const normalizedTitle = typeof title === "string" ? normalizeTitle(title) : "";
    if (slugsByTitle.has(normalizedTitle)) sharedTitles.add(normalizedTitle);
    else if (normalizedTitle.length >= 4) slugsByTitle.set(normalizedTitle, slug);
  }
  for (const normalizedTitle of sharedTitles) slugsByTitle.delete(normalizedTitle);
  return slugsByTitle;
});

export function normalizeTitle(text: string): string {
  const lowerCaseText = text.toLowerCase();
  return lowerCaseText.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
