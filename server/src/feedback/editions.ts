import type { Config } from "../core/config/config.ts";
import type { Profile } from "../core/config/settings/profile.ts";
import { derive } from "../core/text/view.ts";
import { generatedPages, type GeneratedPage } from "../core/site/specs/generated-pages.ts";
import { navigationOf } from "../core/site/settings/navigation.ts";
import { pageListings } from "../core/site/navigation/navigation-pages.ts";
import type { Site } from "../core/site/site.ts";

/** A language and a version, by the parts of addresses that stand for them: `fr`, `v2`. Lower case. */
export interface Edition {
  readonly language?: string;
  readonly version?: string;
}

/** An address without the parts that say in which language and version it is: `guides/start` of `fr/v2/guides/start`. */
export interface EditionPath {
  readonly core: string;
  readonly edition: Edition;
}

/** How the addresses of a site tell its languages and versions. */
export interface Editions {
  readonly split: (path: string) => EditionPath;
  /** In the order of the navigation, the one in which readers arrive first. */
  readonly languages: readonly string[];
  readonly versions: readonly string[];
  /** Of a page whose address does not tell it, by its place in the navigation. */
  readonly bySlug: ReadonlyMap<string, Edition>;
}

type Parts = Pick<Site, "config" | "specs" | "profile">;

/** Read once per docs.json and set of specifications. */
export function editionsOf(site: Parts): Editions {
  return inConfig(site.config)(site.profile)(generatedPages(site));
}

const inConfig = derive((config: Config) =>
  derive((profile: Profile) =>
    derive((generated: readonly GeneratedPage[]) => read(config, profile, generated)),
  ),
);

/** Languages and versions stand in front of the rest, behind at most two other parts. */
const mostSegments = 3;
/** Of the pages of a language or version so many have to lie in a folder that is taken for its own. */
const fewestInFolder = 0.9;

function read(config: Config, profile: Profile, generated: readonly GeneratedPage[]): Editions {
  const bySlug = new Map<string, Edition>();
  const put = (slug: string, language: string | undefined, version: string | undefined) => {
    if (bySlug.has(slug) || (language === undefined && version === undefined)) return;
    bySlug.set(slug, {
      ...(language !== undefined && { language: language.toLowerCase() }),
      ...(version !== undefined && { version: version.toLowerCase() }),
    });
  };
  for (const { entry, slug } of pageListings(config))
    if (!entry.lost && slug !== "") put(slug, entry.parent.language, entry.parent.version);
  for (const { slug, language, version } of generated) put(slug, language, version);
  const languages = namesOf(config, "language");
  const versions = namesOf(config, "version");
  const languageFolders = foldersOf(bySlug, "language");
  const versionFolders = foldersOf(bySlug, "version");
  const codes = new Set(profile.languageCodes.map((code) => code.toLowerCase()));
  const languageOf = (segment: string, at: number) =>
    languageFolders.get(segment) ??
    (languages.includes(segment) || (at === 0 && codes.has(segment)) ? segment : undefined);
  // The last part names the page, as `v2-1` does in a changelog.
  const versionOf = (segment: string, isName: boolean) =>
    versionFolders.get(segment) ??
    (versions.includes(segment) || (!isName && isVersion(segment, versions.length > 0))
      ? segment
      : undefined);
  const split = (path: string): EditionPath => {
    const edition: { language?: string; version?: string } = {};
    const rest: string[] = [];
    const segments = path.split("/");
    for (const [at, segment] of segments.entries()) {
      const folded = segment.toLowerCase();
      const isInFront = rest.length < mostSegments;
      const language = isInFront && edition.language === undefined ? languageOf(folded, at) : undefined;
      const version =
        isInFront && language === undefined && edition.version === undefined
          ? versionOf(folded, at > 0 && at === segments.length - 1)
          : undefined;
      if (language !== undefined) edition.language = language;
      else if (version !== undefined) edition.version = version;
      else if (segment !== "") rest.push(segment);
    }
    if (rest.at(-1) === "index") rest.pop();
    return { core: rest.join("/"), edition };
  };
  return { split, languages, versions, bySlug };
}

function namesOf(config: Config, kind: "language" | "version"): readonly string[] {
  const found = navigationOf(config).elements.filter((element) => element.kind === kind && !element.lost);
  const names = [...found.filter(({ isDefault }) => isDefault), ...found].flatMap(
    (element) => (kind === "language" ? element.language : element.version) ?? [],
  );
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/** Folders in which nearly all pages of one language or version lie, and none of another. */
function foldersOf(bySlug: ReadonlyMap<string, Edition>, axis: keyof Edition): ReadonlyMap<string, string> {
  const pages = new Map<string, number>();
  const inFolder = new Map<string, Map<string, number>>();
  for (const [slug, { [axis]: name }] of bySlug) {
    if (name === undefined) continue;
    pages.set(name, (pages.get(name) ?? 0) + 1);
    for (const segment of new Set(slug.toLowerCase().split("/").slice(0, -1).slice(0, mostSegments))) {
      const counts = inFolder.get(segment) ?? new Map<string, number>();
      inFolder.set(segment, counts.set(name, (counts.get(name) ?? 0) + 1));
    }
  }
  const folders = new Map<string, string>();
  for (const [segment, counts] of pages.size > 1 ? inFolder : [])
    for (const [name, count] of counts)
      if (counts.size === 1 && count >= fewestInFolder * (pages.get(name) ?? 0)) folders.set(segment, name);
  return folders;
}

/** `v2`, `2.1`, `v1.x`; where the site has versions also `2`, `2026-04` and `latest`. */
function isVersion(segment: string, hasVersions: boolean): boolean {
  if (segment.length > 30) return false;
  if (/^v\d+([._-]\d+){0,3}([._-]?(x|alpha|beta|rc)\d*)?$/.test(segment)) return true;
  if (/^\d+(\.\d+){1,3}(\.x)?$/.test(segment)) return true;
  return hasVersions && /^(\d{1,4}([._-]\d{1,2}){0,2}|latest|stable|next|current)$/.test(segment);
}
