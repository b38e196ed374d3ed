import { setImmediate } from "node:timers/promises";
import type { ConfigSources } from "../../core/config/config.ts";
import { mentionedMedia } from "../../core/config/shared-settings.ts";
import type { Page, Script, ScriptReferences } from "../../core/page/page.ts";
import { isNestedConfig, nestedSites } from "../../core/site/navigation/nested-sites.ts";
import { searchPattern } from "../../core/site/settings/secret-keys.ts";
import { chooseProfile } from "../../core/site/settings/site-settings.ts";
import {
  buildSite,
  type FormerPages,
  type InvalidationScope,
  type Site,
  withFile,
  withFileName,
} from "../../core/site/site.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import {
  binaryName,
  type Keys,
  SecretKeyScanner,
  keysOfFile,
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
import { withConfig } from "../../core/site/navigation/changed-listings.ts";
import { duplicateTitles } from "../../core/site/navigation/navigation-suggestions.ts";
import { publishedPages } from "../../core/site/pages/pages.ts";
import { remoteSources } from "../../core/site/specs/operation-references.ts";

/** Reads the specifications among the given files. The result excludes files that aren't specifications. */
export type ReadSpecs = (
  from: SiteFiles,
  paths: readonly SitePath[],
  signal?: AbortSignal,
) => Promise<readonly SpecOutline[]>;

