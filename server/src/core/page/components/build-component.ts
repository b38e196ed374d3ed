import { iconLibraries, iconStyles } from "../../config/icons/icons.ts";
import type { Component, ComponentProp, PropType } from "./component.ts";

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
