import type { FormerFiles } from "../core/site/files/former-files.ts";
import { derive } from "../core/text/view.ts";
import { redirectsOf } from "../core/site/links/redirects.ts";
import { slugOf } from "../core/site/pages/pages.ts";
import { editionsOf, type Edition, type Editions } from "./editions.ts";
import { addressesOf, followAddress, leastSure, type AddressParts, type Reached } from "./follow-address.ts";

/** An address that has the same core as the one that is looked for. */
interface Relative {
  readonly path: string;
  /** As the address tells it. */
  readonly written: Edition;
  /** With what the navigation tells of it. */
  readonly edition: Edition;
}

type RelativesByCore = ReadonlyMap<string, readonly Relative[]>;

/**
 * The page of the nearest version or language where there is none in the one that a path names: `v3/start` or `start`
 * for `v1/start`, `fr/start` of a page that is not translated. Undefined where no address is the same but for that.
 */
export function nearestEdition(site: AddressParts, former: FormerFiles, path: string): Reached | undefined {
  const editions = editionsOf(site);
  const { core, edition } = editions.split(path);
  for (const relatives of [pageRelatives(site), redirectRelatives(site), formerRelatives(site, former)]) {
    const known = relatives.get(core);
    if (!known) continue;
    const wanted = whole(edition, editions);
    const ranked = known
      .filter((relative) => relative.path !== path)
      .map((relative) => {
        const found = whole(relative.edition, editions);
        return { ...relative, found, rank: rankOf(wanted, found, editions) };
      })
      .sort((one, other) => compare(one.rank, other.rank));
    for (const { path: address, found, written } of ranked.slice(0, mostTried)) {
      const reached = followAddress(site, former, address);
      const difference = differenceOf(wanted, found) ?? differenceOf(edition, written) ?? "version";
      if ("slug" in reached) return { ...reached, by: leastSure(reached.by, difference) };
    }
  }
  return undefined;
}

const mostTried = 5;

/** Which of the two tells them apart; a language counts for more. */
function differenceOf(one: Edition, other: Edition): "version" | "language" | undefined {
  if (one.language !== other.language) return "language";
  return one.version === other.version ? undefined : "version";
}

/** With that in which readers arrive where an address tells none. */
function whole({ language, version }: Edition, { languages, versions }: Editions): Edition {
  return { language: language ?? languages[0] ?? "", version: version ?? versions[0] ?? "" };
}

/** Smaller is nearer: what differs, how far the version lies, how far down the language stands, newer first. */
function rankOf(wanted: Edition, found: Edition, { languages, versions }: Editions): readonly number[] {
  const [fromVersion = "", toVersion = ""] = [wanted.version, found.version];
  const [fromLanguage = "", toLanguage = ""] = [wanted.language, found.language];
  const isOther = { version: fromVersion !== toVersion, language: fromLanguage !== toLanguage };
  const isRegional = isOther.language && baseOf(fromLanguage) === baseOf(toLanguage);
  return [
    Number(isOther.version) + Number(isOther.language),
    Number(isOther.language),
    isOther.language && !isRegional ? 1 + placeOf(toLanguage, languages) : 0,
    isOther.version ? versionDistance(fromVersion, toVersion, versions) : 0,
    -numberOf(toVersion),
  ];
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, value] of one.entries()) {
    const difference = value - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `pt` of `pt-BR`. */
const baseOf = (language: string) => language.split("-", 1)[0] ?? language;

const placeOf = (name: string, names: readonly string[]) =>
  names.includes(name) ? names.indexOf(name) : names.length;

/** How many versions of the site lie between two; for those that are no numbers how far down in the navigation. */
function versionDistance(from: string, to: string, versions: readonly string[]): number {
  const [one, other] = [numberOf(from), numberOf(to)];
  if (one === 0 || other === 0) return 1000 + placeOf(to, versions);
  const known = versions.map(numberOf).filter((number) => number > 0);
  if (known.length === 0) return Math.abs(one - other);
  // One that is no more lies between two that are.
  const orderOf = (wanted: number) =>
    known.filter((number) => number < wanted).length - (known.includes(wanted) ? 0 : 0.5);
  return Math.abs(orderOf(one) - orderOf(other));
}

/** `v2.1` as a number to compare, 0 without one. */
function numberOf(version: string): number {
  const [first = "", second = "0", third = "0"] = version.match(/\d{1,4}/g) ?? [];
  return first === "" ? 0 : (Number(first) * 10_000 + Number(second)) * 10_000 + Number(third) + 1;
}

function pageRelatives(site: AddressParts): RelativesByCore {
  return ofConfig(site.config)(site.specs)(site.pages)(site.profile).pages;
}

function redirectRelatives(site: AddressParts): RelativesByCore {
  return ofConfig(site.config)(site.specs)(site.pages)(site.profile).redirects;
}

const ofConfig = derive((config: AddressParts["config"]) =>
  derive((specs: AddressParts["specs"]) =>
    derive((pages: AddressParts["pages"]) =>
      derive((profile: AddressParts["profile"]) => {
        const site = { config, specs, pages, profile };
        const editions = editionsOf(site);
        const plain = redirectsOf(site).flatMap(({ path, pattern }) => (pattern ? [] : [path]));
        return { pages: byCore(addressesOf(site), editions), redirects: byCore(plain, editions) };
      }),
    ),
  ),
);

function formerRelatives(site: AddressParts, former: FormerFiles): RelativesByCore {
  return ofEditions(editionsOf(site))(former);
}

const ofEditions = derive((editions: Editions) =>
  derive(({ nowAt }: FormerFiles) =>
    byCore(
      [...nowAt].flatMap(([file, now]) => (now === undefined ? [] : (slugOf(file) ?? []))),
      editions,
    ),
  ),
);

function byCore(paths: Iterable<string>, { split, bySlug }: Editions): RelativesByCore {
  const found = new Map<string, Relative[]>();
  for (const path of paths) {
    const { core, edition } = split(path);
    const known = found.get(core) ?? [];
    found.set(core, known);
    known.push({ path, written: edition, edition: { ...bySlug.get(path), ...edition } });
  }
  return found;
}
