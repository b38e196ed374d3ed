import type { Config } from "../../config/config.ts";
import type { Profile } from "../../config/settings/profile.ts";
import type { PageOutline } from "../../page/page.ts";
import { navigationWithPages, type TreeElement, type TreePage } from "../../site/navigation/navigation-tree.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import type { SiteSettings } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { generatedBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { BoundedMap } from "../../text/bounded-map.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import type { Audience } from "../page-source.ts";
import type { DrawIcon } from "./frame-icon.ts";
import { pageHref } from "./frame-link.ts";
import { shownPage, type ShownPage } from "./shown-page.ts";

/** A site as one kind of reader sees it: what is found out once for all its pages. */
export interface FrameReading {
  readonly site: Site;
  readonly audience: Audience;
  readonly draw: DrawIcon;
  /** Absent without a navigation. */
  readonly tree: TreeElement | undefined;
  /** What menus show of a page. */
  readonly shown: (page: PageSpot) => ShownPage;
  /** Views of parts of this reading, each made once. */
  readonly known: {
    readonly views: Map<string, Map<TreeElement | undefined, unknown>>;
  };
}

/** Where a page comes from. */
export type PageSpot = Pick<TreePage, "slug" | "file" | "generated">;

/** Made anew only when something changed that frames show. */
export function frameReading(site: Site, audience: Audience, draw: DrawIcon): FrameReading {
  const known = ofParts(site.config)(site.specs)(site.files)(site.profile)(site.settings)(site.pages)(draw);
  const key = keyOf(audience);
  const found = known.get(key);
  if (found) return found;
  const reading = read(site, audience, draw);
  known.set(key, reading);
  return reading;
}

/** Groups come from a box in which the author types. */
const mostAudiences = 20;

const ofParts = derive((_config: Config) =>
  derive((_specs: Site["specs"]) =>
    derive((_files: Site["files"]) =>
      derive((_profile: Profile) =>
        derive((_settings: SiteSettings) =>
          derive((_pages: Site["pages"]) =>
            derive((_draw: DrawIcon) => new BoundedMap<string, FrameReading>(mostAudiences)),
          ),
        ),
      ),
    ),
  ),
);

function read(site: Site, audience: Audience, draw: DrawIcon): FrameReading {
  const shownAs = shownTo(site, audience);
  return {
    site,
    audience,
    draw,
    tree: navigationWithPages(site),
    shown: ({ slug, file, generated }) => {
      const outline = file === undefined ? undefined : site.pages.get(file);
      const part = outline ?? generated;
      const found = part && shownAs.get(part);
      if (found) return found;
      const view = shownPage(site, slug, outline, generated, audience);
      if (part) shownAs.set(part, view);
      return view;
    },
    known: { views: new Map() },
  };
}

type ShownPages = WeakMap<PageOutline | GeneratedPage, ShownPage>;

/** What menus show of each page: known of all others while one is edited. */
function shownTo(site: Site, audience: Audience): ShownPages {
  const known = shownIn(site.config)(site.specs)(site.profile)(site.settings);
  const key = keyOf(audience);
  const found = known.get(key);
  if (found) return found;
  const shown: ShownPages = new WeakMap();
  known.set(key, shown);
  return shown;
}

const shownIn = derive((_config: Config) =>
  derive((_specs: Site["specs"]) =>
    derive((_profile: Profile) =>
      derive((_settings: SiteSettings) => new BoundedMap<string, ShownPages>(mostAudiences)),
    ),
  ),
);

function keyOf({ signedIn, groups }: Audience): string {
  return signedIn ? JSON.stringify([...groups].sort()) : "";
}

/** A view of an element that is made once for this reading. */
export function once<View>(
  { known }: FrameReading,
  name: string,
  element: TreeElement | undefined,
  make: () => View,
): View {
  const views = known.views.get(name) ?? new Map<TreeElement | undefined, unknown>();
  known.views.set(name, views);
  if (views.has(element)) return views.get(element) as View;
  const view = make();
  views.set(element, view);
  return view;
}

/** The page of this path, written or generated; undefined where there is none. */
export function pageSpot(site: Site, slug: string): PageSpot | undefined {
  const file: SitePath | undefined = pageSlugsOf(site.files).fileOf.get(slug);
  const generated: GeneratedPage | undefined =
    file === undefined ? generatedBySlug(site).get(slug) : undefined;
  return file === undefined && !generated ? undefined : { slug, file, generated };
}

/** The root page of a group, when there is such a page and this reader may find it. */
export function rootPage(reading: FrameReading, { element }: TreeElement): PageSpot | undefined {
  const read = element.kind === "group" && element.root ? readPageEntry(element.root.value) : undefined;
  const spot = read?.kind === "page" ? pageSpot(reading.site, read.slug) : undefined;
  return spot && !reading.shown(spot).unlisted ? spot : undefined;
}

/** Whether a menu shows this page to this reader. */
export function isListed(reading: FrameReading, page: TreePage): boolean {
  return page.hidden === undefined && !reading.shown(page).unlisted;
}

/** Where a click on a page leads. */
export function hrefOf(reading: FrameReading, page: PageSpot): string {
  return pageHref(reading.site, page.slug);
}
