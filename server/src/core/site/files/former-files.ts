import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import { fileName, folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** What happened to files that were moved or deleted, according to the repository's history. */
export interface PreviousFiles {
  /** The current path of a page, by its former path on this site. Undefined if the file was deleted. */
  readonly nowAt: ReadonlyMap<SitePath, SitePath | undefined>;
  /** The reason why part of the history wasn't read. Undefined if all of it was read. */
  readonly note?: LocalizedMessage;
}

/** The result if no history was read. */
export const noPreviousFiles: PreviousFiles = {
  nowAt: new Map(),
  note: createMessage("Git history wasn't searched for renamed files."),
};

/**
 * A renamed or deleted file in a commit. `to` is undefined for deleted files. Paths are relative to the repository
 * root.
 */
export interface FileMove {
  readonly from: string;
  readonly to?: string;
}

/** A file after a commit that changed it. */
export interface FileVersion {
  /** The time when the version was committed or merged, in milliseconds since 1970. */
  readonly time: number;
  /** Empty if the commit deleted the file. */
  readonly text: string;
}

const configNames: ReadonlySet<string> = new Set(["docs.json", "mint.json"]);

/**
 * Updates the current paths of former files. `commits` contains their moves along one line of history, with the newest
 * first. `folder` is the site's path in the repository, `""` for the root, and its earlier paths are derived from its
 * docs.json. If both a renamed file and a deleted file used a path, the renamed file takes precedence.
 */
export function updateMovedPaths(
  commits: Iterable<readonly FileMove[]>,
  folder: string,
): ReadonlyMap<SitePath, SitePath | undefined> {
  const answers = new Map<SitePath, SitePath | undefined>();
  /** The current path of each file, by its path at the commit being processed. */
  const today = new Map<string, SitePath | undefined>();
  let site = folder;
  for (const moves of commits) {
    // All moves in a commit happen simultaneously.
    const ends = moves.map(({ to }) => {
      if (to === undefined) return undefined;
      return today.has(to) ? today.get(to) : within(folder, to);
    });
    for (const { to } of moves) if (to !== undefined) today.delete(to);
    const config = moves.find(
      ({ to }) => to !== undefined && folderOf(to) === site && configNames.has(fileName(to)),
    );
    if (config && configNames.has(fileName(config.from))) site = folderOf(config.from);
    for (const [at, { from }] of moves.entries()) {
      const end = ends[at];
      today.set(from, end);
      const former = within(site, from);
      if (former === undefined || former === end || !/\.mdx?$/.test(former)) continue;
      if (answers.get(former) === undefined) answers.set(former, end);
    }
  }
  return answers;
}

function within(folder: string, path: string): SitePath | undefined {
  if (folder === "") return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
