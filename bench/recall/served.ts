import type { Random } from "./random.ts";
import { toRecord } from "./read-specs.ts";
import type { SiteCopy } from "./site-copy.ts";

/** The functions in this file resolve link URLs as precisely as a simple parser of the site allows. */

/** Returns the page file at a path from the root, such as `guides/start`, or undefined if it doesn't exist. */
export function getPageFile({ files }: SiteCopy, path: string): string | undefined {
  return [`${path}.mdx`, `${path}.md`, `${path}/index.mdx`, `${path}/index.md`].find((file) => files.has(file));
}

/**
 * Whether the path is unused, that is, whether no page, file, folder, redirect, or generated page has this path in any
 * letter case.
 */
export function isFree(site: SiteCopy, path: string): boolean {
  const folded = path.toLowerCase();
  for (const file of site.files) {
    const name = file.toLowerCase();
    if (name === folded || name.startsWith(`${folded}.`) || name.startsWith(`${folded}/`)) return false;
  }
  return !isRedirected(site, `/${path}`) && !isGenerated(site, path);
}

/** Whether a redirect might match the path, with a generous interpretation of patterns. */
export function isRedirected({ config }: SiteCopy, path: string): boolean {
  const patterns = patternsBySite.get(config) ?? config.redirects.map(({ source }) => toPattern(source));
  patternsBySite.set(config, patterns);
  return patterns.some((pattern) => pattern.test(path));
}

const patternsBySite = new WeakMap<SiteCopy["config"], readonly RegExp[]>();

function toPattern(source: string): RegExp {
  const pathPattern = source.startsWith("/") ? source : `/${source}`;
  const pattern = pathPattern
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/:\w+(\\\?)?\*?|\*+/g, (part) => (part.includes("*") ? ".*" : "[^/]+"));
  return new RegExp(`^${pattern}/?$`, "i");
}

/**
 * Whether pages are generated from a specification in the path's folder, so that the path might belong to one of these
 * pages.
 */
export function isGenerated({ config, specs }: SiteCopy, path: string): boolean {
  if (specs.length === 0 && !config.all.some(({ key }) => key?.value === "openapi" || key?.value === "asyncapi"))
    return false;
  const folders = config.all.flatMap(({ key, value }) =>
    key?.value === "directory" && typeof value === "string" ? [value.replace(/^\/|\/$/g, "")] : [],
  );
  const hrefs = specs.flatMap(({ operations }) =>
    operations.flatMap(({ content }) => {
      const { href } = toRecord(content["x-mint"]) as { readonly href?: unknown };
      return typeof href === "string" ? [href.replace(/^\//, "")] : [];
    }),
  );
  return (
    ["api-reference", ...folders].some((folder) => folder !== "" && path.startsWith(`${folder}/`)) ||
    hrefs.includes(path)
  );
}

/** Whether the path might be a page of a remote specification, which isn't available to the benchmark. */
export function isGeneratedPage(site: SiteCopy, path: string): boolean {
  return hasAddressReader(site) && isGenerated(site, path);
}

/** Whether the site refers to a specification by URL. */
export function hasAddressReader({ config }: SiteCopy): boolean {
  return config.all.some(
    ({ pointer, value }) => pointer.some((step) => step === "openapi") && /^https?:/.test(String(value)),
  );
}

/** Returns a similar path that doesn't exist, either with a typo or with another name. */
export function createBrokenPath(site: SiteCopy, path: string, random: Random): string | undefined {
  const at = path.lastIndexOf("/") + 1;
  const [folder, name] = [path.slice(0, at), path.slice(at)];
  const inside = 1 + random.nextBelow(Math.max(1, name.length - 1));
  const broken = random.pick([
    `${folder}${name.slice(0, inside)}${random.nextWord(1)}${name.slice(inside)}`,
    `${folder}${name.slice(0, inside)}${name.slice(inside + 1)}`,
    `${folder}${name}-${random.nextWord(4)}`,
    `${folder}zz-${random.nextWord(6)}`,
  ]);
  return broken !== undefined && broken !== "" && isFree(site, broken) ? broken : undefined;
}

/**
 * Returns the path with the case of one letter changed, or undefined if the path has no letters or the changed path
 * also exists.
 */
export function toOtherCase(path: string, random: Random): string | undefined {
  const letters = [...path.matchAll(/[a-z]/g)].map(({ index }) => index);
  const at = random.pick(letters);
  return at === undefined ? undefined : path.slice(0, at) + (path[at] ?? "").toUpperCase() + path.slice(at + 1);
}
