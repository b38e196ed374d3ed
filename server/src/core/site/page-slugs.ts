import { fileName, folderOf } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";

/** The pages that the files of a site make, before any is read. */
export interface PageSlugs {
  /** File of each page: `guides/start` → `guides/start.mdx`. Of `x.mdx` and `x.md` the first. */
  readonly fileOf: ReadonlyMap<string, SitePath>;
  /** Pages by their path in lower case, to find those that differ by letter case alone. */
  readonly byLowerCase: ReadonlyMap<string, readonly string[]>;
  /** Pages by folder (`""` for the root), and by the last part of their path. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

/** What lies in `snippets/`, or in `_snippets/` as on older sites, is for other pages to pull in and never a page itself. */
export function isSnippet(path: string): boolean {
  return path.startsWith("snippets/") || path.startsWith("_snippets/");
}

/** Read once per list of files. */
export const pageSlugsOf = derive((files: ReadonlySet<SitePath>): PageSlugs => {
  const fileOf = new Map<string, SitePath>();
  for (const file of files) {
    const slug = slugOf(file);
    if (slug !== undefined && !(fileOf.has(slug) && file.endsWith(".md"))) fileOf.set(slug, file);
  }
  const slugs = [...fileOf.keys()];
  return {
    fileOf,
    byLowerCase: groupBy(slugs, (slug) => slug.toLowerCase()),
    byFolder: groupBy(slugs, folderOf),
    byName: groupBy(slugs, fileName),
  };
});

/** Pages by their path with each accented letter as one character: macOS writes it as two. */
export const composedSlugs = derive(
  (files: ReadonlySet<SitePath>): ReadonlyMap<string, string> =>
    new Map([...pageSlugsOf(files).fileOf.keys()].map((slug) => [slug.normalize("NFC"), slug])),
);

/** `guides/start` for `guides/start.mdx`; undefined for a file that makes no page. */
export function slugOf(file: SitePath): string | undefined {
  return /\.mdx?$/.test(file) && !isSnippet(file) ? file.replace(/\.mdx?$/, "") : undefined;
}

function groupBy(slugs: readonly string[], keyOf: (slug: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const slug of slugs) {
    const key = keyOf(slug);
    const group = groups.get(key);
    if (group) group.push(slug);
    else groups.set(key, [slug]);
  }
  return groups;
}
