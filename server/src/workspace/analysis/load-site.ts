import { setImmediate } from "node:timers/promises";
import type { ConfigSources } from "../../core/config/config.ts";
import { findMentionedMedia } from "../../core/config/shared-settings.ts";
import type { Page, Script, ScriptReferences } from "../../core/page/page.ts";
import { isNestedConfig, getNestedSites } from "../../core/site/navigation/nested-sites.ts";
import { getSearchPattern } from "../../core/site/settings/secret-keys.ts";
import { chooseProfile } from "../../core/site/settings/site-settings.ts";
import {
  buildSite,
  type FormerPages,
  type InvalidationScope,
  type Site,
  applyFile,
  addFileName,
} from "../../core/site/site.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import {
  binaryNamePattern,
  type Keys,
  SecretKeyScanner,
  findFileKeys,
  type Mentions,
  findFileMentions,
} from "../files/secret-scan.ts";
import {
  ignoreFile,
  isPageFile,
  isOwnStyleSheet,
  isScript,
  mayBeSpecFile,
  readConfigSource,
  readFile,
  readSiteSkeleton,
  readNestedConfig,
  readPage,
  readScript,
  readSiteSettings,
  readStyleSheet,
  scanScripts,
  scanStyleSheets,
  settingsFile,
  type SiteFiles,
  type SiteSkeleton,
  readFileText,
} from "../files/site-files.ts";
import { applyConfig } from "../../core/site/navigation/changed-listings.ts";
import { mapDuplicateTitles } from "../../core/site/navigation/navigation-suggestions.ts";
import { getPublishedPages } from "../../core/site/pages/pages.ts";
import { listRemoteSources } from "../../core/site/specs/operation-references.ts";

