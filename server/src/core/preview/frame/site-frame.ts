import { getJsonValue, type JsonNode, getNodeLocation, getJsonString } from "../../config/json/json-tree.ts";
import { themes } from "../../config/settings/appearance-settings.ts";
import type { TreeElement } from "../../site/navigation/navigation-tree.ts";
import type { Site } from "../../site/site.ts";
import type { Audience } from "../source/page-source.ts";
import type {
  FrameBanner,
  FrameFont,
  FrameIcon,
  FrameAppearance,
  FrameMenu,
  FrameNavbarLink,
  FrameNotFound,
  SiteSurroundings,
  SiteShellView,
} from "../view/site-frame.ts";
import {
  type IconFinder,
  parseInlineText,
  resolveHref,
  getPageHref,
  readIcon,
  readImageSource,
  readLink,
} from "./frame-links.ts";
import {
  toFrameLocation,
  getCachedView,
  type FrameContext,
  getAudienceContext,
  readColorPair,
  readFlag,
  readHexColor,
  readImage,
  readItems,
  readOneOf,
  readText,
} from "./frame-reading.ts";
import { findSections, type NavigationPath } from "./page-locations.ts";
import { createFramePage } from "./pages.ts";
import { buildSidebarLevels, listGlobalAnchors, getSidebar } from "./sidebar.ts";

/** Returns the site's appearance, which is the same for all pages. */
function createFrameAppearance(site: Site): FrameAppearance {
  const { root } = site.config;
  const getSetting = (name: string) => getJsonValue(root, name);
  const [name, theme, logo, colors] = ["name", "theme", "logo", "colors"].map(getSetting);
  const favicon = readImage(getSetting("favicon"));
  const image = readImage(logo);
  const appearance = getSetting("appearance");
  const primaryColor = readHexColor(colors, "primary");
  const variationOptions =
    theme && getJsonString(root, "theme") === "willow" ? createVariations(getSetting("variations")) : [];
  return {
    name: readText(root, "name") ?? "",
    ...(name && { nameLocation: getNodeLocation(name) }),
    home: getPageHref(site, "index"),
    theme: readOneOf(getJsonString(root, "theme"), themes) ?? "mint",
    ...(theme && { themeLocation: getNodeLocation(theme) }),
    ...(image && { logo: { ...image, link: readLogoLink(site, logo) } }),
    ...(favicon && { favicon }),
    colors: {
      ...(primaryColor !== undefined && { primary: primaryColor }),
      ...readColorPair(colors),
      ...toFrameLocation(colors),
    },
    appearance: {
      initialMode: readOneOf(getJsonString(appearance, "default"), ["light", "dark"]) ?? "system",
      isStrict: readFlag(appearance, "strict") ?? false,
      ...toFrameLocation(appearance),
    },
    background: createBackground(getSetting("background")),
    fonts: createFonts(getSetting("fonts")),
    ...(variationOptions.length > 0 && { variations: { options: variationOptions } }),
    notFoundPage: readNotFoundPage(site, getJsonValue(getSetting("errors"), "404")),
  };
}

function readLogoLink(site: Site, logo: JsonNode | undefined): NonNullable<FrameAppearance["logo"]>["link"] {
  const href = getJsonValue(logo, "href");
  const node = href ?? logo;
  return {
    label: readText(site.config.root, "name") ?? "",
    ...(href?.kind === "string" ? resolveHref(site, href.value) : { href: getPageHref(site, "index") }),
    location: node ? getNodeLocation(node) : { file: site.config.entry, range: { start: 0, end: 0 } },
  };
}

function createBackground(node: JsonNode | undefined): FrameAppearance["background"] {
  const image = readImage(getJsonValue(node, "image"));
  const decoration = readOneOf(getJsonString(node, "decoration"), ["gradient", "grid", "windows"]);
  return {
    ...(image && { image }),
    ...(decoration && { decoration }),
    ...readColorPair(getJsonValue(node, "color")),
    ...toFrameLocation(node),
  };
}

