import type { SiteLocation } from "../../text/text-edit.ts";
import {
  type JsonArray,
  type JsonNode,
  type JsonObject,
  type JsonProperty,
  type JsonString,
  getJsonValue,
} from "../json/json-tree.ts";
import { stringChecks } from "./check-value.ts";

/** The keys of arrays that contain navigation elements. `menu` isn't valid at the root. */
export type SectionKey =
  | "products"
  | "languages"
  | "versions"
  | "tabs"
  | "dropdowns"
  | "anchors"
  | "groups"
  | "pages"
  | "menu";

/** The kind of an element. It's determined by the array that contains the element. */
export type ElementKind =
  | "root"
  | "product"
  | "language"
  | "version"
  | "tab"
  | "dropdown"
  | "anchor"
  | "item"
  | "group"
  | "global";

/** A value that is set on an element or inherited from its nearest ancestor that sets the value. */
export interface InheritedValue<T> {
  readonly value: T;
  /** The node to edit if the author wants to change the value. */
  readonly sourceNode: JsonNode;
  readonly isInherited: boolean;
}

export type DirectoryStyle = "none" | "accordion" | "card";

/** A specification as written, such as `{ source: "api/users.json", directory: "reference" }`. */
export interface SpecSource {
  /** The path or URL as written. */
  readonly source: string;
  readonly location: SiteLocation;
  readonly directory?: string;
  /**
   * Whether the source's `overlays` array contains any items. Undefined if the source doesn't have this array. In that
   * case, all overlay files that extend the specification apply.
   */
  readonly hasOverlays?: boolean;
}

/**
 * An element in the navigation: the root, a section such as a tab or version, a menu item, a group, or an element in
 * `navigation.global`. `children` contains the children under all keys, in file order.
 */
export interface NavElement {
  readonly type: "element";
  readonly kind: ElementKind;
  readonly node: JsonObject;
  readonly parent: NavElement | undefined;
  /** The value of the element's label key, such as `"Guides"` for a `group`. */
  readonly label: JsonString | undefined;
  /** The properties of this element that contain child elements or pages, in file order. */
  readonly childProperties: readonly {
    readonly key: SectionKey;
    readonly property: JsonProperty;
    readonly array: JsonArray | undefined;
  }[];
  /** The child key that the service uses if the element has more than one. */
  readonly retainedKey: SectionKey | undefined;
  readonly children: readonly NavNode[];
  /** The children that are elements. Unlike `children`, they don't have to be created first. */
  readonly childElements: readonly NavElement[];
  readonly root: JsonString | undefined;
  /** The element's link. Undefined if it isn't a path or a URL, because the service ignores such a link. */
  readonly href: JsonString | undefined;
  readonly isHidden: boolean;
  readonly openapi: InheritedValue<readonly SpecSource[]> | undefined;
  readonly asyncapi: InheritedValue<readonly SpecSource[]> | undefined;
  readonly directory: InheritedValue<DirectoryStyle> | undefined;
  readonly boost: InheritedValue<number> | undefined;
  /**
   * The language that is set on this element or its nearest ancestor, such as `"fr"`. `version`, which is a name such
   * as `"v2"`, is determined in the same way.
   */
  readonly language: string | undefined;
  readonly version: string | undefined;
  /**
   * For a language or version, whether readers see it by default. The default is the one with `default: true`, or the
   * first one if none has `default: true`.
   */
  readonly isDefault: boolean;
  /**
   * The `global` property of this element. It contains sections with an `href`, which appear on every page below this
   * element.
   */
  readonly globalElement: NavElement | undefined;
  /**
   * Whether the service ignores this element, because its parent has an `href` or another child key that takes
   * precedence.
   */
  readonly isIgnored: boolean;
}

/** A string in a `pages` array: a page path, an operation reference, or a URL. */
export interface NavEntry {
  readonly type: "entry";
  readonly node: JsonString;
  /** The text as written. */
  readonly text: string;
  readonly parent: NavElement;
  readonly isIgnored: boolean;
}

export type NavNode = NavElement | NavEntry;

export interface Navigation {
  /** The root element. Undefined if docs.json doesn't contain a `navigation` object. */
  readonly root: NavElement | undefined;
  /** All elements at any depth, in file order. The root comes first, and each parent precedes its children. */
  readonly elements: readonly NavElement[];
  /** Every entry at any depth, in file order. */
  readonly entries: readonly NavEntry[];
}

