import { spawn } from "node:child_process";
import { delimiter, dirname, isAbsolute } from "node:path";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../core/text/message.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

/** The result of a Git command, or the reason why it failed. */
export type GitResult<T> = { readonly ok: true; readonly value: T } | GitFailure;

interface GitFailure extends Refusal {
  /** Whether Git works, but the repository doesn't have the revision. */
  readonly isUnknownRevision?: true;
  /** Whether Git failed without an error message. */
  readonly hasNoMessage?: true;
}

export interface GitLimits {
  readonly maxMilliseconds?: number;
  /** The maximum size of the output in bytes. */
  readonly maxBytes?: number;
  /**
   * Called when the time or size limit is reached. If this callback is set, the output up to that point is used. If it
   * isn't, the command fails.
   */
  readonly onTruncated?: () => void;
  readonly signal?: AbortSignal | undefined;
  /** The standard input of Git. Empty by default. */
  readonly input?: string;
}

const defaultMaxMilliseconds = 10_000;
const defaultMaxBytes = 64_000_000;
/** The path of a file that is always empty. */
export const nullDevice = process.platform === "win32" ? "NUL" : "/dev/null";

/**
 * A repository can be as hostile as any other site content, and its settings can specify programs to run. Therefore,
 * Docwright runs only Git commands that don't start other programs. These commands never read the work tree, which
 * could run filters, and never fetch, which could run transports. Hooks, the file system monitor, pagers, and external
 * diffs are turned off.
 */
const safeSettings = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", nullDevice],
  ["core.pager", "cat"],
  ["core.untrackedCache", "false"],
  ["core.alternateRefsCommand", ""],
  ["diff.external", ""],
  ["diff.ignoreSubmodules", "all"],
  ["submodule.recurse", "false"],
  ["protocol.allow", "never"],
  ["safe.bareRepository", "explicit"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** A regular file in a Git commit. */
export interface CommittedFile {
  readonly path: SitePath;
  /** The SHA-1 or SHA-256 hash of `blob <size>\0` followed by the file's bytes. */
  readonly hash: string;
}

/** Lists the regular files below `root` in a commit. */
export async function listFilesAt(
  root: string,
  commit: string,
  limits: GitLimits = {},
): Promise<GitResult<readonly CommittedFile[]>> {
  const result = await runGit(root, ["ls-tree", "-r", "-z", commit], limits);
  if (!result.ok) return result;
  const files = splitNames(result.value).flatMap((entry): CommittedFile[] => {
    const tabIndex = entry.indexOf("\t");
    const [mode = "", , hash = ""] = entry.slice(0, tabIndex).split(" ");
    return mode.startsWith("100") ? [{ path: entry.slice(tabIndex + 1), hash }] : [];
  });
  return { ok: true, value: files };
}

/** Lists the files below `root` that are tracked by Git or that are untracked but not ignored. */
export async function listCurrentFiles(root: string, limits: GitLimits = {}): Promise<GitResult<readonly SitePath[]>> {
  const result = await runGit(root, ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], limits);
  return result.ok ? { ok: true, value: splitNames(result.value) } : result;
}

/**
 * Returns the commit that changes are compared with. This is the merge base of the last commit and the revision, so
 * later commits by others don't count as changes. If the last commit and the revision don't have a common history,
 * returns the revision itself.
 */
