import {
  type FileMove,
  updateMovedPaths,
  type PreviousFiles,
  noPreviousFiles,
} from "../../core/site/files/former-files.ts";
import { createMessage } from "../../core/text/message.ts";
import { fileName } from "../../core/text/site-path.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { type GitResult, type GitLimits, nowhere, runGit } from "./git.ts";

export type { GitLimits } from "./git.ts";

/** Where a folder stands in its repository. */
export interface GitPosition {
  /** The last commit. */
  readonly head: string;
  /** From the top of the repository, `""` for the top itself. */
  readonly folder: string;
  /** Only the latest part of the history is there. */
  readonly isShallow: boolean;
}

export interface MovedFileMap {
  /** Newest first; what one commit has renamed and deleted. */
  readonly commits: readonly (readonly FileMove[])[];
  /** There are older ones, which were not read. */
  readonly isCut: boolean;
}

const maxCommits = 20_000;
const maxBytes = 16_000_000;
const maxMilliseconds = 8000;
const maxMillisecondsMixed = 3000;
/** Of commits that are looked at more closely. */
const maxMixed = 300;
/** Of files that are compared with each other, as git's own limit; above it only those are found that are equal. */
const maxCompared = 1000;
/** Percent of a text that is the same: a page that has kept its name is known again by less than one that has not. */
const fewestAlike = { sameName: 50, otherName: 60 };

/** Where a folder stands, or why that is not known. */
export async function positionIn(root: string, limits: GitLimits = {}): Promise<GitResult<GitPosition>> {
  const reported = await runGit(
    root,
    ["rev-parse", "--is-shallow-repository", "--show-prefix", "HEAD"],
    limits,
  );
  if (!reported.ok)
    return /ambiguous argument|unknown revision/.test(reported.reason)
      ? { ok: false, reason: "the repository has no commit yet." }
      : reported;
  const [shallow, ...rest] = reported.value.replace(/\n$/, "").split("\n");
  const head = rest.pop() ?? "";
  if (!/^[0-9a-f]{40,64}$/.test(head)) return { ok: false, reason: "git tells no commit." };
  return {
    ok: true,
    value: { head, folder: rest.join("\n").replace(/\/$/, ""), isShallow: shallow === "true" },
  };
}

/**
 * Which pages the commits up to this one have renamed and deleted in the whole repository, and where a docs.json went.
 * History is followed along first parents, so that it is one line: what a merge has brought, however many branches,
 * counts as done by the merge, which is when readers got it. Nothing of the work tree is looked at.
 */
export async function movesBefore(
  root: string,
  commit: string,
  limits: GitLimits = {},
): Promise<GitResult<MovedFileMap>> {
  let isCut = false;
  const limited = {
    milliseconds: maxMilliseconds,
    bytes: maxBytes,
    ...limits,
    onCut: () => (isCut = true),
  };
  const ask = (similarity: string) =>
    runGit(
      root,
      [...question, similarity, `--max-count=${maxCommits}`, commit, "--", ...requestedFiles],
      limited,
    );
  let reported = await ask(`--find-renames=${fewestAlike.sameName}%`);
  // Where texts of the past were not fetched, or are too many to compare, plain renames are still known by their hashes.
  const isPlain = !reported.ok;
  if (isPlain) reported = await ask("--find-renames=100%");
  if (!reported.ok) return reported;
  const commits = readCommits(reported.value);
  const mixed = isPlain ? [] : commits.filter(mayReuseNames).slice(0, maxMixed);
  const again = mixed.length === 0 ? [] : await reused(root, mixed, limits);
  const better = new Map(again.map((one) => [one.hash, one.moves]));
  return {
    ok: true,
    value: {
      commits: commits.map(({ hash, moves }) => better.get(hash) ?? moves).filter(({ length }) => length > 0),
      isCut: isCut || isPlain || commits.length >= maxCommits,
    },
  };
}

/**
 * The same for commits in which a name may have been given to another page at once: their changed files are compared as
 * if they had been deleted and made anew, which takes too long for all.
 */
async function reused(
  root: string,
  commits: readonly CommitMoves[],
  limits: GitLimits,
): Promise<readonly CommitMoves[]> {
  let isCut = false;
  const hashes = commits.map(({ hash }) => hash);
  const similarity = [`--find-renames=${fewestAlike.sameName}%`, "--break-rewrites"];
  const reported = await runGit(
    root,
    [...question, ...similarity, "--no-walk=unsorted", ...hashes, "--", ...requestedFiles],
    { ...limits, milliseconds: maxMillisecondsMixed, bytes: maxBytes, onCut: () => (isCut = true) },
  );
  if (!reported.ok) return [];
  const found = readCommits(reported.value);
  return isCut ? found.slice(0, -1) : found;
}

const question = [
  // Settings of the repository that would change the answer, or run a program for it.
  ...[
    "log.showSignature=false",
    "log.diffMerges=separate",
    "diff.relative=false",
    "log.follow=false",
  ].flatMap((setting) => ["-c", setting]),
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
  `-l${maxCompared}`,
  `-O${nowhere}`,
];

