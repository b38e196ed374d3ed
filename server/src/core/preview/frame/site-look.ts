import { type JsonNode, placeOf, stringOf, valueOf } from "../../config/json/json-tree.ts";
import { themes } from "../../config/settings/look-settings.ts";
import type { Site } from "../../site/site.ts";
import type { FrameFont, FrameLook, FrameNotFound } from "../view/site-frame.ts";
import { inlineText, linkTo, pageHref, sourceOf } from "./frame-links.ts";
import { atOf, colourPair, flagIn, hexIn, itemsIn, oneOf, getPicture, textIn } from "./frame-reading.ts";

/** How the site looks, whatever the page. */
export function siteLook(site: Site): FrameLook {
  const { root } = site.config;
  const setting = (name: string) => valueOf(root, name);
  const [name, theme, logo, colors] = ["name", "theme", "logo", "colors"].map(setting);
  const favicon = getPicture(setting("favicon"));
  const picture = getPicture(logo);
  const appearance = setting("appearance");
  const primary = hexIn(colors, "primary");
  const options = theme && stringOf(root, "theme") === "willow" ? variations(setting("variations")) : [];
  return {
    name: textIn(root, "name") ?? "",
    ...(name && { nameAt: placeOf(name) }),
    home: pageHref(site, "index"),
    theme: oneOf(stringOf(root, "theme"), themes) ?? "mint",
    ...(theme && { themeAt: placeOf(theme) }),
    ...(picture && { logo: { ...picture, link: logoLink(site, logo) } }),
    ...(favicon && { favicon }),
    colors: { ...(primary !== undefined && { primary }), ...colourPair(colors), ...atOf(colors) },
    appearance: {
      initial: oneOf(stringOf(appearance, "default"), ["light", "dark"]) ?? "system",
      strict: flagIn(appearance, "strict") ?? false,
      ...atOf(appearance),
    },
    background: background(setting("background")),
    fonts: fonts(setting("fonts")),
    ...(options.length > 0 && { variations: { options } }),
    notFound: notFound(site, valueOf(setting("errors"), "404")),
  };
}

function logoLink(site: Site, logo: JsonNode | undefined): NonNullable<FrameLook["logo"]>["link"] {
  const href = valueOf(logo, "href");
  const at = href ?? logo;
  return {
    label: textIn(site.config.root, "name") ?? "",
    ...(href?.kind === "string" ? linkTo(site, href.value) : { href: pageHref(site, "index") }),
    at: at ? placeOf(at) : { file: site.config.entry, range: { start: 0, end: 0 } },
  };
}

function background(node: JsonNode | undefined): FrameLook["background"] {
  const picture = getPicture(valueOf(node, "image"));
  const decoration = oneOf(stringOf(node, "decoration"), ["gradient", "grid", "windows"]);
  return {
    ...(picture && { picture }),
    ...(decoration && { decoration }),
    ...colourPair(valueOf(node, "color")),
    ...atOf(node),
  };
}

/** One font stands for both; of two the one that is not set is the theme's. */
function fonts(node: JsonNode | undefined): FrameLook["fonts"] {
  const one = font(node);
  const heading = font(valueOf(node, "heading")) ?? one;
  const body = font(valueOf(node, "body")) ?? one;
  return { ...(heading && { heading }), ...(body && { body }) };
}

function font(node: JsonNode | undefined): FrameFont | undefined {
  const family = textIn(node, "family");
  if (!node || family === undefined) return undefined;
  const weight = valueOf(node, "weight");
  const written = textIn(node, "source");
  const source = written === undefined ? undefined : sourceOf(written);
  const format = oneOf(stringOf(node, "format"), ["woff", "woff2"]);
  return {
    family: family.slice(0, 100),
    ...(weight?.kind === "number" && weight.value >= 1 && weight.value <= 1000 && { weight: weight.value }),
    ...(source && { source }),
    ...(format && { format }),
    at: placeOf(node),
  };
}

function variations(node: JsonNode | undefined): NonNullable<FrameLook["variations"]>["options"] {
  return itemsIn(node, "options").flatMap((option) => {
    const id = textIn(option, "id");
    return id === undefined ? [] : [{ id, label: textIn(option, "label") ?? id, at: placeOf(option) }];
  });
}

function notFound(site: Site, node: JsonNode | undefined): FrameNotFound {
  const title = textIn(node, "title");
  const description = textIn(node, "description");
  return {
    redirect: flagIn(node, "redirect") ?? true,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: inlineText(site, description) }),
    ...atOf(node),
  };
}
