import { derive, groupBy } from "../../text/maps.ts";
import {
  areNested,
  computeEditDistance,
  countSharedLastSegments,
  countSharedFolders,
  findNearestName,
  findNameWithSameVersion,
  removeOrderNumbers,
  toStems,
} from "../../text/similarity.ts";
import {
  getFileName,
  getFolderPath,
  getParentFolders,
  getSubfolders,
  getTopFolder,
  haveCommonFolder,
  stripFolders,
} from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { isHiddenPage } from "../navigation/navigation-pages.ts";
import { listEditionFolders } from "../navigation/editions.ts";
import { getPageSlugs, getPublishedPages, normalizeTitle } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { containsPages } from "./resolve-link.ts";

/** The maximum number of pages or subfolders in a folder. Larger folders aren't searched for similar names. */
export const maxComparisons = 1000;

export const apiPathPattern = /(?:^|\/)(api|apis|api-reference|endpoints|reference|sdk|sdks|sdk-reference)\//i;

/** Whether the paths have the same name, and both or none of them are in a reference. */
export function isSameSubject(page: string, slug: string): boolean {
  return getFileName(page) === getFileName(slug) && apiPathPattern.test(page) === apiPathPattern.test(slug);
}

/**
 * Whether both paths are in a reference, and one name adds a word at the start of the other, as with `init-import-keys`
 * and `import-keys`. They're then different operations. A number for the order of files doesn't count.
 */
export function isOtherOperation(page: string, slug: string): boolean {
  const [name = "", longerName = ""] = [page, slug]
    .map((path) => removeOrderNumbers(getFileName(path)))
    .sort((a, b) => a.length - b.length);
  return (
    apiPathPattern.test(slug) && apiPathPattern.test(page) && name.includes("-") && longerName.endsWith(`-${name}`)
  );
}

/**
 * Whether the path is in a reference that exists, such as `api-reference`, and the page isn't. Another reference
 * usually describes the same subject for other readers. Outside of references, only a page in a folder with the same
 * name fits.
 */
export function isInOtherReference(site: Site, page: string, slug: string): boolean {
  const match = apiPathPattern.exec(slug);
  const [, name = ""] = match ?? [];
  if (!match || !containsPages(site, slug.slice(0, match.index + match[0].length - 1))) return false;
  const [, otherName] = apiPathPattern.exec(page) ?? [];
  if (otherName !== undefined) return /^sdk/i.test(otherName) !== /^sdk/i.test(name);
  return !areNested(page, slug) && countSharedLastSegments(page, slug) < 2;
}

/**
 * Returns the most similar existing folder, such as `guides/api` for `guide/api`. Compares one folder level at a time,
 * starting at the root. Cached for each path. Very long paths aren't searched.
 */
export const findNearestFolder = derive((files: ReadonlySet<SitePath>) => {
  const { slugsByFolder } = getPageSlugs(files);
  const subfoldersByFolder = getSubfolders(slugsByFolder.keys());
  const resultsByFolder = new Map<string, string | undefined>([["", ""]]);
  const find = (folder: string): string | undefined => {
    if (resultsByFolder.has(folder)) return resultsByFolder.get(folder);
    const parentFolder = find(getFolderPath(folder));
    const nearestName =
      parentFolder === undefined
        ? undefined
        : findNearestFolderName(subfoldersByFolder.get(parentFolder), getFileName(folder));
    const result =
      nearestName === undefined ? undefined : parentFolder === "" ? nearestName : `${parentFolder}/${nearestName}`;
    resultsByFolder.set(folder, result);
    return result;
  };
  return (folder: string) => (folder.length > maxPathLength ? undefined : find(folder));
});

/** Longer paths than this usually aren't intended, and may have thousands of folders. */
const maxPathLength = 1000;

function findNearestFolderName(names: ReadonlySet<string> | undefined, name: string): string | undefined {
  if (!names || names.has(name)) return names && name;
  if (names.size > maxComparisons) return undefined;
  return findNameWithSameVersion(name, names) ?? findNearestName(name, names);
}

