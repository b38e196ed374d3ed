import { specName } from "../../spec/remote-spec.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import type { PageOutline } from "../../page/page.ts";
import { derive } from "../../text/view.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import { pageListings } from "../../site/navigation/navigation-pages.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { titleOfSlug } from "../../site/pages/new-page.ts";
import type { Config } from "../../config/config.ts";
import { operationName } from "../../site/specs/generated-page-plan.ts";
import { codeText, paragraphs, plainText } from "../markdown.ts";
import { describeRating, type RatePage } from "./describe-rating.ts";

const mostPlaces = 3;

/** Title, description and place in the navigation of a page with a file of its own. */
export function describePage(site: Site, slug: string, rate?: RatePage): string | undefined {
  const file = pageSlugsOf(site.files).fileOf.get(slug);
  if (file === undefined) return undefined;
  const page = site.pages.get(file);
  return paragraphs([
    `**${plainText(pageTitle(page) ?? titleOfSlug(slug))}**`,
    textField(page, "description"),
    describeRating(rate?.(file)),
    whereListed(site, slug),
    `File: ${codeText(file)}`,
  ]);
}

const whyUnlisted: Readonly<Record<NonNullable<GeneratedPage["unlisted"]>, string>> = {
  mark: "In no menu: the operation is hidden.",
  metadata: "In no menu: the operation's metadata says `hidden`.",
  root: "In no menu: groups come of a specification on a tab, a group or the like, not on the navigation as a whole.",
};

/** The same of a page that the service makes of an operation. */
export function describeGenerated(
  { title, spec, target, groups, unlisted, node }: GeneratedPage,
  rate?: RatePage,
): string {
  const above = node.type === "entry" ? trailOf(node.parent) : trailOf(node);
  const trail = [...above, ...groups].map(plainText).join(" › ");
  return paragraphs([
    `**${plainText(title)}**`,
    describeRating(rate?.(spec.path, operationName(target))),
    unlisted ? whyUnlisted[unlisted] : trail === "" ? undefined : `In the navigation: ${trail}`,
    `Made from ${codeText(specName(spec.path))}`,
  ]);
}

/** Labels of the elements around, outermost first: `API`, `Users`. */
export function trailOf(element: NavElement | undefined): string[] {
  const labels: string[] = [];
  for (let above = element; above; above = above.parent) if (above.label) labels.unshift(above.label.value);
  return labels;
}

/** Its title as the frontmatter has it, else its first heading. */
export function pageTitle(page: PageOutline | undefined): string | undefined {
  const title = page?.fields.get("title");
  return typeof title === "string" || typeof title === "number" ? String(title) : page?.headings[0]?.text;
}

function textField(page: PageOutline | undefined, field: string): string | undefined {
  const text = page?.fields.get(field);
  return typeof text === "string" ? plainText(text) : undefined;
}

/** `In the navigation: Guides › Start`, at most three places. */
export function whereListed(site: Site, slug: string): string {
  const parents = listingsBySlug(site.config).get(slug) ?? [];
  if (parents.length === 0) return "In no menu; readers reach it by its address.";
  const places = parents.slice(0, mostPlaces).map((parent) => {
    const trail = trailOf(parent).map(plainText).join(" › ");
    return trail === "" ? "at the top" : trail;
  });
  const more = parents.length - places.length;
  return `In the navigation: ${places.join(" · ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const listingsBySlug = derive((config: Config): ReadonlyMap<string, readonly NavElement[]> => {
  const bySlug = new Map<string, NavElement[]>();
  for (const { entry, slug } of pageListings(config)) {
    if (entry.lost || slug === "") continue;
    const known = bySlug.get(slug);
    if (known) known.push(entry.parent);
    else bySlug.set(slug, [entry.parent]);
  }
  return bySlug;
});
