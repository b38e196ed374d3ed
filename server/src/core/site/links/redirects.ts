import type { Config } from "../../config/config.ts";
import {
  type JsonNode,
  type JsonObject,
  type JsonString,
  getJsonValue,
} from "../../config/json/json-tree.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { foldersAbove } from "../../text/site-path.ts";
import { derive } from "../../text/view.ts";
import { readUrl } from "../pages/urls.ts";
import type { Site } from "../site.ts";

/**
 * The source of a redirect that stands for many paths, as the service and Next.js write them: `/old/:slug` one
 * segment, `/old/:slug*` any number, `/old/*` the same without a name, `/old/article-*` all that begin so.
 */
export interface RedirectPattern {
  /** The segments before the first wildcard: `old/guides`. Every path that matches begins with them. */
  readonly prefix: string;
  /** A fixed segment behind the first wildcard, which every path that matches has; `""` when there is none. */
  readonly needed: string;
  readonly tokens: readonly Token[];
}

/** What the wildcards stand for: by name, and the nameless in their order. */
export interface Captures {
  readonly named: ReadonlyMap<string, string>;
  readonly nameless: readonly string[];
}

type Token =
  | { readonly kind: "literal"; readonly text: string }
  /** One segment, with fixed text around the wildcard. */
  | { readonly kind: "one"; readonly before: string; readonly after: string; readonly name: string }
  /** Any number of segments; with text before it, at least the one that begins so. */
  | { readonly kind: "rest"; readonly before: string; readonly name: string };

const wildcard = /:([A-Za-z_]\w*)([*+?]?)|\*/;
const everyWildcard = new RegExp(wildcard, "g");
const maxSegments = 60;

/** Undefined for a plain path, which stands for itself alone. `path` has no slash at its ends. */
export function readRedirectPattern(path: string): RedirectPattern | undefined {
  const simple = path.includes("(") ? simplifyGroups(path) : path;
  const segments = simple.split("/");
  if (!wildcard.test(simple) || segments.length > maxSegments) return undefined;
  const tokens = segments.map(readToken);
  const fixed = tokens.findIndex(({ kind }) => kind !== "literal");
  const needed = tokens.findLastIndex(({ kind }, index) => kind === "literal" && index > fixed);
  return { prefix: segments.slice(0, fixed).join("/"), needed: segments[needed] ?? "", tokens };
}

/** What the wildcards stand for when the segments of a path match. Linear but for one pattern's own length. */
export function matchRedirectPattern(
  { tokens }: RedirectPattern,
  segments: readonly string[],
): Captures | undefined {
  const last = tokens.at(-1);
  if (last?.kind === "literal" && last.text !== segments.at(-1)) return undefined;
  const ends: number[] = [];
  let token = 0;
  let segment = 0;
  // As in matching file globs, only the last wildcard that swallows any number need ever be taken back.
  let retry: { token: number; segment: number } | undefined;
  for (;;) {
    const current = tokens[token];
    if (
      current?.kind === "rest" &&
      (current.before === "" || segments[segment]?.startsWith(current.before))
    ) {
      retry = { token, segment: segment + (current.before === "" ? 0 : 1) };
      segment = retry.segment;
      ends[token++] = segment;
    } else if (current && segment < segments.length && matchesOne(current, segments[segment] ?? "")) {
      ends[token++] = ++segment;
    } else if (!current && segment === segments.length) return capture(tokens, segments, ends);
    else if (retry && retry.segment < segments.length) {
      segment = ++retry.segment;
      ends[retry.token] = segment;
      token = retry.token + 1;
    } else return undefined;
  }
}

/** The destination with each wildcard replaced by what it stands for in the source. */
export function fillDestination(destination: string, { named, nameless }: Captures): string {
  let next = 0;
  return destination.replace(everyWildcard, (written: string, name: string | undefined) => {
    if (name === undefined) return nameless[next++] ?? written;
    return named.get(name) ?? written;
  });
}

