import { setImmediate } from "node:timers/promises";
import type { ConfigSources } from "../../core/config/config.ts";
import { findMentionedMediaFiles } from "../../core/config/shared-settings.ts";
import type { Page, Script, ScriptReferences } from "../../core/page/page.ts";
import { isNestedConfig, getNestedSites } from "../../core/site/navigation/nested-sites.ts";
import { getSearchPattern } from "../../core/site/settings/secret-keys.ts";
import { chooseProfile } from "../../core/site/settings/site-settings.ts";
import {
  buildSite,
  type PreviousPages,
  type InvalidationScope,
  type Site,
  applyFile,
  addFileName,
} from "../../core/site/site.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runInBackground, runTimeSliced, runUrgently } from "../async/time-slicing.ts";
import {
  binaryNamePattern,
  type KeyRangesByPath,
  SecretKeyScanner,
  findFileKeys,
  type Mentions,
  findFileMentions,
} from "../files/secret-scan.ts";
import {
  ignoreFile,
  isPageFile,
  isSiteStyleSheet,
  isScript,
  mayBeSpecFile,
  readConfigSource,
  readFile,
  readSiteSkeleton,
  readNestedConfigRange,
  readPage,
  readScript,
  readSiteSettings,
  readStyleSheet,
  scanScripts,
  scanStyleSheets,
  settingsFile,
  type SiteFiles,
  type SiteSkeleton,
  getFileText,
} from "../files/site-files.ts";
import { applyConfig } from "../../core/site/navigation/changed-listings.ts";
import { findDuplicateTitles } from "../../core/site/navigation/navigation-suggestions.ts";
import { getPublishedPages } from "../../core/site/pages/pages.ts";
import { listRemoteSources } from "../../core/site/specs/operation-references.ts";

/** Reads the specifications among the given files. The result excludes files that aren't specifications. */
export type ReadSpecs = (
  siteFiles: SiteFiles,
  paths: readonly SitePath[],
  signal?: AbortSignal,
) => Promise<readonly SpecOutline[]>;

export interface SiteLoadOptions extends SiteFiles {
  readonly readSpecs: ReadSpecs;
  readonly signal?: AbortSignal;
  /**
   * Called with the site after each stage. The first stage reads docs.json and the file list. The next two stages read
   * pages and specifications, in either order.
   */
  readonly onStageEnd?: (loadedSite: LoadedSite) => void;
  /** Called with the number of pages scanned so far and the total number of pages. */
  readonly onProgress?: (doneCount: number, total: number) => void;
}

/** A site along with the data that it was built from, so that a change to one file can be applied. */
export interface LoadedSite {
  readonly site: Site;
  readonly skeleton: SiteSkeleton;
}

/**
 * Reads a complete site. Pages are read in time slices, and specifications are read in a worker thread at the same
 * time. Nothing outside the root is read. Rejects only if the signal is aborted, with the signal's reason.
 */
