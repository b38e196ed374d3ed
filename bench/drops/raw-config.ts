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
  findAt(file: string, offset: number): RawLocation[] {
    const tree = this.trees.get(file);
    let node = tree && findNodeAtOffset(tree, offset);
    while (node?.parent && node.parent.offset === offset) node = node.parent;
    if (!node || node.offset !== offset) return [];
    return node.parent ? [{ file, node }] : this.#findPullers(file);
  }

  /** Returns the values of an object's key, including values that a `$ref` adds or replaces. */
  listValues({ file, node }: RawLocation, key: string): RawLocation[] {
    if (node.type !== "object") return [];
    const properties = listProperties(node).filter(({ name }) => name === key);
    const ownLocations = properties.flatMap(({ value }) => this.#follow({ file, node: value }));
    const ref = ownLocations.length === 0 ? this.#findTarget({ file, node }) : undefined;
    return ref ? this.listValues(ref, key) : ownLocations;
  }

  #follow(place: RawLocation): RawLocation[] {
    const target = this.#findTarget(place);
    return target ? this.#follow(target) : [place];
  }

  #findTarget({ file, node }: RawLocation): RawLocation | undefined {
    const ref = node.type === "object" ? listProperties(node).find(({ name }) => name === "$ref") : undefined;
    if (typeof ref?.value.value !== "string") return undefined;
    const path = posix.join(posix.dirname(file), ref.value.value);
    const root = this.trees.get(path);
    return root && { file: path, node: root };
  }

  #findPullers(path: string): RawLocation[] {
    const locations: RawLocation[] = [];
    for (const [file, tree] of this.trees)
      for (const node of listNodes(tree))
        if (node.type === "object" && this.#findTarget({ file, node })?.file === path)
          locations.push(...(node.parent ? [{ file, node }] : this.#findPullers(file)));
    return locations;
  }
}

export function listProperties(node: Node): { readonly name: string; readonly value: Node; readonly whole: Node }[] {
  return (node.children ?? []).flatMap((full) => {
    const [key, value] = full.children ?? [];
    return key && value ? [{ name: String(key.value), value, whole: full }] : [];
  });
}

function* listNodes(node: Node): Iterable<Node> {
  yield node;
  for (const child of node.children ?? []) yield* listNodes(child);
}

/** Converts a node to a JavaScript value. */
export function getValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(getValue);
  if (node.type === "object")
    return Object.fromEntries(listProperties(node).map(({ name, value }) => [name, getValue(value)]));
  return node.value;
}
