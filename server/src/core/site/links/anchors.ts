import { maxHeadingLength } from "../../page/headings.ts";
import { maxHeadings } from "../../page/page-findings.ts";
import type { Heading, PageOutline, ScriptOutline } from "../../page/page.ts";
import type { UnknownAnchor } from "../../page/unknown-anchors.ts";
import { cleanFragment, decodeFragment, encodeFragment, normalizeAnchor } from "../../text/decode-text.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { getSnippetPaths } from "../navigation/used-files.ts";
import { findImportedFile, getPublishedPages } from "../pages/pages.ts";
import { type Site, createSiteView } from "../site.ts";
import { getFinalTarget, mayContainGeneratedPage } from "./resolve-link.ts";
import type { TargetOnPage } from "./links.ts";
import { endpointFields } from "../specs/operation-references.ts";

/** The heading anchors on a page. */
export interface Anchors {
  /** The anchors of the published page in page order, including those of imported snippets. */
  readonly ids: readonly string[];
  /** Whether the list is complete. If it isn't, the service or a script generates part of the page. */
  readonly isComplete: boolean;
  /**
   * Whether a link that ends in `#<fragment>` leads to an anchor on the page. Also true if `fragment` is too long to be
   * checked.
   */
  readonly has: (fragment: string) => boolean;
  /**
   * Whether a link that ends in `#<fragment>` may lead to an anchor that exists only after the page's code runs, or
   * whether a script of the site handles such links.
   */
  readonly mayHaveAnchor: (fragment: string) => boolean;
  /** The page and all files that it imports, directly or indirectly, without duplicates. */
  readonly parts: readonly PageOutline[];
  /** Returns how many times a part appears on the page. */
  readonly getCopyCount: (part: SitePath) => number;
}

/**
 * Returns the anchors on a page, including those in files that the page imports directly or indirectly. Cached for each
 * set of outlines.
 */
export function getPageAnchors(site: Pick<Site, "pages" | "scripts">, page: SitePath): Anchors {
  return getAnchors(site)(page);
}

const getAnchors = createSiteView(["pages", "scripts"], (site) => {
  const anchorsByPage = new Map<SitePath, Anchors>();
  return (page: SitePath): Anchors => {
    const anchors = anchorsByPage.get(page) ?? collectAnchors(site, page);
    anchorsByPage.set(page, anchors);
    return anchors;
  };
});

const maxParts = 200;

/** The IDs that exist on every page: those of the page's top, title, and content column. */
const builtInIds: ReadonlySet<string> = new Set(["", "top", "page-title", "content", "content-area"]);

function collectAnchors(site: Pick<Site, "pages" | "scripts">, page: SitePath): Anchors {
  const { parts, scriptAnchors, isComplete } = listParts(site, page);
  let copyCountsByPath: ReadonlyMap<SitePath, number> | undefined;
  const getCopyCount = (part: SitePath) => (copyCountsByPath ??= countCopies(parts, page, site.pages)).get(part) ?? 1;
  const ids = parts.flatMap(({ headings, anchors }) => [...headings.map(({ id }) => id), ...anchors]);
  const exactIds = new Set(ids.filter((id) => id !== ""));
  let matchesSpelling: ((fragment: string) => boolean) | undefined;
  let isPossibleAnchor: ((fragment: string) => boolean) | undefined;
  return {
    ids: [...exactIds],
    isComplete,
    parts,
    getCopyCount,
    mayHaveAnchor: (fragment) =>
      footnoteIdPattern.test(fragment) ||
      collectHandledAnchors(site.scripts).has(fragment) ||
      (isPossibleAnchor ??= createUnknownAnchorCheck(parts, scriptAnchors))(removeTextFragment(fragment)),
    has: (rawFragment) => {
      const fragment = removeTextFragment(rawFragment);
      // Headings of this length aren't read completely, so their anchors can't be checked.
      if (fragment.length >= maxHeadingLength) return true;
      // Almost all links use the exact anchor, so the slower checks rarely run.
      return (
        exactIds.has(fragment) ||
        matchesId(fragment, exactIds) ||
        (matchesSpelling ??= createSpellingCheck(parts, getCopyCount))(fragment)
      );
    },
  };
}

