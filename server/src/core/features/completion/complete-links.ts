import type { Config } from "../../config/config.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import type { JsonNode } from "../../config/json/json-tree.ts";
import type { FileKind } from "../../config/settings/setting-schema.ts";
import type { PageOutline, PageReferences } from "../../page/page.ts";
import { getPageAnchors } from "../../site/links/anchors.ts";
import { getRedirects } from "../../site/links/redirects.ts";
import { getFinalTarget, findRemovedPages, resolveLink } from "../../site/links/resolve-link.ts";
import { isPublished } from "../../site/pages/pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { decodePercent, encodeAnchor } from "../../text/decode-text.ts";
import { derive } from "../../text/maps.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { findElementAt, findConfigNode, getNeighborStrings } from "../cursor/json-cursor.ts";
import { getTypedPath } from "./complete-values.ts";
import type { ConfigCaret, Suggestion } from "./completion.ts";
import { countLinkTargets, getPageTranslations, type PageCaret, findUsedMediaFiles } from "./context.ts";
import { suggestPages, type PageCandidate, getLinkablePages } from "./page-candidates.ts";
import {
  computeSimilarity,
  createNearnessScorer,
  createSimilarityScorer,
  computeNearness,
  splitWords,
} from "./ranking.ts";

/** The file extensions that are allowed for each kind of file. */
export const filePatterns: Readonly<Record<FileKind, RegExp>> = {
  image: /\.(png|jpe?g|svg|gif|webp|avif|ico|bmp|tiff?)$/i,
  font: /\.(woff2?|ttf|otf)$/i,
  grammar: /\.json$/i,
};

export const mediaFilePattern = /\.(png|jpe?g|svg|gif|webp|avif|ico|bmp|mp4|webm|mov|ogg|mp3|wav|m4v)$/i;

/**
 * Suggests files for a setting, such as `/logo/light.svg`. Files whose names are similar to the setting's name come
 * first, followed by files that are similar or close to those in sibling settings.
 */
export function completeAssets({ site, path }: ConfigCaret, kind: FileKind): Suggestion[] {
  const pathWords = splitWords(
    `${path.filter((step) => typeof step === "string").join(" ")} ${path.includes("favicon") ? "icon logo" : ""}`,
  );
  const usedFiles = findUsedMediaFiles(site.pages);
  const parent = findConfigNode(site.config, path.slice(0, -1));
  const neighborPaths = [
    ...getNeighborStrings(site.config, path),
    ...(parent?.kind === "object"
      ? parent.properties.flatMap(({ value }) =>
          value?.kind === "string" && value.value.includes("/") ? [value.value.replace(/^\/+/, "")] : [],
        )
      : []),
  ];
  return findFiles(site, filePatterns[kind]).map((file) => {
    const nearestScore = Math.max(0, ...neighborPaths.map((other) => computeNearness(file, other)));
    const nameScore = Math.max(
      0,
      ...neighborPaths.map((other) => computeSimilarity(splitWords(file), splitWords(other))),
    );
    const usagePenalty = usedFiles.has(file) ? 2 : 0;
    return createAssetSuggestion(
      `/${file}`,
      usagePenalty - computeSimilarity(splitWords(file), pathWords) * 4 - nearestScore - nameScore,
    );
  });
}

/** Suggests JSON files that a `$ref` can include. Their paths are relative to the file that contains the caret. */
export function completeRefs({ site, file, path }: ConfigCaret): Suggestion[] {
  const configPaths = new Set(site.config.files.map((configFile) => configFile.path));
  const pathWords = splitWords(path.filter((step) => typeof step === "string").join(" "));
  return findFiles(site, /\.json$/i)
    .filter((other) => other !== file && other !== site.config.entry && !site.specs.has(other))
    .map((other) =>
      createAssetSuggestion(
        getRelativePath(other, file),
        (configPaths.has(other) ? 3 : 0) -
          computeSimilarity(splitWords(other), pathWords) -
          computeNearness(other, file),
      ),
    );
}

function createAssetSuggestion(assetPath: string, rank: number): Suggestion {
  return { kind: "file", label: assetPath, text: toJsonString(assetPath), rank };
}

function findFiles({ files }: Site, pattern: RegExp): SitePath[] {
  return [...files].filter((file) => pattern.test(file));
}

