import { type Site, withFile } from "../core/site/site.ts";
import { remoteSources } from "../core/site/specs/operation-references.ts";
import { isRemoteSpec, specName } from "../core/spec/remote-spec.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { RemoteSpecs } from "./remote-specs.ts";

/** The copies of a site that changes: they come and go with the names of what they are copies of. */
export class LiveCopies {
  readonly #remote: Pick<RemoteSpecs, "copiesOf"> | undefined;
  #followed = "";

  constructor(remote: Pick<RemoteSpecs, "copiesOf"> | undefined) {
    this.#remote = remote;
  }

  /** A site that was read anew, with the copies that were known before; they are no files of it. */
  heldBy(before: Site | undefined, now: Site): Site {
    this.#followed = "";
    let site = now;
    for (const [path, spec] of before?.specs ?? [])
      if (isRemoteSpec(path)) ({ site } = withFile(site, { kind: "spec", path, spec }));
    return before?.copies ? { ...site, copies: before.copies } : site;
  }

  /** The site without copies that nothing names any more, and the paths of those to be read: new or renewed ones. */
  follow(site: Site, renewed?: string): { readonly site: Site; readonly toRead: readonly SitePath[] } {
    const urls = remoteSources(site);
    const followed = urls.join("\n");
    if (!this.#remote || (followed === this.#followed && renewed === undefined)) return { site, toRead: [] };
    this.#followed = followed;
    const copies = this.#remote.copiesOf(urls);
    let next: Site = copies.size === 0 && !site.copies ? site : { ...site, copies };
    for (const path of site.specs.keys())
      if (isRemoteSpec(path) && !copies.has(path))
        next = withFile(next, { kind: "spec", path, spec: undefined }).site;
    const isToRead = (path: SitePath) => !site.specs.has(path) || specName(path) === renewed;
    return { site: next, toRead: [...copies.keys()].filter(isToRead) };
  }
}
