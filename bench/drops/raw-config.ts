import { posix } from "node:path";
import { findNodeAtOffset, parseTree, type Node, type ParseError } from "jsonc-parser";
import type { ConfigTexts } from "./layouts.ts";

/** A value with its source position, in the tree of a parser that is independent of the product's. */
export interface RawLocation {
  readonly file: string;
  readonly node: Node;
}

/** The configuration as written in its files. `$ref`s are followed only on request. Shares no code with the product. */
export class RawConfig {
  readonly texts: ConfigTexts;
  readonly trees = new Map<string, Node>();
  /** The number of syntax errors, by file. Comments and trailing commas don't count. */
  readonly errors = new Map<string, number>();

  constructor(texts: ConfigTexts) {
    this.texts = texts;
    for (const [file, text] of texts) {
      const errors: ParseError[] = [];
      const tree = parseTree(text.replace("\uFEFF", " "), errors, { allowTrailingComma: true });
      if (tree) this.trees.set(file, tree);
      this.errors.set(file, errors.length);
    }
  }

  /**
   * Returns the values that start at an offset or, for a complete file, the `$ref`s that include the file.
   */
  at(file: string, offset: number): RawLocation[] {
    const tree = this.trees.get(file);
    let node = tree && findNodeAtOffset(tree, offset);
    while (node?.parent && node.parent.offset === offset) node = node.parent;
    if (!node || node.offset !== offset) return [];
    return node.parent ? [{ file, node }] : this.#pullers(file);
  }

  /** Returns the values of an object's key, including values that a `$ref` adds or replaces. */
  values({ file, node }: RawLocation, key: string): RawLocation[] {
    if (node.type !== "object") return [];
    const found = propertiesOf(node).filter(({ name }) => name === key);
    const own = found.flatMap(({ value }) => this.#followed({ file, node: value }));
    const ref = own.length === 0 ? this.#target({ file, node }) : undefined;
    return ref ? this.values(ref, key) : own;
  }

  #followed(place: RawLocation): RawLocation[] {
    const target = this.#target(place);
    return target ? this.#followed(target) : [place];
  }

  #target({ file, node }: RawLocation): RawLocation | undefined {
    const ref = node.type === "object" ? propertiesOf(node).find(({ name }) => name === "$ref") : undefined;
    if (typeof ref?.value.value !== "string") return undefined;
    const path = posix.join(posix.dirname(file), ref.value.value);
    const root = this.trees.get(path);
    return root && { file: path, node: root };
  }

  #pullers(requested: string): RawLocation[] {
    const found: RawLocation[] = [];
    for (const [file, tree] of this.trees)
      for (const node of nodesIn(tree))
        if (node.type === "object" && this.#target({ file, node })?.file === requested)
          found.push(...(node.parent ? [{ file, node }] : this.#pullers(file)));
    return found;
  }
}

export function propertiesOf(
  node: Node,
): { readonly name: string; readonly value: Node; readonly whole: Node }[] {
  return (node.children ?? []).flatMap((full) => {
    const [key, value] = full.children ?? [];
    return key && value ? [{ name: String(key.value), value, whole: full }] : [];
  });
}

function* nodesIn(node: Node): Iterable<Node> {
  yield node;
  for (const child of node.children ?? []) yield* nodesIn(child);
}

/** Converts a node to a JavaScript value. */
export function valueOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  if (node.type === "object")
    return Object.fromEntries(propertiesOf(node).map(({ name, value }) => [name, valueOf(value)]));
  return node.value;
}
