import type { Config } from "../../config/config.ts";
import { type JsonNode, type JsonObject, type JsonString, getJsonValue } from "../../config/json/json-tree.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { getParentFolders } from "../../text/site-path.ts";
import { derive } from "../../text/maps.ts";
import { parseLinkUrl } from "../pages/urls.ts";
import type { Site } from "../site.ts";

/**
 * The source of a redirect that matches several paths. The service uses the same syntax as Next.js: `/old/:slug` for
 * one segment, `/old/:slug*` for any number of segments, `/old/*` for any number of segments without a name, and
 * `/old/article-*` for a prefix.
 */
export interface RedirectPattern {
  /** The segments before the first wildcard, such as `old/guides`. Every matching path starts with these segments. */
  readonly prefix: string;
  /**
   * A literal segment that every matching path contains after the first wildcard. An empty string if the pattern
   * doesn't have one.
   */
  readonly requiredSegment: string;
  readonly tokens: readonly Token[];
}

/**
 * The values of a pattern's wildcards. Values of named wildcards are stored by name, and all other values are stored in
 * order.
 */
export interface Captures {
  readonly namedValues: ReadonlyMap<string, string>;
  readonly unnamedValues: readonly string[];
}

type Token =
  | { readonly kind: "literal"; readonly text: string }
  /** One segment, with literal text around the wildcard. */
  | { readonly kind: "one"; readonly prefix: string; readonly suffix: string; readonly name: string }
  /**
   * Any number of segments. If text precedes the wildcard, there is at least one segment, and the first segment starts
   * with that text.
   */
  | { readonly kind: "rest"; readonly prefix: string; readonly name: string };

const wildcardPattern = /:([A-Za-z_]\w*)([*+?]?)|\*/;
const globalWildcardPattern = new RegExp(wildcardPattern, "g");
const maxSegments = 60;

/**
 * Parses a redirect's source. The source must not have a leading or trailing slash. Returns undefined for a plain path,
 * because it matches only itself.
 */
export function parseRedirectPattern(path: string): RedirectPattern | undefined {
  const simplifiedPath = path.includes("(") ? simplifyGroups(path) : path;
  const segments = simplifiedPath.split("/");
  if (!wildcardPattern.test(simplifiedPath) || segments.length > maxSegments) return undefined;
  const tokens = segments.map(parseToken);
  const literalEnd = tokens.findIndex(({ kind }) => kind !== "literal");
  const requiredIndex = tokens.findLastIndex(({ kind }, index) => kind === "literal" && index > literalEnd);
  return { prefix: segments.slice(0, literalEnd).join("/"), requiredSegment: segments[requiredIndex] ?? "", tokens };
}

/**
 * Returns the values of the wildcards, or undefined if the segments of the path don't match the pattern. The running
 * time is linear in the length of the path, multiplied by a factor that depends on the pattern.
 */
export function matchRedirectPattern({ tokens }: RedirectPattern, segments: readonly string[]): Captures | undefined {
  const lastToken = tokens.at(-1);
  if (lastToken?.kind === "literal" && lastToken.text !== segments.at(-1)) return undefined;
  const segmentEnds: number[] = [];
  let tokenIndex = 0;
  let segmentIndex = 0;
  // As in file globs, it's sufficient to backtrack to the last wildcard that matches any number of segments.
  let backtrackPoint: { tokenIndex: number; segmentIndex: number } | undefined;
  for (;;) {
    const currentToken = tokens[tokenIndex];
    if (
      currentToken?.kind === "rest" &&
      (currentToken.prefix === "" || segments[segmentIndex]?.startsWith(currentToken.prefix))
    ) {
      backtrackPoint = { tokenIndex, segmentIndex: segmentIndex + (currentToken.prefix === "" ? 0 : 1) };
      segmentIndex = backtrackPoint.segmentIndex;
      segmentEnds[tokenIndex++] = segmentIndex;
    } else if (
      currentToken &&
      segmentIndex < segments.length &&
      matchesToken(currentToken, segments[segmentIndex] ?? "")
    ) {
      segmentEnds[tokenIndex++] = ++segmentIndex;
    } else if (!currentToken && segmentIndex === segments.length) return captureSegments(tokens, segments, segmentEnds);
    else if (backtrackPoint && backtrackPoint.segmentIndex < segments.length) {
      segmentIndex = ++backtrackPoint.segmentIndex;
      segmentEnds[backtrackPoint.tokenIndex] = segmentIndex;
      tokenIndex = backtrackPoint.tokenIndex + 1;
    } else return undefined;
  }
}

