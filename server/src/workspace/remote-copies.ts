import { type Site, withFile } from "../core/site/site.ts";
import { remoteSources } from "../core/site/specs/operation-references.ts";
import { isRemoteSpec } from "../core/spec/remote-spec.ts";
import type { SiteFiles } from "./read-frame.ts";
import type { RemoteSpecs } from "./remote-specs.ts";
import type { ReadSpecs } from "./site-loader.ts";

/** The files of a site and the copies of specifications on the web, which have paths that no file has. */
export function filesWithCopies(remote: Pick<RemoteSpecs, "textAt"> | undefined, from: SiteFiles): SiteFiles {
  if (!remote) return from;
  return {
    ...from,
    unsaved: (path) => (isRemoteSpec(path) ? remote.textAt(path) : from.unsaved?.(path)),
  };
}

/** The site with the copies that there are of what it names on the web; `from` has their texts. */
export async function withRemoteCopies(
  site: Site,
  from: SiteFiles,
  remote: Pick<RemoteSpecs, "copiesOf">,
  readSpecs: ReadSpecs,
): Promise<Site> {
  const copies = remote.copiesOf(remoteSources(site));
  if (copies.size === 0) return site;
  const outlines = await readSpecs(from, [...copies.keys()]);
  let known: Site = { ...site, copies };
  for (const spec of outlines) known = withFile(known, { kind: "spec", path: spec.path, spec }).site;
  return known;
}
