import type { Config } from "../../config/config.ts";
import { type JsonNode, locationOfNode, stringOf, getJsonValue } from "../../config/json/json-tree.ts";
import type { Profile } from "../../config/settings/profile.ts";
import type { FieldValue, PageOutline } from "../../page/page.ts";
import {
  addPagesToNavigation,
  type TreeElement,
  type TreePage,
} from "../../site/navigation/navigation-tree.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import type { SiteSettings } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { generatedBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { BoundedMap } from "../../text/bounded-map.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { type Audience, isList, isFrontmatterMap } from "../source/page-source.ts";
import type { FrameContextMenu, FrameImage, FramePlace } from "../view/site-frame.ts";
import { type DrawIcon, readIcon, linkTo, pageHref, readImageSource } from "./frame-links.ts";
import { shownPage, type ShownPage } from "./shown-page.ts";

/** A site as one audience sees it, with data that is shared by all its pages. */
export interface FrameReading {
  readonly site: Site;
  readonly audience: Audience;
  readonly draw: DrawIcon;
  /** Undefined if the site has no navigation. */
  readonly tree: TreeElement | undefined;
  /** Returns what menus show for a page. */
  readonly shown: (page: PageSpot) => ShownPage;
  /** Cached views of elements in this reading. */
  readonly known: {
    readonly views: Map<string, Map<TreeElement | undefined, unknown>>;
  };
}

/** The source of a page: a file or a specification. */
export type PageSpot = Pick<TreePage, "slug" | "file" | "generated">;

/** Returns a reading that is rebuilt only if something that the frame shows has changed. */
export function frameReading(site: Site, audience: Audience, draw: DrawIcon): FrameReading {
  const known = ofParts(site.config)(site.specs)(site.files)(site.profile)(site.settings)(site.pages)(draw);
  const key = keyOf(audience);
  const found = known.get(key);
  if (found) return found;
  const reading = read(site, audience, draw);
  known.set(key, reading);
  return reading;
}

/** Authors type group names into a text box, so the number of audiences is limited. */
const maxAudiences = 20;