function readToken(segment: string): Token {
  const found = wildcard.exec(segment);
  if (!found) return { kind: "literal", text: segment };
  const before = segment.slice(0, found.index);
  const after = segment.slice(found.index + found[0].length);
  const name = found[1] ?? "";
  const swallowsMore = name === "" || found[2] !== "";
  return swallowsMore && after === "" ? { kind: "rest", before, name } : { kind: "one", before, after, name };
}

function matchesOne(token: Token, segment: string): boolean {
  if (token.kind === "literal") return token.text === segment;
  if (token.kind === "rest") return false;
  // A pattern's own source may be matched (`redirects.ts`): its last wildcard stands for several segments.
  if (segment.endsWith("*")) return false;
  const { before, after } = token;
  return (
    segment.length > before.length + after.length && segment.startsWith(before) && segment.endsWith(after)
  );
}

function capture(tokens: readonly Token[], segments: readonly string[], ends: readonly number[]): Captures {
  const named = new Map<string, string>();
  const nameless: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "literal") continue;
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
    const text = segments.slice(start, ends[index]).join("/");
    const held = text.slice(
      token.before.length,
      token.kind === "one" ? text.length - token.after.length : undefined,
    );
    if (token.name === "") nameless.push(held);
    else named.set(token.name, held);
  }
  return { named, nameless };
}

/** `:path(.*)` and `(.*)` as plain wildcards: that they match more than the author meant does no harm here. */
function simplifyGroups(path: string): string {
  return path.replace(/(:[A-Za-z_]\w*)?\([^()/]*\)[*+?]?/g, (_, name: string | undefined) =>
    name ? `${name}*` : "*",
  );
}

/** One entry of `redirects` in docs.json or a file it pulls in. */
export interface Redirect {
  readonly source: string;
  /** A path of this site, with or without a slash in front, or a whole URL; wildcards not filled in. */
  readonly destination: string;
  readonly sourceNode: JsonString;
  readonly destinationNode: JsonString;
  /** The entry with its braces. */
  readonly node: JsonObject;
  /** Its place among the redirects: of several patterns that match, the first is taken. */
  readonly index: number;
  /** The source as `redirectPath` writes it. */
  readonly path: string;
  /** Only where the source stands for many paths. */
  readonly pattern?: RedirectPattern;
}

/** A redirect that matches a path, and where it leads with its wildcards filled in. */
export interface FollowedRedirect {
  readonly redirect: Redirect;
  readonly destination: string;
}

const maxRedirects = 50_000;
/** Patterns that are alike in this are tried one after the other; sites have a few dozen. */
const maxAlike = 300;

/** The redirects of a site that have a source and a destination, in their order; read once per docs.json. */
export function redirectsOf(site: Pick<Site, "config">): readonly Redirect[] {
  return readRedirects(site.config).all;
}

/**
 * The redirect that answers for a path of the site: the one with just this source, else the first whose pattern matches. The path is written with or without a slash in front; what stands behind
 * `#` or `?` is not looked at. The caller has taken off the base path; a source that has it is found without too.
 */
export function findRedirect(
  site: Pick<Site, "config" | "settings">,
  path: string,
): FollowedRedirect | undefined {
  const requested = redirectPath(path);
  const found = findByPath(site.config, requested);
  if (found) return found;
  const base = redirectPath(site.settings.basePath ?? "");
  return base === "" ? undefined : findByPath(site.config, requested === "" ? base : `${base}/${requested}`);
}

/** Whether some redirect has its source below `/<folder>/`. */
export function hasRedirectsBelow(site: Pick<Site, "config">, folder: string): boolean {
  const { byPrefix, folders } = readRedirects(site.config);
  return folders.has(folder) || byPrefix.has(folder) || byPrefix.has("");
}

/** Where `#anchor` or `?query` begins in a source; such a redirect never matches, since only paths are compared. */
export function anchorOrQueryAt(source: string): number | undefined {
  // `:slug?` is a wildcard that may be missing.
  const found = /#|(?<!:[A-Za-z_]\w{0,60})\?/.exec(source);
  return found?.index;
}

