import type { Config } from "../config/config.ts";
import { derive } from "../text/view.ts";
import { navigationOf } from "../site/settings/navigation.ts";
import { anchorsOf } from "../site/links/anchors.ts";
import type { PageReferences } from "../page/page.ts";
import { isPublished } from "../site/pages/pages.ts";
import { finalTarget, resolveLink } from "../site/links/resolve-link.ts";
import type { Site } from "../site/site.ts";
import { decodePercent } from "../text/decode-text.ts";
import { withoutPageExtension } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { mediaFile, relativePath } from "./complete-asset.ts";
import type { Offer } from "./completion.ts";
import { linkedPages, offerKnownPages, type KnownPage } from "./known-pages.ts";
import { likeness, likenessTo, nearness, wordsOf } from "./likeness.ts";
import type { PageCaret } from "./page-caret-context.ts";
import { linkUses, translationsOf, usedMedia } from "./used-values.ts";

/**
 * Pages as links, written as the page writes others: those first that are called what the link says, then those that
 * lie near or that pages around link to. Behind `#` the headings and other anchors of the page in front of it.
 */
export function offerLinks(caret: PageCaret, typed: string, label: string): Offer[] {
  const hash = typed.indexOf("#");
  if (hash >= 0) return offerAnchors(caret, typed.slice(0, hash), label);
  const words = wordsOf(label);
  const closeness = scorePagesByPath(words);
  const counts = linkUses(caret.uses().links);
  const write = writerOf(caret, typed);
  const translations = translationsOf(caret.site, caret.path);
  const linked = linkedIn(translations);
  const translated = new Set(translations.map(({ path }) => withoutPageExtension(path)));
  const languageOf = languageFolders(caret.site.config);
  const language = languageOf(caret.path);
  const rank = (page: KnownPage): number =>
    -6 * closeness(page) -
    nearness(page.slug, caret.path) -
    Math.log2(1 + Math.min(counts.get(page.slug) ?? 0, 30)) * 0.7 -
    (linked.size > 0 && linked.has(withoutLanguage(page.slug)) ? 1.5 : 0) -
    (translated.has(page.slug) ? 1 : 0) +
    (languageOf(page.slug) === language ? 0 : 4) +
    (page.file === caret.path ? 4 : 0);
  const isFromRoot = typeof write === "string";
  const known = linkedPages(caret.site).filter(({ slug }) => isFromRoot || slug !== "");
  const pages = offerKnownPages(known, { typed, write, rank, textOf: (label) => label });
  return [
    ...pages,
    ...(typed === "" ? offerAnchors(caret, "", label) : []),
    ...offerHeadings(caret, typed, label, write),
  ];
}

const mostHeadings = 20;
const shortestWords = 3;

