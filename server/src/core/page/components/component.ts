import { iconLibraries, iconStyles } from "../../config/icons/icons.ts";

/** What a value of a prop may be. In words for the author: `describeProp`. */
export type PropType =
  "text" | "markdown" | "number" | "flag" | "enum" | "icon" | "list" | "map" | "element" | "any";

/** What the text of a prop refers to, so that links, completion and hover know it. */
export type PropTarget = "url" | "image" | "icon" | "icon-type" | "icon-library" | "color" | "id" | "type";

export interface ComponentProp {
  readonly name: string;
  readonly type: PropType;
  /** For `enum`, every value; for other types values that are usual, where there are such. */
  readonly values?: readonly string[];
  /** The smallest and largest number that makes sense. */
  readonly range?: { readonly min: number; readonly max: number };
  readonly required?: true;
  /** For `required`: what readers get without it, to be read behind "so": `the tab has no label`. */
  readonly without?: string;
  /** For `required`: the rest shows all the same. */
  readonly canDoWithout?: true;
  /** Without this other prop it does nothing: `cta` needs `href`. */
  readonly needs?: string;
  /** What holds when it is absent, as shown: `2`, `slug of the title`. */
  readonly default?: string;
  /** One or two sentences for a writer. */
  readonly meaning: string;
  /** Still understood; the prop that took its place. */
  readonly deprecated?: string;
  readonly names?: PropTarget;
  /** Known so that nobody is told it is a slip, but not offered. */
  readonly unlisted?: true;
}

/** A tag that the service knows on every page, without import. */
export interface Component {
  /** `Card`, `Tree.File`. */
  readonly name: string;
  /** One or two sentences for a writer. */
  readonly meaning: string;
  readonly props: ReadonlyMap<string, ComponentProp>;
  /** Of these exactly one must be set: `body`, `path`, `query` of a parameter. */
  readonly oneOf?: readonly string[];
  /** Components of which one must be directly around it; without one its content is lost or odd. */
  readonly parents?: readonly string[];
  /** The only components that may stand directly within; others are lost. */
  readonly children?: readonly string[];
  readonly oncePerPage?: true;
  /** The place on the published page that a link can name. Absent when it has none. */
  readonly anchor?: ComponentAnchor;
  /** May stand within a sentence. */
  readonly inline?: true;
  /** What stands between the tags: nothing, text and components, or fenced code blocks only. */
  readonly content: "none" | "blocks" | "code" | "inline";
  /** An older name; the component to write today. */
  readonly replacedBy?: string;
  /** Known to the service without public documentation: never reported, never offered, its props not judged. */
  readonly unlisted?: true;
}

export interface ComponentAnchor {
  /** The first of these props that is set gives the text the anchor is made from; `id` is never made, but is itself. */
  readonly from: readonly string[];
  /** Put in front of what is made: `param-`. */
  readonly prefix?: string;
  /** A flag that takes the anchor away: `noAnchor`. */
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
  "Icon: a name from the site's icon library, a path, a URL or an SVG element in braces.",
  { names: "icon" },
);
export const iconType = choice("iconType", iconStyles, "Font Awesome style of the icon.", {
  names: "icon-type",
});
export const iconLibrary = choice(
  "iconLibrary",
  iconLibraries,
  "Library the icon's name is looked up in, when it is not the one of the whole site.",
  { default: "`icons.library`", names: "icon-library" },
);
export const className = prop("className", "text", "CSS classes for the element.");

/** `without` is what readers get when it is absent, behind "so": `the tab has no label`. */
export function required(each: ComponentProp, without: string, canDoWithout?: true): ComponentProp {
  return { ...each, required: true, without, ...(canDoWithout && { canDoWithout }) };
}

/** Understood, but not what the documentation teaches. */
export function unlisted(name: string, type: PropType = "any"): ComponentProp {
  return prop(name, type, "Understood, but not documented.", { unlisted: true });
}
