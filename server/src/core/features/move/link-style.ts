import { derive } from "../../site/derive.ts";
import { linksOfPage } from "../../site/link-places.ts";
import type { Site } from "../../site/site.ts";

/** How a site writes links where there is more than one way; asked where the text that was there does not tell. */
export interface LinkStyle {
  /** `./start` rather than `start`. */
  readonly withDot: boolean;
  /** `/guides/index` rather than `/guides`. */
  readonly withIndex: boolean;
}

/** What most of its links do. */
export const linkStyleOf = derive((references: Site["references"]): LinkStyle => {
  let [dotted, plain, index, bare] = [0, 0, 0, 0];
  const folders = new Set<string>();
  for (const path of references.keys()) {
    const folder = /^(.+)\/index\.mdx?$/.exec(path)?.[1];
    if (folder !== undefined) folders.add(`/${folder}`);
  }
  for (const page of references.values())
    for (const { url } of linksOfPage(page)) {
      if (url.startsWith("./")) dotted++;
      else if (/^[\w-]+(\/|$|#)/.test(url)) plain++;
      const path = url.replace(/[?#].*$/s, "");
      if (path.endsWith("/index")) index++;
      else if (folders.has(path)) bare++;
    }
  return { withDot: dotted > plain, withIndex: index > bare };
});