/** The kind of elements that each array contains. A `pages` array can contain both groups and entries. */
export const elementKinds: Readonly<Record<SectionKey, ElementKind>> = {
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
 * The child keys that an element can have, in the service's order of precedence. If an element has several child keys,
 * the service uses the first one in this order. An `href` takes precedence over all child keys.
 */
export const childOrder: Readonly<Record<ElementKind, readonly SectionKey[]>> = {
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

const sectionKeys: ReadonlySet<string> = new Set(Object.keys(elementKinds));

/**
 * Returns the key that contains the label of this kind of element, such as `tab` for a tab and `item` for a menu item.
 * Returns undefined for the root and `global`, which have no label.
 */
export function getLabelKey(kind: ElementKind): string | undefined {
  return kind === "root" || kind === "global" ? undefined : kind;
}

/**
 * Reads the navigation in the resolved docs.json. Every object in an array of elements is read as an element, even if
 * it isn't valid in that array, so rules can report it. Other values that aren't strings are ignored, because
 * `config/wrong-type` reports them.
 */
export function readNavigation(configRoot: JsonNode | undefined): Navigation {
  return readNavigationNode(getJsonValue(configRoot, "navigation"));
}

/** Reads the navigation from the value of `navigation`. Other settings don't affect the result. */
export function readNavigationNode(node: JsonNode | undefined): Navigation {
  if (node?.kind !== "object") return { root: undefined, elements: [], entries: [] };
  const elements: NavElement[] = [];
  const root = new ParsedElement(node, "root", undefined, elements, false, false);
  let entries: readonly NavEntry[] | undefined;
  return {
    root,
    elements,
    // Listed on demand, because a navigation can have thousands of entries, and most keystrokes affect only a few.
    get entries() {
      return (entries ??= listEntries(root));
    },
  };
}

function listEntries({ globalElement, children }: NavElement, entries: NavEntry[] = []): readonly NavEntry[] {
  if (globalElement) listEntries(globalElement, entries);
  for (const child of children)
    if (child.type === "entry") entries.push(child);
    else listEntries(child, entries);
  return entries;
}

class ParsedElement implements NavElement {
  // The constructor assigns all properties. With `declare`, they aren't initialized twice.
  declare readonly type: "element";
  declare readonly kind: ElementKind;
  declare readonly node: JsonObject;
  declare readonly parent: NavElement | undefined;
  declare readonly label: NavElement["label"];
  declare readonly childProperties: NavElement["childProperties"];
  declare readonly retainedKey: NavElement["retainedKey"];
  declare readonly root: NavElement["root"];
  declare readonly href: NavElement["href"];
  declare readonly isHidden: boolean;
  declare readonly openapi: NavElement["openapi"];
  declare readonly asyncapi: NavElement["asyncapi"];
  declare readonly directory: NavElement["directory"];
  declare readonly boost: NavElement["boost"];
  declare readonly language: NavElement["language"];
  declare readonly version: NavElement["version"];
  declare readonly isDefault: boolean;
  declare readonly isIgnored: boolean;
  declare readonly globalElement: NavElement["globalElement"];
  declare readonly childElements: NavElement["childElements"];
  #children: readonly NavNode[] | undefined;

  /** Reads an element and all elements below it, and adds them to `elements`. */
  constructor(
    node: JsonObject,
    kind: ElementKind,
    parent: NavElement | undefined,
    elements: NavElement[],
    isIgnored: boolean,
    isDefault: boolean,
  ) {
    const navigationProperties = readNavigationProperties(node, getLabelKey(kind));
    const { childProperties, global } = navigationProperties;
    const label = asString(navigationProperties.label);
    const href = asLink(navigationProperties.href);
    this.type = "element";
    this.kind = kind;
    this.node = node;
    this.parent = parent;
    this.label = label;
    this.childProperties = childProperties;
    this.retainedKey = href && canHaveHref(kind) ? undefined : findRetainedKey(kind, childProperties);
    this.root = asString(navigationProperties.root);
    this.href = href;
    this.isHidden = isTrue(navigationProperties.hidden);
    this.openapi = createInheritedValue(
      readSpecSources(navigationProperties.openapi),
      navigationProperties.openapi,
      parent?.openapi,
    );
    this.asyncapi = createInheritedValue(
      readSpecSources(navigationProperties.asyncapi),
      navigationProperties.asyncapi,
      parent?.asyncapi,
    );
    this.directory = createInheritedValue(
      readDirectory(navigationProperties.directory),
      navigationProperties.directory,
      parent?.directory,
    );
    this.boost = createInheritedValue(readBoost(navigationProperties.boost), navigationProperties.boost, parent?.boost);
    this.language = kind === "language" ? (label?.value ?? parent?.language) : parent?.language;
    this.version = kind === "version" ? (label?.value ?? parent?.version) : parent?.version;
    this.isDefault = isDefault;
    this.isIgnored = isIgnored;
    elements.push(this);
    this.globalElement =
      global?.kind === "object" && kind !== "global"
        ? new ParsedElement(global, "global", this, elements, isIgnored, false)
        : undefined;
    this.childElements = readChildElements(this, elements);
  }

  get children(): readonly NavNode[] {
    return (this.#children ??= listChildren(this));
  }
}

/** The properties of an object that affect the navigation. If a key is duplicated, the last one is used. */
interface NavigationProperties {
  label: JsonNode | undefined;
  root: JsonNode | undefined;
  href: JsonNode | undefined;
  hidden: JsonNode | undefined;
  openapi: JsonNode | undefined;
  asyncapi: JsonNode | undefined;
  directory: JsonNode | undefined;
  boost: JsonNode | undefined;
  global: JsonNode | undefined;
  childProperties: readonly ChildProperty[];
}

type ChildProperty = NavElement["childProperties"][number];

const noChildProperties: readonly ChildProperty[] = [];

/**
 * Reads all properties in one pass. If each key were looked up separately, the response to a keystroke in a large
 * navigation tree would take three times as long.
 */
function readNavigationProperties({ properties }: JsonObject, labelKey: string | undefined): NavigationProperties {
  const navigationProperties: NavigationProperties = {
    label: undefined,
    root: undefined,
    href: undefined,
    hidden: undefined,
    openapi: undefined,
    asyncapi: undefined,
    directory: undefined,
    boost: undefined,
    global: undefined,
    childProperties: noChildProperties,
  };
  for (const property of properties) {
    const { key, value } = property;
    if (key === labelKey) navigationProperties.label = value;
    switch (key) {
      case "root":
      case "href":
      case "hidden":
      case "openapi":
      case "asyncapi":
      case "directory":
      case "boost":
      case "global":
        navigationProperties[key] = value;
        break;
      default:
        if (isSectionKey(key))
          navigationProperties.childProperties = addChildProperty(navigationProperties.childProperties, key, property);
    }
  }
  return navigationProperties;
}

function isSectionKey(key: string): key is SectionKey {
  return sectionKeys.has(key);
}

/**
 * Returns a list with another child key. Nearly all elements have one, so the list takes up as little space as
 * possible.
 */
function addChildProperty(
  childProperties: readonly ChildProperty[],
  key: SectionKey,
  property: JsonProperty,
): readonly ChildProperty[] {
  const child = { key, property, array: property.value?.kind === "array" ? property.value : undefined };
  return childProperties.length === 0 ? [child] : [...childProperties.filter((other) => other.key !== key), child];
}

/**
 * The child keys whose array must have at least one item. If such an array is empty, the service uses the next child
 * key in the order of precedence.
 */
export const nonEmptyKeys: ReadonlySet<SectionKey> = new Set(["tabs", "anchors", "versions", "languages"]);

/** Whether this kind of element can have an `href`. If an element has one, the service ignores its children. */
export function canHaveHref(kind: ElementKind): boolean {
  return kind !== "root" && kind !== "group" && kind !== "global";
}

/**
 * Returns the first key in the service's order of precedence whose value is a usable array. If none of the keys has a
 * usable array, returns the first key that is present.
 */
function findRetainedKey(kind: ElementKind, childProperties: NavElement["childProperties"]): SectionKey | undefined {
  if (childProperties.length < 2) {
    const key = childProperties[0]?.key;
    return key !== undefined && childOrder[kind].includes(key) ? key : undefined;
  }
  const orderedChildProperties = childOrder[kind].flatMap(
    (key) => childProperties.find((child) => child.key === key) ?? [],
  );
  const usableProperty = orderedChildProperties.find(
    ({ key, array }) => array && (array.items.length > 0 || !nonEmptyKeys.has(key)),
  );
  return (usableProperty ?? orderedChildProperties[0])?.key;
}

/** Whether the service ignores the children of this key. */
function isKeyIgnored(parent: Pick<NavElement, "kind" | "isIgnored" | "retainedKey">, key: SectionKey): boolean {
  return parent.isIgnored || (parent.kind !== "global" && parent.retainedKey !== key);
}

const noElements: readonly NavElement[] = [];

function readChildElements(parent: NavElement, elements: NavElement[]): readonly NavElement[] {
  let children: NavElement[] | undefined;
  for (const { key, array } of parent.childProperties) {
    if (!array) continue;
    const isIgnored = isKeyIgnored(parent, key);
    const hasDefault = key === "languages" || key === "versions";
    const defaultItem = hasDefault
      ? (array.items.find((item) => isTrue(getJsonValue(item, "default"))) ?? array.items[0])
      : undefined;
    for (const item of array.items) {
      if (item.kind !== "object") continue;
      const isDefault = item === defaultItem;
      (children ??= []).push(new ParsedElement(item, elementKinds[key], parent, elements, isIgnored, isDefault));
    }
  }
  return children ?? noElements;
}

/** Lists an element's children under all keys, including entries. */
function listChildren(parent: NavElement): readonly NavNode[] {
  const children: NavNode[] = [];
  let nextElementIndex = 0;
  for (const { key, array } of parent.childProperties) {
    const isIgnored = isKeyIgnored(parent, key);
    for (const item of array?.items ?? []) {
      const element = item.kind === "object" ? parent.childElements[nextElementIndex++] : undefined;
      if (element) children.push(element);
      else if (item.kind === "string" && key === "pages")
        children.push({ type: "entry", node: item, text: item.value, parent, isIgnored });
    }
  }
  return children;
}

function asString(value: JsonNode | undefined): JsonString | undefined {
  return value?.kind === "string" ? value : undefined;
}

function asLink(value: JsonNode | undefined): JsonString | undefined {
  return value?.kind === "string" && stringChecks.href.passes(value.value) ? value : undefined;
}

function isTrue(node: JsonNode | undefined): boolean {
  return node?.kind === "boolean" && node.value;
}

function createInheritedValue<T>(
  value: T | undefined,
  sourceNode: JsonNode | undefined,
  parentValue: InheritedValue<T> | undefined,
): InheritedValue<T> | undefined {
  if (value !== undefined && sourceNode) return { value, sourceNode, isInherited: false };
  return parentValue && { ...parentValue, isInherited: true };
}

/**
 * Reads a path such as `"api.json"`, an object with `source` and `directory`, or an array of paths and objects. Returns
 * undefined if the value doesn't contain a source.
 */
export function readSpecSources(node: JsonNode | undefined): readonly SpecSource[] | undefined {
  if (!node) return undefined;
  const sources = (node.kind === "array" ? node.items : [node]).flatMap((item): SpecSource[] => {
    const source = item.kind === "string" ? item : getJsonValue(item, "source");
    if (source?.kind !== "string" || source.value.trim() === "") return [];
    const directory = getJsonValue(item, "directory");
    const overlays = getJsonValue(item, "overlays");
    return [
      {
        source: source.value.trim(),
        location: { file: source.file, range: source.range },
        ...(directory?.kind === "string" ? { directory: directory.value } : {}),
        ...(overlays?.kind === "array" ? { hasOverlays: overlays.items.length > 0 } : {}),
      },
    ];
  });
  return sources.length > 0 ? sources : undefined;
}

function readDirectory(node: JsonNode | undefined): DirectoryStyle | undefined {
  if (node?.kind !== "string") return undefined;
  return node.value === "none" || node.value === "accordion" || node.value === "card" ? node.value : undefined;
}

function readBoost(node: JsonNode | undefined): number | undefined {
  return node?.kind === "number" && Number.isFinite(node.value) && node.value > 0 ? node.value : undefined;
}
