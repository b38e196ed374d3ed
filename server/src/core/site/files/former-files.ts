import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import { fileName, folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** What became of files that are not where they were, as far as the history of the repository tells. */
export interface PreviousFiles {
  /** By the path that a page's file once had on this site: the path it has today, undefined when it was deleted. */
  readonly nowAt: ReadonlyMap<SitePath, SitePath | undefined>;
  /** Why less is known than the history holds, absent when all of it was read. */
  readonly note?: LocalizedMessage;
}

/** Where no history was asked. */
export const noPreviousFiles: PreviousFiles = {
  nowAt: new Map(),
  note: createMessage("Renames of the past were not looked for."),
};

/** A file that one commit has renamed, or deleted (`to` is absent). Paths begin at the top of the repository. */
export interface FileMove {
  readonly from: string;
  readonly to?: string;
}

const configNames: ReadonlySet<string> = new Set(["docs.json", "mint.json"]);

/**
 * Where files of the past are today. `commits` are their moves, newest first, along one line of history; `folder` is
 * where the site lies in the repository, `""` for the top: it is followed to where it lay before by its docs.json.
 * A path whose file was renamed and one that was deleted later on leads to the renamed one.
 */
export function updateMovedPaths(
  commits: Iterable<readonly FileMove[]>,
  folder: string,
): ReadonlyMap<SitePath, SitePath | undefined> {
  const answers = new Map<SitePath, SitePath | undefined>();
  /** By the path that a file had at the time that has been reached: what it is today. */
  const today = new Map<string, SitePath | undefined>();
  let site = folder;
  for (const moves of commits) {
    // All moves of a commit happen at once.
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
