import type { Random } from "../recall/random.ts";
import type { SiteCopy } from "../recall/site-copy.ts";
import { followRedirects, getSourcePath, toPlain } from "./follow-plainly.ts";
import { listGeneratedUrls } from "./generated-urls.ts";

/**
 * A path as the service would report it, along with the file that the path should be resolved to. The expected file is
 * determined before the code under test runs.
 */
export interface AskedPath {
  readonly kind: "page" | "generated" | "redirect" | "language" | "version" | "rename";
  readonly path: string;
  readonly file: string;
  /** The operation, if the service generates the page from one. */
  readonly operation?: string;
}

const toUrlPath = (file: string) => file.replace(/\.mdx?$/, "");

/** Returns every page in the navigation, with its URL in each format that services use. */
export function listPagePaths(site: SiteCopy, random: Random): readonly AskedPath[] {
  return site.pages.flatMap((file) => {
    const address = toUrlPath(file);
    const encoded = encodeURI(address);
    const ways = [
      `/${address}`,
      address,
      `/${encoded}/`,
      `https://docs.example.com/${encoded}?utm=${random.nextWord(4)}#${random.nextWord(5)}`,
      `http://localhost:3000/${encoded}#x`,
      `//preview.example.dev/${encoded}/?a=b`,
      `https://example.com/docs/${encoded}`,
      `/${address}.md`,
      `/${file}`,
      address.endsWith("/index") ? `/${address.slice(0, -"/index".length)}` : `/${address}/index`,
      `/${encoded.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
    ];
    // If a page `guides` exists, the page `guides/index` is reachable only by its full URL.
    const isBeside = (path: string) => {
      const short = toPlain(path).replace(/\/index$/, "");
      return short !== address && site.files.has(`${short}.mdx`);
    };
    return random
      .shuffle(ways.filter((path) => !isBeside(path)))
      .slice(0, 3)
      .map((path): AskedPath => ({ kind: "page", path, file }));
  });
}

export function listGeneratedPaths(site: SiteCopy, random: Random): readonly AskedPath[] {
  return listGeneratedUrls(site).map(({ slug, spec, operation }) => ({
    kind: "generated",
    path: random.pick([`/${slug}`, `${slug}/`, `https://docs.example.com/${encodeURI(slug)}?x#y`]) ?? slug,
    file: spec,
    operation,
  }));
}

/**
 * Returns the source of each redirect that ends at a page. If a source has wildcards, returns some paths that it
 * matches.
 */
export function listRedirectPaths(site: SiteCopy, random: Random): readonly AskedPath[] {
  // These paths are never requested, because browsers treat a backslash as a slash and don't send anything after `#`.
  return site.config.redirects.flatMap(({ source, destination }) => {
    const isPattern = /:[A-Za-z_]|\*/.test(source);
    const stem = toPlain(destination).replace(/(:[A-Za-z_]\w*[*+?]?|\*).*$/, "");
    const rests = isPattern
      ? random
          .shuffle(site.pages.filter((page) => page.startsWith(stem)))
          .slice(0, 5)
          .map((page) => toUrlPath(page).slice(stem.length))
      : [""];
    if (isPattern && !/:[A-Za-z_]|\*/.test(destination))
      rests.splice(0, 5, random.nextWord(5), `${random.nextWord(3)}/x`);
    return /[\\#]/.test(source)
      ? []
      : rests.flatMap((rest): AskedPath[] => {
          const path = toPlain(getSourcePath(source, () => rest));
          const file = path === "" ? undefined : followRedirects(site, path);
          return file === undefined || file === `${path}.mdx`
            ? []
            : [{ kind: "redirect", path: `/${path}${random.pick(["", "/", "?a=b#c"]) ?? ""}`, file }];
        });
  });
}

/** A folder that contains a language or version of a site. `""` is the site's root. */
export interface Edition {
  readonly kind: "language" | "version";
  readonly folder: string;
  /** The number of a version, which is used to find the nearest version. */
  readonly number?: number;
}

/**
 * Returns paths of page versions that are removed from the copy or never existed, so that the nearest remaining version
 * must be found. Deletes the removed files from `texts`.
 */
export function listEditionPaths(
  site: SiteCopy,
  texts: Map<string, string>,
  editions: readonly Edition[],
  random: Random,
): readonly AskedPath[] {
  const [first] = editions;
  if (!first) return [];
  const joinPath = (folder: string, rest: string) => (folder === "" ? rest : `${folder}/${rest}`);
  const getRest = (page: string) => {
    const edition =
      editions.find(({ folder }) => folder !== "" && page.startsWith(`${folder}/`)) ??
      editions.find(({ folder }) => folder === "");
    return edition && { edition, rest: edition.folder === "" ? page : page.slice(edition.folder.length + 1) };
  };
  const imported = [...texts.values()].join("\n").match(/["'][^"'\n]*\.mdx["']/g) ?? [];
  const requestedPaths: AskedPath[] = [];
  for (const page of random.shuffle(site.pages).slice(0, 60)) {
    const found = getRest(page);
    if (!found || imported.some((one) => one.includes(page))) continue;
    texts.delete(page);
    const file = findNearest(found.edition, found.rest);
    if (file === undefined) texts.set(page, site.texts.get(page) ?? "");
    else requestedPaths.push({ kind: found.edition.kind, path: `/${toUrlPath(page)}`, file });
  }
  const absent: Edition =
    first.kind === "language"
      ? { kind: "language", folder: "uk" }
      : { kind: "version", folder: first.folder.replace(/[^/]*$/, "v0"), number: 0 };
  for (const page of random.shuffle(site.pages).slice(0, 60)) {
    const rest = getRest(page)?.rest;
    const file = rest === undefined ? undefined : findNearest(absent, rest);
    const path = `/${joinPath(absent.folder, toUrlPath(rest ?? ""))}`;
    if (rest !== undefined && file !== undefined && !path.endsWith("index"))
      requestedPaths.push({ kind: first.kind, path, file });
  }
  return requestedPaths.filter(
    ({ file, path }) => texts.has(file) && followRedirects({ config: site.config, texts }, path.slice(1)) === undefined,
  );

  function findNearest(edition: Edition, rest: string): string | undefined {
    const getDistance = ({ number = 0 }: Edition) => Math.abs(number - (edition.number ?? 0)) - number / 1000;
    const order =
      edition.kind === "version" ? [...editions].sort((one, other) => getDistance(one) - getDistance(other)) : editions;
    return order
      .filter(({ folder }) => folder !== edition.folder)
      .map(({ folder }) => joinPath(folder, rest))
      .find((file) => texts.has(file));
  }
}