/** Returns the relative path from one file to another, such as `./nav.json` or `../shared/nav.json`. */
export function getRelativePath(file: SitePath, baseFile: SitePath): string {
  const targetSegments = getFolderPath(file) === "" ? [] : getFolderPath(file).split("/");
  const sourceSegments = getFolderPath(baseFile) === "" ? [] : getFolderPath(baseFile).split("/");
  let commonCount = 0;
  while (
    commonCount < targetSegments.length &&
    commonCount < sourceSegments.length &&
    targetSegments[commonCount] === sourceSegments[commonCount]
  )
    commonCount++;
  const parentStepCount = sourceSegments.length - commonCount;
  const steps = parentStepCount === 0 ? ["."] : Array.from({ length: parentStepCount }, () => "..");
  return [...steps, ...targetSegments.slice(commonCount), getFileName(file)].join("/");
}

/**
 * Suggests pages as link targets, in the style of the page's other links. Pages that match the link text come first,
 * followed by nearby pages and pages that nearby pages link to. After `#`, suggests the anchors on the linked page.
 */
export function completeLinks(caret: PageCaret, typedText: string, label: string): Suggestion[] {
  const hashIndex = typedText.indexOf("#");
  if (hashIndex >= 0) return suggestAnchors(caret, typedText.slice(0, hashIndex), label);
  const labelTerms = splitWords(label);
  const scoreLabelSimilarity = createLinkTextScorer(labelTerms);
  const scoreNearness = createNearnessScorer(caret.path);
  const linkCountsBySlug = countLinkTargets(caret.getUsageCounts().links);
  const targetFormat = createPathFormat(caret, typedText);
  const translations = getPageTranslations(caret.site, caret.path);
  const linkedPaths = collectLinkedPaths(translations);
  const translatedSlugs = new Set(translations.map(({ path }) => removePageExtension(path)));
  const getLanguageFolder = createLanguageFolderFinder(caret.site.config);
  const language = getLanguageFolder(caret.path);
  const getRank = (page: PageCandidate): number => {
    const linkCount = linkCountsBySlug.get(page.slug);
    return (
      -6 * scoreLabelSimilarity(page) -
      scoreNearness(page.slug) -
      (linkCount === undefined ? 0 : Math.log2(1 + Math.min(linkCount, 30)) * 0.7) -
      (linkedPaths.size > 0 && linkedPaths.has(removeLanguage(page.slug)) ? 1.5 : 0) -
      (translatedSlugs.size > 0 && translatedSlugs.has(page.slug) ? 1 : 0) +
      (getLanguageFolder(page.slug) === language ? 0 : 4) +
      (page.file === caret.path ? 4 : 0)
    );
  };
  const isFromRoot = typeof targetFormat === "string";
  const candidates = getLinkablePages(caret.site).filter(({ slug }) => isFromRoot || slug !== "");
  const pageSuggestions = suggestPages(candidates, {
    typedText,
    pathFormat: targetFormat,
    getRank,
    formatText: (label) => label,
  });
  return [
    ...pageSuggestions,
    ...(typedText === "" ? suggestAnchors(caret, "", label) : []),
    ...suggestHeadings(caret, typedText, label, targetFormat),
  ];
}

const maxHeadings = 20;
const minWordLength = 3;

/** Suggests headings on other pages, such as `/guides/start#install`, that match the typed text or the link text. */
function suggestHeadings(
  { site, path }: PageCaret,
  typedText: string,
  label: string,
  targetFormat: string | ((target: string) => string),
): Suggestion[] {
  const query = normalizeQuery(typedText.replace(/^[./]*/, "") || label);
  if (query.length < minWordLength) return [];
  const suggestions: Suggestion[] = [];
  for (const { page, lowerHeadings } of joinHeadings(site.pages)) {
    if (!lowerHeadings.includes(query)) continue;
    const { path: file, headings, fields } = page;
    if (file === path || !isPublished(site.pages, file)) continue;
    for (const { id, text } of headings) {
      const lowerCaseTitle = text.toLowerCase();
      if (!lowerCaseTitle.includes(query) || id === "") continue;
      const slug = removePageExtension(file);
      const url = `${typeof targetFormat === "string" ? targetFormat + slug : targetFormat(slug)}#${decodeLetters(encodeAnchor(id))}`;
      const title = fields.get("title");
      suggestions.push({
        kind: "anchor",
        label: url,
        detail: typeof title === "string" ? `${title} › ${text}` : text,
        searchText: text,
        text: url,
        // Adding 1 keeps headings below pages whose names are similarly good matches.
        rank: -6 * (query.length / lowerCaseTitle.length) - computeNearness(slug, path) + 1,
      });
    }
  }
  return suggestions.sort((a, b) => a.rank - b.rank).slice(0, maxHeadings);
}

