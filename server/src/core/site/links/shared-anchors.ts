import type { Heading, PageOutline } from "../../page/page.ts";
import { normalizeAnchor } from "../../text/anchor.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";
import { type Anchors, getPageAnchors, withoutTextFragment } from "./anchors.ts";

/**
 * The anchors that several files of a page have, or a file that is on it several times. The service numbers the
 * headings of a page and its snippets together, in an order that only the service determines, so any of these headings
 * can be the target of such a link.
 */
export interface SharedAnchors {
  /** Returns the files that may contain the target of a link that ends in `#<written>`. */
  readonly filesOf: (written: string) => readonly SitePath[];
  /** Whether a link that ends in `#<written>` can lead to several headings. */
  readonly isShared: (written: string) => boolean;
  /** Whether the number of this anchor changes with the order, or other copies of its heading have other numbers. */
  readonly isNumbered: (anchor: string) => boolean;
  /** Whether two links may lead to the same heading: `#use` and `#use-3`, if the page has three headings `Use`. */
  readonly areNumberedTogether: (a: string, b: string) => boolean;
}

/** Cached for each set of outlines. */
export function getSharedAnchors(site: Pick<Site, "pages" | "scripts">, page: SitePath): SharedAnchors {
  return sharedAmong(getPageAnchors(site, page));
}

const sharedAmong = derive(({ parts, copiesOf }: Anchors): SharedAnchors => {
  const uses = new Map<string, number>();
  for (const { path, headings } of parts)
    for (const name of numberedNames(headings)) uses.set(name, (uses.get(name) ?? 0) + copiesOf(path));
  /** The names of headings that may have an anchor: `use-2`, and `use` if the page has two headings `Use`. */
  const namesOf = (anchor: string): readonly string[] => {
    const { name, number } = splitNumber(anchor);
    return number > 1 && number <= (uses.get(name) ?? 0) ? [anchor, name] : [anchor];
  };
  const idOf = (written: string) => normalizeAnchor(withoutTextFragment(written));
  const partsWith = (written: string) => {
    const id = idOf(written);
    const names = namesOf(id);
    return parts.filter((part) => hasAnchor(part, id, names));
  };
  return {
    filesOf: (written) => partsWith(written).map(({ path }) => path),
    isShared: (written) => {
      const [first, ...others] = partsWith(written);
      // The first copy of a file has the numbers that the file has on its own.
      return others.length > 0 || (first !== undefined && !hasAnchor(first, idOf(written), []));
    },
    isNumbered: (anchor) => {
      const [first, ...others] = partsWith(anchor);
      return others.length > 0 || (first !== undefined && copiesOf(first.path) > 1);
    },
    areNumberedTogether: (a, b) => {
      const names = namesOf(idOf(a));
      return namesOf(idOf(b)).some((name) => names.includes(name));
    },
  };
});

function hasAnchor(part: PageOutline, id: string, names: readonly string[]): boolean {
  const isIt = (other: string) => other !== "" && normalizeAnchor(other) === id;
  return (
    part.headings.some((heading) => isIt(heading.id)) ||
    part.anchors.some(isIt) ||
    numberedNames(part.headings).some((name) => names.includes(name))
  );
}

/**
 * Returns the anchor of each heading without the number that it got because earlier headings of the file have the same
 * text: `use` for all headings `Use`.
 */
export const numberedNames = derive((headings: readonly Pick<Heading, "id">[]): readonly string[] => {
  const seen = new Set<string>();
  return headings.map(({ id }) => {
    const { name, number } = splitNumber(id);
    const own = number > 1 && seen.has(name) ? name : id;
    seen.add(own);
    return own;
  });
});

function splitNumber(id: string): { readonly name: string; readonly number: number } {
  const [, name = id, number = "1"] = /^(.+)-(\d+)$/.exec(id) ?? [];
  return { name, number: Number(number) };
}