/** `/guides/start#install`: headings of other pages that are called what is typed, or what the link says. */
function offerHeadings(
  { site, path }: PageCaret,
  typed: string,
  label: string,
  write: string | ((target: string) => string),
): Offer[] {
  const wanted = plainWords(typed.replace(/^[./]*/, "") || label);
  if (wanted.length < shortestWords) return [];
  const found: Offer[] = [];
  for (const { path: file, headings, fields } of site.pages.values()) {
    if (file === path || !isPublished(site.pages, file)) continue;
    for (const { id, text } of headings) {
      const words = text.toLowerCase();
      if (!words.includes(wanted) || id === "") continue;
      const slug = withoutPageExtension(file);
      const written = `${typeof write === "string" ? write + slug : write(slug)}#${readable(id)}`;
      const title = fields.get("title");
      found.push({
        kind: "anchor",
        label: written,
        detail: typeof title === "string" ? `${title} › ${text}` : text,
        words: text,
        text: written,
        // A page of that name comes first.
        rank: -6 * (wanted.length / words.length) - nearness(slug, path) + 1,
      });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, mostHeadings);
}

function plainWords(text: string): string {
  return text.toLowerCase().replaceAll("-", " ").trim();
}

/** An anchor with its letters as authors read them, `#über`: browsers encode them. Other characters stay encoded. */
function readable(id: string): string {
  return id.replace(/(?:%[89a-f][\da-f])+/gi, decodePercent);
}

/** The folder of a language that a page lies in, `""` for the language that has none: readers stay in theirs. */
const languageFolders = derive((config: Config) => {
  const codes = new Set(navigationOf(config).elements.flatMap(({ language }) => language ?? []));
  if (codes.size === 0) return () => "";
  return (path: string): string => {
    const folder = path.split("/", 1)[0] ?? "";
    return codes.has(folder) ? folder : "";
  };
});

/** Pages that translations of this page link to, without their language. */
function linkedIn(translations: readonly PageReferences[]): ReadonlySet<string> {
  return new Set(
    translations.flatMap(({ links }) =>
      links.map(({ target }) => withoutLanguage(target.replace(/^\/+|[?#][^]*$/g, ""))),
    ),
  );
}

function withoutLanguage(slug: string): string {
  return slug.replace(/^[a-z]{2}(-[A-Za-z]{2,4})?\//, "");
}

/** `#install`: anchors of the page that `before` names, of this page when it is empty. */
function offerAnchors(caret: PageCaret, before: string, label: string): Offer[] {
  const file = before === "" ? caret.path : fileOf(caret.site, before, caret.path);
  const outline = file === undefined ? undefined : caret.site.pages.get(file);
  if (!outline) return [];
  const words = wordsOf(label);
  const counts = caret.uses().links;
  const titles = new Map(outline.headings.map(({ id, text }) => [id, text]));
  return [...new Set([...titles.keys(), ...anchorsOf(caret.site, outline.path).ids])].map(
    (id, index): Offer => {
      const title = titles.get(id);
      const written = `${before}#${readable(id)}`;
      return {
        kind: "anchor",
        label: written,
        ...(title === undefined ? {} : { detail: title, words: title }),
        text: written,
        rank:
          -6 * Math.max(likeness(wordsOf(title ?? ""), words), likeness(wordsOf(id), words)) -
          Math.min(counts.get(written) ?? 0, 5) * 0.3 +
          index / 1000,
      };
    },
  );
}

function fileOf(site: Site, target: string, from: SitePath): SitePath | undefined {
  const found = finalTarget(resolveLink(site, target, { path: from }));
  return found.kind === "page" ? found.file : found.kind === "same-page" ? from : undefined;
}

/** Images and videos of the site; those that no page shows first, and those named like the page or the words given. */
export function offerMedia(caret: PageCaret, typed: string, label: string): Offer[] {
  const { site, path } = caret;
  const used = usedMedia(site.pages);
  const words = wordsOf(label);
  const slug = wordsOf(withoutPageExtension(path));
  const beside = [...(caret.page?.links ?? [])]
    .filter(({ kind }) => kind === "image")
    .map(({ target }) => target);
  const folders = new Set(beside.map((target) => folderIn(target)));
  const written = writerOf(caret, typed, beside);
  const write = typeof written === "string" ? (target: string) => written + target : written;
  return [...site.files]
    .filter((file) => mediaFile.test(file))
    .map((file): Offer => {
      const parts = wordsOf(file);
      return {
        kind: "file",
        label: write(file),
        text: write(file),
        rank:
          (used.has(file) ? 2.5 : 0) -
          3 * likeness(parts, words) -
          2 * likeness(parts, slug) -
          (folders.has(folderIn(file)) ? 1.5 : 0),
      };
    });
}

function folderIn(path: string): string {
  return path.replace(/^\/+/, "").split("/").slice(0, -1).join("/");
}

/** How much a page is called what is written, from 0 to 1. */
function scorePagesByPath(written: ReadonlySet<string>): (page: KnownPage) => number {
  if (written.size === 0) return () => 0;
  const like = likenessTo(written);
  return ({ words }) => Math.max(like(words.title), like(words.name), like(words.path) * 0.85);
}

/** How a path is written here, or what stands before it: from the root, relative when that is begun or the page's links are mostly so, below the base path. */
function writerOf(
  { site, path, page }: PageCaret,
  typed: string,
  others = (page?.links ?? []).filter(({ kind }) => kind !== "image").map(({ target }) => target),
): string | ((target: string) => string) {
  const local = others.filter((target) => target !== "" && !/^([a-z][a-z0-9+.-]*:|#|\/\/)/i.test(target));
  const relative = local.filter((target) => !target.startsWith("/"));
  const isRelative = typed === "" ? relative.length * 2 > local.length : /^\.{1,2}(\/|$)/.test(typed);
  const base = (site.settings.basePath ?? "").replace(/^\/*|\/+$/g, (_, at: number) => (at === 0 ? "/" : ""));
  if (!isRelative) return `${base === "/" ? "" : base}/`;
  const isDotless =
    typed === "" && relative.filter((target) => /^\w/.test(target)).length * 2 > relative.length;
  return (target) => {
    const written = relativePath(target, path);
    return isDotless ? written.replace(/^\.\//, "") : written;
  };
}
