import type { Site } from "../core/site/site.ts";
import { wantedModels } from "../core/analysis/drift/required-models.ts";
import type { SpecStudy } from "../core/spec/validity/analyze-spec.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { SpecStudying } from "./live-studies.ts";
import type { SiteFiles } from "./read-frame.ts";

/** Studies of all specifications of a site, used or not. `tell` hears which one is next. */
export async function studySpecs(
  site: Site,
  from: SiteFiles,
  specs: SpecStudying,
  tell: (path: SitePath) => void,
): Promise<Site["studies"]> {
  const studies = new Map<SitePath, SpecStudy>();
  for (const [path, outline] of site.specs) {
    tell(path);
    const wish = { validity: true, operations: wantedModels(site).get(path) ?? [] };
    const study = await specs.study(from, outline, wish);
    if (study) studies.set(path, study);
  }
  return studies;
}
