import type { PageReferences } from "../../page/page.ts";
import { firstLead, linksOfPage } from "../../site/links/links.ts";
import { snippetPlaces } from "../../site/navigation/used-files.ts";
import { namesOf, resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { namesOfImport } from "./names-of-import.ts";
import type { SiteThing, SiteThingAt } from "./site-thing.ts";
import { thingOfTarget } from "./thing-of-target.ts";

/** What a page names at an offset: what a link, an import, a tag or a name leads to, or a heading of its own. */
export function thingInPage(site: Site, page: PageReferences, offset: number): SiteThingAt | undefined {
  return (
    linkAt(site, page, offset) ??
    variableIn(page, offset) ??
    importAt(site, page, offset) ??
    tagAt(site, page, offset) ??
    ownAt(page, offset)
  );
}

function linkAt(site: Site, page: PageReferences, offset: number): SiteThingAt | undefined {
  const link = linksOfPage(page).find(({ at }) => isIn(at.range, offset));
  if (!link) return undefined;
  const hash = page.text.indexOf("#", link.at.range.start);
  const isOnAnchor = hash >= 0 && hash < link.at.range.end && (offset > hash || link.url.startsWith("#"));
  const { page: from, target } = firstLead(site, page.path, link.url);
  const thing = thingOfTarget(site, target, from, isOnAnchor);
  return thing && { thing, range: link.at.range, isOwn: false };
}

function variableIn(page: PageReferences, offset: number): SiteThingAt | undefined {
  const found = page.variables.find(({ range }) => isIn(range, offset));
  return found && { thing: { kind: "variable", name: found.name }, range: found.range, isOwn: false };
}

function importAt(site: Site, page: PageReferences, offset: number): SiteThingAt | undefined {
  for (const { source, clause } of page.imports) {
    if (!isIn(clause, offset)) continue;
    const name = namesOfImport(page.text, clause).find(
      ({ importedRange, localRange }) =>
        isIn(localRange, offset) || (importedRange && isIn(importedRange, offset)),
    );
    if (!name) continue;
    const { imported, importedRange, local, localRange } = name;
    if (!importedRange || isIn(localRange, offset)) {
      const thing = thingOfName(site, page, local);
      return thing && { thing, range: localRange, isOwn: false };
    }
    const target = resolveImport(site, source, page.path);
    if (target.kind !== "module") return undefined;
    return {
      thing: { kind: "export", file: target.path, name: imported },
      range: importedRange,
      isOwn: false,
    };
  }
  const found = page.imports.find(({ range }) => isIn(range, offset));
  const thing = found && fileOfImport(site, found.source, page.path);
  return found && thing && { thing, range: found.range, isOwn: false };
}

function fileOfImport(site: Site, source: string, from: SitePath): SiteThing | undefined {
  const target = resolveImport(site, source, from);
  if (target.kind === "module") return { kind: target.isPage ? "page" : "file", file: target.path };
  return target.kind === "unread" && site.files.has(target.path)
    ? { kind: "file", file: target.path }
    : undefined;
}

/** A tag, or `{name}`: of another file, or of an export of this one. */
function tagAt(site: Site, page: PageReferences, offset: number): SiteThingAt | undefined {
  for (const { name, nameRange, closing, attributes } of page.tags) {
    const end = closing && { start: closing.start + 2, end: closing.start + 2 + name.length };
    const range = [nameRange, end].find((each) => each && isIn(each, offset));
    const thing = range && thingOfName(site, page, name.split(".", 1)[0] ?? name);
    if (range && thing) return { thing, range, isOwn: false };
    const value = name === "Snippet" ? attributes.find((each) => each.name === "file")?.value : undefined;
    if (value?.kind !== "text" || !isIn(value.range, offset)) continue;
    const file = snippetPlaces(value.text).find((place) => site.pages.has(place));
    return file === undefined
      ? undefined
      : { thing: { kind: "page", file }, range: value.range, isOwn: false };
  }
  const named = page.names.find(({ range }) => isIn(range, offset));
  const thing = named && thingOfName(site, page, named.name);
  if (!named || !thing) return undefined;
  const start = page.text.indexOf(named.name, named.range.start);
  return { thing, range: { start, end: start + named.name.length }, isOwn: false };
}

/** What a name of the page's text stands for. */
export function thingOfName(site: Site, page: PageReferences, name: string): SiteThing | undefined {
  const names = namesOf(page);
  if (!names.has(name)) return undefined;
  const from = names.get(name);
  if (!from) return { kind: "export", file: page.path, name };
  const target = resolveImport(site, from.source, page.path);
  if (target.kind !== "module") return undefined;
  const imported = from.names.find(({ local }) => local === name)?.imported ?? name;
  if (imported === "*" || (imported === "default" && target.isPage))
    return { kind: "page", file: target.path };
  return { kind: "export", file: target.path, name: imported };
}

/** A heading, an `id`, an export, the title: places of the page's own that others name. */
function ownAt(page: PageReferences, offset: number): SiteThingAt | undefined {
  const { path: file } = page;
  const own = (thing: SiteThing, range: TextRange): SiteThingAt => ({ thing, range, isOwn: true });
  const heading = page.headings.find(({ range }) => isIn(range, offset));
  if (heading) return own({ kind: "anchor", file, id: heading.id }, heading.range);
  const anchor = page.anchors.find(({ range }) => isIn(range, offset));
  if (anchor) return own({ kind: "anchor", file, id: anchor.id }, anchor.range);
  const exported = page.exports.find(({ range }) => isIn(range, offset));
  if (exported) return own({ kind: "export", file, name: exported.name }, exported.range);
  const title = page.frontmatter.fields.get("title");
  const isTitle = title && title.keyRange.start <= offset && offset <= title.valueRange.end;
  return isTitle ? own({ kind: "page", file }, title.valueRange) : undefined;
}

function isIn({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
