import { entriesOf, mostSpecNodes, type SpecNode, type SpecTree } from "../spec-node.ts";

/**
 * The document as plain values, for validators that know nothing of ranges. Of duplicate keys the last counts. An
 * anchor of YAML is one value in several places; where it would hold itself, a reference stands in, which may stand
 * almost anywhere. Undefined when written out in full it would be too much: aliases of aliases grow without end.
 * With the file's `text` at hand JSON is read from it, many times faster than from the tree.
 */
export function plainDocument({ root, shared }: SpecTree, text = ""): unknown {
  if (!root) return undefined;
  const parsed = /^\ufeff?\s*\{/.test(text) ? parsedJson(text) : undefined;
  if (parsed !== undefined) return parsed;
  const document = new PlainDocument(shared);
  const { value } = document.copy(root);
  return document.isTooLarge ? undefined : value;
}

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
      const own = add(entry.value);
      // An assignment would set the prototype instead.
      if (entry.key === "__proto__")
        Object.defineProperty(value, entry.key, { value: own, enumerable: true, configurable: true });
      else value[entry.key] = own;
    }
    return { value, size };
  }
}