export interface SiteLoading extends SiteFiles {
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
export async function loadSite(loading: SiteLoading): Promise<LoadedSite> {
  const { signal, onStage } = loading;
  const frame = await runTimeSliced(readSiteSkeleton(loading), signal);
  let latest = assemble(frame, {});
  let assembled = 0;
  let former: FormerPages | undefined;
  const textOf = (path: SitePath) => readFileText(readFile(loading, path));
  const comparing = loading.formerPages?.(frame, textOf, signal).then((pages) => (former = pages));
  const show = async (found: Found): Promise<void> => {
    latest = assemble(frame, { ...found, ...(former && { formerPages: former }) }, latest);
    const number = ++assembled;
    await runTimeSliced(warmUpViews(latest.site), signal);
    // If another stage finished during the warm-up, both stages are reported together.
    if (number === assembled) onStage?.(latest);
  };
  await setImmediate();
  signal?.throwIfAborted();
  onStage?.(latest);
  const keyScan = new SecretKeyScanner(searchPattern(frame.settings));
  const watched = keyScan.watch(loading);
  const candidates = [...frame.files].filter((path) => mayBeSpecFile(path, frame));
  const read = async () => {
    const specs = await loading.readSpecs(watched, candidates, signal);
    await show({ specs, keys: keyScan.found, mentions: keyScan.mentions });
  };
  const scan = async () => {
    const pages = await runTimeSliced(scanPages(frame, watched), signal);
    const scripts = await runTimeSliced(scanScripts(frame, watched), signal);
    const styleSheets = await runTimeSliced(scanStyleSheets(frame, watched), signal);
    const isRead = (path: SitePath) =>
      frame.files.has(path) &&
      (isPageFile(path, frame) ||
        mayBeSpecFile(path, frame) ||
        isScript(path, frame) ||
        isOwnStyleSheet(path, frame));
    await runTimeSliced(keyScan.others(loading, frame, isRead), signal);
    await show({ pages, scripts, styleSheets, keys: keyScan.found, mentions: keyScan.mentions });
  };
  await Promise.all([read(), scan()]);
  await comparing;
  signal?.throwIfAborted();
  if (former && latest.site.formerPages !== former) await show({});
  return latest;
}

/** Computes all page views that are needed when a site is first shown, one per step. `derive` caches each result. */
function* warmUpViews(site: Site): Generator<void, void> {
  for (const view of [
    () => publishedPages(site.pages),
    () => remoteSources(site),
    () => duplicateTitles(site),
  ]) {
    view();
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
function assemble(frame: SiteSkeleton, found: Found, before?: LoadedSite): LoadedSite {
  const { pages, scripts, styleSheets, specs } = found;
  const keys = found.keys ?? before?.site.keys;
  const mentions = "mentions" in found ? found.mentions : before?.site.mentions;
  const formerPages = found.formerPages ?? before?.site.formerPages;
  const loaded = {
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
    loaded,
  });
  if (!before) return { site, frame };
  const {
    config,
    pages: outlines,
    references,
    scripts: code,
    scriptReferences,
    specs: known,
    overlays,
  } = before.site;
  return {
    frame,
    site: {
      ...site,
      config,
      ...(pages ? {} : { pages: outlines, references }),
      ...(scripts ? {} : { scripts: code, scriptReferences }),
      ...(specs ? {} : { specs: known, ...(overlays && { overlays }) }),
    },
  };
}

function* scanPages(frame: SiteSkeleton, loading: SiteLoading): Generator<void, Page[]> {
  const paths = [...frame.files].filter((path) => isPageFile(path, frame));
  const pages: Page[] = [];
  const byText = new Map<string, Page>();
  for (const [done, path] of paths.entries()) {
    const page = readPage(loading, path, byText);
    if (page) pages.push(page);
    if (done % 64 === 0) loading.onProgress?.(done, paths.length);
    yield;
  }
  loading.onProgress?.(paths.length, paths.length);
  return pages;
}

/** The result of applying a change to one file. */
export interface Applied {
  readonly loaded: LoadedSite;
  readonly reach: InvalidationScope | "none";
  /** Files that must now be read as specifications. The site still contains their previous versions. */
  readonly specs: readonly SitePath[];
  /** Whether the site must be read again because the change affects the inputs that it's built from. */
  readonly rescan: boolean;
}

/**
 * Applies the current state of the file at `path` to the site. The file may have been changed, added, or deleted,
 * either on disk or in an editor.
 */
export function applyChange(before: LoadedSite, path: SitePath, from: SiteFiles): Applied {
  const applied = withReaders(applyToParts(before, path, from), path);
  return withNestedSites(updateMentions(withKeys(applied, before, path, from), path, from), path, from);
}

/** Updates the sets of files that belong to nested sites, and the status of a docs.json in a subfolder. */
function withNestedSites(applied: Applied, path: SitePath, from: SiteFiles): Applied {
  if (path !== settingsFile && !isNestedConfig(path)) return applied;
  const { site, frame } = applied.loaded;
  const nested = nestedSites(site);
  if (nested.join("\n") !== frame.nested.join("\n")) return { ...applied, rescan: true };
  if (!isNestedConfig(path)) return applied;
  const start = site.files.has(path) ? readNestedConfig(from, path, nested) : undefined;
  const known = site.nestedConfigs?.get(path);
  if (start?.start === known?.start) return applied;
  const nestedConfigs = new Map(site.nestedConfigs);
  if (start) nestedConfigs.set(path, start);
  else nestedConfigs.delete(path);
  const loaded = { frame: { ...frame, nestedConfigs }, site: { ...site, nestedConfigs } };
  return { ...applied, loaded, reach: applied.reach === "none" ? "file" : applied.reach };
}

/** Adds the specifications that reference this file, because a change to the file also changes them. */
function withReaders(applied: Applied, path: SitePath): Applied {
  const readers = [...applied.loaded.site.specs.values()].filter(({ reads }) => reads.includes(path));
  return readers.length === 0
    ? applied
    : { ...applied, specs: [...new Set([...applied.specs, ...readers.map((spec) => spec.path)])] };
}

/**
 * Updates the list of images that the file references. This may change which images are reported as unused.
 */
function updateMentions(applied: Applied, path: SitePath, from: SiteFiles): Applied {
  const { site, frame } = applied.loaded;
  if (!site.mentions || applied.rescan || binaryName.test(path)) return applied;
  const source = site.config.files.find((file) => file.path === path && !file.refused);
  const names = source
    ? someNames(mentionedMedia(source))
    : findFileMentions(path, readFileText(readFile(from, path)) ?? "");
  if (sameNames(names, site.mentions.get(path))) return applied;
  const all = new Map([...site.mentions].filter(([file]) => file !== path));
  if (names) all.set(path, names);
  const mentions = new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...applied, loaded: { frame, site: { ...site, mentions } }, reach: "site" };
}

function someNames(names: ReadonlySet<string>): ReadonlySet<string> | undefined {
  return names.size > 0 ? names : undefined;
}

function sameNames(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}

/**
 * Updates the locations of API keys in the file. If the change affects the key pattern, every file must be searched
 * again.
 */
function withKeys(applied: Applied, before: LoadedSite, path: SitePath, from: SiteFiles): Applied {
  const { site, frame } = applied.loaded;
  const pattern = searchPattern(site.settings);
  const known = searchPattern(before.site.settings);
  if (pattern?.prefix !== known?.prefix || (pattern && path === ".gitignore"))
    return { ...applied, rescan: true };
  const keys = keysOfFile(from, frame, path, pattern);
  if (!keys && !site.keys.has(path)) return applied;
  const all = new Map(site.keys);
  if (keys) all.set(path, keys);
  else all.delete(path);
  const loaded = { frame, site: { ...site, keys: all } };
  return { ...applied, loaded, reach: applied.reach === "none" ? "file" : applied.reach };
}

function applyToParts(before: LoadedSite, path: SitePath, from: SiteFiles): Applied {
  const { frame } = before;
  if (path === ignoreFile) return { loaded: before, reach: "none", specs: [], rescan: true };
  if (frame.isIgnored(path) && !frame.configSources.has(path)) return createUnchangedResult(before);
  const exists = from.unsaved?.(path) !== undefined || from.disk.stamp(path) !== undefined;
  const present = withLink(setPresence(before, path, exists && !frame.isIgnored(path)), path, from);
  if (path === settingsFile) return withSettings(present, from);
  if (frame.configSources.has(path)) return withConfigSource(present, path, from, present !== before);
  if (isPageFile(path, frame)) return withPage(present, path, from);
  if (isScript(path, frame)) return withScript(present, path, from, present !== before);
  if (isOwnStyleSheet(path, frame)) return withStyleSheet(present, path, from, present !== before);
  const reach = present === before ? "none" : "site";
  if (!mayBeSpecFile(path, frame)) return { ...createUnchangedResult(present), reach };
  if (exists) return { loaded: present, reach, specs: [path], rescan: false };
  const { site } = withFile(present.site, { kind: "spec", path, spec: undefined });
  return { ...createUnchangedResult({ ...present, site }), reach: "site" };
}

function createUnchangedResult(loaded: LoadedSite): Applied {
  return { loaded, reach: "none", specs: [], rescan: false };
}

function setPresence(loaded: LoadedSite, path: SitePath, exists: boolean): LoadedSite {
  if (loaded.site.files.has(path) === exists) return loaded;
  const { files } = loaded.site;
  const now = exists ? withFileName(files, path) : new Set([...files].filter((file) => file !== path));
  return { ...loaded, site: { ...loaded.site, files: now } };
}

function withLink(loaded: LoadedSite, path: SitePath, { disk }: SiteFiles): LoadedSite {
  const known = loaded.site.links ?? new Map<SitePath, SitePath>();
  const target = loaded.site.files.has(path) ? disk.linkTarget?.(path) : undefined;
  if (known.get(path) === target) return loaded;
  const links = new Map(known);
  if (target === undefined) links.delete(path);
  else links.set(path, target);
  return { ...loaded, site: { ...loaded.site, links } };
}

function withSettings({ site, frame }: LoadedSite, from: SiteFiles): Applied {
  const settings = readSiteSettings(from);
  const profile = chooseProfile(from.profile, settings, site.config);
  const loaded = { site: { ...site, settings, profile }, frame: { ...frame, settings, profile } };
  return { loaded, reach: "site", specs: [], rescan: false };
}

function withPage({ site, frame }: LoadedSite, path: SitePath, from: SiteFiles): Applied {
  const page = readPage(from, path);
  if (!page && !site.pages.has(path)) return { ...createUnchangedResult({ site, frame }), reach: "site" };
  const changed = withFile(site, { kind: "page", path, page });
  return { loaded: { site: changed.site, frame }, reach: changed.reach, specs: [], rescan: false };
}

/** Applies a change to a code file. If its names or imports change, the pages that import the file are affected. */
function withScript({ site, frame }: LoadedSite, path: SitePath, from: SiteFiles, isNew: boolean): Applied {
  const changed = withFile(site, { kind: "script", path, script: readScript(from, path) });
  const reach = isNew ? "site" : changed.reach;
  return { loaded: { site: changed.site, frame }, reach, specs: [], rescan: false };
}

/** Applies a change to a style sheet. Its links don't affect the problems of any file. */
function withStyleSheet(
  { site, frame }: LoadedSite,
  path: SitePath,
  from: SiteFiles,
  isNew: boolean,
): Applied {
  const changed = withFile(site, { kind: "style-sheet", path, sheet: readStyleSheet(from, path) });
  const isSame = changed.site.scriptReferences === site.scriptReferences;
  const reach = isNew ? "site" : isSame ? "none" : "file";
  return { ...createUnchangedResult({ site: changed.site, frame }), reach };
}

/**
 * Handles a change to docs.json or a file that it includes. Reads newly included files. Files that are no longer
 * included are treated as possible specifications.
 */
function withConfigSource(
  { site, frame }: LoadedSite,
  path: SitePath,
  from: SiteFiles,
  isNew: boolean,
): Applied {
  const before = frame.configSources.get(path);
  let sources: ConfigSources = new Map(frame.configSources).set(path, readConfigSource(from, path, before));
  let { site: next, reach } = withConfig(site, sources);
  while (next.config.requested.length > 0) {
    const more = new Map(sources);
    for (const requested of next.config.requested) more.set(requested, readConfigSource(from, requested));
    sources = more;
    next = withFile(next, { kind: "config", sources }).site;
    reach = "site";
  }
  const configSources = selectReferencedSources(sources, next);
  const profile = chooseProfile(from.profile, frame.settings, next.config);
  const nextFrame = { ...frame, configSources, profile };
  const specs = new Map([...next.specs].filter(([spec]) => !configSources.has(spec)));
  const removedSources = [...frame.configSources.keys()].filter((old) => !configSources.has(old));
  return {
    loaded: {
      frame: nextFrame,
      site: { ...next, profile, specs: specs.size === next.specs.size ? next.specs : specs },
    },
    reach: isNew ? "site" : reach,
    specs: removedSources.filter((old) => next.files.has(old) && mayBeSpecFile(old, nextFrame)),
    rescan: false,
  };
}

/**
 * Removes files that aren't the target of a `$ref`, so they're read again if a `$ref` refers to them later.
 */
function selectReferencedSources(sources: ConfigSources, { config }: Site): ConfigSources {
  const named = new Set([config.entry, ...config.files.map(({ path }) => path)]);
  for (const { result } of config.refs) if ("file" in result) named.add(result.file);
  return new Map([...sources].filter(([path]) => named.has(path)));
}
