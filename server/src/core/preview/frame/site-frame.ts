import { type JsonNode, locationOfNode, stringOf, getJsonValue } from "../../config/json/json-tree.ts";
import type { TreeElement } from "../../site/navigation/navigation-tree.ts";
import type { Site } from "../../site/site.ts";
import type { Audience } from "../source/page-source.ts";
import type {
  FrameBanner,
  FrameIcon,
  FrameMenu,
  FrameNavbarLink,
  PreviousAndNext,
  SiteShellView,
} from "../view/site-frame.ts";
import { type DrawIcon, readIcon, inlineText, linkTo, readLink } from "./frame-links.ts";
import {
  atOf,
  readColorPair,
  readFlag,
  type FrameReading,
  frameReading,
  readHexColor,
  readItems,
  once,
  readOneOf,
  readText,
} from "./frame-reading.ts";
import { divisionsAround, type NavigationPath } from "./page-places.ts";
import { pageFacts } from "./pages.ts";
import { globalAnchors, buildSidebarLevels, sidebarOf } from "./sidebar.ts";
import { siteLook } from "./site-look.ts";

/**
 * Returns the banner, top bar, and footer: those of the current language if it sets them, otherwise those of the site.
 */
export function findPreviousAndNext(
  { site, draw }: FrameReading,
  language: TreeElement | undefined,
): PreviousAndNext {
  const { root } = site.config;
  const setting = (name: string) => getJsonValue(language?.element.node, name) ?? getJsonValue(root, name);
  const [navbar, footer, search] = [setting("navbar"), setting("footer"), getJsonValue(root, "search")];
  const banner = bannerOf(site, setting("banner"));
  const primary = navbarLink(site, draw, getJsonValue(navbar, "primary"), "button");
  const prompt = readText(search, "prompt");
  return {
    ...(banner && { banner }),
    links: readItems(navbar, "links").flatMap((node) => navbarLink(site, draw, node, "link") ?? []),
    ...(primary && { primary }),
    search: { ...(prompt !== undefined && { prompt }), ...atOf(search) },
    socials: socialsOf(site, draw, getJsonValue(footer, "socials")),
    columns: readItems(footer, "links").map((column) => {
      const header = readText(column, "header");
      return {
        ...(header !== undefined && { header }),
        at: locationOfNode(getJsonValue(column, "header") ?? column),
        items: readItems(column, "items").flatMap((item) => readLink(site, item, "label") ?? []),
      };
    }),
    ...(footer && { footerAt: locationOfNode(footer) }),
  };
}

function bannerOf(site: Site, node: JsonNode | undefined): FrameBanner | undefined {
  const text = readText(node, "content");
  if (!node || text === undefined) return undefined;
  const color = getJsonValue(node, "color");
  const one = readHexColor(node, "color");
  return {
    content: inlineText(site, text),
    text,
    dismissible: readFlag(node, "dismissible") ?? false,
    type: readOneOf(stringOf(node, "type"), ["warning", "critical"]) ?? "info",
    ...(one !== undefined && { light: one, dark: one }),
    ...readColorPair(color),
    at: locationOfNode(getJsonValue(node, "content") ?? node),
  };
}

const networks = { github: "GitHub", discord: "Discord" } as const;

/** Social networks whose Font Awesome icon has a different name. */
const drawnAs: Readonly<Record<string, string>> = { x: "x-twitter", website: "earth-americas" };

function networkIcon(draw: DrawIcon, network: string): FrameIcon | undefined {
  const name = Object.hasOwn(drawnAs, network) ? drawnAs[network] : network;
  return name === undefined ? undefined : draw(name, "fontawesome", "brands");
}

function navbarLink(
  site: Site,
  draw: DrawIcon,
  node: JsonNode | undefined,
  plain: "link" | "button",
): FrameNavbarLink | undefined {
  const type = readOneOf(stringOf(node, "type"), ["github", "discord"]) ?? plain;
  const known = type === "github" || type === "discord" ? networks[type] : undefined;
  const link = readLink(site, node, "label", known);
  const icon = readIcon(site, getJsonValue(node, "icon"), draw) ?? (known && networkIcon(draw, type));
  return link && { ...link, ...(icon && { icon }), type };
}

function socialsOf(site: Site, draw: DrawIcon, node: JsonNode | undefined): PreviousAndNext["socials"] {
  if (node?.kind !== "object") return [];
  return node.properties.flatMap(({ key, keyRange, file, value }) => {
    if (value?.kind !== "string" || value.value.trim() === "") return [];
    const range = { start: keyRange.start, end: value.file === file ? value.range.end : keyRange.end };
    const icon = networkIcon(draw, key);
    const link = { label: key, ...(icon && { icon }), ...linkTo(site, value.value) };
    return [{ network: key, ...link, at: { file, range } }];
  });
}

/**
 * Returns the site around a page as this reader sees it. For the same site and reader, pages in the same section share
 * the same `look`, `surroundings`, and `menu` objects. If the page is in several sections, returns the one closest to
 * the reader's path. A path without a page also gets a frame, for the error page.
 */
export function siteFrame(
  site: Site,
  slug: string,
  audience: Audience,
  draw: DrawIcon = drawNothing,
  way: NavigationPath = [],
): SiteShellView {
  const reading = frameReading(site, audience, draw);
  const chain = divisionsAround(reading, slug, way);
  const language = chain.findLast(({ element }) => element.kind === "language");
  return {
    look: once(reading, "look", undefined, () => siteLook(site)),
    surroundings: once(reading, "surroundings", language, () => findPreviousAndNext(reading, language)),
    menu: once(reading, "menu", chain.at(-1), () => menuOf(reading, chain)),
    page: pageFacts(reading, slug, chain),
  };
}

const drawNothing: DrawIcon = () => undefined;

/** Languages written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set(["ar", "he"]);

function menuOf(reading: FrameReading, chain: readonly TreeElement[]): FrameMenu {
  const { root } = reading.site.config;
  const division = chain.at(-1);
  const language = division?.element.language;
  const drilldown = readFlag(getJsonValue(root, "interaction"), "drilldown");
  return {
    levels: buildSidebarLevels(reading, chain),
    globalAnchors: globalAnchors(reading, chain),
    sidebar: division ? sidebarOf(reading, division).items : [],
    ...(drilldown !== undefined && { drilldown }),
    ...(language !== undefined && { language }),
    direction: rightToLeft.has(language?.split("-", 1)[0] ?? "") ? "rtl" : "ltr",
  };
}