const requestedFiles = ["*.mdx", "*.md", "docs.json", "mint.json"].map((name) => `:(top,glob)**/${name}`);

interface CommitMoves {
  readonly hash: string;
  readonly moves: FileMove[];
  /** How many files it has made and changed. */
  made: number;
  changed: number;
}

/** `a` became `b` while `c` became `a`, or a new `a` was written: git shows that `a` was changed and `b` made. */
function mayReuseNames({ made, changed }: CommitMoves): boolean {
  return made > 0 && changed > 0;
}

/** Names are told between NULs as they are, so that none has to be unquoted; one that is cut off at the end is left out. */
function readCommits(output: string): CommitMoves[] {
  const words = output.split("\0").slice(0, -1);
  const commits: CommitMoves[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]?.replace(/^\n/, "") ?? "";
    const commit = commits.at(-1);
    if (word.startsWith(":")) commits.push({ hash: word.slice(1), moves: [], made: 0, changed: 0 });
    else if (!commit) continue;
    // A copy is told where the name that it left was given to another page in the same commit.
    else if (/^[CR]\d+$/.test(word)) take(commit, Number(word.slice(1)), words[++at], words[++at]);
    else if (word.startsWith("D")) take(commit, 0, words[++at], undefined);
    else {
      if (word.startsWith("A")) commit.made++;
      else commit.changed++;
      at++;
    }
  }
  return commits;
}

function take(
  { moves }: CommitMoves,
  similarity: number,
  from: string | undefined,
  to: string | undefined,
): void {
  if (from === undefined) return;
  moves.push(to !== undefined && isSamePage(from, to, similarity) ? { from, to } : { from });
}

function isSamePage(from: string, to: string, similarity: number): boolean {
  const isSameName = fileName(from) === fileName(to) && !fileName(to).startsWith("index.");
  return similarity >= (isSameName ? fewestAlike.sameName : fewestAlike.otherName);
}

/**
 * Where files that pages of a site once had are today, by the history of the repository that it lies in. Read again
 * only when the last commit is another one. Where git cannot tell, the reason is the note.
 */
export class PreviousFilesReader {
  readonly #root: string;
  readonly #limits: GitLimits;
  #known: { readonly head: string; readonly files: PreviousFiles } | undefined;
  #reading: Promise<PreviousFiles> | undefined;

  constructor(root: string, limits: GitLimits = {}) {
    this.#root = root;
    this.#limits = limits;
  }

  /** One reading at a time; who asks meanwhile gets its answer. */
  read(): Promise<PreviousFiles> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<PreviousFiles> {
    const position = await positionIn(this.#root, this.#limits);
    if (!position.ok)
      return this.#keep("", {
        nowAt: new Map(),
        note: createMessage("Renames of the past are not known: {0}", position.reason),
      });
    const { head, folder, isShallow } = position.value;
    if (this.#known?.head === head) return this.#known.files;
    const moves = await movesBefore(this.#root, head, this.#limits);
    if (!moves.ok)
      return this.#keep("", {
        ...noPreviousFiles,
        note: createMessage("Renames of the past are not known: {0}", moves.reason),
      });
    const { commits, isCut } = moves.value;
    const isPart = isCut || isShallow;
    return this.#keep(head, {
      nowAt: updateMovedPaths(commits, folder),
      ...(isPart && {
        note: isShallow
          ? createMessage(
              "This copy of the repository holds a part of its history only, so older renames are not known.",
            )
          : createMessage("The history is long, so older renames are not known."),
      }),
    });
  }

  /** The same value as long as it says the same, so that what is derived of it stays. */
  #keep(head: string, files: PreviousFiles): PreviousFiles {
    const before = this.#known?.files;
    const isSame =
      JSON.stringify(before?.note) === JSON.stringify(files.note) &&
      before?.nowAt.size === 0 &&
      files.nowAt.size === 0;
    this.#known = { head, files: isSame && before ? before : files };
    return this.#known.files;
  }
}

const untrusted: PreviousFiles = {
  ...noPreviousFiles,
  note: createMessage("Renames of the past are not looked for, as this workspace is not trusted."),
};

/** What became of former files of each site, as far as git may be asked and has answered. */
export class SiteHistories {
  readonly #readers = new WeakMap<SiteState, PreviousFilesReader>();
  readonly #former = new WeakMap<SiteState, PreviousFiles>();

  /** Resolves when what is known holds for the last commit of each site. */
  async read(sites: readonly SiteState[], mayAskGit: boolean): Promise<void> {
    await Promise.all(
      sites.map(async (live) => {
        if (!mayAskGit) return this.#former.set(live, untrusted);
        const reader = this.#readers.get(live) ?? new PreviousFilesReader(live.root);
        this.#readers.set(live, reader);
        return this.#former.set(live, await reader.read());
      }),
    );
  }

  of(live: SiteState): PreviousFiles {
    return this.#former.get(live) ?? noPreviousFiles;
  }
}
