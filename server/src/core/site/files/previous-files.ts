import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import { getFileName, getFolderPath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** The moved and deleted files in the repository's history. */
export interface PreviousFiles {
  /**
   * Maps the former path of each moved or deleted page on this site to its current path, or to undefined if the file
   * was deleted.
   */
  readonly currentPaths: ReadonlyMap<SitePath, SitePath | undefined>;
  /** The reason why part of the history wasn't read. Undefined if the entire history was read. */
  readonly incompleteReason?: LocalizedMessage;
}

/** The result if the history wasn't read. */
export const noPreviousFiles: PreviousFiles = {
  currentPaths: new Map(),
  incompleteReason: createMessage("Git history wasn't searched for renamed files."),
};

/**
 * A renamed or deleted file in a commit. `to` is undefined for deleted files. Paths are relative to the repository
 * root.
 */
export interface FileMove {
  readonly from: string;
  readonly to?: string;
}

/** A version of a file, as of a commit that changed the file. */
export interface FileVersion {
  /** The time when the version was committed or merged, in milliseconds since 1970. */
  readonly time: number;
  /** The file's text. Empty if the commit deleted the file. */
  readonly text: string;
}

const configNames: ReadonlySet<string> = new Set(["docs.json", "mint.json"]);

/**
 * Returns the current paths of former files. `commits` contains the moves in one line of history, newest first.
 * `folder` is the site's current folder in the repository (`""` for the root). The site's earlier folders are derived
 * from the moves of its docs.json. If both a renamed file and a deleted file had the same path, the renamed file takes
 * precedence.
 */
export function getCurrentPaths(
  commits: Iterable<readonly FileMove[]>,
  folder: string,
): ReadonlyMap<SitePath, SitePath | undefined> {
  const currentPathByPreviousPath = new Map<SitePath, SitePath | undefined>();
  /** Maps the path that each file had before the commits processed so far to the file's current path. */
  const currentPathByOldPath = new Map<string, SitePath | undefined>();
  let siteFolder = folder;
  for (const moves of commits) {
    // All moves in a commit happen at the same time.
    const newPaths = moves.map(({ to }) => {
      if (to === undefined) return undefined;
      return currentPathByOldPath.has(to) ? currentPathByOldPath.get(to) : toPathInFolder(folder, to);
    });
    for (const { to } of moves) if (to !== undefined) currentPathByOldPath.delete(to);
    const configMove = moves.find(
      ({ to }) => to !== undefined && getFolderPath(to) === siteFolder && configNames.has(getFileName(to)),
    );
    if (configMove && configNames.has(getFileName(configMove.from))) siteFolder = getFolderPath(configMove.from);
    for (const [index, { from }] of moves.entries()) {
      const currentPath = newPaths[index];
      currentPathByOldPath.set(from, currentPath);
      const previousPath = toPathInFolder(siteFolder, from);
      if (previousPath === undefined || previousPath === currentPath || !/\.mdx?$/.test(previousPath)) continue;
      if (currentPathByPreviousPath.get(previousPath) === undefined)
        currentPathByPreviousPath.set(previousPath, currentPath);
    }
  }
  return currentPathByPreviousPath;
}

function toPathInFolder(folder: string, path: string): SitePath | undefined {
  if (folder === "") return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
