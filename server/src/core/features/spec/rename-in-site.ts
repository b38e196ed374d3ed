import { readJson, type JsonFile } from "../../config/json-tree.ts";
import { placeOf } from "../../config/json-places.ts";
import { addRedirects } from "../../config/add-redirects.ts";
import { withFile } from "../../site/build-site.ts";
import { generatedPages } from "../../site/generated-pages.ts";
import {
  judgedLinksOfConfig,
  judgedLinksOfPage,
  judgedLinksOfSpec,
  type JudgedLink,
} from "../../site/judged-links.ts";
import { navigationOf } from "../../site/navigation-of.ts";
import { pageSlugsOf } from "../../site/page-slugs.ts";
import { readPageEntry } from "../../site/read-page-entry.ts";
import { redirectPath, redirectsOf } from "../../site/redirects.ts";
import type { Site } from "../../site/site.ts";
import { partRange } from "../../spec/part-range.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { applyEdits, type FileEdit, type TextEdit } from "../../text/text-edit.ts";
import type { Location, SitePath } from "../../text/text-range.ts";
import { usesOfPlaces, type SiteUse } from "./site-things.ts";
import type { SpecThing } from "./spec-thing.ts";

/** What a rename does outside of the specification. */
export interface SiteRename {
  readonly edits: readonly FileEdit[];
  /** Redirects from addresses that pages lose by it: for the author to agree to. */
  readonly redirects: readonly FileEdit[];
}

/** What is renamed, where it is defined, and in which specification. */
export interface RenamedThing {
  readonly thing: SpecThing;
  readonly definitions: readonly Location[];
  readonly spec: SpecOutline;
}

const mostRedirects = 2_000;

/**
 * Entries of the navigation, frontmatter, and links to pages that get another address by it. Which address those get
 * is told by making the pages once more, as they are going to be.
 */
export function renameInSite(site: Site, renamed: RenamedThing, newName: string): SiteRename {
  const edits = new Edits();
  if (renamed.thing.kind !== "operation-id")
    for (const use of usesOfPlaces(site, renamed.definitions))
      edits.add(use.at.file, editOfUse(use, newName));
  const moved = movedPages(site, siteAfter(site, renamed, newName, edits));
  if (moved.size === 0) return { edits: edits.all(), redirects: [] };
  addLinks(site, moved, edits);
  return { edits: edits.all(), redirects: redirectsFor(site, moved) };
}

/** The word of the value that is the name: of `GET /users` the path. */
function editOfUse({ at, text, reference, found }: SiteUse, newName: string): TextEdit | undefined {
  if (!reference || !found) return undefined;
  const { range: part } = reference.form === "operation" ? reference.path : reference.name;
  const range = partRange(text, at.range, part);
  const isWhole = range === at.range && at.range.end - at.range.start !== text.length;
  const after = text.slice(0, part.start) + newName + text.slice(part.end);
  const inner = JSON.stringify(newName).slice(1, -1);
  return isWhole ? { range, newText: JSON.stringify(after) } : { range, newText: inner };
}

/** The site with the new name in the specification and in docs.json; pages' own texts change no address. */
function siteAfter(site: Site, renamed: RenamedThing, newName: string, edits: Edits): Site {
  const { spec } = renamed;
  const outline = outlineAfter(renamed, newName);
  const withSpec = withFile(site, { kind: "spec", path: spec.path, spec: outline }).site;
  if (!site.config.files.some(({ path }) => edits.has(path))) return withSpec;
  const sources = new Map<SitePath, JsonFile | null>(
    site.config.files.map((file) => [
      file.path,
      edits.has(file.path) ? readJson(file.path, applyEdits(file.text, edits.of(file.path))) : file,
    ]),
  );
  return withFile(withSpec, { kind: "config", sources }).site;
}

