import { derive } from "../core/text/view.ts";
import { noFormerFiles, type FormerFiles } from "../core/site/files/former-files.ts";
import { isFolderOfPages, mayBeGenerated, pageAt } from "../core/site/links/resolve-link.ts";
import type { Site } from "../core/site/site.ts";
import { isStaticRoute } from "../core/site/pages/urls.ts";
import { said, saidInEnglish, type Said } from "../core/text/message.ts";
import { describeJoin } from "./describe-join.ts";
import { followAddress, type LedAstray, type Reached } from "./follow-address.ts";
import { nearestEdition } from "./nearest-edition.ts";
import type { PathJoin } from "./path-join.ts";
import { readAddress } from "./read-address.ts";

/**
 * The file that a path of the service is about. `path` is as the service tells it: `/guides/start`, `guides/start/`,
 * `https://docs.example.com/guides/start?x#y`. `former` says where files of the past are today. Of what cannot be
 * joined the reason is told; a path never makes a file that the site does not have.
 */
export function joinPath(site: Site, path: string, former: FormerFiles = noFormerFiles): PathJoin {
  const known = joinsOf(site)(former);
  const found = known.get(path) ?? findPage(site, path, former);
  if (known.size < mostKept) known.set(path, found);
  return "slug" in found
    ? describeJoin(site, found)
    : { kind: "unknown", reason: saidInEnglish(found.why), said: found.why };
}

const mostKept = 50_000;

/** An address that leads to no page, with the reason and what is not known about it. */
interface NotFound {
  readonly why: readonly Said[];
}
type Joins = Map<string, Reached | NotFound>;

/** Where paths lead is known until one of the parts on which it depends is another: the text of a page is none. */
const joinsOf = derive((site: Site) => {
  const { config, specs, pages, files, profile, settings, loaded } = site;
  return ofConfig(config)(specs)(pages)(files)(profile)(settings)(loaded);
});

const ofConfig = derive((_config: Site["config"]) =>
  derive((_specs: Site["specs"]) =>
    derive((_pages: Site["pages"]) =>
      derive((_files: Site["files"]) =>
        derive((_profile: Site["profile"]) =>
          derive((_settings: Site["settings"]) =>
            derive((_loaded: Site["loaded"]) =>
              derive((_former: FormerFiles): Joins => new Map<string, Reached | NotFound>()),
            ),
          ),
        ),
      ),
    ),
  ),
);

function findPage(site: Site, written: string, former: FormerFiles): Reached | NotFound {
  const address = readAddress(site, written);
  if (!address.ok) return { why: [address.reason] };
  let astray: LedAstray = {};
  for (const path of address.paths) {
    const reached = followAddress(site, former, path);
    if ("slug" in reached) return reached;
    if (astray.reason === undefined) astray = reached;
  }
  for (const path of address.paths) {
    const near = nearestEdition(site, former, path);
    if (near) return near;
  }
  return { why: astray.reason ? [astray.reason] : whyNone(site, address.paths[0] ?? "", former) };
}

function whyNone(site: Site, path: string, { note }: FormerFiles): readonly Said[] {
  if (!site.loaded.pages) return [said("The pages of the site are still being read.")];
  if (isStaticRoute(path, (slug) => pageAt(site.pages, slug) !== undefined))
    return [said("The service answers at this address by itself; no page of the site makes it.")];
  if (site.files.has(path)) return [said("The address is that of a file, not of a page.")];
  if (mayBeGenerated(site, path))
    return [said("The service may make a page there from a specification that cannot be read here.")];
  if (site.isIgnored(`${path}.mdx`)) return [said("Files at this address are left out of the site.")];
  if (isFolderOfPages(site, path))
    return [said("The address is that of a folder without a page of its own.")];
  return note === undefined
    ? [said("No page of this site has had this address.")]
    : [said("No page of this site has this address."), note];
}
