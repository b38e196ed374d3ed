import type { PageOutline } from "../../page/page.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { mapGeneratedBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import type { Suggestion } from "./completion.ts";
import { getCandidates, type WordNumbers, getWordNumbers } from "./ranking.ts";

/** A page that readers can open, with the data that completion needs. */
export interface KnownPage {
  /** The page's path, such as `guides/start`. */
  readonly slug: string;
  readonly title: string | undefined;
  readonly lowerSlug: string;
  /** The page's link in lowercase. It starts with a slash, which is the usual style. */
  readonly lowerLink: string;
  readonly lowerTitle: string;
  /** The words in the page's path and title. They're computed on first use. */
  readonly terms: PageSearchTerms;
  /** The page's file. Undefined for a generated page. */
  readonly file: SitePath | undefined;
  /** Whether the page's frontmatter excludes the page from the navigation through `hidden` or an external `url`. */
  readonly isHidden: boolean;
}

export interface PageSearchTerms {
  readonly title: WordNumbers;
  /** The words in the last path segment. */
  readonly name: WordNumbers;
  readonly path: WordNumbers;
}

/** Returns the pages that have a file, followed by the generated pages. Each slug occurs only once. */
export function getKnownPages(site: Site): readonly KnownPage[] {
  const filePages = getWrittenPages(site);
  const { fileBySlug } = getPageSlugs(site.files);
  const generatedPages = [...mapGeneratedBySlug(site).values()].filter(({ slug }) => !fileBySlug.has(slug));
  return generatedPages.length === 0 ? filePages : [...filePages, ...generatedPages.map(createGeneratedPage)];
}

/**
 * Returns the known pages, with an additional item for each other path that leads to a page. For example,
 * `guides/index` can also be reached at `/guides`, and `index` at `/`.
 */
export function getLinkedPages(site: Site): readonly KnownPage[] {
  const pages = getKnownPages(site);
  const { fileBySlug } = getPageSlugs(site.files);
  const shortPages = getShortIndexPages(site).filter(({ slug }) => !fileBySlug.has(slug));
  return shortPages.length === 0 ? pages : [...pages, ...shortPages];
}

/** Options for suggesting pages at a position. */
export interface PageSuggestions {
  /** The typed text to compare with labels. */
  readonly typedText: string;
  /** The prefix for a page's path, such as `/`, or a function that formats the path. */
  readonly write: string | ((slug: string) => string);
  readonly getRank: (page: KnownPage) => number;
  readonly formatText: (label: string) => string;
  readonly getRemark?: (page: KnownPage) => string | undefined;
}

/**
 * Returns offers only for the pages that match best, because converting thousands of pages to offers would take most of
 * the response time.
 */
export function completeKnownPages(
  pages: readonly KnownPage[],
  { typedText, write, getRank, formatText, getRemark }: PageSuggestions,
): Suggestion[] {
  const isPlain = typeof write === "string";
  const formatLabel = isPlain ? ({ slug }: KnownPage) => write + slug : ({ slug }: KnownPage) => write(slug);
  const lowerPrefix = isPlain ? write.toLowerCase() : "";
  const getLowerLabel = (page: KnownPage) => {
    if (!isPlain) return write(page.slug).toLowerCase();
    return write === "/" ? page.lowerLink : lowerPrefix + page.lowerSlug;
  };
  const access = {
    getLowerLabel,
    getLowerSearchText: ({ lowerTitle }: KnownPage) => lowerTitle,
    getLabel: formatLabel,
    getRank,
  };
  return getCandidates(pages, typedText, access).map(({ item, rank }) => {
    const shownLabel = formatLabel(item);
    const { title } = item;
    const remark = getRemark?.(item);
    return {
      kind: "page",
      label: shownLabel,
      ...(title === undefined ? {} : { detail: title, searchText: title }),
      ...(remark === undefined ? {} : { remark }),
      text: formatText(shownLabel),
      rank,
    };
  });
}

/**
 * The pages that have a file. There can be thousands, so they stay cached while an author edits docs.json or the body
 * of a page.
 */
const getWrittenPages = createSiteView(["files", "pages"], ({ files, pages }): readonly KnownPage[] =>
  [...getPageSlugs(files).fileBySlug].map(([slug, file]) => {
    const outline = pages.get(file);
    return outline ? toKnownPage(outline) : createFilePage(slug, file);
  }),
);

const getShortIndexPages = createSiteView(["files", "pages"], (site): readonly KnownPage[] =>
  getWrittenPages(site).flatMap(({ slug, title, file, isHidden }) =>
    /(^|\/)index$/.test(slug) ? [new SitePage(slug.replace(/\/?index$/, ""), title, file, isHidden)] : [],
  ),
);

const toKnownPage = derive((outline: PageOutline): KnownPage => {
  const slug = outline.path.replace(/\.mdx?$/, "");
  const title = outline.fields.get("title");
  const ownTitle = typeof title === "string" && title.trim() !== "" ? title : undefined;
  const isHidden = outline.fields.get("hidden") === true || outline.fields.has("url");
  return new SitePage(slug, ownTitle, outline.path, isHidden);
});

const createGeneratedPage = derive(
  ({ slug, title, isListed }: GeneratedPage): KnownPage => new SitePage(slug, title, undefined, !isListed),
);

function createFilePage(slug: string, file: SitePath): KnownPage {
  return new SitePage(slug, undefined, file, false);
}

/**
 * This is a class because the JavaScript engine would create a separate hidden class for each object literal with a
 * getter.
 */
class SitePage implements KnownPage {
  readonly slug: string;
  readonly title: string | undefined;
  readonly lowerSlug: string;
  readonly lowerLink: string;
  readonly lowerTitle: string;
  readonly file: SitePath | undefined;
  readonly isHidden: boolean;
  #terms: PageSearchTerms | undefined;

  constructor(slug: string, title: string | undefined, file: SitePath | undefined, isHidden: boolean) {
    this.slug = slug;
    this.title = title;
    this.lowerSlug = slug.toLowerCase();
    this.lowerLink = `/${this.lowerSlug}`;
    this.lowerTitle = title?.toLowerCase() ?? "";
    this.file = file;
    this.isHidden = isHidden;
  }

  get terms(): PageSearchTerms {
    return (this.#terms ??= getPageTerms(this.slug, this.title));
  }
}

function getPageTerms(slug: string, title: string | undefined): PageSearchTerms {
  const name = slug.slice(slug.lastIndexOf("/") + 1);
  const folder = slug.slice(0, -name.length - 1);
  return {
    title: getWordNumbers(title ?? ""),
    name: getWordNumbers(
      /^(index|overview|introduction)$/.test(name) ? `${folder.split("/").at(-1) ?? ""} ${name}` : name,
    ),
    path: getWordNumbers(slug),
  };
}
