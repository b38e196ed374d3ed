import type { Config } from "../../config/config.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import type { JsonNode } from "../../config/json/json-tree.ts";
import type { FileKind } from "../../config/settings/setting-shape.ts";
import type { PageReferences } from "../../page/page.ts";
import { getPageAnchors } from "../../site/links/anchors.ts";
import { redirectsOf } from "../../site/links/redirects.ts";
import { finalTarget, findRemovedPages, resolveLink } from "../../site/links/resolve-link.ts";
import { isPublished } from "../../site/pages/pages.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { decodePercent, encodeAnchor } from "../../text/decode-text.ts";
import { derive } from "../../text/maps.ts";
import { getFileName, folderOf, removePageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { elementAt, findConfigNode, neighborsAt } from "../cursor/json-cursor.ts";
import { typedAsPath } from "./complete-values.ts";
import type { ConfigCaret, Offer } from "./completion.ts";
import { countLinkTargets, getPageTranslations, type PageCaret, usedMedia } from "./context.ts";
import { completeKnownPages, type KnownPage, linkedPages } from "./known-pages.ts";
import { computeSimilarity, computeSimilarityTo, getNearness, splitWords } from "./ranking.ts";

/** The file extensions that are allowed for each kind of file. */
export const filePatterns: Readonly<Record<FileKind, RegExp>> = {
  image: /\.(png|jpe?g|svg|gif|webp|avif|ico|bmp|tiff?)$/i,
  font: /\.(woff2?|ttf|otf)$/i,
  grammar: /\.json$/i,
};

export const mediaFile = /\.(png|jpe?g|svg|gif|webp|avif|ico|bmp|mp4|webm|mov|ogg|mp3|wav|m4v)$/i;

/**
 * Suggests files for a setting, such as `/logo/light.svg`. Files whose names are similar to the setting's name come
 * first, followed by files that are similar or close to those in sibling settings.
 */
export function completeAssets({ site, path }: ConfigCaret, kind: FileKind): Offer[] {
  const requested = splitWords(
    `${path.filter((step) => typeof step === "string").join(" ")} ${path.includes("favicon") ? "icon logo" : ""}`,
  );
  const usedFiles = usedMedia(site.pages);
  const parent = findConfigNode(site.config, path.slice(0, -1));
  const neighbors = [
    ...neighborsAt(site.config, path),
    ...(parent?.kind === "object"
      ? parent.properties.flatMap(({ value }) =>
          value?.kind === "string" && value.value.includes("/") ? [value.value.replace(/^\/+/, "")] : [],
        )
      : []),
  ];
  return filesOf(site, filePatterns[kind]).map((file) => {
    const nearestScore = Math.max(0, ...neighbors.map((other) => getNearness(file, other)));
    const name = Math.max(
      0,
      ...neighbors.map((other) => computeSimilarity(splitWords(file), splitWords(other))),
    );
    const useBonus = usedFiles.has(file) ? 2 : 0;
    return assetOffer(
      `/${file}`,
      useBonus - computeSimilarity(splitWords(file), requested) * 4 - nearestScore - name,
    );
  });
}

/** Suggests JSON files that a `$ref` can include. Their paths are relative to the file that contains the caret. */
export function completeRefs({ site, file, path }: ConfigCaret): Offer[] {
  const included = new Set(site.config.files.map((configFile) => configFile.path));
  const requested = splitWords(path.filter((step) => typeof step === "string").join(" "));
  return filesOf(site, /\.json$/i)
    .filter((other) => other !== file && other !== site.config.entry && !site.specs.has(other))
    .map((other) =>
      assetOffer(
        relativeLinkPath(other, file),
        (included.has(other) ? 3 : 0) -
          computeSimilarity(splitWords(other), requested) -
          getNearness(other, file),
      ),
    );
}

function assetOffer(newText: string, rank: number): Offer {
  return { kind: "file", label: newText, text: toJsonString(newText), rank };
}

function filesOf({ files }: Site, kind: RegExp): SitePath[] {
  return [...files].filter((file) => kind.test(file));
}

/** Returns the relative path from one file to another, such as `./nav.json` or `../shared/nav.json`. */
export function relativeLinkPath(to: SitePath, from: SitePath): string {
  const target = folderOf(to) === "" ? [] : folderOf(to).split("/");
  const source = folderOf(from) === "" ? [] : folderOf(from).split("/");
  let same = 0;
  while (same < target.length && same < source.length && target[same] === source[same]) same++;
  const parentSteps = source.length - same;
  const steps = parentSteps === 0 ? ["."] : Array.from({ length: parentSteps }, () => "..");
  return [...steps, ...target.slice(same), getFileName(to)].join("/");
}

/**
 * Suggests pages as link targets, in the style of the page's other links. Pages that match the link text come first,
 * followed by nearby pages and pages that nearby pages link to. After `#`, suggests the anchors on the linked page.
 */
export function completeLinks(caret: PageCaret, typed: string, label: string): Offer[] {
  const hash = typed.indexOf("#");
  if (hash >= 0) return offerAnchors(caret, typed.slice(0, hash), label);
  const labelTerms = splitWords(label);
  const closeness = scorePagesByPath(labelTerms);
  const counts = countLinkTargets(caret.uses().links);
  const formatTarget = writerOf(caret, typed);
  const translations = getPageTranslations(caret.site, caret.path);
  const linked = linkedIn(translations);
  const translated = new Set(translations.map(({ path }) => removePageExtension(path)));
  const languageOf = languageFolders(caret.site.config);
  const language = languageOf(caret.path);
  const rank = (page: KnownPage): number =>
    -6 * closeness(page) -
    getNearness(page.slug, caret.path) -
    Math.log2(1 + Math.min(counts.get(page.slug) ?? 0, 30)) * 0.7 -
    (linked.size > 0 && linked.has(withoutLanguage(page.slug)) ? 1.5 : 0) -
    (translated.has(page.slug) ? 1 : 0) +
    (languageOf(page.slug) === language ? 0 : 4) +
    (page.file === caret.path ? 4 : 0);
  const isFromRoot = typeof formatTarget === "string";
  const candidates = linkedPages(caret.site).filter(({ slug }) => isFromRoot || slug !== "");
  const pages = completeKnownPages(candidates, {
    typed,
    write: formatTarget,
    rank,
    textOf: (label) => label,
  });
  return [
    ...pages,
    ...(typed === "" ? offerAnchors(caret, "", label) : []),
    ...offerHeadings(caret, typed, label, formatTarget),
  ];
}

const maxHeadings = 20;
const minWordLength = 3;

/** Suggests headings on other pages, such as `/guides/start#install`, that match the typed text or the link text. */
function offerHeadings(
  { site, path }: PageCaret,
  typed: string,
  label: string,
  formatTarget: string | ((target: string) => string),
): Offer[] {
  const requested = removeMarkup(typed.replace(/^[./]*/, "") || label);
  if (requested.length < minWordLength) return [];
  const found: Offer[] = [];
  for (const { path: file, headings, fields } of site.pages.values()) {
    if (file === path || !isPublished(site.pages, file)) continue;
    for (const { id, text } of headings) {
      const lowerCaseTitle = text.toLowerCase();
      if (!lowerCaseTitle.includes(requested) || id === "") continue;
      const slug = removePageExtension(file);
      const url = `${typeof formatTarget === "string" ? formatTarget + slug : formatTarget(slug)}#${decodeReadable(encodeAnchor(id))}`;
      const title = fields.get("title");
      found.push({
        kind: "anchor",
        label: url,
        detail: typeof title === "string" ? `${title} › ${text}` : text,
        searchText: text,
        text: url,
        // A page whose name exactly matches the text ranks first.
        rank: -6 * (requested.length / lowerCaseTitle.length) - getNearness(slug, path) + 1,
      });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, maxHeadings);
}

function removeMarkup(text: string): string {
  return text.toLowerCase().replaceAll("-", " ").trim();
}

/**
 * Decodes non-ASCII letters in an anchor such as `#über`, because browsers percent-encode them. Other encoded
 * characters stay encoded.
 */
function decodeReadable(id: string): string {
  return id.replace(/(?:%[89a-f][\da-f])+/gi, decodePercent);
}

/**
 * Returns a function that returns a page's language folder, or an empty string if the page isn't in one. Completion
 * prefers pages in the same language.
 */
const languageFolders = derive((config: Config) => {
  const codes = new Set(navigationOf(config).elements.flatMap(({ language }) => language ?? []));
  if (codes.size === 0) return () => "";
  return (path: string): string => {
    const folder = path.split("/", 1)[0] ?? "";
    return codes.has(folder) ? folder : "";
  };
});

/** Returns the paths that translations of this page link to, without their language folders. */
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

/** Suggests anchors such as `#install` on the page at `before`, or on this page if `before` is empty. */
function offerAnchors(caret: PageCaret, before: string, label: string): Offer[] {
  const file = before === "" ? caret.path : fileOf(caret.site, before, caret.path);
  const outline = file === undefined ? undefined : caret.site.pages.get(file);
  if (!outline) return [];
  const labelTerms = splitWords(label);
  const counts = caret.uses().links;
  const titles = new Map(outline.headings.map(({ id, text }) => [id, text]));
  return [...new Set([...titles.keys(), ...getPageAnchors(caret.site, outline.path).ids])].map(
    (id, index): Offer => {
      const title = titles.get(id);
      const url = `${before}#${decodeReadable(encodeAnchor(id))}`;
      return {
        kind: "anchor",
        label: url,
        ...(title === undefined ? {} : { detail: title, searchText: title }),
        text: url,
        rank:
          -6 *
            Math.max(
              computeSimilarity(splitWords(title ?? ""), labelTerms),
              computeSimilarity(splitWords(id), labelTerms),
            ) -
          Math.min(counts.get(url) ?? 0, 5) * 0.3 +
          index / 1000,
      };
    },
  );
}

function fileOf(site: Site, target: string, from: SitePath): SitePath | undefined {
  const found = finalTarget(resolveLink(site, target, { path: from }));
  return found.kind === "page" ? found.file : found.kind === "same-page" ? from : undefined;
}

/**
 * Suggests the site's images and videos. Unused files and files whose names are similar to the page's name or the label
 * come first.
 */
export function completeMedia(caret: PageCaret, typed: string, label: string): Offer[] {
  const { site, path } = caret;
  const used = usedMedia(site.pages);
  const labelTerms = splitWords(label);
  const slug = splitWords(removePageExtension(path));
  const siblingMedia = [...(caret.page?.links ?? [])]
    .filter(({ kind }) => kind === "image")
    .map(({ target }) => target);
  const folders = new Set(siblingMedia.map((target) => getFolder(target)));
  const formatPath = writerOf(caret, typed, siblingMedia);
  const formatMediaPath =
    typeof formatPath === "string" ? (target: string) => formatPath + target : formatPath;
  return [...site.files]
    .filter((file) => mediaFile.test(file))
    .map((file): Offer => {
      const parts = splitWords(file);
      return {
        kind: "file",
        label: formatMediaPath(file),
        text: formatMediaPath(file),
        rank:
          (used.has(file) ? 2.5 : 0) -
          3 * computeSimilarity(parts, labelTerms) -
          2 * computeSimilarity(parts, slug) -
          (folders.has(getFolder(file)) ? 1.5 : 0),
      };
    });
}

function getFolder(path: string): string {
  return path.replace(/^\/+/, "").split("/").slice(0, -1).join("/");
}

/** Returns a function that scores, from 0 to 1, how well a page matches the words in a path. */
function scorePagesByPath(terms: ReadonlySet<string>): (page: KnownPage) => number {
  if (terms.size === 0) return () => 0;
  const score = computeSimilarityTo(terms);
  return ({ terms: words }) => Math.max(score(words.title), score(words.name), score(words.path) * 0.85);
}

/**
 * Returns a path prefix or a function that formats the path. Paths are relative if the typed path is relative or, if
 * nothing has been typed, if most of the page's links are relative. All other paths start with the site's base path.
 */
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
    const newPath = relativeLinkPath(target, path);
    return isDotless ? newPath.replace(/^\.\//, "") : newPath;
  };
}

/** Suggests pages as link targets, such as `/guides/start`. Pages that match the label come first. */
export function completeHrefs({ site, cursor, path }: ConfigCaret): Offer[] {
  const parent = findConfigNode(site.config, path.slice(0, -1));
  const element = elementAt(site.config, path);
  const label = splitWords(textsOf(parent).join(" ") || (element?.label?.value ?? ""));
  const closeness = scorePagesByLabel(label);
  const folder = getLanguageFolder(element?.language, element?.version);
  return completeKnownPages(linkedPages(site), {
    typed: cursor.typed,
    write: "/",
    rank: (page) => -3 * closeness(page) - (folder !== undefined && page.slug.startsWith(folder) ? 1 : 0),
    textOf: toJsonString,
  });
}

/** Suggests pages as redirect destinations. Pages whose paths are most similar to the redirect's source come first. */
export function completeDestinations({ site, cursor, path }: ConfigCaret): Offer[] {
  const entry = findConfigNode(site.config, path.slice(0, -1));
  const source = textOf(entry, "source").replace(/^\/+/, "");
  const sourceTerms = splitWords(source);
  const name = splitWords(source.slice(source.lastIndexOf("/") + 1));
  const omitsSlash = usesNoSlash(redirectsOf(site).map(({ destination }) => destination));
  const neighborPaths = neighborDestinations(site, path);
  const popular = countLinkTargets(countsOf(redirectsOf(site).map(({ destination }) => destination)));
  const same = sameInOtherLanguages(site, source);
  const lastPart = source.slice(source.lastIndexOf("/"));
  const [scoreTerms, scoreName] = [computeSimilarityTo(sourceTerms), computeSimilarityTo(name)];
  const rank = (page: KnownPage): number => {
    let nearestScore = 0;
    for (const other of neighborPaths) nearestScore = Math.max(nearestScore, getNearness(page.slug, other));
    const isSame = source !== "" && page.slug.endsWith(lastPart);
    const like =
      sourceTerms.size === 0
        ? 0
        : -3 * scoreTerms(page.terms.path) - 2 * scoreName(page.terms.name) - scoreName(page.terms.title);
    return (
      like -
      (isSame ? 1 : 0) -
      nearestScore -
      Math.log2(1 + Math.min(popular.get(page.slug) ?? 0, 60)) * 0.3 -
      (same.size > 0 && same.has(withoutLanguage(page.slug)) ? 3 : 0)
    );
  };
  return completeKnownPages(linkedPages(site), {
    typed: omitsSlash ? typedAsPath(cursor) : cursor.typed,
    write: omitsSlash ? "" : "/",
    rank,
    textOf: toJsonString,
  });
}

/**
 * Suggests the paths of former pages that no longer exist. Those that are most similar to the redirect's destination
 * come first.
 */
export function completeRedirectSources({ site, path }: ConfigCaret): Offer[] {
  const destination = textOf(findConfigNode(site.config, path.slice(0, -1)), "destination");
  const requested = splitWords(destination);
  const before = usesNoSlash(redirectsOf(site).map(({ source }) => source)) ? "" : "/";
  return findRemovedPages(site).map((slug) => ({
    kind: "page",
    label: `${before}${slug}`,
    remark: "removed page",
    text: toJsonString(`${before}${slug}`),
    rank: -computeSimilarity(splitWords(slug), requested),
  }));
}

/** Returns a function that scores, from 0 to 1, how well a page matches the words in the link text. */
function scorePagesByLabel(label: ReadonlySet<string>): (page: KnownPage) => number {
  if (label.size === 0) return () => 0;
  const like = computeSimilarityTo(label);
  return ({ terms: words }) => Math.max(like(words.title), like(words.name), like(words.path) * 0.8);
}

function neighborDestinations(site: ConfigCaret["site"], path: ConfigCaret["path"]): string[] {
  const at = path.at(-2);
  if (typeof at !== "number") return [];
  return [at - 1, at + 1].flatMap((index) => {
    const entry = findConfigNode(site.config, [...path.slice(0, -2), index]);
    const text = textOf(entry, "destination").replace(/^\/+/, "");
    return text === "" ? [] : [text];
  });
}

/** Returns the destinations of the corresponding redirects in other languages, without their language folders. */
function sameInOtherLanguages(site: ConfigCaret["site"], source: string): ReadonlySet<string> {
  const requested = withoutLanguage(source);
  return new Set(
    redirectsOf(site)
      .filter((redirect) => redirect.path !== source && withoutLanguage(redirect.path) === requested)
      .map(({ destination }) => withoutLanguage(destination.replace(/^\/+/, ""))),
  );
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function usesNoSlash(targets: readonly string[]): boolean {
  const paths = targets.filter((target) => !/^[a-z]+:/i.test(target));
  return paths.filter((path) => !path.startsWith("/")).length * 2 > paths.length;
}

function getLanguageFolder(language: string | undefined, version: string | undefined): string | undefined {
  return language !== undefined ? `${language}/` : version !== undefined ? `${version}/` : undefined;
}

/** Returns the strings in an object that are visible to readers, such as labels and titles. */
function textsOf(node: JsonNode | undefined): string[] {
  if (node?.kind !== "object") return [];
  const textKeys = /^(label|title|name|item|tab|anchor|dropdown|product|version|group|header|text)$/;
  return node.properties.flatMap(({ key, value }) =>
    textKeys.test(key) && value?.kind === "string" ? [value.value] : [],
  );
}

function textOf(node: JsonNode | undefined, key: string): string {
  if (node?.kind !== "object") return "";
  const value = node.properties.find((property) => property.key === key)?.value;
  return value?.kind === "string" ? value.value : "";
}