export async function loadSite(options: SiteLoadOptions): Promise<LoadedSite> {
  const { signal, onStageEnd } = options;
  const skeleton = await runUrgently(readSiteSkeleton(options), signal);
  let latestSite = assembleSite(skeleton, {});
  let assemblyCount = 0;
  let previousPages: PreviousPages | undefined;
  const readText = (path: SitePath) => getFileText(readFile(options, path));
  const comparisonPromise = options
    .readPreviousPages?.(skeleton, readText, signal)
    .then((pages) => (previousPages = pages));
  const publish = async (contents: SiteContents): Promise<void> => {
    latestSite = assembleSite(skeleton, { ...contents, ...(previousPages && { previousPages }) }, latestSite);
    const assemblyNumber = ++assemblyCount;
    await runTimeSliced(warmUpViews(latestSite.site), signal);
    // If another stage finished during the warm-up, both stages are reported together.
    if (assemblyNumber === assemblyCount) onStageEnd?.(latestSite);
  };
  await setImmediate();
  signal?.throwIfAborted();
  onStageEnd?.(latestSite);
  const keyScanner = new SecretKeyScanner(getSearchPattern(skeleton.settings));
  const scannedFiles = keyScanner.wrapFiles(options);
  const candidates = [...skeleton.files].filter((path) => mayBeSpecFile(path, skeleton));
  const readAllSpecs = async () => {
    const specs = await options.readSpecs(scannedFiles, candidates, signal);
    await publish({ specs, keys: keyScanner.keyRangesByPath, mentions: keyScanner.mentions });
  };
  const scanFiles = async () => {
    const pages = await runInBackground(scanPages(skeleton, scannedFiles), signal);
    const scripts = await runInBackground(scanScripts(skeleton, scannedFiles), signal);
    const styleSheets = await runInBackground(scanStyleSheets(skeleton, scannedFiles), signal);
    const isSiteFile = (path: SitePath) =>
      skeleton.files.has(path) &&
      (isPageFile(path, skeleton) ||
        mayBeSpecFile(path, skeleton) ||
        isScript(path, skeleton) ||
        isSiteStyleSheet(path, skeleton));
    await runInBackground(keyScanner.scanOtherFiles(options, skeleton, isSiteFile), signal);
    await publish({ pages, scripts, styleSheets, keys: keyScanner.keyRangesByPath, mentions: keyScanner.mentions });
  };
  await Promise.all([readAllSpecs(), scanFiles()]);
  await comparisonPromise;
  signal?.throwIfAborted();
  if (previousPages && latestSite.site.previousPages !== previousPages) await publish({});
  return latestSite;
}

/** Computes all page views that are needed when a site is first shown, one per step. `derive` caches each result. */
function* warmUpViews(site: Site): Generator<void, void> {
  for (const getView of [
    () => getPublishedPages(site.pages),
    () => listRemoteSources(site),
    () => findDuplicateTitles(site),
  ]) {
    getView();
    yield;
  }
}

interface SiteContents {
  readonly pages?: readonly Page[];
  /** The code files. They're always found together with the style sheets. */
  readonly scripts?: readonly Script[];
  readonly styleSheets?: readonly ScriptReferences[];
  readonly specs?: readonly SpecOutline[];
  readonly keys?: KeyRangesByPath;
  readonly mentions?: Mentions | undefined;
  readonly previousPages?: PreviousPages;
}

/**
 * Creates a site from its parts. Parts that a stage doesn't change remain the same objects, so views that depend on
 * them aren't computed again.
 */
function assembleSite(skeleton: SiteSkeleton, contents: SiteContents, previousLoadedSite?: LoadedSite): LoadedSite {
  const { pages, scripts, styleSheets, specs } = contents;
  const keys = contents.keys ?? previousLoadedSite?.site.keys;
  const mentions = "mentions" in contents ? contents.mentions : previousLoadedSite?.site.mentions;
  const previousPages = contents.previousPages ?? previousLoadedSite?.site.previousPages;
  const loadedKinds = {
    pages: pages !== undefined || (previousLoadedSite?.site.loaded.pages ?? false),
    specs: specs !== undefined || (previousLoadedSite?.site.loaded.specs ?? false),
  };
  const optionalProperties = {
    ...(keys && { keys }),
    ...(mentions && { mentions }),
    ...(previousPages && { previousPages }),
  };
  const site = buildSite({
    ...skeleton,
    pages: pages ?? [],
    scripts: scripts ?? [],
    styleSheets: styleSheets ?? [],
    specs: specs ?? [],
    ...optionalProperties,
    loaded: loadedKinds,
  });
  if (!previousLoadedSite) return { site, skeleton };
  const {
    config,
    pages: outlines,
    references,
    scripts: codeFiles,
    scriptReferences,
    specs: specOutlines,
    overlays,
  } = previousLoadedSite.site;
  return {
    skeleton,
    site: {
      ...site,
      config,
      ...(pages ? {} : { pages: outlines, references }),
      ...(scripts ? {} : { scripts: codeFiles, scriptReferences }),
      ...(specs ? {} : { specs: specOutlines, ...(overlays && { overlays }) }),
    },
  };
}

