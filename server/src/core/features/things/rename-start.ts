import { slugOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { anchorPlace } from "./anchor-place.ts";
import type { SiteThing, SiteThingAt } from "./site-thing.ts";
import { siteThingAt } from "./thing-at.ts";

/** What a rename begins with: the words that are the name, and the name as the person is to change it. */
export interface RenameStart {
  readonly found: SiteThingAt;
  readonly range: TextRange;
  readonly name: string;
}

/** What can be renamed at an offset; undefined where nothing can. */
export function renameStart(
  site: Site,
  file: SitePath,
  offset: number,
  readText?: (file: SitePath) => string | undefined,
): RenameStart | undefined {
  const found = siteThingAt(site, file, offset, readText);
  if (!found) return undefined;
  const text = (textOf(site, file) || (readText?.(file) ?? "")).slice(found.range.start, found.range.end);
  const local = localNameAt(site, file, found, text);
  if (local !== undefined) return { found, range: found.range, name: local };
  const range = nameRange(found, text);
  const name = elementIdAt(site, file, found, range) ?? nameOf(site, found.thing);
  return name === undefined ? undefined : { found, range, name };
}

/** The `id` of an element in which it is written, also where a heading has the same one; undefined elsewhere. */
export function elementIdAt(
  site: Site,
  file: SitePath,
  { thing, isOwn }: SiteThingAt,
  { start, end }: TextRange,
): string | undefined {
  if (thing.kind !== "anchor" || !isOwn) return undefined;
  const anchors = site.references.get(file)?.anchors ?? [];
  return anchors.find(({ range }) => range.start === start && range.end === end)?.id;
}

/** The tag of a part of pages is renamed in this page alone: the file keeps its name. */
export function localNameAt(
  site: Site,
  file: SitePath,
  { thing, isOwn }: SiteThingAt,
  text: string,
): string | undefined {
  const isPart = (thing.kind === "page" || thing.kind === "export") && !isOwn;
  const imports = isPart ? (site.references.get(file)?.imports ?? []) : [];
  const named = imports.flatMap(({ names }) => names).find(({ local }) => local === text);
  if (!named) return undefined;
  const isAlias = named.imported !== named.local;
  return isAlias || thing.kind === "page" ? named.local : undefined;
}

/** Without quotes, and of a link only the path, or only what stands behind `#`. */
function nameRange({ thing, range, isOwn }: SiteThingAt, text: string): TextRange {
  const quote = /^["']/.test(text) && text.length > 1 ? 1 : 0;
  const [start, end] = [range.start + quote, range.end - quote];
  if (isOwn) return { start, end };
  const inner = text.slice(quote, text.length - quote);
  if (thing.kind === "variable") {
    const at = inner.search(/[\w.-]/);
    return at < 0 ? { start, end } : { start: start + at, end: start + at + thing.name.length };
  }
  if (thing.kind === "anchor") return { start: start + inner.indexOf("#") + 1, end };
  const cut = inner.search(/[?#]/);
  return { start, end: cut < 0 ? end : start + cut };
}

function nameOf(site: Site, thing: SiteThing): string | undefined {
  switch (thing.kind) {
    case "page":
      return slugOf(thing.file) ?? thing.file;
    case "file":
      return thing.file;
    case "anchor": {
      const page = site.references.get(anchorPlace(site, thing.file, thing.id)?.file ?? thing.file);
      const heading = page?.headings.find(
        ({ id, otherIds }) => id === thing.id || otherIds.includes(thing.id),
      );
      return heading ? withoutId(page?.text.slice(heading.range.start, heading.range.end) ?? "") : thing.id;
    }
    case "export":
    case "variable":
      return thing.name;
    case "label":
      return thing.text;
  }
}

/** A heading's words without `{#id}` behind them. */
export function withoutId(heading: string): string {
  return heading.replace(/\s*\\?\{\s*#[^{}]*\\?\}\s*$/, "");
}

/** The text of a page, of docs.json or of a file that it pulls in. */
export function textOf(site: Site, file: SitePath): string {
  return site.references.get(file)?.text ?? site.config.files.find(({ path }) => path === file)?.text ?? "";
}
