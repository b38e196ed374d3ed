import { publishedPages } from "../core/site/pages/pages.ts";
import type { Site } from "../core/site/site.ts";
import type { SitePath } from "../core/text/text-edit.ts";

const maxShowingFiles = 200;

/** The files that show a file because they import it, or import one that does: nearest first, without itself. */
export function pagesShowing({ pages }: Pick<Site, "pages">, file: SitePath): readonly SitePath[] {
  const { importedBy } = publishedPages(pages);
  const found = new Set([file]);
  // What is added while going through a set comes up as well.
  for (const each of found)
    for (const importer of importedBy.get(each) ?? []) if (found.size <= maxShowingFiles) found.add(importer);
  found.delete(file);
  return [...found];
}
