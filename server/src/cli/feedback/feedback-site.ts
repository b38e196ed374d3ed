import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { type PreviousFiles, noPreviousFiles } from "../../core/site/files/previous-files.ts";
import { getKeyPattern } from "../../core/site/settings/secret-keys.ts";
import { configEntry, type Site } from "../../core/site/site.ts";
import { createLineMap, getPosition } from "../../core/text/text-edit.ts";
import { resolveFeedbackPath } from "../../feedback/pages/resolve-path.ts";
import type { KeyFormat } from "../../feedback/service/validate.ts";
import { analyzeSite } from "../../workspace/analysis/analyze-site.ts";
import { findSites } from "../../workspace/files/find-sites.ts";
import { readFile, getFileText } from "../../workspace/files/site-files.ts";
import { resolveCommit } from "../../workspace/git/git.ts";
import { PreviousFilesReader } from "../../workspace/git/renames.ts";
import { listChangedFiles } from "../../workspace/git/revisions.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import { CommandError, toCommandError } from "../command.ts";
import { getFolderSite } from "../folder-site.ts";
import type { FeedbackOptions } from "./feedback-command.ts";

/** The location in DIR that matches a path from the service. */
export interface FeedbackLocation {
  /** The path of the page or specification, relative to DIR, such as `guides/start.mdx`. */
  readonly file: string;
  /** The line number, starting at 1. */
  readonly line: number;
  readonly title: string;
  /** The URL path, such as `/guides/start`. */
  readonly url: string;
  /** The operation, such as `GET /users`. Set only if the page is generated. */
  readonly operation?: string;
}

/** A site whose pages are matched with feedback. */
export interface FeedbackSite {
  readonly root: string;
  readonly site: Site;
  readonly findLocation: (path: string) => FeedbackLocation | undefined;
}

/**
 * Returns DIR itself if it contains a docs.json. If it doesn't, returns the roots of the sites in DIR if DIR was
 * specified, or an empty list if it wasn't.
 */
export async function findFeedbackRoots(
  folder: string,
  { isFolderSpecified: hasFolderOption }: FeedbackOptions,
): Promise<readonly string[]> {
  if (existsSync(join(folder, configEntry))) return [folder];
  return hasFolderOption ? findSites(folder) : [];
}

/** Loads the sites, including their specifications, because readers can also rate generated pages. */
export async function loadFeedbackSites(
  folder: string,
  roots: readonly string[],
  { profile, branch }: FeedbackOptions,
  signal: AbortSignal,
): Promise<readonly FeedbackSite[]> {
  const specService = new SpecService();
  try {
    const sites: FeedbackSite[] = [];
    for (const root of roots) {
      const { prefix, siteFiles } = getFolderSite(folder, root, profile);
      const { site } = await analyzeSite(siteFiles, { specReader: specService, signal });
      // Only `--branch` requires Git.
      const previousFiles =
        branch === undefined ? noPreviousFiles : await new PreviousFilesReader(root, { signal }).read();
      const getText = (file: string) => getFileText(readFile(siteFiles, file)) ?? "";
      sites.push({
        root: resolve(root),
        site,
        findLocation: createLocationFinder(site, previousFiles, prefix, getText),
      });
    }
    return sites;
  } catch (error) {
    // The command has been canceled, so entries don't need to be matched with files.
    if (signal.aborted) return [];
    throw error;
  } finally {
    await specService.end();
  }
}

/** Returns the format of administrator keys. If several sites define a format, returns the first one. */
export function getKeyFormat(sites: readonly FeedbackSite[], profile: ProfileName | undefined): KeyFormat {
  const [secretKeyPattern] = sites.flatMap(({ site }) => getKeyPattern(site.profile, site.settings) ?? []);
  if (secretKeyPattern) return { keyPrefix: secretKeyPattern.prefix, safeKeyInfixes: secretKeyPattern.safeInfixes };
  return profile === undefined ? {} : profiles[profile];
}

