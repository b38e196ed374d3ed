import { findRequiredOperations } from "../../core/analysis/drift/page-drift.ts";
import { type InvalidationScope, applyFile } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import { createOverlayDisk } from "../files/disk.ts";
import type { SiteFiles } from "../files/site-files.ts";
import { RemoteSpecTracker, type RemoteSpecs } from "../specs/remote-specs.ts";
import { addAnalyses } from "../specs/spec-analysis.ts";
import type { SpecReader } from "./analyze-site.ts";
import { applyChange, type LoadedSite } from "./load-site.ts";
import { ProblemStore } from "./problem-store.ts";

/** A site with all its problems. */
export interface CheckedSite {
  readonly loadedSite: LoadedSite;
  readonly files: SiteFiles;
  readonly problemStore: ProblemStore;
}

export interface CheckOptions {
  readonly specReader: SpecReader;
  /** Local copies of remote specifications. The site's files include the text of each copy. */
  readonly remoteSpecs?: Pick<RemoteSpecs, "listCopies"> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The text of a file after a change. Undefined if the change deletes the file. */
export interface NewText {
  readonly path: SitePath;
  readonly newText: string | undefined;
}

/**
 * A site along with the problems that have already been found in this version of it. The check adds the remaining
 * problems to this store.
 */
export type SiteToCheck = Pick<CheckedSite, "loadedSite" | "files"> & Partial<CheckedSite>;

/**
 * Finds the remaining problems in a site, as a basis for checking these changes. MDX errors on the pages that will
 * change are ignored, because the new MDX of these pages isn't parsed, and because other rules don't report problems
 * that these errors cause.
 */
export async function checkSite(
  { loadedSite, files, problemStore: previousStore }: SiteToCheck,
  changes: readonly NewText[],
  options: CheckOptions,
): Promise<CheckedSite> {
  const problemStore = previousStore ?? new ProblemStore({ onRuleFailure: () => undefined }, () => []);
  const updates: Update[] = previousStore ? [] : [{ scope: "site" }];
  let { site } = loadedSite;
  for (const { path } of changes) {
    if (!site.syntaxProblems.get(path)?.length) continue;
    ({ site } = applyFile(site, { kind: "syntax", path, problems: [] }));
    updates.push({ scope: "file", path });
  }
  return completeSite({ loadedSite: { ...loadedSite, site }, files, problemStore }, updates, options);
}

/**
 * Finds the problems that a site would have after changes. Only the changed files are read again, and only the files
 * whose problems may be affected by the changes are checked again. Nothing is written. The MDX of changed pages isn't
 * parsed, so they don't have MDX errors after the changes.
 */
export async function checkChanges(
  { loadedSite, files, problemStore }: CheckedSite,
  changes: readonly NewText[],
  options: CheckOptions,
): Promise<CheckedSite> {
  const { specReader, remoteSpecs, signal } = options;
  const changedFiles = createChangedFiles(files, changes);
  const appliedChanges = await runTimeSliced(applyChanges(loadedSite, changes, changedFiles), signal);
  const copyTracker = new RemoteSpecTracker(remoteSpecs);
  copyTracker.onSiteChanged(loadedSite.site);
  const { pathsToRead, ...present } = copyTracker.onSiteChanged(appliedChanges.loadedSite.site);
  let { site } = present;
  const updates: Update[] = [...appliedChanges.updates];
  for (const path of new Set([...appliedChanges.specs, ...pathsToRead])) {
    signal?.throwIfAborted();
    // Reading and analyzing a file in one request is faster.
    const operations = findRequiredOperations(present.site).get(path) ?? [];
    const request = loadedSite.site.analyses.has(path) ? { checksValidity: true, operations } : undefined;
    const spec = await specReader.read(changedFiles, path, request);
    if (!spec && !site.specs.has(path)) continue;
    ({ site } = applyFile(site, { kind: "spec", path, spec: spec?.outline }));
    if (spec?.analysis) ({ site } = applyFile(site, { kind: "analysis", path, analysis: spec.analysis }));
    updates.push({ scope: "site" });
  }
  const fork = problemStore.fork(loadedSite.site);
  return completeSite(
    { loadedSite: { ...appliedChanges.loadedSite, site }, files: changedFiles, problemStore: fork },
    updates,
    options,
  );
}

/** An update of the stored problems after a change. */
interface Update {
  readonly scope: InvalidationScope;
  readonly path?: SitePath;
}

/**
 * Applies changes to a site, one per step. Changes to specifications aren't applied, because specifications are read in
 * a worker.
 */
function* applyChanges(loadedSite: LoadedSite, changes: readonly NewText[], changedFiles: SiteFiles) {
  const isDeletedPage = ({ path, newText }: NewText) =>
    newText === undefined && loadedSite.site.pages.has(path) && !loadedSite.skeleton.configSources.has(path);
  const deletedPaths = new Set(changes.filter(isDeletedPage).map(({ path }) => path));
  let updatedSite = deletedPaths.size === 0 ? loadedSite : removePages(loadedSite, deletedPaths);
  const updates: Update[] = deletedPaths.size === 0 ? [] : [{ scope: "site" }];
  const specPaths: SitePath[] = [];
  for (const { path } of changes) {
    if (deletedPaths.has(path)) continue;
    const appliedChange = applyChange(updatedSite, path, changedFiles);
    updatedSite = appliedChange.loadedSite;
    specPaths.push(...appliedChange.specPaths);
    if (appliedChange.scope !== "none") updates.push({ scope: appliedChange.scope, path });
    yield;
  }
  return { loadedSite: updatedSite, updates, specs: specPaths };
}

/**
 * Returns the site without these pages. If hundreds of deletions were applied one by one, every map would be copied
 * each time.
 */
function removePages({ site, skeleton: frame }: LoadedSite, paths: ReadonlySet<SitePath>): LoadedSite {
  const removePaths = <Value>(map: ReadonlyMap<SitePath, Value>) =>
    new Map([...map].filter(([path]) => !paths.has(path)));
  return {
    skeleton: frame,
    site: {
      ...site,
      files: new Set([...site.files].filter((path) => !paths.has(path))),
      pages: removePaths(site.pages),
      references: removePaths(site.references),
      syntaxProblems: removePaths(site.syntaxProblems),
      keys: removePaths(site.keys),
      ...(site.links && { links: removePaths(site.links) }),
    },
  };
}

/** Adds the missing analyses of specifications, and finds the problems affected by the updates. */
async function completeSite(
  { loadedSite, files, problemStore }: CheckedSite,
  updates: readonly Update[],
  { specReader, signal }: CheckOptions,
): Promise<CheckedSite> {
  const site = await addAnalyses(loadedSite.site, files, specReader, { signal });
  if (site !== loadedSite.site || updates.some(({ scope }) => scope === "site")) problemStore.update(site, "site");
  else for (const { scope, path } of updates) problemStore.update(site, scope, path);
  await runTimeSliced(problemStore.sweep(false), signal);
  return { loadedSite: { ...loadedSite, site }, files, problemStore };
}

/**
 * Returns the files as they would be after the changes. The changes also replace the text of files that are open in an
 * editor.
 */
function createChangedFiles(siteFiles: SiteFiles, changes: readonly NewText[]): SiteFiles {
  const textsByPath = new Map(changes.map(({ path, newText }) => [path, newText]));
  return {
    ...siteFiles,
    disk: createOverlayDisk(siteFiles.disk, textsByPath),
    readUnsavedText: (path) => (textsByPath.has(path) ? undefined : siteFiles.readUnsavedText?.(path)),
  };
}
