import type { PageReferences, PageTag } from "../page/page.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { importedFile } from "./published-pages.ts";
import type { Site } from "./site.ts";
import { snippetPlaces } from "./used-files.ts";

/** A tag in whose place the page shows another file of MDX. */
export interface ShownPart {
  readonly tag: PageTag;
  readonly file: SitePath;
}

const mostParts = 200;

/**
 * The parts of a page by which it shows itself again, without end; of each file the first tag. Those in braces do
 * not count: code may choose to show them no more. Circles of more than 200 files are not looked for.
 */
export function partsThatShow(site: Site, page: PageReferences): readonly ShownPart[] {
  const firsts = new Map<SitePath, ShownPart>();
  for (const part of shownParts(page)(site.references))
    if (!firsts.has(part.file)) firsts.set(part.file, part);
  return [...firsts.values()].filter(({ file }) => leadsTo(site.references, file, page.path));
}

const shownParts = derive((page: PageReferences) =>
  derive((references: Site["references"]): readonly ShownPart[] => {
    const files = new Map<string, SitePath>();
    for (const { source, names } of page.imports)
      for (const { imported, local } of names) {
        const file = imported === "default" ? importedFile(source, page.path) : undefined;
        if (file !== undefined && references.has(file)) files.set(local, file);
      }
    return page.tags.flatMap((tag) => {
      if (tag.inExpression) return [];
      const file = tag.name === "Snippet" ? legacyPart(tag, references) : files.get(tag.name);
      return file === undefined ? [] : [{ tag, file }];
    });
  }),
);

/** What `<Snippet file="note.mdx" />` shows. */
function legacyPart({ attributes }: PageTag, references: Site["references"]): SitePath | undefined {
  const value = attributes.find(({ name }) => name === "file")?.value;
  return value?.kind === "text"
    ? snippetPlaces(value.text).find((place) => references.has(place))
    : undefined;
}

/** Whether the file `from` shows `wanted`, itself or by what it shows. */
function leadsTo(references: Site["references"], from: SitePath, wanted: SitePath): boolean {
  const met = new Set([from]);
  for (const file of met) {
    if (file === wanted) return true;
    const page = references.get(file);
    if (!page || met.size > mostParts) continue;
    for (const part of shownParts(page)(references)) met.add(part.file);
  }
  return false;
}
