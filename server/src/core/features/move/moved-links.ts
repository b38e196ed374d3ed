import { quoted } from "../../config/edit-config.ts";
import type { PageReferences } from "../../page/page.ts";
import {
  judgedLinksOfConfig,
  judgedLinksOfPage,
  judgedLinksOfSpec,
  type JudgedLink,
} from "../../site/judged-links.ts";
import { linksOfPage } from "../../site/link-places.ts";
import { addEdits, type EditsByFile } from "../../site/migration/link-edits.ts";
import { resolveLink } from "../../site/resolve-link.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-range.ts";
import { movedFolder, movedSlugs, type MovedFiles } from "./moved-files.ts";
import { linkStyleOf } from "./link-style.ts";
import { movedUrl } from "./moved-url.ts";
import { folderChange, type FolderChange } from "./written-path.ts";

/** A link that leads elsewhere after the move and cannot be written over safely, as its place is made by code. */
export interface LeftLink {
  readonly file: SitePath;
  readonly url: string;
}

/** Links of pages, docs.json and specifications, images among them, as they have to be written after the move. */
export function movedLinks(site: Site, moved: MovedFiles): { edits: EditsByFile; left: readonly LeftLink[] } {
  const edits: EditsByFile = new Map();
  const left: LeftLink[] = [];
  const add = (links: readonly JudgedLink[], folders: FolderChange): void => {
    for (const { place, leads } of links) {
      const urls = new Set(leads.map(({ target }) => movedUrl(place.url, target, folders, all)));
      const [url] = urls;
      if (urls.size !== 1 || url === undefined) {
        if (urls.size > 1) left.push({ file: place.at.file, url: place.url });
        continue;
      }
      const { writeAs } = place;
      if (writeAs === undefined) left.push({ file: place.at.file, url: place.url });
      else
        addEdits(edits, place.at.file, [
          { range: place.at.range, newText: writeAs === "json" ? quoted(url) : url },
        ]);
    }
  };
  const slugs = movedSlugs(moved);
  const all = { moved, folderOf: (folder: string) => movedFolder(site.files, folder, slugs) };
  const names = namesOf(moved);
  const style = linkStyleOf(site.references);
  for (const page of site.references.values()) {
    const folders = { ...folderChange(page.path, moved.get(page.path)), style };
    const isMoved = moved.has(page.path);
    if (isMoved || linksOfPage(page).some(({ url }) => mayName(url, names)))
      add(linksToJudge(site, page), folders);
  }
  const root = { oldFolder: "", newFolder: "", style };
  for (const spec of site.specs.values()) add(judgedLinksOfSpec(site, spec), root);
  add(judgedLinksOfConfig(site), root);
  return { edits, left };
}

/** Links of a file that no reader sees (a page beside the navigation, a note) are followed all the same. */
function linksToJudge(site: Site, page: PageReferences): readonly JudgedLink[] {
  const judged = judgedLinksOfPage(site, page);
  if (judged.length > 0) return judged;
  return linksOfPage(page).map((place) => ({
    place,
    leads: [{ page: page.path, target: resolveLink(site, place.url, page) }],
  }));
}

/** Last parts of paths that links to what moves can end in, in lower case: most pages name none of them. */
function namesOf(moved: MovedFiles): ReadonlySet<string> {
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
  if (/[%{\\]/.test(last)) return true;
  return names.has(last) || names.has(last.replace(/\.mdx?$/, ""));
}
