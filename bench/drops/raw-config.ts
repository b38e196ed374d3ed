import { posix } from "node:path";
import { findNodeAtOffset, parseTree, type Node, type ParseError } from "jsonc-parser";
import type { ConfigTexts } from "./layouts.ts";

/** A value where it is written, in the tree of another parser than the product's. */
export interface RawPlace {
  readonly file: string;
  readonly node: Node;
}

/** The files as they are written, with `$ref`s followed only where they are asked for. Shares no code with the product. */
export class RawConfig {
  readonly texts: ConfigTexts;
  readonly trees = new Map<string, Node>();
  /** By file, of what is neither a comment nor a comma behind the last. */
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

  /** What begins there; of a whole file the `$ref`s that pull it in. */
  at(file: string, offset: number): RawPlace[] {
    const tree = this.trees.get(file);
    let node = tree && findNodeAtOffset(tree, offset);
    while (node?.parent && node.parent.offset === offset) node = node.parent;
    if (!node || node.offset !== offset) return [];
    return node.parent ? [{ file, node }] : this.#pullers(file);
  }

  /** Values under the key of an object, also where a `$ref` brings it or stands for the value. */
  values({ file, node }: RawPlace, key: string): RawPlace[] {
    if (node.type !== "object") return [];
    const found = propertiesOf(node).filter(({ name }) => name === key);
    const own = found.flatMap(({ value }) => this.#followed({ file, node: value }));
    const ref = own.length === 0 ? this.#target({ file, node }) : undefined;
    return ref ? this.values(ref, key) : own;
  }

  #followed(place: RawPlace): RawPlace[] {
    const target = this.#target(place);
    return target ? this.#followed(target) : [place];
  }

  #target({ file, node }: RawPlace): RawPlace | undefined {
    const ref = node.type === "object" ? propertiesOf(node).find(({ name }) => name === "$ref") : undefined;
    if (typeof ref?.value.value !== "string") return undefined;
    const path = posix.join(posix.dirname(file), ref.value.value);
    const root = this.trees.get(path);
    return root && { file: path, node: root };
  }

  #pullers(requested: string): RawPlace[] {
    const found: RawPlace[] = [];
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

/** The value that a node says, as JavaScript writes it. */
export function valueOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  if (node.type === "object")
    return Object.fromEntries(propertiesOf(node).map(({ name, value }) => [name, valueOf(value)]));
  return node.value;
}
