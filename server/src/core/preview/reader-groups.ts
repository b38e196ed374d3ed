import { derive } from "../text/view.ts";
import type { Site } from "../site/site.ts";

/** Groups of readers that pages of the site name, sorted. */
export const readerGroups = derive((pages: Site["pages"]): readonly string[] => {
  const groups = new Set<string>();
  for (const { fields } of pages.values()) {
    const named = fields.get("groups");
    for (const name of Array.isArray(named) ? (named as readonly unknown[]) : [])
      if (typeof name === "string" && name !== "") groups.add(name);
  }
  return [...groups].sort();
});
