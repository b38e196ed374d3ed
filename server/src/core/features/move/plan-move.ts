import type { RedirectSetting } from "../../config/redirect-edits.ts";
import { getListedSlugs } from "../../site/navigation/navigation-pages.ts";
import { findTranslations } from "../../site/navigation/editions.ts";
import { groupCounterpartsByPage } from "../../site/navigation/translations.ts";
import { getPageSlug, isPublished, isSnippet, getPageSlugs } from "../../site/pages/pages.ts";
import { isStaticRoute } from "../../site/pages/urls.ts";
import type { Site } from "../../site/site.ts";
import type { SpecReference } from "../../spec/spec-tree.ts";
import { getFileName, getFolderPath } from "../../text/site-path.ts";
import {
  type FileEdit,
  takeFirstCharacters,
  getUndoEdits,
  type SitePath,
  type TextEdit,
  addEdits,
  type EditsByFile,
} from "../../text/text-edit.ts";
import {
  type FileMove,
  type MovedFiles,
  findMovedFiles,
  updateLinks,
  getMovedSlugs,
  type RemainingLink,
} from "./moved-links.ts";
import { updateRedirects } from "./moved-redirects.ts";
import { updateEntries, updateImports, updateSettings, updateSpecNames, updateSpecRefs } from "./moved-references.ts";
import { isUndoOf, type MoveRecord } from "./undo-move.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";

/** Matches names that Windows reserves for devices, with any extension. */
const deviceNamePattern = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/**
 * Matches characters that some operating systems don't allow in file names, that have a special meaning in URLs, or
 * that are invisible.
 */
