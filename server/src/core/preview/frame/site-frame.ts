import { stringOf, valueOf } from "../../config/json/json-tree.ts";
import type { TreeElement } from "../../site/navigation/navigation-tree.ts";
import type { Site } from "../../site/site.ts";
import type { Audience } from "../page-source.ts";
import type { FrameMenu, FrameTheme, SiteFrame } from "../view/site-frame.ts";
import type { DrawIcon } from "./frame-icon.ts";
import { frameReading, once, type FrameReading } from "./frame-reading.ts";
import { globalAnchors, levelsOf } from "./levels.ts";
import { pageFacts } from "./page-facts.ts";
import { divisionsAround, type Way } from "./page-places.ts";
import { flagIn } from "./setting-reader.ts";
import { sidebarOf } from "./sidebar.ts";
import { siteLook } from "./site-look.ts";
import { surroundingsOf } from "./surroundings.ts";

/**
 * The site around a page as this reader sees it. Of one site and reader, pages of one division share `look`,
 * `surroundings` and `menu`: the same values, not only equal ones. Of several divisions with the page it is the one nearest
 * to the \`way\` that the reader has come. A path without a page has a frame too, for the error page.
 */
export function siteFrame(
  site: Site,
  slug: string,
  audience: Audience,
  draw: DrawIcon = drawNothing,
  way: Way = [],
): SiteFrame {
  const reading = frameReading(site, audience, draw);
  const chain = divisionsAround(reading, slug, way);
  const language = chain.findLast(({ element }) => element.kind === "language");
  return {
    look: once(reading, "look", undefined, () => siteLook(site)),
    surroundings: once(reading, "surroundings", language, () => surroundingsOf(reading, language)),
    menu: once(reading, "menu", chain.at(-1), () => menuOf(reading, chain)),
    page: pageFacts(reading, slug, chain),
  };
}

const drawNothing: DrawIcon = () => undefined;

/** Languages that are written from right to left (profile.ts, languageCodes). */
const rightToLeft: ReadonlySet<string> = new Set(["ar", "he"]);

/**
 * Themes in which a click on a group opens its first page unless `interaction.drilldown` says otherwise. The service
 * says that some do, not which; unfolding loses nobody's place.
 */
const drillsDown: ReadonlySet<FrameTheme> = new Set();

function menuOf(reading: FrameReading, chain: readonly TreeElement[]): FrameMenu {
  const { root } = reading.site.config;
  const division = chain.at(-1);
  const language = division?.element.language;
  const theme = stringOf(root, "theme") as FrameTheme;
  return {
    levels: levelsOf(reading, chain),
    globalAnchors: globalAnchors(reading, chain),
    sidebar: division ? sidebarOf(reading, division).items : [],
    drilldown: flagIn(valueOf(root, "interaction"), "drilldown") ?? drillsDown.has(theme),
    ...(language !== undefined && { language }),
    direction: rightToLeft.has(language?.split("-", 1)[0] ?? "") ? "rtl" : "ltr",
  };
}
