import {
  type FileMove,
  getCurrentPaths,
  type PreviousFiles,
  noPreviousFiles,
} from "../../core/site/files/previous-files.ts";
import { formatMessageInEnglish } from "../../core/text/localized-message.ts";
import { createMessage, refuse } from "../../core/text/message.ts";
import { getFileName } from "../../core/text/site-path.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { type GitResult, type GitLimits, nullDevice, runGit } from "./git.ts";

export type { GitLimits } from "./git.ts";

/** The location of a folder in its repository. */
export interface RepositoryLocation {
  /** The hash of the current commit. */
  readonly head: string;
  /** The path relative to the top of the repository. Empty for the top itself. */
  readonly folder: string;
  /** Whether only the latest part of the history is available. */
  readonly isShallow: boolean;
}

export interface MoveHistory {
  /** The files that were renamed or deleted by each commit, newest commit first. */
  readonly commits: readonly (readonly FileMove[])[];
  /** Whether there are older commits that weren't read. */
  readonly isTruncated: boolean;
}

const maxCommits = 20_000;
const maxBytes = 16_000_000;
const maxMilliseconds = 8000;
const maxRereadMilliseconds = 3000;
/** The maximum number of commits that are read again to find reused names. */
const maxRereadCommits = 300;
/**
 * The maximum number of files that are compared with each other. Git has the same limit. If there are more files, only
 * identical files are matched.
 */
const maxComparisons = 1000;
/**
 * The minimum percentage of identical text. A page with the same name requires a lower percentage than a page with
 * another name.
 */
const minSimilarity = { sameName: 50, otherName: 60 };

/** Returns the location of a folder in its repository, or the reason why it can't be determined. */
export async function findRepositoryLocation(
  root: string,
  limits: GitLimits = {},
): Promise<GitResult<RepositoryLocation>> {
  const result = await runGit(root, ["rev-parse", "--is-shallow-repository", "--show-prefix", "HEAD"], limits);
  if (!result.ok)
    return /ambiguous argument|unknown revision/.test(formatMessageInEnglish(result.reason))
      ? refuse(createMessage("The repository has no commits yet."))
      : result;
  const [shallow, ...outputLines] = result.value.replace(/\n$/, "").split("\n");
  const head = outputLines.pop() ?? "";
  if (!/^[0-9a-f]{40,64}$/.test(head)) return refuse(createMessage("Git returned no commit."));
  return {
    ok: true,
    value: { head, folder: outputLines.join("\n").replace(/\/$/, ""), isShallow: shallow === "true" },
  };
}

/**
 * Returns the pages that were renamed or deleted anywhere in the repository in all commits up to this one, as well as
 * each move of a docs.json. The history follows first parents, so it's linear. All changes from a merge, regardless of
 * the number of branches, are attributed to the merge commit, because they were published with it. The work tree isn't
 * read.
 */
export async function listMovesUpTo(
  root: string,
  commit: string,
  limits: GitLimits = {},
): Promise<GitResult<MoveHistory>> {
  let isTruncated = false;
  const gitLimits = {
    maxMilliseconds,
    maxBytes,
    ...limits,
    onTruncated: () => (isTruncated = true),
  };
  const runLog = (similarity: string) =>
    runGit(root, [...logArguments, similarity, `--max-count=${maxCommits}`, commit, "--", ...pathspecs], gitLimits);
  let result = await runLog(`--find-renames=${minSimilarity.sameName}%`);
  // If the contents of old commits weren't fetched, or if there are too many files to compare, exact renames can still
  // be identified by hash.
  const isExactOnly = !result.ok;
  if (isExactOnly) result = await runLog("--find-renames=100%");
  if (!result.ok) return result;
  const commits = parseCommits(result.value);
  const commitsWithReuse = isExactOnly ? [] : commits.filter(mayReuseNames).slice(0, maxRereadCommits);
  const rereadCommits = commitsWithReuse.length === 0 ? [] : await findReusedNames(root, commitsWithReuse, limits);
  const movesByCommit = new Map(rereadCommits.map((rereadCommit) => [rereadCommit.hash, rereadCommit.moves]));
  return {
    ok: true,
    value: {
      commits: commits.map(({ hash, moves }) => movesByCommit.get(hash) ?? moves).filter(({ length }) => length > 0),
      isTruncated: isTruncated || isExactOnly || commits.length >= maxCommits,
    },
  };
}

