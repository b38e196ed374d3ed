import type { FindIcon } from "../../config/icons/icons.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { LeftToOthers } from "../page-answer.ts";
import { mountsOf } from "../config-place.ts";
import type { RatePage } from "./describe-rating.ts";
import { hoverBody } from "./hover-body.ts";
import { hoverConfig } from "./hover-config.ts";
import { hoverFrontmatter } from "./hover-frontmatter.ts";
import { hoverSettingsFile } from "./hover-settings-file.ts";

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
  readonly rate?: RatePage | undefined;
  /** What other extensions of the editor tell. */
  readonly left?: LeftToOthers;
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
