import type { PageOutline } from "../../page/page.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { generatedBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import type { Offer } from "./completion.ts";
import { candidates, type NumberedWords, numberedWordsOf } from "./ranking.ts";

/** A page that readers can open, as completion shows it. */
export interface KnownPage {
  /** `guides/start`. */
  readonly slug: string;
  readonly title: string | undefined;
  readonly lowerSlug: string;
  /** With a slash before it, as most links are written. */
  readonly lowerLink: string;
  readonly lowerTitle: string;
  /** Of its path and its title; read when first asked for. */
  readonly words: PageSearchTerms;
  /** Absent for a page that is made from a specification. */
  readonly file: SitePath | undefined;
  /** Its frontmatter keeps it out of the navigation: `hidden`, or a `url` elsewhere. */
  readonly isHidden: boolean;
}

export interface PageSearchTerms {
  readonly title: NumberedWords;
  /** Of the last part of the path. */
  readonly name: NumberedWords;
  readonly path: NumberedWords;
}

/** Pages of files, then those that specifications make, each slug once. */
export function knownPages(site: Site): readonly KnownPage[] {
  const written = writtenPages(site.files)(site.pages);
  const { fileOf } = pageSlugsOf(site.files);
  const made = [...generatedBySlug(site).values()].filter(({ slug }) => !fileOf.has(slug));
  return made.length === 0 ? written : [...written, ...made.map(ofGenerated)];
}

/** The same as links name them: `guides/index` is also at `/guides`, and `index` at `/`. */
export function linkedPages(site: Site): readonly KnownPage[] {
  const pages = knownPages(site);
  const { fileOf } = pageSlugsOf(site.files);
  const short = shortIndexPages(site.files)(site.pages).filter(({ slug }) => !fileOf.has(slug));
  return short.length === 0 ? pages : [...pages, ...short];
}

/** How pages are offered at one place. */
export interface PageOffering {
  /** What is typed at the caret, as far as it is compared with labels. */
  readonly typed: string;
  /** What stands before a page's path, `/`; or how the path is written where that does not do. */
  readonly write: string | ((slug: string) => string);
  readonly rank: (page: KnownPage) => number;
  readonly textOf: (label: string) => string;
  readonly remarkOf?: (page: KnownPage) => string | undefined;
}

/** Of the pages those that may be shown, as offers: thousands would take most of the time of an answer. */
export function completeKnownPages(
  pages: readonly KnownPage[],
  { typed, write, rank, textOf, remarkOf }: PageOffering,
): Offer[] {
  const isPlain = typeof write === "string";
  const label = isPlain ? ({ slug }: KnownPage) => write + slug : ({ slug }: KnownPage) => write(slug);
  const lowerBefore = isPlain ? write.toLowerCase() : "";
  const lowerLabel = (page: KnownPage) => {
    if (!isPlain) return write(page.slug).toLowerCase();
    return write === "/" ? page.lowerLink : lowerBefore + page.lowerSlug;
  };
  const contest = { lowerLabel, lowerWords: ({ lowerTitle }: KnownPage) => lowerTitle, label, rank };
  return candidates(pages, typed, contest).map(({ item, rank: ranked }) => {
    const shown = label(item);
    const { title } = item;
    const remark = remarkOf?.(item);
    return {
      kind: "page",
      label: shown,
      ...(title === undefined ? {} : { detail: title, words: title }),
      ...(remark === undefined ? {} : { remark }),
      text: textOf(shown),
      rank: ranked,
    };
  });
}

/** Thousands of them, and the same while docs.json or the text of a page is typed. */
const writtenPages = derive((files: Site["files"]) =>
  derive((pages: Site["pages"]): readonly KnownPage[] =>
    [...pageSlugsOf(files).fileOf].map(([slug, file]) => {
      const outline = pages.get(file);
      return outline ? ofOutline(outline) : ofFile(slug, file);
    }),
  ),
);

const shortIndexPages = derive((files: Site["files"]) =>
  derive((pages: Site["pages"]): readonly KnownPage[] =>
    writtenPages(files)(pages).flatMap(({ slug, title, file, isHidden }) =>
      /(^|\/)index$/.test(slug) ? [new SitePage(slug.replace(/\/?index$/, ""), title, file, isHidden)] : [],
    ),
  ),
);

const ofOutline = derive((outline: PageOutline): KnownPage => {
  const slug = outline.path.replace(/\.mdx?$/, "");
  const title = outline.fields.get("title");
  const written = typeof title === "string" && title.trim() !== "" ? title : undefined;
  const isHidden = outline.fields.get("hidden") === true || outline.fields.has("url");
  return new SitePage(slug, written, outline.path, isHidden);
});

const ofGenerated = derive(
  ({ slug, title, listed }: GeneratedPage): KnownPage => new SitePage(slug, title, undefined, !listed),
);

function ofFile(slug: string, file: SitePath): KnownPage {
  return new SitePage(slug, undefined, file, false);
}

/** A class, for thousands of object literals with a getter would each be of a kind of their own to the engine. */
class SitePage implements KnownPage {
  readonly slug: string;
  readonly title: string | undefined;
  readonly lowerSlug: string;
  readonly lowerLink: string;
  readonly lowerTitle: string;
  readonly file: SitePath | undefined;
  readonly isHidden: boolean;
  #words: PageSearchTerms | undefined;

  constructor(slug: string, title: string | undefined, file: SitePath | undefined, isHidden: boolean) {
    this.slug = slug;
    this.title = title;
    this.lowerSlug = slug.toLowerCase();
    this.lowerLink = `/${this.lowerSlug}`;
    this.lowerTitle = title?.toLowerCase() ?? "";
    this.file = file;
    this.isHidden = isHidden;
  }

  get words(): PageSearchTerms {
    return (this.#words ??= pageWords(this.slug, this.title));
  }
}

function pageWords(slug: string, title: string | undefined): PageSearchTerms {
  const name = slug.slice(slug.lastIndexOf("/") + 1);
  const folder = slug.slice(0, -name.length - 1);
  return {
    title: numberedWordsOf(title ?? ""),
    name: numberedWordsOf(
      /^(index|overview|introduction)$/.test(name) ? `${folder.split("/").at(-1) ?? ""} ${name}` : name,
    ),
    path: numberedWordsOf(slug),
  };
}