/** Returns the destination with its wildcards replaced by their values. */
export function fillDestination(destination: string, { namedValues, unnamedValues }: Captures): string {
  let nextValueIndex = 0;
  return destination.replace(globalWildcardPattern, (placeholder: string, name: string | undefined) => {
    if (name === undefined) return unnamedValues[nextValueIndex++] ?? placeholder;
    return namedValues.get(name) ?? placeholder;
  });
}

function parseToken(segment: string): Token {
  const match = wildcardPattern.exec(segment);
  if (!match) return { kind: "literal", text: segment };
  const prefix = segment.slice(0, match.index);
  const suffix = segment.slice(match.index + match[0].length);
  const name = match[1] ?? "";
  const matchesMoreSegments = name === "" || match[2] !== "";
  return matchesMoreSegments && suffix === "" ? { kind: "rest", prefix, name } : { kind: "one", prefix, suffix, name };
}

function matchesToken(token: Token, segment: string): boolean {
  if (token.kind === "literal") return token.text === segment;
  if (token.kind === "rest") return false;
  // A pattern can be matched against its own source (see `followRedirects`), whose last wildcard represents several
  // segments.
  if (segment.endsWith("*")) return false;
  const { prefix, suffix } = token;
  return segment.length > prefix.length + suffix.length && segment.startsWith(prefix) && segment.endsWith(suffix);
}

function captureSegments(
  tokens: readonly Token[],
  segments: readonly string[],
  segmentEnds: readonly number[],
): Captures {
  const valuesByName = new Map<string, string>();
  const unnamedValues: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "literal") continue;
    const start = index === 0 ? 0 : (segmentEnds[index - 1] ?? 0);
    const text = segments.slice(start, segmentEnds[index]).join("/");
    const capturedText = text.slice(
      token.prefix.length,
      token.kind === "one" ? text.length - token.suffix.length : undefined,
    );
    if (token.name === "") unnamedValues.push(capturedText);
    else valuesByName.set(token.name, capturedText);
  }
  return { namedValues: valuesByName, unnamedValues };
}

/**
 * Simplifies `:path(.*)` and `(.*)` to plain wildcards. These wildcards may match more than the author intended, but
 * that does no harm.
 */
function simplifyGroups(path: string): string {
  return path.replace(/(:[A-Za-z_]\w*)?\([^()/]*\)[*+?]?/g, (_, name: string | undefined) => (name ? `${name}*` : "*"));
}

/** An entry in `redirects` in docs.json or an included file. */
export interface Redirect {
  readonly source: string;
  /** A path on this site, with or without a leading slash, or a full URL. The destination can contain wildcards. */
  readonly destination: string;
  readonly sourceNode: JsonString;
  readonly destinationNode: JsonString;
  /** The redirect's entry, including its braces. */
  readonly node: JsonObject;
  /** The index of the redirect. If several patterns match a path, the first pattern applies. */
  readonly index: number;
  /** The source as normalized by `toRedirectPath`. */
  readonly path: string;
  /** The parsed source. Undefined if the source matches only one path. */
  readonly pattern?: RedirectPattern;
}

/** A redirect that matches a path, and its destination after wildcards have been replaced. */
export interface FollowedRedirect {
  readonly redirect: Redirect;
  readonly destination: string;
}

const maxRedirects = 50_000;
/**
 * The maximum number of patterns with the same prefix and required segment. The number is limited because these
 * patterns are tried one after another. A site usually has a few dozen patterns.
 */
const maxSimilarPatterns = 300;

/** Returns the redirects that have a source and a destination, in order. Cached for each docs.json. */
export function getRedirects(site: Pick<Site, "config">): readonly Redirect[] {
  return indexRedirects(site.config).redirects;
}

/**
 * Returns the redirect for a path on the site. A redirect with exactly this source takes precedence over the first
 * pattern that matches. The path can have a leading slash, but must not include the site's base path. A `#` or `?` and
 * the text after it are ignored. Sources that include the base path are found, too.
 */
export function findRedirect(site: Pick<Site, "config" | "settings">, path: string): FollowedRedirect | undefined {
  const source = toRedirectPath(path);
  const redirect = findRedirectByPath(site.config, source);
  if (redirect) return redirect;
  const basePath = toRedirectPath(site.settings.basePath ?? "");
  return basePath === ""
    ? undefined
    : findRedirectByPath(site.config, source === "" ? basePath : `${basePath}/${source}`);
}

