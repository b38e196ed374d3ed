import { configEntry } from "../site/build-site.ts";
import type { Site } from "../site/site.ts";
import type { SitePath } from "../text/text-range.ts";
import { completeConfig } from "./complete-config.ts";
import type { Completions } from "./completion.ts";
import { nothing } from "./completion.ts";

/**
 * What may be written at a caret in a file of the site, the likeliest first. `text` is the file's newest, however
 * half typed; `rules` are the codes of the rules there are.
 */
export function complete(
  site: Site,
  file: SitePath,
  text: string,
  offset: number,
  rules: readonly string[] = [],
): Completions {
  const request = { site, file, text, offset, rules };
  if (file.endsWith(".json") || file === configEntry) return completeConfig(request);
  return nothing;
}
