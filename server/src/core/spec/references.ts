import { httpMethods } from "../text/media-types.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import { type RefLoss, refTarget, resolveRef, unescapeSegment } from "./resolve-ref.ts";
import type { ReferenceOwner, SpecContentProblem } from "./spec-outline.ts";
import {
  entriesOf,
  entryOf,
  isKey,
  keyAt,
  rangeOf,
  rowsIn,
  scalarAt,
  type SpecEntry,
  type SpecFiles,
  type SpecMap,
  type SpecNode,
  type SpecReference,
  type SpecTree,
  textOf,
  valueAt,
} from "./spec-tree.ts";
import { rowKinds, type SpecTable } from "./spec-table.ts";

/**
 * Keys whose value is a map with names that the author chooses. A name in such a map has no special meaning, even if
 * it's a keyword.
 */
const nameMaps: ReadonlySet<string> = new Set([
  "properties", "patternProperties", "dependentSchemas", "definitions", "$defs",
  "paths", "webhooks", "pathItems", "callbacks", "content", "headers", "links", "variables", "encoding",
  "schemas", "responses", "parameters", "requestBodies", "securitySchemes",
  "channels", "operations", "messages", "servers", "replies", "serverVariables", "correlationIds",
  "externalDocs", "operationTraits", "messageTraits", "serverBindings", "channelBindings", "operationBindings",
  "messageBindings",
]); // prettier-ignore

/** Keys whose value is the author's data. In data, `$ref` has no special meaning. */
const data: ReadonlySet<string> = new Set(["example", "default", "enum", "const", "value", "examples"]);

const maxReferences = 200_000;

/** The text of a `$ref` and its range. */
export interface WrittenReference {
  readonly range: TextRange;
  readonly text: string;
}

const referenceCache = new WeakMap<SpecTree, readonly WrittenReference[]>();

/**
 * Returns every `$ref` in a file in order, except references in schemas that have their own `$id`, because such
 * references are relative to the `$id`.
 */
export function referencesIn(tree: SpecTree): readonly WrittenReference[] {
  const before = referenceCache.get(tree);
  if (before) return before;
  const found: WrittenReference[] = [];
  const take = (range: TextRange, text: string) => found.push({ range, text }) < maxReferences;
  if (tree.table) new RowWalk(tree.table, take).visit(0, false, true);
  else if (tree.root) new ReferenceWalk(tree, take).visit(tree.root, false, true);
  referenceCache.set(tree, found);
  return found;
}

/** A callback for each reference. Returns false to stop the search. */
type TakeReference = (range: TextRange, text: string) => boolean;

/**
 * Searches table rows for references without creating nodes. Creating them would take most of the time in a large file.
 */
class RowWalk {
  readonly #table: SpecTable;
  readonly #take: TakeReference;
  /**
   * Whether the file may contain an `$id`. Almost no file does, so maps usually don't have to be searched for an `$id`.
   */
  readonly #mayHaveIds: boolean;
  #isOver = false;

  constructor(table: SpecTable, take: TakeReference) {
    this.#table = table;
    this.#take = take;
    this.#mayHaveIds = table.text.includes("$id");
  }

