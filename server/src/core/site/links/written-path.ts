import { folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";
import { linksOfPage } from "./links.ts";

/**
 * A path as its author would have written it at another place: from the root stays from the root, what begins in a
 * folder begins in a folder, with as many steps up as it had more than needed (`../guides/start` within `guides`).
 */
export function resolveWrittenPath(
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

/** How a site writes links where there is more than one way; asked where the text that was there does not tell. */
export interface LinkStyle {
  /** `./start` rather than `start`, in a page of this folder, to a page or to another file. */
  readonly withDot: (folder: SitePath, to: SitePath) => boolean;
  /** `/guides/index` rather than `/guides`. */
  readonly withIndex: boolean;
}

/** What most of its links do: with a dot or without those of the same folder to the same kind, else of the site. */
export const linkStyleOf = derive((references: Site["references"]): LinkStyle => {
  let [index, bare] = [0, 0];
  const dots = new Map<string, number>();
  const folders = new Set<string>();
  for (const path of references.keys()) {
    const folder = /^(.+)\/index\.mdx?$/.exec(path)?.[1];
    if (folder !== undefined) folders.add(`/${folder}`);
  }
  for (const page of references.values())
    for (const { url } of linksOfPage(page)) {
      const path = url.replace(/[?#].*$/s, "");
      const dot = url.startsWith("./") ? 1 : isPlain(path) ? -1 : 0;
      if (dot !== 0)
        for (const group of groupsOf(folderOf(page.path), path))
          dots.set(group, (dots.get(group) ?? 0) + dot);
      if (path.endsWith("/index")) index++;
      else if (folders.has(path)) bare++;
    }
  const withDot = (folder: SitePath, to: SitePath) => {
    const max = groupsOf(folder, to).map((group) => dots.get(group) ?? 0);
    return (max.find((balance) => balance !== 0) ?? 0) > 0;
  };
  return { withDot, withIndex: index > bare };
});

/** `start`, `images/key.png`, but no host and no anchor. */
function isPlain(path: string): boolean {
  return /^[\w-][\w -]*(\/|$|\.\w+$)/.test(path);
}

/** The nearest first. */
function groupsOf(folder: SitePath, path: string): string[] {
  const kind = /\.(?!mdx?$)\w+$/i.test(path) ? "file" : "page";
  return [`${kind} in ${folder}`, kind, "all"];
}
