import {
  findProperty,
  valueOf,
  type JsonArray,
  type JsonNode,
  type JsonObject,
  type JsonString,
} from "./json-tree.ts";
import type {
  Directory,
  DivisionKey,
  ElementKind,
  Inherited,
  NavElement,
  NavEntry,
  Navigation,
  NavNode,
  SpecSource,
} from "./navigation.ts";

/** What each array of elements holds. `pages` holds entries and groups. */
export const elementKindOf: Readonly<Record<DivisionKey, ElementKind>> = {
  products: "product",
  languages: "language",
  versions: "version",
  tabs: "tab",
  dropdowns: "dropdown",
  anchors: "anchor",
  groups: "group",
  pages: "group",
  menu: "item",
};

/**
 * Which child keys an element may hold, in the order in which the service tries them: of several the first is
 * kept (research/docsjson.md §1; reference/navigation-nesting.json). An `href` comes before all of them.
 */
export const childOrder: Readonly<Record<ElementKind, readonly DivisionKey[]>> = {
  root: ["products", "languages", "versions", "tabs", "dropdowns", "anchors", "groups", "pages"],
  tab: ["languages", "versions", "dropdowns", "anchors", "products", "groups", "pages", "menu"],
  anchor: ["languages", "versions", "dropdowns", "tabs", "products", "groups", "pages"],
  dropdown: ["languages", "versions", "tabs", "anchors", "products", "groups", "pages"],
  product: ["languages", "versions", "tabs", "anchors", "dropdowns", "groups", "pages", "menu"],
  version: ["languages", "tabs", "dropdowns", "anchors", "products", "groups", "pages"],
  language: ["versions", "tabs", "dropdowns", "anchors", "products", "groups", "pages"],
  item: ["languages", "versions", "dropdowns", "anchors", "products", "tabs", "groups", "pages"],
  group: ["pages"],
  global: ["languages", "versions", "tabs", "dropdowns", "anchors", "products"],
};

const divisionKeys = Object.keys(elementKindOf) as readonly DivisionKey[];

/** `tab` for a tab, `item` for a menu entry: the key under which an element of this kind says its name. */
export function labelKeyOf(kind: ElementKind): string | undefined {
  return kind === "root" || kind === "global" ? undefined : kind;
}

/**
 * The navigation of the resolved docs.json. Every object in an array of elements becomes an element, whether its
 * place is legal or not, so that rules can speak of it; what is no object or string is left to `config/wrong-type`.
 */
export function readNavigation(configRoot: JsonNode | undefined): Navigation {
  const node = valueOf(configRoot, "navigation");
  if (node?.kind !== "object") return { root: undefined, elements: [], entries: [] };
  const elements: NavElement[] = [];
  const entries: NavEntry[] = [];
  const root = readElement(node, "root", undefined, { elements, entries, lost: false, isDefault: false });
  return { root, elements, entries };
}

interface Reading {
  readonly elements: NavElement[];
  readonly entries: NavEntry[];
  readonly lost: boolean;
  readonly isDefault: boolean;
}

function readElement(
  node: JsonObject,
  kind: ElementKind,
  parent: NavElement | undefined,
  reading: Reading,
): NavElement {
  const labelKey = labelKeyOf(kind);
  const label = labelKey === undefined ? undefined : stringNode(node, labelKey);
  const childKeys = readChildKeys(node);
  const href = stringNode(node, "href");
  const children: NavNode[] = [];
  const element: NavElement = {
    type: "element",
    kind,
    node,
    parent,
    label,
    childKeys,
    keptKey: href && takesHref(kind) ? undefined : findKeptKey(kind, childKeys),
    children,
    root: stringNode(node, "root"),
    href,
    hidden: isTrue(valueOf(node, "hidden")),
    openapi: inherit(readSpecSources(valueOf(node, "openapi")), valueOf(node, "openapi"), parent?.openapi),
    asyncapi: inherit(
      readSpecSources(valueOf(node, "asyncapi")),
      valueOf(node, "asyncapi"),
      parent?.asyncapi,
    ),
    directory: inherit(
      readDirectory(valueOf(node, "directory")),
      valueOf(node, "directory"),
      parent?.directory,
    ),
    boost: inherit(readBoost(valueOf(node, "boost")), valueOf(node, "boost"), parent?.boost),
    language: kind === "language" ? (label?.value ?? parent?.language) : parent?.language,
    version: kind === "version" ? (label?.value ?? parent?.version) : parent?.version,
    isDefault: reading.isDefault,
    globals: undefined,
    lost: reading.lost,
  };
  reading.elements.push(element);
  const globals = valueOf(node, "global");
  const withGlobals =
    globals?.kind === "object" && kind !== "global"
      ? Object.assign(element, {
          globals: readElement(globals, "global", element, { ...reading, isDefault: false }),
        })
      : element;
  for (const { key, array } of childKeys) if (array) readChildren(array, key, withGlobals, reading, children);
  return withGlobals;
}

