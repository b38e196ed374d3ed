import type { Config } from "../../core/config/config.ts";
import { pageTitle, trailOf } from "../../core/features/hover/describe-page.ts";
import { type PreviousFiles, noPreviousFiles } from "../../core/site/files/former-files.ts";
import { isFolderOfPages, mayBeGenerated, pageAt } from "../../core/site/links/resolve-link.ts";
import { pageListings } from "../../core/site/navigation/navigation-pages.ts";
import { titleOfSlug } from "../../core/site/pages/new-page.ts";
import { urlsOf } from "../../core/site/pages/pages.ts";
import { isStaticRoute } from "../../core/site/pages/urls.ts";
import { navigationOf, readPageEntry } from "../../core/site/settings/navigation.ts";
import type { Site } from "../../core/site/site.ts";
import { operationName } from "../../core/site/specs/generated-page-plan.ts";
import type { GeneratedPage } from "../../core/site/specs/generated-pages.ts";
import { createMessage, type LocalizedMessage, formatMessagesInEnglish } from "../../core/text/message.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import { derive } from "../../core/text/view.ts";
import { findNearestVersion } from "./page-versions.ts";
import { followUrl, type MisdirectedRedirect, type ReachedPage, readAddress } from "./resolve-address.ts";

/** Labels of the navigation above a page with a file, outermost first, at its first place; none for a page in no menu. */
export function trailOfPage(config: Config, slug: string): readonly string[] {
  return trailsIn(config).get(slug) ?? [];
}

/** The same of a page that the service makes, with the groups that are made for it. */
export function trailOfGenerated({ node, groups, listed }: GeneratedPage): readonly string[] {
  if (!listed) return [];
  return [...trailOf(node.type === "entry" ? node.parent : node), ...groups];
}

const trailsIn = derive((config: Config): ReadonlyMap<string, readonly string[]> => {
  const trails = new Map<string, readonly string[]>();
  for (const { entry, slug } of pageListings(config))
    if (!entry.lost && slug !== "" && !trails.has(slug)) trails.set(slug, trailOf(entry.parent));
  for (const element of navigationOf(config).elements) {
    const read = element.root && readPageEntry(element.root.value);
    if (read?.kind === "page" && !trails.has(read.slug)) trails.set(read.slug, trailOf(element));
  }
  return trails;
});

/** A page that was found, with what is shown of it. */
export function describeJoin(site: Site, { slug, file, generated, by }: ReachedPage): FeedbackPathResolution {
  const [url = `/${slug}`] = urlsOf(slug);
  if (generated) return { ...ofGenerated(generated), url, by };
  const path = file ?? `${slug}.mdx`;
  return {
    kind: "page",
    file: path,
    range: headOf(site, path),
    title: pageTitle(site.pages.get(path)) ?? titleOfSlug(slug),
    url,
    by,
    groups: trailOfPage(site.config, slug),
  };
}

/** The title in frontmatter, else the first line. */
function headOf(site: Site, path: SitePath): TextRange {
  const page = site.references.get(path);
  if (!page) return { start: 0, end: 0 };
  const title = page.frontmatter.fields.get("title");
  if (title)
    return {
      start: title.keyRange.start,
      end: Math.max(title.keyRange.end, title.valueRange.end),
    };
  return { start: 0, end: /^[^\r\n]*/.exec(page.text)?.[0].length ?? 0 };
}

function ofGenerated(page: GeneratedPage): Omit<OperationJoin, "url" | "by"> {
  const { spec, target, title } = page;
  const range =
    target.kind === "channel"
      ? target.channel.range
      : // What a reference has pulled in stands in another file; its path key never does.
        target.operation.file === undefined
        ? target.operation.range
        : target.operation.pathRange;
  return {
    kind: "operation",
    file: spec.path,
    range,
    title,
    operation: operationName(target),
    groups: trailOfGenerated(page),
  };
}