/** Reads the specifications among the given files. The result excludes files that aren't specifications. */
export type ReadSpecs = (
  from: SiteFiles,
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
  readonly onStage?: (loaded: LoadedSite) => void;
  /** Called with the number of pages scanned so far and the total number of pages. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A site along with the data that it was built from, so that a change to one file can be applied. */
export interface LoadedSite {
  readonly site: Site;
  readonly frame: SiteSkeleton;
}

/**
 * Reads a complete site. Pages are read in time slices, and specifications are read in a worker thread at the same
 * time. Nothing outside the root is read. Rejects only if the signal is aborted, with the signal's reason.
 */
export async function loadSite(options: SiteLoadOptions): Promise<LoadedSite> {
  const { signal, onStage } = options;
  const frame = await runTimeSliced(readSiteSkeleton(options), signal);
  let latestSite = assemble(frame, {});
  let assemblyCount = 0;
  let formerPages: FormerPages | undefined;
  const readText = (path: SitePath) => readFileText(readFile(options, path));
  const comparisonPromise = options.readFormerPages?.(frame, readText, signal).then((pages) => (formerPages = pages));
  const show = async (found: Found): Promise<void> => {
    latestSite = assemble(frame, { ...found, ...(formerPages && { formerPages }) }, latestSite);
    const number = ++assemblyCount;
    await runTimeSliced(warmUpViews(latestSite.site), signal);
    // If another stage finished during the warm-up, both stages are reported together.
    if (number === assemblyCount) onStage?.(latestSite);
  };
  await setImmediate();
  signal?.throwIfAborted();
  onStage?.(latestSite);
  const keyScan = new SecretKeyScanner(getSearchPattern(frame.settings));
  const watchedFiles = keyScan.watch(options);
  const candidates = [...frame.files].filter((path) => mayBeSpecFile(path, frame));
  const read = async () => {
    const specs = await options.readSpecs(watchedFiles, candidates, signal);
    await show({ specs, keys: keyScan.foundKeys, mentions: keyScan.mentions });
  };
  const scan = async () => {
    const pages = await runTimeSliced(scanPages(frame, watchedFiles), signal);
    const scripts = await runTimeSliced(scanScripts(frame, watchedFiles), signal);
    const styleSheets = await runTimeSliced(scanStyleSheets(frame, watchedFiles), signal);
    const isRead = (path: SitePath) =>
      frame.files.has(path) &&
      (isPageFile(path, frame) || mayBeSpecFile(path, frame) || isScript(path, frame) || isOwnStyleSheet(path, frame));
    await runTimeSliced(keyScan.scanOtherFiles(options, frame, isRead), signal);
    await show({ pages, scripts, styleSheets, keys: keyScan.foundKeys, mentions: keyScan.mentions });
  };
  await Promise.all([read(), scan()]);
  await comparisonPromise;
  signal?.throwIfAborted();
  if (formerPages && latestSite.site.formerPages !== formerPages) await show({});
  return latestSite;
}

/** Computes all page views that are needed when a site is first shown, one per step. `derive` caches each result. */
function* warmUpViews(site: Site): Generator<void, void> {
  for (const getView of [
    () => getPublishedPages(site.pages),
    () => listRemoteSources(site),
    () => mapDuplicateTitles(site),
  ]) {
    getView();
    yield;
  }
}

interface Found {
  readonly pages?: readonly Page[];
  /** The code files. They're always found together with the style sheets. */
  readonly scripts?: readonly Script[];
  readonly styleSheets?: readonly ScriptReferences[];
  readonly specs?: readonly SpecOutline[];
  readonly keys?: Keys;
  readonly mentions?: Mentions | undefined;
  readonly formerPages?: FormerPages;
}

/**
 * Creates a site from its parts. Parts that a stage doesn't change remain the same objects, so views that depend on
 * them aren't computed again.
 */
function assemble(frame: SiteSkeleton, contents: Found, before?: LoadedSite): LoadedSite {
  const { pages, scripts, styleSheets, specs } = contents;
  const keys = contents.keys ?? before?.site.keys;
  const mentions = "mentions" in contents ? contents.mentions : before?.site.mentions;
  const formerPages = contents.formerPages ?? before?.site.formerPages;
  const loadedKinds = {
    pages: pages !== undefined || (before?.site.loaded.pages ?? false),
    specs: specs !== undefined || (before?.site.loaded.specs ?? false),
  };
  const texts = { ...(keys && { keys }), ...(mentions && { mentions }), ...(formerPages && { formerPages }) };
  const site = buildSite({
    ...frame,
    pages: pages ?? [],
    scripts: scripts ?? [],
    styleSheets: styleSheets ?? [],
    specs: specs ?? [],
    ...texts,
    loaded: loadedKinds,
  });
  if (!before) return { site, frame };
  const {
    config,
    pages: outlines,
    references,
    scripts: code,
    scriptReferences,
    specs: specService,
    overlays,
  } = before.site;
  return {
    frame,
    site: {
      ...site,
      config,
      ...(pages ? {} : { pages: outlines, references }),
      ...(scripts ? {} : { scripts: code, scriptReferences }),
      ...(specs ? {} : { specs: specService, ...(overlays && { overlays }) }),
    },
  };
}

function* scanPages(frame: SiteSkeleton, options: SiteLoadOptions): Generator<void, Page[]> {
  const paths = [...frame.files].filter((path) => isPageFile(path, frame));
  const pages: Page[] = [];
  const pagesByText = new Map<string, Page>();
  for (const [done, path] of paths.entries()) {
    const page = readPage(options, path, pagesByText);
    if (page) pages.push(page);
    if (done % 64 === 0) options.onProgress?.(done, paths.length);
    yield;
  }
  options.onProgress?.(paths.length, paths.length);
  return pages;
}

/** The result of applying a change to one file. */
export interface AppliedChange {
  readonly loaded: LoadedSite;
  readonly reach: InvalidationScope | "none";
  /** Files that must now be read as specifications. The site still contains their previous versions. */
  readonly specs: readonly SitePath[];
  /** Whether the site must be read again because the change affects the inputs that it's built from. */
  readonly needsRescan: boolean;
}

/**
 * Applies the current state of the file at `path` to the site. The file may have been changed, added, or deleted,
 * either on disk or in an editor.
 */
export function applyChange(before: LoadedSite, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  const appliedChange = updateReferringSpecs(applyToParts(before, path, siteFiles), path);
  return updateNestedSites(
    updateMentions(updateKeys(appliedChange, before, path, siteFiles), path, siteFiles),
    path,
    siteFiles,
  );
}

/** Updates the sets of files that belong to nested sites, and the status of a docs.json in a subfolder. */
function updateNestedSites(appliedChange: AppliedChange, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  if (path !== settingsFile && !isNestedConfig(path)) return appliedChange;
  const { site, frame } = appliedChange.loaded;
  const nestedSites = getNestedSites(site);
  if (nestedSites.join("\n") !== frame.nested.join("\n")) return { ...appliedChange, needsRescan: true };
  if (!isNestedConfig(path)) return appliedChange;
  const start = site.files.has(path) ? readNestedConfig(siteFiles, path, nestedSites) : undefined;
  const knownRange = site.nestedConfigs?.get(path);
  if (start?.start === knownRange?.start) return appliedChange;
  const nestedConfigs = new Map(site.nestedConfigs);
  if (start) nestedConfigs.set(path, start);
  else nestedConfigs.delete(path);
  const loaded = { frame: { ...frame, nestedConfigs }, site: { ...site, nestedConfigs } };
  return { ...appliedChange, loaded, reach: appliedChange.reach === "none" ? "file" : appliedChange.reach };
}

/** Adds the specifications that reference this file, because a change to the file also changes them. */
function updateReferringSpecs(appliedChange: AppliedChange, path: SitePath): AppliedChange {
  const readers = [...appliedChange.loaded.site.specs.values()].filter(({ includedFiles }) =>
    includedFiles.includes(path),
  );
  return readers.length === 0
    ? appliedChange
    : { ...appliedChange, specs: [...new Set([...appliedChange.specs, ...readers.map((spec) => spec.path)])] };
}

/**
 * Updates the list of images that the file references. This may change which images are reported as unused.
 */
function updateMentions(appliedChange: AppliedChange, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  const { site, frame } = appliedChange.loaded;
  if (!site.mentions || appliedChange.needsRescan || binaryNamePattern.test(path)) return appliedChange;
  const source = site.config.files.find((file) => file.path === path && !file.refusal);
  const names = source
    ? toNames(findMentionedMedia(source))
    : findFileMentions(path, readFileText(readFile(siteFiles, path)) ?? "");
  if (hasSameNames(names, site.mentions.get(path))) return appliedChange;
  const all = new Map([...site.mentions].filter(([file]) => file !== path));
  if (names) all.set(path, names);
  const mentions = new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...appliedChange, loaded: { frame, site: { ...site, mentions } }, reach: "site" };
}

