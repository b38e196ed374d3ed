import { type JsonNode, locationOfNode, stringOf, getJsonValue } from "../../config/json/json-tree.ts";
import { themes } from "../../config/settings/appearance-settings.ts";
import type { Site } from "../../site/site.ts";
import type { FrameFont, FrameLook, FrameNotFound } from "../view/site-frame.ts";
import { inlineText, linkTo, pageHref, readImageSource } from "./frame-links.ts";
import {
  atOf,
  readColorPair,
  readFlag,
  readHexColor,
  readItems,
  readOneOf,
  getPicture,
  readText,
} from "./frame-reading.ts";

/** Returns the look of the site, which is the same for all pages. */
export function siteLook(site: Site): FrameLook {
  const { root } = site.config;
  const setting = (name: string) => getJsonValue(root, name);
  const [name, theme, logo, colors] = ["name", "theme", "logo", "colors"].map(setting);
  const favicon = getPicture(setting("favicon"));
  const image = getPicture(logo);
  const appearance = setting("appearance");
  const primary = readHexColor(colors, "primary");
  const options = theme && stringOf(root, "theme") === "willow" ? variations(setting("variations")) : [];
  return {
    name: readText(root, "name") ?? "",
    ...(name && { nameAt: locationOfNode(name) }),
    home: pageHref(site, "index"),
    theme: readOneOf(stringOf(root, "theme"), themes) ?? "mint",
    ...(theme && { themeAt: locationOfNode(theme) }),
    ...(image && { logo: { ...image, link: logoLink(site, logo) } }),
    ...(favicon && { favicon }),
    colors: { ...(primary !== undefined && { primary }), ...readColorPair(colors), ...atOf(colors) },
    appearance: {
      initial: readOneOf(stringOf(appearance, "default"), ["light", "dark"]) ?? "system",
      strict: readFlag(appearance, "strict") ?? false,
      ...atOf(appearance),
    },
    background: background(setting("background")),
    fonts: fonts(setting("fonts")),
    ...(options.length > 0 && { variations: { options } }),
    notFound: notFound(site, getJsonValue(setting("errors"), "404")),
  };
}

function logoLink(site: Site, logo: JsonNode | undefined): NonNullable<FrameLook["logo"]>["link"] {
  const href = getJsonValue(logo, "href");
  const at = href ?? logo;
  return {
    label: readText(site.config.root, "name") ?? "",
    ...(href?.kind === "string" ? linkTo(site, href.value) : { href: pageHref(site, "index") }),
    at: at ? locationOfNode(at) : { file: site.config.entry, range: { start: 0, end: 0 } },
  };
}

function background(node: JsonNode | undefined): FrameLook["background"] {
  const image = getPicture(getJsonValue(node, "image"));
  const decoration = readOneOf(stringOf(node, "decoration"), ["gradient", "grid", "windows"]);
  return {
    ...(image && { picture: image }),
    ...(decoration && { decoration }),
    ...readColorPair(getJsonValue(node, "color")),
    ...atOf(node),
  };
}

/**
 * A single font applies to both headings and body. If only one of the two is set, the theme's font is used for the
 * other.
 */
function fonts(node: JsonNode | undefined): FrameLook["fonts"] {
  const one = font(node);
  const heading = font(getJsonValue(node, "heading")) ?? one;
  const body = font(getJsonValue(node, "body")) ?? one;
  return { ...(heading && { heading }), ...(body && { body }) };
}

function font(node: JsonNode | undefined): FrameFont | undefined {
  const family = readText(node, "family");
  if (!node || family === undefined) return undefined;
  const weight = getJsonValue(node, "weight");
  const written = readText(node, "source");
  const source = written === undefined ? undefined : readImageSource(written);
  const format = readOneOf(stringOf(node, "format"), ["woff", "woff2"]);
  return {
    family: family.slice(0, 100),
    ...(weight?.kind === "number" && weight.value >= 1 && weight.value <= 1000 && { weight: weight.value }),
    ...(source && { source }),
    ...(format && { format }),
    at: locationOfNode(node),
  };
}

function variations(node: JsonNode | undefined): NonNullable<FrameLook["variations"]>["options"] {
  return readItems(node, "options").flatMap((option) => {
    const id = readText(option, "id");
    return id === undefined
      ? []
      : [{ id, label: readText(option, "label") ?? id, at: locationOfNode(option) }];
  });
}

function notFound(site: Site, node: JsonNode | undefined): FrameNotFound {
  const title = readText(node, "title");
  const description = readText(node, "description");
  return {
    redirect: readFlag(node, "redirect") ?? true,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: inlineText(site, description) }),
    ...atOf(node),
  };
}
