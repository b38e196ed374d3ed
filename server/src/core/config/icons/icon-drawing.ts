import type { IconLibrary } from "./icon-libraries.ts";

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
const defaultColour = "#808080";

/**
 * The icon as an SVG of one colour; undefined when the library has no free drawing of that name. A style without a
 * free drawing (`duotone`, `thin`) shows the nearest one: the shape is what an author looks for.
 */
export function drawIcon(
  library: IconLibrary,
  drawings: IconDrawings,
  name: string,
  style?: string,
  colour = defaultColour,
): string | undefined {
  const found = findDrawing(library, drawings, name, style);
  return found && toSvg(found, colour);
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

function toSvg({ width, height, marks, outlined }: FoundDrawing, colour: string): string {
  const paint = outlined
    ? `fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`
    : `fill="${colour}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 ${width} ${height}" ${paint}>${marks}</svg>`;
}

function ownValue<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
