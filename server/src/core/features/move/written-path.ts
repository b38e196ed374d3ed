import { folderOf } from "../../text/site-path.ts";
import type { LinkStyle } from "./link-style.ts";
import type { SitePath } from "../../text/text-edit.ts";

/**
 * A path as its author would have written it at another place: from the root stays from the root, what begins in a
 * folder begins in a folder, with as many steps up as it had more than needed (`../guides/start` within `guides`).
 */
export function writtenPath(
  written: string,
  { from, to }: PathChange,
  { oldFolder, newFolder, style, isFromRoot = false }: FolderChange,
): string {
  if (isFromRoot || written.startsWith("/")) return `/${to}`;
  const spare = Math.max(0, stepsUp(written) - stepsUp(relativePath(oldFolder, from)));
  const isBelow = !written.startsWith("../");
  return relativePath(
    newFolder,
    to,
    spare,
    isBelow ? written.startsWith("./") : style?.withDot(newFolder, to) === true,
  );
}

/** Of what is named, before and after; from the root: `guides/start`. */
export interface PathChange {
  readonly from: string;
  readonly to: string;
}

/** Of where it is written, before and after: `""` is the root. */
export interface FolderChange {
  readonly oldFolder: SitePath;
  readonly newFolder: SitePath;
  /** For what the old text does not tell. */
  readonly style?: LinkStyle;
  /** Whether a relative path becomes one from the root. */
  readonly isFromRoot?: boolean;
}

/** The folders in which what stands in this file begins, when it moves to `to`. */
export function folderChange(file: SitePath, to: SitePath | undefined): FolderChange {
  return { oldFolder: folderOf(file), newFolder: folderOf(to ?? file) };
}

/** `../b/c` from `a` to `b/c`; `spare` steps up more, as far as there are folders. */
export function relativePath(folder: SitePath, path: string, spare = 0, withDot = false): string {
  const own = folder === "" ? [] : folder.split("/");
  const parts = path.split("/");
  let common = 0;
  while (common < own.length && common < parts.length - 1 && own[common] === parts[common]) common++;
  const shared = Math.max(0, common - spare);
  const up = own.length - shared;
  const rest = parts.slice(shared).join("/");
  return (up > 0 ? "../".repeat(up) : withDot ? "./" : "") + rest;
}

function stepsUp(path: string): number {
  return (/^(?:\.\.\/)*/.exec(path)?.[0].length ?? 0) / 3;
}

/** Characters that end a link, or mean something in one. */
const unsafe = /[\s"<>`{}|\\^()?#]/g;

/** A path as a part of a link: `release notes` becomes `release%20notes`; letters of any script stay. */
export function encodedPath(path: string): string {
  return path
    .replace(/%(?![0-9A-F]{2})/gi, "%25")
    .replace(
      unsafe,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    );
}
