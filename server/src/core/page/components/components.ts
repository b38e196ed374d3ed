import { apiComponents } from "./api-components.ts";
import { calloutComponents } from "./callout-components.ts";
import { codeComponents } from "./code-components.ts";
import type { Component } from "./component.ts";
import { layoutComponents } from "./layout-components.ts";
import { otherComponents } from "./other-components.ts";
import { textComponents } from "./text-components.ts";

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
