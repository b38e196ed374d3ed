import { isWithin, type SitePath, type TextRange } from "../text/text-edit.ts";
import { parseRefTarget } from "./resolve-ref.ts";
import {
  getEntries,
  getEntry,
  isKey,
  getItems,
  getKey,
  getRange,
  listRows,
  getScalar,
  type SpecFiles,
  type SpecMap,
  type SpecNode,
  type SpecReference,
  type SpecTree,
  getNodeText,
  getValue,
} from "./spec-tree.ts";
import { derive } from "../text/maps.ts";
import { noKey, rowKinds, type SpecTable } from "./spec-table.ts";

/**
 * Keys whose value is a map with names that the author chooses. A name in such a map has no special meaning, even if
 * it's a keyword.
 */
const nameMapKeys: ReadonlySet<string> = new Set([
  "properties", "patternProperties", "dependentSchemas", "definitions", "$defs",
  "paths", "webhooks", "pathItems", "callbacks", "content", "headers", "links", "variables", "encoding",
  "schemas", "responses", "parameters", "requestBodies", "securitySchemes",
  "channels", "operations", "messages", "servers", "replies", "serverVariables", "correlationIds",
  "externalDocs", "operationTraits", "messageTraits", "serverBindings", "channelBindings", "operationBindings",
  "messageBindings",
]); // prettier-ignore

/** Keys whose value is the author's data. In data, `$ref` has no special meaning. */
const dataKeys: ReadonlySet<string> = new Set(["example", "default", "enum", "const", "value", "examples"]);

const maxReferences = 200_000;

/** The text of a `$ref` and its range. */
export interface RawReference {
  readonly range: TextRange;
  readonly text: string;
}

interface FileReferences {
  /** The ranges of schemas with an `$id`, whose references aren't included. */
  readonly schemasWithId: readonly TextRange[];
  /** Every `$ref`. */
  readonly references: readonly RawReference[];
  /** The values of every `mapping` in a `discriminator`: references to schemas, or their names. */
  readonly mappings: readonly RawReference[];
}

/**
 * Returns every string with the key `$ref` that isn't a reference according to OpenAPI, because it's in data, in an
 * extension, or in a schema with an `$id`. The service treats it as a reference.
 */
export const listOtherReferences = derive((tree: SpecTree): readonly OtherReference[] => {
  const { references, schemasWithId } = findReferences(tree);
  const referenceStarts = new Set(references.map(({ range }) => range.start));
  const otherReferences: OtherReference[] = [];
  if (referenceStarts.size >= maxReferences) return otherReferences;
  const visit: ReferenceVisitor = (range, text) =>
    referenceStarts.has(range.start) ||
    otherReferences.push({ range, text, isInSchema: schemasWithId.some((schema) => isWithin(range, schema)) }) <
      maxOtherReferences;
  if (tree.table) visitReferences(tree.table, visit);
  else if (tree.root) visitNodeReferences(tree.root, visit);
  return otherReferences;
});

const maxOtherReferences = 100;

interface OtherReference extends RawReference {
  /** Whether the reference is in a schema with an `$id`. */
  readonly isInSchema: boolean;
}

function visitReferences(table: SpecTable, visit: ReferenceVisitor): void {
  const { rowCount, kinds, keyStarts } = table;
  for (let row = 0; row < rowCount; row++) {
    if (keyStarts[row] === noKey || kinds[row] === rowKinds.map || kinds[row] === rowKinds.list) continue;
    if (!isKey(table, row, "$ref")) continue;
    const text = getScalar(table, row);
    if (typeof text === "string" && !visit(getRange(table, row), text, false)) return;
  }
}

function visitNodeReferences(root: SpecNode, visit: ReferenceVisitor): void {
  const visitedNodes = new Set<SpecNode>();
  const queue = [root];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (node.kind === "scalar" || visitedNodes.has(node)) continue;
    visitedNodes.add(node);
    for (const item of getItems(node)) queue.push(item);
    for (const { key, value } of getEntries(node)) {
      const text = key === "$ref" ? getNodeText(value) : undefined;
      if (text === undefined) queue.push(value);
      else if (!visit(value.range, text, false)) return;
    }
  }
}

const referencesByTree = new WeakMap<SpecTree, FileReferences>();

/**
 * Returns every `$ref` in a file in order, except references in schemas that have their own `$id`, because such
 * references are relative to the `$id`.
 */
export function listReferences(tree: SpecTree): readonly RawReference[] {
  return findReferences(tree).references;
}

/** Returns the schemas to which discriminators in a file map values, as references or as names. */
export function listMappings(tree: SpecTree): readonly RawReference[] {
  return findReferences(tree).mappings;
}