/**
 * Formats the slug of a page for a redirect. The path that the site is hosted under, such as `/docs`, isn't part of the
 * result: the service compares sources with the rest of the path, and adds the path to destinations on the site. If the
 * slug starts with the same folder, the path is added so that the service doesn't treat this folder as the path.
 */
export function formatRedirectPath({ settings }: Pick<Site, "settings">, slug: string): string {
  const basePath = toRedirectPath(settings.basePath ?? "");
  return basePath !== "" && `${slug}/`.startsWith(`${basePath}/`) ? `/${basePath}/${slug}` : `/${slug}`;
}

/** Whether any redirect has a source under `/<folder>/`. */
export function hasRedirectsBelow(site: Pick<Site, "config">, folder: string): boolean {
  const { patternsByPrefix, folders } = indexRedirects(site.config);
  return folders.has(folder) || patternsByPrefix.has(folder) || patternsByPrefix.has("");
}

/**
 * Returns the offset of `#anchor` or `?query` in a source, or undefined if the source has neither. A redirect with an
 * anchor or query never matches, because only paths are compared.
 */
export function findAnchorOrQuery(source: string): number | undefined {
  // `:slug?` is an optional wildcard.
  const match = /#|(?<!:[A-Za-z_]\w{0,60})\?/.exec(source);
  return match?.index;
}

/**
 * Normalizes a path so that redirects can be compared. Decodes the path and removes its anchor, query, and leading and
 * trailing slashes.
 */
