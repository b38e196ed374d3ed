import type { PageOutline } from "../page/page.ts";
import { derive } from "../site/derive.ts";
import { generatedBySlug } from "../site/generated-by-slug.ts";
import type { GeneratedPage } from "../site/generated-pages.ts";
import { pageSlugsOf } from "../site/page-slugs.ts";
import type { Site } from "../site/site.ts";
import type { SitePath } from "../text/text-range.ts";
import { candidates } from "./choose-offers.ts";
import type { Offer } from "./completion.ts";
import { wordsOf } from "./likeness.ts";

/** A page that readers can open, as completion shows it. */
export interface KnownPage {
  /** `guides/start`. */
  readonly slug: string;
  readonly title: string | undefined;
  readonly lowerSlug: string;
  readonly lowerTitle: string;
  /** Of its path and its title; read when first asked for. */
  readonly words: PageWords;
  /** Absent for a page that is made from a specification. */
  readonly file: SitePath | undefined;
  /** Its frontmatter keeps it out of the navigation: `hidden`, or a `url` elsewhere. */
  readonly isHidden: boolean;
}

export interface PageWords {
  readonly title: ReadonlySet<string>;
  /** Of the last part of the path. */
  readonly name: ReadonlySet<string>;
  readonly path: ReadonlySet<string>;
}

/** Pages of files, then those that specifications make, each slug once. */
export function knownPages(site: Site): readonly KnownPage[] {
  const written = writtenPages(site.files)(site.pages);
  const { fileOf } = pageSlugsOf(site.files);
  const made = [...generatedBySlug(site).values()].filter(({ slug }) => !fileOf.has(slug));
  return made.length === 0 ? written : [...written, ...made.map(ofGenerated)];
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
export function offerKnownPages(
  pages: readonly KnownPage[],
  { typed, write, rank, textOf, remarkOf }: PageOffering,
): Offer[] {
  const isPlain = typeof write === "string";
  const label = isPlain ? ({ slug }: KnownPage) => write + slug : ({ slug }: KnownPage) => write(slug);
  const lowerBefore = isPlain ? write.toLowerCase() : "";
  const lowerLabel = isPlain
    ? ({ lowerSlug }: KnownPage) => lowerBefore + lowerSlug
    : ({ slug }: KnownPage) => write(slug).toLowerCase();
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

const ofOutline = derive((outline: PageOutline): KnownPage => {
  const slug = outline.path.replace(/\.mdx?$/, "");
  const title = outline.fields.get("title");
  const written = typeof title === "string" && title.trim() !== "" ? title : undefined;
  const isHidden = outline.fields.get("hidden") === true || outline.fields.has("url");
  return knownPage(slug, written, outline.path, isHidden);
});

const ofGenerated = derive(({ slug, title, listed }: GeneratedPage): KnownPage =>
  knownPage(slug, title, undefined, !listed),
);

function ofFile(slug: string, file: SitePath): KnownPage {
  return knownPage(slug, undefined, file, false);
}

function knownPage(
  slug: string,
  title: string | undefined,
  file: SitePath | undefined,
  isHidden: boolean,
): KnownPage {
  let words: PageWords | undefined;
  return {
    slug,
    title,
    lowerSlug: slug.toLowerCase(),
    lowerTitle: title?.toLowerCase() ?? "",
    get words() {
      return (words ??= pageWords(slug, title));
    },
    file,
    isHidden,
  };
}

function pageWords(slug: string, title: string | undefined): PageWords {
  const name = slug.slice(slug.lastIndexOf("/") + 1);
  const folder = slug.slice(0, -name.length - 1);
  return {
    title: wordsOf(title ?? ""),
    name: wordsOf(
      /^(index|overview|introduction)$/.test(name) ? `${folder.split("/").at(-1) ?? ""} ${name}` : name,
    ),
    path: wordsOf(slug),
  };
}
