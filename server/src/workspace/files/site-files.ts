import { type ConfigSources, readConfig } from "../../core/config/config.ts";
import { isSiteConfig, type JsonFile, readJson, reparseJson } from "../../core/config/json/json-tree.ts";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { parseTemplate, type PageTemplate, pageTemplates } from "../../core/features/new-page/page-templates.ts";
import type { FrontmatterProblem, Page, Script, ScriptReferences } from "../../core/page/page.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import { scanScript } from "../../core/page/scan-script.ts";
import { scanStyleSheet } from "../../core/page/scan-style.ts";
import { isInNestedSite, isNestedConfig, getNestedSites } from "../../core/site/navigation/nested-sites.ts";
import { createIgnoreMatcher } from "../../core/site/settings/ignore.ts";
import { chooseProfile, readSettings, type SiteSettings, applyAstro } from "../../core/site/settings/site-settings.ts";
import { configEntry, type Site } from "../../core/site/site.ts";
import { canBeSpec } from "../../core/spec/detect-spec.ts";
import { isMediaFile } from "../../core/text/media-types.ts";
import { getFolderPath, isStyleSheet, resolveSitePath, removePageExtension } from "../../core/text/site-path.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import type { PreviousPagesReader } from "../git/revisions.ts";
import { type Disk, type FileText, maxTextSize, type FileList, createOverlayDisk } from "./disk.ts";

export const settingsFile: SitePath = ".docwright.json";
export const ignoreFile: SitePath = ".mintignore";

/**
 * Provides access to a site's files. The text of a file that is open in an editor takes precedence over the text on
 * disk.
 */
export interface SiteFiles {
  readonly disk: Disk;
  /** Returns the text of an open file, or undefined for any other file. */
  readonly readUnsavedText?: (path: SitePath) => string | undefined;
  /** Returns every open file. */
  readonly listOpenPaths?: () => Iterable<SitePath>;
  /** Determines which pages were previously published. Absent if Git can't be used. */
  readonly readPreviousPages?: PreviousPagesReader;
  /** The profile that the editor or the command line requested. */
  readonly profile?: ProfileName | "auto";
  /** Whether the site is currently built with Astro (see `usesAstro`). */
  readonly isAstro?: () => boolean;
}

/** The parts of a site that don't depend on pages. These parts are sufficient to find most problems in docs.json. */
export interface SiteSkeleton {
  readonly fileList: FileList;
  /** The files that were listed by the scan. The current files are in `site.files`. */
  readonly files: ReadonlySet<SitePath>;
  readonly isIgnored: Site["isIgnored"];
  /** The folders of nested sites. Files in these folders belong to the nested sites. */
  readonly nestedFolders: readonly SitePath[];
  readonly nestedConfigs: ReadonlyMap<SitePath, TextRange>;
  readonly links: ReadonlyMap<SitePath, SitePath>;
  readonly settings: Site["settings"];
  readonly profile: Site["profile"];
  readonly configSources: ConfigSources;
}

/**
 * Lists the site's files, and reads docs.json, the files that it includes, `.mintignore`, and `.docwright.json`.
 * Processes one folder or file per step.
 */
export function* readSiteSkeleton(siteFiles: SiteFiles): Generator<void, SiteSkeleton> {
  const isIgnored = createIgnoreMatcher(getFileText(readFile(siteFiles, ignoreFile)));
  const diskFileList = yield* siteFiles.disk.list((folder) => !isIgnored(`${folder}/`));
  const fileList = addOpenFiles(diskFileList, siteFiles);
  const files = new Set(fileList.files.filter((path) => !isIgnored(path)));
  yield;
  const configSources = readConfigSources(siteFiles);
  yield;
  const settings = readSiteSettings(siteFiles);
  const nestedSites = getNestedSites({ files, settings });
  const nestedConfigs = new Map<SitePath, TextRange>();
  for (const path of [...files].filter(isNestedConfig).slice(0, maxNestedConfigs)) {
    const configRange = readNestedConfigRange(siteFiles, path, nestedSites);
    if (configRange) nestedConfigs.set(path, configRange);
    yield;
  }
  const links = [...(diskFileList.links ?? []), ...resolveLinks(siteFiles.listOpenPaths?.() ?? [], siteFiles)];
  return {
    fileList,
    files,
    isIgnored,
    nestedFolders: nestedSites,
    nestedConfigs,
    links: new Map(links.filter(([path]) => files.has(path))),
    settings,
    profile: chooseProfile(siteFiles.profile, settings, readConfig(configEntry, configSources)),
    configSources,
  };
}

