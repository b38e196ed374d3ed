import { iconLibraries, iconStyles } from "../../config/icons/icons.ts";
import type { PhraseText } from "../../text/phrase.ts";

/** The type of a prop's value. `describeProp` describes it for authors. */
export type PropType =
  | "text"
  | "markdown"
  | "number"
  | "flag"
  | "enum"
  | "icon"
  | "list"
  | "map"
  | "element"
  | "any";

/** What the text of a prop refers to, for links, completion, and hovers. */
export type PropTarget = "url" | "image" | "icon" | "icon-type" | "icon-library" | "color" | "id" | "type";

export interface ComponentProp {
  readonly name: string;
  readonly type: PropType;
  /** All allowed values of an `enum`, or common values of any other type. */
  readonly values?: readonly string[];
  /** The minimum and maximum that make sense for a number. */
  readonly range?: { readonly min: number; readonly max: number };
  readonly required?: true;
  /** For a `required` prop, the effect on readers if it's missing, as a clause after "so": `the tab has no label`. */
  readonly without?: PhraseText;
  /** Whether the component is still displayed without the prop. Set only for `required` props. */
  readonly canDoWithout?: true;
  /** Another prop that must be set for this one to have an effect. For example, `cta` requires `href`. */
  readonly needs?: string;
  /** The default as displayed, such as `2` or `slug of the title`. */
  readonly default?: string;
  /** One or two sentences for authors. */
  readonly meaning: string;
  /** The prop that replaces this one, which still works. */
  readonly deprecated?: string;
  readonly names?: PropTarget;
  /** Whether most published elements set the prop. If so, completion inserts it with the component. */
  readonly usual?: true;
  /** Whether the prop is valid but not offered in completion. */
  readonly unlisted?: true;
}

/** A component that the service provides on every page without an import. */
export interface Component {
  /** The tag's name, such as `Card` or `Tree.File`. */
  readonly name: string;
  /** One or two sentences for authors. */
  readonly meaning: string;
  readonly props: ReadonlyMap<string, ComponentProp>;
  /** Exactly one of these props must be set, such as `body`, `path`, or `query` for a parameter. */
  readonly oneOf?: readonly string[];
  /** The effect on readers if none of these props is set, as a clause after "so": `it shows nothing`. */
  readonly withoutAny?: PhraseText;
  /** The components that can directly contain this one. Anywhere else, its content is lost or displayed incorrectly. */
  readonly parents?: readonly string[];
  /** The only components that are allowed as direct children. Other children aren't displayed. */
  readonly children?: readonly string[];
  readonly oncePerPage?: true;
  /** The anchor on the published page that links can use. Undefined if the component has no anchor. */
  readonly anchor?: ComponentAnchor;
  /** Whether the component is allowed within a sentence. */
  readonly inline?: true;
  /** The allowed content: nothing, text and components, or only fenced code blocks. */
  readonly content: "none" | "blocks" | "code" | "inline";
  /** The current component that replaces this older name, or `import` if pages import a file instead. */
  readonly replacedBy?: string;
  /**
   * Whether the service supports the component without public documentation. Such components are never reported or
   * offered, and their props aren't checked.
   */
  readonly unlisted?: true;
}

export interface ComponentAnchor {
  /** The props that provide the anchor's text. The first one that's set is used. `id` is used unchanged. */
  readonly from: readonly string[];
  /** The generated anchor's prefix, such as `param-`. */
  readonly prefix?: string;
  /** A flag that removes the anchor, such as `noAnchor`. */
  readonly unless?: string;
}

type PropRest = Partial<Omit<ComponentProp, "name" | "type" | "meaning">>;
type ComponentRest = Partial<Omit<Component, "name" | "meaning" | "props">>;

export function component(
  name: string,
  meaning: string,
  props: readonly ComponentProp[] = [],
  rest: ComponentRest = {},
): Component {
  return {
    name,
    meaning,
    props: new Map(props.map((each) => [each.name, each])),
    content: "blocks",
    ...rest,
  };
}

export function prop(name: string, type: PropType, meaning: string, rest: PropRest = {}): ComponentProp {
  return { name, type, meaning, ...rest };
}

export function flag(name: string, meaning: string, rest: PropRest = {}): ComponentProp {
  return prop(name, "flag", meaning, rest);
}

export function choice(
  name: string,
  values: readonly string[],
  meaning: string,
  rest: PropRest = {},
): ComponentProp {
  return prop(name, "enum", meaning, { values, ...rest });
}

/** Props that many components share. */
export const icon = prop(
  "icon",
  "icon",
  "Icon: a name from the site's icon library, a path, a URL, or an SVG element in braces.",
  { names: "icon" },
);
export const iconType = choice("iconType", iconStyles, "Font Awesome style of the icon.", {
  names: "icon-type",
});
export const iconLibrary = choice(
  "iconLibrary",
  iconLibraries,
  "Library that contains the icon, if it isn't the site's icon library.",
  { default: "`icons.library`", names: "icon-library" },
);
export const className = prop("className", "text", "CSS classes for the element.");

/**
 * Returns the same prop, marked as required. `without` is the effect on readers if it's missing, as a clause after
 * "so": `the tab has no label`.
 */
export function required(each: ComponentProp, without: PhraseText, canDoWithout?: true): ComponentProp {
  return { ...each, required: true, without, ...(canDoWithout && { canDoWithout }) };
}

/** Returns the same prop, marked so that completion inserts it with its component. */
export function usual(each: ComponentProp): ComponentProp {
  return { ...each, usual: true };
}

/** Returns a prop that works but isn't documented. */
export function unlisted(name: string, type: PropType = "any"): ComponentProp {
  return prop(name, type, "Supported, but not documented.", { unlisted: true });
}