/** Names that pages about different subjects have in common. */
const genericNames = new Set(
  "about,concepts,configuration,events,examples,faq,features,get started,getting started,guide,home,installation,intro,introduction,overview,quick start,quickstart,reference,setup,usage".split(
    ",",
  ),
);

export function isGenericName(slug: string): boolean {
  return genericNames.has(normalizeTitle(removeOrderNumbers(getFileName(slug))));
}

/**
 * Whether the page has more than a generic name such as `overview` in common with the link, is in the same top-level
 * folder as the link's path, or is in the folder of the page that contains the link. For a link without a folder, it
 * can also be in a subfolder of that page's top-level folder. The folders of languages and versions don't count,
 * because they contain pages about all subjects.
 */
export function isSpecificEnough(site: Site, page: string, slug: string, linkingPage: SitePath | undefined): boolean {
  const folders = listEditionFolders(site.config);
  const target = stripFolders(page, folders);
  const path = stripFolders(slug, folders);
  if (isFarInside(site, page, slug) || isOperationForGuide(site, page, slug)) return false;
  // Links without a language or version are in the same folders as the pages that they refer to.
  const isNested = target.includes("/") && path.includes("/") && areNested(target, path);
  if (!isNested && (isNameOfFolder(site, page, slug) || isInOtherFolder(site, page, slug))) return false;
  if (isGenericName(slug) && isOneOfSeveral(site, page, slug)) return false;
  const source = stripFolders(linkingPage ?? "", folders);
  if (getTopFolder(source) !== getTopFolder(target) && isInOtherSection(site, target, path, slug)) return false;
  if (!isNested && isInSiblingFolder(site, page, slug)) return false;
  if (getFolderPath(source) !== getFolderPath(target) && isAboutOtherSubject(site, target, path)) return false;
  if (!isGenericName(slug)) return true;
  if (!target.includes("/")) return !path.includes("/");
  if (
    countSharedLastSegments(page, slug) > 1 ||
    getFolderPath(page) === findNearestFolder(site.files)(getFolderPath(slug))
  )
    return true;
  if (!path.includes("/") && (!source.includes("/") || isOnlyStart(site, page))) return true;
  if (path.includes("/") && getTopFolder(path) === getTopFolder(target)) return true;
  if (isInLongerFolder(site, page, slug)) return true;
  const toFolder = path.includes("/") ? getFolderPath : getTopFolder;
  return source.includes("/") && toFolder(source) === toFolder(target) && !hasOtherSubjects(target, path);
}

/** Whether several subfolders of the link's folder have a page with the link's name, as with `tables/overview`. */
export function isOneOfSeveral({ files }: Site, page: string, slug: string): boolean {
  const folder = `${getFolderPath(slug)}/`;
  const pages = getPageSlugs(files).slugsByName.get(getFileName(slug)) ?? [];
  return folder !== "/" && page.startsWith(folder) && pages.filter((other) => other.startsWith(folder)).length > 1;
}

/** Whether the link's folder doesn't exist and is the start of the page's folder, as with `api` and `api-reference`. */
function isInLongerFolder(site: Site, page: string, slug: string): boolean {
  const folder = getFolderPath(slug);
  return folder !== "" && !containsPages(site, folder) && getFolderPath(page).startsWith(`${folder}-`);
}

/**
 * Whether the link has at least two folders that name subjects and that the page's path lacks. A generic name, such as
 * `overview`, then refers to another page, often on another site.
 */
function hasOtherSubjects(target: string, path: string): boolean {
  const targetFolders = new Set(getFolderPath(target).split("/"));
  const subjects = getFolderPath(path)
    .split("/")
    .filter((folder) => !isKindOfContent(folder) && !targetFolders.has(folder));
  return subjects.length > 1;
}

