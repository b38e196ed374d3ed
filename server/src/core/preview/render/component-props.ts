import type { Component, ComponentAnchor, ComponentProp } from "../../page/components/component.ts";
import {
  containsElements,
  type Dict,
  type ElementValue,
  isDictValue,
  getPlaceholder,
  toViewValue,
  type Value,
} from "../interpret/values.ts";
import { sanitizeProperty } from "../safe/safe-style.ts";
import type { Audience } from "../source/page-source.ts";
import type { ViewNode, ViewValue } from "../view/page-view.ts";
import { createAnchor, type Attributes, isHandler, sanitizeLinkUrl, setClasses, setStyle } from "./attributes.ts";
import { renderIcon, renderImage } from "./media.ts";
import { renderInline, type Rendering, removeTitles } from "./rendering.ts";

export interface ComponentView {
  readonly props: Attributes;
  readonly slots: Record<string, ViewNode[]>;
}

const reservedProps: ReadonlySet<string> = new Set(["children", "key", "ref", "dangerouslySetInnerHTML"]);

/**
 * Returns a built-in component's props. Plain data is copied, and its URLs, styles, and colors are sanitized. Props
 * whose values can be rendered (elements, Markdown, icons, and images) become slots with the same names. Unknown props
 * are left out.
 */
export function createComponentView(component: Component, element: ElementValue, rendering: Rendering): ComponentView {
  const componentView: ComponentView = { props: {}, slots: {} };
  for (const [key, value] of element.props.entries) {
    if (reservedProps.has(key) || isHandler(key, value, rendering) || value === undefined) continue;
    if (key === "style") setStyle(componentView.props, value, element.location, rendering);
    else if (key === "className" || key === "class") setClasses(componentView.props, "className", value, rendering);
    else if (component.props.has(key) || /^(?:id|(?:aria|data)-[\w-]+)$/.test(key))
      setProp(componentView, key, value, component.props.get(key), element, rendering);
  }
  setAnchor(componentView.props, component, element, rendering);
  return componentView;
}

function setProp(
  componentView: ComponentView,
  key: string,
  value: Value,
  prop: ComponentProp | undefined,
  element: ElementValue,
  rendering: Rendering,
): void {
  const placeholder = prop?.names === undefined ? getPlaceholder(value) : undefined;
  if (placeholder !== undefined) componentView.props[key] = placeholder;
  else if (containsElements(value)) {
    componentView.slots[key] = [...removeTitles(rendering.renderers.renderValue(value, rendering))];
  } else {
    const viewValue =
      typeof value === "string" ? setTextProp(componentView, value, prop, element, rendering) : toViewValue(value);
    if (viewValue !== undefined && viewValue !== null) componentView.props[key] = viewValue;
  }
}

/**
 * Moves Markdown, icons, and images in a string prop to slots. Returns the rest of the prop's value, or undefined if
 * nothing remains.
 */
function setTextProp(
  { slots }: ComponentView,
  text: string,
  prop: ComponentProp | undefined,
  element: ElementValue,
  rendering: Rendering,
): ViewValue | undefined {
  if (prop?.type === "markdown") {
    slots[prop.name] = renderInline(text, element.source, rendering);
    return undefined;
  }
  switch (prop?.names) {
    case "icon":
      slots[prop.name] = [renderIcon(text, createIconOptions(element.props), element.location, {}, rendering)];
      return text;
    case "image":
      slots[prop.name] = [renderImage(text, element.location, rendering)];
      return undefined;
    case "url":
      return sanitizeLinkUrl(text, element.location, rendering);
    case "color":
      return prop.type === "text" ? sanitizeProperty("color", text)?.[1] : text;
    default:
      return text;
  }
}

/** Returns the appearance of a component's icon, as set by the props next to the icon's name. */
export function createIconOptions(props: Dict) {
  const getText = (name: string) => {
    const value = props.entries.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const size = Number(props.entries.get("size"));
  return {
    library: getText("iconLibrary"),
    style: getText("iconType"),
    color: getText("color"),
    size: Number.isFinite(size) && size > 0 ? Math.min(size, 1000) : undefined,
    className: getText("className"),
  };
}

/**
 * Sets the `id` prop: the author's own ID, the ID that the page scan assigned to this line, or an ID that's generated
 * in the same format.
 */
function setAnchor(props: Attributes, component: Component, element: ElementValue, rendering: Rendering): void {
  const { anchor } = component;
  if (!anchor || props["id"] !== undefined) return;
  const id =
    (element.source === rendering.blockSource && rendering.anchors.get(element.location.lines[0])) ||
    generateAnchor(props, anchor);
  if (id !== undefined && id !== "") props["id"] = id;
}

function generateAnchor(
  props: Attributes,
  { sourcePropNames, prefix = "", disabledBy }: ComponentAnchor,
): string | undefined {
  if (disabledBy !== undefined && props[disabledBy] !== undefined && props[disabledBy] !== false) return undefined;
  const text = sourcePropNames.map((name) => props[name]).find((value) => typeof value === "string" && value !== "");
  return typeof text === "string" ? prefix + createAnchor(text) : undefined;
}

/** Returns the groups that can see an element, based on a condition such as `{ groups: ["beta"] }`. */
export function getGroups(value: Value): readonly string[] {
  const groups = isDictValue(value) ? value.entries.get("groups") : undefined;
  const list = Array.isArray(groups) ? groups : [groups];
  return list.flatMap((groupName) => (typeof groupName === "string" ? groupName : []));
}

/**
 * Whether an element is visible to this reader. If the condition is missing or unrecognized, the element is visible to
 * everyone.
 */
export function isVisibleToReader(value: Value, { reader, signedIn, groups }: Audience): boolean {
  if (value === "humans") return reader === "human";
  if (value === "agents") return reader === "agent";
  if (value === "signed-in") return signedIn;
  if (value === "signed-out") return !signedIn;
  const requestedGroups = getGroups(value);
  return requestedGroups.length === 0 || (signedIn && requestedGroups.some((group) => groups.includes(group)));
}
