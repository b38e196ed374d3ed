import type { FindIcon } from "../../config/icons/icons.ts";
import { settingsAt, shapeAt } from "../../config/settings/schema-lookup.ts";
import { ruleSummaries, settingsFileShape } from "../../config/settings/settings-file-shape.ts";
import type { SettingsSource } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { DelegatedFeatures } from "../completion/completion.ts";
import { jsonPlaceAt, mountsOf } from "../cursor/config-path.ts";
import { formatInlineCode, paragraphs } from "../markdown.ts";
import type { PageRatingProvider } from "./describe-page.ts";
import { describeSetting } from "./describe-values.ts";
import { hoverBody } from "./hover-body.ts";
import { hoverConfig } from "./hover-config.ts";
import { hoverFrontmatter } from "./hover-frontmatter.ts";
import { hoverVariable } from "./hover-variable.ts";

/** Returns the hover for a setting in `.docwright.json` or a rule named there. */
export function hoverSettingsFile({ offset, site }: HoverPlace, { root }: SettingsSource): Hover | undefined {
  const { path, property } = jsonPlaceAt(root, offset) ?? {};
  if (!path || !property) return undefined;
  const { key, keyRange: range } = property;
  const summary = path.at(-2) === "rules" ? ruleSummaries.get(key) : undefined;
  if (summary !== undefined)
    return { range, markdown: paragraphs([`**${formatInlineCode(key)}**`, summary]) };
  const owner = shapeAt(root, path.slice(0, -1), settingsFileShape);
  const setting = owner && settingsAt(owner, site.profile.name).get(key);
  return setting && { range, markdown: describeSetting(key, setting, site.profile.name) };
}

/** The hover for a position in a file. */
export interface Hover {
  readonly range: TextRange;
  /** Text from the site is escaped. */
  readonly markdown: string;
}

/** The input of a hover request. Images are provided from outside core. */
export interface HoverPlace {
  readonly site: Site;
  readonly file: SitePath;
  readonly offset: number;
  readonly findIcon: FindIcon;
  /** Returns reader ratings. Undefined if they aren't available. */
  readonly rate?: PageRatingProvider | undefined;
  /** Features that other editor extensions provide. */
  readonly left?: DelegatedFeatures;
}

/**
 * Returns the hover at an offset of docs.json, a file that it includes, `.docwright.json`, or a page, or undefined if
 * there's nothing to show.
 */
export function hover(place: HoverPlace): Hover | undefined {
  const { site, file, offset } = place;
  const mount = mountsOf(site.config).get(file);
  if (mount) return hoverConfig(place, mount);
  const { source } = site.settings;
  if (source?.path === file) return hoverSettingsFile(place, source);
  const page = site.references.get(file);
  if (!page) return undefined;
  const { range } = page.frontmatter;
  const variable = hoverVariable(place, page);
  if (variable) return variable;
  return range && offset <= range.end ? hoverFrontmatter(place, page) : hoverBody(place, page);
}