export async function resolveCommit(
  root: string,
  revision: string,
  limits: GitLimits = {},
): Promise<GitResult<string>> {
  const unknownRevisionFailure: GitFailure = {
    ...refuse(
      createMessage(
        "Git can't find the revision {0}. Check its name. A CI job might need to fetch more of the history.",
        revision.slice(0, 80),
      ),
    ),
    isUnknownRevision: true,
  };
  if (!/^[^\s-][^\s\0]{0,299}$/u.test(revision)) return unknownRevisionFailure;
  const result = await runGit(
    root,
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`],
    limits,
  );
  if (!result.ok) return result.hasNoMessage ? unknownRevisionFailure : result;
  const commit = result.value.trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return unknownRevisionFailure;
  const baseResult = await runGit(root, ["merge-base", commit, "HEAD"], limits);
  const baseHash = baseResult.ok ? baseResult.value.trim() : "";
  return { ok: true, value: /^[0-9a-f]{40,64}$/.test(baseHash) ? baseHash : commit };
}

/**
 * Returns the text of a file below `root` in a commit, without its byte order mark, or undefined if the commit doesn't
 * contain a regular file with that name. The bytes are read as stored, so filters and text conversions don't run.
 */
export async function readTextAt(
  root: string,
  commit: string,
  path: SitePath,
  limits: GitLimits = {},
): Promise<GitResult<string | undefined>> {
  // Without this option, Git could treat a file name as a pattern or an option.
  const result = await runGit(root, ["--literal-pathspecs", "ls-tree", "-z", commit, "--", path], limits);
  if (!result.ok) return result;
  const [entry = ""] = splitNames(result.value);
  const [, hash] = /^100\d{3} blob ([0-9a-f]{40,64})\t/.exec(entry) ?? [];
  if (hash === undefined) return { ok: true, value: undefined };
  const blobResult = await runGit(root, ["cat-file", "blob", hash], limits);
  return blobResult.ok ? { ok: true, value: blobResult.value.replace(/^\ufeff/, "") } : blobResult;
}

/**
 * Returns the lines in all text files in a commit that match an extended regular expression, along with the file that
 * contains each line.
 */
export async function findLinesAt(
  root: string,
  commit: string,
  pattern: string,
  limits: GitLimits = {},
): Promise<GitResult<readonly { readonly path: SitePath; readonly line: string }[]>> {
  const result = await runGit(
    root,
    [
      // Without these overrides, user or repository settings could change the output.
      ...["grep.lineNumber=false", "grep.column=false", "grep.fullName=false"].flatMap((setting) => ["-c", setting]),
      "grep",
      "-I",
      "-E",
      "-z",
      "--no-color",
      "--no-textconv",
      "--no-recurse-submodules",
      "-e",
      pattern,
      commit,
    ],
    limits,
  );
  // If nothing was found, only the exit code indicates this.
  if (!result.ok) return result.hasNoMessage ? { ok: true, value: [] } : result;
  const lines = result.value.split("\n").flatMap((entry) => {
    const [path = "", line] = entry.split("\0");
    return line === undefined ? [] : [{ path: path.slice(path.indexOf(":") + 1), line }];
  });
  return { ok: true, value: lines };
}

function splitNames(output: string): SitePath[] {
  return output.split("\0").filter((name) => name !== "");
}

/** Runs Git and returns its output as text. */
export async function runGit(root: string, args: readonly string[], limits: GitLimits): Promise<GitResult<string>> {
  const output = await runGitForBytes(root, args, limits);
  return output.ok ? { ok: true, value: output.value.toString("utf8") } : output;
}

/** Runs Git and returns its output as bytes. Used if the length of the output in bytes matters. */
export function runGitForBytes(root: string, args: readonly string[], limits: GitLimits): Promise<GitResult<Buffer>> {
  const { maxMilliseconds = defaultMaxMilliseconds, maxBytes = defaultMaxBytes, signal, onTruncated, input } = limits;
  return new Promise((resolve) => {
    const fail = (reason: LocalizedMessage) => resolve(refuse(reason));
    if (signal?.aborted) return fail(canceledReason);
    const git = startGit(root, args);
    if (!git) return fail(gitUnavailableReason);
    const output: Buffer[] = [];
    let byteCount = 0;
    let errorText = "";
    const failAndKill = (reason: LocalizedMessage) => {
      fail(reason);
      git.kill("SIGKILL");
    };
    const cancel = () => failAndKill(canceledReason);
    const resolveOutput = () => resolve({ ok: true, value: Buffer.concat(output) });
    const truncateOrFail = (reason: LocalizedMessage) => {
      if (onTruncated && output.length > 0) {
        onTruncated();
        resolveOutput();
      }
      failAndKill(reason);
    };
    const timer = setTimeout(
      () => truncateOrFail(createMessage("Git didn't respond within {0} seconds.", maxMilliseconds / 1000)),
      maxMilliseconds,
    );
    signal?.addEventListener("abort", cancel, { once: true });
    // Git may exit before it has read all of its input.
    git.stdin.on("error", () => undefined).end(input);
    git.stdout.on("data", (chunk: Buffer) => {
      byteCount += chunk.length;
      output.push(chunk);
      if (byteCount > maxBytes) truncateOrFail(createMessage("Git returned more than {0} MB.", maxBytes / 1_000_000));
    });
    git.stderr.on("data", (chunk: Buffer) => {
      if (errorText.length < 10_000) errorText += chunk.toString("utf8");
    });
    git.on("error", () => fail(gitUnavailableReason));
    git.on("close", (code) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      if (code === 0) resolveOutput();
      else resolve(createFailure(errorText));
    });
  });
}

/**
 * Starts Git. Returns undefined if the system rejects the call immediately, for example, because of an invalid path.
 */
function startGit(root: string, args: readonly string[]) {
  try {
    return spawn("git", ["--no-pager", "--no-optional-locks", ...safeSettings, "-C", root, ...args], {
      // Windows looks for programs in the current folder first, so the current folder must not be in the site.
      cwd: dirname(process.execPath),
      env: getEnvironment(),
      shell: false,
      windowsHide: true,
      stdio: "pipe",
    });
  } catch {
    return undefined;
  }
}

const canceledReason = createMessage("Git was canceled.");
const unknownFailureReason = createMessage("Git failed without an error message.");
const gitUnavailableReason = createMessage("Git can't be run. Make sure that it's installed and on PATH.");

function createFailure(errorText: string): GitFailure {
  if (errorText.includes("not a git repository"))
    return refuse(createMessage("This folder isn't in a Git repository."));
  if (errorText.includes("dubious ownership"))
    return refuse(
      createMessage("Git doesn't read repositories owned by another user. See safe.directory in Git's documentation."),
    );
  const [firstLine = ""] = errorText.trim().split("\n");
  return firstLine === ""
    ? { ...refuse(unknownFailureReason), hasNoMessage: true }
    : refuse(createMessage("Git reported: {0}", firstLine.slice(0, 200)));
}

/** Returns the environment variables, except for those that would make Git use another repository or other programs. */
function getEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !/^(GIT_|LC_|LANG)/i.test(name));
  const path = (process.env["PATH"] ?? process.env["Path"] ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .join(delimiter);
  return {
    ...Object.fromEntries(variables.filter(([name]) => name.toUpperCase() !== "PATH")),
    PATH: path,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_ATTR_NOSYSTEM: "1",
    NoDefaultCurrentDirectoryInExePath: "1",
  };
}
