import type { Random } from "./random.ts";
import { asRecord } from "./read-specs.ts";
import type { SiteCopy } from "./site-copy.ts";

/** What the address of a link names, as far as a plain reading of the site tells. */

/** The page file that a path from the root (`guides/start`) shows; undefined when there is none. */
export function pageFileOf({ files }: SiteCopy, path: string): string | undefined {
  return [`${path}.mdx`, `${path}.md`, `${path}/index.mdx`, `${path}/index.md`].find((file) =>
    files.has(file),
  );
}

/** Nothing can be there: no page, file, folder, redirect or generated page, in any letter case. */
export function isFree(site: SiteCopy, path: string): boolean {
  const folded = path.toLowerCase();
  for (const file of site.files) {
    const name = file.toLowerCase();
    if (name === folded || name.startsWith(`${folded}.`) || name.startsWith(`${folded}/`)) return false;
  }
  return !isRedirected(site, `/${path}`) && !isGenerated(site, path);
}

/** A redirect could take the path, patterns read generously. */
export function isRedirected({ config }: SiteCopy, path: string): boolean {
  const patterns = patternsBySite.get(config) ?? config.redirects.map(({ source }) => patternOf(source));
  patternsBySite.set(config, patterns);
  return patterns.some((pattern) => pattern.test(path));
}

const patternsBySite = new WeakMap<SiteCopy["config"], readonly RegExp[]>();

function patternOf(source: string): RegExp {
  const written = source.startsWith("/") ? source : `/${source}`;
  const pattern = written
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/:\w+(\\\?)?\*?|\*+/g, (part) => (part.includes("*") ? ".*" : "[^/]+"));
  return new RegExp(`^${pattern}/?$`, "i");
}

/** Pages are made from a specification in this folder, so a path there may be one of them. */
export function isGenerated({ config, specs }: SiteCopy, path: string): boolean {
  if (
    specs.length === 0 &&
    !config.all.some(({ key }) => key?.value === "openapi" || key?.value === "asyncapi")
  )
    return false;
  const folders = config.all.flatMap(({ key, value }) =>
    key?.value === "directory" && typeof value === "string" ? [value.replace(/^\/|\/$/g, "")] : [],
  );
  const hrefs = specs.flatMap(({ operations }) =>
    operations.flatMap(({ content }) => {
      const { href } = asRecord(content["x-mint"]) as { readonly href?: unknown };
      return typeof href === "string" ? [href.replace(/^\//, "")] : [];
    }),
  );
  return (
    ["api-reference", ...folders].some((folder) => folder !== "" && path.startsWith(`${folder}/`)) ||
    hrefs.includes(path)
  );
}

/** The path may be a page of a specification on the web, which nobody can look into here. */
export function isMadeElsewhere(site: SiteCopy, path: string): boolean {
  return readsAnAddress(site) && isGenerated(site, path);
}

/** A specification is named by its address on the web. */
export function readsAnAddress({ config }: SiteCopy): boolean {
  return config.all.some(
    ({ pointer, value }) => pointer.some((step) => step === "openapi") && /^https?:/.test(String(value)),
  );
}

/** A path like this one that names nothing: a slip of the pen, or another name. */
export function brokenPath(site: SiteCopy, path: string, random: Random): string | undefined {
  const at = path.lastIndexOf("/") + 1;
  const [folder, name] = [path.slice(0, at), path.slice(at)];
  const inside = 1 + random.below(Math.max(1, name.length - 1));
  const broken = random.pick([
    `${folder}${name.slice(0, inside)}${random.word(1)}${name.slice(inside)}`,
    `${folder}${name.slice(0, inside)}${name.slice(inside + 1)}`,
    `${folder}${name}-${random.word(4)}`,
    `${folder}zz-${random.word(6)}`,
  ]);
  return broken !== undefined && broken !== "" && isFree(site, broken) ? broken : undefined;
}

/** The same path with one letter in the other case; undefined when it has no letter or the site has that path too. */
export function otherCase(path: string, random: Random): string | undefined {
  const letters = [...path.matchAll(/[a-z]/g)].map(({ index }) => index);
  const at = random.pick(letters);
  return at === undefined
    ? undefined
    : path.slice(0, at) + (path[at] ?? "").toUpperCase() + path.slice(at + 1);
}
