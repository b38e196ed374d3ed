import { findNearestNames } from "../../text/similarity.ts";
import fontawesome from "./fontawesome-names.json";
import lucide from "./lucide-names.json";
import tabler from "./tabler-names.json";

export type IconLibrary = "fontawesome" | "lucide" | "tabler";

export const iconLibraries: readonly IconLibrary[] = ["fontawesome", "lucide", "tabler"];

/** Used when `icons.library` is not set. */
export const defaultIconLibrary: IconLibrary = "fontawesome";

/** Styles of Font Awesome icons. */
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

/** The drawings of one library, as `tools/pack-icons.ts` packs them into `server/icons`. */
export interface IconDrawings {
  /** `lucide-static 1.62.0 (ISC)`. */
  readonly source: string;
  readonly licence: string;
  /** Style → name → box and marks: `24 24 <path d="…"/>`. */
  readonly styles: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Older names that still work: `home` → `house`. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Finds the picture of an icon, as the text of an SVG; the style is Font Awesome's. */
export type FindIcon = (library: IconLibrary, name: string, style?: string) => string | undefined;

/** Grey is seen on light and on dark. */
const defaultColor = "#808080";

/**
 * The icon as an SVG of one colour; undefined when the library has no free drawing of that name. A style without a
 * free drawing (`duotone`, `thin`) shows the nearest one: the shape is what an author looks for.
 */
export function drawIcon(
  library: IconLibrary,
  drawings: IconDrawings,
  name: string,
  style?: string,
  color = defaultColor,
): string | undefined {
  const found = findDrawing(library, drawings, name, style);
  return found && toSvg(found, color);
}

/** A drawing as it is packed: lines of one colour where it is outlined, else areas. */
export interface FoundDrawing {
  readonly width: number;
  readonly height: number;
  /** `<path d="…"/>`, one behind the other. */
  readonly marks: string;
  readonly outlined: boolean;
}

/** The same as `drawIcon`, not yet an SVG. */
export function findDrawing(
  library: IconLibrary,
  drawings: IconDrawings,
  name: string,
  style?: string,
): FoundDrawing | undefined {
  const known = ownValue(drawings.aliases, name) ?? name;
  const order = [style ?? "", ...Object.keys(drawings.styles)];
  for (const candidate of order) {
    const packed = ownValue(ownValue(drawings.styles, candidate) ?? {}, known);
    if (packed === undefined) continue;
    const [, width, height, marks = ""] = /^(\S+) (\S+) ([^]*)$/.exec(packed) ?? [];
    return {
      width: Number(width ?? 24),
      height: Number(height ?? 24),
      marks,
      outlined: isOutlined(library, candidate),
    };
  }
  return undefined;
}

function isOutlined(library: IconLibrary, style: string): boolean {
  return library !== "fontawesome" && style === "outline";
}

function toSvg({ width, height, marks, outlined }: FoundDrawing, color: string): string {
  const paint = outlined
    ? `fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`
    : `fill="${color}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 ${width} ${height}" ${paint}>${marks}</svg>`;
}

function ownValue<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Made by `tools/pack-icons.ts`: one text per first letter, names parted by blanks, older names among them. */
const packedNames: Readonly<Record<IconLibrary, { readonly names: readonly string[] }>> = {
  fontawesome,
  lucide,
  tabler,
};

const unpacked = new Map<IconLibrary, ReadonlySet<string>>();

/** Every name a library has, free or not, older names that still work included. */
export function iconNames(library: IconLibrary): ReadonlySet<string> {
  const known = unpacked.get(library);
  if (known) return known;
  const names = new Set(packedNames[library].names.flatMap((text) => text.split(" ")));
  unpacked.set(library, names);
  return names;
}

/** Whether an `icon` is meant as a name, not as a path, a URL, an emoji or a drawing. */
export function isIconName(text: string): boolean {
  return /^[\x21-\x7e][\x20-\x7e]*$/.test(text) && !/[/.:<{]/.test(text);
}

/**
 * Programming languages that have a picture of their own beside Font Awesome's, by every name they go by.
 * Measured: utils/shiki/snippet-presets of @mintlify/components 1.0.19 (MIT).
 */
const languagePictures: ReadonlySet<string> = new Set(
  (
    "bash curl sh shell python py javascript js node nodejs node.js php go golang java ruby rb powershell swift " +
    "csharp c# dotnet .net dot-net typescript ts c c++ cpp kotlin kt rust rs dart flutter toml"
  ).split(" "),
);

/** Letter case does not count: the service asks for the picture in lower case (Icon of @mintlify/components 1.0.19). */
export function isKnownIcon(library: IconLibrary, name: string): boolean {
  const lower = name.toLowerCase();
  return iconNames(library).has(lower) || (library === "fontawesome" && languagePictures.has(lower));
}

/** The icon that was probably meant; undefined when no name of the library is near. */
export function nearestIcon(library: IconLibrary, name: string): string | undefined {
  const first = name[0]?.toLowerCase() ?? "";
  // A slip in the first letter is rare; another word of like letters is not.
  return findNearestNames(
    name,
    [...iconNames(library)].filter((each) => each.startsWith(first)),
  );
}
