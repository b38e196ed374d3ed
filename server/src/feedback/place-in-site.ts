import { resolveImport } from "../core/site/pages/imports.ts";
import type { Site } from "../core/site/site.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { AskedSnippet } from "../protocol/feedback.ts";
import { placeSnippet, type FoundBlock } from "./snippet-anchor.ts";

/** A block in the file that it stands in: the page's own, or one that the page shows a part of. */
export interface BlockInSite extends FoundBlock {
  readonly file: SitePath;
}

const mostFiles = 50;

/**
 * The code block that a reader of a page has seen: on the page, or in what it imports. The same code goes before code
 * that is like it, then the page before what it imports. Undefined where none is alike enough.
 */
export function placeInSite(site: Site, page: SitePath, snippet: AskedSnippet): BlockInSite | undefined {
  let first: BlockInSite | undefined;
  for (const file of filesOf(site, page)) {
    const references = site.references.get(file);
    const found = references && placeSnippet(references, snippet, site.config);
    if (found?.isSame) return { ...found, file };
    if (found) first ??= { ...found, file };
  }
  return first;
}

/** The page and the MDX that it imports, with what that imports, each once. */
function filesOf(site: Site, page: SitePath): ReadonlySet<SitePath> {
  const files = new Set([page]);
  // What is added while going through a set comes up as well.
  for (const file of files)
    for (const source of site.pages.get(file)?.imports ?? []) {
      const target = resolveImport(site, source, file);
      if (files.size < mostFiles && target.kind === "module" && target.isPage) files.add(target.path);
    }
  return files;
}