/** Divisions of which the service wants at least one; an empty array of these lets it try the next key. */
export const neverEmpty: ReadonlySet<DivisionKey> = new Set(["tabs", "anchors", "versions", "languages"]);

/** Whether `href` is a child of this kind: of an element with `href` the service keeps nothing else. */
export function takesHref(kind: ElementKind): boolean {
  return kind !== "root" && kind !== "group" && kind !== "global";
}

/** The first key in the service's order that it can read; when it can read none, the first that is there. */
function findKeptKey(kind: ElementKind, childKeys: NavElement["childKeys"]): DivisionKey | undefined {
  const present = childOrder[kind].flatMap((key) => childKeys.find((child) => child.key === key) ?? []);
  const readable = present.find(
    ({ key, array }) => array && (array.items.length > 0 || !neverEmpty.has(key)),
  );
  return (readable ?? present[0])?.key;
}

function readChildKeys(node: JsonObject): NavElement["childKeys"] {
  return node.properties
    .filter((property) => findProperty(node, property.key) === property)
    .flatMap((property) => {
      const key = divisionKeys.find((candidate) => candidate === property.key);
      if (!key) return [];
      return [{ key, property, array: property.value?.kind === "array" ? property.value : undefined }];
    });
}

function readChildren(
  array: JsonArray,
  key: DivisionKey,
  parent: NavElement,
  reading: Reading,
  children: NavNode[],
): void {
  const lost = reading.lost || (parent.kind !== "global" && parent.keptKey !== key);
  const defaultItem = array.items.find((item) => isTrue(valueOf(item, "default"))) ?? array.items[0];
  const hasDefault = key === "languages" || key === "versions";
  for (const item of array.items) {
    if (item.kind === "object") {
      const isDefault = hasDefault && item === defaultItem;
      children.push(readElement(item, elementKindOf[key], parent, { ...reading, lost, isDefault }));
    } else if (item.kind === "string" && key === "pages") {
      const entry: NavEntry = { type: "entry", node: item, text: item.value, parent, lost };
      reading.entries.push(entry);
      children.push(entry);
    }
  }
}

function stringNode(node: JsonObject, key: string): JsonString | undefined {
  const value = valueOf(node, key);
  return value?.kind === "string" ? value : undefined;
}

function isTrue(node: JsonNode | undefined): boolean {
  return node?.kind === "boolean" && node.value;
}

function inherit<T>(
  value: T | undefined,
  from: JsonNode | undefined,
  above: Inherited<T> | undefined,
): Inherited<T> | undefined {
  if (value !== undefined && from) return { value, from, inherited: false };
  return above && { ...above, inherited: true };
}

/** `"api.json"`, `{ source, directory }` or an array of both; undefined when nothing readable is there. */
export function readSpecSources(node: JsonNode | undefined): readonly SpecSource[] | undefined {
  if (!node) return undefined;
  const sources = (node.kind === "array" ? node.items : [node]).flatMap((item): SpecSource[] => {
    const source = item.kind === "string" ? item : valueOf(item, "source");
    if (source?.kind !== "string" || source.value.trim() === "") return [];
    const directory = valueOf(item, "directory");
    return [
      {
        source: source.value.trim(),
        at: { file: source.file, range: source.range },
        ...(directory?.kind === "string" ? { directory: directory.value } : {}),
      },
    ];
  });
  return sources.length > 0 ? sources : undefined;
}

function readDirectory(node: JsonNode | undefined): Directory | undefined {
  if (node?.kind !== "string") return undefined;
  return node.value === "none" || node.value === "accordion" || node.value === "card"
    ? node.value
    : undefined;
}

function readBoost(node: JsonNode | undefined): number | undefined {
  return node?.kind === "number" && Number.isFinite(node.value) && node.value > 0 ? node.value : undefined;
}
