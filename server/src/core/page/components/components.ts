import type { Component } from "./component.ts";
import {
  apiComponents,
  calloutComponents,
  codeComponents,
  layoutComponents,
  otherComponents,
  textComponents,
} from "./definitions.ts";

/** Every component that the service provides without an import, by name. */
export const components: ReadonlyMap<string, Component> = new Map(
  [
    ...layoutComponents,
    ...calloutComponents,
    ...apiComponents,
    ...codeComponents,
    ...textComponents,
    ...otherComponents,
  ].map((component) => [component.name, component]),
);

const commonPropNames = new Set(["key", "ref", "id", "children", "className", "class", "style", "slot"]);

/**
 * Whether a prop is valid on every component. This is the case for common React and HTML props, event handlers such as
 * `onClick`, and names with a dash or colon, such as `data-x`.
 */
export function isCommonProp(name: string): boolean {
  return commonPropNames.has(name) || name.includes("-") || name.includes(":") || /^on[A-Z]/.test(name);
}
