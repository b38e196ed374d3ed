import { quoted } from "../../config/json/json-edit.ts";
import type { PageReferences } from "../../page/page.ts";
import { type JudgedLink, judgedLinksOfConfig, judgedLinksOfSpec, type Lead, linksOfPage, linksOnAllPages, pagesShowing } from "../../site/links/links.ts";
import { folderChange, type FolderChange, linkStyleOf } from "../../site/links/written-path.ts";
import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { isPublished } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { fileName } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { type MovedFiles, movedFolder, movedSlugs } from "./moved-files.ts";
import { type MovedThings, movedUrl } from "./moved-url.ts";
import { takenPaths } from "./taken-paths.ts";

/** A link that doesn't work after the move and that the author has to change. */
export interface LeftLink {
  readonly file: SitePath;
  readonly url: string;
  /**
   * `not-plain`: an expression or the like makes it, so that it can't be replaced safely. `differs-by-page`: a relative
   * link of a snippet that leads to other pages on other pages that include it.
   */
  readonly why: "not-plain" | "differs-by-page";
}

/** Links of pages, docs.json and specifications, images among them, as they have to be written after the move. */
export function movedLinks(site: Site, moved: MovedFiles): { edits: EditsByFile; left: readonly LeftLink[] } {
  const edits: EditsByFile = new Map();
  const left: LeftLink[] = [];
  const slugs = movedSlugs(moved);
  const all = {
    moved,
    folderOf: (folder: string) => movedFolder(site.files, folder, slugs),
    isTaken: takenPaths(site, moved),
  };
  const names = namesOf(moved);
  // Links to an index page by its folder's path, which another page takes.
  for (const slug of slugs.values()) names.add(fileName(slug).toLowerCase());
  const style = linkStyleOf(site.references);
  const root = { oldFolder: "", newFolder: "", style };
  const foldersOf = (page: SitePath | undefined): FolderChange =>
    page === undefined ? root : { ...folderChange(page, moved.get(page)), style };
  const add = (links: readonly JudgedLink[]): void => {
    for (const { place, leads } of links) {
      const { at, url: old, writeAs } = place;
      const url = urlForAll(old, leads, foldersOf, all);
      if (url === old) continue;
      if (url === undefined) left.push({ file: at.file, url: old, why: "differs-by-page" });
      else if (writeAs === undefined) left.push({ file: at.file, url: old, why: "not-plain" });
      else addEdits(edits, at.file, [{ range: at.range, newText: writeAs === "json" ? quoted(url) : url }]);
    }
  };
  for (const page of site.references.values()) {
    const isConcerned =
      moved.has(page.path) ||
      linksOfPage(page).some(({ url }) => mayName(url, names)) ||
      isOnMovedPage(site, page, moved);
    if (isConcerned) add(linksOnAllPages(site, page));
  }
  for (const spec of site.specs.values()) add(judgedLinksOfSpec(site, spec));
  add(judgedLinksOfConfig(site));
  return { edits, left };
}

/**
 * Returns a link as it works after the move on every page that shows it: relative links of a snippet start in the folder
 * of the page that includes it. Undefined if no URL leads all readers to where they were led.
 */
function urlForAll(
  url: string,
  leads: readonly Lead[],
  foldersOf: (page: SitePath | undefined) => FolderChange,
  all: MovedThings,
): string | undefined {
  // A link that is broken on a page doesn't say where it should lead there.
  const known = leads.length > 1 ? leads.filter(({ target }) => target.kind !== "missing") : leads;
  const urls = new Set(known.map(({ page, target }) => movedUrl(url, target, foldersOf(page), all) ?? url));
  if (urls.size === 0) return url;
  const [only] = urls;
  if (urls.size === 1) return only;
  const fromRoot = new Set(
    known.map(({ page, target }) => movedUrl(url, target, { ...foldersOf(page), isFromRoot: true }, all)),
  );
  return fromRoot.size === 1 ? [...fromRoot][0] : undefined;
}

/** Whether a snippet has relative links, and a page that includes it moves. */
function isOnMovedPage(site: Site, page: PageReferences, moved: MovedFiles): boolean {
  return (
    !isPublished(site.pages, page.path) &&
    linksOfPage(page).some(({ url }) => /^[^/#?]/.test(url)) &&
    pagesShowing(site, page.path).some((each) => moved.has(each))
  );
}

/** Last parts of paths that links to what moves can end in, in lower case: most pages name none of them. */
function namesOf(moved: MovedFiles): Set<string> {
  const names = new Set<string>();
  for (const file of moved.keys()) {
    const parts = file.toLowerCase().split("/");
    const last = parts.at(-1) ?? "";
    names.add(last).add(last.replace(/\.mdx?$/, ""));
    for (const folder of parts.slice(0, -1)) names.add(folder);
  }
  return names;
}

function mayName(url: string, names: ReadonlySet<string>): boolean {
  const path = url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
  const last = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  // `/`, `./`, and `..` lead to an index page.
  if (/[%{\\]|^\.*$/.test(last)) return true;
  return names.has(last) || names.has(last.replace(/\.mdx?$/, ""));
}