const forbiddenCharacterPattern =
  /[<>:"|?*\\#%\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{d800}-\u{dfff}]/u;
const invisibleCharacterPattern = /[\p{Cc}\p{Cf}\p{Cs}]/u;
const maxNameLength = 200;
const maxPathLength = 900;

/**
 * Returns a message that explains why these files can't be moved and how to proceed, or undefined if they can be moved.
 */
export function findMoveProblem(site: Site, movedFiles: MovedFiles): LocalizedMessage | undefined {
  const targetsByLowerCase = new Map<string, SitePath>();
  for (const [oldPath, newPath] of movedFiles) {
    const problem =
      findPathProblem(newPath) ??
      findExistingFileProblem(site, oldPath, newPath, movedFiles, targetsByLowerCase) ??
      findUnpublishablePathProblem(site, oldPath, newPath);
    if (problem !== undefined) return problem;
    targetsByLowerCase.set(newPath.toLowerCase(), newPath);
  }
  return undefined;
}

/** Matches a path whose last segment consists only of spaces, dots, or a page's extension. */
const missingNamePattern = /(^|\/)(?!\.\.$)[\s.]*(\.mdx?)?$/i;

/** Returns a message if a path that the author entered has no file name, or undefined if it has one. */
export function findMissingNameProblem(path: string): LocalizedMessage | undefined {
  return missingNamePattern.test(path)
    ? createMessage("The name is missing. Enter a path, such as guides/first-steps.")
    : undefined;
}

/**
 * Returns the reason why no file can have this path, or undefined if a file can. Renames, moves in the Explorer, new
 * pages, and the command line all use this check.
 */
export function findPathProblem(path: SitePath): LocalizedMessage | undefined {
  const nameProblem = findMissingNameProblem(path);
  if (nameProblem !== undefined) return nameProblem;
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    return createInvalidPathMessage(path);
  for (const segment of segments) {
    const character = forbiddenCharacterPattern.exec(segment)?.[0];
    if (character !== undefined)
      return invisibleCharacterPattern.test(character)
        ? createMessage(
            "“{0}” contains an invisible character, which isn't allowed in URLs or on some operating systems. Choose a name without it.",
            segment,
          )
        : createMessage(
            "“{0}” contains “{1}”, which isn't allowed in URLs or on some operating systems. Choose a name without it.",
            segment,
            character,
          );
    if (/^\s|[\s.]$/.test(segment))
      return createMessage(
        "“{0}” starts with a space, or ends with a space or period, which Windows removes. Choose another name.",
        segment,
      );
    if (deviceNamePattern.test(segment))
      return createMessage("“{0}” is a device name that Windows reserves. Choose another name.", segment);
    if (segment.length > maxNameLength)
      return createMessage(
        "“{0}…” is too long for a file name. Choose a shorter name.",
        takeFirstCharacters(segment, 40),
      );
  }
  return path.length > maxPathLength ? createMessage("The path is too long. Choose a shorter path.") : undefined;
}

export function createInvalidPathMessage(path: string): LocalizedMessage {
  return createMessage(
    "“{0}” isn't a valid path on this site. Enter a path relative to the folder that contains docs.json.",
    path,
  );
}

export function findExistingFileProblem(
  site: Site,
  oldPath: SitePath,
  newPath: SitePath,
  movedFiles: MovedFiles,
  targetsByLowerCase: ReadonlyMap<string, SitePath>,
): LocalizedMessage | undefined {
  const conflictingPath = targetsByLowerCase.get(newPath.toLowerCase());
  if (conflictingPath !== undefined)
    return createMessage("Two files would be moved to {0}. Move them to different locations.", conflictingPath);
  const isExistingFile = site.files.has(newPath) && !movedFiles.has(newPath);
  if (isExistingFile && newPath !== oldPath)
    return createMessage("{0} already exists. Choose another name, or move that file first.", newPath);
  const parentFile = getParentFolders(newPath).find((folder) => site.files.has(folder));
  if (parentFile !== undefined)
    return createMessage("{0} is a file, so it can't contain other files. Choose another folder.", parentFile);
  const existingSpelling = findOtherSpelling(site, newPath);
  if (existingSpelling !== undefined && existingSpelling !== oldPath && !movedFiles.has(existingSpelling))
    return createMessage(
      "{0} already exists and differs only in letter case, which many file systems ignore. Choose another name.",
      existingSpelling,
    );
  const slug = getPageSlug(newPath);
  const otherPage = slug === undefined ? undefined : getPageSlugs(site.files).fileBySlug.get(slug);
  if (otherPage !== undefined && otherPage !== oldPath && otherPage !== newPath && !movedFiles.has(otherPage))
    return createMessage("{0} already uses the URL path /{1}. Choose another name.", otherPage, slug ?? "");
  return undefined;
}

/** Returns `a` and `a/b` for `a/b/c.mdx`. */
function getParentFolders(path: SitePath): SitePath[] {
  return path
    .split("/")
    .slice(0, -1)
    .map((_, index, segments) => segments.slice(0, index + 1).join("/"));
}

function findOtherSpelling({ files }: Site, path: SitePath): SitePath | undefined {
  const lowerCasePath = path.toLowerCase();
  const folder = getFolderPath(path);
  for (const file of files)
    if (file.length === path.length && file !== path && file.toLowerCase() === lowerCasePath) return file;
  // On some systems, folder names that differ only in case refer to the same folder.
  for (const file of files) {
    const otherFolder = file.slice(0, folder.length);
    if (
      folder !== "" &&
      file[folder.length] === "/" &&
      otherFolder !== folder &&
      otherFolder.toLowerCase() === folder.toLowerCase()
    )
      return otherFolder;
  }
  return undefined;
}

/**
 * Returns the reason why the file wouldn't be a page after the move, which would make it inaccessible to readers.
 * Returns undefined if it would still be a page.
 */
function findUnpublishablePathProblem(site: Site, oldPath: SitePath, newPath: SitePath): LocalizedMessage | undefined {
  if (getFileName(oldPath) === "docs.json" || getFileName(newPath) === "docs.json")
    return createMessage("The location of docs.json determines the site's folder. Move the folder instead.");
  if (!isPublished(site.pages, oldPath)) return undefined;
  if (oldPath === "index.mdx" && newPath !== oldPath && !getListedSlugs(site.config).has("index"))
    return createMessage(
      "The index page opens at the site's root even though it isn't in the navigation. Add it to the navigation first so that readers can still find it.",
    );
  if (!/\.mdx?$/.test(newPath))
    return createMessage("{0} would no longer be a page. Keep the .mdx extension.", newPath);
  if (isSnippet(newPath))
    return createMessage(
      "Files in {0} are snippets, not pages. Remove the page from the navigation first.",
      newPath.split("/", 1)[0] ?? "",
    );
  return findUnpublishedProblem(site, newPath);
}

/**
 * Returns the reason why readers couldn't open a page at this path, even though a file can have the path. Returns
 * undefined if readers could open the page.
 */
export function findUnpublishedProblem(site: Site, file: SitePath): LocalizedMessage | undefined {
  if (isSnippet(file))
    return createMessage("Files in {0} are snippets, not pages. Choose another folder.", file.split("/", 1)[0] ?? "");
  const slug = getPageSlug(file) ?? "";
  // Although the service's search server is at /mcp itself, public sites have pages below /mcp.
  if (isStaticRoute(slug, () => false) && !/^mcp\/./i.test(slug))
    return createMessage(
      "The service itself handles /{0}, so readers wouldn't see the page. Choose another name.",
      slug,
    );
  return findIgnoredProblem(site, file);
}

export function findIgnoredProblem({ isIgnored }: Site, file: SitePath): LocalizedMessage | undefined {
  return isIgnored(file)
    ? createMessage("The site's ignore list excludes {0}, so readers wouldn't see it. Choose another location.", file)
    : undefined;
}

/** The effects of moving files. The edits apply to the files at their old paths. */
export interface MovePlan {
  readonly moves: readonly FileMove[];
  readonly edits: readonly FileEdit[];
  /** Edits that add redirects from the old paths of moved pages. The author must approve them. */
  readonly redirects: readonly FileEdit[];
  /** The same redirects as data, such as `/guides/start` → `/learn/start`. */
  readonly redirectList: readonly RedirectSetting[];
  /** Redirects that the author must add manually, because docs.json can't be edited safely. */
  readonly manualRedirects: readonly RedirectSetting[];
  /** Links that the author must update manually. */
  readonly remainingLinks: readonly RemainingLink[];
}

export type MovePlanResult =
  | { readonly ok: true; readonly plan: MovePlan }
  /** The reason why the move isn't possible, and how to proceed. */
  | Refusal;

/** Data that the caller provides because it isn't part of the site. */
export interface MoveSources {
  /** Returns the current text of a file in the editor. */
  readonly readText?: (file: SitePath) => string | undefined;
  /** All `$ref`s in the affected specifications. */
  readonly specReferences?: readonly SpecReference[];
  /**
   * Earlier moves, with the most recent one last. If a move is undone, they're used to restore the original spelling of
   * links.
   */
  readonly earlierMoves?: readonly MoveRecord[];
}

const maxMoves = 20_000;

/**
 * Plans the edits that keep navigation, links, imports, settings, and redirects working after files or folders move.
 * Planning doesn't read or write any files.
 */
export function planMove(site: Site, moves: readonly FileMove[], sources: MoveSources = {}): MovePlanResult {
  const missingMove = moves.find(({ from }) => !isExistingPath(site, from));
  if (missingMove) return refuse(createMessage("{0} isn't a file or folder in this site.", missingMove.from));
  const nestedMove = moves.find(({ from, to }) => !site.files.has(from) && `${to}/`.startsWith(`${from}/`));
  if (nestedMove) return refuse(createMessage("{0} can't be moved into itself.", nestedMove.from));
  const missingNameProblem = moves.flatMap(({ to }) => findMissingNameProblem(to) ?? []).at(0);
  if (missingNameProblem !== undefined) return refuse(missingNameProblem);
  const movedFiles = findMovedFiles(site.files, moves);
  if (movedFiles.size > maxMoves)
    return refuse(createMessage("You can move at most {0} files at once. Move them in smaller batches.", maxMoves));
  const problem = findMoveProblem(site, movedFiles);
  if (problem !== undefined) return refuse(problem);
  return { ok: true, plan: createPlan(site, movedFiles, sources) };
}

function isExistingPath({ files }: Site, path: SitePath): boolean {
  if (files.has(path)) return true;
  for (const file of files) if (file.startsWith(`${path}/`)) return true;
  return false;
}

function createPlan(
  site: Site,
  movedFiles: MovedFiles,
  { readText = () => undefined, specReferences = [], earlierMoves = [] }: MoveSources,
): MovePlan {
  const linkUpdates = updateLinks(site, movedFiles);
  const specNameUpdates = updateSpecNames(site, movedFiles);
  const movedRedirects = updateRedirects(site, movedFiles);
  const edits: EditsByFile = new Map();
  for (const editsByFile of [
    updateEntries(site, movedFiles),
    linkUpdates.edits,
    updateImports(site, movedFiles, readText),
    updateSettings(site, movedFiles),
    specNameUpdates.edits,
    updateSpecRefs(specReferences, movedFiles, readText),
    movedRedirects.updatedEdits,
  ])
    for (const [file, fileEdits] of editsByFile) addEdits(edits, file, fileEdits);
  const undoneMove = earlierMoves.findLast((record) => isUndoOf(record, site, movedFiles));
  return {
    moves: [...movedFiles].map(([oldPath, newPath]) => ({ from: oldPath, to: newPath })),
    edits: toFileEdits(undoneMove ? getUndoEdits(undoneMove.texts, edits, readText) : edits),
    redirects: toFileEdits(movedRedirects.addedEdits),
    redirectList: movedRedirects.redirects,
    manualRedirects: movedRedirects.manualRedirects,
    remainingLinks: [...linkUpdates.remainingLinks, ...specNameUpdates.remainingLinks],
  };
}

/**
 * Converts the edits to one `FileEdit` per file, without duplicates. Duplicates occur because a value can be both a
 * link and a setting.
 */
function toFileEdits(edits: ReadonlyMap<SitePath, readonly TextEdit[]>): FileEdit[] {
  return [...edits].map(([file, fileEdits]) => {
    const editsByKey = new Map<string, TextEdit>();
    for (const edit of fileEdits) {
      const key = `${String(edit.range.start)} ${String(edit.range.end)}`;
      if (!editsByKey.has(key)) editsByKey.set(key, edit);
    }
    const sortedEdits = [...editsByKey.values()].sort((a, b) => a.range.start - b.range.start);
    return { kind: "edit", file, edits: sortedEdits };
  });
}

/**
 * Returns the corresponding moves for the pages' counterparts in other languages and versions. For example, if
 * `guides/start` moves, `fr/guides/start` moves as well, because their paths differ only by a folder.
 */
export function findCounterpartMoves(site: Site, moves: readonly FileMove[]): readonly FileMove[] {
  const movedFiles = findMovedFiles(site.files, moves);
  const counterpartsBySlug = groupCounterpartsByPage(site.config);
  const { fileBySlug } = getPageSlugs(site.files);
  const newPathByOldPath = new Map<SitePath, SitePath>();
  for (const [oldSlug, newSlug] of getMovedSlugs(movedFiles))
    for (const counterpartSlug of new Set([
      ...(counterpartsBySlug.get(oldSlug) ?? []),
      ...findTranslations(site, oldSlug),
    ])) {
      const file = fileBySlug.get(counterpartSlug);
      const newPath = getCounterpartSlug(oldSlug, newSlug, counterpartSlug);
      if (file === undefined || newPath === undefined || movedFiles.has(file)) continue;
      newPathByOldPath.set(file, newPath + (/\.mdx?$/.exec(file)?.[0] ?? ".mdx"));
    }
  return [...newPathByOldPath].map(([oldPath, newPath]) => ({ from: oldPath, to: newPath }));
}

/**
 * Returns the new slug of a page's counterpart. For example, if `guides/start` moves to `learn/start`, its counterpart
 * `fr/guides/start` moves to `fr/learn/start`. Both pages can be in language folders. Returns undefined if the paths
 * don't correspond.
 */
export function getCounterpartSlug(oldSlug: string, newSlug: string, counterpartSlug: string): string | undefined {
  const [oldSegments, counterpartSegments, newSegments] = [
    oldSlug.split("/"),
    counterpartSlug.split("/"),
    newSlug.split("/"),
  ];
  let commonCount = 0;
  while (
    commonCount < Math.min(oldSegments.length, counterpartSegments.length) &&
    oldSegments.at(-1 - commonCount) === counterpartSegments.at(-1 - commonCount)
  )
    commonCount++;
  if (commonCount === 0) return undefined;
  const [oldFolderSegments, counterpartFolderSegments] = [
    oldSegments.slice(0, -commonCount),
    counterpartSegments.slice(0, -commonCount),
  ];
  const isSameFolder = oldFolderSegments.every((segment, i) => newSegments[i] === segment);
  return isSameFolder && newSegments.length > oldFolderSegments.length
    ? [...counterpartFolderSegments, ...newSegments.slice(oldFolderSegments.length)].join("/")
    : undefined;
}

/** Splits the edits of `plan` into those that a smaller plan also contains, and the rest. */
export function splitPlan(plan: MovePlan, smallerPlan: MovePlan): readonly [FileEdit[], FileEdit[]] {
  if (plan === smallerPlan) return [[...smallerPlan.edits], []];
  const getKey = (file: string, edit: { range: { start: number }; newText: string }) =>
    `${String(edit.range.start)} ${file} ${edit.newText}`;
  const smallerPlanKeys = new Set(
    smallerPlan.edits.flatMap((edit) =>
      edit.kind === "edit" ? edit.edits.map((textEdit) => getKey(edit.file, textEdit)) : [],
    ),
  );
  const selectEdits = (isInSmallerPlan: boolean) =>
    plan.edits.flatMap((edit): FileEdit[] => {
      if (edit.kind !== "edit") return isInSmallerPlan ? [edit] : [];
      const edits = edit.edits.filter(
        (textEdit) => smallerPlanKeys.has(getKey(edit.file, textEdit)) === isInSmallerPlan,
      );
      return edits.length > 0 ? [{ ...edit, edits }] : [];
    });
  return [selectEdits(true), selectEdits(false)];
}
