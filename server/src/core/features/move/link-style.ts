import { derive } from "../../text/view.ts";
import { linksOfPage } from "../../site/link-places.ts";
import type { Site } from "../../site/site.ts";
import { folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";

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
    const most = groupsOf(folder, to).map((group) => dots.get(group) ?? 0);
    return (most.find((balance) => balance !== 0) ?? 0) > 0;
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
