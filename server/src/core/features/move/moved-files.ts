import { pageSlugsOf, slugOf } from "../../site/pages/pages.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** A file and the place that it goes to. */
export interface FileMove {
  readonly from: SitePath;
  readonly to: SitePath;
}

/** The new place of every file that moves, by its old one. */
export type MovedFiles = ReadonlyMap<SitePath, SitePath>;

/**
 * Every file that moves when files and folders do: `guides` → `learn` moves `guides/start.mdx` to `learn/start.mdx`. Of
 * two moves of one file the nearer one counts.
 */
export function movedFiles(files: ReadonlySet<SitePath>, moves: readonly FileMove[]): MovedFiles {
  const nearestFirst = [...moves].sort((a, b) => b.from.length - a.from.length);
  const single = new Map(moves.map(({ from, to }) => [from, to]));
  const folders = nearestFirst.filter(({ from }) => !files.has(from));
  const moved = new Map<SitePath, SitePath>();
  for (const file of folders.length > 0 ? files : single.keys()) {
    const own = single.get(file);
    if (own !== undefined && files.has(file)) moved.set(file, own);
    if (own !== undefined) continue;
    const folder = folders.find(({ from }) => file.startsWith(`${from}/`));
    if (folder) moved.set(file, folder.to + file.slice(folder.from.length));
  }
  return moved;
}

/** Pages among them by their path: `guides/start` → `learn/start`. A page that becomes none is left out. */
export function movedSlugs(moved: MovedFiles): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  for (const [from, to] of moved) {
    const [old, now] = [slugOf(from), slugOf(to)];
    if (old !== undefined && now !== undefined && old !== now) slugs.set(old, now);
  }
  return slugs;
}

/** Where a folder of pages goes, when all of it goes there: `learn` for `guides`. */
export function movedFolder(
  files: ReadonlySet<SitePath>,
  folder: string,
  slugs: ReadonlyMap<string, string>,
): string | undefined {
  const pages = [...pageSlugsOf(files).fileOf.keys()].filter((slug) => slug.startsWith(`${folder}/`));
  const [first] = pages;
  const now = first === undefined ? undefined : slugs.get(first);
  const rest = first?.slice(folder.length) ?? "";
  if (now === undefined || !now.endsWith(rest)) return undefined;
  const to = now.slice(0, now.length - rest.length);
  const isWhole = to !== "" && pages.every((slug) => slugs.get(slug) === to + slug.slice(folder.length));
  return isWhole ? to : undefined;
}
