import { computeEditDistance, findNearestName } from "../../text/similarity.ts";
import { getIconNames, type IconLibrary } from "./icon-names.ts";

export const iconLibraries: readonly IconLibrary[] = ["fontawesome", "lucide", "tabler"];

/** The library that is used if `icons.library` isn't set. */
export const defaultIconLibrary: IconLibrary = "fontawesome";

/** The styles of Font Awesome icons. */
export const iconStyles: readonly string[] = [
  "brands",
  "duotone",
  "light",
  "regular",
  "sharp-duotone-solid",
  "sharp-light",
  "sharp-regular",
  "sharp-solid",
  "sharp-thin",
  "solid",
  "thin",
];

/** The SVG drawings of one library, which `tools/pack-icons.ts` packs into `server/icons`. */
export interface IconPack {
  /** The package with its version and license, such as `lucide-static 1.62.0 (ISC)`. */
  readonly source: string;
  readonly license: string;
  /**
   * The drawings by style and name. Each drawing consists of the view box size and the markup, such as `24 24 <path
   * d="…"/>`.
   */
  readonly styles: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Maps older names that still work to current names, for example, `home` to `house`. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Returns an icon as SVG text, or undefined if the icon doesn't exist. `style` is used only for Font Awesome. */
export type FindIcon = (library: IconLibrary, name: string, style?: string) => string | undefined;

/** The default color of icons. Gray is visible on both light and dark backgrounds. */
const defaultColor = "#808080";

/**
 * Returns the icon as a single-color SVG, or undefined if the library has no free drawing with that name. If the
 * requested style, such as `duotone` or `thin`, has no free drawing of the icon, another style is used, because authors
 * mainly look for the shape.
 */
export function renderIcon(
  library: IconLibrary,
  pack: IconPack,
  name: string,
  style?: string,
  color = defaultColor,
): string | undefined {
  const shape = findIconShape(library, pack, name, style);
  return shape && toSvg(shape, color);
}

/**
 * A drawing from the packed file. An outlined drawing consists of strokes, and any other drawing consists of filled
 * areas.
 */
export interface IconShape {
  readonly width: number;
  readonly height: number;
  /** One or more `<path d="…"/>` elements. */
  readonly paths: string;
  readonly isOutline: boolean;
}

/**
 * Returns the shape that `renderIcon` converts to an SVG, or undefined if the pack doesn't contain the icon. Prefers
 * the requested style.
 */
export function findIconShape(
  library: IconLibrary,
  pack: IconPack,
  name: string,
  style?: string,
): IconShape | undefined {
  const canonicalName = getOwnValue(pack.aliases, name) ?? name;
  const styleOrder = [style ?? "", ...Object.keys(pack.styles)];
  for (const candidate of styleOrder) {
    const packedShape = getOwnValue(getOwnValue(pack.styles, candidate) ?? {}, canonicalName);
    if (packedShape === undefined) continue;
    const [, width, height, paths = ""] = /^(\S+) (\S+) ([^]*)$/.exec(packedShape) ?? [];
    return {
      width: Number(width ?? 24),
      height: Number(height ?? 24),
      paths,
      isOutline: isOutlineStyle(library, candidate),
    };
  }
  return undefined;
}

function isOutlineStyle(library: IconLibrary, style: string): boolean {
  return library !== "fontawesome" && style === "outline";
}

function toSvg({ width, height, paths, isOutline }: IconShape, color: string): string {
  const paintAttributes = isOutline
    ? `fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`
    : `fill="${color}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 ${width} ${height}" ${paintAttributes}>${paths}</svg>`;
}

function getOwnValue<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/**
 * Whether the value of `icon` is a name rather than a path, URL, emoji, or SVG. The name can be in any language,
 * because translation services translate names, too.
 */
export function isIconName(text: string): boolean {
  return /^[\x21-\x7e][\x20-\x7e]*$|\p{L}/u.test(text) && !/[/.:<{]|\p{Extended_Pictographic}/u.test(text);
}

/**
 * The names of programming languages for which the service has its own icons in addition to the Font Awesome icons.
 * Source: utils/shiki/snippet-presets in @mintlify/components 1.0.19 (MIT).
 */
const languageIcons: ReadonlySet<string> = new Set(
  (
    "bash curl sh shell python py javascript js node nodejs node.js php go golang java ruby rb powershell swift " +
    "csharp c# dotnet .net dot-net typescript ts c c++ cpp kotlin kt rust rs dart flutter toml"
  ).split(" "),
);

/**
 * Whether the library contains the icon. The name is case-insensitive, because the service requests icons in lowercase
 * (`Icon` in @mintlify/components 1.0.19).
 */
export function hasIcon(library: IconLibrary, name: string): boolean {
  const lowerCaseName = name.toLowerCase();
  return getIconNames(library).has(lowerCaseName) || (library === "fontawesome" && languageIcons.has(lowerCaseName));
}

/** Names of callouts in other tools. They aren't typos for icons with similar names, such as `dagger` for `danger`. */
const calloutNames: ReadonlySet<string> = new Set([
  "caution",
  "danger",
  "error",
  "important",
  "note",
  "success",
  "tip",
]);

/** Returns the icon that the author probably meant, or undefined if the library has no similar name. */
export function findNearestIcon(library: IconLibrary, name: string): string | undefined {
  if (calloutNames.has(name.toLowerCase())) return undefined;
  // A brand that a library doesn't have isn't a typo for another brand.
  if (isBrand(name)) return library === "tabler" ? `brand-${name.toLowerCase()}` : undefined;
  const lowerCaseName = name.toLowerCase();
  const names = getIconNames(library);
  const unprefixedName = lowerCaseName.replace(prefixPattern, "");
  if (unprefixedName !== lowerCaseName && names.has(unprefixedName)) return unprefixedName;
  const sortedName = sortWords(lowerCaseName);
  const firstCharacter = lowerCaseName[0] ?? "";
  const similarNames: string[] = [];
  for (const candidate of names) {
    // Libraries rename icons by changing the order of words, such as `check-circle` to `circle-check`.
    if (candidate.length === lowerCaseName.length && sortWords(candidate) === sortedName) return candidate;
    // Only names with the same first letter are compared, because typos in the first letter are rare.
    if (candidate.startsWith(firstCharacter) && areSimilarIconNames(lowerCaseName, candidate))
      similarNames.push(candidate);
  }
  return findNearestName(name, similarNames);
}

/** A prefix with which other tools write the names of brands or of all icons of a library. */
const prefixPattern = /^(?:brand|fa|lucide|tabler)-/;

function sortWords(name: string): string {
  return name.split("-").toSorted().join("-");
}

/**
 * Whether the names differ only in separators, in the plural of a word, or by one letter in a word of at least six
 * letters. Shorter words that differ in a letter, such as `cave` and `cake`, are usually the names of different icons.
 */
function areSimilarIconNames(name: string, candidate: string): boolean {
  if (Math.abs(name.length - candidate.length) > 2) return false;
  if (name.replace(/[-_]/g, "") === candidate.replace(/-/g, "")) return true;
  const [words, otherWords] = [name.split(/[-_]/), candidate.split("-")];
  if (words.length !== otherWords.length) return false;
  return words.every((word, i) => {
    const otherWord = otherWords[i] ?? "";
    if (word === otherWord) return true;
    const [shortWord = "", longWord = ""] = [word, otherWord].toSorted((a, b) => a.length - b.length);
    if (shortWord.length > 2 && (longWord === `${shortWord}s` || longWord === `${shortWord}es`)) return true;
    return longWord.length >= minTypoLength && computeEditDistance(word, otherWord, 1) <= 1;
  });
}

/** The minimum number of letters of a word in which a wrong letter is treated as a typo. */
const minTypoLength = 6;

/** Whether this is the name of a brand. Tabler names its many brand icons with a prefix. */
function isBrand(name: string): boolean {
  return getIconNames("tabler").has(`brand-${name.toLowerCase()}`);
}