function toNames(names: ReadonlySet<string>): ReadonlySet<string> | undefined {
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
  before: LoadedSite,
  path: SitePath,
  siteFiles: SiteFiles,
): AppliedChange {
  const { site, frame } = appliedChange.loaded;
  const pattern = getSearchPattern(site.settings);
  const knownPattern = getSearchPattern(before.site.settings);
  if (pattern?.prefix !== knownPattern?.prefix || (pattern && path === ".gitignore"))
    return { ...appliedChange, needsRescan: true };
  const keys = findFileKeys(siteFiles, frame, path, pattern);
  if (!keys && !site.keys.has(path)) return appliedChange;
  const all = new Map(site.keys);
  if (keys) all.set(path, keys);
  else all.delete(path);
  const loaded = { frame, site: { ...site, keys: all } };
  return { ...appliedChange, loaded, reach: appliedChange.reach === "none" ? "file" : appliedChange.reach };
}

function applyToParts(before: LoadedSite, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  const { frame } = before;
  if (path === ignoreFile) return { loaded: before, reach: "none", specs: [], needsRescan: true };
  if (frame.isIgnored(path) && !frame.configSources.has(path)) return createUnchangedResult(before);
  const exists = siteFiles.readUnsaved?.(path) !== undefined || siteFiles.disk.getStamp(path) !== undefined;
  const updatedSite = updateLink(setPresence(before, path, exists && !frame.isIgnored(path)), path, siteFiles);
  if (path === settingsFile) return updateSettings(updatedSite, siteFiles);
  if (frame.configSources.has(path)) return updateConfigSource(updatedSite, path, siteFiles, updatedSite !== before);
  if (isPageFile(path, frame)) return updatePage(updatedSite, path, siteFiles);
  if (isScript(path, frame)) return updateScript(updatedSite, path, siteFiles, updatedSite !== before);
  if (isOwnStyleSheet(path, frame)) return updateStyleSheet(updatedSite, path, siteFiles, updatedSite !== before);
  const reach = updatedSite === before ? "none" : "site";
  if (!mayBeSpecFile(path, frame)) return { ...createUnchangedResult(updatedSite), reach };
  if (exists) return { loaded: updatedSite, reach, specs: [path], needsRescan: false };
  const { site } = applyFile(updatedSite.site, { kind: "spec", path, spec: undefined });
  return { ...createUnchangedResult({ ...updatedSite, site }), reach: "site" };
}

function createUnchangedResult(site: LoadedSite): AppliedChange {
  return { loaded: site, reach: "none", specs: [], needsRescan: false };
}

