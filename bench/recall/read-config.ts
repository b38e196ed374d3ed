import { parseTree, type Node } from "jsonc-parser";
import { getFolder, normalize } from "./paths.ts";

/** A value in docs.json or in a file that it includes. */
export interface ConfigValue {
  /** The file that contains the value. */
  readonly path: string;
  readonly node: Node;
  /** The key. Undefined if the value isn't a member of an object. */
  readonly key?: Node;
  /** The path from the root of the complete configuration. */
  readonly pointer: readonly (string | number)[];
  readonly value: unknown;
  readonly parent?: ConfigValue;
}

/** An entry in a `pages` list that is a page path and not an operation or a URL. */
export interface PageEntry {
  readonly value: string;
  readonly config: ConfigValue;
}

export interface Config {
  readonly all: readonly ConfigValue[];
  readonly getAt: (...pointer: readonly (string | number)[]) => ConfigValue | undefined;
  readonly entries: readonly PageEntry[];
  readonly redirects: readonly { readonly source: string; readonly destination: string }[];
  readonly paths: readonly string[];
}

export function readConfig(texts: ReadonlyMap<string, string>): Config {
  const all: ConfigValue[] = [];
  const trees = new Map<string, Node>();
  const getTree = (path: string) => {
    const tree = trees.get(path) ?? parseTree(texts.get(path) ?? "");
    if (tree) trees.set(path, tree);
    return tree;
  };
  const visit = (configValue: ConfigValue): void => {
    const { node, path, pointer } = configValue;
    const target = getRef(node);
    if (target !== undefined && pointer.length < 100) {
      const file = normalize(target.startsWith("/") ? target.slice(1) : `${getFolder(path)}${target}`);
      const tree = getTree(file);
      if (tree) visit({ ...configValue, path: file, node: tree });
      return;
    }
    all.push({ ...configValue, value: toPlain(node) });
    const self = all.at(-1);
    if (!self) return;
    if (node.type === "object")
      for (const { children: [key, value] = [] } of node.children ?? [])
        if (key && value)
          visit({ path, node: value, key, pointer: [...pointer, String(key.value)], value: 0, parent: self });
    if (node.type === "array")
      (node.children ?? []).forEach((child, i) => {
        visit({ path, node: child, pointer: [...pointer, i], value: 0, parent: self });
      });
  };
  const root = getTree("docs.json");
  if (root) visit({ path: "docs.json", node: root, pointer: [], value: 0 });
  const byPointer = new Map(all.map((value) => [value.pointer.join("\0"), value]));
  return {
    all,
    getAt: (...pointer) => byPointer.get(pointer.join("\0")),
    entries: all.flatMap((configValue) => {
      const { value, pointer } = configValue;
      return pointer[0] === "navigation" && pointer.at(-2) === "pages" && isPagePath(value)
        ? [{ value, config: configValue }]
        : [];
    }),
    redirects: all.flatMap(({ pointer, node }) => {
      if (pointer[0] !== "redirects" || pointer.length !== 2) return [];
      const [source, destination] = ["source", "destination"].map((name) => getMember(node, name)?.value as unknown);
      return typeof source === "string" && typeof destination === "string" ? [{ source, destination }] : [];
    }),
    paths: [...new Set(all.map(({ path }) => path))],
  };
}

/** Returns the node of a member's value. */
export function getMember(node: Node, name: string): Node | undefined {
  const member = (node.type === "object" ? node.children : [])?.find(({ children }) => children?.[0]?.value === name);
  return member?.children?.[1];
}

export function getRange(node: Node): { readonly start: number; readonly end: number } {
  return { start: node.offset, end: node.offset + node.length };
}

function getRef(node: Node): string | undefined {
  const value = getMember(node, "$ref")?.value as unknown;
  return typeof value === "string" ? value : undefined;
}

/** Returns a scalar unchanged, or undefined for an object or list, which callers don't need. */
function toPlain(node: Node): unknown {
  return node.type === "object" || node.type === "array" ? undefined : (node.value as unknown);
}

function isPagePath(value: unknown): value is string {
  return typeof value === "string" && !/\s|^https?:/.test(value);
}
