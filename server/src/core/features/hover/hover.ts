import type { FindIcon } from "../../config/icons/icons.ts";
import { ruleSummaries } from "../../config/settings/rule-codes.ts";
import { settingsAt, shapeAt } from "../../config/settings/schema-lookup.ts";
import { settingsFileShape } from "../../config/settings/settings-file-shape.ts";
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

/** A setting of `.docwright.json`, or a rule that it names. */
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

/** What is told about a place in a file. */
export interface Hover {
  readonly range: TextRange;
  /** Texts of the site in it are made harmless. */
  readonly markdown: string;
}

/** What is needed beside the site: pictures come from outside of core. */
export interface HoverPlace {
  readonly site: Site;
  readonly file: SitePath;
  readonly offset: number;
  readonly findIcon: FindIcon;
  /** What readers think of pages; absent where that is not known. */
  readonly rate?: PageRatingProvider | undefined;
  /** What other extensions of the editor tell. */
  readonly left?: DelegatedFeatures;
}

/** What stands at an offset of docs.json, of a file it pulls in, of `.docwright.json`, or of a page; undefined where there is nothing to tell. */
export function hover(place: HoverPlace): Hover | undefined {
  const { site, file, offset } = place;
  const mount = mountsOf(site.config).get(file);
  if (mount) return hoverConfig(place, mount);
  const { source } = site.settings;
  if (source?.path === file) return hoverSettingsFile(place, source);
  const page = site.references.get(file);
  if (!page) return undefined;
  const { range } = page.frontmatter;
  return range && offset <= range.end ? hoverFrontmatter(place, page) : hoverBody(place, page);
}
