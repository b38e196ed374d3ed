import type { TreeElement, TreeNode } from "../../site/navigation/navigation-tree.ts";
import { folderOf } from "../../text/site-path.ts";
import type { FramePage } from "../view/site-frame.ts";
import { pageHref } from "./frame-link.ts";
import { isListed, once, type FrameReading } from "./frame-reading.ts";
import { levelTrees } from "./levels.ts";

/**
 * The same page in other languages and versions, where readers who switch there stay with their subject: the page of the
 * same path below the folder that all pages of a language or version have in common.
 */
export function sameElsewhere(
  reading: FrameReading,
  slug: string,
  chain: readonly TreeElement[],
): FramePage["elsewhere"] {
  return levelTrees(reading, chain).flatMap(({ kind, shown, current }, level) => {
    const own = shown[current ?? -1];
    if (!own || (kind !== "language" && kind !== "version")) return [];
    return shown.flatMap((other, choice) => {
      const same = other === own ? undefined : sameIn(reading, slug, own, other);
      return same === undefined ? [] : [{ level, choice, href: pageHref(reading.site, same) }];
    });
  });
}

function sameIn(
  reading: FrameReading,
  slug: string,
  own: TreeElement,
  other: TreeElement,
): string | undefined {
  const [from, to] = [pagesBelow(reading, own), pagesBelow(reading, other)];
  const below = [from.folder, own.element.label?.value ?? ""].flatMap((folder) => {
    if (folder === "") return [slug];
    return slug.startsWith(`${folder}/`) ? [slug.slice(folder.length + 1)] : [];
  });
  const folders = [to.folder, other.element.label?.value ?? "", ""];
  for (const rest of below)
    for (const folder of folders) {
      const candidate = folder === "" ? rest : `${folder}/${rest}`;
      if (candidate !== slug && to.slugs.has(candidate)) return candidate;
    }
  return undefined;
}

interface PagesBelow {
  readonly slugs: ReadonlySet<string>;
  /** That all of them lie in; empty for none. */
  readonly folder: string;
}

function pagesBelow(reading: FrameReading, tree: TreeElement): PagesBelow {
  return once(reading, "pagesBelow", tree, () => {
    const slugs = new Set<string>();
    const visit = (node: TreeNode): void => {
      if (node.kind === "page" && isListed(reading, node)) slugs.add(node.slug);
      if ((node.kind === "element" || node.kind === "group") && !node.hidden) node.children.forEach(visit);
    };
    visit(tree);
    const [first = "", ...rest] = slugs;
    let folder = folderOf(first);
    for (const slug of rest)
      while (folder !== "" && !slug.startsWith(`${folder}/`)) folder = folderOf(folder);
    return { slugs, folder };
  });
}
