import { escapeKey } from "../text/decode-text.ts";
import { addToGroup } from "../text/maps.ts";
import { httpMethods } from "../text/media-types.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import {
  listMappings,
  maxIncludedFiles,
  listOtherReferences,
  listReferences,
  listSpecReferences,
} from "./references.ts";
import { type RefFailure, parseRefTarget, resolveRef, unescapeSegment } from "./resolve-ref.ts";
import type { ReferenceSource, SpecContentProblem } from "./spec-outline.ts";
import {
  getEntries,
  getEntry,
  type SpecFiles,
  type SpecNode,
  type SpecReference,
  type SpecTree,
  getValue,
} from "./spec-tree.ts";

const maxProblems = 500;

/**
 * Reports every `$ref` in a specification and in the included files (`includedFiles`) that can't be resolved. Also
 * reports every `$ref` from the specification's own file to another file, because not all services support such
 * references. If a reference can't be resolved because its path contains a broken reference, only the broken reference
 * is reported.
 */
export function checkReferences(files: SpecFiles, includedFiles: readonly SitePath[]): SpecContentProblem[] {
  const problems: SpecContentProblem[] = [];
  // If `maxIncludedFiles` was reached, some files weren't read, so they can't be reported as missing.
  const isComplete = includedFiles.length < maxIncludedFiles;
  for (const file of [files.entry, ...includedFiles]) {
    const tree = files.getTree(file);
    if (!tree || problems.length >= maxProblems) continue;
    const specContentProblems: SpecContentProblem[] = [];
    const reportedReferencesByText = new Map<string, ReportedReference | undefined>();
    for (const { range, text } of listReferences(tree)) {
      if (!reportedReferencesByText.has(text))
        reportedReferencesByText.set(text, checkReference(files, text, file, isComplete));
      const reference = reportedReferencesByText.get(text);
      if (reference) specContentProblems.push({ ...reference, range, text });
      if (problems.length + specContentProblems.length >= maxProblems) break;
    }
    const sortedProblems = specContentProblems.sort((a, b) => a.range.start - b.range.start);
    problems.push(...(file === files.entry ? addOwners(sortedProblems, tree, files, includedFiles) : sortedProblems));
    if (file === files.entry) problems.push(...checkDataReferences(files, tree));
  }
  return problems;
}

/** Reports the references in data and extensions because of which the service leaves out the whole file. */
function* checkDataReferences(files: SpecFiles, tree: SpecTree): Generator<SpecContentProblem> {
  const isOpenapi = getEntry(tree.root, "openapi") !== undefined;
  for (const { range, text, isInSchema } of listOtherReferences(tree))
    if (!text.startsWith("#"))
      yield { kind: "external-ref", range, text, isData: true, ...(isInSchema && { isInSchema }) };
    else if (isOpenapi ? losesFile(files, text) : !resolveRef(files, text, { file: files.entry }).ok)
      yield { kind: "dangling-ref", range, text, losesFile: true, isData: true };
}

const methods: ReadonlySet<string> = new Set(httpMethods);

/**
 * Adds the path items and operations that contain or include each reference. If a value can appear in several
 * positions, the references don't get owners, because the owners aren't unique.
 */
function addOwners(
  problems: readonly SpecContentProblem[],
  tree: SpecTree,
  files: SpecFiles,
  includedFiles: readonly SitePath[],
): readonly SpecContentProblem[] {
  if (problems.length === 0 || tree.sharedNodes.size > 0) return problems;
  const operationFinder = new OperationFinder(tree, files, includedFiles);
  return problems.map((problem) => {
    const referenceOwners = operationFinder.findOwners(problem.range.start);
    return referenceOwners ? { ...problem, owners: referenceOwners } : problem;
  });
}

/** A part of the file that references can include as a whole or in part: an entry of a path item, or a component. */
interface FilePart {
  /** The keys that lead to the part, such as `/paths/~1users/get` or `/components/schemas/User`. */
  readonly pointer: string;
  readonly range: TextRange;
  /** The path item or operation. Undefined for a component. */
  readonly operation: ReferenceSource | undefined;
}

