import type { SiteLocation } from "../../text/text-edit.ts";
import {
  type JsonArray,
  type JsonNode,
  type JsonObject,
  type JsonProperty,
  type JsonString,
  getJsonValue,
} from "../json/json-tree.ts";

/** The keys under which navigation elements stand, each an array. `menu` is not a root pattern. */
export type DivisionKey =
  "products" | "languages" | "versions" | "tabs" | "dropdowns" | "anchors" | "groups" | "pages" | "menu";

/** What an element is, by the array it stands in. */
export type ElementKind =
  "root" | "product" | "language" | "version" | "tab" | "dropdown" | "anchor" | "item" | "group" | "global";

/** A value that an element has of its own or from the nearest ancestor that sets it. */
export interface Inherited<T> {
  readonly value: T;
  /** The node that holds the value: where an author changes it. */
  readonly from: JsonNode;
  readonly inherited: boolean;
}

export type Directory = "none" | "accordion" | "card";

/** A specification as written: `{ source: "api/users.json", directory: "reference" }`. */
export interface SpecSource {
  /** Path or URL as written. */
  readonly source: string;
  readonly at: SiteLocation;
  readonly directory?: string;
}

/**
 * One element of the navigation: the root, a division (tab, version …), a menu item, a group, or an entry of
 * `navigation.global`. `children` are in file order, whichever key holds them.
 */
export interface NavElement {
  readonly type: "element";
  readonly kind: ElementKind;
  readonly node: JsonObject;
  readonly parent: NavElement | undefined;
  /** Text under the element's own key, as `"Guides"` under `group`. */
  readonly label: JsonString | undefined;
  /** Every property of this element that holds child elements or pages, in file order. */
  readonly childKeys: readonly {
    readonly key: DivisionKey;
    readonly property: JsonProperty;
    readonly array: JsonArray | undefined;
  }[];
  /** The child key the service keeps when there are several (reference/navigation-nesting.json). */
  readonly keptKey: DivisionKey | undefined;
  readonly children: readonly NavNode[];
  readonly root: JsonString | undefined;
  readonly href: JsonString | undefined;
  readonly hidden: boolean;
  readonly openapi: Inherited<readonly SpecSource[]> | undefined;
  readonly asyncapi: Inherited<readonly SpecSource[]> | undefined;
  readonly directory: Inherited<Directory> | undefined;
  readonly boost: Inherited<number> | undefined;
  /** Nearest language and version at or above: `"fr"`, `"v2"`. */
  readonly language: string | undefined;
  readonly version: string | undefined;
  /** On a language or version: whether readers land on it (the first, unless another says `default: true`). */
  readonly isDefault: boolean;
  /** `global` of this element: divisions shown on every page below, each with an `href`. */
  readonly globals: NavElement | undefined;
  /** Whether this element stands under a key the service drops, because its parent has several or an `href`. */
  readonly lost: boolean;
}

/** A string in a `pages` array: a page path, an operation reference or a URL. */
export interface NavEntry {
  readonly type: "entry";
  readonly node: JsonString;
  /** As written. */
  readonly text: string;
  readonly parent: NavElement;
  readonly lost: boolean;
}

export type NavNode = NavElement | NavEntry;

export interface Navigation {
  /** Absent when docs.json has no `navigation` object. */
  readonly root: NavElement | undefined;
  /** Every element at any depth, parents first, file order. The root is the first. */
  readonly elements: readonly NavElement[];
  /** Every entry at any depth, file order. */
  readonly entries: readonly NavEntry[];
}

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

const divisionKeys: ReadonlySet<string> = new Set(Object.keys(elementKindOf));

/** `tab` for a tab, `item` for a menu entry: the key under which an element of this kind says its name. */
export function labelKeyOf(kind: ElementKind): string | undefined {
  return kind === "root" || kind === "global" ? undefined : kind;
}

/**
 * The navigation of the resolved docs.json. Every object in an array of elements becomes an element, whether its
 * place is legal or not, so that rules can speak of it; what is no object or string is left to `config/wrong-type`.
 */
export function readNavigation(configRoot: JsonNode | undefined): Navigation {
  return readNavigationNode(getJsonValue(configRoot, "navigation"));
}

/** The same of the value of `navigation`, on which alone it depends. */
export function readNavigationNode(node: JsonNode | undefined): Navigation {
  if (node?.kind !== "object") return { root: undefined, elements: [], entries: [] };
  const elements: NavElement[] = [];
  const entries: NavEntry[] = [];
  const root = readElement(node, "root", undefined, { elements, entries }, false, false);
  return { root, elements, entries };
}

interface Reading {
  readonly elements: NavElement[];
  readonly entries: NavEntry[];
}

