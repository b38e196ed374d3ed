import { decodeFragment } from "../../text/decode-text.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import {
  areNested,
  haveSameStem,
  removeOrderNumbers,
  splitName,
  toDashedWords,
  toLetters,
  toStems,
} from "../../text/similarity.ts";
import { getFileName, getFolderPath, getTopFolder, stripFolders } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { listEditionFolders } from "../navigation/editions.ts";
import { isHiddenPage } from "../navigation/navigation-pages.ts";
import { getPageSlug, getPageSlugs, getPublishedPages, indexPagesByTitle, normalizeTitle } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { indexPagesByOperation } from "../specs/generated-pages.ts";
import { hasEndpoint } from "../specs/operation-references.ts";
import { getPageAnchors, listPagesInFolder } from "./anchors.ts";
import { containsPages } from "./resolve-link.ts";
import {
  apiPathPattern,
  isGenericName,
  isKindOfContent,
  isOneOfSeveral,
  isOtherOperation,
  maxComparisons,
} from "./suggestion-evidence.ts";

/** A link to a page that doesn't exist. */
export interface MissingPageLink {
  /** The path from the site's root, without an extension. */
  readonly slug: string;
  /** The link as written. */
  readonly url: string;
  /** The page that contains the link. Undefined for links in docs.json and for redirects. */
  readonly linkingPage: SitePath | undefined;
  /** The text of the link. */
  readonly text?: string | undefined;
  /** Whether the path is the destination of a redirect, which is usually a current or former page. */
  readonly isRedirect?: boolean;
}

/**
 * Returns the page that a link to a missing page most likely refers to, based on more than the similarity of the paths:
 * the link's anchor or text, or the structure of the folders. Excludes pages for which `isPossible` returns false.
 */
export function findMovedPage(
  site: Site,
  link: MissingPageLink,
  isPossible: (page: string) => boolean,
): string | undefined {
  const { pagesBySlug } = getPublishedPages(site.pages);
  const isHidden = (page: string) => {
    const file = pagesBySlug.get(page)?.path;
    return file === undefined || isHiddenPage(site, file);
  };
  const isAvailable = (page: string) => pagesBySlug.has(page) && isPossible(page);
  const isShown = (page: string) => isAvailable(page) && !isHidden(page) && !isOtherOperation(page, link.slug);
  const isReachable = (page: string) => isAvailable(page) && (!isHidden(page) || isFromSameFolder(page, link));
  return (
    findPageWithAnchor(site, link, isShown) ??
    findPageWithSplitName(link, isReachable) ??
    findPageInNamedFolder(site, link, isReachable) ??
    findInSwappedFolder(site, link, isShown) ??
    findRewordedPage(site, link, isShown) ??
    findPageNamedAsText(site, link, isShown) ??
    findPageWithTitle(site, link, isShown) ??
    findPageNamedInText(site, link, isShown, isAvailable) ??
    findFolderOfName(site, link) ??
    findPageWithSameWords(site, link, isShown) ??
    findUnlistedPage(site, link, (page) => isAvailable(page) && isHidden(page))
  );
}

/** Whether the page is in the same top-level folder as the page that contains the link. */
function isFromSameFolder(page: string, { linkingPage }: MissingPageLink): boolean {
  return linkingPage !== undefined && linkingPage.includes("/") && getTopFolder(page) === getTopFolder(linkingPage);
}

type PageFilter = (page: string) => boolean;

function getOnlyPage(pages: readonly string[]): string | undefined {
  return pages.length === 1 ? pages[0] : undefined;
}

function listPagesNamed({ files }: Site, name: string): readonly string[] {
  const pages = getPageSlugs(files).slugsByName.get(name) ?? [];
  return pages.length > maxComparisons ? [] : pages;
}

/** Headings that pages about different subjects have in common. */
const genericHeadings = new Set(
  "additional resources,advanced usage,api reference,basic usage,best practices,code examples,common errors,common issues,error codes,error handling,example usage,further reading,how it works,how to use,key concepts,key features,learn more,need help,next steps,rate limiting,rate limits,related pages,related resources,response format,see also,status codes,use cases".split(
    ",",
  ),
);

