import { type JsonFile, readJson } from "../../config/json/json-tree.ts";
import { type Site, withFile } from "../../site/site.ts";
import { partRange } from "../../spec/edit-spec.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { applyEdits, type SiteLocation, type SitePath, type TextEdit } from "../../text/text-edit.ts";
import { EditsOnce, followPages, type SiteRename } from "./follow-pages.ts";
import { type SiteUse, usesOfPlaces } from "./site-things.ts";
import type { SpecThing } from "./spec-thing.ts";

/** What is renamed, where it is defined, and in which specification. */
export interface RenamedThing {
  readonly thing: SpecThing;
  readonly definitions: readonly SiteLocation[];
  readonly spec: SpecOutline;
}

/**
 * Entries of the navigation, frontmatter, and links to pages that get another address by it. Which address those get
 * is told by making the pages once more, as they are going to be.
 */
export function renameInSite(site: Site, renamed: RenamedThing, newName: string): SiteRename {
  const edits = new EditsOnce();
  if (renamed.thing.kind !== "operation-id")
    for (const use of usesOfPlaces(site, renamed.definitions))
      edits.add(use.at.file, editOfUse(use, newName));
  return followPages(site, siteAfter(site, renamed, newName, edits), edits);
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
function siteAfter(site: Site, renamed: RenamedThing, newName: string, edits: EditsOnce): Site {
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