/**
 * Returns the moves in commits that may have reused the name of a moved page for another page. To find these moves, the
 * files that the commits changed are compared as if they had been deleted and created again. Doing this for all commits
 * would take too long.
 */
async function findReusedNames(
  root: string,
  commits: readonly CommitMoves[],
  limits: GitLimits,
): Promise<readonly CommitMoves[]> {
  let isTruncated = false;
  const hashes = commits.map(({ hash }) => hash);
  const similarityOptions = [`--find-renames=${minSimilarity.sameName}%`, "--break-rewrites"];
  const result = await runGit(
    root,
    [...logArguments, ...similarityOptions, "--no-walk=unsorted", ...hashes, "--", ...pathspecs],
    { ...limits, maxMilliseconds: maxRereadMilliseconds, maxBytes, onTruncated: () => (isTruncated = true) },
  );
  if (!result.ok) return [];
  const moveLists = parseCommits(result.value);
  return isTruncated ? moveLists.slice(0, -1) : moveLists;
}

const logArguments = [
  // Without these overrides, repository settings could change the output or run a program.
  ...["log.showSignature=false", "log.diffMerges=separate", "diff.relative=false", "log.follow=false"].flatMap(
    (setting) => ["-c", setting],
  ),
  "log",
  "--first-parent",
  "-m",
  "--no-show-signature",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--name-status",
  "--diff-filter=ACDMR",
  "--format=:%H",
  "-z",
  `-l${maxComparisons}`,
  `-O${nullDevice}`,
];

const pathspecs = ["*.mdx", "*.md", "docs.json", "mint.json"].map((name) => `:(top,glob)**/${name}`);

interface CommitMoves {
  readonly hash: string;
  readonly moves: FileMove[];
  /** The number of files that the commit created. `changedCount` is the number of files that the commit changed. */
  createdCount: number;
  changedCount: number;
}

/**
 * Whether a commit may have reused the name of a moved file for another file. If `a` was renamed to `b` while `c` was
 * renamed to `a` or a new `a` was written, Git reports that `a` was changed and that `b` was created.
 */
function mayReuseNames({ createdCount, changedCount }: CommitMoves): boolean {
  return createdCount > 0 && changedCount > 0;
}

/** Parses Git's output, in which names are separated by NUL and aren't quoted. Ignores a truncated name at the end. */
function parseCommits(output: string): CommitMoves[] {
  const outputFields = output.split("\0").slice(0, -1);
  const commits: CommitMoves[] = [];
  for (let index = 0; index < outputFields.length; index++) {
    const field = outputFields[index]?.replace(/^\n/, "") ?? "";
    const commit = commits.at(-1);
    if (field.startsWith(":")) commits.push({ hash: field.slice(1), moves: [], createdCount: 0, changedCount: 0 });
    else if (!commit) continue;
    // Git reports a copy if the old name was reused for another page in the same commit.
    else if (/^[CR]\d+$/.test(field))
      addMove(commit, Number(field.slice(1)), outputFields[++index], outputFields[++index]);
    else if (field.startsWith("D")) addMove(commit, 0, outputFields[++index], undefined);
    else {
      if (field.startsWith("A")) commit.createdCount++;
      else commit.changedCount++;
      index++;
    }
  }
  return commits;
}

function addMove(
  { moves }: CommitMoves,
  similarity: number,
  oldPath: string | undefined,
  newPath: string | undefined,
): void {
  if (oldPath === undefined) return;
  moves.push(
    newPath !== undefined && isSamePage(oldPath, newPath, similarity)
      ? { from: oldPath, to: newPath }
      : { from: oldPath },
  );
}