/**
 * The file that a path of the service is about. `path` is as the service tells it: `/guides/start`, `guides/start/`,
 * `https://docs.example.com/guides/start?x#y`. `former` says where files of the past are today. Of what cannot be
 * joined the reason is told; a path never makes a file that the site does not have.
 */
export function resolveFeedbackPath(
  site: Site,
  path: string,
  former: PreviousFiles = noPreviousFiles,
): FeedbackPathResolution {
  const known = joinsOf(site)(former);
  const found = known.get(path) ?? findPage(site, path, former);
  if (known.size < maxCachedPaths) known.set(path, found);
  return "slug" in found
    ? describeJoin(site, found)
    : { kind: "unknown", reason: formatMessagesInEnglish(found.why), said: found.why };
}

const maxCachedPaths = 50_000;

/** An address that leads to no page, with the reason and what is not known about it. */
interface NotFound {
  readonly why: readonly LocalizedMessage[];
}
type Joins = Map<string, ReachedPage | NotFound>;

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
              derive((_former: PreviousFiles): Joins => new Map<string, ReachedPage | NotFound>()),
            ),
          ),
        ),
      ),
    ),
  ),
);

function findPage(site: Site, written: string, former: PreviousFiles): ReachedPage | NotFound {
  const address = readAddress(site, written);
  if (!address.ok) return { why: [address.reason] };
  let astray: MisdirectedRedirect = {};
  for (const path of address.paths) {
    const reached = followUrl(site, former, path);
    if ("slug" in reached) return reached;
    if (astray.reason === undefined) astray = reached;
  }
  for (const path of address.paths) {
    const near = findNearestVersion(site, former, path);
    if (near) return near;
  }
  return { why: astray.reason ? [astray.reason] : whyNone(site, address.paths[0] ?? "", former) };
}

function whyNone(site: Site, path: string, { note }: PreviousFiles): readonly LocalizedMessage[] {
  if (!site.loaded.pages) return [createMessage("The pages of the site are still being read.")];
  if (isStaticRoute(path, (slug) => pageAt(site.pages, slug) !== undefined))
    return [createMessage("The service answers at this address by itself; no page of the site makes it.")];
  if (site.files.has(path)) return [createMessage("The address is that of a file, not of a page.")];
  if (mayBeGenerated(site, path))
    return [
      createMessage("The service may make a page there from a specification that cannot be read here."),
    ];
  if (site.isIgnored(`${path}.mdx`))
    return [createMessage("Files at this address are left out of the site.")];
  if (isFolderOfPages(site, path))
    return [createMessage("The address is that of a folder without a page of its own.")];
  return note === undefined
    ? [createMessage("No page of this site has had this address.")]
    : [createMessage("No page of this site has this address."), note];
}

/** What a path of the service names on a site. */
export type FeedbackPathResolution = PageJoin | OperationJoin | NoJoin;

/** How a page was found; of several steps the least sure. `version` and `language`: the nearest of those that there are. */
export type FoundBy = "address" | "redirect" | "rename" | "version" | "language";

interface FoundJoin {
  /** Of the page, or the specification. */
  readonly file: SitePath;
  /** Of the title in frontmatter, else of the first line; of an operation's method. */
  readonly range: TextRange;
  readonly title: string;
  /** `/guides/start`. */
  readonly url: string;
  readonly by: FoundBy;
  /** Labels of the navigation above it: `["Guides", "Basics"]`. */
  readonly groups: readonly string[];
}

export interface PageJoin extends FoundJoin {
  readonly kind: "page";
}

/** A page that the service makes of a specification. */
export interface OperationJoin extends FoundJoin {
  readonly kind: "operation";
  /** `GET /users`; `WEBHOOK order.paid` and `CHANNEL chat` for what has no method. */
  readonly operation: string;
}

export interface NoJoin {
  readonly kind: "unknown";
  /** A sentence: “No page of this site has had this address.” */
  readonly reason: string;
  /** The same, to be said in another language. */
  readonly said: readonly LocalizedMessage[];
}
