import type { FileVersion } from "../../core/site/files/previous-files.ts";
import { BoundedMap } from "../../core/text/maps.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type GitLimits, type GitResult, nullDevice, runGit, runGitForBytes } from "./git.ts";
import { findRepositoryLocation } from "./renames.ts";

/** The maximum number of versions. Older versions are ignored. */
const maxVersions = 100;
/** The size limits in bytes for one version, for all versions together, and for the list of versions. */
const maxBytes = { version: 1_000_000, total: 4_000_000, list: 1_000_000 };
const maxMilliseconds = { list: 2000, texts: 1500 };

/**
 * Returns the latest committed versions of a file below `root`, oldest first, including versions under earlier names.
 * The history follows first parents, so a change from a merge has the time when it was published. Stops before the
 * first version that is too large or that is missing in a partial clone. Returns an empty list if no commit contains
 * the file. Runs Git twice.
 */
export async function readFileHistory(
  root: string,
  path: SitePath,
  limits: GitLimits = {},
): Promise<GitResult<readonly FileVersion[]>> {
  const listCommits = (similarity: string) =>
    runGit(root, [...versionListArguments, similarity, "HEAD", "--", path], {
      maxMilliseconds: maxMilliseconds.list,
      maxBytes: maxBytes.list,
      ...limits,
    });
  let result = await listCommits("--find-renames=50%");
  // If the contents of old commits weren't fetched, they can't be compared, but exact renames can still be identified
  // by hash.
  if (!result.ok && limits.signal?.aborted !== true) result = await listCommits("--find-renames=100%");
  if (!result.ok) return result;
  const versions = parseVersions(result.value);
  const hashes = [...new Set(versions.map(({ hash }) => hash).filter((hash) => !/^0+$/.test(hash)))];
  if (hashes.length === 0) return { ok: true, value: [] };
  const textsResult = await readBlobs(root, hashes, limits);
  if (!textsResult.ok) return textsResult;
  const availableVersions: FileVersion[] = [];
  for (const { time, hash } of versions) {
    const text = /^0+$/.test(hash) ? "" : textsResult.value.get(hash);
    if (text === undefined) break;
    availableVersions.unshift({ time, text });
  }
  return { ok: true, value: availableVersions };
}

const versionListArguments = [
  "--literal-pathspecs",
  // Without these overrides, settings could change the output or run a program. The last two settings are overridden as
  // settings, because `--follow` ignores the corresponding options.
  ...[
    "log.showSignature=false",
    "log.showRoot=true",
    "log.diffMerges=separate",
    "diff.relative=false",
    "diff.renameLimit=1000",
    `diff.orderFile=${nullDevice}`,
  ].flatMap((setting) => ["-c", setting]),
  "log",
  "--follow",
  "--first-parent",
  "-m",
  "--no-show-signature",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--raw",
  "--no-abbrev",
  "--format=commit %ct",
  "-z",
  `--max-count=${maxVersions}`,
];

/** Returns the time of each commit and the file's hash after the commit, newest first. Ignores links and submodules. */
function parseVersions(output: string): { readonly time: number; readonly hash: string }[] {
  let time: number | undefined;
  return output.split("\0").flatMap((field) => {
    const [, seconds] = /^commit (\d{1,12})$/.exec(field) ?? [];
    if (seconds !== undefined) time = Number(seconds) * 1000;
    const [, mode = "", hash] = /^\n?:\d{6} (\d{6}) [0-9a-f]{40,64} ([0-9a-f]{40,64}) [A-Z]\d*$/.exec(field) ?? [];
    if (time === undefined || hash === undefined || !/^(?:100|000)/.test(mode)) return [];
    const version = { time, hash };
    time = undefined;
    return [version];
  });
}

/** Returns the contents of the first blobs, up to the size limit. */
async function readBlobs(
  root: string,
  hashes: readonly string[],
  limits: GitLimits,
): Promise<GitResult<ReadonlyMap<string, string>>> {
  const output = await runGitForBytes(root, ["cat-file", "--batch"], {
    maxMilliseconds: maxMilliseconds.texts,
    maxBytes: maxBytes.total,
    onTruncated: () => undefined,
    ...limits,
    input: `${hashes.join("\n")}\n`,
  });
  if (!output.ok) return output;
  const textsByHash = new Map<string, string>();
  const { value } = output;
  for (let offset = 0; offset < value.length;) {
    const lineEnd = value.indexOf("\n", offset);
    const [, hash, size] = /^([0-9a-f]{40,64}) blob (\d{1,15})$/.exec(value.toString("latin1", offset, lineEnd)) ?? [];
    // A missing blob has no content.
    const end = lineEnd + 1 + Number(size ?? -1);
    if (lineEnd < 0 || end > value.length) break;
    if (hash !== undefined && Number(size) <= maxBytes.version)
      textsByHash.set(hash, value.toString("utf8", lineEnd + 1, end).replace(/^\ufeff/, ""));
    offset = end + 1;
  }
  return { ok: true, value: textsByHash };
}

/** The maximum number of files whose histories are cached, across all repositories. */
const maxFiles = 32;

/**
 * Reads and caches the histories of files. A history is read again only after its repository's last commit has changed.
 */
export class FileHistories {
  readonly #versionsByKey = new BoundedMap<string, Promise<readonly FileVersion[]>>(maxFiles);

  /**
   * Returns the versions of each file below `root`. Omits files whose history can't be determined, such as files
   * outside a repository. Each call runs at most one Git process at a time.
   */
  async read(root: string, paths: Iterable<SitePath>): Promise<ReadonlyMap<SitePath, readonly FileVersion[]>> {
    const versionsByPath = new Map<SitePath, readonly FileVersion[]>();
    const location = await findRepositoryLocation(root);
    if (!location.ok) return versionsByPath;
    for (const path of paths) {
      const key = JSON.stringify([root, path, location.value.head]);
      // A failed read isn't repeated, because the slowest reads are the ones that fail due to a large history.
      const pendingRead =
        this.#versionsByKey.get(key) ?? readFileHistory(root, path).then((result) => (result.ok ? result.value : []));
      this.#versionsByKey.set(key, pendingRead);
      const versions = await pendingRead;
      if (versions.length > 0) versionsByPath.set(path, versions);
    }
    return versionsByPath;
  }
}
