import type { Config } from "../../config/config.ts";
import type { JsonArray, JsonNode, JsonProperty } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

type Path = readonly (string | number)[];

/** Where each file's root is in docs.json: `[]` for docs.json, `["navigation"]` for a file included there. */
export const mountsOf = derive((config: Config): ReadonlyMap<SitePath, Path> => {
  const mounts = new Map<SitePath, Path>([[config.entry, []]]);
  const roots = new Map(config.files.flatMap(({ path, root }) => (root ? [[path, root] as const] : [])));
  const walk = (node: JsonNode, path: Path): void => {
    const root = roots.get(node.file);
    if (root && !mounts.has(node.file) && root.range.start === node.range.start) mounts.set(node.file, path);
    if (node.kind === "array") for (const [i, item] of node.items.entries()) walk(item, [...path, i]);
    if (node.kind === "object")
      for (const { key, value } of node.properties) if (value) walk(value, [...path, key]);
  };
  if (config.root && config.files.length > 1) walk(config.root, []);
  return mounts;
});

/**
 * Returns the innermost navigation element that contains the path, such as a group, a tab, or the root of the
 * navigation.
 */
export function elementAt(config: Config, path: Path): NavElement | undefined {
  const elements = elementsByNode(config);
  let node = config.root;
  let innermost: NavElement | undefined;
  for (const step of path) {
    node = childOf(node, step);
    if (!node) break;
    innermost = elements.get(node) ?? innermost;
  }
  return innermost;
}

/** Returns the value at a path of the resolved docs.json, or undefined if it doesn't exist. */
export function findConfigNode(config: Config, path: Path): JsonNode | undefined {
  let node = config.root;
  for (const step of path) node = childOf(node, step);
  return node;
}

/** Returns the nearest strings before and after a list item. Items that aren't strings are skipped. */
export function neighborsAt(config: Config, path: Path): readonly string[] {
  const index = path.at(-1);
  const list = findConfigNode(config, path.slice(0, -1));
  if (typeof index !== "number" || list?.kind !== "array") return [];
  return [textNear(list, index, -1), textNear(list, index, 1)].flatMap((text) => text ?? []);
}

function textNear({ items }: JsonArray, index: number, step: 1 | -1): string | undefined {
  for (let i = index + step; i >= 0 && i < items.length; i += step) {
    const item = items[i];
    if (item?.kind === "string" && item.value !== "") return item.value;
  }
  return undefined;
}

/**
 * Returns the strings at the same path in the other languages, versions, or products. Their navigations are usually
 * similar, so these strings indicate what belongs here.
 */
export function mirroredTexts(config: Config, path: Path): readonly string[] {
  const numbers = [...path.keys()].filter((at) => typeof path[at] === "number");
  return numbers.slice(0, 2).flatMap((at) => {
    if (at === path.length - 1 || numbers.length < 2) return [];
    const list = findConfigNode(config, path.slice(0, at));
    const count = list?.kind === "array" ? Math.min(list.items.length, maxMirrors) : 0;
    return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
      if (i === path[at]) return [];
      const node = findConfigNode(config, [...path.slice(0, at), i, ...path.slice(at + 1)]);
      return node?.kind === "string" && node.value !== "" ? [node.value] : [];
    });
  });
}

const maxMirrors = 40;

const elementsByNode = derive(
  (config: Config): ReadonlyMap<JsonNode, NavElement> =>
    new Map(navigationOf(config).elements.map((element) => [element.node, element])),
);

function childOf(node: JsonNode | undefined, step: string | number): JsonNode | undefined {
  if (node?.kind === "array") return typeof step === "number" ? node.items[step] : undefined;
  return node?.kind === "object"
    ? node.properties.findLast((property) => property.key === step)?.value
    : undefined;
}

/** The key or value at an offset of a JSON file. */
export interface JsonPlace {
  /** Keys and indexes from the file's root to the value, or to the value of the key. */
  readonly path: readonly (string | number)[];
  /** The property whose key is at the offset, or undefined if the offset is in a value. */
  readonly property: JsonProperty | undefined;
  /** The value at the offset, or undefined after a key without one. */
  readonly value: JsonNode | undefined;
}

/** Returns the key or innermost value at an offset, or undefined between them. */
export function jsonPlaceAt(root: JsonNode | undefined, offset: number): JsonPlace | undefined {
  let node = root;
  const path: (string | number)[] = [];
  for (;;) {
    if (!node || offset < node.range.start || offset > node.range.end) return undefined;
    if (node.kind === "array") {
      const index: number = node.items.findIndex(({ range }) => range.start <= offset && offset <= range.end);
      if (index < 0) return undefined;
      path.push(index);
      node = node.items[index];
    } else if (node.kind === "object") {
      const property: JsonProperty | undefined = node.properties.find(
        ({ keyRange, value }) => keyRange.start <= offset && offset <= (value?.range ?? keyRange).end,
      );
      if (!property) return undefined;
      path.push(property.key);
      if (offset <= property.keyRange.end) return { path, property, value: property.value };
      node = property.value;
    } else return { path, property: undefined, value: node };
  }
}
