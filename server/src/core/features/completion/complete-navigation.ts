import { toJsonString } from "../../config/json/json-edit.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { getListedSlugs } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import { getMenuKey } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { isExcluded, isHidden } from "../../site/specs/generated-page-plan.ts";
import { getEndpointEntries, listPageEndpoints, type Resolution } from "../../site/specs/operation-references.ts";
import { findNamedSpec, type SpecLookup } from "../../spec/find-spec.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import { getSpecName } from "../../spec/detect-spec.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { httpMethods } from "../../text/media-types.ts";
import { findElementAt, getMirroredStrings, getNeighborStrings } from "../cursor/json-cursor.ts";
import type { ConfigCaret, Suggestion } from "./completion.ts";
import { type PageCandidate, getPageCandidates, suggestPages } from "./page-candidates.ts";
import { createNearnessScorer, createSimilarityScorer, computeNearness, splitWords } from "./ranking.ts";
import { getTypedPath } from "./complete-values.ts";

/**
 * Suggests all pages of the site by path. Pages that aren't in the navigation come first, starting with those in the
 * same folders as the entries near the caret.
 */
export function completePages({ site, cursor, path }: ConfigCaret): Suggestion[] {
  const { has: isListed } = getListedSlugs(site.config);
  const neighbors = getNeighborStrings(site.config, path);
  const element = findElementAt(site.config, path);
  const labelWords = splitWords(element?.label?.value ?? "");
  const scoreLabel = createSimilarityScorer(labelWords);
  const scorePath = labelWords.size === 0 ? () => 0 : ({ terms }: PageCandidate) => scoreLabel(terms.path);
  const nearbySlugs = neighbors.length > 0 ? neighbors : findNearestEntries(element);
  const counterpartSlugs = new Set(getMirroredStrings(site.config, path).map(removeFirstFolder));
  const isInCounterpart = ({ slug }: PageCandidate) =>
    counterpartSlugs.size > 0 && counterpartSlugs.has(removeFirstFolder(slug));
  const [nearestSlug = ""] = nearbySlugs;
  const scoreNearness = createNearnessScorer(nearestSlug);
  return suggestPages(getPageCandidates(site), {
    typedText: getTypedPath(cursor),
    pathFormat: "",
    // A page that's already in the navigation is ranked only by its folder, because a site can list thousands of pages
    // but rarely lists a page more than once.
    getRank: (page) =>
      isListed(page.slug)
        ? 20 - scoreNearness(page.slug)
        : computeRank(page, nearbySlugs, scorePath) - (isInCounterpart(page) ? 4 : 0),
    formatText: toJsonString,
    getRemark: ({ slug }) => (isListed(slug) ? "already listed" : undefined),
  });
}

/**
 * Returns a lower, and therefore better, rank for a page that is near the other entries. A page that was intentionally
 * left out of the navigation gets a higher rank than similar pages.
 */
function computeRank(
  page: PageCandidate,
  nearbySlugs: readonly string[],
  scorePath: (page: PageCandidate) => number,
): number {
  let nearestScore = 0;
  let nameScore = 0;
  for (const slug of nearbySlugs) {
    nearestScore = Math.max(nearestScore, computeNearness(page.slug, slug));
    nameScore = Math.max(nameScore, computeNameSimilarity(page.slug, slug));
  }
  return (
    -6 * nearestScore -
    nameScore -
    scorePath(page) +
    (page.isHidden ? 3 : 0) +
    (page.file === undefined || getPageSlug(page.file) === undefined ? 2 : 0)
  );
}

/**
 * Removes the first folder. For example, `fr/guides/start` becomes `guides/start`, so the result is the same for all
 * translations of a page.
 */
