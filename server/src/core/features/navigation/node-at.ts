import type { NavNode } from "../../config/settings/navigation.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation } from "../../text/text-edit.ts";

/** The entry or element whose text stands there; undefined when the text is no longer that. */
export function nodeAt(site: Site, { file, range }: SiteLocation): NavNode | undefined {
  const { entries, elements } = navigationOf(site.config);
  const isThere = ({ node }: NavNode) => node.file === file && node.range.start === range.start;
  return entries.find(isThere) ?? elements.find(isThere);
}