/**
 * Returns the site's fonts. A single font applies to both headings and body text, even if they also have their own
 * fonts. If only one of the two has its own font, the other uses the theme's font.
 */
function createFonts(node: JsonNode | undefined): FrameAppearance["fonts"] {
  const onlyFont = createFont(node);
  const heading = onlyFont ?? createFont(getJsonValue(node, "heading"));
  const body = onlyFont ?? createFont(getJsonValue(node, "body"));
  return { ...(heading && { heading }), ...(body && { body }) };
}

function createFont(node: JsonNode | undefined): FrameFont | undefined {
  const family = readText(node, "family");
  if (!node || family === undefined) return undefined;
  const weight = getJsonValue(node, "weight");
  const sourceText = readText(node, "source");
  const source = sourceText === undefined ? undefined : readImageSource(sourceText);
  const format = readOneOf(getJsonString(node, "format"), ["woff", "woff2"]);
  return {
    family: family.slice(0, 100),
    ...(weight?.kind === "number" && weight.value >= 1 && weight.value <= 1000 && { weight: weight.value }),
    ...(source && { source }),
    ...(format && { format }),
    location: getNodeLocation(node),
  };
}

function createVariations(node: JsonNode | undefined): NonNullable<FrameAppearance["variations"]>["options"] {
  return readItems(node, "options").flatMap((option) => {
    const id = readText(option, "id");
    return id === undefined ? [] : [{ id, label: readText(option, "label") ?? id, location: getNodeLocation(option) }];
  });
}

function readNotFoundPage(site: Site, node: JsonNode | undefined): FrameNotFound {
  const title = readText(node, "title");
  const description = readText(node, "description");
  return {
    redirectsToFirstPage: readFlag(node, "redirect") ?? true,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: parseInlineText(site, description) }),
    ...toFrameLocation(node),
  };
}

/**
 * Returns the banner, top bar, and footer. The current language's settings take precedence over the site's settings.
 */
function readSurroundings(
  { site, findIcon }: FrameContext,
  languageElement: TreeElement | undefined,
): SiteSurroundings {
  const { root } = site.config;
  const getSetting = (name: string) => getJsonValue(languageElement?.element.node, name) ?? getJsonValue(root, name);
  const [navbar, footer, search] = [getSetting("navbar"), getSetting("footer"), getJsonValue(root, "search")];
  const banner = readBanner(site, getSetting("banner"));
  const primaryLink = readNavbarLink(site, findIcon, getJsonValue(navbar, "primary"), "button");
  const prompt = readText(search, "prompt");
  return {
    ...(banner && { banner }),
    links: readItems(navbar, "links").flatMap((node) => readNavbarLink(site, findIcon, node, "link") ?? []),
    ...(primaryLink && { primary: primaryLink }),
    search: { ...(prompt !== undefined && { prompt }), ...toFrameLocation(search) },
    socials: readSocials(site, findIcon, getJsonValue(footer, "socials")),
    columns: readItems(footer, "links").map((column) => {
      const header = readText(column, "header");
      return {
        ...(header !== undefined && { header }),
        location: getNodeLocation(getJsonValue(column, "header") ?? column),
        items: readItems(column, "items").flatMap((item) => readLink(site, item, "label") ?? []),
      };
    }),
    ...(footer && { footerLocation: getNodeLocation(footer) }),
  };
}

function readBanner(site: Site, node: JsonNode | undefined): FrameBanner | undefined {
  const text = readText(node, "content");
  if (!node || text === undefined) return undefined;
  const color = getJsonValue(node, "color");
  const onlyColor = readHexColor(node, "color");
  return {
    content: parseInlineText(site, text),
    text,
    isDismissible: readFlag(node, "dismissible") ?? false,
    type: readOneOf(getJsonString(node, "type"), ["warning", "critical"]) ?? "info",
    ...(onlyColor !== undefined && { light: onlyColor, dark: onlyColor }),
    ...readColorPair(color),
    location: getNodeLocation(getJsonValue(node, "content") ?? node),
  };
}