/** Matches the IDs of footnotes, of the references to them, and of their heading. Outlines don't contain them. */
const footnoteIdPattern = /^(?:user-content-fn(?:ref)?-.|footnote-label$)/;

/** The anchors that any script of the site handles. The service loads the scripts in the site's folder on all pages. */
const collectHandledAnchors = derive(
  (scripts: Site["scripts"]): ReadonlySet<string> =>
    new Set([...scripts.values()].flatMap(({ handledAnchors }) => handledAnchors)),
);

/** The maximum number of pages in a folder whose anchors are checked. In larger folders, any anchor may exist. */
const maxFolderPages = 200;

/**
 * Whether any page in a folder has or may have an anchor. Only the navigation determines which of the pages a link to
 * the folder opens.
 */
export function mayBeInFolder(site: Pick<Site, "pages" | "scripts">, folder: string, anchor: string): boolean {
  const pages = groupPagesBelow(site.pages).get(folder) ?? [];
  return (
    pages.length > maxFolderPages ||
    pages.some((path) => {
      const { isComplete, has, mayHaveAnchor } = getPageAnchors(site, path);
      return !isComplete || has(anchor) || mayHaveAnchor(anchor);
    })
  );
}

/** Returns the pages in a folder and its subfolders. In a folder with more than `maxFolderPages`, returns none. */
export function listPagesInFolder(pages: Site["pages"], folder: string): readonly SitePath[] {
  const paths = groupPagesBelow(pages).get(folder) ?? [];
  return paths.length > maxFolderPages ? [] : paths;
}

/** The pages in each folder and its subfolders. */
const groupPagesBelow = derive((pages: Site["pages"]): ReadonlyMap<string, readonly SitePath[]> => {
  const pagesByFolder = new Map<string, SitePath[]>();
  for (const [slug, { path }] of getPublishedPages(pages).pagesBySlug)
    for (let folder = getFolderPath(slug); folder !== ""; folder = getFolderPath(folder))
      addToGroup(pagesByFolder, folder, path);
  return pagesByFolder;
});

/**
 * Whether a browser finds an element with this ID. Browsers first compare the fragment as it appears in the URL, and
 * then its percent-decoded form. Both comparisons are case-sensitive.
 */
function matchesId(fragment: string, ids: ReadonlySet<string>): boolean {
  return ids.has(encodeFragment(fragment)) || ids.has(decodeFragment(fragment));
}

/**
 * Returns a function that checks whether the service finds a generated anchor for a link's fragment. The service
 * normalizes anchors and fragments in the same way.
 */
function createSpellingCheck(
  parts: readonly PageOutline[],
  getCopyCount: Anchors["getCopyCount"],
): (fragment: string) => boolean {
  const generatedIds = new Set<string>();
  // How an anchor is generated from a title depends on the component, so only the words are compared.
  const titles = new Set<string>();
  const elementIds = new Set(parts.flatMap(({ exactAnchors }) => exactAnchors));
  const headingCountsByName = new Map<string, number>();
  const componentCountsByName = new Map<string, number>();
  const removeNumber = (id: string) => id.replace(/-\d+$/, "");
  for (const { path, headings, anchors, exactAnchors } of parts) {
    const exactAnchorSet = new Set(exactAnchors);
    for (const anchor of anchors)
      componentCountsByName.set(
        removeNumber(anchor),
        (componentCountsByName.get(removeNumber(anchor)) ?? 0) + getCopyCount(path),
      );
    for (const { id } of headings) {
      generatedIds.add(id);
      headingCountsByName.set(removeNumber(id), (headingCountsByName.get(removeNumber(id)) ?? 0) + getCopyCount(path));
    }
    for (const anchor of anchors)
      if (!exactAnchorSet.has(anchor))
        for (const spelling of [anchor, removeAccents(anchor)]) titles.add(toDashedText(spelling));
  }
  const isRepeated = (id: string) => {
    // The headings and components in snippets are numbered together with those of the page. The order in which they're
    // numbered can't be determined. The second heading has the number 2, but the second accordion has the number 1.
    const [, unnumberedId, count] = /^(.+)-(\d+)$/.exec(id) ?? [];
    if (unnumberedId === undefined || parts.length === 1) return false;
    const isHeading = Number(count) > 1 && Number(count) <= (headingCountsByName.get(unnumberedId) ?? 0);
    return isHeading || (Number(count) > 0 && Number(count) <= (componentCountsByName.get(unnumberedId) ?? 1) - 1);
  };
  return (fragment) => {
    const id = normalizeAnchor(fragment);
    return (
      builtInIds.has(id) ||
      id.toLowerCase() === "top" ||
      generatedIds.has(id) ||
      elementIds.has(cleanFragment(fragment)) ||
      titles.has(toDashedText(id)) ||
      isRepeated(id)
    );
  };
}