/**
 * Whether the page is in a reference, and the link is in another folder that exists. A guide about creating users isn't
 * the operation that creates a user.
 */
function isOperationForGuide(site: Site, page: string, slug: string): boolean {
  if (!apiPathPattern.test(page) || apiPathPattern.test(slug) || !slug.includes("/")) return false;
  return !haveCommonFolder(page, slug) && containsPages(site, getFolderPath(slug));
}

/** Names of pages that most sites have only once. */
const startNames = new Set(["faq", "get started", "getting started", "installation", "quick start", "quickstart"]);

/** Whether the page is the only one with its name, such as `quickstart`, and in a folder such as `getting-started`. */
function isOnlyStart({ files }: Site, page: string): boolean {
  const name = getFileName(page);
  const isStart = startNames.has(normalizeTitle(name)) && isGenericName(getFolderPath(page));
  return isStart && getPageSlugs(files).slugsByName.get(name)?.length === 1;
}

/**
 * Matches names of folders for pages that authors keep but don't want other pages to link to, such as `old-docs` or
 * `legacy-v1`, but not the name of a subject, such as `legacy-systems`.
 */
const retiredFolderPattern =
  /^(?:archived?|archives|deprecated|legacy|obsolete|old|outdated)(?:[-_.](?:v?\d[\w.-]*|apis?|content|docs?|documentation|files?|guides?|pages?|sdks?|versions?))?$/i;

/** Whether the path has a folder for retired pages, such as `archived`. */
export function isRetired(path: string): boolean {
  return getFolderPath(path)
    .split("/")
    .some((folder) => retiredFolderPattern.test(folder));
}

/**
 * Whether the page isn't in the navigation and not in the link's folder, so it's usually a draft, a leftover, or about
 * another version. Pages outside the navigation may link to such pages in the same top-level folder.
 */
export function isHiddenElsewhere(site: Site, page: string, slug: string, linkingPage: SitePath | undefined): boolean {
  const file = getPublishedPages(site.pages).pagesBySlug.get(page)?.path;
  if (file === undefined || !isHiddenPage(site, file)) return false;
  if (getFolderPath(page) === findNearestFolder(site.files)(getFolderPath(slug))) return false;
  return (
    linkingPage === undefined || !isHiddenPage(site, linkingPage) || getTopFolder(page) !== getTopFolder(linkingPage)
  );
}

/** Folders that contain pages about all subjects. */
const genericFolderNames = new Set(
  "api,api reference,docs,documentation,guide,guides,how to,pages,reference,references,resources,tutorial,tutorials".split(
    ",",
  ),
);

/** Whether the folder's name says what kind of pages it contains, such as `guides`, and not what they're about. */
export function isKindOfContent(folder: string): boolean {
  return isGenericName(folder) || genericFolderNames.has(normalizeTitle(folder));
}

/**
 * Whether the page's path ends with the link's path, but adds several folders to it, and the link's path has only one
 * word about its subject, as with `guides/bridging` and `reference/protocol/vaults/guides/bridging`.
 */
function isFarInside(site: Site, page: string, slug: string): boolean {
  if (!slug.includes("/") || !page.endsWith(`/${slug}`)) return false;
  const addedPath = stripFolders(page.slice(0, -slug.length), listEditionFolders(site.config));
  const addedFolders = addedPath.split("/").filter((folder) => folder !== "" && folder !== "docs");
  const subjects = slug
    .split("/")
    .filter((name) => !genericFolderNames.has(normalizeTitle(name)) && !isGenericName(name));
  return addedFolders.length > 1 && normalizeTitle(subjects.join(" ")).split(" ").length < 2;
}

/**
 * Whether the paths have only one word in common at their ends, and the link names a folder that exists in another
 * location and doesn't contain the page. For example, `apps/bridge/manage/dashboard` isn't `apps/invoicing/dashboard`
 * if there's a folder `apps/swap/bridge`.
 */
