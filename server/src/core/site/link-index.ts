import type { Config } from "../config/config.ts";
import { valueOf } from "../config/json/json-tree.ts";
import type { Profile } from "../config/settings/profile.ts";
import type { PageOutline } from "../page/page.ts";
import { isRemoteSource } from "../spec/operation-reference.ts";
import { findNamedSpec } from "../spec/find-spec.ts";
import { foldersAbove } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { generatedBySlug } from "./generated-by-slug.ts";
import { generatedPages, type GeneratedPage } from "./generated-pages.ts";
import { navigationOf } from "./navigation-of.ts";
import { publishedPages } from "./published-pages.ts";
import { isReadable } from "./readable-spec.ts";
import type { Site } from "./site.ts";
import { directoryOf, namedSources } from "./spec-sources.ts";

/** The parts of a site on which it depends which pages there are. */
export type PageParts = Pick<Site, "config" | "specs" | "profile" | "pages">;

/** The page that answers at `/<slug>`: the file of that path, or the `index` in the folder. */
export function pageAt(pages: Site["pages"], slug: string): PageOutline | undefined {
  const { bySlug } = publishedPages(pages);
  return bySlug.get(slug) ?? bySlug.get(slug === "" ? "index" : `${slug}/index`);
}

/** The page generated from a specification that answers at `/<slug>`. */
export function generatedAt(site: Omit<PageParts, "pages">, slug: string): GeneratedPage | undefined {
  return generatedBySlug(site).get(slug);
}

/** Whether pages lie below `/<path>/`, written or generated. */
export function isFolderOfPages(site: PageParts, path: string): boolean {
  return writtenFolders(site.pages).has(path) || generatedFolders(generatedPages(site)).has(path);
}

const writtenFolders = derive((pages: Site["pages"]) => foldersAbove(publishedPages(pages).bySlug.keys()));
const generatedFolders = derive((pages: readonly GeneratedPage[]) =>
  foldersAbove(pages.map(({ slug }) => slug)),
);

/**
 * Whether a page at this path may come from what cannot be read here: a specification that lies elsewhere, is not read
 * yet or is broken, or another source of reference pages.
 */
export function mayBeGenerated(site: Site, slug: string): boolean {
  const { folders, anywhere } = unreadFolders(site.config)(site.specs)(site.profile);
  if (anywhere || (!site.loaded.specs && namedSources(site.config).length > 0)) return true;
  return folders.some((folder) => folder === "" || slug === folder || slug.startsWith(`${folder}/`));
}

interface Unread {
  readonly folders: readonly string[];
  readonly anywhere: boolean;
}

const unreadFolders = derive((config: Config) =>
  derive((specs: Site["specs"]) =>
    derive((_profile: Profile): Unread => {
      const folders = namedSources(config).flatMap(({ source, element }) => {
        if (!element) return [];
        if (isRemoteSource(source.source)) return [directoryOf(source)];
        const found = findNamedSpec(specs, source.source);
        const spec = found.kind === "found" ? found.specs[0] : undefined;
        return spec && isReadable(spec) ? [] : [directoryOf(source)];
      });
      let anywhere = false;
      for (const { node } of navigationOf(config).elements)
        for (const key of ["graphql", "sdk"]) {
          const value = valueOf(node, key);
          const directory = valueOf(value, "directory");
          if (directory?.kind === "string") folders.push(directory.value.replace(/^\/+|\/+$/g, ""));
          else if (value) anywhere = true;
        }
      return { folders: [...new Set(folders)], anywhere };
    }),
  ),
);

/** How a path that is not there exactly is spelled in the site. */
export interface OtherSpelling {
  /** `guides/Start`, an image `images/Logo.png`. */
  readonly path: string;
  /** Letter case, or accented letters written as one character or two. */
  readonly differs: "case" | "accents";
}

/** The page or file whose path differs only by letter case or by how accents are written; of several none. */
export function otherSpelling(
  site: PageParts & Pick<Site, "files">,
  path: string,
): OtherSpelling | undefined {
  const folded = fold(path);
  const found =
    pagesByFold(site.pages).get(folded) ??
    pagesByFold(site.pages).get(folded === "" ? "index" : `${folded}/index`) ??
    filesByFold(site.files).get(folded) ??
    generatedByFold(generatedPages(site)).get(folded);
  if (found === undefined || found === path) return undefined;
  return { path: found, differs: found.normalize("NFC") === path.normalize("NFC") ? "accents" : "case" };
}

function fold(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

const pagesByFold = derive((pages: Site["pages"]) => byFold(publishedPages(pages).bySlug.keys()));
const filesByFold = derive((files: ReadonlySet<SitePath>) => byFold(files));
const generatedByFold = derive((pages: readonly GeneratedPage[]) => byFold(pages.map(({ slug }) => slug)));

function byFold(paths: Iterable<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of paths) if (!found.has(fold(path))) found.set(fold(path), path);
  return found;
}

/** URLs that pages give themselves by a field `slug`, which some sites have. */
export const ownSlugs = derive((references: Site["references"]): ReadonlySet<string> => {
  const slugs = new Set<string>();
  for (const { frontmatter } of references.values()) {
    const slug = frontmatter.fields.get("slug")?.value;
    if (typeof slug === "string") slugs.add(slug.replace(/^\/+|\/+$/g, ""));
  }
  return slugs;
});