  visit(row: number, namesOnly: boolean, isRoot = false): void {
    const { kinds, nexts } = this.#table;
    const kind = kinds[row];
    if ((kind !== rowKinds.map && kind !== rowKinds.list) || this.#isOver) return;
    const end = nexts[row] ?? 0;
    const isMap = kind === rowKinds.map;
    if (isMap && !namesOnly && !isRoot && this.#mayHaveIds && this.#hasId(row)) return;
    for (let child = row + 1; child < end; child = nexts[child] ?? end) {
      if (!isMap || namesOnly) this.visit(child, false);
      else this.#visitKey(child);
    }
  }

  #visitKey(row: number): void {
    const kind = this.#table.kinds[row];
    const isMap = kind === rowKinds.map;
    const isContainer = isMap || kind === rowKinds.list;
    // A primitive value matters only if its key is `$ref`, so other keys don't have to be extracted.
    if (!isContainer && !isKey(this.#table, row, "$ref")) return;
    const key = keyAt(this.#table, row);
    if (key === "$ref") {
      if (!isContainer) this.#reference(row);
    } else if (key === "examples") this.#examples(row);
    else if (!data.has(key) && !key.startsWith("x-")) this.visit(row, isMap && nameMaps.has(key));
  }

  #examples(row: number): void {
    if (this.#table.kinds[row] !== rowKinds.map) return;
    for (const example of rowsIn(this.#table, row)) {
      const reference = this.#childOf(example, "$ref");
      if (reference !== undefined) this.#reference(reference);
    }
  }

  #reference(row: number): void {
    const text = scalarAt(this.#table, row);
    if (typeof text === "string" && !this.#isOver)
      this.#isOver = !this.#take(rangeOf(this.#table, row), text);
  }

  #hasId(row: number): boolean {
    const id = this.#childOf(row, "$id");
    return id !== undefined && typeof scalarAt(this.#table, id) === "string";
  }

  #childOf(row: number, key: string): number | undefined {
    if (this.#table.kinds[row] !== rowKinds.map) return undefined;
    return rowsIn(this.#table, row).findLast((child) => isKey(this.#table, child, key));
  }
}

class ReferenceWalk {
  readonly #tree: SpecTree;
  readonly #take: TakeReference;
  readonly #seen = new Set<SpecNode>();
  #isOver = false;

  constructor(tree: SpecTree, take: TakeReference) {
    this.#tree = tree;
    this.#take = take;
  }

  visit(node: SpecNode, namesOnly: boolean, isRoot = false): void {
    if (node.kind === "scalar" || this.#isOver) return;
    if (this.#tree.shared.has(node)) {
      if (this.#seen.has(node)) return;
      this.#seen.add(node);
    }
    if (node.kind === "list") {
      for (const item of node.items) this.visit(item, false);
      return;
    }
    if (namesOnly) {
      for (const { value } of node.entries) this.visit(value, false);
      return;
    }
    if (!isRoot && textOf(entryOf(node, "$id")?.value) !== undefined) return;
    this.#visitKeys(node);
  }

  #visitKeys(node: SpecMap): void {
    for (const { key, value } of node.entries) {
      if (key === "$ref") this.#reference(value);
      else if (key === "examples") this.#examples(value);
      else if (!data.has(key) && !key.startsWith("x-"))
        this.visit(value, value.kind === "map" && nameMaps.has(key));
    }
  }

  /**
   * Collects the references in `examples`. A map of named examples may contain references, whereas a list of examples
   * is data.
   */
  #examples(node: SpecNode): void {
    if (node.kind !== "map") return;
    for (const { value } of node.entries) {
      const reference = entryOf(value, "$ref");
      if (reference) this.#reference(reference.value);
    }
  }

  #reference(node: SpecNode): void {
    const text = textOf(node);
    if (text !== undefined && !this.#isOver) this.#isOver = !this.#take(node.range, text);
  }
}

/** Returns every `$ref` in a specification and in the files that it includes, in file order. */
export function referencesOf(files: SpecFiles, reads: readonly SitePath[]): readonly SpecReference[] {
  return [files.entry, ...reads].flatMap((file) => {
    const tree = files.treeOf(file);
    return tree ? referencesIn(tree).map(({ range, text }) => ({ file, range, text })) : [];
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
 * that are needed next, and expects their trees in the same order. Files beyond `maxIncludedFiles` or `maxIncludedLength`
 * are treated as missing.
 */
export function* gatherFiles(
  entry: SitePath,
  tree: SpecTree,
): Generator<
  readonly SitePath[],
  { readonly files: SpecFiles; readonly reads: readonly SitePath[] },
  readonly (SpecTree | undefined)[]
> {
  const trees = new Map<SitePath, SpecTree | undefined>([[entry, tree]]);
  let latest: readonly (readonly [SitePath, SpecTree])[] = [[entry, tree]];
  while (latest.length > 0) {
    const requested = latest
      .flatMap(([path, one]) => filesNamedIn(path, one))
      .filter((path) => !trees.has(path));
    const next = [...new Set(requested)].slice(0, Math.max(0, maxIncludedFiles + 1 - trees.size));
    const found = next.length > 0 ? yield next : [];
    for (const [i, path] of next.entries()) trees.set(path, found[i]);
    latest = next.flatMap((path, i) => {
      const own = found[i];
      return own ? [[path, own] as const] : [];
    });
  }
  return {
    files: { entry, treeOf: (path) => trees.get(path) },
    reads: [...trees.keys()].filter((path) => path !== entry).sort(),
  };
}

function filesNamedIn(path: SitePath, tree: SpecTree): readonly SitePath[] {
  const files = new Set<SitePath>();
  for (const { text } of referencesIn(tree)) {
    if (text.startsWith("#")) continue;
    const target = refTarget(text, path);
    if (target.kind === "inside" && target.file !== path) files.add(target.file);
    if (files.size > maxIncludedFiles) break;
  }
  return [...files];
}

const maxProblems = 500;

/**
 * Reports every `$ref` in a specification and in the included files (`reads`) that can't be resolved. Also reports
 * every `$ref` from the specification's own file to another file, because not all services support such references. If
 * a reference can't be resolved because its path contains a broken reference, only the broken reference is reported.
 */
export function checkReferences(files: SpecFiles, reads: readonly SitePath[]): SpecContentProblem[] {
  const problems: SpecContentProblem[] = [];
  // If `maxIncludedFiles` was reached, some files weren't read, so they can't be reported as missing.
  const hasAll = reads.length < maxIncludedFiles;
  for (const file of [files.entry, ...reads]) {
    const tree = files.treeOf(file);
    if (!tree || problems.length >= maxProblems) continue;
    const found: SpecContentProblem[] = [];
    const known = new Map<string, ReportedReference | undefined>();
    for (const { range, text } of referencesIn(tree)) {
      if (!known.has(text)) known.set(text, checkReference(files, text, file, hasAll));
      const reported = known.get(text);
      if (reported) found.push({ ...reported, range, text });
      if (problems.length + found.length >= maxProblems) break;
    }
    const sorted = found.sort((a, b) => a.range.start - b.range.start);
    problems.push(...(file === files.entry ? withOwners(sorted, tree, files, reads) : sorted));
  }
  return problems;
}

const methods: ReadonlySet<string> = new Set(httpMethods);

/** A reference to a value in `paths`. The operations that contain the reference also show the value. */
interface Inclusion {
  /** The range of the value in the specification's own file. */
  readonly range: TextRange;
  /** The offset of the reference in the specification's own file. Undefined if it's in another file. */
  readonly from: number | undefined;
}

/** The maximum number of comparisons of a reference's position with an included range. */
const maxComparisons = 5_000_000;

/**
 * Adds the path items or operations that contain or include each reference. If a value can appear in several positions,
 * the references don't get owners, because they aren't unique.
 */
function withOwners(
  problems: readonly SpecContentProblem[],
  tree: SpecTree,
  files: SpecFiles,
  reads: readonly SitePath[],
): readonly SpecContentProblem[] {
  if (problems.length === 0 || tree.shared.size > 0) return problems;
  const paths = [...entriesOf(valueAt(tree.root, "paths"))];
  const inclusions = inclusionsOf(files, reads);
  let comparisons = maxComparisons;
  const ownersOf = (start: number): readonly ReferenceOwner[] | undefined => {
    const owners: ReferenceOwner[] = [];
    const places: (number | undefined)[] = [start];
    let rest = inclusions;
    for (const place of places) {
      const owner = place === undefined ? undefined : ownerAt(paths, place);
      comparisons -= rest.length;
      if (place === undefined || !owner || comparisons < 0) return undefined;
      owners.push(owner);
      const isIncluded = ({ range }: Inclusion) => contains(range, place);
      places.push(...rest.filter(isIncluded).map(({ from }) => from));
      rest = rest.filter((inclusion) => !isIncluded(inclusion));
    }
    return owners;
  };
  return problems.map((problem) => {
    const owners = ownersOf(problem.range.start);
    return owners ? { ...problem, owners } : problem;
  });
}

/** Returns the references to values in `paths`, in the specification's own file and in the files that it includes. */
function inclusionsOf(files: SpecFiles, reads: readonly SitePath[]): readonly Inclusion[] {
  const { entry } = files;
  const ranges = new Map<string, TextRange | undefined>();
  return referencesOf(files, reads).flatMap(({ file, text, range: { start } }): Inclusion[] => {
    const target = refTarget(text, file);
    if (
      target.kind !== "inside" ||
      target.file !== entry ||
      !/^(?:$|[^/]|\/paths(?:\/|$))/.test(target.fragment)
    )
      return [];
    if (!ranges.has(target.fragment)) ranges.set(target.fragment, includedRange(files, target.fragment));
    const range = ranges.get(target.fragment);
    return range ? [{ range, from: file === entry ? start : undefined }] : [];
  });
}

/**
 * Returns the range of the value that a fragment refers to. If the path to the value contains a broken reference,
 * returns the range of the path item.
 */
function includedRange(files: SpecFiles, fragment: string): TextRange | undefined {
  const result = resolveRef(files, `#${fragment}`, { file: files.entry });
  if (result.ok) return result.target.file === files.entry ? result.target.node.range : undefined;
  const [, , path = ""] = fragment.split("/", 3);
  return valueAt(valueAt(files.treeOf(files.entry)?.root, "paths"), unescapeSegment(path))?.range;
}

/** Returns the path item or operation that contains the offset. `paths` must be in file order. */
function ownerAt(paths: readonly SpecEntry[], offset: number): ReferenceOwner | undefined {
  let low = 0;
  for (let high = paths.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((paths[middle]?.value.range.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const item = paths[low];
  const part = item && [...entriesOf(item.value)].find(({ value }) => contains(value.range, offset));
  if (!part) return undefined;
  const method = part.key.toUpperCase();
  return { path: item.key, ...(methods.has(method) && { method }) };
}

function contains(range: TextRange, offset: number): boolean {
  return range.start <= offset && offset < range.end;
}

type ReportedReference = Pick<SpecContentProblem, "kind" | "file" | "outcome">;

function checkReference(
  files: SpecFiles,
  text: string,
  file: SitePath,
  hasAll: boolean,
): ReportedReference | undefined {
  const result = resolveRef(files, text, { file });
  const loss = result.ok ? undefined : result.reason;
  const namesNothing = loss === "no-node" || (loss === "no-file" && hasAll);
  const isOwn = file === files.entry;
  if (text.startsWith("#") || !isOwn)
    return namesNothing ? { kind: "dangling-ref", ...(!isOwn && { file }) } : undefined;
  const target = refTarget(text, file);
  // The `$id` identifies a schema in the same file, to which the reference was resolved.
  if (result.ok && target.kind === "refused") return undefined;
  return { kind: "external-ref", outcome: namesNothing ? "names-nothing" : outcomeOf(loss) };
}

function outcomeOf(loss: RefLoss | undefined): NonNullable<SpecContentProblem["outcome"]> {
  if (loss === undefined) return "followed";
  return loss === "lost-on-the-way" || loss === "circle" || loss === "no-file" ? "unknown" : "refused";
}
