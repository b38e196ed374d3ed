import { type JsonFile, locationOfNode, readJson } from "../../config/json/json-tree.ts";
import { planRedirects, type RedirectPlan } from "../../config/redirect-edits.ts";
import {
  type ResolvedLink,
  resolvedLinksOfConfig,
  resolvedLinksOfPage,
  resolvedLinksOfScript,
  resolvedLinksOfSpec,
} from "../../site/links/links.ts";
import { redirectPath, redirectsOf, formatRedirectPath } from "../../site/links/redirects.ts";
import { formatLink, writableUrl } from "../../site/links/written-path.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import { type Site, textOfFile, withFile } from "../../site/site.ts";
import { generatedPages } from "../../site/specs/generated-pages.ts";
import { getPartRange } from "../../spec/edit-spec.ts";
import { followLocation } from "../../spec/resolve-ref.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { itemsOf, textOf, valueAt } from "../../spec/spec-tree.ts";
import {
  applyEdits,
  type FileEdit,
  type SiteLocation,
  type SitePath,
  type TextEdit,
  type TextRange,
} from "../../text/text-edit.ts";
import { writeYamlText } from "../completion/complete-values.ts";
import { isMethodKey, operationsIn } from "./code-lenses.ts";
import {
  definitionsOf,
  isNameOfSymbol,
  isOnFileName,
  nodeAtKeys,
  type SiteReference,
  type SpecParts,
  type SpecSymbol,
  type SpecSymbolAt,
  type SpecSymbolReference,
  findSpecReferences,
  findReferencesOfLocations,
} from "./symbols-and-references.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";

/** The current name of a symbol, or the reason why it can't be renamed. */
export type RenameName = { readonly ok: true; readonly name: string; readonly kind: RenameKind } | Refusal;

export type RenameKind = "path" | "webhook" | "component" | "name" | "tag" | "operation-id";

/** The edits to the specification's files, or the reason why the symbol can't be renamed. */
export type SpecSymbolRename = { readonly ok: true; readonly edits: readonly FileEdit[] } | Refusal;

/** Top-level keys that occur only in a complete specification. */
const wholeSections: ReadonlySet<string> = new Set([
  "components",
  "paths",
  "webhooks",
  "channels",
  "operations",
  "definitions",
]);

export const wholeFile = refuse(createMessage("This refers to a whole file. Rename the file instead."));

/** Returns the current name of a symbol, or the reason why the symbol can't be renamed. The new name isn't checked. */
export function nameToRename(symbol: SpecSymbol): RenameName {
  if (symbol.kind !== "node") return { ok: true, name: symbol.name, kind: symbol.kind };
  const { keys } = symbol;
  const name = keys.at(-1) ?? "";
  if (keys.length === 0) return wholeFile;
  if (isMethodKey(name) && (keys[0] === "paths" || keys[0] === "webhooks" || keys.length === 1))
    return refuse(
      createMessage("Methods can't be renamed. To rename the operation's path, put the cursor on the path."),
    );
  const [first = ""] = keys;
  if (!isNameOfSymbol(keys, wholeSections.has(first)))
    return refuse(
      createMessage(
        "This name is part of the API itself and can be changed only where the API's owner defines it.",
      ),
    );
  if (first === "paths" && keys.length === 2) return { ok: true, name, kind: "path" };
  if (first === "webhooks" && keys.length === 2) return { ok: true, name, kind: "webhook" };
  return { ok: true, name, kind: first === "components" && keys.length === 3 ? "component" : "name" };
}

