import { placeOf, stringOf, valueOf } from "../../config/json/json-tree.ts";
import type { FieldValue, PageOutline } from "../../page/page.ts";
import type { TreeElement } from "../../site/navigation/navigation-tree.ts";
import type { FrameLink, FramePage, FramePlace } from "../view/site-frame.ts";
import { contextualMenu } from "./contextual-menu.ts";
import { directoryListing } from "./directory-listing.ts";
import { divisionTarget } from "./division-target.ts";
import { isList, isMap, textOf } from "./field-values.ts";
import { linkTo, pageHref } from "./frame-link.ts";
import { type FrameReading, pageSpot } from "./frame-reading.ts";
import { placesOf } from "./page-places.ts";
import { sameElsewhere } from "./same-elsewhere.ts";
import { flagIn } from "./setting-reader.ts";
import { titleOfPath } from "./shown-page.ts";
import { type OrderedPage, type Sidebar, sidebarOf } from "./sidebar.ts";

const top: FramePlace["range"] = { start: 0, end: 0 };

/** What the frame shows of one page, given the divisions around it. */
export function pageFacts(reading: FrameReading, slug: string, chain: readonly TreeElement[]): FramePage {
  const { site } = reading;
  const spot = pageSpot(site, slug);
  const outline = spot?.file === undefined ? undefined : site.pages.get(spot.file);
  const shown = spot && reading.shown(spot);
  const division = chain.at(-1);
  const sidebar = division && sidebarOf(reading, division);
  const place = sidebar?.places.get(slug);
  const field = (name: string) => fieldOf(outline, spot?.generated?.metadata, name);
  const directory = sidebar && directoryListing(reading, sidebar, slug);
  const contextual = contextualMenu(reading, field("contextual"));
  const neighbours =
    place && sidebar && field("hideFooterPagination") !== true ? [place.index - 1, place.index + 1] : [];
  const [previous, next] = neighbours.map((index) => sidebar?.order[index]);
  const updated = textOf(field("lastUpdatedDate"));
  const timestamp = field("timestamp");
  const unlisted = place
    ? undefined
    : (shown?.unlisted ?? (placesOf(reading, slug).length > 0 ? "hidden" : "not-listed"));
  return {
    slug,
    href: pageHref(site, slug),
    title: shown?.title ?? titleOfPath(slug),
    mode: modeOf(reading, textOf(field("mode"))),
    ...(place && { current: place.n }),
    open: place?.groups.map(({ n }) => n) ?? [],
    eyebrows: sidebar ? eyebrowsOf(reading, sidebar, chain, slug) : [],
    trail: hasTrail(reading),
    ...(previous && { previous: linkOf(previous) }),
    ...(next && { next: linkOf(next) }),
    ...(directory && { directory }),
    ...(contextual && { contextual }),
    related: relatedOf(reading, outline, field("related")),
    timestamp:
      typeof timestamp === "boolean"
        ? timestamp
        : (flagIn(valueOf(site.config.root, "metadata"), "timestamp") ?? false),
    ...(updated !== undefined && { lastUpdated: updated }),
    elsewhere: sameElsewhere(reading, slug, chain),
    ...(unlisted && { unlisted }),
  };
}

/** Modes that not every theme has (docs, organize/pages): without it the page looks as usual. */
const themesOf: Readonly<Record<string, readonly string[]>> = {
  frame: ["aspen", "almond", "luma", "sequoia"],
  center: ["mint", "linden", "willow", "maple"],
};
const modes: ReadonlySet<string> = new Set(["wide", "custom", "assistant", "frame", "center"]);

function modeOf({ site }: FrameReading, mode = "default"): string {
  const themes = Object.hasOwn(themesOf, mode) ? themesOf[mode] : undefined;
  const theme = stringOf(site.config.root, "theme") ?? "mint";
  return modes.has(mode) && (!themes || themes.includes(theme)) ? mode : "default";
}

function fieldOf(
  outline: PageOutline | undefined,
  metadata: Readonly<Record<string, unknown>> | undefined,
  name: string,
): FieldValue | undefined {
  if (outline) return outline.fields.get(name);
  const value = metadata && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? value
    : undefined;
}

function linkOf({ label, href, at }: OrderedPage): FrameLink {
  return { label, href, at };
}

/**
 * Above the title: the group that the page stands in; with `breadcrumbs` the whole way, without languages and versions,
 * which are no part of the subject.
 */
function eyebrowsOf(
  reading: FrameReading,
  sidebar: Sidebar,
  chain: readonly TreeElement[],
  slug: string,
): readonly FrameLink[] {
  const place = sidebar.places.get(slug);
  if (!place) return [];
  const groups = place.groups.map(({ n, label, at }): FrameLink => {
    const href = sidebar.firsts.get(n);
    return { label, at, ...(href !== undefined && { href }) };
  });
  if (!hasTrail(reading)) return groups.slice(-1);
  const divisions = chain.flatMap((tree): FrameLink[] => {
    const { kind, label, node } = tree.element;
    if (kind === "root" || kind === "language" || kind === "version" || !label) return [];
    const name = kind === "product" ? (stringOf(node, "name") ?? label.value) : label.value;
    return [{ label: name, ...divisionTarget(reading, tree), at: placeOf(label) }];
  });
  return [...divisions, ...groups];
}

function hasTrail({ site }: FrameReading): boolean {
  return stringOf(valueOf(site.config.root, "styling"), "eyebrows") === "breadcrumbs";
}

/** `related: [/guides/start, { Billing: /billing }]`. */
function relatedOf(
  { site, shown }: FrameReading,
  outline: PageOutline | undefined,
  value: FieldValue | undefined,
): readonly FrameLink[] {
  if (!outline || !isList(value)) return [];
  const at = { file: outline.path, range: top };
  const link = (written: string, label: string | undefined): FrameLink => {
    const spot = pageSpot(site, written.replace(/^\/+/, ""));
    return { label: label ?? (spot ? shown(spot).title : written), ...linkTo(site, written), at };
  };
  return value.slice(0, 50).flatMap((entry): FrameLink[] => {
    if (typeof entry === "string") return [link(entry, undefined)];
    if (!isMap(entry)) return [];
    return [...entry].flatMap(([label, to]) => (typeof to === "string" ? [link(to, label)] : []));
  });
}