export function readSiteSettings(siteFiles: SiteFiles): SiteSettings {
  const settings = readSettings(getFileText(readFile(siteFiles, settingsFile)));
  return siteFiles.isAstro?.() ? applyAstro(settings) : settings;
}

/** Adds files that are open in an editor but don't exist on disk yet. */
function addOpenFiles(fileList: FileList, { listOpenPaths: openPaths, readUnsavedText }: SiteFiles): FileList {
  const diskFiles = new Set(fileList.files);
  const unsavedPaths = [...(openPaths?.() ?? [])].filter(
    (path) => !diskFiles.has(path) && readUnsavedText?.(path) !== undefined,
  );
  return unsavedPaths.length === 0 ? fileList : { ...fileList, files: [...fileList.files, ...unsavedPaths].sort() };
}

function resolveLinks(paths: Iterable<SitePath>, { disk }: SiteFiles): ReadonlyMap<SitePath, SitePath> {
  const targetsByLink = new Map<SitePath, SitePath>();
  for (const path of paths) {
    const target = disk.getLinkTarget?.(path);
    if (target !== undefined) targetsByLink.set(path, target);
  }
  return targetsByLink;
}

/** The maximum number of docs.json files in subfolders that are read. Reading more isn't useful and takes time. */
const maxNestedConfigs = 100;

/** Returns the start of a docs.json in a subfolder of the site, or undefined if the file can't configure a site. */
export function readNestedConfigRange(
  siteFiles: SiteFiles,
  path: SitePath,
  nestedSites: readonly SitePath[],
): TextRange | undefined {
  if (isInNestedSite(path, nestedSites)) return undefined;
  const text = getFileText(readFile(siteFiles, path, maxNestedConfigSize));
  const config = text === undefined ? undefined : readJson(path, text);
  if (!config || !isSiteConfig(config)) return undefined;
  const start = config.root?.range.start ?? 0;
  return { start, end: start + 1 };
}

const maxNestedConfigSize = 1_000_000;

/** Returns a file's text from the editor if the file is open; otherwise, from the disk. */
export function readFile({ disk, readUnsavedText }: SiteFiles, path: SitePath, maxSize = maxTextSize): FileText {
  const text = readUnsavedText?.(path);
  if (text === undefined) return disk.read(path, maxSize);
  return text.length > maxSize ? { kind: "too-large" } : { kind: "text", text, hasByteOrderMark: false };
}

export function getFileText(file: FileText): string | undefined {
  return file.kind === "text" ? file.text : undefined;
}

/**
 * Reads docs.json and every file included by `$ref`, at any depth. Parsed files in `cachedSources` aren't read again.
 */
export function readConfigSources(siteFiles: SiteFiles, cachedSources?: ConfigSources): ConfigSources {
  const sourcesByPath = new Map(cachedSources);
  for (;;) {
    const configPaths = sourcesByPath.has(configEntry)
      ? readConfig(configEntry, sourcesByPath).requestedPaths
      : [configEntry];
    if (configPaths.length === 0) return sourcesByPath;
    for (const path of configPaths) sourcesByPath.set(path, readConfigSource(siteFiles, path));
  }
}

/**
 * Reads and parses a configuration file. Returns `null` if the file doesn't exist or can't be read. `previousFile` is
 * the previous version, if it's available. If its text hasn't changed, returns `previousFile`.
 */
export function readConfigSource(
  siteFiles: SiteFiles,
  path: SitePath,
  previousFile?: JsonFile | null,
): JsonFile | null {
  const file = readFile(siteFiles, path);
  if (file.kind === "text") {
    if (!previousFile) return readJson(path, file.text);
    const isUnchanged = previousFile.text === file.text && !previousFile.refusal;
    return isUnchanged ? previousFile : reparseJson(previousFile, file.text);
  }
  return file.kind === "too-large" || file.kind === "not-text" ? readJson(path, "", file.kind) : null;
}