/** Returns the headings of each page in lowercase. Cached, because each key that the author types searches all pages. */
const joinHeadings = derive((pages: Site["pages"]) =>
  [...pages.values()].map((page) => ({ page, lowerHeadings: joinPageHeadings(page) })),
);

const joinPageHeadings = derive(({ headings }: PageOutline) =>
  headings.map(({ text }) => text.toLowerCase()).join("\n"),
);

function normalizeQuery(text: string): string {
  return text.toLowerCase().replaceAll("-", " ").trim();
}

/**
 * Decodes non-ASCII letters in an anchor such as `#über`, because browsers percent-encode them. Other encoded
 * characters stay encoded.
 */
function decodeLetters(id: string): string {
  return id.replace(/(?:%[89a-f][\da-f])+/gi, decodePercent);
}

/**
 * Returns a function that returns a page's language folder, or an empty string if the page isn't in one. Completion
 * prefers pages in the same language.
 */
const createLanguageFolderFinder = derive((config: Config) => {
  const languageCodes = new Set(getNavigation(config).elements.flatMap(({ language }) => language ?? []));
  if (languageCodes.size === 0) return () => "";
  return (path: string): string => {
    const folder = path.split("/", 1)[0] ?? "";
    return languageCodes.has(folder) ? folder : "";
  };
});