/** A path as redirects are compared: decoded, without anchor, query and the slashes at its ends. */
export function redirectPath(written: string): string {
  const cut = written.search(/[?#]/);
  const path = cut < 0 ? written : written.slice(0, cut);
  return trimSlashes(path.includes("%") ? decodePercent(path) : path);
}

interface RedirectIndex {
  readonly all: readonly Redirect[];
  readonly byPath: ReadonlyMap<string, Redirect>;
  /** Patterns by the fixed segments they begin with, then by one they need, so that a path asks few of them. */
  readonly byPrefix: ReadonlyMap<string, ReadonlyMap<string, readonly Redirect[]>>;
  /** Every folder that a source lies in, however deep. */
  readonly folders: ReadonlySet<string>;
}

const readRedirects = derive((config: Config): RedirectIndex => {
  const list = getJsonValue(config.root, "redirects");
  const all: Redirect[] = [];
  const byPath = new Map<string, Redirect>();
  const byPrefix = new Map<string, Map<string, Redirect[]>>();
  for (const node of list?.kind === "array" ? list.items : []) {
    const redirect = readRedirect(node, all.length);
    if (!redirect || all.length >= maxRedirects) continue;
    all.push(redirect);
    if (anchorOrQueryAt(redirect.source) !== undefined) continue;
    if (!redirect.pattern) {
      if (!byPath.has(redirect.path)) byPath.set(redirect.path, redirect);
      continue;
    }
    const { prefix, needed } = redirect.pattern;
    const begun = byPrefix.get(prefix) ?? new Map<string, Redirect[]>();
    byPrefix.set(prefix, begun);
    const same = begun.get(needed);
    if (!same) begun.set(needed, [redirect]);
    else if (same.length < maxAlike) same.push(redirect);
  }
  return { all, byPath, byPrefix, folders: foldersAbove([...byPath.keys(), ...byPrefix.keys()]) };
});

function readRedirect(node: JsonNode, index: number): Redirect | undefined {
  const sourceNode = getJsonValue(node, "source");
  const destinationNode = getJsonValue(node, "destination");
  if (node.kind !== "object" || sourceNode?.kind !== "string" || destinationNode?.kind !== "string")
    return undefined;
  const source = sourceNode.value;
  const destination = destinationNode.value;
  if (source.trim() === "" || destination.trim() === "") return undefined;
  const path = redirectPath(source);
  const pattern = readRedirectPattern(path);
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

/** A plain source is asked first: sites name exceptions behind the pattern that covers them. */
function findByPath(config: Config, path: string): FollowedRedirect | undefined {
  const { byPath, byPrefix } = readRedirects(config);
  const plain = byPath.get(path);
  if (plain) return { redirect: plain, destination: plain.destination };
  let best: FollowedRedirect | undefined;
  if (byPrefix.size === 0) return best;
  const segments = path === "" ? [] : path.split("/");
  for (const prefix of prefixesOf(path)) {
    const begun = byPrefix.get(prefix);
    if (!begun) continue;
    for (const needed of new Set(["", ...segments]))
      for (const redirect of begun.get(needed) ?? []) {
        if (best && redirect.index > best.redirect.index) break;
        const captures = redirect.pattern && matchRedirectPattern(redirect.pattern, segments);
        if (captures) best = { redirect, destination: fillDestination(redirect.destination, captures) };
      }
  }
  return best;
}

/** `""`, `a`, `a/b` and `a/b/c` of `a/b/c`. */
function* prefixesOf(path: string): Iterable<string> {
  yield "";
  for (
    let slash = path.indexOf("/"), met = 0;
    slash >= 0 && met < 60;
    slash = path.indexOf("/", slash + 1), met++
  )
    yield path.slice(0, slash);
  if (path !== "") yield path;
}

function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}

/** What readers who open the source of a redirect are led through, whatever pages there are. */
export type RedirectChain =
  /** Nobody is ever led by it: its source has an anchor, or another redirect answers for it. */
  | { readonly kind: "unused" }
  /** One step, to this site or another. */
  | { readonly kind: "direct" }
  /** To its own source: browsers give up. */
  | { readonly kind: "to-itself" }
  /**
   * Round in a circle of which it is a part. `through` are the others, in the order met. With `isGrowing` the path is
   * another each time: `/x/:a*` leads to `/x/b/:a*`, and so to `/x/b/b/:a*`.
   */
  | { readonly kind: "loop"; readonly through: readonly Redirect[]; readonly isGrowing?: true }
  /** Several steps, with an end. */
  | {
      readonly kind: "chain";
      /** The redirect that its destination meets. */
      readonly next: Redirect;
      /** Where they end up, as the last redirect writes it, wildcards kept. */
      readonly destination: string;
    }
  /** Into a circle of others, or too far to tell. */
  | { readonly kind: "unclear" };

type Parts = Pick<Site, "config" | "settings">;

const maxHops = 20;

/** Read once per docs.json and settings. */
export function followRedirectChain({ config, settings }: Parts, redirect: Redirect): RedirectChain {
  return ofConfig(config)(settings)(redirect);
}

/**
 * The path of this site that a destination names, as redirects are compared; undefined for another site.
 * The base path is taken off.
 */
export function destinationPath(
  { settings }: Pick<Site, "settings">,
  destination: string,
): string | undefined {
  const url = readUrl(destination);
  if (url.kind !== "local") return undefined;
  const path = redirectPath(destination);
  const base = redirectPath(settings.basePath ?? "");
  if (base === "" || !`${path}/`.startsWith(`${base}/`)) return path;
  return path.slice(base.length + 1);
}

const ofConfig = derive((config: Parts["config"]) =>
  derive((settings: Parts["settings"]) => {
    const next = onceForEach((path) => nextHop({ config, settings }, path));
    return derive((redirect: Redirect) => follow({ config, settings }, redirect, next));
  }),
);

/** A redirect that answers for a path, and the path of this site that it leads to. */
interface Hop extends FollowedRedirect {
  readonly path: string | undefined;
}
type NextHop = (path: string) => Hop | undefined;

/** Thousands of redirects may lead through the same ones. */
const maxCachedRedirects = 100_000;

function onceForEach<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (path) => {
    const found = known.get(path) ?? { answer: ask(path) };
    if (known.size < maxCachedRedirects) known.set(path, found);
    return found.answer;
  };
}

/**
 * A pattern is followed by its own source: the wildcards of `old/:slug*` stand for themselves, so that what comes
 * out in the end is written with them again.
 */
function follow(site: Parts, redirect: Redirect, next: NextHop): RedirectChain {
  const start = destinationPath(site, redirect.source);
  if (start === undefined || findRedirect(site, start)?.redirect !== redirect) return { kind: "unused" };
  let path = destinationPath(site, redirect.destination);
  if (path === undefined) return { kind: "direct" };
  if (path === start) return { kind: "to-itself" };
  let destination = redirect.destination;
  const met: Redirect[] = [];
  while (path !== undefined) {
    const followed = next(path);
    if (!followed) break;
    if (path === start) return { kind: "loop", through: met };
    if (followed.redirect === redirect && isEndless(followed, next))
      return { kind: "loop", through: met, isGrowing: true };
    const again = followed.redirect === redirect || met.includes(followed.redirect);
    if (again || met.length === maxHops) return { kind: "unclear" };
    met.push(followed.redirect);
    destination = withAnchorOf(destination, followed.destination);
    path = followed.path;
  }
  const [first] = met;
  return first ? { kind: "chain", next: first, destination } : { kind: "direct" };
}

/** Whether there is always another redirect that answers, as far as browsers follow. */
function isEndless(from: Hop, next: NextHop): boolean {
  let followed: Hop | undefined = from;
  for (let hop = 0; followed && hop < maxHops; hop++)
    followed = followed.path === undefined ? undefined : next(followed.path);
  return followed !== undefined;
}

/** Whether `old/:slug*` answers for `old` itself is not told by the service, so nothing is built on it. */
function nextHop(site: Parts, path: string): Hop | undefined {
  const followed = findRedirect(site, path);
  if (!followed || followed.redirect.pattern?.prefix === path) return undefined;
  return { ...followed, path: destinationPath(site, followed.destination) };
}

/** Browsers keep the anchor through a redirect that names none. */
function withAnchorOf(before: string, destination: string): string {
  const at = before.indexOf("#");
  return at < 0 || destination.includes("#") ? destination : destination + before.slice(at);
}