/** Returns the reason why the new name isn't valid, or undefined if it's valid. */
export function findNameProblem(
  parts: SpecParts,
  symbol: SpecSymbol,
  kind: RenameKind,
  name: string,
): LocalizedMessage | undefined {
  if (name.trim() === "" || /[\u0000-\u001f\u007f]/.test(name))
    return createMessage("The new name is empty or contains control characters.");
  if (kind === "path" && !name.startsWith("/")) return createMessage("A path must start with a slash.");
  if ((kind === "path" || kind === "webhook") && /\s/.test(name))
    return createMessage(
      "The name can't contain spaces, because navigation entries refer to it as a single word.",
    );
  if (kind === "path" && /[?#]/.test(name)) return createMessage("A path can't contain ? or #.");
  if (kind === "component" && !/^[\w.-]+$/.test(name))
    return createMessage(
      "A component name can contain only letters, digits, periods, hyphens, and underscores.",
    );
  const isTaken =
    symbol.kind === "node"
      ? nodeAtKeys(parts.files, symbol.file, [...symbol.keys.slice(0, -1), name]) !== undefined
      : definitionsOf(parts, { ...symbol, name }).length > 0;
  return isTaken ? createMessage("This name is already in use. Choose another name.") : undefined;
}

/**
 * Renames every occurrence of a symbol in the specification's files. `textOf` must return the text of each of these
 * files.
 */
export function renameSpecSymbol(
  parts: SpecParts,
  symbol: SpecSymbol,
  newName: string,
  textOf: (path: SitePath) => string | undefined,
): SpecSymbolRename {
  const renameName = nameToRename(symbol);
  if (!renameName.ok) return renameName;
  const refusal =
    findNameProblem(parts, symbol, renameName.kind, newName) ?? findReadingProblem(parts, symbol);
  if (refusal !== undefined) return refuse(refusal);
  const edits = new Map<SitePath, TextEdit[]>();
  let isIncomplete = false;
  const addEdit = (at: SiteLocation, old: string, value: string, part: TextRange): void => {
    const text = textOf(at.file);
    if (text === undefined) isIncomplete = true;
    else edits.set(at.file, [...(edits.get(at.file) ?? []), editPart(text, at.range, old, value, part)]);
  };
  const wholeName = { start: 0, end: renameName.name.length };
  for (const at of definitionsOf(parts, symbol)) addEdit(at, renameName.name, newName, wholeName);
  for (const use of findSpecReferences(parts, symbol)) {
    const part = partOf(use);
    if (part) addEdit(use, use.text, useText(use, part, newName), part);
  }
  if (renameName.kind === "path") {
    const parameters = renamedParameters(parts, symbol, newName);
    if (!parameters.ok) return parameters;
    for (const { at, old, name } of parameters.found) addEdit(at, old, name, { start: 0, end: old.length });
  }
  if (isIncomplete) return refuse(createMessage("One of the specification's files can't be read."));
  return { ok: true, edits: [...edits].map(([file, all]) => ({ kind: "edit", file, edits: all })) };
}

/**
 * Returns the reason why a symbol can't be renamed if its file can't be parsed completely. In such a file, the tree may
 * be incomplete, or the entire content may be parsed as a single string that the new name would replace.
 */
function findReadingProblem({ files }: SpecParts, symbol: SpecSymbol): LocalizedMessage | undefined {
  const definingFiles = symbol.kind === "node" ? [files.entry, symbol.file] : [files.entry];
  return definingFiles.some((file) => files.getTree(file)?.error)
    ? createMessage("The file can't be parsed completely. Fix it first.")
    : undefined;
}

/** Returns the range of the name in a reference's text, or undefined if the reference doesn't contain the name. */
export function partOf({ text, form }: SpecSymbolReference): TextRange | undefined {
  if (form.kind === "name") return { start: 0, end: text.length };
  let start = text.indexOf("#") + 1;
  for (let i = 0; i < form.segment; i++) start = text.indexOf("/", start) + 1;
  const end = text.indexOf("/", start);
  return start > 0 ? { start, end: end < 0 ? text.length : end } : undefined;
}

function useText({ text, form }: SpecSymbolReference, { start, end }: TextRange, name: string): string {
  const encodedName =
    form.kind === "name" ? name : encodeURI(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  // In references, the braces of a path usually aren't encoded.
  const readableName = encodedName.replaceAll("%7B", "{").replaceAll("%7D", "}").replaceAll("#", "%23");
  return text.slice(0, start) + (form.kind === "name" ? name : readableName) + text.slice(end);
}

/**
 * Returns the smallest edit that changes the part of a value in JSON or YAML from `old` to `value`. If nothing needs to
 * be escaped, the edit replaces only the part and preserves the quotes around the value.
 */
export function editPart(text: string, at: TextRange, old: string, value: string, part: TextRange): TextEdit {
  const oldText = text.slice(at.start, at.end);
  const inner = value.slice(part.start, value.length - (old.length - part.end));
  const range = getPartRange(old, at, part);
  const isExact = oldText === old || oldText.slice(1, -1) === old;
  if (isExact && oldText.startsWith('"') && JSON.stringify(inner).length === inner.length + 2)
    return { range, newText: inner };
  if (isExact && oldText.startsWith("'") && !inner.includes("'")) return { range, newText: inner };
  if (oldText.startsWith('"') || oldText.startsWith("'"))
    return { range: at, newText: JSON.stringify(value) };
  const line = text.slice(Math.max(text.lastIndexOf("\n", at.start - 1) + 1, at.start - 10_000), at.start);
  const isFlow = /[{[]/.test(line) && /[,[\]{}]/.test(value);
  if (oldText === old && !isFlow && writeYamlText(value) === value) return { range, newText: inner };
  return { range: at, newText: JSON.stringify(value) };
}

interface RenamedParameter {
  readonly at: SiteLocation;
  readonly old: string;
  readonly name: string;
}

/**
 * Returns edits that rename the path parameters whose names in braces have changed. Parameters that other paths also
 * use aren't renamed.
 */
function renamedParameters(
  { files }: SpecParts,
  symbol: SpecSymbol,
  newPath: string,
): { readonly ok: true; readonly found: readonly RenamedParameter[] } | Refusal {
  if (symbol.kind !== "node") return { ok: true, found: [] };
  const before = namesInBraces(symbol.keys.at(-1) ?? "");
  const after = namesInBraces(newPath);
  const changed = new Map(
    before.flatMap((old, i) => {
      const name = after[i];
      return name === undefined || name === old || after.includes(old) ? [] : [[old, name] as const];
    }),
  );
  const node = nodeAtKeys(files, symbol.file, symbol.keys);
  if (changed.size === 0 || before.length !== after.length || !node) return { ok: true, found: [] };
  const item = followLocation(files, { file: symbol.file, node });
  if (!item) return { ok: true, found: [] };
  const lists = [item.node, ...operationsIn({ root: item.node }).map(({ entry }) => entry.value)];
  const found: RenamedParameter[] = [];
  for (const list of lists)
    for (const parameter of itemsOf(valueAt(list, "parameters"))) {
      const target = followLocation(files, { file: item.file, node: parameter });
      const nameNode = valueAt(target?.node, "name");
      const old = textOf(nameNode) ?? "";
      const name = changed.get(old);
      if (!target || !nameNode || name === undefined || textOf(valueAt(target.node, "in")) !== "path")
        continue;
      if (target.node !== parameter || item.node !== node)
        return refuse(
          createMessage("The parameter {{0}} is shared with other paths, so it can't be renamed.", old),
        );
      found.push({ at: { file: item.file, range: nameNode.range }, old, name });
    }
  return { ok: true, found };
}

function namesInBraces(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

/** The range and text of the name under the caret, or the reason why the name can't be renamed. */
export type SpecRenameStart =
  | { readonly ok: true; readonly range: TextRange; readonly name: string }
  | Extract<RenameName, { ok: false }>;

/** Returns the name under the caret in one of a specification's files. */
export function prepareSpecRename(parts: SpecParts, found: SpecSymbolAt, at: SiteLocation): SpecRenameStart {
  const renameName = nameToRename(found.symbol);
  if (!renameName.ok) return renameName;
  const use = findSpecReferences(parts, found.symbol).find(
    ({ file, range }) => file === at.file && range.start === found.range.start,
  );
  const part = use && partOf(use);
  const text = use?.text ?? renameName.name;
  const range = getPartRange(text, found.range, part ?? { start: 0, end: text.length });
  return { ok: true, range, name: renameName.name };
}

/**
 * Returns the name under the caret in a reference in docs.json or on a page, or undefined if the reference has no such
 * name.
 */
export function prepareReferenceRename(use: SiteReference, offset: number): SpecRenameStart | undefined {
  const { at, text, reference, resolvedTarget: found } = use;
  if (isOnFileName(use, offset)) return wholeFile;
  if (!reference || !found) return undefined;
  const part = reference.form === "operation" ? reference.path : reference.name;
  return { ok: true, range: getPartRange(text, at.range, part.range), name: part.text };
}

/** The effects that a rename has outside the specification, including redirects from the previous paths of pages. */
export interface SiteRename extends RedirectPlan {
  readonly edits: readonly FileEdit[];
}

/** Adds edits for links to generated pages whose path differs between `before` and `after`. */
export function updatePageReferences(before: Site, after: Site, edits: EditCollector): SiteRename {
  const moved = movedPages(before, after);
  addLinks(before, moved, edits);
  return { edits: edits.getFileEdits(), ...redirectsFor(before, moved) };
}

/**
 * For each generated page whose slug changes, maps the old slug to the new one. Excludes an old slug if another page
 * has it after the change.
 */
function movedPages(before: Site, after: Site): ReadonlyMap<string, string> {
  const [old, now] = [generatedPages(before), generatedPages(after)];
  if (old.length !== now.length) return new Map();
  const retained = new Set(now.map(({ slug }) => slug));
  const { fileOf } = pageSlugsOf(before.files);
  const moved = new Map<string, string>();
  for (const [i, { slug }] of old.entries()) {
    const next = now[i]?.slug;
    if (next !== undefined && next !== slug && !retained.has(slug) && !fileOf.has(slug))
      moved.set(slug, next);
  }
  return moved;
}

function addLinks(site: Site, moved: ReadonlyMap<string, string>, edits: EditCollector): void {
  if (moved.size === 0) return;
  const add = (links: readonly ResolvedLink[]) => {
    for (const { reference: place, targets } of links) {
      const target = targets[0]?.target;
      const slug = target?.kind === "generated" ? moved.get(target.page.slug) : undefined;
      if (slug === undefined || !place.writeAs) continue;
      const url = `/${slug}${/[?#].*$/.exec(writableUrl(place))?.[0] ?? ""}`;
      edits.add(place.at.file, { range: place.at.range, newText: formatLink(url, place.writeAs) });
    }
  };
  for (const page of site.references.values()) add(resolvedLinksOfPage(site, page));
  for (const script of site.scriptReferences.values()) add(resolvedLinksOfScript(site, script));
  for (const spec of site.specs.values()) add(resolvedLinksOfSpec(site, spec));
  add(resolvedLinksOfConfig(site));
  for (const { text, node } of navigationOf(site.config).entries) {
    const pageEntry = readPageEntry(text);
    const slug = pageEntry.kind === "page" ? moved.get(pageEntry.slug) : undefined;
    const at = locationOfNode(node);
    if (slug !== undefined) edits.add(at.file, { range: at.range, newText: JSON.stringify(slug) });
  }
  for (const { destination, destinationNode } of redirectsOf(site)) {
    const slug = /^https?:/i.test(destination) ? undefined : moved.get(redirectPath(destination));
    const at = locationOfNode(destinationNode);
    const rest = /[?#].*$/.exec(destination)?.[0] ?? "";
    if (slug !== undefined)
      edits.add(at.file, { range: at.range, newText: JSON.stringify(`/${slug}${rest}`) });
  }
}

function redirectsFor(site: Site, moved: ReadonlyMap<string, string>): RedirectPlan {
  const requested = [...moved].map(([source, destination]) => ({
    source: formatRedirectPath(site, source),
    destination: formatRedirectPath(site, destination),
  }));
  return planRedirects(site.config, requested);
}

/** Collects edits by file, without duplicates. */
export class EditCollector {
  readonly #byFile = new Map<SitePath, Map<number, TextEdit>>();

  add(file: SitePath, edit: TextEdit | undefined): void {
    if (!edit) return;
    const existing = this.#byFile.get(file) ?? new Map<number, TextEdit>();
    this.#byFile.set(file, existing);
    if (!existing.has(edit.range.start)) existing.set(edit.range.start, edit);
  }

  has(file: SitePath): boolean {
    return this.#byFile.has(file);
  }

  getEdits(file: SitePath): TextEdit[] {
    return [...(this.#byFile.get(file)?.values() ?? [])];
  }

  getFileEdits(): FileEdit[] {
    return [...this.#byFile.keys()].map((file) => ({ kind: "edit", file, edits: this.getEdits(file) }));
  }
}

/** The symbol to rename, and its definitions and specification. */
export interface RenamedSymbol {
  readonly symbol: SpecSymbol;
  readonly definitions: readonly SiteLocation[];
  readonly spec: SpecOutline;
}

/**
 * Returns edits that update navigation entries and frontmatter, and links to pages whose path changes. The pages are
 * generated again from the edited site to determine their new paths.
 */
export function renameInSite(site: Site, renamed: RenamedSymbol, newName: string): SiteRename {
  const edits = new EditCollector();
  if (renamed.symbol.kind !== "operation-id")
    for (const use of findReferencesOfLocations(site, renamed.definitions))
      edits.add(use.at.file, editOfUse(site, use, newName));
  return updatePageReferences(site, siteAfter(site, renamed, newName, edits), edits);
}

/**
 * Returns an edit that replaces only the name in the value, such as the path in `GET /users`. Returns undefined if the
 * value doesn't contain the name.
 */
function editOfUse(
  site: Site,
  { at, text, reference, resolvedTarget: found }: SiteReference,
  newName: string,
): TextEdit | undefined {
  if (!reference || !found) return undefined;
  const { range: part } = reference.form === "operation" ? reference.path : reference.name;
  const after = text.slice(0, part.start) + newName + text.slice(part.end);
  return editPart(textOfFile(site, at.file), at.range, text, after, part);
}

/**
 * Returns the site as it is after the name has changed in the specification and docs.json. The text of pages isn't
 * changed, because it doesn't affect the paths.
 */
function siteAfter(site: Site, renamed: RenamedSymbol, newName: string, edits: EditCollector): Site {
  const { spec } = renamed;
  const outline = outlineAfter(renamed, newName);
  const withSpec = withFile(site, { kind: "spec", path: spec.path, spec: outline }).site;
  if (!site.config.files.some(({ path }) => edits.has(path))) return withSpec;
  const sources = new Map<SitePath, JsonFile | null>(
    site.config.files.map((file) => [
      file.path,
      edits.has(file.path) ? readJson(file.path, applyEdits(file.text, edits.getEdits(file.path))) : file,
    ]),
  );
  return withFile(withSpec, { kind: "config", sources }).site;
}

function outlineAfter({ symbol, definitions, spec }: RenamedSymbol, newName: string): SpecOutline {
  if (symbol.kind === "tag") {
    const renameIfMatching = (name: string) => (name === symbol.name ? newName : name);
    const withTags = (operation: OperationOutline) => ({
      ...operation,
      tags: operation.tags.map(renameIfMatching),
    });
    return {
      ...spec,
      operations: spec.operations.map(withTags),
      webhooks: spec.webhooks.map(withTags),
      tags: spec.tags.map((tag) => ({
        ...tag,
        name: renameIfMatching(tag.name),
        label: tag.label === tag.name ? renameIfMatching(tag.label) : tag.label,
        parent: tag.parent === undefined ? undefined : renameIfMatching(tag.parent),
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

/** Merges edits from several sources into one list per file, without duplicates. */
export function mergedEdits(fileEdits: readonly FileEdit[]): FileEdit[] {
  const byFile = new Map<SitePath, Map<string, TextEdit>>();
  for (const fileEdit of fileEdits) {
    if (fileEdit.kind !== "edit") continue;
    const existing = byFile.get(fileEdit.file) ?? new Map<string, TextEdit>();
    byFile.set(fileEdit.file, existing);
    for (const edit of fileEdit.edits) {
      const key = `${edit.range.start} ${edit.range.end}`;
      if (!existing.has(key)) existing.set(key, edit);
    }
  }
  return [...byFile].map(([file, edits]) => ({
    kind: "edit",
    file,
    edits: [...edits.values()].sort((a, b) => a.range.start - b.range.start),
  }));
}
