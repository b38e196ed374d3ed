import type { Config } from "../../config/config.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import type { PageOutline } from "../../page/page.ts";
import { getPageAnchors } from "../../site/links/anchors.ts";
import { findWorkingTarget } from "../../site/links/links.ts";
import { getFinalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { getPageListings } from "../../site/navigation/navigation-pages.ts";
import { getPageSlugs, toTitle } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getOperationName } from "../../site/specs/generated-page-plan.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import type { Resolution } from "../../site/specs/operation-references.ts";
import { getSpecName } from "../../spec/detect-spec.ts";
import type { ChannelOutline, OperationOutline, ParameterSummary } from "../../spec/spec-outline.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { escapeMarkdown, formatInlineCode, joinParagraphs } from "../../text/markdown.ts";
import { removePageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { isSameFragment } from "../references/find-definitions.ts";

/** A page's reader ratings and comments. */
export interface PageRating {
  readonly up: number;
  readonly down: number;
  /** The number of unresolved comments. */
  readonly open: number;
  /** The counts as text in the editor's language. If undefined, the counts are described in English. */
  readonly label?: string;
}

/**
 * Returns the rating of a page (by its file) or of an operation (`GET /users`) in a specification. Returns undefined if
 * there's no rating.
 */
export type PageRatingProvider = (file: SitePath, operation?: string) => PageRating | undefined;

/** Returns text such as `▲ 34 ▼ 6 · 3 open comments`, or undefined if the page has no feedback. */
export function describeRating(rating: PageRating | undefined): string | undefined {
  if (!rating) return undefined;
  const { up, down, open, label } = rating;
  const votesText = up + down > 0 ? `▲ ${up} ▼ ${down}` : undefined;
  const countText = `${open} open ${open === 1 ? "comment" : "comments"}`;
  const commentsText = open > 0 ? (label ?? countText) : undefined;
  const parts = [votesText, commentsText].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" · ");
}

const maxLocations = 3;

/** Describes a page that has its own file: its title, description, and placement in the navigation. */
export function describePage(site: Site, slug: string, getRating?: PageRatingProvider): string | undefined {
  const file = getPageSlugs(site.files).fileBySlug.get(slug);
  if (file === undefined) return undefined;
  const page = site.pages.get(file);
  return joinParagraphs([
    `**${escapeMarkdown(getPageTitle(page) ?? toTitle(slug))}**`,
    getTextField(page, "description"),
    describeRating(getRating?.(file)),
    describeNavigationPlacements(site, slug),
    `File: ${formatInlineCode(file)}`,
  ]);
}

const unlistedReasons: Readonly<Record<NonNullable<GeneratedPage["unlistedReason"]>, string>> = {
  mark: "Not in the navigation: the operation is hidden.",
  metadata: "Not in the navigation: the operation's metadata sets `hidden`.",
  root: "Not in the navigation: groups are generated only from a specification on an element such as a tab or group, not on `navigation` itself.",
};

/** Describes a page that the service generates from an operation, in the same way as a page with a file. */
export function describeGeneratedPage(
  { title, spec, target, groups, unlistedReason, node }: GeneratedPage,
  getRating?: PageRatingProvider,
): string {
  const parentTrail = node.type === "entry" ? getTrail(node.parent) : getTrail(node);
  const trail = [...parentTrail, ...groups].map(escapeMarkdown).join(" › ");
  return joinParagraphs([
    `**${escapeMarkdown(title)}**`,
    describeRating(getRating?.(spec.path, getOperationName(target))),
    unlistedReason ? unlistedReasons[unlistedReason] : trail === "" ? undefined : `In the navigation: ${trail}`,
    `Generated from ${formatInlineCode(getSpecName(spec.path))}`,
  ]);
}

/** Returns the labels of the element and its ancestors, with the outermost first, such as `API`, `Users`. */
export function getTrail(element: NavElement | undefined): string[] {
  const labels: string[] = [];
  for (let ancestor = element; ancestor; ancestor = ancestor.parent)
    if (ancestor.label) labels.unshift(ancestor.label.value);
  return labels;
}

/** Returns the title from the frontmatter or, if the frontmatter doesn't contain one, the first heading. */
export function getPageTitle(page: PageOutline | undefined): string | undefined {
  const title = page?.fields.get("title");
  return typeof title === "string" || typeof title === "number" ? String(title) : page?.headings[0]?.text;
}

function getTextField(page: PageOutline | undefined, field: string): string | undefined {
  const text = page?.fields.get(field);
  return typeof text === "string" ? escapeMarkdown(text) : undefined;
}

/** Returns text such as `In the navigation: Guides › Start`. Lists at most three placements. */
export function describeNavigationPlacements(site: Site, slug: string): string {
  const parents = getParentsBySlug(site.config).get(slug) ?? [];
  if (parents.length === 0) return "Not in the navigation. Readers can reach it only by URL or through a link.";
  const locations = parents.slice(0, maxLocations).map((parent) => {
    const trail = getTrail(parent).map(escapeMarkdown).join(" › ");
    return trail === "" ? "top level" : trail;
  });
  const moreCount = parents.length - locations.length;
  return `In the navigation: ${locations.join(" · ")}${moreCount > 0 ? ` and ${moreCount} more` : ""}`;
}

const getParentsBySlug = derive((config: Config): ReadonlyMap<string, readonly NavElement[]> => {
  const parentsBySlug = new Map<string, NavElement[]>();
  for (const { entry, slug } of getPageListings(config)) {
    if (entry.isIgnored || slug === "") continue;
    addToGroup(parentsBySlug, slug, entry.parent);
  }
  return parentsBySlug;
});

