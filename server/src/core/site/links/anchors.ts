import { maxHeadings } from "../../page/page-findings.ts";
import type { PageOutline } from "../../page/page.ts";
import { decodeFragment, decodePercent, encodeFragment } from "../../text/decode-text.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { snippetPlaces } from "../navigation/used-files.ts";
import { importedFile } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { endpointFields } from "../specs/operation-references.ts";

/** The places on a page that a link can name behind `#`. */
export interface Anchors {
  /** As the published page has them, those of imported snippets included; in the order of the page. */
  readonly ids: readonly string[];
  /** Whether nothing else can be there: no part of the page that only the service or a script makes. */
  readonly areAll: boolean;
  /** Whether a link that ends in `#<written>` arrives, in any of the spellings that are known to. */
  readonly has: (written: string) => boolean;
}

/** The anchors of a page and of what it imports, however deep; read once per set of outlines. */
export function getPageAnchors(site: Pick<Site, "pages" | "files">, page: SitePath): Anchors {
  return anchorsIn(site.pages)(page);
}

const anchorsIn = derive((pages: Site["pages"]) => {
  const known = new Map<SitePath, Anchors>();
  return (page: SitePath): Anchors => {
    const found = known.get(page) ?? readAnchors(pages, page);
    known.set(page, found);
    return found;
  };
});

const maxParts = 200;

/** Of every page: its very top, and its title. */
const builtIn: ReadonlySet<string> = new Set(["top", "page-title", "content", "content-area"]);

function readAnchors(pages: Site["pages"], page: SitePath): Anchors {
  const { parts, areAll } = partsOf(pages, page);
  const ids = parts.flatMap(({ headings, anchors }) => [...headings.map(({ id }) => id), ...anchors]);
  const exact = new Set(ids);
  let other: ((written: string) => boolean) | undefined;
  return {
    ids,
    areAll,
    // Nearly every link is written as the place is called; the rest of the work is for the others.
    has: (written) =>
      exact.has(written) ||
      arrives(withoutTextFragment(written), exact) ||
      (other ??= otherSpellings(pages.get(page), parts))(written),
  };
}

/**
 * Returns whether a browser finds an element with such an id: it compares the fragment first as it is in the URL, then
 * percent-decoded, each time character by character.
 */
function arrives(fragment: string, ids: ReadonlySet<string>): boolean {
  return ids.has(fragment) || ids.has(encodeFragment(fragment)) || ids.has(decodeFragment(fragment));
}

/** Whether a link in another spelling than the place's own is known to arrive. */
function otherSpellings(
  page: PageOutline | undefined,
  parts: readonly PageOutline[],
): (written: string) => boolean {
  const spellings = new Set<string>();
  const uses = new Map<string, number>();
  // Links to the title arrive where they should: the page opens there.
  for (const name of ["title", "sidebarTitle"]) {
    const title = page?.fields.get(name);
    if (typeof title === "string") spellings.add(plain(title.toLowerCase()));
  }
  for (const { headings, anchors, elementIds } of parts) {
    const exactOnly = new Set(elementIds);
    for (const { id, otherIds } of headings) {
      spellings.add(plain(id));
      for (const other of otherIds) spellings.add(plain(other));
      const base = plain(id).replace(/-\d+$/, "");
      uses.set(base, (uses.get(base) ?? 0) + 1);
    }
    for (const anchor of anchors) if (!exactOnly.has(anchor)) spellings.add(plain(anchor));
  }
  const isRepeated = (id: string) => {
    // Headings of snippets are counted with those of the page, in an order that only the service knows.
    const [, base, count] = /^(.+)-(\d+)$/.exec(id) ?? [];
    return base !== undefined && parts.length > 1 && Number(count) <= (uses.get(base) ?? 0);
  };
  return (written) => {
    const id = plain(withoutTextFragment(written));
    return id === "" || builtIn.has(id) || id.toLowerCase() === "top" || spellings.has(id) || isRepeated(id);
  };
}

/** The page and what it imports, each once. What cannot be read, or is made elsewhere, may hold any anchor. */
function partsOf(pages: Site["pages"], page: SitePath): { parts: readonly PageOutline[]; areAll: boolean } {
  const parts = new Map<SitePath, PageOutline>();
  let areAll = true;
  const visit = (path: SitePath | undefined): void => {
    const outline = path === undefined ? undefined : pages.get(path);
    if (!outline || parts.size >= maxParts) areAll = false;
    else if (!parts.has(outline.path)) {
      parts.set(outline.path, outline);
      for (const source of outline.imports) visit(importedFile(source, outline.path));
      for (const file of outline.snippets) visit(resolveLegacySnippet(file, pages));
      areAll &&=
        !outline.hasUnknownAnchors && !isMadeElsewhere(outline) && outline.headings.length < maxHeadings;
    }
  };
  visit(page);
  return { parts: [...parts.values()], areAll };
}

/** The file that `<Snippet file="note.mdx" />` shows: `_snippets/note.mdx` or where else it lies. */
export function resolveLegacySnippet(file: string, pages: Site["pages"]): SitePath | undefined {
  return snippetPlaces(file).find((place) => pages.has(place));
}

/** Pages of operations, channels and the like carry what the service makes of the specification. */
const madeFields = [...endpointFields, "api", "graphql", "sdk", "url"];

function isMadeElsewhere({ fields }: PageOutline): boolean {
  return madeFields.some((field) => fields.has(field));
}

/** `#install:~:text=a` is `install`. */
function withoutTextFragment(anchor: string): string {
  const at = anchor.indexOf(":~:");
  return at < 0 ? anchor : anchor.slice(0, at);
}

/**
 * What different spellings of one anchor have in common: decoded, apostrophes and brackets left out as some rules do,
 * and whatever else is neither letter nor digit as one dash.
 */
function plain(id: string): string {
  return decodePercent(id)
    .normalize("NFC")
    .replace(/['’‘`"“”()]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