function* scanPages(skeleton: SiteSkeleton, options: SiteLoadOptions): Generator<void, Page[]> {
  const paths = [...skeleton.files].filter((path) => isPageFile(path, skeleton));
  const pages: Page[] = [];
  const pagesByText = new Map<string, Page>();
  for (const [doneCount, path] of paths.entries()) {
    const page = readPage(options, path, pagesByText);
    if (page) pages.push(page);
    if (doneCount % 64 === 0) options.onProgress?.(doneCount, paths.length);
    yield;
  }
  options.onProgress?.(paths.length, paths.length);
  return pages;
}

/** The result of applying a change to one file. */
export interface AppliedChange {
  readonly loadedSite: LoadedSite;
  readonly scope: InvalidationScope | "none";
  /** Files that must now be read as specifications. The site still contains their previous versions. */
  readonly specPaths: readonly SitePath[];
  /** Whether the site must be read again because the change affects the inputs that it's built from. */
  readonly needsRescan: boolean;
}

/**
 * Applies the current state of the file at `path` to the site. The file may have been changed, added, or deleted,
 * either on disk or in an editor.
 */
export function applyChange(loadedSite: LoadedSite, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  const appliedChange = updateReferringSpecs(applyToParts(loadedSite, path, siteFiles), path);
  return updateNestedSites(
    updateMentions(updateKeys(appliedChange, loadedSite, path, siteFiles), path, siteFiles),
    path,
    siteFiles,
  );
}

/** Updates the sets of files that belong to nested sites, and the status of a docs.json in a subfolder. */
function updateNestedSites(appliedChange: AppliedChange, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  if (path !== settingsFile && !isNestedConfig(path)) return appliedChange;
  const { site, skeleton } = appliedChange.loadedSite;
  const nestedSites = getNestedSites(site);
  if (nestedSites.join("\n") !== skeleton.nestedFolders.join("\n")) return { ...appliedChange, needsRescan: true };
  if (!isNestedConfig(path)) return appliedChange;
  const configRange = site.files.has(path) ? readNestedConfigRange(siteFiles, path, nestedSites) : undefined;
  const previousRange = site.nestedConfigs?.get(path);
  if (configRange?.start === previousRange?.start) return appliedChange;
  const nestedConfigs = new Map(site.nestedConfigs);
  if (configRange) nestedConfigs.set(path, configRange);
  else nestedConfigs.delete(path);
  const loadedSite = { skeleton: { ...skeleton, nestedConfigs }, site: { ...site, nestedConfigs } };
  return { ...appliedChange, loadedSite, scope: appliedChange.scope === "none" ? "file" : appliedChange.scope };
}

/** Adds the specifications that reference this file, because a change to the file also changes them. */
function updateReferringSpecs(appliedChange: AppliedChange, path: SitePath): AppliedChange {
  const referringSpecs = [...appliedChange.loadedSite.site.specs.values()].filter(({ includedFiles }) =>
    includedFiles.includes(path),
  );
  return referringSpecs.length === 0
    ? appliedChange
    : {
        ...appliedChange,
        specPaths: [...new Set([...appliedChange.specPaths, ...referringSpecs.map((spec) => spec.path)])],
      };
}

/**
 * Updates the list of images that the file references. This may change which images are reported as unused.
 */
function updateMentions(appliedChange: AppliedChange, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  const { site, skeleton } = appliedChange.loadedSite;
  if (!site.mentions || appliedChange.needsRescan || binaryNamePattern.test(path)) return appliedChange;
  const source = site.config.files.find((file) => file.path === path && !file.refusal);
  const names = source
    ? omitIfEmpty(findMentionedMediaFiles(source))
    : findFileMentions(path, getFileText(readFile(siteFiles, path)) ?? "");
  if (hasSameNames(names, site.mentions.get(path))) return appliedChange;
  const newMentions = new Map([...site.mentions].filter(([file]) => file !== path));
  if (names) newMentions.set(path, names);
  const mentions = new Map([...newMentions].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...appliedChange, loadedSite: { skeleton, site: { ...site, mentions } }, scope: "site" };
}

function omitIfEmpty(names: ReadonlySet<string>): ReadonlySet<string> | undefined {
  return names.size > 0 ? names : undefined;
}

function hasSameNames(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}

/**
 * Updates the locations of API keys in the file. If the change affects the key pattern, every file must be searched
 * again.
 */
