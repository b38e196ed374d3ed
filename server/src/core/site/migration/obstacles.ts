import type { NavEntry } from "../../config/settings/navigation.ts";
import { components } from "../../page/components/components.ts";
import type { PageReferences } from "../../page/page.ts";
import type { OperationOutline } from "../../spec/spec-outline.ts";
import { derive } from "../../text/view.ts";
import { findRedirect } from "../links/redirects.ts";
import { pageListings } from "../navigation/navigation-pages.ts";
import { isPublished, publishedPages, urlsOf } from "../pages/pages.ts";
import { menuOf, navigationOf, readPageEntry } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { isExcluded } from "../specs/generated-page-plan.ts";
import { type GeneratedPage, generatedPages } from "../specs/generated-pages.ts";
import { type EndpointPage, endpointPages, type FoundOperation } from "./endpoint-pages.ts";
import { plainOf } from "./plain-value.ts";

/** What stands in the way whatever the page says, or where it stands in the navigation. */
export type Standing =
  | { readonly ok: true; readonly entry: NavEntry; readonly found: FoundOperation }
  | { readonly ok: false; readonly reasons: readonly string[] };

/** Whether a page could give way to one entry of the navigation that no other page competes with. */
export function standingOf(site: Site, endpoint: EndpointPage): Standing {
  const { found, reason, slug, page } = endpoint;
  const reasons: string[] = [];
  if (!found) return { ok: false, reasons: [reason] };
  const { path } = page.outline;
  const [importer] = publishedPages(site.pages).importedBy.get(path) ?? [];
  if (importer !== undefined) reasons.push(`Another page is made of it: ${importer} imports it.`);
  else if (!isPublished(site.pages, path)) reasons.push("It is no page of its own.");
  if (slug === "index") reasons.push("It is the first page of the docs.");
  reasons.push(...rivals(site, endpoint, found.operation));
  if (isExcluded(found.operation, site.profile))
    reasons.push("The operation is marked x-excluded, so it has no page of its own.");
  if (urlsOf(slug).some((url) => findRedirect(site, url)))
    reasons.push("A redirect takes readers of its address elsewhere.");
  const listings = listingsOf(site)(slug);
  const [entry, second] = listings;
  if (!entry) reasons.push("No entry of the navigation lists it, so there is none to replace.");
  if (second)
    reasons.push(
      new Set(listings.map(({ parent }) => menuOf(parent))).size > 1
        ? `The navigation lists it ${listings.length} times, for several languages, versions or products.`
        : `The navigation lists it ${listings.length} times.`,
    );
  if (rootPages(site).has(slug)) reasons.push("It is the page of a group itself (`root`).");
  reasons.push(...pageObstacles(page.references));
  return reasons.length > 0 || !entry ? { ok: false, reasons } : { ok: true, entry, found };
}

function rivals(site: Site, endpoint: EndpointPage, operation: OperationOutline): string[] {
  const others = (byOperation(site).get(operation) ?? []).filter((other) => other !== endpoint);
  const [other] = others;
  const generated = (generatedFor(site).get(operation) ?? []).find(({ unlisted }) => unlisted !== "root");
  return [
    ...(other
      ? [
          `${others.length + 1} pages describe this operation (${other.page.outline.path} too), and it can have one generated page.`,
        ]
      : []),
    ...(generated ? [`The operation has a generated page already: /${generated.slug}.`] : []),
  ];
}

const byOperation = derive((site: Site) => grouped(endpointPages(site), ({ found }) => found?.operation));

const generatedFor = derive((site: Site) =>
  grouped<OperationOutline, GeneratedPage>(generatedPages(site), ({ target }) =>
    target.kind === "channel" ? undefined : target.operation,
  ),
);

const listingsOf = derive((site: Site) => {
  const bySlug = grouped(pageListings(site.config), ({ entry, slug }) =>
    entry.lost || slug === "" ? undefined : slug,
  );
  return (slug: string): readonly NavEntry[] => (bySlug.get(slug) ?? []).map(({ entry }) => entry);
});

const rootPages = derive(
  (site: Site): ReadonlySet<string> =>
    new Set(
      navigationOf(site.config).elements.flatMap(({ root }) => {
        const read = root && readPageEntry(root.value);
        return read?.kind === "page" ? [read.slug] : [];
      }),
    ),
);

function grouped<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | undefined,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Frontmatter that has no meaning on a generated page. */
const ownFields: readonly string[] = ["url", "slug", "openapi-schema", "asyncapi"];

/** What a text in a specification cannot hold. */
function pageObstacles(page: PageReferences): string[] {
  const { frontmatter, imports, exports, names, variables, tags } = page;
  const field = ownFields.find((key) => frontmatter.fields.has(key));
  const custom = tags.find(({ name }) => /^[A-Z]/.test(name) && !isBuiltIn(name));
  const first = names[0];
  const strange = [...frontmatter.fields.values()].find(({ value }) => plainOf(value) === undefined);
  return [
    ...(frontmatter.problems.length > 0 ? ["Its frontmatter has a mistake."] : []),
    ...(field === undefined ? [] : [`Its frontmatter sets ${field}, which a generated page cannot have.`]),
    ...(strange ? [`Its frontmatter field ${strange.key} is nothing that a specification can hold.`] : []),
    ...(imports.length > 0
      ? [`It imports ${imports[0]?.source ?? ""}, which a text in a specification cannot.`]
      : []),
    ...(exports.length > 0 ? ["It exports names, which a text in a specification cannot."] : []),
    ...(tags.some(({ name }) => name === "Snippet")
      ? ["It shows a snippet, which a text in a specification cannot."]
      : custom && imports.length === 0
        ? [`It uses <${custom.name}>, which is not one of the components that every page has.`]
        : []),
    ...(first && imports.length + exports.length === 0
      ? [`It fills in {${first.name}}, which a text in a specification may not know.`]
      : []),
    ...(variables.length > 0 ? ["It uses variables of docs.json."] : []),
  ];
}

function isBuiltIn(name: string): boolean {
  return components.has(name) || components.has(name.split(".")[0] ?? name);
}
