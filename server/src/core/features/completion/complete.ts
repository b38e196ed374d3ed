import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { completeConfig, completeSiteSettings } from "./complete-config.ts";
import { completePage } from "./complete-page.ts";
import { type Completions, type DelegatedFeatures, nothing, noFeaturesDelegated } from "./completion.ts";

/**
 * Completes any file of the site, likeliest first. `text` is the current text, which may be incomplete. Features in
 * `left` are provided by other editor extensions and aren't offered.
 */
export function complete(
  site: Site,
  file: SitePath,
  text: string,
  offset: number,
  left: DelegatedFeatures = noFeaturesDelegated,
): Completions {
  const request = { site, file, text, offset };
  if (file === ".docwright.json") return completeSiteSettings(request);
  if (/\.mdx?$/i.test(file)) return completePage(request, left);
  return /\.json$/i.test(file) ? completeConfig(request) : nothing;
}