/** A reference to a value in the file. Operations that contain the reference also include the value. */
interface Inclusion {
  readonly range: TextRange;
  /** The offset of the reference. Undefined if it's in another file. */
  readonly referenceOffset: number | undefined;
}

/** The maximum number of references that are compared with a position, per file. */
const maxComparisons = 1_000_000;

/** The form of the name of a schema in a discriminator's `mapping`. */
const schemaNamePattern = /^[\w.-]+$/;

/** Finds the path items and operations that contain a position or include it through references. */
class OperationFinder {
  readonly #files: SpecFiles;
  readonly #includedFiles: readonly SitePath[];
  /** The parts in file order. */
  readonly #parts: readonly FilePart[];
  #inclusionsByPointer: ReadonlyMap<string, readonly Inclusion[]> | undefined;
  #comparisonCount = 0;

  constructor(tree: SpecTree, files: SpecFiles, includedFiles: readonly SitePath[]) {
    this.#files = files;
    this.#includedFiles = includedFiles;
    this.#parts = listFileParts(tree).sort((a, b) => a.range.start - b.range.start);
  }

  /**
   * Returns the owners of the value at an offset. Undefined if they're unknown, for example, because a webhook or
   * another file includes the value.
   */
  findOwners(offset: number): readonly ReferenceSource[] | undefined {
    const inclusionsByPointer = (this.#inclusionsByPointer ??= this.#findInclusions());
    const owners = new Set<ReferenceSource>();
    const offsets = [offset];
    const seenInclusions = new Set<Inclusion>();
    for (const currentOffset of offsets) {
      const part = this.#findPart(currentOffset);
      if (!part) return undefined;
      if (part.operation) owners.add(part.operation);
      for (const pointer of [part.pointer, ...listAncestorPointers(part.pointer)])
        for (const inclusion of inclusionsByPointer.get(pointer) ?? []) {
          if (++this.#comparisonCount > maxComparisons) return undefined;
          if (seenInclusions.has(inclusion) || !containsOffset(inclusion.range, currentOffset)) continue;
          if (inclusion.referenceOffset === undefined) return undefined;
          seenInclusions.add(inclusion);
          offsets.push(inclusion.referenceOffset);
        }
    }
    return [...owners];
  }

  /** Returns all references to the file by the pointer of the part that they refer to or that contains their target. */
  #findInclusions(): ReadonlyMap<string, readonly Inclusion[]> {
    const { entry } = this.#files;
    const rangesByFragment = new Map<string, TextRange | undefined>();
    const inclusionsByPointer = new Map<string, Inclusion[]>();
    for (const { file, text, range, base = file } of this.#listReferences()) {
      const target = parseRefTarget(text, base);
      if (target.kind !== "inside" || target.file !== entry) continue;
      const { fragment } = target;
      if (!rangesByFragment.has(fragment)) rangesByFragment.set(fragment, this.#findIncludedRange(fragment));
      const includedRange = rangesByFragment.get(fragment);
      const pointer = includedRange && this.#getPointer(fragment, includedRange);
      if (pointer !== undefined)
        addToGroup(inclusionsByPointer, pointer, {
          range: includedRange,
          referenceOffset: file === entry ? range.start : undefined,
        });
    }
    return inclusionsByPointer;
  }

  /**
   * Returns every `$ref` and every schema to which a discriminator maps a value. `base` is the file that the reference
   * is relative to, if it's a different one: the names of schemas belong to the specification's own file.
   */
  #listReferences(): readonly (SpecReference & { readonly base?: SitePath })[] {
    const { entry } = this.#files;
    const mappings = [entry, ...this.#includedFiles].flatMap((file) => {
      const tree = this.#files.getTree(file);
      return (tree ? listMappings(tree) : []).map(({ range, text }) =>
        schemaNamePattern.test(text)
          ? { file, range, text: `#/components/schemas/${text}`, base: entry }
          : { file, range, text },
      );
    });
    return [...listSpecReferences(this.#files, this.#includedFiles), ...mappings];
  }

  #getPointer(fragment: string, { start }: TextRange): string | undefined {
    if (fragment === "" || fragment.startsWith("/"))
      return createPointer(fragment.split("/", 4).slice(1).map(unescapeSegment));
    return this.#findPart(start)?.pointer;
  }

  /**
   * Returns the range of the value that a fragment refers to. If the path to the value contains a broken reference,
   * returns the range of the part.
   */
  #findIncludedRange(fragment: string): TextRange | undefined {
    const { entry } = this.#files;
    const result = resolveRef(this.#files, `#${fragment}`, { file: entry });
    if (result.ok) return result.target.file === entry ? result.target.node.range : undefined;
    const keys = fragment.split("/", 4).slice(1).map(unescapeSegment);
    let node: SpecNode | undefined = this.#files.getTree(entry)?.root;
    for (const key of keys) node = getValue(node, key) ?? node;
    return keys.length > 1 ? node?.range : undefined;
  }

  #findPart(offset: number): FilePart | undefined {
    let low = 0;
    for (let high = this.#parts.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#parts[middle]?.range.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const part = this.#parts[low];
    return part && containsOffset(part.range, offset) ? part : undefined;
  }
}

/** Returns the pointers of the objects that contain a value, up to the root. */
function listAncestorPointers(pointer: string): readonly string[] {
  const keys = pointer.split("/");
  return keys.slice(1).map((_, index) => keys.slice(0, index + 1).join("/"));
}

function listFileParts(tree: SpecTree): FilePart[] {
  const { root } = tree;
  const pathParts = [...getEntries(getValue(root, "paths"))].flatMap(({ key: path, value: item }) =>
    [...getEntries(item)].map(({ key, value }): FilePart => {
      const method = key.toUpperCase();
      const operation = { path, ...(methods.has(method) && { method }) };
      return { pointer: createPointer(["paths", path, key]), range: value.range, operation };
    }),
  );
  const components = [...getEntries(getValue(root, "components"))].flatMap(({ key: section, value }) =>
    // Operations refer to security schemes by name, so it's unknown which ones use them.
    section === "securitySchemes"
      ? []
      : [...getEntries(value)].map((entry): FilePart => {
          const pointer = createPointer(["components", section, entry.key]);
          return { pointer, range: entry.value.range, operation: undefined };
        }),
  );
  return [...pathParts, ...components];
}

function createPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${escapeKey(key)}`).join("");
}

function containsOffset(range: TextRange, offset: number): boolean {
  return range.start <= offset && offset < range.end;
}

type ReportedReference = Pick<SpecContentProblem, "kind" | "file" | "outcome" | "losesFile">;

function checkReference(
  files: SpecFiles,
  text: string,
  file: SitePath,
  isComplete: boolean,
): ReportedReference | undefined {
  const result = resolveRef(files, text, { file });
  const failure = result.ok ? undefined : result.reason;
  const isUnresolved = failure === "no-node" || (failure === "no-file" && isComplete);
  const isEntryFile = file === files.entry;
  if (text.startsWith("#") || !isEntryFile) {
    if (!isUnresolved) return undefined;
    return { kind: "dangling-ref", ...(isEntryFile ? losesFile(files, text) && { losesFile: true } : { file }) };
  }
  const target = parseRefTarget(text, file);
  // The `$id` identifies a schema in the same file, to which the reference was resolved.
  if (result.ok && target.kind === "refused") return undefined;
  return { kind: "external-ref", outcome: isUnresolved ? "names-nothing" : getOutcome(failure) };
}

/**
 * Whether the service leaves out the whole file because of a reference without a target. The service does this unless
 * only the last key of the pointer is missing.
 */
function losesFile(files: SpecFiles, text: string): boolean {
  const parentRef = text.slice(0, text.lastIndexOf("/"));
  if (!parentRef.includes("/")) return false;
  const result = resolveRef(files, parentRef, { file: files.entry });
  return !result.ok || (result.target.node.kind === "scalar" && result.target.node.value === null);
}

function getOutcome(failure: RefFailure | undefined): NonNullable<SpecContentProblem["outcome"]> {
  if (failure === undefined) return "followed";
  return failure === "lost-on-the-way" || failure === "circle" || failure === "no-file" ? "unknown" : "refused";
}