export function toRedirectPath(rawPath: string): string {
  const queryStart = rawPath.search(/[?#]/);
  const path = queryStart < 0 ? rawPath : rawPath.slice(0, queryStart);
  return trimSlashes(path.includes("%") ? decodePercent(path) : path);
}

interface RedirectIndex {
  readonly redirects: readonly Redirect[];
  readonly redirectsByPath: ReadonlyMap<string, Redirect>;
  /**
   * The patterns, grouped by literal prefix and then by required segment, so only a few patterns have to be tried for
   * each path.
   */
  readonly patternsByPrefix: ReadonlyMap<string, ReadonlyMap<string, readonly Redirect[]>>;
  /** The paths whose destination depends on how the path is written, such as `/a` or `/a/`. */
  readonly ambiguousPaths: ReadonlySet<string>;
  /** The paths of all folders that contain a source. */
  readonly folders: ReadonlySet<string>;
}

const indexRedirects = derive((config: Config): RedirectIndex => {
  const redirectsNode = getJsonValue(config.root, "redirects");
  const redirects: Redirect[] = [];
  const redirectsByPath = new Map<string, Redirect>();
  const patternsByPrefix = new Map<string, Map<string, Redirect[]>>();
  const ambiguousPaths = new Set<string>();
  for (const node of redirectsNode?.kind === "array" ? redirectsNode.items : []) {
    const redirect = readRedirect(node, redirects.length);
    if (!redirect || redirects.length >= maxRedirects) continue;
    redirects.push(redirect);
    if (findAnchorOrQuery(redirect.source) !== undefined) continue;
    if (!redirect.pattern) {
      const firstRedirect = redirectsByPath.get(redirect.path);
      if (!firstRedirect) redirectsByPath.set(redirect.path, redirect);
      else if (firstRedirect.source !== redirect.source && firstRedirect.destination !== redirect.destination)
        ambiguousPaths.add(redirect.path);
      continue;
    }
    const { prefix, requiredSegment } = redirect.pattern;
    const patternsBySegment = patternsByPrefix.get(prefix) ?? new Map<string, Redirect[]>();
    patternsByPrefix.set(prefix, patternsBySegment);
    const redirectsWithSegment = patternsBySegment.get(requiredSegment);
    if (!redirectsWithSegment) patternsBySegment.set(requiredSegment, [redirect]);
    else if (redirectsWithSegment.length < maxSimilarPatterns) redirectsWithSegment.push(redirect);
  }
  const folders = getParentFolders([...redirectsByPath.keys(), ...patternsByPrefix.keys()]);
  return { redirects, redirectsByPath, patternsByPrefix, ambiguousPaths, folders };
});

function readRedirect(node: JsonNode, index: number): Redirect | undefined {
  const sourceNode = getJsonValue(node, "source");
  const destinationNode = getJsonValue(node, "destination");
  if (node.kind !== "object" || sourceNode?.kind !== "string" || destinationNode?.kind !== "string") return undefined;
  const source = sourceNode.value;
  const destination = destinationNode.value;
  if (source.trim() === "" || destination.trim() === "") return undefined;
  const path = toRedirectPath(source);
  const pattern = parseRedirectPattern(path);
  return {
    source,
    destination,
    sourceNode,
    destinationNode,
    node,
    index,
    path,
    ...(pattern && { pattern }),
  };
}

/**
 * Returns the redirect for a path. Exact sources take precedence over patterns, because sites list an exception after
 * the pattern that covers it.
 */
function findRedirectByPath(config: Config, path: string): FollowedRedirect | undefined {
  const { redirectsByPath, patternsByPrefix } = indexRedirects(config);
  const exactMatch = redirectsByPath.get(path);
  if (exactMatch) return { redirect: exactMatch, destination: exactMatch.destination };
  let bestRedirect: FollowedRedirect | undefined;
  if (patternsByPrefix.size === 0) return bestRedirect;
  const segments = path === "" ? [] : path.split("/");
  for (const prefix of listPrefixes(path)) {
    const patternsBySegment = patternsByPrefix.get(prefix);
    if (!patternsBySegment) continue;
    for (const requiredSegment of new Set(["", ...segments]))
      for (const redirect of patternsBySegment.get(requiredSegment) ?? []) {
        if (bestRedirect && redirect.index > bestRedirect.redirect.index) break;
        const captures = redirect.pattern && matchRedirectPattern(redirect.pattern, segments);
        if (captures) bestRedirect = { redirect, destination: fillDestination(redirect.destination, captures) };
      }
  }
  return bestRedirect;
}

/** Yields the path and all folders above it, such as `""`, `a`, `a/b`, and `a/b/c` for `a/b/c`. */
function* listPrefixes(path: string): Iterable<string> {
  yield "";
  for (
    let slashIndex = path.indexOf("/"), depth = 0;
    slashIndex >= 0 && depth < 60;
    slashIndex = path.indexOf("/", slashIndex + 1), depth++
  )
    yield path.slice(0, slashIndex);
  if (path !== "") yield path;
}

function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}

/** The redirects that readers follow from a redirect's source. Existing pages are ignored. */
export type RedirectChain =
  /**
   * The redirect never applies, because its source contains an anchor or query, or because another redirect takes
   * precedence.
   */
  | { readonly kind: "unused" }
  /** The chain consists of only one redirect. Its destination is on this site or another site. */
  | { readonly kind: "direct" }
  /** The redirect's destination is its own source, so browsers report an error. */
  | { readonly kind: "to-itself" }
  /**
   * The redirect is part of a loop. `redirects` contains the other redirects in order. If `isGrowing` is set, the path
   * gets longer with each iteration. For example, `/x/:a*` redirects to `/x/b/:a*`, which redirects to `/x/b/b/:a*`.
   */
  | { readonly kind: "loop"; readonly redirects: readonly Redirect[]; readonly isGrowing?: true }
  /** Other redirects follow, but the chain ends. */
  | {
      readonly kind: "chain";
      /** The redirect that applies to the destination of the first redirect. */
      readonly nextRedirect: Redirect;
      readonly lastRedirect: Redirect;
      /** The final destination as written in the last redirect, including its wildcards. */
      readonly destination: string;
    }
  /**
   * The chain ends in a loop of other redirects, is too long to follow, or depends on whether a path has a trailing
   * slash.
   */
  | { readonly kind: "unclear" };

type RedirectSiteParts = Pick<Site, "config" | "settings">;

const maxHops = 20;

/**
 * Returns the redirects that readers follow from the redirect's source. Cached for each docs.json and each version of
 * the settings.
 */
export function followRedirectChain({ config, settings }: RedirectSiteParts, redirect: Redirect): RedirectChain {
  return resolveInConfig(config)(settings)(redirect);
}

/**
 * Returns the normalized path of a destination on this site, without the base path, or undefined if the destination is
 * on another site.
 */
export function getDestinationPath({ settings }: Pick<Site, "settings">, destination: string): string | undefined {
  const parsedUrl = parseLinkUrl(destination);
  if (parsedUrl.kind !== "local") return undefined;
  const path = toRedirectPath(destination);
  const basePath = toRedirectPath(settings.basePath ?? "");
  if (basePath === "" || !`${path}/`.startsWith(`${basePath}/`)) return path;
  return path.slice(basePath.length + 1);
}

const resolveInConfig = derive((config: RedirectSiteParts["config"]) =>
  derive((settings: RedirectSiteParts["settings"]) => {
    const getNextHop = cacheByPath((path) => findNextHop({ config, settings }, path));
    return derive((redirect: Redirect) => followRedirects({ config, settings }, redirect, getNextHop));
  }),
);

/** A redirect that applies to a path, and the path of the redirect's destination on this site. */
interface Hop extends FollowedRedirect {
  readonly path: string | undefined;
}
type HopFinder = (path: string) => Hop | undefined;

/**
 * The maximum number of paths for which the next redirect is cached. Thousands of redirects can lead into the same
 * chain.
 */
const maxCachedRedirects = 100_000;

function cacheByPath<Result>(compute: (path: string) => Result): (path: string) => Result {
  const resultsByPath = new Map<string, { readonly result: Result }>();
  return (path) => {
    const cachedResult = resultsByPath.get(path) ?? { result: compute(path) };
    if (resultsByPath.size < maxCachedRedirects) resultsByPath.set(path, cachedResult);
    return cachedResult.result;
  };
}

/**
 * Returns the redirects that readers follow from the redirect's source. For a pattern, the path is the source as
 * written, so a wildcard such as `:slug*` matches itself and remains in the final destination.
 */
function followRedirects(site: RedirectSiteParts, redirect: Redirect, getNextHop: HopFinder): RedirectChain {
  if (findAnchorOrQuery(redirect.source) !== undefined) return { kind: "unused" };
  const firstPath = getDestinationPath(site, redirect.source);
  const followedRedirect = firstPath === undefined ? undefined : findRedirect(site, firstPath)?.redirect;
  const { ambiguousPaths } = indexRedirects(site.config);
  const isOtherSpelling = followedRedirect?.path === redirect.path && followedRedirect.source !== redirect.source;
  if (followedRedirect !== redirect && !isOtherSpelling) return { kind: "unused" };
  let path = getDestinationPath(site, redirect.destination);
  if (path === undefined) return { kind: "direct" };
  if (ambiguousPaths.has(path)) return { kind: "unclear" };
  if (path === firstPath) return { kind: "to-itself" };
  let destination = redirect.destination;
  const followedRedirects: Redirect[] = [];
  while (path !== undefined) {
    const hop = getNextHop(path);
    if (!hop) break;
    if (path === firstPath) return { kind: "loop", redirects: followedRedirects };
    if (hop.redirect === redirect && hasEndlessHops(hop, getNextHop))
      return { kind: "loop", redirects: followedRedirects, isGrowing: true };
    const isLoop = hop.redirect === redirect || followedRedirects.includes(hop.redirect);
    if (isLoop || ambiguousPaths.has(path) || followedRedirects.length === maxHops) return { kind: "unclear" };
    followedRedirects.push(hop.redirect);
    destination = inheritAnchor(destination, hop.destination);
    path = hop.path;
  }
  const [nextRedirect] = followedRedirects;
  if (!nextRedirect) return { kind: "direct" };
  return { kind: "chain", nextRedirect, lastRedirect: followedRedirects.at(-1) ?? nextRedirect, destination };
}

/** Whether the chain of redirects is longer than browsers allow. */
function hasEndlessHops(firstHop: Hop, getNextHop: HopFinder): boolean {
  let followedHop: Hop | undefined = firstHop;
  for (let hopCount = 0; followedHop && hopCount < maxHops; hopCount++)
    followedHop = followedHop.path === undefined ? undefined : getNextHop(followedHop.path);
  return followedHop !== undefined;
}

/**
 * Returns the redirect that applies to a path. The service doesn't specify whether `old/:slug*` matches `old` itself,
 * so this function returns undefined in that case.
 */
function findNextHop(site: RedirectSiteParts, path: string): Hop | undefined {
  const redirect = findRedirect(site, path);
  if (!redirect || redirect.redirect.pattern?.prefix === path) return undefined;
  return { ...redirect, path: getDestinationPath(site, redirect.destination) };
}

/** If the destination has no anchor, adds the anchor of the previous URL, as browsers do. */
function inheritAnchor(previousUrl: string, destination: string): string {
  const anchorStart = previousUrl.indexOf("#");
  return anchorStart < 0 || destination.includes("#") ? destination : destination + previousUrl.slice(anchorStart);
}