/**
 * Describes the target of a link: a page with its title, a file, or the end of a chain of redirects. Returns undefined
 * for links to external sites.
 */
export function describeLink(
  site: Site,
  url: string,
  linkingPage: SitePath | undefined,
  getRating?: PageRatingProvider,
): string | undefined {
  const { page, target } =
    linkingPage === undefined
      ? { page: undefined, target: resolveLink(site, url, undefined) }
      : findWorkingTarget(site, linkingPage, url);
  const finalTarget = getFinalTarget(target);
  const description = describeTarget(site, finalTarget, getRating);
  if (description === undefined) return undefined;
  return joinParagraphs([
    description,
    target.kind === "redirect" ? `Redirected to ${formatInlineCode(target.destination)}` : undefined,
    describeAnchor(site, finalTarget, page),
  ]);
}

function describeTarget(site: Site, target: LinkTarget, getRating: PageRatingProvider | undefined): string | undefined {
  switch (target.kind) {
    case "page":
      return describePage(site, removePageExtension(target.file), getRating);
    case "generated":
      return describeGeneratedPage(target.page, getRating);
    case "file":
      return `File: ${formatInlineCode(target.file)}`;
    case "folder":
      return `Folder ${formatInlineCode(target.path)}. Readers see its first page.`;
    case "route":
      return `${formatInlineCode(`/${target.path}`)} is generated by the service.`;
    case "same-page":
      return target.anchor === undefined ? undefined : "On this page.";
    default:
      return undefined;
  }
}

function describeAnchor(site: Site, target: LinkTarget, linkingPage: SitePath | undefined): string | undefined {
  const page = target.kind === "page" ? target.file : target.kind === "same-page" ? linkingPage : undefined;
  const anchor = "anchor" in target ? target.anchor : undefined;
  if (page === undefined || anchor === undefined || !getPageAnchors(site, page).has(anchor)) return undefined;
  const heading = site.pages.get(page)?.headings.find(({ id }) => isSameFragment(id, anchor));
  return heading ? `At the heading ${formatInlineCode(heading.text)}` : `At ${formatInlineCode(`#${anchor}`)}`;
}

const maxParameters = 12;

/** Describes the target of a specification reference, or returns undefined if the reference doesn't resolve. */
export function describeResolution(resolution: Resolution, getRating?: PageRatingProvider): string | undefined {
  if (resolution.kind !== "found") return undefined;
  const { spec, target } = resolution;
  const rating = target.kind === "schema" ? undefined : getRating?.(spec.path, getOperationName(target));
  switch (target.kind) {
    case "operation":
    case "webhook":
      return describeOperation(target.operation, getSpecName(spec.path), rating);
    case "channel":
      return describeChannel(target.channel, getSpecName(spec.path), rating);
    case "schema":
      return joinParagraphs([
        `**${escapeMarkdown(target.schema.name)}**`,
        `From ${formatInlineCode(getSpecName(spec.path))}`,
      ]);
  }
}

/** Describes an operation's summary, parameters, and security, as shown on the operation's page. */
export function describeOperation(operation: OperationOutline, file: SitePath, rating?: PageRating): string {
  const { method, path, summary, request, deprecated, isHidden, isExcluded } = operation;
  const { parameters, bodyTypes, isBodyRequired, security, responses } = request;
  return joinParagraphs([
    `${formatInlineCode(`${method} ${path}`)}${summary === undefined ? "" : ` — ${escapeMarkdown(summary)}`}`,
    describeRating(rating),
    getRemark(deprecated, "Deprecated.") ?? getRemark(isExcluded, "Excluded: the service generates no page for it."),
    getRemark(isHidden, "Hidden: its page isn't in the generated navigation."),
    formatList("Parameters", parameters.slice(0, maxParameters).map(describeParameter), parameters.length),
    bodyTypes.length === 0
      ? undefined
      : `Body${isBodyRequired ? ", required" : ""}: ${bodyTypes.map(formatInlineCode).join(", ")}`,
    security.length === 0 ? undefined : `Security: ${security.map(describeSchemes).join(" or ")}`,
    responses.length === 0 ? undefined : `Responses: ${responses.map(formatInlineCode).join(", ")}`,
    `From ${formatInlineCode(file)}`,
  ]);
}

function describeChannel(
  { id, title, address }: ChannelOutline,
  file: SitePath,
  rating: PageRating | undefined,
): string {
  return joinParagraphs([
    `${formatInlineCode(id)}${title === undefined ? "" : ` — ${escapeMarkdown(title)}`}`,
    describeRating(rating),
    address === undefined ? undefined : `Address: ${formatInlineCode(address)}`,
    `From ${formatInlineCode(file)}`,
  ]);
}

function describeParameter({ name, in: location, required, type }: ParameterSummary): string {
  const details = [location, type, required ? "required" : undefined].filter((part) => part !== undefined);
  return `${formatInlineCode(name)} ${details.map(escapeMarkdown).join(", ")}`;
}

function describeSchemes(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map(formatInlineCode).join(" and ");
}

function getRemark(isShown: boolean, text: string): string | undefined {
  return isShown ? text : undefined;
}

function formatList(title: string, items: readonly string[], total: number): string | undefined {
  if (items.length === 0) return undefined;
  const moreText = total > items.length ? `\n- and ${total - items.length} more` : "";
  return `${title}:\n${items.map((item) => `- ${item}`).join("\n")}${moreText}`;
}
