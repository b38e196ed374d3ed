import { entriesOf, mostSpecNodes, type SpecNode, type SpecTree } from "../spec-node.ts";

/**
 * The document as plain values, for validators that know nothing of ranges. Of duplicate keys the last counts. An
 * anchor of YAML is one value in several places; where it would hold itself, a reference stands in, which may stand
 * almost anywhere. Undefined when written out in full it would be too much: aliases of aliases grow without end.
 * With the file's `text` at hand JSON is read from it, many times faster than from the tree.
 */
export function plainDocument({ root, shared }: Pick<SpecTree, "root" | "shared">, text = ""): unknown {
  const steps = plainDocumentSteps({ root, shared }, text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** As `plainDocument`. Whoever has no text gets it in steps of some 20 ms, where it is no single large thing. */
export function* plainDocumentSteps(
  { root, shared }: Pick<SpecTree, "root" | "shared">,
  text = "",
): Generator<void, unknown> {
  if (!root) return undefined;
  const parsed = /^\ufeff?\s*\{/.test(text) ? parsedJson(text) : undefined;
  if (parsed !== undefined) return parsed;
  const document = new PlainDocument(shared);
  const { value } = yield* document.copyInSteps(root, deepestStep);
  return document.isTooLarge ? undefined : value;
}

/** Down to `components.schemas.User` and `paths./users`. */
const deepestStep = 3;
/** Values copied between two steps. */
const stepSize = 10_000;

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

interface Copied {
  readonly value: unknown;
  /** How many values it holds where nothing is shared. */
  readonly size: number;
}

class PlainDocument {
  isTooLarge = false;
  readonly #shared: ReadonlySet<SpecNode>;
  readonly #copies = new Map<SpecNode, Copied>();
  readonly #open = new Set<SpecNode>();
  #sinceStep = 0;

  constructor(shared: ReadonlySet<SpecNode>) {
    this.#shared = shared;
  }

  copy(node: SpecNode): Copied {
    if (node.kind === "scalar") return { value: node.value, size: 1 };
    if (!this.#shared.has(node)) return this.#copyAll(node);
    const known = this.#copies.get(node);
    if (known) return known;
    if (this.#open.has(node)) return { value: { $ref: "#" }, size: 1 };
    this.#open.add(node);
    const copied = this.#copyAll(node);
    this.#open.delete(node);
    this.#copies.set(node, copied);
    return copied;
  }

  /** As `copy`, with steps between what stands so deep. */
  *copyInSteps(node: SpecNode, depth: number): Generator<void, Copied> {
    if (depth === 0 || node.kind !== "map" || this.#shared.has(node)) return this.copy(node);
    const value: Record<string, unknown> = {};
    let size = 1;
    for (const { key, value: part } of entriesOf(node)) {
      if (this.isTooLarge) break;
      const copied = yield* this.copyInSteps(part, depth - 1);
      size += copied.size;
      if (size > mostSpecNodes) this.isTooLarge = true;
      this.#sinceStep += depth === 1 ? copied.size : 0;
      if (this.#sinceStep > stepSize) {
        this.#sinceStep = 0;
        yield;
      }
      put(value, key, copied.value);
    }
    return { value, size };
  }

  #copyAll(node: Exclude<SpecNode, { kind: "scalar" }>): Copied {
    let size = 1;
    const add = (part: SpecNode): unknown => {
      if (this.isTooLarge) return null;
      const copied = this.copy(part);
      size += copied.size;
      if (size > mostSpecNodes) this.isTooLarge = true;
      return copied.value;
    };
    if (node.kind === "list") return { value: node.items.map(add), size };
    const value: Record<string, unknown> = {};
    for (const entry of entriesOf(node)) {
      put(value, entry.key, add(entry.value));
    }
    return { value, size };
  }
}

function put(table: Record<string, unknown>, key: string, value: unknown): void {
  // An assignment would set the prototype instead.
  if (key === "__proto__") Object.defineProperty(table, key, { value, enumerable: true, configurable: true });
  else table[key] = value;
}