/** Whether a file in the folder of a page without a site is part of the page's temporary site. */
export function isDependency(page: SitePath, path: SitePath): boolean {
  return path === page || isMediaFile(path);
}

/**
 * Returns the files of a temporary site for a page in a folder without a docs.json. The site consists of the page, the
 * folder's media files, and a docs.json in memory that lists the page. The page can also import other files in the
 * folder. The folder isn't searched for pages, specifications, or code, because it may contain other projects.
 */
export function createSinglePageFiles(siteFiles: SiteFiles, page: SitePath): SiteFiles {
  const { disk, readUnsavedText } = siteFiles;
  const config = { navigation: { pages: [removePageExtension(page)] } };
  const textsByPath = new Map([
    [configEntry, JSON.stringify(config)],
    [settingsFile, undefined],
    [ignoreFile, undefined],
  ]);
  const toPageFileList = (fileList: FileList): FileList => ({
    ...fileList,
    files: fileList.files.filter((path) => isDependency(page, path)),
  });
  const { threadReader: _, ...overlay } = createOverlayDisk(
    {
      ...disk,
      *list(shouldEnter) {
        return toPageFileList(yield* disk.list(shouldEnter));
      },
      *listStamps(shouldEnter) {
        const { stampsByPath, fileList } = yield* disk.listStamps(shouldEnter);
        return {
          stampsByPath: new Map([...stampsByPath].filter(([path]) => isDependency(page, path))),
          fileList: toPageFileList(fileList),
        };
      },
    },
    textsByPath,
  );
  return {
    disk: overlay,
    ...(siteFiles.profile !== undefined && { profile: siteFiles.profile }),
    readUnsavedText: (path) => (textsByPath.has(path) ? undefined : readUnsavedText?.(path)),
    listOpenPaths: () => (readUnsavedText?.(page) === undefined ? [] : [page]),
  };
}

/** Whether a file is scanned as a page on this site. */
export function isPageFile(
  path: SitePath,
  { nestedFolders, isIgnored }: Pick<SiteSkeleton, "nestedFolders" | "isIgnored">,
): boolean {
  return /\.mdx?$/i.test(path) && !isIgnored(path) && !isInNestedSite(path, nestedFolders);
}

/** Whether a file may be a specification in this site. */
export function mayBeSpecFile(
  path: SitePath,
  { nestedFolders, isIgnored, configSources }: Pick<SiteSkeleton, "nestedFolders" | "isIgnored" | "configSources">,
): boolean {
  return canBeSpec(path) && !configSources.has(path) && !isIgnored(path) && !isInNestedSite(path, nestedFolders);
}

/**
 * Reads a page from the editor or the disk. Returns undefined if there's no readable file. If the file isn't text or is
 * larger than 10 MB, returns a page without content but with a problem that explains why. Sites with versions have many
 * pages with the same text. The same text is scanned only once, and all pages with this text share their data except
 * for the paths. `pagesByText` contains the pages that have been read so far, by text.
 */
export function readPage(siteFiles: SiteFiles, path: SitePath, pagesByText?: Map<string, Page>): Page | undefined {
  const file = readFile(siteFiles, path);
  if (file.kind === "text") {
    const { text } = file;
    const pageWithSameText = pagesByText?.get(text);
    if (pageWithSameText) return copyPage(pageWithSameText, path);
    const page = scanPage(path, text);
    pagesByText?.set(text, page);
    return page;
  }
  return file.kind === "not-text" || file.kind === "too-large" ? createEmptyPage(path, file.kind) : undefined;
}

function copyPage({ outline, references }: Page, path: SitePath): Page {
  return { outline: { ...outline, path }, references: { ...references, path } };
}

function createEmptyPage(path: SitePath, kind: FrontmatterProblem["kind"]): Page {
  const { outline, references } = scanPage(path, "");
  const frontmatter = { ...references.frontmatter, problems: [{ kind, range: { start: 0, end: 0 } }] };
  return { outline, references: { ...references, frontmatter } };
}