/** Longer anchors than this are rarely intended. */
const maxAnchorLength = 200;

/**
 * Returns the only page that has the link's anchor, if the anchor has at least two words. The page has the name of the
 * missing page, such as `teams/users` for `members/users#invite-a-user`, or it's in the same top-level folder, and no
 * other page on the site has the anchor.
 */
function findPageWithAnchor(site: Site, { slug, url }: MissingPageLink, isShown: PageFilter): string | undefined {
  const anchor = decodeFragment(/#(.+)$/s.exec(url)?.[1] ?? "");
  const normalizedAnchor = normalizeTitle(anchor);
  if (anchor.length > maxAnchorLength || !normalizedAnchor.includes(" ")) return undefined;
  const { pagesBySlug } = getPublishedPages(site.pages);
  const hasAnchor = (page: string) => {
    const file = pagesBySlug.get(page)?.path;
    return file !== undefined && getPageAnchors(site, file).has(anchor);
  };
  const sameNamePage = getOnlyPage(
    listPagesNamed(site, getFileName(slug)).filter((page) => isShown(page) && hasAnchor(page)),
  );
  if (sameNamePage !== undefined || isGenericName(anchor) || genericHeadings.has(normalizedAnchor)) return sameNamePage;
  if (pagesBySlug.size > maxComparisons || !slug.includes("/")) return undefined;
  const page = getOnlyPage([...pagesBySlug.keys()].filter((page) => hasAnchor(page) && isShown(page)));
  return page !== undefined && isInSameSection(site, page, slug) ? page : undefined;
}

/** Whether both paths are in the same top-level folder, apart from the folders of languages and versions. */
function isInSameSection({ config }: Site, page: string, slug: string): boolean {
  const folders = listEditionFolders(config);
  const [path, otherPath] = [stripFolders(page, folders), stripFolders(slug, folders)];
  return path.includes("/") && otherPath.includes("/") && getTopFolder(path) === getTopFolder(otherPath);
}

/** The maximum number of words in a name that are compared with folders and other names. */
const maxWords = 12;

/** The maximum number of folders of a path that are searched. */
const maxFolders = 20;

/** Returns the folder and the folders that contain it, up to the site's root. */
function listFoldersUp(folder: string): readonly string[] {
  const folders = [folder];
  for (let parent = folder; parent !== "" && folders.length < maxFolders; folders.push(parent))
    parent = getFolderPath(parent);
  return folders;
}

/**
 * Returns the only page in the link's folder or a folder above it whose path has a slash instead of a hyphen, such as
 * `sdk/api/types` for `sdk/guides/api-types`.
 */
function findPageWithSplitName({ slug }: MissingPageLink, isReachable: PageFilter): string | undefined {
  const paths = splitName(getFileName(slug)).flatMap((path) =>
    listFoldersUp(getFolderPath(slug)).map((folder) => (folder === "" ? path : `${folder}/${path}`)),
  );
  return getOnlyPage([...new Set(paths)].flatMap((path) => [path, `${path}/index`]).filter(isReachable));
}

/**
 * Returns the page that a link without a folder refers to, such as `[Basic reading](basic)`. The page has this name, or
 * the name is the last word of a longer one, as with `[Setup on Android](platform-android)`. The link's text contains
 * the name of the page's folder, as with `read/basic` or `setup/android`.
 */
function findPageInNamedFolder(site: Site, link: MissingPageLink, isReachable: PageFilter): string | undefined {
  const { url, linkingPage, text = "" } = link;
  const [, name = ""] = /^(?:\.\/)?([^/?#.]+)(?:\.mdx?)?(?:[?#]|$)/i.exec(url) ?? [];
  if (name === "" || linkingPage === undefined || text === "") return undefined;
  const textWords = normalizeTitle(text).split(" ").slice(0, maxTextWords);
  const lastWord = /[-_]([^-_]+)$/.exec(name)?.[1];
  const isInNamedFolder = (page: string) =>
    isReachable(page) && isNamedInText(getFileName(getFolderPath(page)), textWords);
  const isInText = (page: string) => isNamedInText(getFileName(page), textWords);
  const page = findPageBelow(site, linkingPage, name, isInNamedFolder);
  if (page === undefined)
    return lastWord === undefined
      ? undefined
      : findPageBelow(site, linkingPage, lastWord, (other) => isInNamedFolder(other) && isInText(other));
  // The text can name another page in the folder, as with `[Writing workouts](special)` and `write/workouts`.
  const siblings = isInText(page) ? [] : (getPageSlugs(site.files).slugsByFolder.get(getFolderPath(page)) ?? []);
  const namedPages =
    siblings.length > maxComparisons ? [] : siblings.filter((other) => isReachable(other) && isInText(other));
  return namedPages.length > 0 ? getOnlyPage(namedPages) : page;
}

const maxTextWords = 30;

/**
 * Returns the only page with the name that the filter accepts, in the folder of the page that contains the link or in
 * the folder above it. Outer folders, such as the site's root and the folder of a language or version, contain pages
 * about all subjects.
 */
function findPageBelow(site: Site, linkingPage: SitePath, name: string, isCandidate: PageFilter): string | undefined {
  const editionFolders = listEditionFolders(site.config);
  const pages = listPagesNamed(site, name).filter((page) => page !== getPageSlug(linkingPage));
  for (const folder of listFoldersUp(getFolderPath(linkingPage)).slice(0, 2)) {
    if (folder === "" || editionFolders.has(getFileName(folder))) return undefined;
    const candidates = pages.filter((page) => page.startsWith(`${folder}/`) && isCandidate(page));
    if (candidates.length > 0) return getOnlyPage(candidates);
  }
  return undefined;
}

/** Whether each word of the name is in the text, possibly with another ending, such as `read` and `Reading`. */
function isNamedInText(name: string, textWords: readonly string[]): boolean {
  const words = normalizeTitle(name).split(" ").filter(Boolean);
  return words.length > 0 && words.every((word) => textWords.some((textWord) => haveSameStem(word, textWord)));
}

/**
 * Returns the only page that has the same name as a redirect's missing destination, if the paths differ in a single
 * folder, as with `providers/more/acme` and `providers/top/acme`. Authors redirect to pages that exist or existed, so
 * the page was moved.
 */
function findInSwappedFolder(
  site: Site,
  { slug, isRedirect }: MissingPageLink,
  isShown: PageFilter,
): string | undefined {
  if (!isRedirect || isGenericName(slug) || slug.length > maxPathLength) return undefined;
  const page = getOnlyPage(getPageSlugs(site.files).slugsByName.get(getFileName(slug)) ?? []);
  if (page === undefined || !isShown(page)) return undefined;
  const [pageSegments, segments] = [page.split("/"), slug.split("/")];
  const differenceCount = pageSegments.filter((part, i) => part !== segments[i]).length;
  // The first folder is the section. Another section describes its own subjects.
  return pageSegments.length === segments.length && pageSegments[0] === segments[0] && differenceCount === 1
    ? page
    : undefined;
}

const maxPathLength = 1000;

/** Matches the start of an operation's ID, or of `METHOD /path` without separators. */
const operationNamePattern = /^(?:get|post|put|patch|delete|head|options)[a-z\d-]{3,}$/i;

/**
 * Returns the only page for the operation that a link names by its ID or by `METHOD /path`, in its text or, without
 * separators, in its path.
 */
export function findOperationPage(
  site: Site,
  { slug, text = "" }: Pick<MissingPageLink, "slug" | "text">,
  isPossible: PageFilter,
): string | undefined {
  const name = getFileName(slug);
  // Outside a reference, a name such as `get-started` is the name of a guide.
  const isOperationName = isReferencePath(slug)
    ? operationNamePattern.test(name) || /[a-z]-[a-z]|[a-z][A-Z]/.test(name)
    : operationNamePattern.test(name) && !name.includes("-");
  const names = [
    ...(isOperationName && name.length <= maxPathLength ? [name] : []),
    ...(/^`?[A-Z]+ \/\S*$/.test(text) ? [text] : []),
  ];
  for (const key of names.map(toLetters)) {
    const pages = [...(indexPagesByOperation(site).get(key) ?? [])].slice(0, maxComparisons).filter(isPossible);
    if (pages.length === 1) return pages[0];
  }
  return undefined;
}

/** Words in a name that don't change its subject. */
const genericWords = new Set("a,ai,an,and,app,for,how,in,my,new,of,on,our,the,to,using,via,with,your".split(","));

/**
 * Returns the page in the same folder whose name lacks `how-to-`, or the only page whose name has one word less than the
 * missing page, if the name has at least four words and the additional word doesn't change the subject.
 */
function findRewordedPage(site: Site, { slug }: MissingPageLink, isShown: PageFilter): string | undefined {
  const shortSlug = slug.replace(/(^|\/)how-to-(?=[^/]+$)/, "$1");
  if (shortSlug !== slug && isShown(shortSlug)) return shortSlug;
  const words = getFileName(slug).split("-");
  if (words.length < 5 || words.length > maxWords) return undefined;
  const names = words.flatMap((word, i) =>
    genericWords.has(word.toLowerCase()) ? [words.filter((_, other) => other !== i).join("-")] : [],
  );
  return getOnlyPage([...new Set(names)].flatMap((name) => listPagesNamed(site, name)).filter(isShown));
}

/**
 * Returns the only page whose title is the link's text, as with `[Set up alerts](/alerts-guide)`. Short or common texts,
 * such as `Overview`, are also the titles of pages about other subjects, unless the page is in the link's folder.
 */
function findPageWithTitle(
  site: Site,
  { slug, text = "", linkingPage }: MissingPageLink,
  isShown: PageFilter,
): string | undefined {
  const title = normalizeTitle(text);
  const page = title.includes(" ") ? indexPagesByTitle(site.pages).get(title) : undefined;
  if (page === undefined || isOwnPage(page, linkingPage) || !isShown(page)) return undefined;
  const [name, pageName] = [slug, page].map((path) => normalizeTitle(getFileName(path)));
  if (pageName === title && getFolderPath(page) === getFolderPath(slug)) return page;
  if (isGenericName(title) || genericHeadings.has(title)) return undefined;
  // Another section that exists describes its own subjects.
  const section = getTopFolder(stripFolders(slug, listEditionFolders(site.config)));
  const isNamedLikeTitle =
    name?.replaceAll(" ", "") === title.replaceAll(" ", "") && isReferencePath(page) === isReferencePath(slug);
  return isNamedLikeTitle || !containsPages(site, section) || isInSameSection(site, page, slug) ? page : undefined;
}

/**
 * Returns the only page with the link's name if the link's text is this name: an identifier, as with
 * `[listUsers](/sdk/list-users)` and `reference/list-users`, or several words in a link to the folder `docs`, which contains
 * pages about all subjects. A guide isn't the page of an operation.
 */
function findPageNamedAsText(
  site: Site,
  { slug, text = "", linkingPage: from }: MissingPageLink,
  isShown: PageFilter,
): string | undefined {
  const name = getFileName(slug);
  const isIdentifier = /[a-z][A-Z]/.test(text);
  const isInDocs = /^(?:docs|documentation)\//.test(slug) && /\w[\s-]\w/.test(text);
  if (toLetters(text) !== toLetters(name) || !(isIdentifier || isInDocs) || isGenericName(name)) return undefined;
  const page = getOnlyPage(listPagesNamed(site, name));
  const outline = page === undefined ? undefined : getPublishedPages(site.pages).pagesBySlug.get(page);
  if (page === undefined || !outline || isOwnPage(page, from) || !isShown(page)) return undefined;
  return isReferencePath(slug) || !hasEndpoint(outline) ? page : undefined;
}

/**
 * Returns the only page with the link's name in another folder if the link's text confirms it, as with
 * `[Report templates](/settings/report-templates)` and `features/report-templates`. The text contains the name, or the
 * page's title contains the text. Without such a text, a link to a folder that exists refers to a page about this folder's
 * subject. A page outside the navigation is usually a leftover, so its name must have at least three words.
 */
function findPageNamedInText(
  site: Site,
  { slug, text = "", linkingPage }: MissingPageLink,
  isShown: PageFilter,
  isAvailable: PageFilter,
): string | undefined {
  const name = getFileName(slug);
  const words = normalizeTitle(text).split(" ").slice(0, maxTextWords);
  if (words.join("") === "" || name === "index" || isGenericName(name) || slug.length > maxPathLength) return undefined;
  const pages = listPagesNamed(site, name).filter((page) => isAvailable(page) && !isOwnPage(page, linkingPage));
  const shownPages = pages.filter(isShown);
  const nameWords = normalizeTitle(name).split(" ");
  const titledPage = findTitledPage(site, shownPages, words, linkingPage);
  if (titledPage !== undefined) return titledPage;
  const page = getOnlyPage(shownPages.length > 0 || nameWords.length < 3 ? shownPages : pages);
  if (page === undefined || isReferencePath(page) !== isReferencePath(slug)) return undefined;
  const isTitle = words.length > 1 && hasWordsInTitle(site, page, words);
  if (isTitle) return page;
  if (!isNamedInText(name, words)) return undefined;
  // A single word is also the name of a page about the subject of another folder.
  return nameWords.length > 1 || isInOtherKindOfFolder(site, page, slug) ? page : undefined;
}

/**
 * Returns the only page in the same top-level folder whose name adds words of the link's folders to the link's name, as
 * with `integrations/oauth/acme-oauth` for `integrations/acme/oauth`. The page's path has all words of the link's path.
 * For a redirect, whose destination the author knows, the additional words can also be those of the page's folders.
 */
function findPageWithSameWords(
  site: Site,
  { slug, linkingPage, isRedirect }: MissingPageLink,
  isShown: PageFilter,
): string | undefined {
  if (slug.length > maxPathLength || !slug.includes("/") || isGenericName(slug)) return undefined;
  const words = listWords(slug);
  const nameWords = listWords(getFileName(slug));
  const candidates = [...nameWords].map((word) => indexPagesByWord(site.pages).get(word) ?? []);
  const [pages = []] = candidates.toSorted((a, b) => a.length - b.length);
  if (pages.length > maxPagesWithWord || words.size > maxWords || words.size < 3) return undefined;
  const candidatePages = pages.filter(
    (page) =>
      isWithinWords(nameWords, listWords(getFileName(page))) &&
      isWithinWords(words, listWords(page)) &&
      isInSameSection(site, page, slug) &&
      !isOwnPage(page, linkingPage) &&
      isShown(page),
  );
  const isNamedWith = (page: string, otherWords: ReadonlySet<string>) =>
    isWithinWords(listWords(getFileName(page)), new Set([...words, ...otherWords]));
  return (
    getOnlyPage(candidatePages.filter((page) => isNamedWith(page, words))) ??
    (isRedirect
      ? getOnlyPage(candidatePages.filter((page) => isNamedWith(page, listWords(getFolderPath(page)))))
      : undefined)
  );
}

/**
 * Returns the only page in the top-level folder of the page that contains the link, if other folders have pages with the
 * same name, and the link's text is the page's title.
 */
function findTitledPage(
  site: Site,
  pages: readonly string[],
  words: readonly string[],
  from: SitePath | undefined,
): string | undefined {
  if (from === undefined || pages.length < 2 || !from.includes("/")) return undefined;
  const page = getOnlyPage(pages.filter((each) => isInSameSection(site, each, from)));
  const title =
    page === undefined ? undefined : getPublishedPages(site.pages).pagesBySlug.get(page)?.fields.get("title");
  return typeof title === "string" && normalizeTitle(title) === words.join(" ") ? page : undefined;
}

/** The maximum number of pages whose words are compared. */
const maxPagesWithWord = 100;

/** Returns the words of a path, without the plural ending. */
function listWords(path: string): ReadonlySet<string> {
  return new Set(
    normalizeTitle(path)
      .split(" ")
      .map((word) => word.replace(/(?<=\w{3})s$/, "")),
  );
}

function isWithinWords(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...words].every((word) => others.has(word));
}

/** The published pages by the words of their names. */
const indexPagesByWord = derive((pages: Site["pages"]) => {
  const pagesByWord = new Map<string, string[]>();
  for (const slug of getPublishedPages(pages).pagesBySlug.keys())
    for (const word of listWords(getFileName(slug))) addToGroup(pagesByWord, word, slug);
  return pagesByWord;
});

function isOwnPage(page: string, linkingPage: SitePath | undefined): boolean {
  return linkingPage !== undefined && page === getPageSlug(linkingPage);
}

function isReferencePath(path: string): boolean {
  return apiPathPattern.test(path);
}

/** Whether the page's title contains all words, possibly among others. */
function hasWordsInTitle(site: Site, page: string, words: readonly string[]): boolean {
  const title = getPublishedPages(site.pages).pagesBySlug.get(page)?.fields.get("title");
  const titleWords =
    typeof title === "string" ? new Set(normalizeTitle(title.slice(0, maxPathLength)).split(" ")) : undefined;
  return titleWords !== undefined && words.every((word) => titleWords.has(word));
}

/**
 * Whether the paths differ in a single folder, and both folders name a kind of content, such as `concepts` and `guides`,
 * rather than a subject.
 */
function isInOtherKindOfFolder(site: Site, page: string, slug: string): boolean {
  const [folders, ownFolders] = [page, slug].map((path) =>
    getFolderPath(stripFolders(path, listEditionFolders(site.config))).split("/"),
  );
  if (folders?.length !== ownFolders?.length || folders === undefined || ownFolders === undefined) return false;
  const differences = folders.flatMap((folder, i) => (folder === ownFolders[i] ? [] : [folder, ownFolders[i] ?? ""]));
  return differences.length === 2 && differences.every(isKindOfContent);
}

/** Returns the folder at the site's root that a link without a folder refers to, as with `[Acme SDK](acme-sdk)`. */
function findFolderOfName(site: Site, { url, text = "" }: MissingPageLink): string | undefined {
  const [, name = ""] = /^(?:\.\/)?([\w-]{1,100})$/.exec(url) ?? [];
  return name !== "" && normalizeTitle(text) === normalizeTitle(name) && containsPages(site, name) ? name : undefined;
}

/**
 * Returns the only page with this name that isn't in the navigation, if it's in a subfolder of the link's folder or in a
 * folder above it, or if the link lacks only the first folders of its path.
 */
function findUnlistedPage(site: Site, { slug }: MissingPageLink, isUnlisted: PageFilter): string | undefined {
  const name = getFileName(slug);
  if (name === "index" || !slug.includes("/")) return undefined;
  const pages = listPagesNamed(site, name).filter(isUnlisted);
  const page = getOnlyPage(
    pages.filter((page) => page.endsWith(`/${slug}`) || (areNested(page, slug) && isInSameSection(site, page, slug))),
  );
  return page !== undefined && isGenericName(slug) && isOneOfSeveral(site, page, slug) ? undefined : page;
}

/**
 * Returns the only page in a folder whose name consists of words in the anchor. For example, returns
 * `charges/spending-minimum` for the anchor `charge-spending-minimum` in `charges`.
 */
export function findPageNamedInFolder(site: Site, folder: string, anchor: string): SitePath | undefined {
  const stems = toStems(toDashedWords(anchor));
  const [page, second] = listPagesInFolder(site.pages, folder).filter((path) => {
    const nameStems = toStems(toDashedWords(removeOrderNumbers(getPageSlug(getFileName(path)) ?? "")));
    return nameStems.length > 1 && nameStems.every((stem) => stems.includes(stem));
  });
  return second === undefined ? page : undefined;
}