function findReferences(tree: SpecTree): FileReferences {
  const cachedReferences = referencesByTree.get(tree);
  if (cachedReferences) return cachedReferences;
  const references: RawReference[] = [];
  const mappings: RawReference[] = [];
  const schemasWithId: TextRange[] = [];
  const visit: ReferenceVisitor = (range, text, isMapping) =>
    (isMapping ? mappings : references).push({ range, text }) < maxReferences;
  if (tree.table) new RowWalker(tree.table, visit, schemasWithId).visit(0, false, true);
  else if (tree.root) new ReferenceWalker(tree, visit, schemasWithId).visit(tree.root, false, true);
  const foundReferences = { references, mappings, schemasWithId };
  referencesByTree.set(tree, foundReferences);
  return foundReferences;
}

/** A callback for each reference. Returns false to stop the search. */
type ReferenceVisitor = (range: TextRange, text: string, isMapping: boolean) => boolean;

/**
 * Searches table rows for references without creating nodes. Creating them would take most of the time in a large file.
 */
class RowWalker {
  readonly #table: SpecTable;
  readonly #onReference: ReferenceVisitor;
  readonly #schemasWithId: TextRange[];
  /**
   * Whether the file may contain an `$id`. Almost no file does, so maps usually don't have to be searched for an `$id`.
   */
  readonly #mayHaveIds: boolean;
  #isStopped = false;

  constructor(table: SpecTable, visit: ReferenceVisitor, schemasWithId: TextRange[]) {
    this.#table = table;
    this.#onReference = visit;
    this.#schemasWithId = schemasWithId;
    this.#mayHaveIds = table.text.includes("$id");
  }

