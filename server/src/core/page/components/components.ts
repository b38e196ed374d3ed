import type { Component } from "./component.ts";
import {
  apiComponents,
  calloutComponents,
  codeComponents,
  layoutComponents,
  otherComponents,
  textComponents,
} from "./definitions.ts";

/** Every tag the service knows without import, by name. Facts: reference/components.jsonl. */
export const components: ReadonlyMap<string, Component> = new Map(
  [
    ...layoutComponents,
    ...calloutComponents,
    ...apiComponents,
    ...codeComponents,
    ...textComponents,
    ...otherComponents,
  ].map((each) => [each.name, each]),
);

const propsOfAnything = new Set(["key", "ref", "id", "children", "className", "class", "style", "slot"]);

/**
 * Whether a prop can be set on every component without being a slip: what React and HTML give to all, and names
 * with a dash, as `data-x`. Handlers are written `onClick`.
 */
export function isCommonProp(name: string): boolean {
  return propsOfAnything.has(name) || name.includes("-") || name.includes(":") || /^on[A-Z]/.test(name);
}
