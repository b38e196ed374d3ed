import type { TextRange } from "../../text/text-edit.ts";
import { nameRange, pathOfPointer } from "../error-location.ts";
import { refOf } from "../resolve-ref.ts";
import { entriesOf, entryOf, itemsOf, type SpecFiles, type SpecNode, textOf } from "../spec-tree.ts";
import { FaultyOperations } from "./affected-operations.ts";
import type { SpecFault } from "./analyze-spec.ts";
import { ownTarget } from "./check-schemas.ts";
import type { ValidatorError } from "./validate-spec.ts";
import { distinctErrors } from "./validator-errors.ts";

/**
 * Returns the first error that a validator finds in a document with resolved references. All content is valid where
 * it's defined, so the cause is the reference that includes it: the last one on the path. Returns undefined if there is
 * no path from the root to the error.
 */
export function faultBehindReferences(
  errors: readonly ValidatorError[],
  files: SpecFiles,
): SpecFault | undefined {
  const [error] = distinctErrors(errors);
  const tree = files.treeOf(files.entry);
  if (!error || !tree?.root) return undefined;
  const { root } = tree;
  const { range, name, path } = lastReference(files, root, pathOfPointer(error.instancePath));
  const operation = new FaultyOperations(tree, root).operationAt(path);
  return {
    kind: "second-verdict",
    file: files.entry,
    range,
    path,
    name,
    isTolerated: false,
    ...(operation ? { operation } : {}),
  };
}

/** The maximum length of a chain of references that lead only to other references. */
const maxChainLength = 100;

interface Way {
  readonly range: TextRange;
  readonly name: string;
  readonly path: readonly string[];
}

/** Returns the last reference on the path, or the end of the path if there is none. */
function lastReference(files: SpecFiles, root: SpecNode, path: readonly string[]): Way {
  let node: SpecNode = root;
  let way: Way = { range: nameRange({ path: [], node: root, entry: undefined }), name: "", path: [] };
  let isBehindReference = false;
  const follow = (at: readonly string[]) => {
    for (let steps = 0; steps < maxChainLength; steps++) {
      const reference = entryOf(node, "$ref")?.value;
      const text = textOf(reference);
      const target = text === undefined ? undefined : ownTarget(files, text);
      if (!reference || text === undefined || !target) return;
      // After a reference, the path no longer corresponds to a position in the file.
      way = { range: reference.range, name: text, path: isBehindReference ? way.path : at };
      isBehindReference = true;
      node = target;
    }
  };
  for (const [index, key] of path.entries()) {
    follow(path.slice(0, index));
    const entry = entryOf(node, key);
    const next = entry?.value ?? itemsOf(node)[Number(key)];
    if (!next) break;
    node = next;
    if (!isBehindReference)
      way = { range: nameRange({ path: [], node, entry }), name: key, path: path.slice(0, index + 1) };
  }
  follow(path);
  return way;
}

/** The number of values in a document with resolved references that can be visited in less than a second. */
const maxResolved = 1_000_000;
/**
 * The maximum number of maps and lists in a document as written. The resolver takes some 20 µs for each, without
 * interruption.
 */
const maxWritten = 12_000;
/** The resolver takes quadratic time in the length of a pointer. */
const maxPointerSegments = 200;

/**
 * Whether a document can be visited with its references resolved. Eight references in each of 25 components make more
 * values than there are atoms, so they're counted in advance. If schemas aren't resolved (`schemasAreOpaque`), their
 * references count once.
 */
export function isQuicklyResolved(files: SpecFiles, schemasAreOpaque: boolean): boolean {
  const root = files.treeOf(files.entry)?.root;
  if (!root) return false;
  const count = new Count(files, schemasAreOpaque);
  return count.sizeOf(root) <= maxResolved && count.written <= maxWritten;
}

class Count {
  written = 0;
  readonly #files: SpecFiles;
  readonly #schemasAreOpaque: boolean;
  readonly #sizes = new Map<SpecNode, number>();

  constructor(files: SpecFiles, schemasAreOpaque: boolean) {
    this.#files = files;
    this.#schemasAreOpaque = schemasAreOpaque;
  }

  sizeOf(node: SpecNode): number {
    if (node.kind === "scalar" || this.written > maxWritten) return 1;
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    // A cycle isn't resolved and counts once.
    this.#sizes.set(node, 1);
    this.written++;
    let size = 1;
    const reference = refOf(node);
    if (reference !== undefined && isLongPointer(reference)) this.written = Infinity;
    if (
      reference !== undefined &&
      !(this.#schemasAreOpaque && reference.startsWith("#/components/schemas/"))
    ) {
      const target = ownTarget(this.#files, reference);
      if (target) size += this.sizeOf(target);
    }
    for (const item of itemsOf(node)) size += this.sizeOf(item);
    for (const { value } of entriesOf(node)) size += this.sizeOf(value);
    const capped = Math.min(size, maxResolved + 1);
    this.#sizes.set(node, capped);
    return capped;
  }
}

function isLongPointer(reference: string): boolean {
  return reference.split("/", maxPointerSegments + 2).length > maxPointerSegments + 1;
}