/**
 * Returns a function that checks whether an anchor could be generated by code in the parts. Such an anchor is known
 * only after the code runs.
 */
function createUnknownAnchorCheck(
  parts: readonly PageOutline[],
  scriptAnchors: readonly UnknownAnchor[],
): (fragment: string) => boolean {
  const prefixes: string[] = [];
  const titles = new Set<string>();
  const partAnchors = parts.flatMap(({ unknownAnchors }, index) => listPossibleAnchors(unknownAnchors, index > 0));
  for (const anchor of new Set([...partAnchors, ...scriptAnchors])) {
    const dashedText = toDashedText(anchor).toLowerCase();
    if (anchor.endsWith("*")) prefixes.push(dashedText);
    else titles.add(dashedText);
  }
  return (fragment) => {
    const dashedText = toDashedText(fragment).toLowerCase();
    return (
      titles.has(dashedText) ||
      titles.has(dashedText.replace(/-\d+$/, "")) ||
      prefixes.some((prefix) => dashedText.startsWith(prefix))
    );
  };
}

/** Returns the anchors that a file can have on its own page or, if `isIncluded` is true, on a page that includes it. */
function listPossibleAnchors(unknownAnchors: readonly UnknownAnchor[], isIncluded: boolean): readonly UnknownAnchor[] {
  return unknownAnchors.flatMap((anchor) => {
    if (!anchor.startsWith("{")) return anchor;
    return isIncluded ? anchor.slice(1) : [];
  });
}

/**
 * Returns the page and all files that it imports and displays, without duplicates, and the anchors of scripts. Files
 * that can't be read, or that are generated by other tools, may contain any anchor.
 */
function listParts(
  { pages, scripts }: Pick<Site, "pages" | "scripts">,
  page: SitePath,
): { parts: readonly PageOutline[]; scriptAnchors: readonly UnknownAnchor[]; isComplete: boolean } {
  const scriptAnchors: UnknownAnchor[] = [];
  const partsByPath = new Map<SitePath, PageOutline>();
  const paths = new Set<SitePath>();
  let isComplete = true;
  const visitScript = ({ path, imports, exportsAll, ...anchorProperties }: ScriptOutline): void => {
    if (paths.has(path)) return;
    paths.add(path);
    scriptAnchors.push(...anchorProperties.unknownAnchors);
    isComplete &&= !exportsAll && !anchorProperties.mayHaveAnchors && paths.size < maxParts;
    for (const source of imports) if (isComplete && !/^react(\/|$)/.test(source)) visit(findImportedFile(source, path));
  };
  const visit = (path: SitePath | undefined): void => {
    const outline = path === undefined ? undefined : pages.get(path);
    const script = path === undefined ? undefined : scripts.get(path);
    if (script) visitScript(script);
    else if (!outline || partsByPath.size >= maxParts) isComplete = false;
    else if (!partsByPath.has(outline.path)) {
      partsByPath.set(outline.path, outline);
      const unusedImports = new Set(outline.unusedImports);
      for (const source of outline.imports)
        if (!unusedImports.has(source)) visit(findImportedFile(source, outline.path));
      if (outline.fields.has("api")) scriptAnchors.push(...apiAnchors);
      for (const file of outline.snippets) visit(resolveLegacySnippet(file, pages));
      isComplete &&=
        !listPossibleAnchors(outline.unknownAnchors, outline.path !== page).includes("*") &&
        !hasGeneratedContent(outline) &&
        Math.max(outline.headings.length, outline.anchors.length) < maxHeadings;
    }
  };
  visit(page);
  return { parts: [...partsByPath.values()], scriptAnchors, isComplete };
}

/** The maximum number of copies that are counted. Links aren't expected to have higher numbers. */
const maxCopies = 1000;

/**
 * Returns how many times each part appears on the page. Several tags on the page and in its snippets can include the
 * same file.
 */
