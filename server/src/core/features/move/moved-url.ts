import type { LinkTarget } from "../../site/links/resolve-link.ts";
import { encodedPath, type FolderChange, writtenPath } from "../../site/links/written-path.ts";
import { slugOf, urlsOf } from "../../site/pages/pages.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { MovedFiles } from "./moved-files.ts";

/** Files that move, and where a folder goes of which every page does. */
export interface MovedThings {
  readonly moved: MovedFiles;
  readonly folderOf?: (folder: string) => string | undefined;
  /** Whether another page is at this path after the move, so that it isn't the short one of an index page. */
  readonly isTaken?: (slug: string) => boolean;
}

/** A link as it has to be written when files have moved; undefined where it can stay as it is. */
export function movedUrl(
  url: string,
  target: LinkTarget,
  folders: FolderChange,
  moved: MovedThings,
): string | undefined {
  const origin = /^(?:https?:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  const local = url.slice(origin.length);
  const cut = local.search(/[?#]|$/);
  const [path, rest] = [local.slice(0, cut), local.slice(cut)];
  if (path === "" || (origin === "" && /^[a-z][a-z0-9+.-]*:/i.test(path))) return undefined;
  const place = resolveSitePath(path, path.startsWith("/") ? "" : folders.oldFolder);
  if (!place.ok) return undefined;
  const now = newPlace(place.path, target, moved, folders.style?.withIndex === true);
  const isElsewhere =
    !path.startsWith("/") && (folders.isFromRoot === true || folders.newFolder !== folders.oldFolder);
  if (now === undefined && !isElsewhere) return undefined;
  // What it says is known only where it is shown.
  if (target.kind === "unverifiable" && /^(variable|expression)$/.test(target.reason)) return undefined;
  // What leads to nothing says nothing of what was meant.
  if (now === undefined && target.kind === "missing" && target.reason === "not-found") return undefined;
  const ending = path.length > 1 && path.endsWith("/") ? "/" : "";
  // Blanks that the author wrote as such stay: this place takes them.
  const encoded = encodedPath(now ?? place.path);
  const change = { from: place.path, to: path.includes(" ") ? encoded.replaceAll("%20", " ") : encoded };
  const written = writtenPath(path, change, folders) + ending;
  const result = origin + written + rest;
  return result === url ? undefined : result;
}

/** Where what the link names is afterwards, from the root: the prefix of a base path and an ending stay. */
function newPlace(
  place: string,
  target: LinkTarget,
  { moved, folderOf, isTaken = () => false }: MovedThings,
  withIndex: boolean,
): string | undefined {
  const exact = target.kind === "spelling" ? target.target : target;
  if (exact.kind === "folder") {
    const folder = folderOf?.(exact.path);
    const at = place.length - exact.path.length;
    return folder !== undefined && place.endsWith(exact.path) ? place.slice(0, at) + folder : undefined;
  }
  const file = exact.kind === "page" || exact.kind === "file" ? exact.file : undefined;
  if (file === undefined) return undefined;
  const losesPlace = exact.kind === "page" && slugOf(file) !== place && isTaken(place);
  const to = moved.get(file) ?? (losesPlace ? file : undefined);
  if (to === undefined) return undefined;
  if (exact.kind === "file") return place.endsWith(file) ? place.slice(0, -file.length) + to : to;
  const [old, now] = [slugOf(file), slugOf(to)];
  if (old === undefined || now === undefined) return undefined;
  const ending = /\.mdx?$/i.exec(place)?.[0] ?? "";
  const bare = ending === "" ? place : place.slice(0, -ending.length);
  const own = urlsOf(old)
    .map((each) => each.slice(1))
    .filter((each) => bare === each || bare.endsWith(`/${each}`) || each === "")
    .sort((a, b) => b.length - a.length)[0];
  const prefix =
    own === undefined || target.kind === "spelling" ? "" : bare.slice(0, bare.length - own.length);
  // An index is named as it was; what was none, as the site names others.
  const isLong =
    isTaken(shortestUrl(now)) || (old.endsWith("index") && own !== undefined ? own === old : withIndex);
  const shown = ending === "" && !isLong ? shortestUrl(now) : now;
  const joined = prefix !== "" && !prefix.endsWith("/") ? `${prefix}/${shown}` : prefix + shown;
  return ending === "" ? joined.replace(/\/$/, "") : joined + (/\.mdx?$/i.exec(to)?.[0] ?? ending);
}

/** `/guides` for `guides/index`, which is how links name it. */
function shortestUrl(slug: string): string {
  return (urlsOf(slug).toSorted((a, b) => a.length - b.length)[0] ?? `/${slug}`).slice(1);
}
