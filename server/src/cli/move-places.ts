import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FileMove } from "../core/features/move/moved-links.ts";
import { fileName, folderOf } from "../core/text/site-path.ts";
import { placeOf } from "../workspace/files/disk.ts";
import { siteOfFile } from "../workspace/files/find-sites.ts";

/** What is moved, by the site that it lies in. */
export interface MovePlace {
  readonly root: string;
  readonly move: FileMove;
}

export type FoundPlace =
  { readonly ok: true; readonly place: MovePlace } | { readonly ok: false; readonly reason: string };

const endings = ["", ".mdx", ".md"];

/**
 * The file or folder that FROM names: below the present folder, DIR or a site in it, as a file or as the path of a page.
 * TO is read from the same place; a folder that is there, or a slash at the end, keeps the name.
 */
export function findMovePlace(
  from: string,
  to: string,
  folders: { readonly cwd: string; readonly folder: string; readonly roots: readonly string[] },
): FoundPlace {
  const { cwd, folder, roots } = folders;
  const bases = [...new Set([cwd, folder, ...roots])];
  for (const base of bases)
    for (const ending of endings) {
      const whole = resolve(base, ...partsOf(from.replace(/\/+$/, "") + ending));
      const found = siteOfFile(roots, (each) => each, whole);
      if (!found || found.path === "" || !existsSync(whole)) continue;
      const { site: root, path: source } = found;
      const target = targetOf(root, base, to, source);
      if (target === undefined) return { ok: false, reason: `${to} lies outside the site.` };
      return { ok: true, place: { root, move: { from: source, to: target } } };
    }
  return { ok: false, reason: `there is no file, folder or page ${from} in a site here.` };
}

function partsOf(path: string): string[] {
  return [path.startsWith("/") ? `.${path}` : path];
}

function targetOf(root: string, base: string, to: string, source: string): string | undefined {
  const whole = resolve(base, ...partsOf(to));
  const place = placeOf(root, whole);
  if (place === undefined) return undefined;
  const isFolder = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
  if (to.endsWith("/") || (place !== source && isFolder(place)))
    return place === "" ? fileName(source) : `${place}/${fileName(source)}`;
  const ending = /\.mdx?$/.exec(source)?.[0] ?? "";
  const hasEnding = /\.mdx?$/.test(place) || ending === "" || isFolder(source);
  const folder = folderOf(place);
  const name = fileName(place) + (hasEnding ? "" : ending);
  return folder === "" ? name : `${folder}/${name}`;
}
