import { derive } from "../text/view.ts";
import { publishedPages } from "./published-pages.ts";
import type { Site } from "./site.ts";

/**
 * Whether a path lies beside the folders that this site serves on a host it shares: when every page lies in a folder
 * that has a page of its own (`docs.mdx` and `docs/…`) and there is no first page, the rest of the host, as
 * `/pricing`, is somebody else's.
 */
export function isBesideSite({ pages }: Pick<Site, "pages">, path: string): boolean {
  const folders = hostedFolders(pages);
  return folders !== undefined && !folders.has(firstSegment(path));
}

const hostedFolders = derive((pages: Site["pages"]): ReadonlySet<string> | undefined => {
  const top = new Set<string>();
  const folders = new Set<string>();
  for (const slug of publishedPages(pages).bySlug.keys())
    (slug.includes("/") ? folders : top).add(firstSegment(slug));
  const notPages = ["README", "CHANGELOG", "CONTRIBUTING", "LICENSE", "AGENTS", "CLAUDE"];
  for (const name of notPages) top.delete(name);
  const isHosted = top.size > 0 && top.size === folders.size && [...top].every((name) => folders.has(name));
  return isHosted ? folders : undefined;
});

function firstSegment(path: string): string {
  return path.split("/", 1)[0] ?? "";
}
