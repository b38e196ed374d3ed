import type { SiteLocation } from "../text/text-edit.ts";
import type { JsonArray, JsonNode, JsonObject, JsonProperty, JsonString } from "./json-tree.ts";

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
