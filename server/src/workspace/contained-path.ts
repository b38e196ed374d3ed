import { isAbsolute, join, relative, sep } from "node:path";
import type { SitePath } from "../core/text/text-edit.ts";

/** Whether `path` (absolute, real) is `root` or lies below it. Compared by segments: `/root-evil` is not in `/root`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * The absolute path of a place in the site, or undefined when the text could name another place: dots, an absolute
 * path, NUL; on Windows also drives, streams and back slashes. Nothing is decoded here.
 */
export function placeInside(root: string, path: SitePath): string | undefined {
  if (path === "" || path.includes("\0")) return undefined;
  if (sep === "\\" && /[\\:]/.test(path)) return undefined;
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return undefined;
  return join(root, ...segments);
}

/** The place in the site of an absolute path as an editor names it, `""` for the root; undefined outside. */
export function placeOf(root: string, path: string): SitePath | undefined {
  if (!isInside(root, path)) return undefined;
  return relative(root, path).split(sep).join("/");
}
