import { placeOf } from "../../config/json/json-tree.ts";
import type { TreeElement } from "../../site/navigation/navigation-tree.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import type { DirectoryItem, FrameDirectory, SidebarGroup } from "../view/site-frame.ts";
import type { FrameReading } from "./frame-reading.ts";
import { placesOf } from "./page-places.ts";
import type { Sidebar } from "./sidebar.ts";

/**
 * What the root page of a group lists below its text: the pages and groups of that group, as the `directory` of the group or
 * of the nearest element above says (specification.md, `directory`).
 */
export function directoryListing(
  reading: FrameReading,
  sidebar: Sidebar,
  slug: string,
): FrameDirectory | undefined {
  const tree = groupOfRoot(reading, slug);
  const group = tree && sidebar.groups.get(tree);
  const directory = tree?.element.directory;
  if (!group || !directory || directory.value === "none") return undefined;
  return { style: directory.value, items: listing(reading, sidebar, group), at: placeOf(directory.from) };
}

function groupOfRoot(reading: FrameReading, slug: string): TreeElement | undefined {
  for (const { chain, listed } of placesOf(reading, slug)) {
    const group = chain.at(-1);
    const root = group?.element.kind === "group" ? group.element.root : undefined;
    const read = root && readPageEntry(root.value);
    if (listed && group && read?.kind === "page" && read.slug === slug) return group;
  }
  return undefined;
}

function listing(reading: FrameReading, sidebar: Sidebar, { items }: SidebarGroup): readonly DirectoryItem[] {
  return items.map((item): DirectoryItem => {
    const page = sidebar.pages.get(item.n);
    const description = page && reading.shown(page).description;
    return {
      label: item.label,
      at: item.at,
      ...(item.icon && { icon: item.icon }),
      ...(item.href !== undefined && { href: item.href }),
      ...(item.kind === "page" && item.external && { external: true }),
      ...(description !== undefined && { description }),
      ...(item.kind === "group" && { items: listing(reading, sidebar, item) }),
    };
  });
}
