import { placeOf } from "../../config/json/json-tree.ts";
import type { PageReferences } from "../../page/page.ts";
import { anchorsOf } from "../../site/links/anchors.ts";
import { leadsOf, type LinkPlace, linksOfConfig, linksOfPage, linksOfSpec, pagesShowing } from "../../site/links/links.ts";
import { redirectsOf } from "../../site/links/redirects.ts";
import { finalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { settingsOf } from "../../site/settings/config-settings.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { anchorPlace, isSameAnchor, isSameSpelling } from "./anchor-place.ts";
import { exportUses } from "./export-uses.ts";
import { linksWithTail, tailsOf } from "./link-tails.ts";
import type { SiteThing, ThingUse } from "./site-thing.ts";
import { snippetTags } from "./snippet-tags.ts";
import { variableUses } from "./variable-places.ts";

/** Every place of docs.json, pages and specifications that names a thing; its own place is none of them. `textOf` reads code. */
export function usesOfThing(
  site: Site,
  thing: SiteThing,
  textOf?: (file: SitePath) => string | undefined,
): readonly ThingUse[] {
  switch (thing.kind) {
    case "page":
    case "file":
      return [...entryUses(site, thing.file), ...linkUses(site, thing.file), ...fileUses(site, thing.file)];
    case "anchor":
      return anchorUses(site, thing.file, thing.id);
    case "export":
      return exportUses(site, thing.file, thing.name, textOf);
    case "variable":
      return variableUses(site, thing.name);
    case "label":
      return [];
  }
}

function entryUses(site: Site, file: SitePath): ThingUse[] {
  const { fileOf } = pageSlugsOf(site.files);
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const isPage = (text: string) => {
    if (!text.includes(name)) return false;
    const read = readPageEntry(text);
    return read.kind === "page" && fileOf.get(read.slug) === file;
  };
  const { entries, elements } = navigationOf(site.config);
  return [
    ...entries
      .filter(({ text }) => isPage(text))
      .map(({ node }): ThingUse => ({ kind: "entry", at: placeOf(node) })),
    ...elements.flatMap(({ root }): ThingUse[] =>
      root && isPage(root.value) ? [{ kind: "root", at: placeOf(root) }] : [],
    ),
  ];
}

/** Links that lead to a file, by redirects too, and the redirects. */
function linkUses(site: Site, file: SitePath): ThingUse[] {
  const leadsHere = (url: string, page: PageReferences | undefined) =>
    targetsOf(site, url, page).some(
      ({ target }) => (target.kind === "page" || target.kind === "file") && target.file === file,
    );
  const redirects = redirectsOf(site).filter(({ destination }) => leadsHere(destination, undefined));
  const tails = new Set(tailsOf(file));
  for (const { source } of redirects) for (const tail of tailsOf(source.replace(/\/+$/, ""))) tails.add(tail);
  const uses: ThingUse[] = [];
  const add = (links: readonly LinkPlace[], page?: PageReferences) => {
    for (const { at, url } of links) if (leadsHere(url, page)) uses.push({ kind: "link", at });
  };
  for (const page of site.references.values()) add(linksWithTail(page, tails), page);
  add(linksOfConfig(site.config));
  for (const spec of site.specs.values()) add(linksOfSpec(spec));
  for (const { destinationNode } of redirects) uses.push({ kind: "redirect", at: placeOf(destinationNode) });
  return uses;
}

/** Imports, older `<Snippet>` tags, settings and `$ref`s of docs.json. */
function fileUses(site: Site, file: SitePath): ThingUse[] {
  const uses: ThingUse[] = [];
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  /** Settings name images, fonts and the like, older snippets pages alone. */
  const isPage = site.pages.has(file);
  for (const page of site.references.values()) {
    for (const { source, range } of page.imports) {
      const target = source.includes(name) ? resolveImport(site, source, page.path) : undefined;
      if (target && "path" in target && target.path === file)
        uses.push({ kind: "import", at: { file: page.path, range } });
    }
    if (isPage)
      for (const { text, range } of snippetTags(page))
        if (file.endsWith(text)) uses.push({ kind: "snippet", at: { file: page.path, range } });
  }
  for (const { node } of isPage ? [] : settingsOf(site).files) {
    const place = resolveSitePath(node.value.trim().replace(/[?#].*$/s, ""));
    if (place.ok && place.path === file) uses.push({ kind: "setting", at: placeOf(node) });
  }
  for (const { at, verdict } of site.config.refs)
    if (verdict.kind === "resolved" && verdict.file === file) uses.push({ kind: "reference", at });
  return uses;
}

/** Returns the links that lead to an anchor on this page; those that lead to the same heading on other pages are left out. */
export function usesOnPage(site: Site, page: SitePath, id: string): readonly ThingUse[] {
  return anchorUses(site, page, id, [page]);
}

function anchorUses(site: Site, file: SitePath, id: string, pages?: readonly SitePath[]): ThingUse[] {
  const place = anchorPlace(site, file, id);
  const readers = new Set(pages ?? pagesShowing(site, place?.file ?? file));
  const uses: ThingUse[] = [];
  const add = (links: readonly LinkPlace[], page?: PageReferences) => {
    for (const { at, url, writeAs } of links) {
      if (!url.includes("#")) continue;
      const leads = targetsOf(site, url, page).map(({ from, target }) => {
        const own = target.kind === "same-page" ? from : target.kind === "page" ? target.file : undefined;
        const anchor = target.kind === "same-page" || target.kind === "page" ? target.anchor : undefined;
        if (own === undefined || anchor === undefined) return "no";
        if (readers.has(own) && isSameAnchor(site, own, anchor, place ?? { file, id })) return "here";
        if (!anchorsOf(site, own).has(anchor)) return "no";
        return readers.has(own) && mayBeCounted(site, own, anchor, id) ? "maybe" : "elsewhere";
      });
      if (!leads.includes("here") && !leads.includes("maybe")) continue;
      const isAmbiguous = leads.includes("elsewhere") || leads.includes("maybe");
      const link = { url, ...(writeAs && { writeAs }), isAmbiguous };
      uses.push({ kind: "link", at, link });
    }
  };
  for (const page of site.references.values()) add(linksOfPage(page), page);
  add(linksOfConfig(site.config));
  for (const spec of site.specs.values()) add(linksOfSpec(spec));
  for (const { destination, destinationNode } of redirectsOf(site)) {
    const target = finalTarget(resolveLink(site, destination, undefined));
    if (target.kind !== "page" || target.anchor === undefined || !readers.has(target.file)) continue;
    if (isSameAnchor(site, target.file, target.anchor, place ?? { file, id }))
      uses.push({
        kind: "redirect",
        at: placeOf(destinationNode),
        link: { url: destination, writeAs: "json" },
      });
  }
  return uses;
}

/** Whether `#use-2` is one of the headings with this anchor in a page and its snippets, whose order only the service knows. */
function mayBeCounted(site: Site, page: SitePath, anchor: string, id: string): boolean {
  const isSameBase = isSameSpelling(anchor.replace(/-\d+$/, ""), id.replace(/-\d+$/, ""));
  return isSameBase && anchorPlace(site, page, anchor) === undefined;
}

/** Where a link leads, on each page that shows it: those of a snippet start in the folder of the page that includes it. */
function targetsOf(
  site: Site,
  url: string,
  page: PageReferences | undefined,
): readonly { readonly from: SitePath | undefined; readonly target: LinkTarget }[] {
  const leads = page
    ? leadsOf(site, page.path, url)
    : [{ page: undefined, target: resolveLink(site, url, undefined) }];
  return leads.map((lead) => ({ from: lead.page, target: finalTarget(lead.target) }));
}