function updateKeys(
  appliedChange: AppliedChange,
  previousLoadedSite: LoadedSite,
  path: SitePath,
  siteFiles: SiteFiles,
): AppliedChange {
  const { site, skeleton } = appliedChange.loadedSite;
  const secretKeyPattern = getSearchPattern(site.settings);
  const previousSecretKeyPattern = getSearchPattern(previousLoadedSite.site.settings);
  if (secretKeyPattern?.prefix !== previousSecretKeyPattern?.prefix || (secretKeyPattern && path === ".gitignore"))
    return { ...appliedChange, needsRescan: true };
  const keys = findFileKeys(siteFiles, skeleton, path, secretKeyPattern);
  if (!keys && !site.keys.has(path)) return appliedChange;
  const newKeys = new Map(site.keys);
  if (keys) newKeys.set(path, keys);
  else newKeys.delete(path);
  const loadedSite = { skeleton, site: { ...site, keys: newKeys } };
  return { ...appliedChange, loadedSite, scope: appliedChange.scope === "none" ? "file" : appliedChange.scope };
}

function applyToParts(loadedSite: LoadedSite, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  const { skeleton } = loadedSite;
  if (path === ignoreFile) return { loadedSite, scope: "none", specPaths: [], needsRescan: true };
  if (skeleton.isIgnored(path) && !skeleton.configSources.has(path)) return createUnchangedResult(loadedSite);
  const exists = siteFiles.readUnsavedText?.(path) !== undefined || siteFiles.disk.getStamp(path) !== undefined;
  const updatedSite = updateLink(setPresence(loadedSite, path, exists && !skeleton.isIgnored(path)), path, siteFiles);
  if (path === settingsFile) return updateSettings(updatedSite, siteFiles);
  if (skeleton.configSources.has(path))
    return updateConfigSource(updatedSite, path, siteFiles, updatedSite !== loadedSite);
  if (isPageFile(path, skeleton)) return updatePage(updatedSite, path, siteFiles);
  if (isScript(path, skeleton)) return updateScript(updatedSite, path, siteFiles, updatedSite !== loadedSite);
  if (isSiteStyleSheet(path, skeleton))
    return updateStyleSheet(updatedSite, path, siteFiles, updatedSite !== loadedSite);
  const scope = updatedSite === loadedSite ? "none" : "site";
  if (!mayBeSpecFile(path, skeleton)) return { ...createUnchangedResult(updatedSite), scope };
  if (exists) return { loadedSite: updatedSite, scope, specPaths: [path], needsRescan: false };
  const { site } = applyFile(updatedSite.site, { kind: "spec", path, spec: undefined });
  return { ...createUnchangedResult({ ...updatedSite, site }), scope: "site" };
}

function createUnchangedResult(loadedSite: LoadedSite): AppliedChange {
  return { loadedSite, scope: "none", specPaths: [], needsRescan: false };
}

function setPresence(loadedSite: LoadedSite, path: SitePath, exists: boolean): LoadedSite {
  if (loadedSite.site.files.has(path) === exists) return loadedSite;
  const { files } = loadedSite.site;
  const newFiles = exists ? addFileName(files, path) : new Set([...files].filter((file) => file !== path));
  return { ...loadedSite, site: { ...loadedSite.site, files: newFiles } };
}

function updateLink(loadedSite: LoadedSite, path: SitePath, { disk }: SiteFiles): LoadedSite {
  const previousLinks = loadedSite.site.links ?? new Map<SitePath, SitePath>();
  const target = loadedSite.site.files.has(path) ? disk.getLinkTarget?.(path) : undefined;
  if (previousLinks.get(path) === target) return loadedSite;
  const links = new Map(previousLinks);
  if (target === undefined) links.delete(path);
  else links.set(path, target);
  return { ...loadedSite, site: { ...loadedSite.site, links } };
}

function updateSettings({ site, skeleton }: LoadedSite, siteFiles: SiteFiles): AppliedChange {
  const settings = readSiteSettings(siteFiles);
  const profile = chooseProfile(siteFiles.profile, settings, site.config);
  const loadedSite = { site: { ...site, settings, profile }, skeleton: { ...skeleton, settings, profile } };
  return { loadedSite, scope: "site", specPaths: [], needsRescan: false };
}

