import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { completeConfig, completeSiteSettings } from "./complete-config.ts";
import { completePage } from "./complete-page.ts";
import { type Completions, type DelegatedFeatures, nothing, noFeaturesDelegated } from "./completion.ts";

/**
 * What may be written at a caret in a file of the site, the likeliest first. `text` is the file's newest, however half
 * typed; what is `left` to other extensions of the editor is not offered.
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
