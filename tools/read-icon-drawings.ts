import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { IconLibrary } from "../server/src/core/config/icons/icon-names.ts";
import type { IconPack } from "../server/src/core/config/icons/icons.ts";

/**
 * The shapes of each icon, along with the dimensions of its box, by style and then by icon name, in the format that
 * `icons.ts` reads.
 */
type Styles = Record<string, Record<string, string>>;

const packages: Readonly<Record<IconLibrary, string>> = {
  fontawesome: "@fortawesome/fontawesome-free",
  lucide: "lucide-static",
  tabler: "@tabler/icons",
};

/** SVG folders by style. */
const folders: Readonly<Record<IconLibrary, Readonly<Record<string, string>>>> = {
  fontawesome: { solid: "svgs/solid", regular: "svgs/regular", brands: "svgs/brands" },
  lucide: { outline: "icons" },
  tabler: { outline: "icons/outline", filled: "icons/filled" },
};

/**
 * The number of decimal places for coordinates, in boxes of 640 (Font Awesome) or 24 units. The rounding error is less
 * than a tenth of a pixel at any size that Docwright shows, and the drawings become a fifth smaller.
 */
const decimalPlaces: Readonly<Record<IconLibrary, number>> = { fontawesome: 0, lucide: 2, tabler: 2 };

interface SvgPath {
  readonly abs: () => SvgPath;
  readonly rel: () => SvgPath;
  readonly round: (places: number) => SvgPath;
  readonly toString: () => string;
}

/**
 * Returns the icons in a library whose package is installed in `modules`, along with its license and the icons' former
 * names.
 */
export async function readIconDrawings(library: IconLibrary, modules: string): Promise<IconPack> {
  const folder = path.join(modules, packages[library]);
  const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    readonly version: string;
    readonly license: string;
  };
  const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!license) throw new Error(`${packages[library]} has no license text`);
  const styles: Styles = {};
  for (const [style, place] of Object.entries(folders[library]))
    styles[style] = await readFolder(path.join(folder, place), createRounding(modules, decimalPlaces[library]));
  return {
    source: `${packages[library]} ${manifest.version} (${manifest.license}), coordinates rounded`,
    license: (await readFile(path.join(folder, license), "utf8")).replaceAll("\r\n", "\n").trim(),
    styles,
    aliases: library === "fontawesome" ? await readOlderNames(folder) : {},
  };
}

/**
 * Returns a function that rounds the coordinates of a path. The function rounds absolute coordinates so that rounding
 * errors don't add up along the path.
 */
function createRounding(modules: string, places: number): (data: string) => string {
  const svgPath = createRequire(path.join(modules, "svgpath"))("svgpath") as (data: string) => SvgPath;
  return (data) => svgPath(data).abs().round(places).rel().round(places).toString();
}

async function readFolder(folder: string, round: (data: string) => string): Promise<Record<string, string>> {
  const icons: Record<string, string> = {};
  for (const file of (await readdir(folder)).sort())
    if (file.endsWith(".svg"))
      icons[file.slice(0, -".svg".length)] = packSvg(await readFile(path.join(folder, file), "utf8"), round);
  return icons;
}

/** Returns the size and shapes of an SVG, such as `24 24 <path d="…"/>`. */
function packSvg(svg: string, round: (data: string) => string): string {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const inner = /<svg[^>]*>([^]*)<\/svg>/.exec(svg)?.[1];
  if (width === undefined || height === undefined || inner === undefined)
    throw new Error(`unexpected SVG: ${svg.slice(0, 200)}`);
  const marks = inner
    .replace(/<!--[^]*?-->/g, "")
    .replace(/<path stroke="none" d="M0 0h24v24H0z" fill="none" ?\/>/g, "")
    .replaceAll(' fill="currentColor"', "")
    .replace(/\s*\n\s*/g, "")
    .replaceAll(" />", "/>")
    .replace(/ d="([^"]*)"/g, (_, data: string) => ` d="${round(data)}"`);
  if (/<(?!\/?(?:path|circle|line|rect|polyline|polygon|ellipse|g)\b)|\son|href/i.test(marks))
    throw new Error(`a drawing contains more than shapes: ${marks.slice(0, 200)}`);
  return `${width} ${height} ${marks}`;
}

async function readOlderNames(folder: string): Promise<Record<string, string>> {
  const families = JSON.parse(await readFile(path.join(folder, "metadata/icon-families.json"), "utf8")) as Record<
    string,
    { readonly aliases?: { readonly names?: readonly string[] } }
  >;
  return Object.fromEntries(
    Object.entries(families).flatMap(([name, { aliases }]) => (aliases?.names ?? []).map((older) => [older, name])),
  );
}
