import { explain } from "../../core/features/explain/explain.ts";
import type { ExplainResult, ExplainRequest } from "../../protocol/explain.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { readFile, getFileText } from "../../workspace/files/site-files.ts";
import { FileLocationCache } from "../convert/convert.ts";
import type { Cancellable } from "../handlers.ts";
import { waitForCurrentSite } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { identifySite } from "./site/site-status.ts";

/**
 * Handles `docwright/explain` for the site that contains the file or, if no site contains the file, for every site.
 * Sites that show the target come first.
 */
export async function explainTarget(
  { uri, target }: ExplainRequest,
  session: Session,
  { token }: Cancellable,
): Promise<ExplainResult[]> {
  const location = uri === undefined ? undefined : await waitForCurrentSite(uri, token, session);
  const explainedTarget = target ?? location?.path;
  if (explainedTarget === undefined) return [];
  const explanations = location
    ? [await explainInSite(location.site, explainedTarget, session)]
    : await Promise.all(session.sites.sites.map((site) => explainInSite(site, explainedTarget, session)));
  const results = explanations.filter((explanation) => explanation !== undefined);
  const shownResults = results.filter((explanation) => explanation.shown);
  return shownResults.length > 0 ? shownResults : results;
}

async function explainInSite(
  siteState: SiteState,
  target: string,
  session: Session,
): Promise<ExplainResult | undefined> {
  await siteState.waitUntilLoaded();
  if (!siteState.current) return undefined;
  const { steps, ...reported } = explain(siteState.current.site, target, createFileReader(siteState));
  const locationCache = new FileLocationCache(siteState, session);
  return {
    ...identifySite(siteState),
    ...reported,
    steps: steps.map(({ location, ...step }) => ({
      ...step,
      ...(location && { location: locationCache.getLocation(location) }),
    })),
  };
}

/** Returns a function that returns the current text of a file in the site, or undefined if the file doesn't exist. */
export function createFileReader({ files }: SiteState): (path: string) => string | undefined {
  return (path) => getFileText(readFile(files, path));
}