function readElement(
  node: JsonObject,
  kind: ElementKind,
  parent: NavElement | undefined,
  reading: Reading,
  lost: boolean,
  isDefault: boolean,
): NavElement {
  const fields = readFields(node, labelKeyOf(kind));
  const { childKeys } = fields;
  const label = stringIn(fields.label);
  const href = stringIn(fields.href);
  const children: NavNode[] = [];
  const element: NavElement = {
    type: "element",
    kind,
    node,
    parent,
    label,
    childKeys,
    keptKey: href && takesHref(kind) ? undefined : findRetainedKey(kind, childKeys),
    children,
    root: stringIn(fields.root),
    href,
    hidden: isTrue(fields.hidden),
    openapi: inherit(readSpecSources(fields.openapi), fields.openapi, parent?.openapi),
    asyncapi: inherit(readSpecSources(fields.asyncapi), fields.asyncapi, parent?.asyncapi),
    directory: inherit(readDirectory(fields.directory), fields.directory, parent?.directory),
    boost: inherit(readBoost(fields.boost), fields.boost, parent?.boost),
    language: kind === "language" ? (label?.value ?? parent?.language) : parent?.language,
    version: kind === "version" ? (label?.value ?? parent?.version) : parent?.version,
    isDefault,
    globals: undefined,
    lost,
  };
  reading.elements.push(element);
  const globals = fields.global;
  const withGlobals =
    globals?.kind === "object" && kind !== "global"
      ? Object.assign(element, {
          globals: readElement(globals, "global", element, reading, lost, false),
        })
      : element;
  for (const { key, array } of childKeys) if (array) readChildren(array, key, withGlobals, reading, children);
  return withGlobals;
}

/** What of an object matters to navigation, each the last of its key. */
interface Fields {
  label: JsonNode | undefined;
  root: JsonNode | undefined;
  href: JsonNode | undefined;
  hidden: JsonNode | undefined;
  openapi: JsonNode | undefined;
  asyncapi: JsonNode | undefined;
  directory: JsonNode | undefined;
  boost: JsonNode | undefined;
  global: JsonNode | undefined;
  readonly childKeys: ChildKey[];
}

type ChildKey = NavElement["childKeys"][number];

/** In one go: looked up key by key, a large navigation would take three times as long behind each keystroke. */
function readFields({ properties }: JsonObject, labelKey: string | undefined): Fields {
  const fields: Fields = {
    label: undefined,
    root: undefined,
    href: undefined,
    hidden: undefined,
    openapi: undefined,
    asyncapi: undefined,
    directory: undefined,
    boost: undefined,
    global: undefined,
    childKeys: [],
  };
  for (const property of properties) {
    const { key, value } = property;
    if (key === labelKey) fields.label = value;
    switch (key) {
      case "root":
      case "href":
      case "hidden":
      case "openapi":
      case "asyncapi":
      case "directory":
      case "boost":
      case "global":
        fields[key] = value;
        break;
      default:
        if (isDivisionKey(key)) addChildKey(fields.childKeys, key, property);
    }
  }
  return fields;
}

function isDivisionKey(key: string): key is DivisionKey {
  return divisionKeys.has(key);
}

function addChildKey(childKeys: ChildKey[], key: DivisionKey, property: JsonProperty): void {
  const before = childKeys.findIndex((child) => child.key === key);
  if (before >= 0) childKeys.splice(before, 1);
  childKeys.push({ key, property, array: property.value?.kind === "array" ? property.value : undefined });
}

/** Divisions of which the service wants at least one; an empty array of these lets it try the next key. */
export const neverEmpty: ReadonlySet<DivisionKey> = new Set(["tabs", "anchors", "versions", "languages"]);

/** Whether `href` is a child of this kind: of an element with `href` the service keeps nothing else. */
export function takesHref(kind: ElementKind): boolean {
  return kind !== "root" && kind !== "group" && kind !== "global";
}

/** The first key in the service's order that it can read; when it can read none, the first that is there. */
function findRetainedKey(kind: ElementKind, childKeys: NavElement["childKeys"]): DivisionKey | undefined {
  const present = childOrder[kind].flatMap((key) => childKeys.find((child) => child.key === key) ?? []);
  const readable = present.find(
    ({ key, array }) => array && (array.items.length > 0 || !neverEmpty.has(key)),
  );
  return (readable ?? present[0])?.key;
}

function readChildren(
  array: JsonArray,
  key: DivisionKey,
  parent: NavElement,
  reading: Reading,
  children: NavNode[],
): void {
  const lost = parent.lost || (parent.kind !== "global" && parent.keptKey !== key);
  const hasDefault = key === "languages" || key === "versions";
  const defaultItem = hasDefault
    ? (array.items.find((item) => isTrue(getJsonValue(item, "default"))) ?? array.items[0])
    : undefined;
  for (const item of array.items) {
    if (item.kind === "object") {
      children.push(readElement(item, elementKindOf[key], parent, reading, lost, item === defaultItem));
    } else if (item.kind === "string" && key === "pages") {
      const entry: NavEntry = { type: "entry", node: item, text: item.value, parent, lost };
      reading.entries.push(entry);
      children.push(entry);
    }
  }
}

function stringIn(value: JsonNode | undefined): JsonString | undefined {
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
    const source = item.kind === "string" ? item : getJsonValue(item, "source");
    if (source?.kind !== "string" || source.value.trim() === "") return [];
    const directory = getJsonValue(item, "directory");
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
