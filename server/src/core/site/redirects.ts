import { decodePercent } from "../text/decode-text.ts";
import { valueOf, type JsonNode, type JsonObject, type JsonString } from "../config/json/json-tree.ts";
import type { Config } from "../config/config.ts";
import { foldersAbove } from "../text/site-path.ts";
import { derive } from "../text/view.ts";
import {
  fillDestination,
  matchRedirectPattern,
  readRedirectPattern,
  type RedirectPattern,
} from "./redirect-pattern.ts";
import type { Site } from "./site.ts";

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

const mostRedirects = 50_000;
/** Patterns that are alike in this are tried one after the other; sites have a few dozen. */
const mostAlike = 300;

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
  const wanted = redirectPath(path);
  const found = findByPath(site.config, wanted);
  if (found) return found;
  const base = redirectPath(site.settings.basePath ?? "");
  return base === "" ? undefined : findByPath(site.config, wanted === "" ? base : `${base}/${wanted}`);
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
  const list = valueOf(config.root, "redirects");
  const all: Redirect[] = [];
  const byPath = new Map<string, Redirect>();
  const byPrefix = new Map<string, Map<string, Redirect[]>>();
  for (const node of list?.kind === "array" ? list.items : []) {
    const redirect = readRedirect(node, all.length);
    if (!redirect || all.length >= mostRedirects) continue;
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
    else if (same.length < mostAlike) same.push(redirect);
  }
  return { all, byPath, byPrefix, folders: foldersAbove([...byPath.keys(), ...byPrefix.keys()]) };
});

function readRedirect(node: JsonNode, index: number): Redirect | undefined {
  const sourceNode = valueOf(node, "source");
  const destinationNode = valueOf(node, "destination");
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