function isInOtherFolder({ files }: Site, page: string, slug: string): boolean {
  const isSingleWord = !normalizeTitle(getFileName(slug)).includes(" ");
  if (
    !isSingleWord ||
    areNested(page, slug) ||
    countSharedLastSegments(page, slug) !== 1 ||
    hasFolderOfLink(page, slug)
  )
    return false;
  const pageFolders = new Set(getFolderPath(page).split("/"));
  return getFolderPath(slug)
    .split("/")
    .some(
      (folder) =>
        !pageFolders.has(folder) &&
        !genericFolderNames.has(normalizeTitle(folder)) &&
        groupFoldersByName(files).has(folder),
    );
}

/**
 * Whether the link's folder exists and the page is in another top-level folder with another name. If a
 * name in the other folder has fewer than three words, it usually describes the same subject for another product.
 */
function isInOtherSection(site: Site, target: string, path: string, slug: string): boolean {
  const isShort = normalizeTitle(getFileName(path)).split(" ").length < 3;
  if (!isShort || !path.includes("/") || !target.includes("/") || target.endsWith(`/${path}`)) return false;
  if (hasFolderOfLink(target, path)) return false;
  return getTopFolder(path) !== getTopFolder(target) && containsPages(site, getFolderPath(slug));
}

/** Whether the page's top-level folder has the name of the link's folder, which probably became a section. */
function hasFolderOfLink(page: string, slug: string): boolean {
  const folder = getFileName(getFolderPath(slug));
  return folder !== slug && folder === getTopFolder(page) && !genericFolderNames.has(normalizeTitle(folder));
}

/**
 * Whether the paths have only a single word in common at their ends, and the link's folder or top-level folder exists
 * but doesn't contain the page. Another folder usually has a page with such a name about its own subject.
 */
function isInSiblingFolder(site: Site, page: string, slug: string): boolean {
  const isSingleWord = !normalizeTitle(getFileName(slug)).includes(" ");
  if (!isSingleWord || !slug.includes("/") || areNested(page, slug) || countSharedLastSegments(page, slug) !== 1)
    return false;
  if (hasFolderOfLink(page, slug)) return false;
  return (
    containsPages(site, getFolderPath(slug)) ||
    (!haveCommonFolder(page, slug) && containsPages(site, getTopFolder(slug)))
  );
}

/**
 * Words for what a page shows or does. A name that consists only of these words doesn't indicate the subject of the
 * page.
 */
const genericWords = new Set(
  "add,all,api,cancel,create,delete,details,edit,find,get,index,list,new,patch,post,put,remove,result,results,run,search,set,settings,start,status,stop,submit,update,view".split(
    ",",
  ),
);

/** Whether the word occurs in the names of many subjects, so it doesn't identify one of them. */
export function isGenericWord(word: string): boolean {
  return genericWords.has(word) || genericNames.has(word);
}

/**
 * Whether only the folder names what the pages are about, and the folders differ, as with `endpoint/scrape/start` and
 * `endpoint/crawl/start`. Such pages have a generic name or one that pages in several folders have. Folders such as
 * `guides` don't name a subject.
 */
function isAboutOtherSubject({ files }: Site, target: string, path: string): boolean {
  const name = getFileName(path);
  if (getFileName(target) !== name || areNested(target, path) || countSharedLastSegments(target, path) > 1)
    return false;
  const isGeneric =
    isGenericName(name) ||
    normalizeTitle(name)
      .split(" ")
      .every((word) => genericWords.has(word));
  if (!isGeneric && (getPageSlugs(files).slugsByName.get(name) ?? []).length < 2) return false;
  const sharedCount = countSharedFolders(target, path);
  const [targetFolders = [], folders = []] = [target, path].map((each) =>
    getFolderPath(each).split("/").slice(sharedCount),
  );
  const isSubject = (folder: string | undefined) =>
    folder !== undefined && !genericFolderNames.has(normalizeTitle(folder)) && !isGenericName(folder);
  if (!isSubject(targetFolders.at(-1)) || !isSubject(folders.at(-1))) return false;
  return !folders
    .slice(-maxFolders)
    .some((folder) => targetFolders.slice(-maxFolders).some((other) => areSimilarNames(folder, other)));
}

