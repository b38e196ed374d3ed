import { iconLibraries, iconStyles } from "../../config/icons/icons.ts";
import type { PhraseText } from "../../text/phrase.ts";

/** The type of a prop's value. `describeProp` describes it for authors. */
export type PropType = "text" | "markdown" | "number" | "flag" | "enum" | "icon" | "list" | "map" | "element" | "any";

/** The kind of target that a prop's text refers to. Used for links, completion, and hovers. */
export type PropTarget = "url" | "image" | "icon" | "icon-type" | "icon-library" | "color" | "id" | "type";

export interface ComponentProp {
  readonly name: string;
  readonly type: PropType;
  /** All allowed values of an `enum`, or common values of any other type. */
  readonly values?: readonly string[];
  /** The minimum and maximum sensible value of a number. */
  readonly range?: { readonly min: number; readonly max: number };
  readonly required?: true;
  /**
   * For a `required` prop, the effect on readers if the prop is missing. The text is a clause that can follow "so",
   * such as `the tab has no label`.
   */
  readonly effectIfMissing?: PhraseText;
  /** Whether the component is still displayed without the prop. Set only for `required` props. */
  readonly isDispensable?: true;
  /** Another prop that must be set for this one to have an effect. For example, `cta` requires `href`. */
  readonly requires?: string;
  /** The default value as displayed to authors, such as `2` or `slug of the title`. */
  readonly default?: string;
  /** One or two sentences for authors. */
  readonly meaning: string;
  /** The prop that replaces this one. The old prop still works. */
  readonly deprecated?: string;
  readonly names?: PropTarget;
  /**
   * Whether most elements on published sites set the prop. If so, completion inserts it together with the component.
   */
  readonly isSuggested?: true;
  /** Whether the prop is valid but not suggested in completion. */
  readonly isUnlisted?: true;
}

/** A component that the service provides on every page without an import. */
export interface Component {
  /** The tag's name, such as `Card` or `Tree.File`. */
  readonly name: string;
  /** One or two sentences for authors. */
  readonly meaning: string;
  readonly props: ReadonlyMap<string, ComponentProp>;
  /** Props of which exactly one must be set, such as `body`, `path`, or `query` for a parameter. */
  readonly oneOf?: readonly string[];
  /**
   * The effect on readers if none of these props is set. The text is a clause that can follow "so", such as `it shows
   * nothing`.
   */
  readonly effectIfAllMissing?: PhraseText;
  /**
   * The components that can directly contain this one. Outside of them, its content is lost or displayed incorrectly.
   */
  readonly parents?: readonly string[];
  /** The only components that can be direct children of this one. Other children aren't displayed. */
  readonly children?: readonly string[];
  readonly isOncePerPage?: true;
  /** How the component's anchor on the published page is generated. Undefined if the component has no anchor. */
  readonly anchor?: ComponentAnchor;
  /** Whether the component can be used within a sentence. */
  readonly isInline?: true;
  /**
   * The content that the component can have. `none`: no content. `blocks`: text and components on separate lines.
   * `inline`: text on the same line as the tags. `code`: only fenced code blocks.
   */
  readonly content: "none" | "blocks" | "code" | "inline";
  /** The current component that replaces this outdated name, or `import` if pages should import a file instead. */
  readonly replacedBy?: string;
  /**
   * Whether the service supports the component but doesn't document it publicly. Such a component is never reported or
   * suggested, and its props aren't checked.
   */
  readonly isUnlisted?: true;
}

export interface ComponentAnchor {
  /** The props that can provide the anchor's text, in order of precedence. The value of `id` is used unchanged. */
  readonly sourcePropNames: readonly string[];
  /** The prefix of the generated anchor, such as `param-`. */
  readonly prefix?: string;
  /** A flag that removes the anchor, such as `noAnchor`. */
  readonly disabledBy?: string;
}

type PropOptions = Partial<Omit<ComponentProp, "name" | "type" | "meaning">>;
type ComponentOptions = Partial<Omit<Component, "name" | "meaning" | "props">>;

