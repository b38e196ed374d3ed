import { refOf } from "../resolve-ref.ts";
import type { SpecFiles } from "../spec-files.ts";
import { entriesOf, itemsOf, type SpecNode } from "../spec-node.ts";
import { ownTarget } from "./own-target.ts";

/** So many values of a document with its references resolved are looked at in less than a second. */
const mostResolved = 1_000_000;
/** Maps and lists of a document as it is written: the resolver takes some 20 µs for each, in one go. */
const mostWritten = 12_000;
/** The resolver takes time in proportion to the square of the length of a pointer. */
const maxPointerSegments = 200;

/**
 * Whether a document can be looked at with its references resolved. Eight references in each of 25 things make more
 * values than there are atoms, so they are counted before anybody walks them. Where schemas are taken as they are
 * (`schemasAreOpaque`), what they refer to counts once.
 */
export function isQuicklyResolved(files: SpecFiles, schemasAreOpaque: boolean): boolean {
  const root = files.treeOf(files.entry)?.root;
  if (!root) return false;
  const count = new Count(files, schemasAreOpaque);
  return count.sizeOf(root) <= mostResolved && count.written <= mostWritten;
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
    if (node.kind === "scalar" || this.written > mostWritten) return 1;
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    // A circle is not resolved; it counts once.
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
    const capped = Math.min(size, mostResolved + 1);
    this.#sizes.set(node, capped);
    return capped;
  }
}

function isLongPointer(reference: string): boolean {
  return reference.split("/", maxPointerSegments + 2).length > maxPointerSegments + 1;
}