function countCopies(
  parts: readonly PageOutline[],
  page: SitePath,
  pages: Site["pages"],
): ReadonlyMap<SitePath, number> {
  const parentsByFile = new Map<SitePath, SitePath[]>();
  for (const { path, imports, repeatedImports, snippets } of parts) {
    const files = [
      ...[...imports, ...repeatedImports].map((source) => findImportedFile(source, path)),
      ...snippets.map((file) => resolveLegacySnippet(file, pages)),
    ];
    for (const file of files) {
      if (file === undefined || file === path) continue;
      addToGroup(parentsByFile, file, path);
    }
  }
  const copyCountsByPath = new Map<SitePath, number>([[page, 1]]);
  const count = (path: SitePath): number => {
    const existingCount = copyCountsByPath.get(path);
    if (existingCount !== undefined) return existingCount;
    // A snippet that includes itself is shown only once.
    copyCountsByPath.set(path, 0);
    let total = 0;
    for (const parent of parentsByFile.get(path) ?? []) total = Math.min(total + count(parent), maxCopies);
    copyCountsByPath.set(path, Math.max(total, 1));
    return Math.max(total, 1);
  };
  for (const { path } of parts) count(path);
  return copyCountsByPath;
}

/**
 * Returns the file that `<Snippet file="note.mdx" />` includes: `_snippets/note.mdx`, or `note.mdx` in another
 * supported location.
 */
export function resolveLegacySnippet(file: string, pages: Site["pages"]): SitePath | undefined {
  return getSnippetPaths(file).find((path) => pages.has(path));
}

/**
 * The frontmatter fields that identify pages whose content is partly generated. For example, the service generates the
 * content for operations and channels from the specification.
 */
const generatedContentFields = [...endpointFields, "graphql", "sdk", "url"];

/**
 * The starts of the anchors that the service may add to a page with an `api` field. They belong to parameters and to
 * the playground. The page's other anchors are in its file.
 */
const apiAnchors: readonly UnknownAnchor[] =
  "authorizations-,authorization-,body-,cookie-,form-,header-,parameter-,param-,path-,query-,response-"
    .split(",")
    .map((prefix): UnknownAnchor => `${prefix}*`);

function hasGeneratedContent({ fields }: PageOutline): boolean {
  return generatedContentFields.some((field) => fields.has(field));
}

/** Returns an anchor without its text fragment, such as `install` for `install:~:text=a`. */
function removeTextFragment(anchor: string): string {
  const index = anchor.indexOf(":~:");
  return index < 0 ? anchor : anchor.slice(0, index);
}