/** The maximum size in bytes. Larger files are libraries that were added to the site, not code written for a page. */
const maxScriptSize = 1_000_000;
const maxScripts = 5000;

/** Whether pages on this site can import the file as code. */
export function isScript(
  path: SitePath,
  { nestedFolders, isIgnored }: Pick<SiteSkeleton, "nestedFolders" | "isIgnored">,
): boolean {
  return /\.[jt]sx?$/i.test(path) && !isIgnored(path) && !isInNestedSite(path, nestedFolders);
}

/** Reads a code file from the editor or the disk. Returns undefined if there's no readable file. */
export function readScript(siteFiles: SiteFiles, path: SitePath): Script | undefined {
  const text = getFileText(readFile(siteFiles, path, maxScriptSize));
  return text === undefined ? undefined : scanScript(path, text);
}

/** Reads every code file in a site. Processes one file per step. */
export function scanScripts(skeleton: SiteSkeleton, siteFiles: SiteFiles): Generator<void, Script[]> {
  return readMatchingFiles(skeleton, isScript, (path) => readScript(siteFiles, path));
}

/** Whether the file is a style sheet of this site. */
export function isSiteStyleSheet(
  path: SitePath,
  { nestedFolders, isIgnored }: Pick<SiteSkeleton, "nestedFolders" | "isIgnored">,
): boolean {
  return isStyleSheet(path) && !isIgnored(path) && !isInNestedSite(path, nestedFolders);
}

/** Reads the links in a style sheet. Returns undefined if there's no readable file. */
export function readStyleSheet(siteFiles: SiteFiles, path: SitePath): ScriptReferences | undefined {
  const text = getFileText(readFile(siteFiles, path, maxScriptSize));
  return text === undefined ? undefined : scanStyleSheet(path, text);
}

/** Reads every style sheet in a site. Processes one file per step. */
export function scanStyleSheets(skeleton: SiteSkeleton, siteFiles: SiteFiles): Generator<void, ScriptReferences[]> {
  return readMatchingFiles(skeleton, isSiteStyleSheet, (path) => readStyleSheet(siteFiles, path));
}

/** Reads the files that match, up to a maximum number. Omits files that can't be read. */
function* readMatchingFiles<Content>(
  skeleton: SiteSkeleton,
  matches: (path: SitePath, skeleton: SiteSkeleton) => boolean,
  read: (path: SitePath) => Content | undefined,
): Generator<void, Content[]> {
  const contents: Content[] = [];
  for (const path of [...skeleton.files].filter((each) => matches(each, skeleton)).slice(0, maxScripts)) {
    const content = read(path);
    if (content !== undefined) contents.push(content);
    yield;
  }
  return contents;
}

const maxTemplates = 50;
const maxTemplateSize = 100_000;

/**
 * Returns the templates for new pages. The `.mdx` files in the site's templates folder come first, followed by
 * Docwright's own templates. A folder outside the site isn't used. Skips files larger than 100 KB and all files after
 * the first 50.
 */
export function listTemplates(files: SiteFiles, folder: string | undefined): readonly PageTemplate[] {
  return [...(folder === undefined || folder.trim() === "" ? [] : listSiteTemplates(files, folder)), ...pageTemplates];
}

function listSiteTemplates(files: SiteFiles, folder: string): readonly PageTemplate[] {
  const resolvedFolder = resolveSitePath(folder);
  if (!resolvedFolder.ok || resolvedFolder.path === "" || !files.disk.isFolder(resolvedFolder.path)) return [];
  const steps = files.disk.list((enteredFolder) => `${resolvedFolder.path}/`.startsWith(`${enteredFolder}/`));
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.files
    .filter((file) => getFolderPath(file) === resolvedFolder.path && file.endsWith(".mdx"))
    .slice(0, maxTemplates)
    .flatMap((file) => {
      const text = getFileText(readFile(files, file, maxTemplateSize));
      return text === undefined ? [] : [parseTemplate(file, text)];
    });
}
