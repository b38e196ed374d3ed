import { placeOf } from "../../config/json/json-tree.ts";
import { addRedirects } from "../../config/redirect-edits.ts";
import { type JudgedLink, judgedLinksOfConfig, judgedLinksOfPage, judgedLinksOfSpec } from "../../site/links/links.ts";
import { redirectPath, redirectsOf } from "../../site/links/redirects.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { generatedPages } from "../../site/specs/generated-pages.ts";
import type { FileEdit, SitePath, TextEdit } from "../../text/text-edit.ts";

/** What a rename does outside of the specification. */
export interface SiteRename {
  readonly edits: readonly FileEdit[];
  /** Redirects from addresses that pages lose by it: for the author to agree to. */
  readonly redirects: readonly FileEdit[];
}

const mostRedirects = 2_000;

/** These edits, with the links to generated pages that get another address by what makes `after` of `before`. */
export function followPages(before: Site, after: Site, edits: EditsOnce): SiteRename {
  const moved = movedPages(before, after);
  if (moved.size === 0) return { edits: edits.all(), redirects: [] };
  addLinks(before, moved, edits);
  return { edits: edits.all(), redirects: redirectsFor(before, moved) };
}

/** Addresses of generated pages before and after, where they differ and nothing else answers at the former. */
function movedPages(before: Site, after: Site): ReadonlyMap<string, string> {
  const [old, now] = [generatedPages(before), generatedPages(after)];
  if (old.length !== now.length) return new Map();
  const kept = new Set(now.map(({ slug }) => slug));
  const { fileOf } = pageSlugsOf(before.files);
  const moved = new Map<string, string>();
  for (const [i, { slug }] of old.entries()) {
    const next = now[i]?.slug;
    if (next !== undefined && next !== slug && !kept.has(slug) && !fileOf.has(slug)) moved.set(slug, next);
  }
  return moved;
}

function addLinks(site: Site, moved: ReadonlyMap<string, string>, edits: EditsOnce): void {
  const add = (links: readonly JudgedLink[]) => {
    for (const { place, leads } of links) {
      const target = leads[0]?.target;
      const slug = target?.kind === "generated" ? moved.get(target.page.slug) : undefined;
      if (slug === undefined || !place.writeAs) continue;
      const url = `/${slug}${/[?#].*$/.exec(place.url)?.[0] ?? ""}`;
      edits.add(place.at.file, {
        range: place.at.range,
        newText: place.writeAs === "json" ? JSON.stringify(url) : url,
      });
    }
  };
  for (const page of site.references.values()) add(judgedLinksOfPage(site, page));
  for (const spec of site.specs.values()) add(judgedLinksOfSpec(site, spec));
  add(judgedLinksOfConfig(site));
  for (const { text, node } of navigationOf(site.config).entries) {
    const read = readPageEntry(text);
    const slug = read.kind === "page" ? moved.get(read.slug) : undefined;
    const at = placeOf(node);
    if (slug !== undefined) edits.add(at.file, { range: at.range, newText: JSON.stringify(slug) });
  }
  for (const { destination, destinationNode } of redirectsOf(site)) {
    const slug = /^https?:/i.test(destination) ? undefined : moved.get(redirectPath(destination));
    const at = placeOf(destinationNode);
    const rest = /[?#].*$/.exec(destination)?.[0] ?? "";
    if (slug !== undefined)
      edits.add(at.file, { range: at.range, newText: JSON.stringify(`/${slug}${rest}`) });
  }
}

function redirectsFor(site: Site, moved: ReadonlyMap<string, string>): readonly FileEdit[] {
  const wanted = [...moved]
    .slice(0, mostRedirects)
    .map(([source, destination]) => ({ source: `/${source}`, destination: `/${destination}` }));
  const added = addRedirects(site.config, wanted);
  return added ? [{ kind: "edit", ...added }] : [];
}

/** Edits by file, each place once. */
export class EditsOnce {
  readonly #byFile = new Map<SitePath, Map<number, TextEdit>>();

  add(file: SitePath, edit: TextEdit | undefined): void {
    if (!edit) return;
    const known = this.#byFile.get(file) ?? new Map<number, TextEdit>();
    this.#byFile.set(file, known);
    if (!known.has(edit.range.start)) known.set(edit.range.start, edit);
  }

  has(file: SitePath): boolean {
    return this.#byFile.has(file);
  }

  of(file: SitePath): TextEdit[] {
    return [...(this.#byFile.get(file)?.values() ?? [])];
  }

  all(): FileEdit[] {
    return [...this.#byFile.keys()].map((file) => ({ kind: "edit", file, edits: this.of(file) }));
  }
}