function updatePage({ site, skeleton }: LoadedSite, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  const page = readPage(siteFiles, path);
  if (!page && !site.pages.has(path)) return { ...createUnchangedResult({ site, skeleton }), scope: "site" };
  const siteChange = applyFile(site, { kind: "page", path, page });
  return {
    loadedSite: { site: siteChange.site, skeleton },
    scope: siteChange.scope,
    specPaths: [],
    needsRescan: false,
  };
}

/** Applies a change to a code file. If its names or imports change, the pages that import the file are affected. */
function updateScript(
  { site, skeleton }: LoadedSite,
  path: SitePath,
  siteFiles: SiteFiles,
  isNew: boolean,
): AppliedChange {
  const siteChange = applyFile(site, { kind: "script", path, script: readScript(siteFiles, path) });
  const scope = isNew ? "site" : siteChange.scope;
  return { loadedSite: { site: siteChange.site, skeleton }, scope, specPaths: [], needsRescan: false };
}

/** Applies a change to a style sheet. Its links don't affect the problems of any file. */
function updateStyleSheet(
  { site, skeleton }: LoadedSite,
  path: SitePath,
  siteFiles: SiteFiles,
  isNew: boolean,
): AppliedChange {
  const siteChange = applyFile(site, { kind: "style-sheet", path, styleSheet: readStyleSheet(siteFiles, path) });
  const isUnchanged = siteChange.site.scriptReferences === site.scriptReferences;
  const scope = isNew ? "site" : isUnchanged ? "none" : "file";
  return { ...createUnchangedResult({ site: siteChange.site, skeleton }), scope };
}

/**
 * Handles a change to docs.json or a file that it includes. Reads newly included files. Files that are no longer
 * included are treated as possible specifications.
 */
function updateConfigSource(
  { site, skeleton }: LoadedSite,
  path: SitePath,
  siteFiles: SiteFiles,
  isNew: boolean,
): AppliedChange {
  const previousSource = skeleton.configSources.get(path);
  const source = readConfigSource(siteFiles, path, previousSource);
  // For example, the file was opened in the editor.
  if (source && source === previousSource && !isNew)
    return { ...createUnchangedResult({ site, skeleton }), scope: "file" };
  let sources: ConfigSources = new Map(skeleton.configSources).set(path, source);
  let { site: newSite, scope } = applyConfig(site, sources);
  while (newSite.config.requestedPaths.length > 0) {
    const newSources = new Map(sources);
    for (const requestedPath of newSite.config.requestedPaths)
      newSources.set(requestedPath, readConfigSource(siteFiles, requestedPath));
    sources = newSources;
    newSite = applyFile(newSite, { kind: "config", sources }).site;
    scope = "site";
  }
  const configSources = selectReferencedSources(sources, newSite);
  const profile = chooseProfile(siteFiles.profile, skeleton.settings, newSite.config);
  const nextSkeleton = { ...skeleton, configSources, profile };
  const specs = new Map([...newSite.specs].filter(([spec]) => !configSources.has(spec)));
  const removedSources = [...skeleton.configSources.keys()].filter((oldSource) => !configSources.has(oldSource));
  return {
    loadedSite: {
      skeleton: nextSkeleton,
      site: { ...newSite, profile, specs: specs.size === newSite.specs.size ? newSite.specs : specs },
    },
    scope: isNew ? "site" : scope,
    specPaths: removedSources.filter(
      (removedPath) => newSite.files.has(removedPath) && mayBeSpecFile(removedPath, nextSkeleton),
    ),
    needsRescan: false,
  };
}

/**
 * Removes files that aren't the target of a `$ref`, so they're read again if a `$ref` refers to them later.
 */
function selectReferencedSources(sources: ConfigSources, { config }: Site): ConfigSources {
  const configPaths = new Set([config.entry, ...config.files.map(({ path }) => path)]);
  for (const { result } of config.refs) if ("file" in result) configPaths.add(result.file);
  return new Map([...sources].filter(([path]) => configPaths.has(path)));
}