const ofParts = derive((_config: Config) =>
  derive((_specs: Site["specs"]) =>
    derive((_files: Site["files"]) =>
      derive((_profile: Profile) =>
        derive((_settings: SiteSettings) =>
          derive((_pages: Site["pages"]) =>
            derive((_draw: DrawIcon) => new BoundedMap<string, FrameReading>(maxAudiences)),
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
    tree: addPagesToNavigation(site),
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

/** Returns what menus show for each page. While one page is edited, the others stay cached. */
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
      derive((_settings: SiteSettings) => new BoundedMap<string, ShownPages>(maxAudiences)),
    ),
  ),
);

function keyOf({ signedIn, groups }: Audience): string {
  return signedIn ? JSON.stringify([...groups].sort()) : "";
}

/** Returns a view of an element, computed once per reading. */
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

/** Returns the authored or generated page at this path, or undefined if there is none. */
export function pageSpot(site: Site, slug: string): PageSpot | undefined {
  const file: SitePath | undefined = pageSlugsOf(site.files).fileOf.get(slug);
  const generated: GeneratedPage | undefined =
    file === undefined ? generatedBySlug(site).get(slug) : undefined;
  return file === undefined && !generated ? undefined : { slug, file, generated };
}

/** Returns the root page of a group if it exists and this reader can access it. */
export function rootPage(reading: FrameReading, { element }: TreeElement): PageSpot | undefined {
  const read = element.kind === "group" && element.root ? readPageEntry(element.root.value) : undefined;
  const spot = read?.kind === "page" ? pageSpot(reading.site, read.slug) : undefined;
  return spot && !reading.shown(spot).unlisted ? spot : undefined;
}

/** Whether a menu shows this page to this reader. */
export function isListed(reading: FrameReading, page: TreePage): boolean {
  return page.hidden === undefined && !reading.shown(page).unlisted;
}

/** Returns the URL that a click on a page opens. */
export function hrefOf(reading: FrameReading, page: PageSpot): string {
  return pageHref(reading.site, page.slug);
}

/** Returns a non-empty string, trimmed. */
export function readText(node: JsonNode | undefined, key: string): string | undefined {
  return stringOf(node, key)?.trim() || undefined;
}

export function readFlag(node: JsonNode | undefined, key: string): boolean | undefined {
  const value = getJsonValue(node, key);
  return value?.kind === "boolean" ? value.value : undefined;
}

export function readItems(node: JsonNode | undefined, key: string): readonly JsonNode[] {
  const value = getJsonValue(node, key);
  return value?.kind === "array" ? value.items : [];
}

export function readOneOf<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): Name | undefined {
  return names.find((name) => name === text);
}

/** Reads a color with three or six hexadecimal digits. Nothing else may be inserted into a style. */
export function readHexColor(node: JsonNode | undefined, key: string): string | undefined {
  const text = stringOf(node, key);
  return text !== undefined && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text : undefined;
}

/** Returns the colors that are set for light and dark mode. */
export function readColorPair(node: JsonNode | undefined): {
  readonly light?: string;
  readonly dark?: string;
} {
  const [light, dark] = [readHexColor(node, "light"), readHexColor(node, "dark")];
  return { ...(light !== undefined && { light }), ...(dark !== undefined && { dark }) };
}

/** Reads an image, or a pair of images for light and dark mode. */
export function getPicture(node: JsonNode | undefined): FrameImage | undefined {
  const written = (key: string) => (node?.kind === "string" ? node.value : stringOf(node, key));
  const [light, dark] = [written("light"), written("dark")].map((text) =>
    text === undefined ? undefined : readImageSource(text),
  );
  const one = light ?? dark;
  if (!node || !one) return undefined;
  return { light: light ?? one, dark: dark ?? one, at: locationOfNode(node) };
}

export function atOf(node: JsonNode | undefined): { readonly at?: FramePlace } {
  return node ? { at: locationOfNode(node) } : {};
}

/**
 * Returns the contextual menu, which copies the page or opens it elsewhere. The page's own settings override those of
 * the site.
 */
export function contextualMenu(
  reading: FrameReading,
  own: FieldValue | undefined,
): FrameContextMenu | undefined {
  const setting = getJsonValue(reading.site.config.root, "contextual");
  const ofPage = isFrontmatterMap(own) ? own : undefined;
  const names = ofPage?.get("options");
  const display = ofPage?.get("display") ?? stringOf(setting, "display");
  const options = readItems(setting, "options").flatMap((node) => optionOf(reading, node) ?? []);
  const at = setting
    ? locationOfNode(setting)
    : { file: reading.site.config.entry, range: { start: 0, end: 0 } };
  const chosen = isList(names)
    ? names.flatMap((name) => {
        if (typeof name !== "string") return [];
        return options.find((option) => option.name === name) ?? { name, at };
      })
    : options;
  return chosen.length === 0 ? undefined : { display: display === "toc" ? "toc" : "header", options: chosen };
}

function optionOf(
  { site, draw }: FrameReading,
  node: JsonNode,
): FrameContextMenu["options"][number] | undefined {
  if (node.kind === "string") return { name: node.value, at: locationOfNode(node) };
  const name = readText(node, "title");
  if (name === undefined) return undefined;
  const description = readText(node, "description");
  const icon = readIcon(site, getJsonValue(node, "icon"), draw);
  const written = stringOf(node, "href") ?? stringOf(getJsonValue(node, "href"), "base");
  const link = written === undefined ? {} : linkTo(site, written);
  return {
    name,
    ...(description !== undefined && { description }),
    ...(icon && { icon }),
    ...(link.href !== undefined && { href: link.href }),
    at: locationOfNode(node),
  };
}