function removeFirstFolder(slug: string): string {
  return slug.replace(/^\/*[^/]*\//, "");
}

/**
 * Returns the similarity, from 0 to 1, of the beginnings of two paths' last segments. For example, the last segments
 * `api-list` and `api-get` begin with the same word.
 */
function computeNameSimilarity(slug: string, otherSlug: string): number {
  const a = slug.lastIndexOf("/") + 1;
  const b = otherSlug.lastIndexOf("/") + 1;
  const maxLength = Math.max(slug.length - a, otherSlug.length - b, 1);
  let commonCount = 0;
  while (commonCount < maxLength && slug.charCodeAt(a + commonCount) === otherSlug.charCodeAt(b + commonCount))
    commonCount++;
  return Math.min(1, commonCount / maxLength);
}

/**
 * Returns the entries in the element or, if it has none, in its nearest ancestor that has entries. The pages of an
 * empty group usually belong in the same folder as those of its siblings.
 */
export function findNearestEntries(element: ReturnType<typeof findElementAt>): readonly string[] {
  for (let ancestor = element; ancestor; ancestor = ancestor.parent) {
    const entryTexts = ancestor.children
      .flatMap((child) => (child.type === "entry" ? [child] : child.children))
      .flatMap((node) => (node.type === "entry" && node.text !== "" ? [node.text] : []));
    if (entryTexts.length > 0) return entryTexts.slice(0, 8);
  }
  return [];
}

/**
 * Suggests the operations and webhooks in the specification that the element at the caret sets or inherits.
 * Undocumented operations that are similar to the sibling entries come first. If no specification is set or inherited,
 * suggests the operations in all specifications, prefixed with the file. If the text starts with a file and a space,
 * suggests only the operations in that file.
 */
export function completeOperations({ site, cursor, path }: ConfigCaret): Suggestion[] {
  const sources = findElementAt(site.config, path)?.openapi?.value ?? [];
  const usedSources = site.profile.name === "mintlify" ? sources.slice(0, 1) : sources;
  const inheritedSpecs = usedSources.flatMap(({ source }) => {
    const lookup = findNamedSpec(site.specs, source);
    return lookup.kind === "found" ? lookup.specs : [];
  });
  const element = findElementAt(site.config, path);
  const neighborEntries = getNeighborStrings(site.config, path);
  const neighborNames = neighborEntries.length > 0 ? neighborEntries : findNearestEntries(element);
  const documentedOperations = findDocumentedOperations(site);
  const sectionOperations = element ? findSectionOperations(site, getMenuKey(element)) : documentedOperations;
  const mirroredNames = new Set(getMirroredStrings(site.config, path));
  // If the sibling entries are operations, operations rank above pages. If the sibling entries are pages, operations
  // rank below pages.
  const baseRank = neighborNames.some((text) => isEndpointLike(text)) ? -12 : inheritedSpecs.length > 0 ? -2 : 4;
  const typedFile = readTypedFile(cursor.typedText, (file) => findNamedSpec(site.specs, file));
  const specNamesByPath = findSpecNamesByPath(neighborNames);
  const otherSpecs =
    inheritedSpecs.length > 0 && specNamesByPath.size === 0
      ? []
      : [...site.specs.values()].filter((spec) => !inheritedSpecs.includes(spec) && spec.kind !== "asyncapi");
  return (typedFile?.specs ?? [...inheritedSpecs, ...otherSpecs]).flatMap((spec) => {
    const isFromOtherSpec = !typedFile && !inheritedSpecs.includes(spec);
    const distancePenalty = isFromOtherSpec ? (specNamesByPath.has(spec.path) ? 0 : 6) : 0;
    return listOperations(spec, site.profile).map(({ operation, name }): Suggestion => {
      const remark = documentedOperations.has(operation)
        ? "already listed"
        : isHidden(operation, site.profile)
          ? "hidden"
          : undefined;
      const file =
        typedFile?.file ?? (isFromOtherSpec ? (specNamesByPath.get(spec.path) ?? getSpecName(spec.path)) : undefined);
      const label = file === undefined ? name : `${file} ${name}`;
      return {
        kind: "operation",
        label,
        ...(operation.summary === undefined ? {} : { detail: operation.summary, searchText: operation.summary }),
        ...(remark === undefined ? {} : { remark }),
        text: toJsonString(label),
        rank:
          baseRank +
          distancePenalty -
          computePathNearness(operation.path, neighborNames) * 5 -
          (mirroredNames.has(label) ? 4 : 0) +
          (sectionOperations.has(operation) || isHidden(operation, site.profile) ? 20 : 0),
      };
    });
  });
}

/** The name of a specification at the start of a reference that is being typed, and the rest of the reference. */
interface TypedFile {
  /** The name as written. */
  readonly file: string;
  readonly specs: readonly SpecOutline[];
  readonly remainingText: string;
}

/** Returns the file in text such as `api.json GET `. Returns undefined if the first word isn't followed by a space. */
export function readTypedFile(typedText: string, findSpecs: (file: string) => SpecLookup): TypedFile | undefined {
  const [typedPrefix, file] = /^(\S+)\s+/.exec(typedText) ?? [];
  if (typedPrefix === undefined || file === undefined || methodPattern.test(file)) return undefined;
  const lookup = findSpecs(file);
  return lookup.kind === "found"
    ? { file, specs: lookup.specs, remainingText: typedText.slice(typedPrefix.length) }
    : undefined;
}

const methodPattern = new RegExp(`^(?:${httpMethods.join("|")}|webhook)$`, "i");

/**
 * Returns references such as `GET /users` and `webhook order.paid` in file order. Operations that are excluded from the
 * docs are omitted, because they don't have a page.
 */
export function listOperations(
  { operations, webhooks }: SpecOutline,
  profile: Profile,
): { readonly operation: OperationOutline; readonly name: string }[] {
  return [
    ...operations.map((operation) => ({ operation, name: `${operation.method} ${operation.path}` })),
    ...webhooks.map((operation) => ({ operation, name: `webhook ${operation.path}` })),
  ].filter(({ operation }) => !isExcluded(operation, profile));
}

/**
 * Returns the operations that navigation entries or the frontmatter of pages refer to. The frontmatter of `page` is
 * ignored.
 */
export function findDocumentedOperations(site: Site, page?: string): ReadonlySet<OperationOutline> {
  const resolutions = [
    ...getEndpointEntries(site).map(({ resolution }) => resolution),
    ...listPageEndpoints(site).flatMap((endpoint) => (endpoint.page === page ? [] : [endpoint.resolution])),
  ];
  return new Set(resolutions.flatMap(getOperations));
}

/**
 * Returns the operations that the entries in one section refer to. Each language, version, and product has its own
 * navigation and lists its operations separately.
 */
function findSectionOperations(site: Site, sectionKey: string): ReadonlySet<OperationOutline> {
  return new Set(
    getEndpointEntries(site).flatMap(({ entry, resolution }) =>
      getMenuKey(entry.parent) === sectionKey ? getOperations(resolution) : [],
    ),
  );
}

function getOperations(resolution: Resolution): OperationOutline[] {
  if (resolution.kind !== "found") return [];
  const { target } = resolution;
  return target.kind === "operation" || target.kind === "webhook" ? [target.operation] : [];
}

/**
 * Returns the file names of the specifications that the entries near the caret refer to. Each key is the name without a
 * leading slash, and its value is the name as written.
 */
function findSpecNamesByPath(entries: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((text) => {
      const [file, , path] = text.split(/\s+/);
      return file !== undefined && path !== undefined ? [[file.replace(/^\/+/, ""), file] as const] : [];
    }),
  );
}

/**
 * Returns the share of path segments that an operation has in common with the most similar sibling entry, from 0 to 1.
 */
function computePathNearness(path: string, neighborNames: readonly string[]): number {
  const segments = path.split("/");
  const shares = neighborNames.map((text) => {
    const otherSegments = (text.split(/\s+/).at(-1) ?? "").split("/");
    let commonCount = 0;
    while (commonCount < segments.length && segments[commonCount] === otherSegments[commonCount]) commonCount++;
    return commonCount / Math.max(segments.length, otherSegments.length);
  });
  return Math.max(0, ...shares);
}