const networkNames = { github: "GitHub", discord: "Discord" } as const;

/** Social networks for which Font Awesome uses a different icon name. */
const iconNames: Readonly<Record<string, string>> = { x: "x-twitter", website: "earth-americas" };

function findNetworkIcon(findIcon: IconFinder, network: string): FrameIcon | undefined {
  const name = Object.hasOwn(iconNames, network) ? iconNames[network] : network;
  return name === undefined ? undefined : findIcon(name, "fontawesome", "brands");
}

function readNavbarLink(
  site: Site,
  findIcon: IconFinder,
  node: JsonNode | undefined,
  defaultType: "link" | "button",
): FrameNavbarLink | undefined {
  const type = readOneOf(getJsonString(node, "type"), ["github", "discord"]) ?? defaultType;
  const networkName = type === "github" || type === "discord" ? networkNames[type] : undefined;
  const link = readLink(site, node, "label", networkName);
  const icon = readIcon(site, getJsonValue(node, "icon"), findIcon) ?? (networkName && findNetworkIcon(findIcon, type));
  return link && { ...link, ...(icon && { icon }), type };
}

function readSocials(site: Site, findIcon: IconFinder, node: JsonNode | undefined): SiteSurroundings["socials"] {
  if (node?.kind !== "object") return [];
  return node.properties.flatMap(({ key, keyRange, file, value }) => {
    if (value?.kind !== "string" || value.value.trim() === "") return [];
    const range = { start: keyRange.start, end: value.file === file ? value.range.end : keyRange.end };
    const icon = findNetworkIcon(findIcon, key);
    const link = { label: key, ...(icon && { icon }), ...resolveHref(site, value.value) };
    return [{ network: key, ...link, location: { file, range } }];
  });
}

/**
 * Returns the site around a page as this reader sees it. For the same site and reader, pages in the same section share
 * the same `look`, `surroundings`, and `menu` objects. If the page is in several sections, the one closest to the
 * reader's path is used. A path that doesn't have a page also gets a frame, for the error page.
 */
export function createSiteFrame(
  site: Site,
  slug: string,
  audience: Audience,
  findIcon: IconFinder = findNoIcon,
  navigationPath: NavigationPath = [],
): SiteShellView {
  const context = getAudienceContext(site, audience, findIcon);
  const chain = findSections(context, slug, navigationPath);
  const language = chain.findLast(({ element }) => element.kind === "language");
  return {
    look: getCachedView(context, "look", undefined, () => createFrameAppearance(site)),
    surroundings: getCachedView(context, "surroundings", language, () => readSurroundings(context, language)),
    menu: getCachedView(context, "menu", chain.at(-1), () => createMenu(context, chain)),
    page: createFramePage(context, slug, chain),
  };
}

const findNoIcon: IconFinder = () => undefined;

/** Languages written from right to left. */
const rtlLanguages: ReadonlySet<string> = new Set(["ar", "he"]);

function createMenu(context: FrameContext, chain: readonly TreeElement[]): FrameMenu {
  const { root } = context.site.config;
  const section = chain.at(-1);
  const language = section?.element.language;
  const hasDrilldown = readFlag(getJsonValue(root, "interaction"), "drilldown");
  return {
    levels: buildSidebarLevels(context, chain),
    globalAnchors: listGlobalAnchors(context, chain),
    sidebar: section ? getSidebar(context, section).items : [],
    ...(hasDrilldown !== undefined && { hasDrilldown }),
    ...(language !== undefined && { language }),
    direction: rtlLanguages.has(language?.split("-", 1)[0] ?? "") ? "rtl" : "ltr",
  };
}