function createLocationFinder(
  site: Site,
  previousFiles: PreviousFiles,
  prefix: string,
  getText: (file: string) => string,
): FeedbackSite["findLocation"] {
  const locationsByPath = new Map<string, FeedbackLocation | undefined>();
  const lineMapsByFile = new Map<string, ReturnType<typeof createLineMap>>();
  const findLocation = (path: string): FeedbackLocation | undefined => {
    const resolution = resolveFeedbackPath(site, path, previousFiles);
    if (resolution.kind === "unknown") return undefined;
    const lineMap = lineMapsByFile.get(resolution.file) ?? createLineMap(getText(resolution.file));
    lineMapsByFile.set(resolution.file, lineMap);
    return {
      file: prefix + resolution.file,
      line: getPosition(lineMap, resolution.range.start).line + 1,
      title: resolution.title,
      url: resolution.url,
      ...(resolution.kind === "operation" && { operation: resolution.operation }),
    };
  };
  return (path) => {
    if (!locationsByPath.has(path)) locationsByPath.set(path, findLocation(path));
    return locationsByPath.get(path);
  };
}

/** Candidates for the default branch. Branches on the remote come first. */
const defaultBranchCandidates = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

/**
 * Returns the files in the sites that have changed since the current branch was created, including uncommitted changes,
 * as paths relative to DIR. `base` is the branch that the current branch was created from, or `true` for the default
 * branch. Throws a `CommandError` if Git fails.
 */
export async function findBranchFiles(
  folder: string,
  roots: readonly string[],
  base: string | true,
): Promise<ReadonlySet<string>> {
  const branchFiles = new Set<string>();
  for (const root of roots) {
    const listResult = await listChangedFiles(root, base === true ? await findDefaultBranch(root) : base);
    if (!listResult.ok) throw toCommandError(listResult);
    const { prefix } = getFolderSite(folder, root);
    for (const file of listResult.value) branchFiles.add(prefix + file);
  }
  return branchFiles;
}

async function findDefaultBranch(root: string): Promise<string> {
  for (const base of defaultBranchCandidates) {
    const commitResult = await resolveCommit(root, base);
    if (commitResult.ok) return base;
    if (!commitResult.isUnknownRevision) throw toCommandError(commitResult);
  }
  throw new CommandError(
    "couldn't determine the default branch. Specify the base branch, for example, --branch=develop.",
  );
}

/** Filters that the service doesn't support. They're applied to the entries that the service returns. */
export interface RequestedPages {
  /** Pages, files, or folders, as specified by the user. If there are none, all pages are included. */
  readonly paths: readonly string[];
  /** The files that have changed in a branch, relative to DIR. If undefined, all files are included. */
  readonly changedFiles?: ReadonlySet<string>;
}

/** Whether an entry about this path is requested. `location` is the location that the path was matched with, if any. */
export function isRequestedPage(
  path: string,
  location: FeedbackLocation | undefined,
  { paths, changedFiles }: RequestedPages,
): boolean {
  const slugs = [toSlug(path), ...(location ? [toSlug(location.file), toSlug(location.url)] : [])];
  const isRequested = paths.length === 0 || paths.some((path) => slugs.some((name) => isInPath(name, toSlug(path))));
  return isRequested && (changedFiles === undefined || isChanged(location, slugs, changedFiles));
}

/**
 * Whether a page has changed in the branch. A page that was deleted in the branch no longer has a location, so its path
 * is also compared.
 */
function isChanged(
  location: FeedbackLocation | undefined,
  slugs: readonly string[],
  changedFiles: ReadonlySet<string>,
): boolean {
  if (location) return changedFiles.has(location.file);
  return [...changedFiles].some((file) => /\.mdx?$/i.test(file) && slugs.includes(toSlug(file)));
}

function isInPath(slug: string, path: string): boolean {
  return path === "." || slug === path || (path !== "" && slug.startsWith(`${path}/`));
}

/**
 * Returns the slug of a page that the user specified. `https://docs.example.com/Guides/start/?x#y` and
 * `./guides/start.mdx` become `guides/start`. `/` and `index.mdx` become an empty string, which represents the first
 * page.
 */
function toSlug(path: string): string {
  return path
    .slice(0, 2000)
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/s, "")
    .replaceAll("\\", "/")
    .replace(/^(\.?\/+)+|\/+$/g, "")
    .replace(/\.mdx?$/i, "")
    .replace(/(^|\/)index$/i, "")
    .toLowerCase();
}