function toDashedText(anchor: string): string {
  return normalizeAnchor(anchor)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Returns text with characters replaced as in the anchors of some components, such as `q-and-a` for `q&a`. */
function removeAccents(text: string): string {
  return text
    .replace(/&/g, "-and-")
    .replace(/[äöü]/g, "$&e")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

/**
 * The anchors that occur in several of a page's files, or in a file that appears on the page several times. The service
 * numbers the headings of a page and of its snippets together. Their order can't be determined, so a link to such an
 * anchor can lead to any of the headings with the same text.
 */
export interface SharedAnchors {
  /** Returns the files that may contain the target of a link that ends in `#<fragment>`. */
  readonly listFiles: (fragment: string) => readonly SitePath[];
  /** Whether a link that ends in `#<fragment>` may lead to one of several headings. */
  readonly isShared: (fragment: string) => boolean;
  /**
   * Whether the anchor's number depends on the order of the files, or whether other copies of the heading have
   * different numbers.
   */
  readonly isNumbered: (anchor: string) => boolean;
  /**
   * Whether two links may lead to the same heading. For example, `#use` and `#use-3` may do so if the page has three
   * headings with the text `Use`.
   */
  readonly areNumberedTogether: (a: string, b: string) => boolean;
}

/** Returns the anchors that occur more than once on a page. Cached for each set of outlines. */
export function getSharedAnchors(site: Pick<Site, "pages" | "scripts">, page: SitePath): SharedAnchors {
  return findSharedAnchors(getPageAnchors(site, page));
}

const findSharedAnchors = derive(({ parts, getCopyCount }: Anchors): SharedAnchors => {
  const countsByName = new Map<string, number>();
  for (const { path, headings } of parts)
    for (const name of listUnnumberedNames(headings))
      countsByName.set(name, (countsByName.get(name) ?? 0) + getCopyCount(path));
  /**
   * Returns the unnumbered names of the headings that may have the anchor. For `use-2`, these names are `use-2` and, if
   * the page has two headings with the text `Use`, `use`.
   */
  const listNames = (anchor: string): readonly string[] => {
    const { name, number } = splitNumber(anchor);
    return number > 1 && number <= (countsByName.get(name) ?? 0) ? [anchor, name] : [anchor];
  };
  const getId = (fragment: string) => normalizeAnchor(removeTextFragment(fragment));
  const findParts = (fragment: string) => {
    const id = getId(fragment);
    const names = listNames(id);
    return parts.filter((part) => hasAnchor(part, id, names));
  };
  return {
    listFiles: (fragment) => findParts(fragment).map(({ path }) => path),
    isShared: (fragment) => {
      const [firstPart, ...otherParts] = findParts(fragment);
      // In the first copy of a file, the anchors have the same numbers as on a page that consists only of that file.
      return otherParts.length > 0 || (firstPart !== undefined && !hasAnchor(firstPart, getId(fragment), []));
    },
    isNumbered: (anchor) => {
      const [firstPart, ...otherParts] = findParts(anchor);
      return otherParts.length > 0 || (firstPart !== undefined && getCopyCount(firstPart.path) > 1);
    },
    areNumberedTogether: (a, b) => {
      const names = listNames(getId(a));
      return listNames(getId(b)).some((name) => names.includes(name));
    },
  };
});

function hasAnchor(part: PageOutline, id: string, names: readonly string[]): boolean {
  const isSameAnchor = (other: string) => other !== "" && normalizeAnchor(other) === id;
  return (
    part.headings.some((heading) => isSameAnchor(heading.id)) ||
    part.anchors.some(isSameAnchor) ||
    listUnnumberedNames(part.headings).some((name) => names.includes(name))
  );
}

/**
 * The anchor of each heading without the number that distinguishes it from earlier headings with the same text. For
 * example, the result is `use` for all headings with the text `Use`.
 */
export const listUnnumberedNames = derive((headings: readonly Pick<Heading, "id">[]): readonly string[] => {
  const ids = new Set<string>();
  return headings.map(({ id }) => {
    const { name, number } = splitNumber(id);
    const unnumberedName = number > 1 && ids.has(name) ? name : id;
    ids.add(unnumberedName);
    return unnumberedName;
  });
});

function splitNumber(id: string): { readonly name: string; readonly number: number } {
  const [, name = id, number = "1"] = /^(.+)-(\d+)$/.exec(id) ?? [];
  return { name, number: Number(number) };
}

export interface MissingAnchor {
  readonly anchor: string;
  readonly page: SitePath;
  readonly anchors: Anchors;
}

/** Returns the anchor if it certainly doesn't exist on the page. */
export function findMissingAnchorOnPage(page: SitePath, anchor: string, site: Site): MissingAnchor | undefined {
  const anchors = getPageAnchors(site, page);
  if (!anchors.isComplete || anchors.has(anchor) || anchors.mayHaveAnchor(anchor)) return undefined;
  return { anchor, page, anchors };
}

/** Whether the link is in the text directly below the heading. A link to its own section doesn't help readers. */
export function isInSection(site: Site, { file, range: link }: SiteLocation, page: SitePath, id: string): boolean {
  if (file !== page) return false;
  const headings = site.references.get(page)?.headings ?? [];
  return headings.findLast(({ range }) => range.start <= link.start)?.id === id;
}

export interface MissingFolderAnchor {
  readonly anchor: string;
  readonly folder: string;
}

/** Returns the anchor of a link to a folder if no page in the folder has it. */
export function findMissingFolderAnchor({ target }: TargetOnPage, site: Site): MissingFolderAnchor | undefined {
  const finalTarget = getFinalTarget(target);
  if (finalTarget.kind !== "folder" || finalTarget.anchor === undefined || finalTarget.anchor === "") return undefined;
  const { path: folder, anchor } = finalTarget;
  if (mayContainGeneratedPage(site, folder) || mayBeInFolder(site, folder, anchor)) return undefined;
  return { anchor, folder };
}