function setPresence(site: LoadedSite, path: SitePath, exists: boolean): LoadedSite {
  if (site.site.files.has(path) === exists) return site;
  const { files } = site.site;
  const now = exists ? addFileName(files, path) : new Set([...files].filter((file) => file !== path));
  return { ...site, site: { ...site.site, files: now } };
}

function updateLink(site: LoadedSite, path: SitePath, { disk }: SiteFiles): LoadedSite {
  const knownLinks = site.site.links ?? new Map<SitePath, SitePath>();
  const target = site.site.files.has(path) ? disk.getLinkTarget?.(path) : undefined;
  if (knownLinks.get(path) === target) return site;
  const links = new Map(knownLinks);
  if (target === undefined) links.delete(path);
  else links.set(path, target);
  return { ...site, site: { ...site.site, links } };
}

function updateSettings({ site, frame }: LoadedSite, siteFiles: SiteFiles): AppliedChange {
  const settings = readSiteSettings(siteFiles);
  const profile = chooseProfile(siteFiles.profile, settings, site.config);
  const loaded = { site: { ...site, settings, profile }, frame: { ...frame, settings, profile } };
  return { loaded, reach: "site", specs: [], needsRescan: false };
}

function updatePage({ site, frame }: LoadedSite, path: SitePath, siteFiles: SiteFiles): AppliedChange {
  const page = readPage(siteFiles, path);
  if (!page && !site.pages.has(path)) return { ...createUnchangedResult({ site, frame }), reach: "site" };
  const siteChange = applyFile(site, { kind: "page", path, page });
  return { loaded: { site: siteChange.site, frame }, reach: siteChange.reach, specs: [], needsRescan: false };
}

/** Applies a change to a code file. If its names or imports change, the pages that import the file are affected. */
function updateScript(
  { site, frame }: LoadedSite,
  path: SitePath,
  siteFiles: SiteFiles,
  isNew: boolean,
): AppliedChange {
  const siteChange = applyFile(site, { kind: "script", path, script: readScript(siteFiles, path) });
  const reach = isNew ? "site" : siteChange.reach;
  return { loaded: { site: siteChange.site, frame }, reach, specs: [], needsRescan: false };
}

/** Applies a change to a style sheet. Its links don't affect the problems of any file. */
function updateStyleSheet(
  { site, frame }: LoadedSite,
  path: SitePath,
  siteFiles: SiteFiles,
  isNew: boolean,
): AppliedChange {
  const siteChange = applyFile(site, { kind: "style-sheet", path, sheet: readStyleSheet(siteFiles, path) });
  const isSame = siteChange.site.scriptReferences === site.scriptReferences;
  const reach = isNew ? "site" : isSame ? "none" : "file";
  return { ...createUnchangedResult({ site: siteChange.site, frame }), reach };
}

/**
 * Handles a change to docs.json or a file that it includes. Reads newly included files. Files that are no longer
 * included are treated as possible specifications.
 */
function updateConfigSource(
  { site, frame }: LoadedSite,
  path: SitePath,
  siteFiles: SiteFiles,
  isNew: boolean,
): AppliedChange {
  const before = frame.configSources.get(path);
  let sources: ConfigSources = new Map(frame.configSources).set(path, readConfigSource(siteFiles, path, before));
  let { site: newSite, reach } = applyConfig(site, sources);
  while (newSite.config.requestedPaths.length > 0) {
    const more = new Map(sources);
    for (const requestedPath of newSite.config.requestedPaths)
      more.set(requestedPath, readConfigSource(siteFiles, requestedPath));
    sources = more;
    newSite = applyFile(newSite, { kind: "config", sources }).site;
    reach = "site";
  }
  const configSources = selectReferencedSources(sources, newSite);
  const profile = chooseProfile(siteFiles.profile, frame.settings, newSite.config);
  const nextFrame = { ...frame, configSources, profile };
  const specs = new Map([...newSite.specs].filter(([spec]) => !configSources.has(spec)));
  const removedSources = [...frame.configSources.keys()].filter((old) => !configSources.has(old));
  return {
    loaded: {
      frame: nextFrame,
      site: { ...newSite, profile, specs: specs.size === newSite.specs.size ? newSite.specs : specs },
    },
    reach: isNew ? "site" : reach,
    specs: removedSources.filter((old) => newSite.files.has(old) && mayBeSpecFile(old, nextFrame)),
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
