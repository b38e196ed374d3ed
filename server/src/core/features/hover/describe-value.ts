import { contrastRatio } from "../../config/contrast.ts";
import { defaultIconLibrary, type FindIcon, iconLibraries, isIconName, isKnownIcon } from "../../config/icons/icons.ts";
import { settingAt } from "../../site/settings/config-settings.ts";
import type { Site } from "../../site/site.ts";
import { iconPicture } from "../icon-picture.ts";
import { codeText, paragraphs } from "../markdown.ts";

/** The picture of an icon in the site's library, or in the one that is named beside it. */
export function describeIcon(
  site: Site,
  name: string,
  findIcon: FindIcon,
  {
    library: beside,
    style,
  }: { readonly library?: string | undefined; readonly style?: string | undefined } = {},
): string | undefined {
  if (!isIconName(name)) return undefined;
  const chosen = settingAt(site, "icons.library");
  const wanted = beside ?? (chosen?.kind === "string" ? chosen.value : undefined);
  const library = iconLibraries.find((known) => known === wanted) ?? defaultIconLibrary;
  const svg = findIcon(library, name.toLowerCase(), style);
  const isKnown = isKnownIcon(library, name);
  if (svg === undefined && !isKnown) return undefined;
  return paragraphs([
    svg === undefined ? undefined : iconPicture(svg, name),
    `${codeText(name)} from ${libraryNames[library]}${svg === undefined ? ", whose drawing is not free, so it is not shown here" : ""}`,
  ]);
}

const libraryNames = { fontawesome: "Font Awesome", lucide: "Lucide", tabler: "Tabler" } as const;

/** A swatch of a colour and how well it is seen on the site's backgrounds; undefined for anything else. */
export function describeColour(site: Site, colour: string): string | undefined {
  if (contrastRatio(colour, colour) === undefined) return undefined;
  const swatch = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="24"><rect width="64" height="24" rx="3" fill="${colour}" stroke="#808080"/></svg>`;
  return paragraphs([
    iconPicture(swatch, "colour"),
    ...(["light", "dark"] as const).map((mode) => contrastLine(site, colour, mode)),
  ]);
}

const usualBackgrounds = { light: "#ffffff", dark: "#0a0a0a" } as const;

function contrastLine(site: Site, colour: string, mode: "light" | "dark"): string {
  const set = settingAt(site, `background.color.${mode}`);
  const background =
    set?.kind === "string" && contrastRatio(set.value, set.value) !== undefined
      ? set.value
      : usualBackgrounds[mode];
  const ratio = Math.floor((contrastRatio(colour, background) ?? 1) * 10) / 10;
  const verdict =
    ratio >= 4.5 ? "good for text" : ratio >= 3 ? "good for large text and marks" : "hard to see";
  return `On the ${mode} background ${codeText(background)}: ${ratio}:1, ${verdict}`;
}
