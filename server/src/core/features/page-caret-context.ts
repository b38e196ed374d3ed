import type { PageReferences } from "../page/page.ts";
import type { Site } from "../site/site.ts";
import type { SitePath } from "../text/text-edit.ts";
import type { TypedTag } from "./tag-reader.ts";
import { usesAround, type PageUses } from "./used-values.ts";

/** The caret in a page: what every kind of completion there works with. */
export interface PageCaret {
  readonly site: Site;
  readonly path: SitePath;
  readonly text: string;
  readonly offset: number;
  readonly page: PageReferences | undefined;
  /** What this page and those around it use; added up when first asked for. */
  readonly uses: () => PageUses;
}

export function pageCaret(site: Site, path: SitePath, text: string, offset: number): PageCaret {
  let uses: PageUses | undefined;
  return {
    site,
    path,
    text,
    offset,
    page: site.references.get(path),
    uses: () => (uses ??= usesAround(site, path)),
  };
}

/** What the tag says to readers: its title and the like, by which links and icons are guessed. */
export function labelOf(tag: TypedTag, text: string): string {
  const shown = /^(title|label|name|alt|caption|cta|description|headline)$/;
  for (const attribute of [...tag.attributes].sort((a, b) => weight(a.name) - weight(b.name))) {
    const { name, value } = attribute;
    if (shown.test(name) && value?.isClosed) return text.slice(value.range.start, value.range.end);
  }
  return "";
}

function weight(name: string): number {
  return name === "title" ? 0 : name === "description" ? 2 : 1;
}