/** Returns the paths that translations of this page link to, without their language folders. */
function collectLinkedPaths(translations: readonly PageReferences[]): ReadonlySet<string> {
  return new Set(
    translations.flatMap(({ links }) =>
      links.map(({ target }) => removeLanguage(target.replace(/^\/+|[?#][^]*$/g, ""))),
    ),
  );
}

function removeLanguage(slug: string): string {
  return slug.replace(/^[a-z]{2}(-[A-Za-z]{2,4})?\//, "");
}

/** Suggests anchors such as `#install` on the page at `pagePath`, or on this page if `pagePath` is empty. */
function suggestAnchors(caret: PageCaret, pagePath: string, label: string): Suggestion[] {
  const file = pagePath === "" ? caret.path : findTargetFile(caret.site, pagePath, caret.path);
  const outline = file === undefined ? undefined : caret.site.pages.get(file);
  if (!outline) return [];
  const labelTerms = splitWords(label);
  const linkCountsByUrl = caret.getUsageCounts().links;
  const titleById = new Map(outline.headings.map(({ id, text }) => [id, text]));
  return [...new Set([...titleById.keys(), ...getPageAnchors(caret.site, outline.path).ids])].map(
    (id, index): Suggestion => {
      const title = titleById.get(id);
      const url = `${pagePath}#${decodeLetters(encodeAnchor(id))}`;
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
          Math.min(linkCountsByUrl.get(url) ?? 0, 5) * 0.3 +
          index / 1000,
      };
    },
  );
}

function findTargetFile(site: Site, target: string, linkingPage: SitePath): SitePath | undefined {
  const resolvedTarget = getFinalTarget(resolveLink(site, target, { path: linkingPage }));
  return resolvedTarget.kind === "page"
    ? resolvedTarget.file
    : resolvedTarget.kind === "same-page"
      ? linkingPage
      : undefined;
}

/**
 * Suggests the site's images, videos, and audio files. Unused files and files whose names are similar to the page's
 * name or the label come first.
 */
export function completeMediaFiles(caret: PageCaret, typedText: string, label: string): Suggestion[] {
  const { site, path } = caret;
  const usedFiles = findUsedMediaFiles(site.pages);
  const labelTerms = splitWords(label);
  const slugWords = splitWords(removePageExtension(path));
  const imageTargets = [...(caret.page?.links ?? [])]
    .filter(({ kind }) => kind === "image")
    .map(({ target }) => target);
  const folders = new Set(imageTargets.map((target) => getFolder(target)));
  const pathFormat = createPathFormat(caret, typedText, imageTargets);
  const formatFilePath = typeof pathFormat === "string" ? (target: string) => pathFormat + target : pathFormat;
  return [...site.files]
    .filter((file) => mediaFilePattern.test(file))
    .map((file): Suggestion => {
      const fileWords = splitWords(file);
      return {
        kind: "file",
        label: formatFilePath(file),
        text: formatFilePath(file),
        rank:
          (usedFiles.has(file) ? 2.5 : 0) -
          3 * computeSimilarity(fileWords, labelTerms) -
          2 * computeSimilarity(fileWords, slugWords) -
          (folders.has(getFolder(file)) ? 1.5 : 0),
      };
    });
}

function getFolder(path: string): string {
  return path.replace(/^\/+/, "").split("/").slice(0, -1).join("/");
}

/** Returns a function that scores, from 0 to 1, how well a page matches the words in the link text. */
function createLinkTextScorer(labelTerms: ReadonlySet<string>): (page: PageCandidate) => number {
  if (labelTerms.size === 0) return () => 0;
  const computeScore = createSimilarityScorer(labelTerms);
  return ({ terms: words }) =>
    Math.max(computeScore(words.title), computeScore(words.name), computeScore(words.path) * 0.85);
}

/**
 * Returns a path prefix or a function that formats the path. Paths are relative if the typed path is relative or, if
 * nothing has been typed, if most of the page's links are relative. All other paths start with the site's base path.
 */
function createPathFormat(
  { site, path, page }: PageCaret,
  typedText: string,
  otherTargets = (page?.links ?? []).filter(({ kind }) => kind !== "image").map(({ target }) => target),
): string | ((target: string) => string) {
  const localTargets = otherTargets.filter((target) => target !== "" && !/^([a-z][a-z0-9+.-]*:|#|\/\/)/i.test(target));
  const relativeTargets = localTargets.filter((target) => !target.startsWith("/"));
  const isRelative =
    typedText === "" ? relativeTargets.length * 2 > localTargets.length : /^\.{1,2}(\/|$)/.test(typedText);
  const basePath = (site.settings.basePath ?? "").replace(/^\/*|\/+$/g, (_, index: number) => (index === 0 ? "/" : ""));
  if (!isRelative) return `${basePath === "/" ? "" : basePath}/`;
  const isDotless =
    typedText === "" && relativeTargets.filter((target) => /^\w/.test(target)).length * 2 > relativeTargets.length;
  return (target) => {
    const newPath = getRelativePath(target, path);
    return isDotless ? newPath.replace(/^\.\//, "") : newPath;
  };
}

/** Suggests pages as link targets, such as `/guides/start`. Pages that match the label come first. */
export function completeHrefs({ site, cursor, path }: ConfigCaret): Suggestion[] {
  const parent = findConfigNode(site.config, path.slice(0, -1));
  const element = findElementAt(site.config, path);
  const labelWords = splitWords(getVisibleStrings(parent).join(" ") || (element?.label?.value ?? ""));
  const scoreLabelSimilarity = createLabelScorer(labelWords);
  const folder = getEditionFolder(element?.language, element?.version);
  return suggestPages(getLinkablePages(site), {
    typedText: cursor.typedText,
    pathFormat: "/",
    getRank: (page) => -3 * scoreLabelSimilarity(page) - (folder !== undefined && page.slug.startsWith(folder) ? 1 : 0),
    formatText: toJsonString,
  });
}

/** Suggests pages as redirect destinations. Pages whose paths are most similar to the redirect's source come first. */
export function completeDestinations({ site, cursor, path }: ConfigCaret): Suggestion[] {
  const redirectNode = findConfigNode(site.config, path.slice(0, -1));
  const source = getStringProperty(redirectNode, "source").replace(/^\/+/, "");
  const sourceTerms = splitWords(source);
  const sourceName = source.slice(source.lastIndexOf("/") + 1);
  const nameWords = splitWords(sourceName);
  const isSlashOmitted = areSlashesOmitted(getRedirects(site).map(({ destination }) => destination));
  const nearnessScorers = getNeighborDestinations(site, path).map(createNearnessScorer);
  const targetCounts = countLinkTargets(countOccurrences(getRedirects(site).map(({ destination }) => destination)));
  const translatedDestinations = findTranslatedDestinations(site, source);
  const [scoreTerms, scoreName] = [createSimilarityScorer(sourceTerms), createSimilarityScorer(nameWords)];
  const getRank = (page: PageCandidate): number => {
    let nearestScore = 0;
    for (const scoreNearness of nearnessScorers) nearestScore = Math.max(nearestScore, scoreNearness(page.slug));
    const hasSameLastSegment = sourceName !== "" && `/${page.slug}`.endsWith(`/${sourceName}`);
    const similarity =
      sourceTerms.size === 0
        ? 0
        : -3 * scoreTerms(page.terms.path) - 2 * scoreName(page.terms.name) - scoreName(page.terms.title);
    return (
      similarity -
      (hasSameLastSegment ? 1 : 0) -
      nearestScore -
      Math.log2(1 + Math.min(targetCounts.get(page.slug) ?? 0, 60)) * 0.3 -
      (translatedDestinations.size > 0 && translatedDestinations.has(removeLanguage(page.slug)) ? 3 : 0)
    );
  };
  return suggestPages(getLinkablePages(site), {
    typedText: isSlashOmitted ? getTypedPath(cursor) : cursor.typedText,
    pathFormat: isSlashOmitted ? "" : "/",
    getRank,
    formatText: toJsonString,
  });
}

/**
 * Suggests the paths of former pages that no longer exist. Those that are most similar to the redirect's destination
 * come first.
 */
export function completeRedirectSources({ site, path }: ConfigCaret): Suggestion[] {
  const destination = getStringProperty(findConfigNode(site.config, path.slice(0, -1)), "destination");
  const destinationWords = splitWords(destination);
  const pathPrefix = areSlashesOmitted(getRedirects(site).map(({ source }) => source)) ? "" : "/";
  return findRemovedPages(site).map((slug) => ({
    kind: "page",
    label: `${pathPrefix}${slug}`,
    remark: "removed page",
    text: toJsonString(`${pathPrefix}${slug}`),
    rank: -computeSimilarity(splitWords(slug), destinationWords),
  }));
}

/** Returns a function that scores, from 0 to 1, how well a page matches the words in a label from docs.json. */
function createLabelScorer(labelWords: ReadonlySet<string>): (page: PageCandidate) => number {
  if (labelWords.size === 0) return () => 0;
  const computeScore = createSimilarityScorer(labelWords);
  return ({ terms }) => Math.max(computeScore(terms.title), computeScore(terms.name), computeScore(terms.path) * 0.8);
}

function getNeighborDestinations(site: ConfigCaret["site"], path: ConfigCaret["path"]): string[] {
  const redirectIndex = path.at(-2);
  if (typeof redirectIndex !== "number") return [];
  return [redirectIndex - 1, redirectIndex + 1].flatMap((index) => {
    const redirectNode = findConfigNode(site.config, [...path.slice(0, -2), index]);
    const text = getStringProperty(redirectNode, "destination").replace(/^\/+/, "");
    return text === "" ? [] : [text];
  });
}

/** Returns the destinations of the corresponding redirects in other languages, without their language folders. */
function findTranslatedDestinations(site: ConfigCaret["site"], source: string): ReadonlySet<string> {
  const unlocalizedSource = removeLanguage(source);
  return new Set(
    getRedirects(site)
      .filter((redirect) => redirect.path !== source && removeLanguage(redirect.path) === unlocalizedSource)
      .map(({ destination }) => removeLanguage(destination.replace(/^\/+/, ""))),
  );
}

function countOccurrences(texts: readonly string[]): ReadonlyMap<string, number> {
  const countsByText = new Map<string, number>();
  for (const text of texts) countsByText.set(text, (countsByText.get(text) ?? 0) + 1);
  return countsByText;
}

function areSlashesOmitted(targets: readonly string[]): boolean {
  const paths = targets.filter((target) => !/^[a-z]+:/i.test(target));
  return paths.filter((path) => !path.startsWith("/")).length * 2 > paths.length;
}

function getEditionFolder(language: string | undefined, version: string | undefined): string | undefined {
  return language !== undefined ? `${language}/` : version !== undefined ? `${version}/` : undefined;
}

/** Returns the strings in an object that are visible to readers, such as labels and titles. */
function getVisibleStrings(node: JsonNode | undefined): string[] {
  if (node?.kind !== "object") return [];
  const textKeyPattern = /^(label|title|name|item|tab|anchor|dropdown|product|version|group|header|text)$/;
  return node.properties.flatMap(({ key, value }) =>
    textKeyPattern.test(key) && value?.kind === "string" ? [value.value] : [],
  );
}

function getStringProperty(node: JsonNode | undefined, key: string): string {
  if (node?.kind !== "object") return "";
  const value = node.properties.find((property) => property.key === key)?.value;
  return value?.kind === "string" ? value.value : "";
}