  visit(row: number, isNameOnly: boolean, isRoot = false): void {
    const { kinds, nextRows } = this.#table;
    const kind = kinds[row];
    if ((kind !== rowKinds.map && kind !== rowKinds.list) || this.#isStopped) return;
    const end = nextRows[row] ?? 0;
    const isMap = kind === rowKinds.map;
    if (isMap && !isNameOnly && !isRoot && this.#mayHaveIds && this.#hasId(row)) {
      this.#schemasWithId.push(getRange(this.#table, row));
      return;
    }
    for (let childRow = row + 1; childRow < end; childRow = nextRows[childRow] ?? end) {
      if (!isMap || isNameOnly) this.visit(childRow, false);
      else this.#visitKey(childRow);
    }
  }

  #visitKey(row: number): void {
    const kind = this.#table.kinds[row];
    const isMap = kind === rowKinds.map;
    const isContainer = isMap || kind === rowKinds.list;
    // A primitive value matters only if its key is `$ref`, so other keys don't have to be extracted.
    if (!isContainer && !isKey(this.#table, row, "$ref")) return;
    const key = getKey(this.#table, row);
    if (key === "$ref") {
      if (!isContainer) this.#visitReference(row);
    } else if (key === "examples") this.#visitExamples(row);
    else if (!dataKeys.has(key) && !key.startsWith("x-")) this.visit(row, isMap && nameMapKeys.has(key));
    if (key === "discriminator") this.#visitMapping(row);
  }

  #visitExamples(row: number): void {
    if (this.#table.kinds[row] !== rowKinds.map) return;
    for (const exampleRow of listRows(this.#table, row)) {
      const referenceRow = this.#findChild(exampleRow, "$ref");
      if (referenceRow !== undefined) this.#visitReference(referenceRow);
    }
  }

  #visitMapping(row: number): void {
    const mappingRow = this.#findChild(row, "mapping");
    if (mappingRow === undefined || this.#table.kinds[mappingRow] !== rowKinds.map) return;
    for (const value of listRows(this.#table, mappingRow)) this.#visitReference(value, true);
  }

  #visitReference(row: number, isMapping = false): void {
    const text = getScalar(this.#table, row);
    if (typeof text === "string" && !this.#isStopped)
      this.#isStopped = !this.#onReference(getRange(this.#table, row), text, isMapping);
  }

  #hasId(row: number): boolean {
    const idRow = this.#findChild(row, "$id");
    return idRow !== undefined && typeof getScalar(this.#table, idRow) === "string";
  }

  #findChild(row: number, key: string): number | undefined {
    if (this.#table.kinds[row] !== rowKinds.map) return undefined;
    return listRows(this.#table, row).findLast((childRow) => isKey(this.#table, childRow, key));
  }
}

class ReferenceWalker {
  readonly #tree: SpecTree;
  readonly #onReference: ReferenceVisitor;
  readonly #schemasWithId: TextRange[];
  readonly #visitedNodes = new Set<SpecNode>();
  #isStopped = false;

  constructor(tree: SpecTree, visit: ReferenceVisitor, schemasWithId: TextRange[]) {
    this.#tree = tree;
    this.#onReference = visit;
    this.#schemasWithId = schemasWithId;
  }

  visit(node: SpecNode, isNameOnly: boolean, isRoot = false): void {
    if (node.kind === "scalar" || this.#isStopped) return;
    if (this.#tree.sharedNodes.has(node)) {
      if (this.#visitedNodes.has(node)) return;
      this.#visitedNodes.add(node);
    }
    if (node.kind === "list") {
      for (const item of node.items) this.visit(item, false);
      return;
    }
    if (isNameOnly) {
      for (const { value } of node.entries) this.visit(value, false);
      return;
    }
    if (!isRoot && getNodeText(getEntry(node, "$id")?.value) !== undefined) {
      this.#schemasWithId.push(node.range);
      return;
    }
    this.#visitKeys(node);
  }

  #visitKeys(node: SpecMap): void {
    for (const { key, value } of node.entries) {
      if (key === "$ref") this.#visitReference(value);
      else if (key === "examples") this.#visitExamples(value);
      else if (!dataKeys.has(key) && !key.startsWith("x-"))
        this.visit(value, value.kind === "map" && nameMapKeys.has(key));
      if (key === "discriminator")
        for (const schema of getEntries(getValue(value, "mapping"))) this.#visitReference(schema.value, true);
    }
  }

  /**
   * Collects the references in `examples`. A map of named examples may contain references, whereas a list of examples
   * is data.
   */
  #visitExamples(node: SpecNode): void {
    if (node.kind !== "map") return;
    for (const { value } of node.entries) {
      const reference = getEntry(value, "$ref");
      if (reference) this.#visitReference(reference.value);
    }
  }

  #visitReference(node: SpecNode, isMapping = false): void {
    const text = getNodeText(node);
    if (text !== undefined && !this.#isStopped) this.#isStopped = !this.#onReference(node.range, text, isMapping);
  }
}

/** Returns every `$ref` in a specification and in the files that it includes, in file order. */
export function listSpecReferences(files: SpecFiles, includedFiles: readonly SitePath[]): readonly SpecReference[] {
  return [files.entry, ...includedFiles].flatMap((file) => {
    const tree = files.getTree(file);
    return tree ? listReferences(tree).map(({ range, text }) => ({ file, range, text })) : [];
  });
}

/**
 * The maximum number of files that a specification can include. `maxIncludedLength` limits their total length in UTF-16
 * units.
 */
export const maxIncludedFiles = 500;
export const maxIncludedLength = 50_000_000;

/**
 * Collects the specification and every file that its references include, at any depth. Yields the paths of the files
 * that are needed next, and expects their trees in the same order. Files beyond `maxIncludedFiles` or
 * `maxIncludedLength` are treated as missing.
 */
export function* collectFiles(
  entry: SitePath,
  tree: SpecTree,
): Generator<
  readonly SitePath[],
  { readonly files: SpecFiles; readonly includedFiles: readonly SitePath[] },
  readonly (SpecTree | undefined)[]
> {
  const treesByPath = new Map<SitePath, SpecTree | undefined>([[entry, tree]]);
  let currentLevel: readonly (readonly [SitePath, SpecTree])[] = [[entry, tree]];
  while (currentLevel.length > 0) {
    const referencedPaths = currentLevel
      .flatMap(([path, one]) => listReferencedFiles(path, one))
      .filter((path) => !treesByPath.has(path));
    const nextPaths = [...new Set(referencedPaths)].slice(0, Math.max(0, maxIncludedFiles + 1 - treesByPath.size));
    const nextTrees = nextPaths.length > 0 ? yield nextPaths : [];
    for (const [i, path] of nextPaths.entries()) treesByPath.set(path, nextTrees[i]);
    currentLevel = nextPaths.flatMap((path, i) => {
      const nextTree = nextTrees[i];
      return nextTree ? [[path, nextTree] as const] : [];
    });
  }
  return {
    files: { entry, getTree: (path) => treesByPath.get(path) },
    includedFiles: [...treesByPath.keys()].filter((path) => path !== entry).sort(),
  };
}

function listReferencedFiles(path: SitePath, tree: SpecTree): readonly SitePath[] {
  const files = new Set<SitePath>();
  for (const { text } of listReferences(tree)) {
    if (text.startsWith("#")) continue;
    const target = parseRefTarget(text, path);
    if (target.kind === "inside" && target.file !== path) files.add(target.file);
    if (files.size > maxIncludedFiles) break;
  }
  return [...files];
}
