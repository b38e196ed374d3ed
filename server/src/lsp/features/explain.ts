import { explain } from "../../core/features/explain/explain.ts";
import type { Explained, ExplainRequest } from "../../protocol/explain.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { readFile, readFileText } from "../../workspace/files/site-files.ts";
import { KnownFiles } from "../convert/convert.ts";
import type { Cancellable } from "../handlers.ts";
import { siteOnceRead } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { identifySite } from "./site/site-status.ts";

/**
 * Handles `docwright/explain` for the site that contains the file or, if no site contains the file, for every site.
 * Sites that show the target come first.
 */
export async function explainPage(
  { uri, target }: ExplainRequest,
  session: Session,
  { token }: Cancellable,
): Promise<Explained[]> {
  const place = uri === undefined ? undefined : await siteOnceRead(uri, token, session);
  const requested = target ?? place?.path;
  if (requested === undefined) return [];
  const explanations = place
    ? [await explainIn(place.site, requested, session)]
    : await Promise.all(session.sites.sites.map((site) => explainIn(site, requested, session)));
  const found = explanations.filter((explanation) => explanation !== undefined);
  const shown = found.filter((explanation) => explanation.shown);
  return shown.length > 0 ? shown : found;
}

async function explainIn(live: SiteState, target: string, session: Session): Promise<Explained | undefined> {
  await live.whenLoaded();
  if (!live.current) return undefined;
  const { steps, ...reported } = explain(live.current.site, target, textReader(live));
  const files = new KnownFiles(live, session);
  return {
    ...identifySite(live),
    ...reported,
    steps: steps.map(({ place, ...step }) => ({
      ...step,
      ...(place && { place: files.getLocation(place) }),
    })),
  };
}

/** Returns a function that returns the current text of a file in the site, or undefined if the file doesn't exist. */
export function textReader({ files }: SiteState): (path: string) => string | undefined {
  return (path) => readFileText(readFile(files, path));
}