export function createComponent(
  name: string,
  meaning: string,
  props: readonly ComponentProp[] = [],
  options: ComponentOptions = {},
): Component {
  return {
    name,
    meaning,
    props: new Map(props.map((prop) => [prop.name, prop])),
    content: "blocks",
    ...options,
  };
}

export function createProp(name: string, type: PropType, meaning: string, options: PropOptions = {}): ComponentProp {
  return { name, type, meaning, ...options };
}

export function createFlagProp(name: string, meaning: string, options: PropOptions = {}): ComponentProp {
  return createProp(name, "flag", meaning, options);
}

export function createChoiceProp(
  name: string,
  values: readonly string[],
  meaning: string,
  options: PropOptions = {},
): ComponentProp {
  return createProp(name, "enum", meaning, { values, ...options });
}

/** Returns a prop that replaces the generated anchor of a component. `generatedAnchor` describes that anchor. */
export function createAnchorProp(generatedAnchor: string): ComponentProp {
  return createProp("id", "text", "Custom anchor for links to this component.", {
    default: generatedAnchor,
    names: "id",
  });
}

/** Props that several components have in common. */
export const iconProp = createProp(
  "icon",
  "icon",
  "Icon: a name from the site's icon library, a path, a URL, or an SVG element in braces.",
  { names: "icon" },
);
export const iconTypeProp = createChoiceProp("iconType", iconStyles, "Font Awesome icon style.", {
  names: "icon-type",
});
export const iconLibraryProp = createChoiceProp(
  "iconLibrary",
  iconLibraries,
  "Library that contains the icon, if different from the site's icon library.",
  { default: "`icons.library`", names: "icon-library" },
);
export const hrefProp = createProp("href", "text", "Link target: a path on this site or a URL.", { names: "url" });
export const classNameProp = createProp("className", "text", "CSS classes for the element.");

export const fieldTypeProp = createProp("type", "text", "Type of the value, such as `string` or `number[]`.", {
  names: "type",
});
export const requiredProp = createFlagProp("required", "Marks the field as required.");
export const deprecatedProp = createFlagProp("deprecated", "Marks the field as deprecated.");

export const columnsProp = createProp(
  "cols",
  "number",
  "Number of columns on wide screens. Narrow screens show fewer.",
  {
    values: ["1", "2", "3", "4"],
    range: { min: 1, max: 100 },
    default: "2",
  },
);
export const defaultOpenProp = createFlagProp("defaultOpen", "Expands the section when the page loads.", {
  default: "false",
});
export const titleSizeProp = createChoiceProp(
  "titleSize",
  ["p", "h2", "h3", "h4"],
  "Title size. Heading sizes also add titles to the table of contents.",
  { default: "p" },
);

/**
 * Returns a copy of the prop that is marked as required. `effectIfMissing` is the effect on readers if the prop is
 * missing, as a clause that can follow "so", such as `the tab has no label`.
 */
export function toRequiredProp(prop: ComponentProp, effectIfMissing: PhraseText, isDispensable?: true): ComponentProp {
  return { ...prop, required: true, effectIfMissing, ...(isDispensable && { isDispensable }) };
}

/** Returns a copy of the prop that completion inserts together with its component. */
export function toSuggestedProp(prop: ComponentProp): ComponentProp {
  return { ...prop, isSuggested: true };
}

/** Returns a prop that the service supports but doesn't document. */
export function createUnlistedProp(name: string, type: PropType = "any"): ComponentProp {
  return createProp(name, type, "Supported, but not documented.", { isUnlisted: true });
}

const commonPropNames = new Set(["key", "ref", "id", "children", "className", "class", "style", "slot"]);

/**
 * Whether a prop is valid on every component. This is the case for common React and HTML props, event handlers such as
 * `onClick`, and names with a dash or colon, such as `data-x`.
 */
export function isCommonProp(name: string): boolean {
  return commonPropNames.has(name) || name.includes("-") || name.includes(":") || /^on[A-Z]/.test(name);
}