function outlineAfter({ thing, definitions, spec }: RenamedThing, newName: string): SpecOutline {
  if (thing.kind === "tag") {
    const named = (name: string) => (name === thing.name ? newName : name);
    const withTags = (operation: OperationOutline) => ({ ...operation, tags: operation.tags.map(named) });
    return {
      ...spec,
      operations: spec.operations.map(withTags),
      webhooks: spec.webhooks.map(withTags),
      tags: spec.tags.map((tag) => ({
        ...tag,
        name: named(tag.name),
        label: tag.label === tag.name ? named(tag.label) : tag.label,
        parent: tag.parent === undefined ? undefined : named(tag.parent),
      })),
    };
  }
  const starts = new Set(
    definitions.filter(({ file }) => file === spec.path).map(({ range }) => range.start),
  );
  const withPath = (operation: OperationOutline) =>
    starts.has(operation.pathRange.start) ? { ...operation, path: newName } : operation;
  return {
    ...spec,
    operations: spec.operations.map(withPath),
    webhooks: spec.webhooks.map(withPath),
    schemas: spec.schemas.map((schema) =>
      starts.has(schema.range.start) ? { ...schema, name: newName } : schema,
    ),
    channels: spec.channels.map((channel) =>
      starts.has(channel.range.start) ? { ...channel, id: newName } : channel,
    ),
  };
}

/** Addresses of generated pages before and after, where they differ and nothing else answers at the former. */
function movedPages(before: Site, after: Site): ReadonlyMap<string, string> {
  const [old, now] = [generatedPages(before), generatedPages(after)];
  if (old.length !== now.length) return new Map();
  const kept = new Set(now.map(({ slug }) => slug));
  const { fileOf } = pageSlugsOf(before.files);
  const moved = new Map<string, string>();
  for (const [i, { slug }] of old.entries()) {
    const next = now[i]?.slug;
    if (next !== undefined && next !== slug && !kept.has(slug) && !fileOf.has(slug)) moved.set(slug, next);
  }
  return moved;
}

function addLinks(site: Site, moved: ReadonlyMap<string, string>, edits: Edits): void {
  const add = (links: readonly JudgedLink[]) => {
    for (const { place, leads } of links) {
      const target = leads[0]?.target;
      const slug = target?.kind === "generated" ? moved.get(target.page.slug) : undefined;
      if (slug === undefined || !place.writeAs) continue;
      const url = `/${slug}${/[?#].*$/.exec(place.url)?.[0] ?? ""}`;
      edits.add(place.at.file, {
        range: place.at.range,
        newText: place.writeAs === "json" ? JSON.stringify(url) : url,
      });
    }
  };
  for (const page of site.references.values()) add(judgedLinksOfPage(site, page));
  for (const spec of site.specs.values()) add(judgedLinksOfSpec(site, spec));
  add(judgedLinksOfConfig(site));
  for (const { text, node } of navigationOf(site.config).entries) {
    const read = readPageEntry(text);
    const slug = read.kind === "page" ? moved.get(read.slug) : undefined;
    const at = placeOf(node);
    if (slug !== undefined) edits.add(at.file, { range: at.range, newText: JSON.stringify(slug) });
  }
  for (const { destination, destinationNode } of redirectsOf(site)) {
    const slug = /^https?:/i.test(destination) ? undefined : moved.get(redirectPath(destination));
    const at = placeOf(destinationNode);
    const rest = /[?#].*$/.exec(destination)?.[0] ?? "";
    if (slug !== undefined)
      edits.add(at.file, { range: at.range, newText: JSON.stringify(`/${slug}${rest}`) });
  }
}

function redirectsFor(site: Site, moved: ReadonlyMap<string, string>): readonly FileEdit[] {
  const wanted = [...moved]
    .slice(0, mostRedirects)
    .map(([source, destination]) => ({ source: `/${source}`, destination: `/${destination}` }));
  const added = addRedirects(site.config, wanted);
  return added ? [{ kind: "edit", ...added }] : [];
}

/** Edits by file, each place once. */
class Edits {
  readonly #byFile = new Map<SitePath, Map<number, TextEdit>>();

  add(file: SitePath, edit: TextEdit | undefined): void {
    if (!edit) return;
    const known = this.#byFile.get(file) ?? new Map<number, TextEdit>();
    this.#byFile.set(file, known);
    if (!known.has(edit.range.start)) known.set(edit.range.start, edit);
  }

  has(file: SitePath): boolean {
    return this.#byFile.has(file);
  }

  of(file: SitePath): TextEdit[] {
    return [...(this.#byFile.get(file)?.values() ?? [])];
  }

  all(): FileEdit[] {
    return [...this.#byFile.keys()].map((file) => ({ kind: "edit", file, edits: this.of(file) }));
  }
}
