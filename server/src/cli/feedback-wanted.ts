import type { FeedbackPlace } from "./feedback-site.ts";

/** What of the entries is asked for, as far as the service cannot choose it. */
export interface WantedPages {
  /** Pages, files or folders, as a person writes them; empty: all. */
  readonly paths: readonly string[];
  /** Files that a branch has changed, from DIR; absent: all. */
  readonly changed?: ReadonlySet<string>;
}

/** Whether an entry about this path is asked for. `place` is where it leads, when DIR is a site. */
export function isWanted(
  path: string,
  place: FeedbackPlace | undefined,
  { paths, changed }: WantedPages,
): boolean {
  const names = [slugOf(path), ...(place ? [slugOf(place.file), slugOf(place.url)] : [])];
  const isNamed =
    paths.length === 0 || paths.some((asked) => names.some((name) => isAtOrIn(name, slugOf(asked))));
  return isNamed && (changed === undefined || isChanged(place, names, changed));
}

/** A page that the branch has deleted leads nowhere any more, so its path is looked for as well. */
function isChanged(
  place: FeedbackPlace | undefined,
  names: readonly string[],
  changed: ReadonlySet<string>,
): boolean {
  if (place) return changed.has(place.file);
  return [...changed].some((file) => /\.mdx?$/i.test(file) && names.includes(slugOf(file)));
}

function isAtOrIn(name: string, asked: string): boolean {
  return asked === "." || name === asked || (asked !== "" && name.startsWith(`${asked}/`));
}

/** `/` and `index.mdx` are the first page, ``; `https://docs.example.com/Guides/start/?x#y` and `./guides/start.mdx` are `guides/start`. */
function slugOf(written: string): string {
  return written
    .slice(0, 2000)
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/s, "")
    .replaceAll("\\", "/")
    .replace(/^(\.?\/+)+|\/+$/g, "")
    .replace(/\.mdx?$/i, "")
    .replace(/(^|\/)index$/i, "")
    .toLowerCase();
}