function isSamePage(oldPath: string, newPath: string, similarity: number): boolean {
  const isSameName = getFileName(oldPath) === getFileName(newPath) && !getFileName(newPath).startsWith("index.");
  return similarity >= (isSameName ? minSimilarity.sameName : minSimilarity.otherName);
}

/**
 * Finds the current locations of a site's former page files, based on the history of its repository. The history isn't
 * read again until the last commit changes. If Git can't determine the locations, `note` contains the reason.
 */
export class PreviousFilesReader {
  readonly #root: string;
  readonly #limits: GitLimits;
  #lastRead: { readonly head: string; readonly files: PreviousFiles } | undefined;
  #pendingRead: Promise<PreviousFiles> | undefined;

  constructor(root: string, limits: GitLimits = {}) {
    this.#root = root;
    this.#limits = limits;
  }

  /**
   * Reads the current locations of former files. Only one read runs at a time, and all concurrent callers get its
   * result.
   */
  read(): Promise<PreviousFiles> {
    this.#pendingRead ??= this.#read().finally(() => {
      this.#pendingRead = undefined;
    });
    return this.#pendingRead;
  }

  async #read(): Promise<PreviousFiles> {
    const location = await findRepositoryLocation(this.#root, this.#limits);
    if (!location.ok)
      return this.#storeFiles("", {
        currentPaths: new Map(),
        incompleteReason: createMessage("Couldn't find renamed files in the Git history. {0}", location.reason),
      });
    const { head, folder, isShallow } = location.value;
    if (this.#lastRead?.head === head) return this.#lastRead.files;
    const movesResult = await listMovesUpTo(this.#root, head, this.#limits);
    if (!movesResult.ok)
      return this.#storeFiles("", {
        ...noPreviousFiles,
        incompleteReason: createMessage("Couldn't find renamed files in the Git history. {0}", movesResult.reason),
      });
    const { commits, isTruncated } = movesResult.value;
    const isPartial = isTruncated || isShallow;
    return this.#storeFiles(head, {
      currentPaths: getCurrentPaths(commits, folder),
      ...(isPartial && {
        incompleteReason: isShallow
          ? createMessage("This clone contains only part of the Git history, so older renames aren't detected.")
          : createMessage("The Git history is too long to search completely, so older renames aren't detected."),
      }),
    });
  }

  /** Returns the same object as long as its content doesn't change, so derived data remains cached. */
  #storeFiles(head: string, files: PreviousFiles): PreviousFiles {
    const lastFiles = this.#lastRead?.files;
    const isUnchanged =
      JSON.stringify(lastFiles?.incompleteReason) === JSON.stringify(files.incompleteReason) &&
      lastFiles?.currentPaths.size === 0 &&
      files.currentPaths.size === 0;
    this.#lastRead = { head, files: isUnchanged && lastFiles ? lastFiles : files };
    return this.#lastRead.files;
  }
}

const untrustedPreviousFiles: PreviousFiles = {
  ...noPreviousFiles,
  incompleteReason: createMessage("Git history isn't searched for renamed files because this workspace isn't trusted."),
};

/**
 * Finds the current locations of each site's former files. The locations are available only if Git can be used and has
 * returned a result.
 */
export class SiteHistories {
  readonly #readersBySite = new WeakMap<SiteState, PreviousFilesReader>();
  readonly #previousFilesBySite = new WeakMap<SiteState, PreviousFiles>();

  /** Resolves when each site's data matches the last commit of its repository. */
  async read(sites: readonly SiteState[], mayRunGit: boolean): Promise<void> {
    await Promise.all(
      sites.map(async (siteState) => {
        if (!mayRunGit) return this.#previousFilesBySite.set(siteState, untrustedPreviousFiles);
        const reader = this.#readersBySite.get(siteState) ?? new PreviousFilesReader(siteState.root);
        this.#readersBySite.set(siteState, reader);
        return this.#previousFilesBySite.set(siteState, await reader.read());
      }),
    );
  }

  getPreviousFiles(siteState: SiteState): PreviousFiles {
    return this.#previousFilesBySite.get(siteState) ?? noPreviousFiles;
  }
}
