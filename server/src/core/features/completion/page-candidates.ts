import type { PageOutline } from "../../page/page.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { indexGeneratedPagesBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import type { Suggestion } from "./completion.ts";
import { selectCandidates, type WordNumbers, getWordNumbers } from "./ranking.ts";

/** A page that readers can open, with the data that completion needs. */
export interface PageCandidate {
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
export function getPageCandidates(site: Site): readonly PageCandidate[] {
  const filePages = getFilePages(site);
  const { fileBySlug } = getPageSlugs(site.files);
  const generatedPages = [...indexGeneratedPagesBySlug(site).values()].filter(({ slug }) => !fileBySlug.has(slug));
  return generatedPages.length === 0 ? filePages : [...filePages, ...generatedPages.map(createGeneratedPage)];
}

/**
 * Returns the site's pages, with an additional item for each other path that leads to a page. For example,
 * `guides/index` can also be reached at `/guides`, and `index` at `/`.
 */
export function getLinkablePages(site: Site): readonly PageCandidate[] {
  const pages = getPageCandidates(site);
  const { fileBySlug } = getPageSlugs(site.files);
  const shortPages = getShortIndexPages(site).filter(({ slug }) => !fileBySlug.has(slug));
  return shortPages.length === 0 ? pages : [...pages, ...shortPages];
}

/** Options for suggesting pages at a position. */
export interface PageSuggestionOptions {
  /** The typed text to compare with labels. */
  readonly typedText: string;
  /** The prefix for a page's path, such as `/`, or a function that formats the path. */
  readonly pathFormat: string | ((slug: string) => string);
  readonly getRank: (page: PageCandidate) => number;
  readonly formatText: (label: string) => string;
  readonly getRemark?: (page: PageCandidate) => string | undefined;
}

/**
 * Returns suggestions only for the pages that match best, because converting thousands of pages to suggestions would
 * take most of the response time.
 */
export function suggestPages(
  pages: readonly PageCandidate[],
  { typedText, pathFormat, getRank, formatText, getRemark }: PageSuggestionOptions,
): Suggestion[] {
  const isPrefix = typeof pathFormat === "string";
  const formatLabel = isPrefix
    ? ({ slug }: PageCandidate) => pathFormat + slug
    : ({ slug }: PageCandidate) => pathFormat(slug);
  const lowerPrefix = isPrefix ? pathFormat.toLowerCase() : "";
  const getLowerLabel = (page: PageCandidate) => {
    if (!isPrefix) return pathFormat(page.slug).toLowerCase();
    return pathFormat === "/" ? page.lowerLink : lowerPrefix + page.lowerSlug;
  };
  const accessors = {
    getLowerLabel,
    getLowerSearchText: ({ lowerTitle }: PageCandidate) => lowerTitle,
    getSortKey: isPrefix ? ({ slug }: PageCandidate) => slug : formatLabel,
    getRank,
  };
  return selectCandidates(pages, typedText, accessors).map(({ item, rank }) => {
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
const getFilePages = createSiteView(["files", "pages"], ({ files, pages }): readonly PageCandidate[] =>
  [...getPageSlugs(files).fileBySlug].map(([slug, file]) => {
    const outline = pages.get(file);
    return outline ? toPageCandidate(outline) : createFilePage(slug, file);
  }),
);

const getShortIndexPages = createSiteView(["files", "pages"], (site): readonly PageCandidate[] =>
  getFilePages(site).flatMap(({ slug, title, file, isHidden }) =>
    /(^|\/)index$/.test(slug) ? [new SitePage(slug.replace(/\/?index$/, ""), title, file, isHidden)] : [],
  ),
);

const toPageCandidate = derive((outline: PageOutline): PageCandidate => {
  const slug = outline.path.replace(/\.mdx?$/, "");
  const title = outline.fields.get("title");
  const titleText = typeof title === "string" && title.trim() !== "" ? title : undefined;
  const isHidden = outline.fields.get("hidden") === true || outline.fields.has("url");
  return new SitePage(slug, titleText, outline.path, isHidden);
});

const createGeneratedPage = derive(
  ({ slug, title, isListed }: GeneratedPage): PageCandidate => new SitePage(slug, title, undefined, !isListed),
);

function createFilePage(slug: string, file: SitePath): PageCandidate {
  return new SitePage(slug, undefined, file, false);
}

/**
 * This is a class because the JavaScript engine would create a separate hidden class for each object literal with a
 * getter.
 */
class SitePage implements PageCandidate {
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
