import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { IconDrawings, IconLibrary } from "../server/src/core/config/icons/icons.ts";

/** The shapes of each icon with the dimensions of its box, in the format that `icons.ts` reads. */
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
 * Returns the icons of a library whose package is installed in `modules`, with its license and the icons' former names.
 */
export async function readIconDrawings(library: IconLibrary, modules: string): Promise<IconDrawings> {
  const folder = path.join(modules, packages[library]);
  const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    readonly version: string;
    readonly license: string;
  };
  const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!licence) throw new Error(`${packages[library]} comes without a licence text`);
  const styles: Styles = {};
  for (const [style, place] of Object.entries(folders[library]))
    styles[style] = await readFolder(path.join(folder, place));
  return {
    source: `${packages[library]} ${manifest.version} (${manifest.license})`,
    licence: (await readFile(path.join(folder, licence), "utf8")).replaceAll("\r\n", "\n").trim(),
    styles,
    aliases: library === "fontawesome" ? await olderNames(folder) : {},
  };
}

async function readFolder(folder: string): Promise<Record<string, string>> {
  const icons: Record<string, string> = {};
  for (const file of (await readdir(folder)).sort())
    if (file.endsWith(".svg"))
      icons[file.slice(0, -".svg".length)] = packed(await readFile(path.join(folder, file), "utf8"));
  return icons;
}

/** `24 24 <path d="…"/>`. */
function packed(svg: string): string {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const inner = /<svg[^>]*>([^]*)<\/svg>/.exec(svg)?.[1];
  if (width === undefined || height === undefined || inner === undefined)
    throw new Error(`not the SVG that was expected: ${svg.slice(0, 200)}`);
  const marks = inner
    .replace(/<!--[^]*?-->/g, "")
    .replace(/<path stroke="none" d="M0 0h24v24H0z" fill="none" ?\/>/g, "")
    .replaceAll(' fill="currentColor"', "")
    .replace(/\s*\n\s*/g, "")
    .replaceAll(" />", "/>");
  if (/<(?!\/?(?:path|circle|line|rect|polyline|polygon|ellipse|g)\b)|\son|href/i.test(marks))
    throw new Error(`a drawing holds more than shapes: ${marks.slice(0, 200)}`);
  return `${width} ${height} ${marks}`;
}

async function olderNames(folder: string): Promise<Record<string, string>> {
  const families = JSON.parse(
    await readFile(path.join(folder, "metadata/icon-families.json"), "utf8"),
  ) as Record<string, { readonly aliases?: { readonly names?: readonly string[] } }>;
  return Object.fromEntries(
    Object.entries(families).flatMap(([name, { aliases }]) =>
      (aliases?.names ?? []).map((older) => [older, name]),
    ),
  );
}
