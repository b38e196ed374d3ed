import type { FormerFiles } from "../core/site/files/former-files.ts";
import { readUrl } from "../core/site/pages/urls.ts";
import type { Site } from "../core/site/site.ts";
import { said } from "../core/text/message.ts";
import { type FoundBy, joinPath, type NoJoin } from "../feedback/pages/resolve-path.ts";
import type { JoinedPath } from "../protocol/feedback.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { KnownFiles } from "./known-files.ts";
import type { Session } from "./session.ts";

/** A site with what its history tells. */
export interface JoinableSite {
  readonly live: LiveSite;
  readonly site: Site;
  readonly former: FormerFiles;
}

/** How sure a page is; between sites the surest counts, of those as sure the first. */
const sureness: Readonly<Record<FoundBy, number>> = {
  address: 0,
  redirect: 0,
  rename: 1,
  version: 2,
  language: 2,
};

/**
 * Joins paths in several sites, given with the outermost first: where one lives at the host that a whole URL names, in
 * that one before others.
 */
export function joinInSites(sites: readonly JoinableSite[], session: Session): (path: string) => JoinedPath {
  const known = sites.map((one) => ({
    ...one,
    files: new KnownFiles(one.live, session),
    host: hostOf(one.site.settings.siteUrl ?? ""),
  }));
  const noSite = said("No documentation site is known yet.");
  return (path) => {
    const host = hostOf(path);
    const named = known.filter((one) => host !== undefined && one.host === host);
    let unknown: NoJoin | undefined;
    let best: { readonly sure: number; readonly joined: JoinedPath } | undefined;
    for (const { site, former, files } of named.length > 0 ? named : known) {
      const join = joinPath(site, path, former);
      if (join.kind === "unknown") unknown ??= join;
      if (join.kind === "unknown") continue;
      const { file, range, ...rest } = join;
      const sure = sureness[join.by];
      if (!best || sure < best.sure) best = { sure, joined: { ...rest, ...files.placeOf({ file, range }) } };
      if (sure === 0) break;
    }
    return best?.joined ?? unknown ?? { kind: "unknown", reason: noSite.words, said: [noSite] };
  };
}

function hostOf(url: string): string | undefined {
  const read = readUrl(url);
  return read.kind === "web" && read.host !== "" ? read.host : undefined;
}
