import type { PageOutline } from "../page/page.ts";
import { derive } from "../site/derive.ts";
import { generatedBySlug } from "../site/generated-by-slug.ts";
import type { GeneratedPage } from "../site/generated-pages.ts";
import { pageSlugsOf } from "../site/page-slugs.ts";
import type { Site } from "../site/site.ts";
import type { SitePath } from "../text/text-range.ts";
import type { Offer } from "./completion.ts";
import { wordsOf } from "./likeness.ts";

/** A page that readers can open, as completion shows it. */
export interface KnownPage {
  /** `guides/start`. */
  readonly slug: string;
  readonly title: string | undefined;
  /** Of its path and its title. */
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

/** The page as an offer. Put together field by field: copies of thousands of objects would take most of the time of an answer. */
export function pageOffer({ title }: KnownPage, label: string, text: string, rank: number): MutableOffer {
  const offer: MutableOffer = { kind: "page", label, text, rank };
  if (title !== undefined) offer.detail = offer.words = title;
  return offer;
}

type MutableOffer = { -readonly [Field in keyof Offer]: Offer[Field] };

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
  return {
    slug,
    title: written,
    words: pageWords(slug, written),
    file: outline.path,
    isHidden: outline.fields.get("hidden") === true || outline.fields.has("url"),
  };
});

const ofGenerated = derive(({ slug, title, listed }: GeneratedPage): KnownPage => ({
  slug,
  title,
  words: pageWords(slug, title),
  file: undefined,
  isHidden: !listed,
}));

function ofFile(slug: string, file: SitePath): KnownPage {
  return { slug, title: undefined, words: pageWords(slug, undefined), file, isHidden: false };
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