/** The maximum number of folders of a path whose names are compared with those of another path. */
const maxFolders = 10;

/** Whether the names have a word in common, differ by a typo, or one contains the other. */
function areSimilarNames(firstName: string, secondName: string): boolean {
  const [shortName = "", longName = ""] = [firstName, secondName]
    .map((name) => name.toLowerCase())
    .sort((a, b) => a.length - b.length);
  if (shortName.length > 3 && longName.includes(shortName)) return true;
  const words = normalizeTitle(firstName).split(" ");
  const hasSharedWord = normalizeTitle(secondName)
    .split(" ")
    .some((word) => words.includes(word));
  return hasSharedWord || findNearestName(firstName, [secondName]) !== undefined;
}

/**
 * Whether the paths have only one word in common, their name, which is also the name of a folder. Such a word, for
 * example, `auth`, is usually a subject that several sections describe.
 */
function isNameOfFolder({ files }: Site, page: string, slug: string): boolean {
  const name = getFileName(slug);
  // The author probably meant another folder with this name.
  const isOtherFolder = (folder: string) => folder !== page && !page.startsWith(`${folder}/`);
  if (name === slug && name === getFileName(page) && (groupFoldersByName(files).get(name) ?? []).some(isOtherFolder))
    return true;
  if (name !== getFileName(page) || normalizeTitle(name).includes(" ") || areNested(page, slug)) return false;
  return !haveCommonFolder(page, slug) && groupFoldersByName(files).has(name);
}

const groupFoldersByName = derive((files: ReadonlySet<SitePath>) => {
  const folders = getParentFolders(getPageSlugs(files).fileBySlug.keys());
  return groupBy(folders, getFileName);
});

/**
 * Whether the page is in the link's folder, in a folder with a similar path, or in another folder with the same name.
 * A name with several words is specific enough to be the same page in any folder.
 */
export function isInRelatedFolder({ files }: Site, page: string, slug: string): boolean {
  const endCount = countSharedLastSegments(page, slug);
  const isSpecific = normalizeTitle(getFileName(slug)).split(" ").length > 2;
  return (
    endCount > 1 ||
    (endCount === 1 && isSpecific) ||
    getFolderPath(page) === findNearestFolder(files)(getFolderPath(slug))
  );
}

/** Folders that contain files about all subjects. */
const genericFileFolders = new Set(
  "_assets,_images,asset,assets,common,content,dark,docs,documentation,download,downloads,en,figures,file,files,general,gif,gifs,icon,icons,image,images,img,imgs,light,logo,logos,media,photos,pictures,png,public,resources,screens,screenshot,screenshots,shared,static,svg,video,videos".split(
    ",",
  ),
);

/**
 * Whether a file with the same name as the missing one is about another subject: in a different folder at the same
 * level, as with `images/rome/city-view.jpg` and `images/paris/city-view.jpg`, or in an unrelated folder under a name
 * of one word.
 */
export function isAboutOtherFile(file: string, path: string): boolean {
  const [fileFolders, folders] = [getFolderPath(file).split("/"), getFolderPath(path).split("/")];
  let start = 0;
  while (start < Math.min(fileFolders.length, folders.length) && fileFolders[start] === folders[start]) start++;
  const isSubject = (folder: string) => folder !== "" && !genericFileFolders.has(folder.toLowerCase());
  const [otherFolders, pathFolders] = [fileFolders.slice(start), folders.slice(start)].map((names) =>
    names.filter(isSubject).slice(-maxFolders),
  );
  if (!otherFolders?.length || !pathFolders?.length) return false;
  if (pathFolders.some((folder) => otherFolders.some((other) => areSimilarNames(folder, other)))) return false;
  return fileFolders.length === folders.length || splitFileName(getFileName(file)).length < 2;
}

