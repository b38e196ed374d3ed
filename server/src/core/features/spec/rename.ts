import { type JsonFile, getNodeLocation, readJson } from "../../config/json/json-tree.ts";
import { planRedirects, type RedirectPlan } from "../../config/redirect-edits.ts";
import {
  type ResolvedLink,
  resolveConfigLinks,
  resolvePageLinks,
  resolveScriptLinks,
  resolveSpecLinks,
} from "../../site/links/links.ts";
import { toRedirectPath, getRedirects, formatRedirectPath } from "../../site/links/redirects.ts";
import { formatLink, toWritableUrl } from "../../site/links/written-path.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import { type Site, getFileText, applyFile } from "../../site/site.ts";
import { getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { getPartRange } from "../../spec/edit-spec.ts";
import { followLocation } from "../../spec/resolve-ref.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { getItems, getNodeText, getValue } from "../../spec/spec-tree.ts";
import {
  applyEdits,
  type FileEdit,
  type SiteLocation,
  type SitePath,
  type TextEdit,
  type TextRange,
} from "../../text/text-edit.ts";
import { formatYamlScalar } from "../completion/complete-values.ts";
import { isMethodKey, findOperations } from "./code-lenses.ts";
import {
  findSpecDefinitions,
  isNameOfSymbol,
  isOnFileName,
  findNode,
  type SiteReference,
  type SpecFileSet,
  type SpecSymbol,
  type SpecSymbolOccurrence,
  type SpecSymbolReference,
  findSpecReferences,
  findDefinitionReferences,
} from "./symbols-and-references.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";

/** The current name of a symbol, or the reason why it can't be renamed. */
export type RenameNameResult = { readonly ok: true; readonly name: string; readonly kind: RenameKind } | Refusal;

export type RenameKind = "path" | "webhook" | "component" | "name" | "tag" | "operation-id";

/** The edits to the specification's files, or the reason why the symbol can't be renamed. */
export type SpecSymbolRename = { readonly ok: true; readonly edits: readonly FileEdit[] } | Refusal;

/** Top-level keys that occur only in a complete specification. */
const specSections: ReadonlySet<string> = new Set([
  "components",
  "paths",
  "webhooks",
  "channels",
  "operations",
  "definitions",
]);

export const fileRefusal = refuse(createMessage("This refers to a whole file. Rename the file instead."));

/** Returns the current name of a symbol, or the reason why the symbol can't be renamed. The new name isn't checked. */
export function getNameToRename(symbol: SpecSymbol): RenameNameResult {
  if (symbol.kind !== "node") return { ok: true, name: symbol.name, kind: symbol.kind };
  const { keys } = symbol;
  const name = keys.at(-1) ?? "";
  if (keys.length === 0) return fileRefusal;
  if (isMethodKey(name) && (keys[0] === "paths" || keys[0] === "webhooks" || keys.length === 1))
    return refuse(
      createMessage("Methods can't be renamed. To rename the operation's path, put the cursor on the path."),
    );
  const [rootKey = ""] = keys;
  if (!isNameOfSymbol(keys, specSections.has(rootKey)))
    return refuse(
      createMessage("This name is part of the API itself and can be changed only where the API's owner defines it."),
    );
  if (rootKey === "paths" && keys.length === 2) return { ok: true, name, kind: "path" };
  if (rootKey === "webhooks" && keys.length === 2) return { ok: true, name, kind: "webhook" };
  return { ok: true, name, kind: rootKey === "components" && keys.length === 3 ? "component" : "name" };
}

/** Returns the reason why the new name isn't valid, or undefined if it's valid. */
export function findNameProblem(
  fileSet: SpecFileSet,
  symbol: SpecSymbol,
  kind: RenameKind,
  name: string,
): LocalizedMessage | undefined {
  if (name.trim() === "" || /[\u0000-\u001f\u007f]/.test(name))
    return createMessage("The new name is empty or contains control characters.");
  if (kind === "path" && !name.startsWith("/")) return createMessage("A path must start with a slash.");
  if ((kind === "path" || kind === "webhook") && /\s/.test(name))
    return createMessage("The name can't contain spaces, because navigation entries refer to it as a single word.");
  if (kind === "path" && /[?#]/.test(name)) return createMessage("A path can't contain ? or #.");
  if (kind === "component" && !/^[\w.-]+$/.test(name))
    return createMessage("A component name can contain only letters, digits, periods, hyphens, and underscores.");
  const isNameInUse =
    symbol.kind === "node"
      ? findNode(fileSet.files, symbol.file, [...symbol.keys.slice(0, -1), name]) !== undefined
      : findSpecDefinitions(fileSet, { ...symbol, name }).length > 0;
  return isNameInUse ? createMessage("This name is already in use. Choose another name.") : undefined;
}

/**
 * Renames every occurrence of a symbol in the specification's files. `readText` must return the text of each of these
 * files.
 */
export function renameSpecSymbol(
  fileSet: SpecFileSet,
  symbol: SpecSymbol,
  newName: string,
  readText: (path: SitePath) => string | undefined,
): SpecSymbolRename {
  const nameResult = getNameToRename(symbol);
  if (!nameResult.ok) return nameResult;
  const problem = findNameProblem(fileSet, symbol, nameResult.kind, newName) ?? findParseProblem(fileSet, symbol);
  if (problem !== undefined) return refuse(problem);
  const editsByFile = new Map<SitePath, TextEdit[]>();
  let isAnyFileUnreadable = false;
  const addEdit = (location: SiteLocation, oldText: string, value: string, partRange: TextRange): void => {
    const text = readText(location.file);
    if (text === undefined) isAnyFileUnreadable = true;
    else
      editsByFile.set(location.file, [
        ...(editsByFile.get(location.file) ?? []),
        createPartEdit(text, location.range, oldText, value, partRange),
      ]);
  };
  const fullNameRange = { start: 0, end: nameResult.name.length };
  for (const definitionLocation of findSpecDefinitions(fileSet, symbol))
    addEdit(definitionLocation, nameResult.name, newName, fullNameRange);
  for (const reference of findSpecReferences(fileSet, symbol)) {
    const nameRange = getReferenceNameRange(reference);
    if (nameRange) addEdit(reference, reference.text, formatRenamedReference(reference, nameRange, newName), nameRange);
  }
  if (nameResult.kind === "path") {
    const parameterResult = findRenamedParameters(fileSet, symbol, newName);
    if (!parameterResult.ok) return parameterResult;
    for (const { location, oldName, name } of parameterResult.parameters)
      addEdit(location, oldName, name, { start: 0, end: oldName.length });
  }
  if (isAnyFileUnreadable) return refuse(createMessage("One of the specification's files can't be read."));
  return { ok: true, edits: [...editsByFile].map(([file, fileEdits]) => ({ kind: "edit", file, edits: fileEdits })) };
}

/**
 * Returns the reason why a symbol can't be renamed if its file can't be parsed completely. In such a file, the tree may
 * be incomplete, or the entire content may be parsed as a single string that the new name would replace.
 */
function findParseProblem({ files }: SpecFileSet, symbol: SpecSymbol): LocalizedMessage | undefined {
  const definingFiles = symbol.kind === "node" ? [files.entry, symbol.file] : [files.entry];
  return definingFiles.some((file) => files.getTree(file)?.error)
    ? createMessage("The file can't be parsed completely. Fix it first.")
    : undefined;
}

/** Returns the range of the name in a reference's text, or undefined if the reference doesn't contain the name. */
export function getReferenceNameRange({ text, form }: SpecSymbolReference): TextRange | undefined {
  if (form.kind === "name") return { start: 0, end: text.length };
  let start = text.indexOf("#") + 1;
  for (let i = 0; i < form.segment; i++) start = text.indexOf("/", start) + 1;
  const end = text.indexOf("/", start);
  return start > 0 ? { start, end: end < 0 ? text.length : end } : undefined;
}

function formatRenamedReference({ text, form }: SpecSymbolReference, { start, end }: TextRange, name: string): string {
  const encodedName = form.kind === "name" ? name : encodeURI(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  // In references, the braces of a path usually aren't encoded.
  const readableName = encodedName.replaceAll("%7B", "{").replaceAll("%7D", "}").replaceAll("#", "%23");
  return text.slice(0, start) + (form.kind === "name" ? name : readableName) + text.slice(end);
}

/**
 * Returns the smallest edit that changes a part of a value in JSON or YAML. `oldValue` and `newValue` are the value's
 * old and new text. If nothing needs to be escaped, the edit replaces only the part and preserves the quotes around the
 * value.
 */
export function createPartEdit(
  text: string,
  valueRange: TextRange,
  oldValue: string,
  newValue: string,
  partRange: TextRange,
): TextEdit {
  const oldText = text.slice(valueRange.start, valueRange.end);
  const newPartText = newValue.slice(partRange.start, newValue.length - (oldValue.length - partRange.end));
  const range = getPartRange(oldValue, valueRange, partRange);
  const isExact = oldText === oldValue || oldText.slice(1, -1) === oldValue;
  if (isExact && oldText.startsWith('"') && JSON.stringify(newPartText).length === newPartText.length + 2)
    return { range, newText: newPartText };
  if (isExact && oldText.startsWith("'") && !newPartText.includes("'")) return { range, newText: newPartText };
  if (oldText.startsWith('"') || oldText.startsWith("'"))
    return { range: valueRange, newText: JSON.stringify(newValue) };
  const linePrefix = text.slice(
    Math.max(text.lastIndexOf("\n", valueRange.start - 1) + 1, valueRange.start - 10_000),
    valueRange.start,
  );
  const isFlow = /[{[]/.test(linePrefix) && /[,[\]{}]/.test(newValue);
  if (oldText === oldValue && !isFlow && formatYamlScalar(newValue) === newValue)
    return { range, newText: newPartText };
  return { range: valueRange, newText: JSON.stringify(newValue) };
}

interface RenamedParameter {
  readonly location: SiteLocation;
  readonly oldName: string;
  readonly name: string;
}

/**
 * Returns the path parameters whose names in braces have changed. If one of them is defined elsewhere, so that other
 * paths may also use it, returns a refusal.
 */
function findRenamedParameters(
  { files }: SpecFileSet,
  symbol: SpecSymbol,
  newPath: string,
): { readonly ok: true; readonly parameters: readonly RenamedParameter[] } | Refusal {
  if (symbol.kind !== "node") return { ok: true, parameters: [] };
  const oldParameterNames = getNamesInBraces(symbol.keys.at(-1) ?? "");
  const newParameterNames = getNamesInBraces(newPath);
  const newNameByOldName = new Map(
    oldParameterNames.flatMap((oldName, i) => {
      const name = newParameterNames[i];
      return name === undefined || name === oldName || newParameterNames.includes(oldName)
        ? []
        : [[oldName, name] as const];
    }),
  );
  const node = findNode(files, symbol.file, symbol.keys);
  if (newNameByOldName.size === 0 || oldParameterNames.length !== newParameterNames.length || !node)
    return { ok: true, parameters: [] };
  const item = followLocation(files, { file: symbol.file, node });
  if (!item) return { ok: true, parameters: [] };
  const parameterOwners = [item.node, ...findOperations({ root: item.node }).map(({ entry }) => entry.value)];
  const parameters: RenamedParameter[] = [];
  for (const owner of parameterOwners)
    for (const parameter of getItems(getValue(owner, "parameters"))) {
      const target = followLocation(files, { file: item.file, node: parameter });
      const nameNode = getValue(target?.node, "name");
      const oldName = getNodeText(nameNode) ?? "";
      const name = newNameByOldName.get(oldName);
      if (!target || !nameNode || name === undefined || getNodeText(getValue(target.node, "in")) !== "path") continue;
      if (target.node !== parameter || item.node !== node)
        return refuse(
          createMessage("The parameter {{0}} is shared with other paths, so it can't be renamed.", oldName),
        );
      parameters.push({ location: { file: item.file, range: nameNode.range }, oldName, name });
    }
  return { ok: true, parameters };
}

function getNamesInBraces(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

/** The range and text of the name under the caret, or the reason why the name can't be renamed. */
export type SpecRenameStart =
  | { readonly ok: true; readonly range: TextRange; readonly name: string }
  | Extract<RenameNameResult, { ok: false }>;

/** Returns the name under the caret in one of a specification's files. */
export function prepareSpecRename(
  fileSet: SpecFileSet,
  occurrence: SpecSymbolOccurrence,
  location: SiteLocation,
): SpecRenameStart {
  const nameResult = getNameToRename(occurrence.symbol);
  if (!nameResult.ok) return nameResult;
  const reference = findSpecReferences(fileSet, occurrence.symbol).find(
    ({ file, range }) => file === location.file && range.start === occurrence.range.start,
  );
  const nameRange = reference && getReferenceNameRange(reference);
  const text = reference?.text ?? nameResult.name;
  const range = getPartRange(text, occurrence.range, nameRange ?? { start: 0, end: text.length });
  return { ok: true, range, name: nameResult.name };
}

/**
 * Returns the name under the caret in a reference in docs.json or on a page, or undefined if the caret isn't on a name.
 */
export function prepareReferenceRename(siteReference: SiteReference, offset: number): SpecRenameStart | undefined {
  const { location, text, reference, resolvedTarget } = siteReference;
  if (isOnFileName(siteReference, offset)) return fileRefusal;
  if (!reference || !resolvedTarget) return undefined;
  const part = reference.form === "operation" ? reference.path : reference.name;
  return { ok: true, range: getPartRange(text, location.range, part.range), name: part.text };
}

/** The effects that a rename has outside the specification, including redirects from the previous paths of pages. */
export interface SiteRename extends RedirectPlan {
  readonly edits: readonly FileEdit[];
}

/** Adds edits for links to generated pages whose path differs between the old and the new site. */
export function updatePageReferences(oldSite: Site, newSite: Site, edits: EditCollector): SiteRename {
  const newSlugByOldSlug = findMovedSlugs(oldSite, newSite);
  addLinkEdits(oldSite, newSlugByOldSlug, edits);
  return { edits: edits.getFileEdits(), ...createRedirects(oldSite, newSlugByOldSlug) };
}

/**
 * For each generated page whose slug changes, maps the old slug to the new one. Excludes an old slug if another page
 * has it after the change.
 */
function findMovedSlugs(oldSite: Site, newSite: Site): ReadonlyMap<string, string> {
  const [oldPages, newPages] = [getGeneratedPages(oldSite), getGeneratedPages(newSite)];
  if (oldPages.length !== newPages.length) return new Map();
  const newSlugs = new Set(newPages.map(({ slug }) => slug));
  const { fileBySlug } = getPageSlugs(oldSite.files);
  const newSlugByOldSlug = new Map<string, string>();
  for (const [i, { slug }] of oldPages.entries()) {
    const newSlug = newPages[i]?.slug;
    if (newSlug !== undefined && newSlug !== slug && !newSlugs.has(slug) && !fileBySlug.has(slug))
      newSlugByOldSlug.set(slug, newSlug);
  }
  return newSlugByOldSlug;
}

function addLinkEdits(site: Site, newSlugByOldSlug: ReadonlyMap<string, string>, edits: EditCollector): void {
  if (newSlugByOldSlug.size === 0) return;
  const add = (links: readonly ResolvedLink[]) => {
    for (const { reference, targets } of links) {
      const target = targets[0]?.target;
      const slug = target?.kind === "generated" ? newSlugByOldSlug.get(target.page.slug) : undefined;
      if (slug === undefined || !reference.encoding) continue;
      const url = `/${slug}${/[?#].*$/.exec(toWritableUrl(reference))?.[0] ?? ""}`;
      edits.add(reference.location.file, {
        range: reference.location.range,
        newText: formatLink(url, reference.encoding),
      });
    }
  };
  for (const page of site.references.values()) add(resolvePageLinks(site, page));
  for (const script of site.scriptReferences.values()) add(resolveScriptLinks(site, script));
  for (const spec of site.specs.values()) add(resolveSpecLinks(site, spec));
  add(resolveConfigLinks(site));
  for (const { text, node } of getNavigation(site.config).entries) {
    const pageEntry = readPageEntry(text);
    const slug = pageEntry.kind === "page" ? newSlugByOldSlug.get(pageEntry.slug) : undefined;
    const location = getNodeLocation(node);
    if (slug !== undefined) edits.add(location.file, { range: location.range, newText: JSON.stringify(slug) });
  }
  for (const { destination, destinationNode } of getRedirects(site)) {
    const slug = /^https?:/i.test(destination) ? undefined : newSlugByOldSlug.get(toRedirectPath(destination));
    const location = getNodeLocation(destinationNode);
    const suffix = /[?#].*$/.exec(destination)?.[0] ?? "";
    if (slug !== undefined)
      edits.add(location.file, { range: location.range, newText: JSON.stringify(`/${slug}${suffix}`) });
  }
}

function createRedirects(site: Site, newSlugByOldSlug: ReadonlyMap<string, string>): RedirectPlan {
  const redirects = [...newSlugByOldSlug].map(([source, destination]) => ({
    source: formatRedirectPath(site, source),
    destination: formatRedirectPath(site, destination),
  }));
  return planRedirects(site.config, redirects);
}

/** Collects edits by file, without duplicates. */
export class EditCollector {
  readonly #editsByFile = new Map<SitePath, Map<number, TextEdit>>();

  add(file: SitePath, edit: TextEdit | undefined): void {
    if (!edit) return;
    const editByOffset = this.#editsByFile.get(file) ?? new Map<number, TextEdit>();
    this.#editsByFile.set(file, editByOffset);
    if (!editByOffset.has(edit.range.start)) editByOffset.set(edit.range.start, edit);
  }

  has(file: SitePath): boolean {
    return this.#editsByFile.has(file);
  }

  getEdits(file: SitePath): TextEdit[] {
    return [...(this.#editsByFile.get(file)?.values() ?? [])];
  }

  getFileEdits(): FileEdit[] {
    return [...this.#editsByFile.keys()].map((file) => ({ kind: "edit", file, edits: this.getEdits(file) }));
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
export function renameInSite(site: Site, renamedSymbol: RenamedSymbol, newName: string): SiteRename {
  const edits = new EditCollector();
  if (renamedSymbol.symbol.kind !== "operation-id")
    for (const siteReference of findDefinitionReferences(site, renamedSymbol.definitions))
      edits.add(siteReference.location.file, createReferenceEdit(site, siteReference, newName));
  return updatePageReferences(site, createRenamedSite(site, renamedSymbol, newName, edits), edits);
}

/**
 * Returns an edit that replaces only the name in the value, such as the path in `GET /users`. Returns undefined if the
 * value doesn't contain the name.
 */
function createReferenceEdit(
  site: Site,
  { location, text, reference, resolvedTarget }: SiteReference,
  newName: string,
): TextEdit | undefined {
  if (!reference || !resolvedTarget) return undefined;
  const { range: nameRange } = reference.form === "operation" ? reference.path : reference.name;
  const newText = text.slice(0, nameRange.start) + newName + text.slice(nameRange.end);
  return createPartEdit(getFileText(site, location.file), location.range, text, newText, nameRange);
}

/**
 * Returns the site as it is after the name has changed in the specification and docs.json. The text of pages isn't
 * changed, because it doesn't affect the paths.
 */
function createRenamedSite(site: Site, renamedSymbol: RenamedSymbol, newName: string, edits: EditCollector): Site {
  const { spec } = renamedSymbol;
  const outline = renameInOutline(renamedSymbol, newName);
  const updatedSite = applyFile(site, { kind: "spec", path: spec.path, spec: outline }).site;
  if (!site.config.files.some(({ path }) => edits.has(path))) return updatedSite;
  const fileByPath = new Map<SitePath, JsonFile | null>(
    site.config.files.map((file) => [
      file.path,
      edits.has(file.path) ? readJson(file.path, applyEdits(file.text, edits.getEdits(file.path))) : file,
    ]),
  );
  return applyFile(updatedSite, { kind: "config", sources: fileByPath }).site;
}

function renameInOutline({ symbol, definitions, spec }: RenamedSymbol, newName: string): SpecOutline {
  if (symbol.kind === "tag") {
    const renameIfMatching = (name: string) => (name === symbol.name ? newName : name);
    const renameTags = (operation: OperationOutline) => ({
      ...operation,
      tags: operation.tags.map(renameIfMatching),
    });
    return {
      ...spec,
      operations: spec.operations.map(renameTags),
      webhooks: spec.webhooks.map(renameTags),
      tags: spec.tags.map((tag) => ({
        ...tag,
        name: renameIfMatching(tag.name),
        label: tag.label === tag.name ? renameIfMatching(tag.label) : tag.label,
        parent: tag.parent === undefined ? undefined : renameIfMatching(tag.parent),
      })),
    };
  }
  const starts = new Set(definitions.filter(({ file }) => file === spec.path).map(({ range }) => range.start));
  const renamePath = (operation: OperationOutline) =>
    starts.has(operation.pathRange.start) ? { ...operation, path: newName } : operation;
  return {
    ...spec,
    operations: spec.operations.map(renamePath),
    webhooks: spec.webhooks.map(renamePath),
    schemas: spec.schemas.map((schema) => (starts.has(schema.range.start) ? { ...schema, name: newName } : schema)),
    channels: spec.channels.map((channel) => (starts.has(channel.range.start) ? { ...channel, id: newName } : channel)),
  };
}

/** Merges edits from several sources into one list per file, without duplicates. */
export function mergeEdits(fileEdits: readonly FileEdit[]): FileEdit[] {
  const editsByFile = new Map<SitePath, Map<string, TextEdit>>();
  for (const fileEdit of fileEdits) {
    if (fileEdit.kind !== "edit") continue;
    const editsByKey = editsByFile.get(fileEdit.file) ?? new Map<string, TextEdit>();
    editsByFile.set(fileEdit.file, editsByKey);
    for (const edit of fileEdit.edits) {
      const key = `${edit.range.start} ${edit.range.end}`;
      if (!editsByKey.has(key)) editsByKey.set(key, edit);
    }
  }
  return [...editsByFile].map(([file, edits]) => ({
    kind: "edit",
    file,
    edits: [...edits.values()].sort((a, b) => a.range.start - b.range.start),
  }));
}