/** Words in the name of a file that don't change its subject. */
const genericFileWords = new Set(
  "banner,copy,cover,dark,final,full,hero,image,img,large,light,main,new,old,photo,picture,preview,screen,screenshot,small,thumb,thumbnail".split(
    ",",
  ),
);

/**
 * Whether the file names differ only in typos, in singular and plural, or in generic words, as with `ruins-main.jpg`
 * and `ruins.jpg`. A short word with another letter is usually the name of another subject.
 */
export function isSimilarFileName(name: string, otherName: string): boolean {
  const [words, otherWords] = [splitFileName(name), splitFileName(otherName)];
  if (words.join("") === otherWords.join("")) return true;
  if (words.length !== otherWords.length) {
    const [moreWords, fewerWords] = words.length > otherWords.length ? [words, otherWords] : [otherWords, words];
    const shorterWords = new Set(fewerWords);
    const addedWords = moreWords.filter((word) => !shorterWords.has(word));
    if (moreWords.length - addedWords.length !== fewerWords.length) return false;
    // Three words at the start of a name are usually enough to identify its subject.
    const isLongStart = fewerWords.length > 2 && addedWords.length === 1 && moreWords.at(-1) === addedWords[0];
    return isLongStart || addedWords.every((word) => genericFileWords.has(word));
  }
  return words.every((word, i) => {
    const otherWord = otherWords[i] ?? "";
    const [shortWord = "", longWord = ""] = [word, otherWord].toSorted((a, b) => a.length - b.length);
    if (word === otherWord || longWord === `${shortWord}s`) return true;
    const limit = word.length < minTypoLength ? 0 : word.length < 8 ? 1 : 2;
    return limit > 0 && computeEditDistance(word, otherWord, limit) <= limit;
  });
}

/** The minimum number of letters of a word in a file name in which a wrong letter is treated as a typo. */
const minTypoLength = 5;

/** Returns the words of a file name without its extension. */
export function splitFileName(name: string): readonly string[] {
  return name
    .replace(/\.\w*$/, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

export const imageExtension = /\.(?:png|jpe?g|gif|webp|svg|avif)$/i;

/** The maximum number of files with the same name that are compared with a path. */
export const maxSameNames = 20;

/** The maximum number of words in a file name that are compared with the names of folders. */
const maxWords = 10;

/**
 * Returns the only image whose name and folder together have the words of the link's name, such as
 * `blue-hills/summit-view.jpg` for `summit-view-blue.jpg`.
 */
export function findInNamedFolder(
  filesByStem: ReadonlyMap<string, readonly SitePath[]>,
  path: string,
): SitePath | undefined {
  const words = splitFileName(getFileName(path)).slice(0, maxWords + 1);
  if (!imageExtension.test(path) || words.length > maxWords) return undefined;
  for (let count = words.length - 1; count > 0; count--) {
    const matches = [
      [words.slice(0, count), words.slice(count)] as const,
      [words.slice(-count), words.slice(0, -count)] as const,
    ].flatMap(([nameWords, otherWords]) =>
      (filesByStem.get(nameWords.join("-")) ?? []).slice(0, maxSameNames).filter((file) => {
        const folderWords = splitFileName(`${getFileName(getFolderPath(file))}.`);
        return count === 1
          ? folderWords.join("-") === otherWords.join("-")
          : otherWords.every((word) => folderWords.includes(word));
      }),
    );
    if (matches.length > 0) return matches.length === 1 ? matches[0] : undefined;
  }
  return undefined;
}

/** Words of an anchor that headings often leave out. */
export const optionalWords = new Set(
  "api,detail,details,example,examples,optional,section,settings,user,users".split(","),
);

/** Words that give the rest of a heading another meaning. */
export const negativeWords = new Set(
  "deprecated,disabling,legacy,merging,never,no,non,not,removing,revoking,transferring,without"
    .split(",")
    .flatMap(toStems),
);
